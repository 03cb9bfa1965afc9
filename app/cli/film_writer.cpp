#include "app/cli/film_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <utility>

#include "core/platform/free_path.h"
#include "core/shell_word.h"
#include "core/text.h"

namespace scrubjay::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kFilms{".mp4", ".webm", ".webp", ".y4m"};

std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
}

/// BT.709, limited range.
std::array<std::uint8_t, 3> yuv_of(const std::uint8_t* rgb) {
  const double r = rgb[0] / 255.0;
  const double g = rgb[1] / 255.0;
  const double b = rgb[2] / 255.0;
  const double y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return {byte_of(16 + 219 * y), byte_of(128 + 224 * (b - y) / 1.8556),
          byte_of(128 + 224 * (r - y) / 1.5748)};
}

/// A name beside the target that nobody has: it keeps the ending, by which ffmpeg knows the format.
std::string name_beside(const std::string& target) {
  const fs::path path(target);
  return free_path(path.parent_path(), "." + path.stem().string() + ".part",
                   path.extension().string());
}

}  // namespace

bool is_film(const std::string& target) {
  return std::ranges::any_of(kFilms,
                             [&](std::string_view ending) { return target.ends_with(ending); });
}

std::vector<std::string> ffmpeg_words(const std::string& input, const std::string& target) {
  std::vector<std::string> words{"ffmpeg", "-loglevel",    "error", "-y",
                                 "-f",     "yuv4mpegpipe", "-i",    input};
  const auto add = [&](std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (target.ends_with(".webp")) {
    add({"-vf", "scale=in_color_matrix=bt709:in_range=tv,format=bgra", "-c:v", "libwebp_anim",
         "-q:v", "85", "-loop", "0"});
  } else {
    // Players want an even size and one colour sample for four pixels.
    add({"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p", "-colorspace", "bt709",
         "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"});
    if (target.ends_with(".webm")) {
      add({"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "30", "-row-mt", "1"});
    } else {
      add({"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"});
    }
  }
  words.push_back(target.starts_with('-') ? "./" + target : target);
  return words;
}

std::string ffmpeg_command(const std::string& input, const std::string& target) {
  std::string text;
  for (const std::string& word : ffmpeg_words(input, target)) {
    text += (text.empty() ? "" : " ") + shell_word(word);
  }
  return text;
}

std::string y4m_head(int width, int height, double frames_per_second) {
  const bool is_whole = frames_per_second == std::floor(frames_per_second);
  const long top =
      is_whole ? std::lround(frames_per_second) : std::lround(frames_per_second * 1000);
  return "YUV4MPEG2 W" + std::to_string(width) + " H" + std::to_string(height) + " F" +
         std::to_string(std::max(1L, top)) + (is_whole ? ":1" : ":1000") +
         " Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
}

std::string y4m_frame(const Image& image) {
  const std::size_t count =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  constexpr std::string_view kFrame = "FRAME\n";
  std::string bytes(kFrame);
  bytes.resize(kFrame.size() + 3 * count);
  char* const planes = bytes.data() + kFrame.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto yuv = yuv_of(image.pixels.data() + 4 * i);
    for (std::size_t plane = 0; plane < 3; ++plane) {
      planes[plane * count + i] = static_cast<char>(yuv[plane]);
    }
  }
  return bytes;
}

Result<FilmWriter> FilmWriter::create(const std::string& target, double frames_per_second) {
  FilmWriter writer;
  writer.target_ = target;
  writer.frames_per_second_ = frames_per_second;
  if (target.ends_with(".y4m")) {
    auto file = AtomicFile::create(target);
    if (!file) return failure(std::move(file.error()));
    writer.file_.emplace(std::move(*file));
    return writer;
  }
  if (!find_program("ffmpeg")) {
    const std::string plain = fs::path(target).replace_extension(".y4m").string();
    return failure(fatal_problem(
        "no-program", "ffmpeg, which makes such films, is not installed. Write " + plain +
                          " in its place, and where ffmpeg is: " + ffmpeg_command(plain, target)));
  }
  // That it can be written is said before the work, not after it.
  std::error_code error;
  if (fs::is_directory(target, error)) {
    return failure(fatal_problem("is-directory", target + " is a folder."));
  }
  writer.beside_ = name_beside(target);
  auto started = ChildProcess::start(ffmpeg_words("-", writer.beside_));
  if (!started) return failure(std::move(started.error()));
  writer.ffmpeg_.emplace(std::move(*started));
  return writer;
}

FilmWriter::~FilmWriter() {
  if (beside_.empty()) return;
  ffmpeg_.reset();
  std::error_code ignored;
  fs::remove(beside_, ignored);
}

bool FilmWriter::pass_on(const std::string& bytes) {
  const Bytes span = std::as_bytes(std::span(bytes));
  if (file_) return file_->write(span);
  said_ += ffmpeg_->read();
  return ffmpeg_->write(span);
}

Problem FilmWriter::refusal() {
  if (file_) {
    auto committed = file_->commit();
    return committed ? fatal_problem("not-written", "The film cannot be written.")
                     : committed.error();
  }
  ffmpeg_->close_input();
  ffmpeg_->wait(said_);
  constexpr std::size_t kLongest = 500;
  return fatal_problem("not-written",
                       "ffmpeg did not make the film: " + valid_utf8(said_.substr(0, kLongest)));
}

Result<void> FilmWriter::add(const Image& image) {
  const bool is_first = !std::exchange(has_begun_, true);
  if (is_first && !pass_on(y4m_head(image.width, image.height, frames_per_second_))) {
    return failure(refusal());
  }
  if (!pass_on(y4m_frame(image))) return failure(refusal());
  return {};
}

Result<void> FilmWriter::finish() {
  if (file_) return file_->commit();
  ffmpeg_->close_input();
  if (ffmpeg_->wait(said_) != 0) return failure(refusal());
  std::error_code error;
  fs::rename(beside_, target_, error);
  if (error) return failure(fatal_problem("not-writable", target_ + ": " + error.message() + "."));
  beside_.clear();
  return {};
}

}  // namespace scrubjay::cli

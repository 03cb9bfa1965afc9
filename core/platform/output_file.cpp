#include "core/platform/output_file.h"

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "core/platform/system_calls.h"

namespace scrubjay {

namespace fs = std::filesystem;

namespace {

Problem not_written(std::string code, const std::string& path, const std::string& reason) {
  return fatal_problem(std::move(code), "\"" + path + "\" cannot be written: " + reason + ".");
}

std::string reason_of(int error) { return std::generic_category().message(error); }

std::string random_suffix() {
  constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string suffix;
  for (int i = 0; i < 8; ++i) suffix += kLetters[random() % (sizeof(kLetters) - 1)];
  return suffix;
}

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

struct NewFile {
  std::FILE* stream = nullptr;
  std::string path;
};

/// A new hidden file beside `target`, with a name that nothing has yet. No stream: errno says why.
NewFile create_beside(const fs::path& target) {
  // A long name is cut so that the longer one beside it still fits.
  const std::string name = target.filename().string().substr(0, 200);
  for (int attempt = 0; attempt < 16; ++attempt) {
    const std::string path =
        (folder_of(target) / ("." + name + "." + random_suffix() + ".part")).string();
    std::FILE* stream = system_calls::open_file(path, system_calls::OpenFor::writing_new);
    if (stream != nullptr) return {stream, path};
    if (errno != EEXIST) break;
  }
  return {};
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  std::error_code ignored;
  AtomicFile file;
  file.path_ = path;
  file.target_ = path;
  if (const auto own = system_calls::open_own(path)) {
    file.stream_ = *own;
    if (file.stream_ == nullptr)
      return failure(not_written("not-writable", path, reason_of(errno)));
    return file;
  }
  const bool is_link = fs::is_symlink(path, ignored);
  if (is_link) {
    const fs::path followed = fs::weakly_canonical(path, ignored);
    if (!followed.empty()) file.target_ = followed.string();
  }
  const bool leads_nowhere = is_link && fs::is_symlink(file.target_, ignored);
  const fs::file_status status = fs::status(file.target_, ignored);
  if (fs::is_directory(status)) {
    return failure(not_written("is-directory", path, "it is a folder"));
  }
  if (leads_nowhere || (fs::exists(status) && !fs::is_regular_file(status))) {
    file.stream_ = system_calls::open_file(file.target_, system_calls::OpenFor::writing);
  } else {
    if (!fs::is_directory(folder_of(file.target_), ignored)) {
      return failure(not_written("no-folder", path, "its folder does not exist"));
    }
    NewFile created = create_beside(file.target_);
    file.stream_ = created.stream;
    file.temporary_ = std::move(created.path);
  }
  if (file.stream_ == nullptr) {
    return failure(not_written("not-writable", path, reason_of(errno)));
  }
  if (!file.temporary_.empty() && fs::exists(status)) {
    fs::permissions(file.temporary_, status.permissions(), ignored);
  }
  return file;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      stream_(std::exchange(other.stream_, nullptr)),
      bytes_written_(other.bytes_written_),
      error_(other.error_) {}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  if (stream_ != nullptr) std::fclose(std::exchange(stream_, nullptr));
  if (temporary_.empty()) return;
  std::error_code ignored;
  fs::remove(temporary_, ignored);
  temporary_.clear();
}

bool AtomicFile::write(Bytes bytes) {
  if (error_ != 0 || stream_ == nullptr) return false;
  if (bytes.empty()) return true;
  errno = 0;
  const std::size_t count = std::fwrite(bytes.data(), 1, bytes.size(), stream_);
  bytes_written_ += count;
  if (count == bytes.size()) return true;
  error_ = errno != 0 ? errno : EIO;
  return false;
}

Result<void> AtomicFile::commit(Flush flush) {
  errno = 0;
  if (error_ == 0 && std::fflush(stream_) != 0) error_ = errno != 0 ? errno : EIO;
  if (error_ == 0 && flush == Flush::at_once) error_ = system_calls::sync_stream(stream_);
  if (std::fclose(std::exchange(stream_, nullptr)) != 0 && error_ == 0) error_ = errno;
  if (error_ == 0 && !temporary_.empty()) {
    error_ = system_calls::replace_file(temporary_, target_);
    if (error_ == 0) {
      temporary_.clear();
      // The new name survives a power cut only once its folder is on the disk.
      if (flush == Flush::at_once) system_calls::sync_folder(folder_of(target_));
    }
  }
  if (error_ == 0) return {};
  discard();
  return failure(not_written("not-writable", path_, reason_of(error_)));
}

Result<void> write_whole_file(const std::string& path, Bytes bytes, AtomicFile::Flush flush) {
  auto file = AtomicFile::create(path);
  if (!file) return failure(std::move(file.error()));
  file->write(bytes);
  return file->commit(flush);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

}  // namespace scrubjay

#include "core/index_cache.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/index_archive.h"
#include "core/number_text.h"
#include "core/platform/system_calls.h"

namespace scrubjay {

namespace {

constexpr std::string_view kMagic{"SJINDEX\x05", 8};
constexpr std::size_t kChecksumBytes = 8;
/// Each of these goes into the checksum with the one before as its seed.
constexpr std::size_t kPiece = IndexWriter::kPiece;
/// Of the file: its ends, and as many places in between.
constexpr std::size_t kEndBytes = 64 << 10;
constexpr std::size_t kSampleBytes = 4 << 10;
constexpr std::size_t kSamples = 30;

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::uint64_t hash_of_samples(Bytes file) {
  std::uint64_t hash = checksum_of(file.first(std::min(kEndBytes, file.size())));
  hash = checksum_of(file.last(std::min(kEndBytes, file.size())), hash);
  const std::size_t step = file.size() / (kSamples + 1);
  for (std::size_t i = 1; i <= kSamples && step > 0; ++i) {
    const Bytes rest = file.subspan(i * step);
    hash = checksum_of(rest.first(std::min(kSampleBytes, rest.size())), hash);
  }
  return hash;
}

/// What has to be the same for a kept index to be the file's.
std::string key_of(const Recording& recording) {
  const InputFile& file = recording.file();
  return recording.reading() + "\n" + std::to_string(file.size()) + " bytes, changed " +
         std::to_string(file.modified_ns()) + ", samples " +
         hexadecimal(hash_of_samples(file.bytes()));
}

template <class Number>
std::array<std::byte, sizeof(Number)> little_bytes(Number value) {
  std::array<std::byte, sizeof(Number)> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(value >> 8 * i);
  return bytes;
}

std::uint64_t checksum_of_entry(Bytes entry) {
  std::uint64_t sum = 0;
  for (; !entry.empty(); entry = entry.subspan(std::min(kPiece, entry.size()))) {
    sum = checksum_of(entry.first(std::min(kPiece, entry.size())), sum);
  }
  return sum;
}

/// The index inside of an entry; nothing where the entry is damaged or another file's.
std::optional<Bytes> index_in(Bytes entry, std::string_view key) {
  if (entry.size() < kMagic.size() + kChecksumBytes) return std::nullopt;
  const Bytes checked = entry.first(entry.size() - kChecksumBytes);
  ByteReader reader(checked);
  if (reader.text(kMagic.size()) != kMagic) return std::nullopt;
  const auto key_bytes = reader.little<std::uint32_t>();
  if (!key_bytes || reader.text(*key_bytes) != key) return std::nullopt;
  const auto told = ByteReader(entry.last(kChecksumBytes)).little<std::uint64_t>();
  if (told != checksum_of_entry(checked)) return std::nullopt;
  return checked.subspan(reader.position());
}

/// Writes an entry while it is made.
class EntryWriter {
 public:
  EntryWriter(AtomicFile file, std::uint64_t most_bytes)
      : file_(std::move(file)), most_bytes_(most_bytes) {
    piece_.reserve(kPiece);
  }

  bool write(Bytes bytes) {
    if (file_.bytes_written() + bytes.size() > most_bytes_) return false;
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size(), kPiece - piece_.size());
      const std::size_t before = piece_.size();
      piece_.resize(before + count);
      std::memcpy(piece_.data() + before, bytes.data(), count);
      bytes = bytes.subspan(count);
      if (piece_.size() == kPiece && !flush()) return false;
    }
    return true;
  }
  bool finish() {
    if (!piece_.empty() && !flush()) return false;
    return file_.write(little_bytes(sum_)) &&
           file_.commit(AtomicFile::Flush::by_system).has_value();
  }

 private:
  bool flush() {
    sum_ = checksum_of(piece_, sum_);
    const bool is_written = file_.write(piece_);
    piece_.clear();
    return is_written;
  }

  AtomicFile file_;
  std::uint64_t most_bytes_;
  std::vector<std::byte> piece_;
  std::uint64_t sum_ = 0;
};

bool is_kept_whole(const Recording& recording) {
  return recording.progress().state == IndexState::done && !recording.is_cancelled() &&
         recording.file().change() == FileChange::none;
}

}  // namespace

std::shared_ptr<const IndexCache> IndexCache::of_user() {
  const std::string choice = system_calls::variable("SCRUBJAY_CACHE");
  if (choice == "off") return nullptr;
  auto folder = CacheFolder::open();
  if (!folder) return nullptr;
  Limits limits;
  if (choice == "all") limits.least_file_bytes = 0;
  return std::make_shared<const IndexCache>(std::move(*folder), limits);
}

std::optional<std::string> IndexCache::name_of(const Recording& recording) const {
  const InputFile& file = recording.file();
  const bool can_be_kept = !recording.reading().empty() && file.is_mapped() &&
                           file.parts().empty() && file.size() >= limits_.least_file_bytes;
  if (!can_be_kept) return std::nullopt;
  std::error_code error;
  const std::string path = std::filesystem::weakly_canonical(file.path(), error).string();
  if (error) return std::nullopt;
  // Read in another way, the same file has another entry. One that was changed has the same.
  const std::uint64_t place = checksum_of(bytes_of(path));
  return hexadecimal(place) + hexadecimal(checksum_of(bytes_of(recording.reading()), place)) +
         "-index";
}

bool IndexCache::load(Recording& recording) const {
  const auto name = name_of(recording);
  const auto path = name ? folder_.find(*name) : std::nullopt;
  if (!path) return false;
  const auto entry = InputFile::open(*path);
  if (!entry) return false;
  const auto index = index_in((*entry)->bytes(), key_of(recording));
  if (index) {
    IndexReader reader(*index, {});
    if (recording.load_index(reader)) return true;
  }
  folder_.remove(*name);
  return false;
}

bool IndexCache::save(const Recording& recording) const {
  const auto name = name_of(recording);
  if (!name || !is_kept_whole(recording)) return false;
  auto file = folder_.create(*name);
  if (!file) return false;
  EntryWriter entry(std::move(*file), limits_.most_entry_bytes);
  const std::string key = key_of(recording);
  entry.write(bytes_of(kMagic));
  entry.write(little_bytes(static_cast<std::uint32_t>(key.size())));
  entry.write(bytes_of(key));
  IndexWriter writer([&](Bytes piece) { return !recording.is_cancelled() && entry.write(piece); },
                     index_limits_of(recording));
  // Looked at again: what was read while the file changed is not of one file.
  if (!recording.store_index(writer) || !is_kept_whole(recording) || !entry.finish()) return false;
  folder_.make_room(0);
  return true;
}

bool index_recording(Recording& recording, const IndexCache* cache) {
  if (cache != nullptr && cache->load(recording)) return false;
  recording.index();
  return cache != nullptr;
}

std::uint64_t checksum_of(Bytes bytes, std::uint64_t seed) {
  // Four lanes, so that a processor works on several at once. In each step of a lane no two values
  // lead to the same one: a changed word always changes the sum.
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;
  std::array<std::uint64_t, 4> lanes{seed, seed ^ kFactor, ~seed, std::rotl(seed, 32) ^ 1};
  const auto add = [&](const std::byte* block) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), block, sizeof(words));
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      lanes[i] = std::rotl((lanes[i] ^ words[i]) * kFactor, 29);
    }
  };
  constexpr std::size_t kBlock = sizeof(lanes);
  std::size_t at = 0;
  for (; bytes.size() - at >= kBlock; at += kBlock) add(bytes.data() + at);
  if (at < bytes.size()) {
    std::array<std::byte, kBlock> last{};
    std::memcpy(last.data(), bytes.data() + at, bytes.size() - at);
    add(last.data());
  }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : lanes) {
    sum = (sum ^ lane) * kFactor;
    sum ^= sum >> 32;
  }
  return sum;
}

}  // namespace scrubjay

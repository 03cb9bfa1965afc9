#include "formats/compression/inflated_text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/compression/inflate.h"

namespace scrubjay::compression {

namespace {

constexpr std::size_t kPiece = 1 << 20;

InflatedText::End end_of(Inflater::State state) {
  switch (state) {
    case Inflater::State::whole: return InflatedText::End::whole;
    case Inflater::State::cut: return InflatedText::End::cut;
    default: return InflatedText::End::damaged;
  }
}

/// Inflates piece by piece into memory, and on into a cached file once that is too much.
class Inflation {
 public:
  Inflation(const InputFile& file, const OuterForm& form, const CacheFolder* cache,
            std::optional<std::string> name, const InflateLimits& limits)
      : file_(file),
        inflater_(file.bytes(), form),
        cache_(name ? cache : nullptr),
        name_(std::move(name)),
        limits_(limits) {}

  Result<InflatedText> run(const InflateProgress& progress) {
    std::vector<char> piece(kPiece);
    InflatedText result;
    while (inflater_.state() == Inflater::State::more) {
      const std::size_t count = inflater_.read(piece);
      total_ += count;
      if (is_too_large()) {
        result.end = InflatedText::End::too_large;
        break;
      }
      if (!keep(std::as_bytes(std::span(piece).first(count)))) break;
      if (!progress(inflater_.bytes_taken())) {
        result.end = InflatedText::End::stopped;
        break;
      }
    }
    if (failed_) return failure(*failed_);
    if (result.end == InflatedText::End::whole) result.end = end_of(inflater_.state());
    result.bytes_taken = inflater_.bytes_taken();
    if (!cached_) {
      result.text = InputFile::from_memory(file_.path(), std::move(memory_));
      return result;
    }
    if (const auto done = cached_->commit(); !done) return failure(done.error());
    auto opened = InputFile::open(cache_->path_of(*name_));
    if (!opened) return failure(opened.error());
    result.text = *opened;
    // The mapping stays when its name goes.
    if (result.end != InflatedText::End::whole) cache_->remove(*name_);
    return result;
  }

 private:
  bool is_too_large() const {
    if (total_ <= limits_.memory_bytes) return false;
    if (total_ / limits_.most_ratio > inflater_.bytes_taken()) return true;
    const std::uint64_t most =
        cache_ != nullptr ? cache_->most_bytes() : limits_.memory_without_cache_bytes;
    return total_ > most;
  }

  /// False when the cached file cannot be written.
  bool keep(Bytes bytes) {
    if (!cached_ && cache_ != nullptr && memory_.size() + bytes.size() > limits_.memory_bytes) {
      if (!move_to_cache()) return false;
    }
    if (!cached_) {
      memory_.insert(memory_.end(), bytes.begin(), bytes.end());
      return true;
    }
    if (written_ + bytes.size() > room_) {
      // Room is made step by step: how much the text needs is known at its end only.
      room_ = written_ + std::max<std::uint64_t>(written_, limits_.memory_bytes) + bytes.size();
      cache_->make_room(std::min(room_, cache_->most_bytes()));
    }
    written_ += bytes.size();
    if (cached_->write(bytes)) return true;
    if (const auto done = cached_->commit(); !done) failed_ = done.error();
    return false;
  }

  bool move_to_cache() {
    auto created = cache_->create(*name_);
    if (!created) {
      failed_ = created.error();
      return false;
    }
    cached_.emplace(std::move(*created));
    std::vector<std::byte> memory = std::move(memory_);
    memory_ = {};
    return keep(memory);
  }

  const InputFile& file_;
  Inflater inflater_;
  const CacheFolder* cache_;
  std::optional<std::string> name_;
  const InflateLimits& limits_;
  std::uint64_t total_ = 0;
  std::vector<std::byte> memory_;
  std::optional<AtomicFile> cached_;
  std::uint64_t written_ = 0;
  std::uint64_t room_ = 0;
  std::optional<Problem> failed_;
};

}  // namespace

Result<InflatedText> inflate_file(const InputFile& file, const OuterForm& form,
                                  const CacheFolder* cache, const InflateProgress& progress,
                                  const InflateLimits& limits) {
  std::optional<std::string> name;
  if (cache != nullptr) name = cache_name_of(file);
  if (name) {
    if (const auto path = cache->find(*name)) {
      if (auto opened = InputFile::open(*path)) {
        return InflatedText{.text = *opened, .bytes_taken = file.size()};
      }
    }
  }
  return Inflation(file, form, cache, std::move(name), limits).run(progress);
}

}  // namespace scrubjay::compression

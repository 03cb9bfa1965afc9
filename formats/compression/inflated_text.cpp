#include "formats/compression/inflated_text.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "formats/compression/inflate.h"

namespace scrubjay::compression {

namespace {

constexpr std::size_t kTextPiece = 1 << 20;

InflatedText::End end_of(Inflater::State state) {
  switch (state) {
    case Inflater::State::whole: return InflatedText::End::whole;
    case Inflater::State::cut: return InflatedText::End::cut;
    default: return InflatedText::End::damaged;
  }
}

/// Inflates piece by piece into memory, and on into the store once that is too much.
class Inflation {
 public:
  Inflation(const InputFile& file, const OuterForm& form, TextStore* store,
            const InflateLimits& limits)
      : file_(file), inflater_(file.bytes(), form), store_(store), limits_(limits) {}

  Result<InflatedText> run(const InflateProgress& progress) {
    // Of a small text only the beginning of it is ever touched.
    const auto piece = std::make_unique_for_overwrite<char[]>(kTextPiece);
    InflatedText result;
    while (inflater_.state() == Inflater::State::more) {
      const std::size_t count = inflater_.read({piece.get(), kTextPiece});
      total_ += count;
      if (is_too_large()) {
        result.end = InflatedText::End::too_large;
        break;
      }
      if (!keep(std::as_bytes(std::span(piece.get(), count)))) break;
      if (!progress(inflater_.bytes_taken())) {
        result.end = InflatedText::End::stopped;
        break;
      }
    }
    if (result.end == InflatedText::End::whole) result.end = end_of(inflater_.state());
    result.bytes_taken = inflater_.bytes_taken();
    if (!is_stored_) {
      result.text = InputFile::from_memory(file_.path(), std::move(memory_));
      return result;
    }
    auto text = store_->finish(result.end == InflatedText::End::whole);
    if (!text) return failure(std::move(text.error()));
    result.text = std::move(*text);
    return result;
  }

 private:
  bool is_too_large() const {
    if (total_ <= limits_.memory_bytes) return false;
    if (total_ / limits_.most_ratio > inflater_.bytes_taken()) return true;
    const std::uint64_t most =
        store_ != nullptr ? store_->most_bytes() : limits_.memory_without_store_bytes;
    return total_ > most;
  }

  /// False when the store does not take it.
  bool keep(Bytes bytes) {
    if (!is_stored_ && store_ != nullptr && memory_.size() + bytes.size() > limits_.memory_bytes) {
      is_stored_ = true;
      const std::vector<std::byte> memory = std::exchange(memory_, {});
      if (!store_->append(memory)) return false;
    }
    if (is_stored_) return store_->append(bytes);
    memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    return true;
  }

  const InputFile& file_;
  Inflater inflater_;
  TextStore* store_;
  const InflateLimits& limits_;
  std::uint64_t total_ = 0;
  std::vector<std::byte> memory_;
  bool is_stored_ = false;
};

}  // namespace

Result<InflatedText> inflate_file(const InputFile& file, const OuterForm& form, TextStore* store,
                                  const InflateProgress& progress, const InflateLimits& limits) {
  if (store != nullptr) {
    if (auto text = store->find()) return InflatedText{.text = text, .bytes_taken = file.size()};
  }
  return Inflation(file, form, store, limits).run(progress);
}

}  // namespace scrubjay::compression

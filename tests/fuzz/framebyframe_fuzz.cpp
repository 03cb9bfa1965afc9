// Any bytes as a Frame by Frame recording, whose resources are read, too.
#include "formats/framebyframe/framebyframe.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/compression/inflated_text.h"
#include "formats/framebyframe/read/document_scan.h"
#include "formats/json/structural_scan.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

/// Every way that this processor has finds the brackets that the plain one finds.
void check_brackets(Input input) {
  constexpr std::size_t kBlock = 64;
  std::string text(input.begin(), input.end());
  text.resize((text.size() + kBlock - 1) / kBlock * kBlock, ' ');
  const std::size_t blocks = text.size() / kBlock;
  json::StringState end;
  std::vector<json::Brackets> brackets(blocks);
  json::find_brackets_plainly(text.data(), blocks, end, brackets.data());
  for (const char* const name : {"sse2", "avx2", "avx512"}) {
    const json::FindBrackets find = json::find_brackets_by_name(name);
    if (find == nullptr) continue;
    json::StringState state;
    std::vector<json::Brackets> found(blocks);
    find(text.data(), blocks, state, found.data());
    require(state == end && found == brackets, "brackets are not where the plain search has them");
  }
}

/// Threads that look ahead in pieces find the frames that one scan finds.
void check_frames_ahead(Input input) {
  using framebyframe::DocumentScan;
  using framebyframe::ScannedFrame;
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  const DocumentScan alone = framebyframe::scan_document(text);
  const std::size_t piece = 64 + text.size() % 200;
  const DocumentScan ahead =
      framebyframe::scan_document(text, {.threads = 2, .piece_bytes = piece});
  const auto is_same = [](const ScannedFrame& a, const ScannedFrame& b) {
    return a.bytes.begin == b.bytes.begin && a.bytes.size == b.bytes.size && a.client == b.client &&
           a.is_bare == b.is_bare;
  };
  require(std::ranges::equal(ahead.frames, alone.frames, is_same) && ahead.end == alone.end &&
              ahead.end_offset == alone.end_offset && ahead.passed_over == alone.passed_over &&
              ahead.comma_faults == alone.comma_faults,
          "frames that are looked for ahead are others");
}

/// Keeps a text in memory, as long as it is no longer than that.
class SmallStore final : public TextStore {
 public:
  explicit SmallStore(std::uint64_t most) : most_(most) {}
  std::uint64_t most_bytes() const override { return most_; }
  std::shared_ptr<InputFile> find() const override { return nullptr; }
  bool append(Bytes bytes) override {
    if (text_.size() + bytes.size() > most_) return false;
    text_.insert(text_.end(), bytes.begin(), bytes.end());
    return true;
  }
  Result<std::shared_ptr<InputFile>> finish(bool /*is_whole*/) override {
    return InputFile::from_memory("text", std::move(text_));
  }

 private:
  std::uint64_t most_;
  std::vector<std::byte> text_;
};

/// What is inflated into a store, or up to a limit, is what is inflated into memory, or its
/// beginning.
void check_inflating(Input input) {
  using compression::InflatedText;
  const auto file = InputFile::from_memory("fuzz.fbf", owned_bytes(input));
  const compression::OuterForm form = compression::outer_form(file->bytes());
  if (form.layer == compression::OuterLayer::none) return;
  std::size_t asked = 0;
  const auto inflate = [&](TextStore* store, const compression::InflateLimits& limits,
                           std::size_t stops_after) {
    asked = 0;
    return compression::inflate_file(
        *file, form, store, [&](std::uint64_t) { return ++asked <= stops_after; }, limits);
  };
  constexpr std::size_t kNever = ~std::size_t{0};
  const auto whole = inflate(nullptr, {}, kNever);
  require(whole.has_value(), "inflating into memory fails");
  const std::string_view text = as_text(whole->text->bytes());
  SmallStore large(text.size());
  const auto stored = inflate(&large, {.memory_bytes = text.size() / 2}, kNever);
  require(stored && stored->end == whole->end && as_text(stored->text->bytes()) == text,
          "a text in a store is another one");
  SmallStore small(text.size() / 2);
  for (const auto& part :
       {inflate(&small, {.memory_bytes = text.size() / 4}, kNever),
        inflate(nullptr, {.memory_bytes = 0, .memory_without_store_bytes = text.size() / 2},
                kNever),
        inflate(nullptr, {.memory_bytes = 0, .most_ratio = 1}, kNever), inflate(nullptr, {}, 0)}) {
    require(!part || text.starts_with(as_text(part->text->bytes())),
            "what is inflated up to a limit is no beginning of the text");
  }
}

}  // namespace

void framebyframe_fuzz(Input input) {
  check_brackets(input);
  if (is_chosen(std::as_bytes(input), 3)) check_frames_ahead(input);
  check_inflating(input);
  const auto recording = check_recording({framebyframe::kFormat, "fuzz.fbf"}, owned_bytes(input));
  if (recording == nullptr) return;
  const std::size_t count = std::min(recording->resource_count(), kMostFrames);
  for (std::size_t i = 0; i < count; ++i) {
    const auto content = recording->reader().read_resource(*recording, ResourceIndex(i));
    require(!content || content->width == 0 ||
                content->bytes.size() == std::size_t{4} * content->width * content->height,
            "a picture has other pixels than its size says");
  }
}

}  // namespace scrubjay::fuzz

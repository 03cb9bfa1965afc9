#include "formats/framebyframe/read/file_index.h"

#include <simdjson.h>

#include <cmath>

#include "core/number_text.h"
#include "formats/json/json_repair.h"

namespace scrubjay::framebyframe {

std::string_view to_text(Container container) {
  switch (container) {
    case Container::raw: return "raw";
    case Container::saved: return "saved";
    case Container::message: return "message";
    case Container::dump: return "dump";
  }
  return "";
}

EntityKey FileIndex::key_of(const FrameRow& frame, std::int64_t id) const {
  if (!frame.has_combined_ids) return {frame.client, id};
  // Combined ids are id * 256 + client (formats/framebyframe/README.md, 11); shifting rounds down.
  return {id & 0xFF, id >> 8};
}

std::string_view FrameText::text(const FrameRow& frame) {
  return frame.is_repaired ? repaired(frame.bytes) : padded(frame.bytes);
}

std::string_view FrameText::repaired(ByteRange range) {
  if (range.begin != repaired_begin_) {
    repaired_begin_ = range.begin;
    const auto made = repair_json(index_->text.substr(static_cast<std::size_t>(range.begin),
                                                      static_cast<std::size_t>(range.size)));
    repaired_.clear();
    if (made) repaired_ = made->text;
    repaired_size_ = repaired_.size();
    repaired_.resize(repaired_size_ + simdjson::SIMDJSON_PADDING, ' ');
  }
  return std::string_view(repaired_).substr(0, repaired_size_);
}

std::string_view FrameText::padded(ByteRange range) {
  const std::string_view text = index_->text;
  if (range.begin > text.size() || range.size > text.size() - range.begin) return {};
  const auto begin = static_cast<std::size_t>(range.begin);
  const auto size = static_cast<std::size_t>(range.size);
  if (text.size() - begin - size >= simdjson::SIMDJSON_PADDING) return text.substr(begin, size);
  if (range.begin != copied_.begin || range.size != copied_.size) {
    copied_ = range;
    copy_.assign(text.substr(begin, size));
    copy_.resize(size + simdjson::SIMDJSON_PADDING, ' ');
  }
  return std::string_view(copy_).substr(0, size);
}

std::optional<std::int64_t> id_of_token(std::string_view token) {
  // Nearly all are digits alone.
  if (const auto digits = number_from<std::int64_t>(token)) return digits;
  constexpr std::string_view kWhite = " \t\r\n\"";
  const std::size_t first = token.find_first_not_of(kWhite);
  if (first == std::string_view::npos) return std::nullopt;
  token = token.substr(first, token.find_last_not_of(kWhite) + 1 - first);
  if (const auto value = number_from<std::int64_t>(token)) return value;
  if (const auto large = number_from<std::uint64_t>(token)) {
    return static_cast<std::int64_t>(*large);
  }
  const auto number = number_from<double>(token);
  constexpr double kLimit = 9007199254740992.0;  // 2^53: above it a float is no longer exact
  if (!number || !(std::abs(*number) <= kLimit) || *number != std::floor(*number)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*number);
}

}  // namespace scrubjay::framebyframe

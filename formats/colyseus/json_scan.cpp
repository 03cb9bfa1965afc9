#include "formats/colyseus/json_scan.h"

#include "formats/json/structural_scan.h"

namespace scrubjay::colyseus {

void JsonScan::skip_space() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
    ++at_;
  }
}

std::optional<std::string_view> JsonScan::string() {
  if (!comes('"')) return std::nullopt;
  const std::size_t end = json::end_of_string(text_, at_);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view inside = text_.substr(at_ + 1, end - at_ - 2);
  at_ = end;
  return inside;
}

std::optional<std::string_view> JsonScan::value() {
  skip_space();
  if (at_ == text_.size()) return std::nullopt;
  std::size_t end = 0;
  switch (text_[at_]) {
    case '{':
    case '[': end = json::end_of_container(text_, at_); break;
    case '"': end = json::end_of_string(text_, at_); break;
    // A scalar at the very end of the text may be cut.
    default: end = text_.find_first_of(",]} \n\r\t", at_);
  }
  if (end == std::string_view::npos || end == at_) return std::nullopt;
  const std::string_view found = text_.substr(at_, end - at_);
  at_ = end;
  return found;
}

}  // namespace scrubjay::colyseus

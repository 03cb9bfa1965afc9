#include "formats/flecs/read/documents.h"

#include <algorithm>
#include <cstring>

#include "formats/flecs/names.h"
#include "formats/flecs/read/dialect.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kNoPlace = std::string_view::npos;

bool is_filler(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0'; }

class Finder {
 public:
  Finder(std::string_view text, const FindOptions& options) : text_(text), options_(options) {}

  FoundDocuments run();

 private:
  bool goes_on() {
    if (out_.documents.size() >= options_.most) return false;
    if (!options_.keep_going || at_ - told_ < (8u << 20)) return true;
    told_ = at_;
    return options_.keep_going(at_);
  }
  void skip_blanks();
  void lines();
  void line(std::size_t begin, std::size_t end, bool is_last);
  void stream(bool is_array);
  std::size_t end_of_container(std::size_t begin, std::size_t end);
  bool take(std::size_t begin, std::size_t end);
  std::size_t take_repaired(std::size_t begin, std::size_t end, bool is_last);
  bool take_null(std::size_t begin, std::size_t end);
  void lose(std::size_t begin, const Problem& why);
  void cut(std::size_t begin);

  std::string_view text_;
  const FindOptions& options_;
  FoundDocuments out_;
  std::size_t at_ = 0;
  std::size_t told_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t place_ = 0;
  unsigned without_end_ = 0;  ///< containers of the line or stream whose brackets do not match
};

void Finder::skip_blanks() {
  for (; at_ < text_.size() && is_filler(text_[at_]); ++at_) {
    if (text_[at_] == '\n') ++line_;
  }
}

bool Finder::take_null(std::size_t begin, std::size_t end) {
  if (text_.substr(begin, end - begin) != "null") return false;
  ++out_.nulls;
  out_.missing.push_back(place_++);
  return true;
}

/// A document whose brackets match; false when its upper levels do not tell what it is.
bool Finder::take(std::size_t begin, std::size_t end) {
  const std::optional<DocumentHead> head = read_head(text_.substr(begin, end - begin));
  if (!head) return false;
  if (head->is_wrapped && take_null(begin + head->data_begin, begin + head->data_end)) return true;
  FoundDocument found;
  found.bytes = {begin, end - begin};
  found.head = *head;
  found.line = line_;
  found.place = place_++;
  out_.documents.push_back(found);
  return true;
}

void Finder::lose(std::size_t begin, const Problem& why) {
  ++out_.unreadable;
  out_.missing.push_back(place_++);
  fold_into(out_.problems, {.severity = Severity::error,
                            .code = "broken-document",
                            .offset = begin + why.offset.value_or(0),
                            .message = "A document cannot be repaired: its sample is missing.",
                            .expected = why.expected,
                            .found = why.found});
}

void Finder::cut(std::size_t begin) {
  out_.is_cut = true;
  fold_into(out_.problems, {.severity = Severity::error,
                            .code = "cut-off",
                            .offset = begin,
                            .message = "truncated input in line " + std::to_string(line_) +
                                       ": the last document is not whole, and is left out."});
}

/// Where the container that begins at `begin` ends, or npos where none begins or its brackets do
/// not match. To find that out takes all that is left, so it is done for the first ones only.
std::size_t Finder::end_of_container(std::size_t begin, std::size_t end) {
  constexpr unsigned kMostWithoutEnd = 16;
  const bool is_container = text_[begin] == '{' || text_[begin] == '[';
  if (!is_container || without_end_ == kMostWithoutEnd) return kNoPlace;
  const std::size_t found = json::end_of_container(text_.substr(0, end), begin);
  if (found == kNoPlace) ++without_end_;
  return found;
}

/// By the lenient rules. Returns where it ends, or npos when it was given up.
std::size_t Finder::take_repaired(std::size_t begin, std::size_t end, bool is_last) {
  const auto repaired = repair_document(text_.substr(begin, end - begin));
  if (!repaired) {
    if (repaired.error().code == "cut-off" && is_last) {
      cut(begin);
    } else {
      lose(begin, repaired.error());
    }
    return kNoPlace;
  }
  const std::optional<DocumentHead> head = read_head(repaired->text);
  FoundDocument found;
  found.bytes = {begin, repaired->end};
  if (head) found.head = *head;
  found.is_repaired = true;
  found.line = line_;
  found.place = place_++;
  out_.documents.push_back(found);
  return begin + repaired->end;
}

/// One line of NDJSON; usually one document, but replies without line breaks may follow each other.
void Finder::line(std::size_t begin, std::size_t end, bool is_last) {
  while (end > begin && is_filler(text_[end - 1])) --end;
  while (begin < end && is_filler(text_[begin])) ++begin;
  if (begin == end) {
    ++out_.blanks;
    return;
  }
  if (take_null(begin, end)) return;
  const char last = text_[end - 1];
  const bool may_be_whole = last == '}' || last == ']' || last == '"';
  const std::string_view whole = text_.substr(begin, end - begin);
  const bool may_be_several = json::find_quoted(whole, "}{\"", 0) != kNoPlace;
  without_end_ = 0;
  if (may_be_whole && !may_be_several && take(begin, end)) return;
  while (begin < end) {
    const std::size_t inner = end_of_container(begin, end);
    std::size_t next = kNoPlace;
    if (inner != kNoPlace && take(begin, inner)) {
      next = inner;
    } else {
      next = take_repaired(begin, end, is_last);
    }
    if (next == kNoPlace || next <= begin) return;
    begin = next;
    while (begin < end && (is_filler(text_[begin]) || text_[begin] == ',')) ++begin;
  }
}

void Finder::lines() {
  const std::size_t end_of_text = text_.find_last_not_of(" \t\r\n") + 1;
  while (at_ < text_.size() && goes_on()) {
    const void* found = std::memchr(text_.data() + at_, '\n', text_.size() - at_);
    const std::size_t end =
        found == nullptr ? text_.size()
                         : static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
    line(at_, end, end >= end_of_text);
    at_ = end + 1;
    ++line_;
  }
  at_ = std::min(at_, text_.size());
}

/// Documents that may go over several lines, one after another or in an array.
void Finder::stream(bool is_array) {
  while (goes_on()) {
    skip_blanks();
    if (at_ >= text_.size()) {
      if (is_array) cut(at_);
      return;
    }
    const char c = text_[at_];
    if (c == ',') {
      ++at_;
      continue;
    }
    if (c == ']' && is_array) {
      ++at_;
      return;
    }
    if (text_.substr(at_, 4) == "null") {
      take_null(at_, at_ + 4);
      at_ += 4;
      continue;
    }
    const std::size_t end = end_of_container(at_, text_.size());
    std::size_t next = end;
    if (end == kNoPlace || !take(at_, end)) next = take_repaired(at_, text_.size(), true);
    if (next == kNoPlace) return;
    line_ += static_cast<std::uint64_t>(std::ranges::count(text_.substr(at_, next - at_), '\n'));
    at_ = next;
  }
}

FoundDocuments Finder::run() {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  const std::size_t begin = at_;
  skip_blanks();
  if (at_ >= text_.size()) return std::move(out_);
  const char first = text_[at_];
  const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
  std::size_t last = line_end;
  while (last > at_ && is_filler(text_[last - 1])) --last;
  if (first == '[') {
    // An array of documents, unless it is one document itself (formats/flecs/README.md, 1, test
    // 12).
    const std::size_t end = json::end_of_container(text_, at_);
    const std::optional<DocumentHead> head =
        end == kNoPlace ? std::nullopt : read_head(text_.substr(at_, end - at_));
    if (head && head->kind == DocumentKind::pipeline_statistics) {
      take(at_, end);
      at_ = end;
    } else {
      ++at_;
      stream(true);
    }
  } else if (first != '{' || text_[last - 1] == '}' || line_end == text_.size()) {
    at_ = begin;
    line_ = 1;
    lines();
  } else {
    stream(false);
  }
  out_.places = place_;
  return std::move(out_);
}

/// The string that is the value of the first such key; empty where there is none.
std::string_view first_text(std::string_view data, std::string_view quoted_key) {
  std::size_t at = json::find_quoted(data, quoted_key, 0);
  if (at == kNoPlace) return {};
  at += quoted_key.size();
  while (at < data.size() && (is_filler(data[at]) || data[at] == ':')) ++at;
  if (at >= data.size() || data[at] != '"') return {};
  const std::size_t end = json::end_of_string(data, at);
  return end == kNoPlace ? std::string_view() : data.substr(at + 1, end - at - 2);
}

}  // namespace

std::string polled_path(std::string_view text, const FoundDocument& document) {
  const DocumentHead& head = document.head;
  std::string_view whole = text.substr(static_cast<std::size_t>(document.bytes.begin),
                                       static_cast<std::size_t>(document.bytes.size));
  Result<RepairedDocument> repaired;
  if (document.is_repaired) {  // the head is that of the repaired text
    repaired = repair_document(whole);
    if (!repaired) return {};
    whole = repaired->text;
  }
  const std::string_view data = whole.substr(head.data_begin, head.data_end - head.data_begin);
  if (head.kind == DocumentKind::entity3) return with_dots(first_text(data, "\"path\""));
  if (head.kind == DocumentKind::entity4) {
    // Only what stands in front of its name is the entity's own parent for sure.
    const std::string_view name = first_text(data, "\"name\"");
    const std::string_view before =
        name.empty() ? name : data.substr(0, static_cast<std::size_t>(name.data() - data.data()));
    const std::string_view parent = first_text(before, "\"parent\"");
    return parent.empty() ? std::string(name) : with_dots(parent) + "." + std::string(name);
  }
  if (head.kind != DocumentKind::error) return {};
  // "entity 'Sun/Earth' not found": the path of the request (formats/flecs/README.md, 9).
  const std::string_view message = first_text(data, "\"error\"");
  constexpr std::string_view kBefore = "entity '";
  constexpr std::string_view kBehind = "' not found";
  if (!message.starts_with(kBefore) || !message.ends_with(kBehind)) return {};
  if (message.size() < kBefore.size() + kBehind.size()) return {};
  std::string path(
      message.substr(kBefore.size(), message.size() - kBefore.size() - kBehind.size()));
  std::ranges::replace(path, '/', '.');
  return path;
}

FoundDocuments find_documents(std::string_view text, const FindOptions& options) {
  return Finder(text, options).run();
}

}  // namespace scrubjay::flecs

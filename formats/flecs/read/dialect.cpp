#include "formats/flecs/read/dialect.h"

#include <charconv>
#include <optional>
#include <vector>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/json/json_token.h"

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kDepth = 1000;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
/// Bytes of "\u0041".
constexpr std::size_t kUnitSize = 6;

/// JSON's grammar of numbers, and nothing that a parser with 64-bit integers would refuse.
bool is_strict_number(std::string_view token) {
  std::size_t i = token.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t from = i;
    while (i < token.size() && is_digit(token[i])) ++i;
    return i - from;
  };
  const std::size_t first = i;
  const std::size_t whole = digits();
  if (whole == 0 || (whole > 1 && token[first] == '0')) return false;
  bool is_integer = true;
  if (i < token.size() && token[i] == '.') {
    is_integer = false;
    ++i;
    if (digits() == 0) return false;
  }
  if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
    is_integer = false;
    ++i;
    if (i < token.size() && (token[i] == '+' || token[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  if (i != token.size()) return false;
  const char* end = token.data() + token.size();
  if (!is_integer) {
    double value = 0;
    return std::from_chars(token.data(), end, value).ec == std::errc();
  }
  std::int64_t small = 0;
  std::uint64_t large = 0;
  return std::from_chars(token.data(), end, small).ec == std::errc() ||
         std::from_chars(token.data(), end, large).ec == std::errc();
}

bool looks_like_number(std::string_view token) {
  return token.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
}

class Repairer {
 public:
  explicit Repairer(std::string_view text) : text_(text) {}

  Result<RepairedDocument> run();

 private:
  /// What may come next.
  enum class Expect : std::uint8_t {
    value,
    key,  ///< of an object, or its end
    colon,
    comma,  ///< or the end of what is open
  };

  void repair() {
    if (out_.repairs++ == 0) out_.first_repair = at_;
  }
  void skip_blanks() { at_ = skip_json_space(text_, at_); }
  std::unexpected<Problem> fail(std::string code, std::string message, std::string expected = {}) {
    std::string found = at_ < text_.size() ? std::string(1, text_[at_]) : "the end of the text";
    return failure({.severity = Severity::error,
                    .code = std::move(code),
                    .offset = at_,
                    .message = std::move(message),
                    .expected = std::move(expected),
                    .found = valid_utf8(found)});
  }
  std::unexpected<Problem> fail_cut() {
    return fail("cut-off", "The text ends inside of a document.", "the rest of it");
  }
  bool closes_string(std::size_t quote) const;
  bool string();
  std::optional<unsigned> escaped_unit(std::size_t at) const;
  void code_unit(unsigned unit);
  void escape();
  void control(char c);
  void bare();
  Result<bool> step();
  Result<bool> begin_value();
  void end_value() { expect_ = Expect::comma; }
  void close();

  std::string_view text_;
  std::size_t at_ = 0;
  RepairedDocument out_;
  std::vector<char> open_;  ///< brackets
  Expect expect_ = Expect::value;
  bool wants_comma_ = false;  ///< one was read and is written before the next element
};

/// formats/flecs/README.md, 2, rule 2.
bool Repairer::closes_string(std::size_t quote) const {
  for (std::size_t i = quote + 1; i < text_.size(); ++i) {
    if (is_json_space(text_[i])) continue;
    return text_[i] == ',' || text_[i] == ':' || text_[i] == ']' || text_[i] == '}';
  }
  return true;
}

void Repairer::control(char c) {
  repair();
  out_.text += "\\u00";
  add_hex(out_.text, static_cast<unsigned char>(c));
}

/// The UTF-16 unit of "\u0041" at `at`.
std::optional<unsigned> Repairer::escaped_unit(std::size_t at) const {
  if (at + kUnitSize > text_.size() || text_[at] != '\\' || text_[at + 1] != 'u') return {};
  const auto high = hex_byte(text_.substr(at + 2));
  const auto low = hex_byte(text_.substr(at + 4));
  if (!high || !low) return {};
  return static_cast<unsigned>(*high) << 8 | *low;
}

/// Half of a pair that stands alone is no character: U+FFFD, as a byte that is no UTF-8. `at_` is
/// at the backslash of `unit`.
void Repairer::code_unit(unsigned unit) {
  const bool is_high = unit >= 0xD800 && unit < 0xDC00;
  const bool is_low = unit >= 0xDC00 && unit < 0xE000;
  const std::optional<unsigned> next = is_high ? escaped_unit(at_ + kUnitSize) : std::nullopt;
  if (next && *next >= 0xDC00 && *next < 0xE000) {
    out_.text += text_.substr(at_, 2 * kUnitSize);
    at_ += 2 * kUnitSize;
    return;
  }
  if (is_high || is_low) {
    repair();
    out_.text += "\\ufffd";
  } else {
    out_.text += text_.substr(at_, kUnitSize);
  }
  at_ += kUnitSize;
}

/// formats/flecs/README.md, 2, rules 3 and 5. `at_` is at a backslash.
void Repairer::escape() {
  if (const auto unit = escaped_unit(at_)) return code_unit(*unit);
  const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) {
    out_.text += text_.substr(at_, 2);
    at_ += 2;
    return;
  }
  if (c == 'a' || c == 'v') {
    control(c == 'a' ? '\x07' : '\x0b');
    at_ += 2;
    return;
  }
  repair();
  out_.text += "\\\\";
  ++at_;
}

/// Copies a string whose opening quote is at `at_`; false when the text ends before it does.
bool Repairer::string() {
  out_.text += '"';
  ++at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\\') {
      escape();
    } else if (c == '"') {
      if (closes_string(at_)) {
        out_.text += '"';
        ++at_;
        return true;
      }
      repair();
      out_.text += "\\\"";
      ++at_;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      control(c);
      ++at_;
    } else {
      out_.text += c;
      ++at_;
    }
  }
  return false;
}

/// A token without quotes. What is no value becomes text (formats/flecs/README.md, 2, rule 6).
void Repairer::bare() {
  const std::size_t begin = at_;
  std::size_t end = at_;
  while (end < text_.size() &&
         std::string_view(",:]}[{\" \t\r\n").find(text_[end]) == std::string_view::npos) {
    ++end;
  }
  const std::string_view token = text_.substr(begin, end - begin);
  if (token == "true" || token == "false" || token == "null" || is_strict_number(token)) {
    out_.text += token;
    at_ = end;
    return;
  }
  const bool is_large_number = looks_like_number(token) && !token.empty() && is_digit(token.back());
  if (!is_large_number) {
    repair();
    for (end = begin; end < text_.size(); ++end) {
      const char c = text_[end];
      if (c == ']' || c == '}') break;
      if (c == ',' && end + 2 < text_.size() && text_[end + 1] == ' ' && text_[end + 2] == '"') {
        break;
      }
    }
  }
  out_.text += '"';
  for (at_ = begin; at_ < end; ++at_) {
    const char c = text_[at_];
    if (c == '"' || c == '\\') out_.text += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      control(c);
    } else {
      out_.text += c;
    }
  }
  out_.text += '"';
}

void Repairer::close() {
  wants_comma_ = false;
  out_.text += text_[at_];
  open_.pop_back();
  ++at_;
  end_value();
}

Result<bool> Repairer::begin_value() {
  const char c = text_[at_];
  if (wants_comma_) out_.text += ',';
  wants_comma_ = false;
  if (c == '{' || c == '[') {
    if (open_.size() == kDepth) {
      return fail("too-deep", "A document is nested more deeply than can be read.",
                  "at most " + std::to_string(kDepth) + " levels");
    }
    open_.push_back(c);
    out_.text += c;
    ++at_;
    expect_ = c == '{' ? Expect::key : Expect::value;
    return true;
  }
  if (c == '"') {
    if (!string()) return fail_cut();
  } else {
    bare();
  }
  end_value();
  return true;
}

/// One token.
Result<bool> Repairer::step() {
  const char c = text_[at_];
  const bool in_array = !open_.empty() && open_.back() == '[';
  switch (expect_) {
    case Expect::value:
      if (in_array && c == ']') {
        if (wants_comma_) repair();
        close();
        return true;
      }
      if (c == ',' && in_array) {  // formats/flecs/README.md, 2, rule 4
        repair();
        ++at_;
        return true;
      }
      if (c == ']' || c == '}' || c == ':' || c == ',') {
        return fail("not-json", "A document is not JSON, and cannot be repaired.", "a value");
      }
      return begin_value();
    case Expect::key:
      if (c == '}') {
        if (wants_comma_) repair();
        close();
        return true;
      }
      if (c == ',') {
        repair();
        ++at_;
        return true;
      }
      if (c != '"') {
        return fail("not-json", "A document is not JSON, and cannot be repaired.",
                    "the name of a member");
      }
      if (wants_comma_) out_.text += ',';
      wants_comma_ = false;
      if (!string()) return fail_cut();
      expect_ = Expect::colon;
      return true;
    case Expect::colon:
      if (c != ':') {
        return fail("not-json", "A document is not JSON, and cannot be repaired.", "a colon");
      }
      out_.text += ':';
      ++at_;
      expect_ = Expect::value;
      return true;
    case Expect::comma:
      if (c == ',') {
        wants_comma_ = true;
        ++at_;
        expect_ = in_array ? Expect::value : Expect::key;
        return true;
      }
      if (c == (in_array ? ']' : '}')) {
        close();
        return true;
      }
      return fail("not-json", "A document is not JSON, and cannot be repaired.",
                  "a comma or a closing bracket");
  }
  return true;
}

Result<RepairedDocument> Repairer::run() {
  out_.text.reserve(text_.size() + 16);
  skip_blanks();
  while (at_ < text_.size()) {
    if (const auto done = step(); !done) return failure(done.error());
    if (open_.empty() && expect_ == Expect::comma) {
      out_.end = at_;
      if (!is_valid_utf8(out_.text)) {
        std::string valid = valid_utf8(out_.text);
        for (std::size_t i = valid.find(kReplacement); i != std::string::npos;
             i = valid.find(kReplacement, i + 1)) {
          ++out_.invalid_utf8;
        }
        out_.repairs += out_.invalid_utf8;
        out_.text = std::move(valid);
      }
      return std::move(out_);
    }
    skip_blanks();
  }
  return fail_cut();
}

}  // namespace

Result<RepairedDocument> repair_document(std::string_view text) { return Repairer(text).run(); }

}  // namespace scrubjay::flecs

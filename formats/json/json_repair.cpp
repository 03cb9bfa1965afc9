#include "formats/json/json_repair.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/json/json_token.h"

namespace scrubjay {

namespace {

/// What a word without quotes may consist of: names, numbers, anything beyond ASCII.
bool is_word(char c) {
  return is_letter_or_digit(c) || c == '_' || c == '$' || c == '-' || c == '+' || c == '.' ||
         is_beyond_ascii(c);
}

std::size_t count_digits(std::string_view text, std::size_t at) {
  std::size_t n = 0;
  while (at + n < text.size() && is_digit(text[at + n])) ++n;
  return n;
}

/// A number of any form that people write, cut into its parts: [sign] whole [. fraction] [e
/// exponent].
struct NumberParts {
  bool is_negative = false;
  bool has_sign = false;
  bool has_point = false;
  std::string_view whole;
  std::string_view fraction;
  std::string_view exponent;  ///< with its letter
};

std::optional<NumberParts> number_parts(std::string_view word) {
  NumberParts parts;
  std::size_t at = 0;
  parts.has_sign = word.starts_with('-') || word.starts_with('+');
  parts.is_negative = word.starts_with('-');
  if (parts.has_sign) ++at;
  const std::size_t whole = count_digits(word, at);
  parts.whole = word.substr(at, whole);
  at += whole;
  if (at < word.size() && word[at] == '.') {
    parts.has_point = true;
    const std::size_t fraction = count_digits(word, ++at);
    parts.fraction = word.substr(at, fraction);
    at += fraction;
  }
  if (parts.whole.empty() && parts.fraction.empty()) return std::nullopt;
  if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
    const std::size_t begin = at++;
    if (at < word.size() && (word[at] == '-' || word[at] == '+')) ++at;
    const std::size_t digits = count_digits(word, at);
    if (digits == 0) return std::nullopt;
    at += digits;
    parts.exponent = word.substr(begin, at - begin);
  }
  if (at != word.size()) return std::nullopt;
  return parts;
}

std::string strict_number(const NumberParts& parts) {
  const std::size_t first = std::min(parts.whole.find_first_not_of('0'), parts.whole.size());
  std::string text = parts.is_negative ? "-" : "";
  text += first == parts.whole.size() ? "0" : parts.whole.substr(first);
  if (parts.has_point) {
    text += '.';
    text += parts.fraction.empty() ? "0" : parts.fraction;
  }
  text += parts.exponent;
  return text;
}

std::string_view not_finite(std::string_view word) {
  if (word == "NaN" || word == "nan" || word == "+NaN" || word == "-NaN") return "NaN";
  if (word == "Infinity" || word == "+Infinity" || word == "inf") return "Infinity";
  if (word == "-Infinity" || word == "-inf") return "-Infinity";
  return "";
}

/// The bytes of the UTF-8 sequence that begins at `at`, 0 when none does.
std::size_t utf8_size(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t size = lead < 0x80   ? 1
                           : lead < 0xC2 ? 0
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                           : lead < 0xF5 ? 4
                                         : 0;
  if (size == 0 || size > text.size() - at) return 0;
  return is_valid_utf8(text.substr(at, size)) ? size : 0;
}

/// The first line of `text`, for showing it inside a sentence.
std::string excerpt(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) { return c >= 0 && c < ' '; });
  return valid_utf8(text.substr(0, static_cast<std::size_t>(end - text.begin())));
}

/// Reads the text once, token by token, and writes JSON. Brackets stand on a stack of its own.
class Repairer {
 public:
  Repairer(std::string_view text, const JsonRepairLimits& limits) : text_(text), limits_(limits) {}

  Result<RepairedJson> run() &&;

 private:
  /// What must come next.
  enum class Expect : std::uint8_t { value, key, colon, comma };

  struct Level {
    bool is_object = false;
    bool has_items = false;
  };

  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return text_[at_]; }
  bool in_object() const { return !levels_.empty() && levels_.back().is_object; }

  void step();
  void expect_value();
  void expect_key();
  void expect_colon();
  void expect_comma();
  void key_string();
  void key_word();
  void value_string(char quote);
  void value_word();
  void word_as_value(std::string_view word, std::size_t begin);
  void open(char bracket);
  void close(char bracket);
  void close_level();
  void note_cut_off();
  void finish_cut_off();
  void before_item();
  void item_done();

  void skip_white();
  bool skip_comment();
  std::string_view take_word();
  void string(char quote);
  void string_escape();
  void string_byte();

  void note(JsonRepairKind kind, std::size_t offset);
  void refuse(std::string code, std::size_t offset, std::string message);
  void refuse_as_not_json();
  void refuse_as_sketch(std::size_t offset);

  std::string_view text_;
  JsonRepairLimits limits_;
  RepairedJson result_;
  std::optional<Problem> refusal_;
  std::vector<Level> levels_;
  std::size_t open_objects_ = 0;
  std::size_t open_arrays_ = 0;
  std::size_t at_ = 0;
  Expect expect_ = Expect::value;
  bool is_done_ = false;
  bool has_comma_ = false;  ///< since the last item of the innermost bracket
  std::size_t comma_offset_ = 0;
  std::size_t key_begin_ = 0;  ///< of the output: where the key that waits for its value begins
};

Result<RepairedJson> Repairer::run() && {
  result_.text.reserve(std::min(text_.size() + text_.size() / 8, limits_.output_bytes));
  skip_white();
  if (at_end()) {
    refuse("not-json", 0, "There is nothing but white space where JSON should be.");
  }
  while (!is_done_ && !refusal_) {
    skip_white();
    if (at_end()) {
      finish_cut_off();
      break;
    }
    step();
    if (result_.text.size() > limits_.output_bytes) {
      refuse("too-large", at_, "The text is too large to be repaired in memory.");
    }
  }
  if (refusal_) return failure(std::move(*refusal_));
  // What may stand behind a value: white space, comments, and brackets that nothing opened.
  skip_white();
  while (!at_end() && (here() == '}' || here() == ']')) {
    note(JsonRepairKind::stray_bracket, at_++);
    skip_white();
  }
  result_.end = at_;
  return std::move(result_);
}

void Repairer::step() {
  switch (expect_) {
    case Expect::value: return expect_value();
    case Expect::key: return expect_key();
    case Expect::colon: return expect_colon();
    case Expect::comma: return expect_comma();
  }
}

void Repairer::expect_value() {
  const char c = here();
  if (c == '{' || c == '[') {
    before_item();
    return open(c);
  }
  if (c == '"' || c == '\'') {
    return value_string(c);
  }
  if (c == '}' || c == ']') return close(c);
  if (c == ',' || c == ';') {
    if (in_object()) return refuse_as_not_json();
    note(JsonRepairKind::extra_comma, at_++);
    return;
  }
  if (is_word(c)) return value_word();
  refuse_as_not_json();
}

void Repairer::value_string(char quote) {
  const std::size_t begin = at_;
  const std::size_t output = result_.text.size();
  before_item();
  const std::size_t string_begin = result_.text.size();
  string(quote);
  if (in_object() || open_objects_ == 0) return item_done();
  skip_white();
  if (at_end() || here() != ':') return item_done();
  // The array was never closed: the string is the next key of the object around it.
  const std::string key = result_.text.substr(string_begin);
  result_.text.resize(output);
  while (!in_object()) {
    note(JsonRepairKind::implied_bracket, begin);
    close_level();
  }
  expect_ = Expect::key;
  before_item();
  key_begin_ = result_.text.size();
  result_.text += key;
  expect_ = Expect::colon;
}

void Repairer::expect_key() {
  const char c = here();
  if (c == '"' || c == '\'') return key_string();
  if (c == '}' || c == ']') return close(c);
  if (c == ',' || c == ';') {
    note(JsonRepairKind::extra_comma, at_++);
    return;
  }
  if (c == '{' || c == '[') {
    return refuse("keyless-object", at_,
                  "An object holds a value without a key; what it belongs to is unknown.");
  }
  if (is_word(c)) return key_word();
  refuse_as_not_json();
}

void Repairer::key_string() {
  before_item();
  key_begin_ = result_.text.size();
  string(here());
  expect_ = Expect::colon;
}

void Repairer::key_word() {
  const std::size_t begin = at_;
  const std::string_view word = take_word();
  note(number_parts(word) ? JsonRepairKind::bare_number_key : JsonRepairKind::bare_key, begin);
  before_item();
  key_begin_ = result_.text.size();
  result_.text += '"';
  result_.text += valid_utf8(word);
  result_.text += '"';
  expect_ = Expect::colon;
}

void Repairer::expect_colon() {
  if (here() != ':') return refuse_as_not_json();
  ++at_;
  result_.text += ':';
  expect_ = Expect::value;
}

void Repairer::expect_comma() {
  const char c = here();
  if (c == ',' || c == ';') {
    if (c == ';') note(JsonRepairKind::semicolon, at_);
    comma_offset_ = at_++;
    has_comma_ = true;
    expect_ = in_object() ? Expect::key : Expect::value;
    return;
  }
  if (c == '}' || c == ']') return close(c);
  if (c == '|') return refuse_as_sketch(at_);
  if (c == '"' || c == '\'' || is_word(c) || (!in_object() && (c == '{' || c == '['))) {
    note(JsonRepairKind::missing_comma, at_);
    has_comma_ = true;
    comma_offset_ = at_;
    expect_ = in_object() ? Expect::key : Expect::value;
    return;
  }
  if (c == '{') return expect_key();
  refuse_as_not_json();
}

void Repairer::value_word() {
  const std::size_t begin = at_;
  const std::string_view word = take_word();
  if (number_parts(word) || word == "true" || word == "false" || word == "null") {
    return word_as_value(word, begin);
  }
  // `Property[]`, `object | Property[]`, `[key:number]`: a description, not data.
  skip_white();
  if (!at_end() && (here() == '[' || here() == '|' || (here() == ':' && !in_object()))) {
    return refuse_as_sketch(begin);
  }
  // A word at the very end is more likely cut than meant.
  const bool is_cut = at_end() && !levels_.empty() && not_finite(word).empty();
  word_as_value(is_cut ? "null" : word, begin);
}

void Repairer::word_as_value(std::string_view word, std::size_t begin) {
  before_item();
  const auto quoted = [&](std::string_view text) {
    result_.text += '"';
    result_.text += valid_utf8(text);
    result_.text += '"';
  };
  if (const auto parts = number_parts(word)) {
    const std::string strict = strict_number(*parts);
    if (strict != word) note(JsonRepairKind::number_form, begin);
    result_.text += strict;
  } else if (word == "true" || word == "false" || word == "null") {
    result_.text += word;
  } else if (const std::string_view name = not_finite(word); !name.empty()) {
    note(JsonRepairKind::not_finite, begin);
    quoted(name);
  } else if (word == "undefined") {
    note(JsonRepairKind::bare_value, begin);
    result_.text += "null";
  } else {
    note(JsonRepairKind::bare_value, begin);
    quoted(word);
  }
  item_done();
}

void Repairer::open(char bracket) {
  if (levels_.size() >= limits_.depth) {
    return refuse("too-deep", at_, "Brackets are nested too deeply.");
  }
  ++at_;
  result_.text += bracket;
  levels_.push_back({.is_object = bracket == '{'});
  ++(bracket == '{' ? open_objects_ : open_arrays_);
  expect_ = bracket == '{' ? Expect::key : Expect::value;
}

void Repairer::close(char bracket) {
  const bool is_object = bracket == '}';
  const std::size_t offset = at_;
  if (expect_ == Expect::value && in_object()) return refuse_as_not_json();  // {"a": }
  ++at_;
  if ((is_object ? open_objects_ : open_arrays_) == 0) {
    note(JsonRepairKind::stray_bracket, offset);
    return;
  }
  if (has_comma_) note(JsonRepairKind::extra_comma, comma_offset_);
  while (levels_.back().is_object != is_object) {
    note(JsonRepairKind::implied_bracket, offset);
    close_level();
  }
  close_level();
  item_done();
}

void Repairer::close_level() {
  const bool is_object = levels_.back().is_object;
  result_.text += is_object ? '}' : ']';
  levels_.pop_back();
  --(is_object ? open_objects_ : open_arrays_);
  has_comma_ = false;
}

void Repairer::before_item() {
  if (expect_ == Expect::value && in_object()) return;  // behind a key
  if (levels_.empty()) return;
  if (levels_.back().has_items) result_.text += ',';
  levels_.back().has_items = true;
  has_comma_ = false;
}

void Repairer::item_done() {
  has_comma_ = false;
  if (levels_.empty()) {
    is_done_ = true;
  } else {
    levels_.back().has_items = true;
    expect_ = Expect::comma;
  }
}

void Repairer::note_cut_off() {
  if (result_.is_cut_off) return;
  note(JsonRepairKind::cut_off, text_.size());
  result_.is_cut_off = true;
}

void Repairer::finish_cut_off() {
  note_cut_off();
  if (expect_ == Expect::colon) {
    // A key without even its colon says nothing, and may itself be cut.
    result_.text.resize(key_begin_);
    if (result_.text.ends_with(',')) result_.text.pop_back();
  } else if (expect_ == Expect::value && in_object()) {
    result_.text += "null";
  }
  while (!levels_.empty()) close_level();
}

void Repairer::skip_white() {
  while (!at_end()) {
    if (is_json_space(here())) {
      ++at_;
    } else if (here() == '\xEF' && text_.substr(at_).starts_with("\xEF\xBB\xBF")) {
      at_ += 3;  // a byte order mark
    } else if (!skip_comment()) {
      return;
    }
  }
}

bool Repairer::skip_comment() {
  const std::string_view rest = text_.substr(at_);
  std::size_t size = 0;
  if (rest.starts_with("//")) {
    size = std::min(rest.find('\n'), rest.size());
  } else if (rest.starts_with("/*")) {
    const std::size_t end = rest.find("*/", 2);
    size = end == std::string_view::npos ? rest.size() : end + 2;
  } else {
    return false;
  }
  note(JsonRepairKind::comment, at_);
  at_ += size;
  return true;
}

std::string_view Repairer::take_word() {
  const std::size_t begin = at_;
  while (!at_end() && is_word(here())) ++at_;
  return text_.substr(begin, at_ - begin);
}

void Repairer::string(char quote) {
  if (quote == '\'') note(JsonRepairKind::single_quotes, at_);
  ++at_;
  result_.text += '"';
  while (!at_end() && here() != quote) {
    const std::size_t begin = at_;
    while (!at_end() && here() != quote && here() != '"' && here() != '\\' &&
           static_cast<unsigned char>(here()) >= 0x20 &&
           static_cast<unsigned char>(here()) < 0x80) {
      ++at_;
    }
    result_.text += text_.substr(begin, at_ - begin);
    if (at_end() || here() == quote) break;
    if (here() == '\\') {
      string_escape();
    } else {
      string_byte();
    }
  }
  if (at_end()) {
    note_cut_off();
  } else {
    ++at_;
  }
  result_.text += '"';
}

void Repairer::string_escape() {
  const std::string_view rest = text_.substr(at_);
  if (rest.size() < 2) {  // cut off
    ++at_;
    return;
  }
  constexpr std::string_view kEscapes = "\"\\/bfnrt";
  const bool is_unicode =
      rest[1] == 'u' && rest.size() >= 6 && hex_byte(rest.substr(2)) && hex_byte(rest.substr(4));
  if (is_unicode || kEscapes.find(rest[1]) != std::string_view::npos) {
    const std::size_t size = is_unicode ? 6 : 2;
    result_.text += rest.substr(0, size);
    at_ += size;
  } else if (rest[1] == '\'') {
    result_.text += '\'';
    at_ += 2;
  } else {
    note(JsonRepairKind::escape, at_);
    result_.text += "\\\\";
    ++at_;
  }
}

void Repairer::string_byte() {
  const auto byte = static_cast<unsigned char>(here());
  if (byte == '"') {  // inside single quotes
    result_.text += "\\\"";
    ++at_;
  } else if (byte < 0x20) {
    note(JsonRepairKind::control_character, at_++);
    result_.text += "\\u00";
    add_hex(result_.text, byte);
  } else if (const std::size_t size = utf8_size(text_, at_); size != 0) {
    result_.text += text_.substr(at_, size);
    at_ += size;
  } else {
    note(JsonRepairKind::invalid_utf8, at_++);
    result_.text += "\xEF\xBF\xBD";
  }
}

void Repairer::note(JsonRepairKind kind, std::size_t offset) {
  ++result_.counts[static_cast<std::size_t>(kind)];
  if (result_.repairs.size() < limits_.listed_repairs) result_.repairs.push_back({kind, offset});
}

void Repairer::refuse(std::string code, std::size_t offset, std::string message) {
  if (refusal_) return;
  refusal_ = Problem{.severity = Severity::error,
                     .code = std::move(code),
                     .offset = offset,
                     .message = std::move(message)};
}

void Repairer::refuse_as_not_json() {
  refuse("not-json", at_, "The text is not JSON, and what was meant is unknown.");
  if (at_end()) return;
  switch (expect_) {
    case Expect::value: refusal_->expected = "a value"; break;
    case Expect::key: refusal_->expected = "a key"; break;
    case Expect::colon: refusal_->expected = "a colon behind the key"; break;
    case Expect::comma: refusal_->expected = "a comma or a closing bracket"; break;
  }
  refusal_->found = excerpt(text_.substr(at_, 16));
}

void Repairer::refuse_as_sketch(std::size_t offset) {
  refuse("schema-sketch", offset,
         "This describes how data is laid out; it is not data, and cannot be opened.");
  refusal_->found = excerpt(text_.substr(offset, 24));
}

}  // namespace

std::string_view to_text(JsonRepairKind kind) {
  switch (kind) {
    case JsonRepairKind::bare_key: return "a key without quotes";
    case JsonRepairKind::bare_number_key: return "a number as a key";
    case JsonRepairKind::bare_value: return "a word without quotes as a value";
    case JsonRepairKind::not_finite: return "NaN or Infinity as a bare word";
    case JsonRepairKind::number_form: return "a number in a form that JSON has not";
    case JsonRepairKind::single_quotes: return "a text in single quotes";
    case JsonRepairKind::escape: return "an escape that JSON has not";
    case JsonRepairKind::control_character: return "a control character inside a text";
    case JsonRepairKind::invalid_utf8: return "a byte that is no UTF-8";
    case JsonRepairKind::comment: return "a comment";
    case JsonRepairKind::semicolon: return "a semicolon instead of a comma";
    case JsonRepairKind::extra_comma: return "a comma too many";
    case JsonRepairKind::missing_comma: return "a missing comma";
    case JsonRepairKind::implied_bracket: return "a closing bracket that is missing";
    case JsonRepairKind::stray_bracket: return "a closing bracket that nothing opened";
    case JsonRepairKind::cut_off: return "an end before everything is closed";
  }
  return "";
}

std::uint64_t RepairedJson::count() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

Result<RepairedJson> repair_json(std::string_view text, const JsonRepairLimits& limits) {
  return Repairer(text, limits).run();
}

}  // namespace scrubjay

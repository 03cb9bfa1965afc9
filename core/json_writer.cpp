#include "core/json_writer.h"

#include <algorithm>
#include <cmath>

#include "core/base64.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Pretty arrays of numbers are broken after so many, which leaves matrices and vectors on one
/// line.
constexpr std::size_t kNumbersPerLine = 16;

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

/// Characters that steer terminals are escaped, too: JSON is printed on them.
void append_escaped(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t steering = steering_bytes(text);
    switch (text[0]) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (steering == 0) {
          out += text[0];
          break;
        }
        out += "\\u";
        const char32_t value = code_point(text, steering);
        add_hex(out, static_cast<unsigned char>(value >> 8));
        add_hex(out, static_cast<unsigned char>(value & 255));
    }
    text.remove_prefix(std::max<std::size_t>(steering, 1));
  }
}

}  // namespace

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  if (std::ranges::all_of(text, is_plain)) {
    out += text;
  } else if (is_valid_utf8(text)) {
    append_escaped(out, text);
  } else {
    append_escaped(out, valid_utf8(text));
  }
  out += '"';
}

void JsonWriter::new_line() {
  if (layout_ == JsonLayout::compact || one_line_level_ != 0) return;
  out_ += '\n';
  out_.append(2 * has_items_.size(), ' ');
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_items_.empty()) return;
  if (has_items_.back()) {
    out_ += ',';
    if (one_line_level_ != 0 && layout_ == JsonLayout::pretty) out_ += ' ';
  }
  has_items_.back() = true;
  new_line();
}

void JsonWriter::begin(char bracket) {
  before_value();
  out_ += bracket;
  has_items_.push_back(false);
}

void JsonWriter::begin_object_on_one_line() {
  begin('{');
  if (one_line_level_ == 0) one_line_level_ = has_items_.size();
}

void JsonWriter::end(char bracket) {
  const bool is_broken = has_items_.back() && one_line_level_ == 0;
  if (one_line_level_ == has_items_.size()) one_line_level_ = 0;
  has_items_.pop_back();
  if (is_broken) new_line();
  out_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  before_value();
  append_json_text(out_, name);
  out_ += layout_ == JsonLayout::pretty ? ": " : ":";
  after_key_ = true;
}

void JsonWriter::text(std::string_view value) {
  before_value();
  append_json_text(out_, value);
}

void JsonWriter::append_number(double value, Precision precision) {
  const NumberText text = format_number(value, precision);
  if (std::isfinite(value)) {
    out_ += text.view();
  } else if (non_finite_ == NonFinite::null) {
    out_ += "null";
  } else {
    append_json_text(out_, text.view());
  }
}

void JsonWriter::number(double value, Precision precision) {
  before_value();
  append_number(value, precision);
}

void JsonWriter::integer(std::int64_t value) {
  before_value();
  out_ += format_number(value).view();
}

void JsonWriter::unsigned_integer(std::uint64_t value) {
  before_value();
  out_ += format_number(value).view();
}

void JsonWriter::boolean(bool value) {
  before_value();
  out_ += value ? "true" : "false";
}

void JsonWriter::null() {
  before_value();
  out_ += "null";
}

void JsonWriter::raw(std::string_view json) {
  before_value();
  out_ += json;
}

void JsonWriter::numbers(std::span<const double> values, Precision precision) {
  before_value();
  out_ += '[';
  has_items_.push_back(true);
  const bool pretty = layout_ == JsonLayout::pretty;
  const bool broken = pretty && one_line_level_ == 0 && values.size() > kNumbersPerLine;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out_ += ',';
    if (broken && i % kNumbersPerLine == 0) {
      new_line();
    } else if (pretty && i > 0) {
      out_ += ' ';
    }
    append_number(values[i], precision);
  }
  has_items_.pop_back();
  if (broken) new_line();
  out_ += ']';
}

void JsonWriter::base64(std::string_view bytes) {
  before_value();
  out_ += '"';
  append_base64(out_, std::as_bytes(std::span(bytes)));
  out_ += '"';
}

void JsonWriter::field(std::string_view name, std::string_view value) {
  key(name);
  text(value);
}

void JsonWriter::number_field(std::string_view name, double value, Precision precision) {
  key(name);
  number(value, precision);
}

void JsonWriter::boolean_field(std::string_view name, bool value) {
  key(name);
  boolean(value);
}

void JsonWriter::null_field(std::string_view name) {
  key(name);
  null();
}

}  // namespace scrubjay

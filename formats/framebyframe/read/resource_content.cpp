#include "formats/framebyframe/read/resource_content.h"

#include <simdjson.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "core/number_text.h"
#include "formats/compression/base64_reader.h"
#include "formats/framebyframe/limits.h"
#include "formats/framebyframe/read/json_list.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

namespace {

/// The fields of the object itself, or of the JSON text inside of its `textData`.
struct Fields {
  std::optional<std::string> type;
  std::optional<std::string> text_data;
  std::optional<std::string> blob;
  std::optional<std::string> data;
  double width = 0;
  double height = 0;
};

std::optional<std::string> text_of(std::string_view token) {
  if (!is_string_token(token)) return std::nullopt;
  std::string scratch;
  return std::string(text_of_string(token, scratch));
}

/// `json` has padding behind it.
std::optional<Fields> read_fields(std::string_view json) {
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (!open_json(json, parser, document, object)) return std::nullopt;
  Fields fields;
  for (auto item : object) {
    simdjson::ondemand::field field;
    if (std::move(item).get(field) != simdjson::SUCCESS) return std::nullopt;
    const auto key = field.key();
    const std::string_view token = field.value().raw_json_token();
    if (key.unsafe_is_equal("type")) fields.type = text_of(token);
    if (key.unsafe_is_equal("textData")) fields.text_data = text_of(token);
    if (key.unsafe_is_equal("blob")) fields.blob = text_of(token);
    if (key.unsafe_is_equal("data")) fields.data = text_of(token);
    if (key.unsafe_is_equal("width")) fields.width = number_of_token(token).value_or(0);
    if (key.unsafe_is_equal("height")) fields.height = number_of_token(token).value_or(0);
  }
  return fields;
}

std::unexpected<Problem> damaged(std::string why) {
  return failure({.severity = Severity::error,
                  .code = "resource-damaged",
                  .message = "The content of the resource cannot be read: " + why + "."});
}

/// Rows from the top, four bytes a pixel, two digits a byte.
Result<ResourceData> raw_picture(const Fields& fields) {
  const std::string_view digits = *fields.data;
  if (!(fields.width >= 1 && fields.width <= limits::kMostPictureSide && fields.height >= 1 &&
        fields.height <= limits::kMostPictureSide)) {
    return damaged("its width or height is none");
  }
  ResourceData picture;
  picture.width = static_cast<std::uint32_t>(fields.width);
  picture.height = static_cast<std::uint32_t>(fields.height);
  const std::uint64_t bytes = std::uint64_t{picture.width} * picture.height * 4;
  if (digits.size() != bytes * 2) {
    return damaged("it has " + std::to_string(digits.size()) + " hexadecimal digits instead of " +
                   std::to_string(bytes * 2));
  }
  picture.type = "image/raw";
  picture.bytes.reserve(static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const auto byte = hex_byte(digits.substr(i));
    if (!byte) return damaged("a pixel is not hexadecimal");
    picture.bytes.push_back(static_cast<std::byte>(*byte));
  }
  return picture;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const auto code = hex_byte(text.substr(i + 1));
    if (!code) return std::nullopt;
    out += static_cast<char>(*code);
    i += 2;
  }
  return out;
}

/// A data URL (RFC 2397), or base64 without anything before it, as real data has it.
Result<ResourceData> file_of_blob(std::string_view blob, const std::string& stated_type) {
  ResourceData file;
  file.type = stated_type;
  bool is_base64 = true;
  if (blob.starts_with("data:")) {
    const std::size_t comma = blob.find(',');
    if (comma == std::string_view::npos) return damaged("its data URL has no comma");
    std::string_view head = blob.substr(5, comma - 5);
    is_base64 = head.ends_with(";base64");
    head = head.substr(0, head.find(';'));
    if (!head.empty()) file.type = head;
    blob = blob.substr(comma + 1);
  }
  if (is_base64) {
    compression::Base64Reader reader;
    file.bytes.reserve(blob.size() / 4 * 3);
    if (reader.add(blob, file.bytes) < blob.size() && !reader.at_end()) {
      return damaged("a character is not base64");
    }
  } else {
    const auto decoded = percent_decoded(blob);
    if (!decoded) return damaged("its data URL is not coded as one");
    const auto bytes = std::as_bytes(std::span(*decoded));
    file.bytes.assign(bytes.begin(), bytes.end());
  }
  if (const std::string_view magic = type_by_magic(file.bytes); !magic.empty()) file.type = magic;
  return file;
}

}  // namespace

std::string_view type_by_magic(Bytes bytes) {
  struct Magic {
    std::string_view head;
    std::string_view type;
  };
  using namespace std::string_view_literals;
  constexpr std::array<Magic, 9> kMagics{{{"\x89PNG\r\n\x1A\n"sv, "image/png"},
                                          {"\xFF\xD8\xFF"sv, "image/jpeg"},
                                          {"GIF87a"sv, "image/gif"},
                                          {"GIF89a"sv, "image/gif"},
                                          {"BM"sv, "image/bmp"},
                                          {"%PDF-"sv, "application/pdf"},
                                          {"PK\x03\x04"sv, "application/zip"},
                                          {"\x1F\x8B\x08"sv, "application/gzip"},
                                          {"DDS "sv, "image/vnd-ms.dds"}}};
  const std::string_view text = as_text(bytes);
  for (const Magic& magic : kMagics) {
    if (text.starts_with(magic.head)) return magic.type;
  }
  if (text.size() >= 12 && text.starts_with("RIFF") && text.substr(8, 4) == "WEBP") {
    return "image/webp";
  }
  return {};
}

Result<ResourceData> resource_content(std::string_view json) {
  const auto outer = read_fields(json);
  if (!outer) return damaged("it is no JSON object");
  if (!outer->text_data || outer->text_data->empty()) {
    return failure({.severity = Severity::error,
                    .code = "resource-missing",
                    .message = "The recording names this resource but does not carry it."});
  }
  const std::string& inner_text = *outer->text_data;
  const std::string padded = inner_text + std::string(simdjson::SIMDJSON_PADDING, ' ');
  const auto inner = read_fields(std::string_view(padded).substr(0, inner_text.size()));
  if (!inner) return damaged("its textData is no JSON text");
  if (inner->blob) return file_of_blob(*inner->blob, outer->type.value_or(""));
  if (inner->data) return raw_picture(*inner);
  return damaged("its textData has neither blob nor data");
}

}  // namespace scrubjay::framebyframe

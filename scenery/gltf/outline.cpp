#include "scenery/gltf/outline.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "core/number_text.h"
#include "core/text.h"
#include "scenery/gltf/limits.h"

namespace scrubjay::gltf {

namespace {

namespace od = simdjson::ondemand;

// Members that are read, wherever they stand. All others are left out, known or not.
constexpr std::array<std::string_view, 35> kKept = {
    "accessors",  "alphaMode",     "asset",       "attributes", "baseColorFactor",
    "bufferView", "bufferViews",   "byteLength",  "byteOffset", "byteStride",
    "children",   "componentType", "copyright",   "count",      "extensionsRequired",
    "generator",  "indices",       "material",    "materials",  "matrix",
    "mesh",       "meshes",        "mode",        "nodes",      "normalized",
    "POSITION",   "primitives",    "rotation",    "scale",      "scene",
    "scenes",     "sparse",        "translation", "type",       "values"};
// Those whose numbers may be larger than an index.
constexpr std::array<std::string_view, 7> kLarge = {
    "byteLength", "byteOffset", "count", "matrix", "rotation", "scale", "translation"};
// Beside them: "buffer" of a view, "version" of the asset, "pbrMetallicRoughness" of a material.
constexpr std::array<std::string_view, 3> kKeptToo = {"buffer", "version", "pbrMetallicRoughness"};

bool holds(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string_view trimmed(std::string_view token) {
  const std::size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Copies what is kept of a document. The first error ends it.
class Copier {
 public:
  explicit Copier(Outline& outline) : outline_(outline) {}

  /// An object with its kept members; of the whole document, also the buffers.
  simdjson::error_code object(od::object object, int depth);
  std::optional<Problem> limit;  ///< why it ended, where the JSON is not to blame

 private:
  simdjson::error_code value(od::value value, std::string_view key, int depth);
  simdjson::error_code array(od::array array, std::string_view key, int depth);
  simdjson::error_code number(od::value value, std::string_view key);
  simdjson::error_code buffers(od::value value);
  simdjson::error_code too_large(std::string expected);

  Outline& outline_;
  std::size_t objects_ = 0;
};

simdjson::error_code Copier::too_large(std::string expected) {
  limit = Problem{.severity = Severity::fatal,
                  .code = "too-large",
                  .message = "The glTF file holds more than Scrubjay reads of one.",
                  .expected = std::move(expected),
                  .found = "more"};
  return simdjson::CAPACITY;
}

simdjson::error_code Copier::number(od::value value, std::string_view key) {
  const std::string_view token = trimmed(value.raw_json_token());
  const bool is_integer = token.find_first_not_of("-0123456789") == std::string_view::npos;
  if (is_integer && !holds(kLarge, key) && !number_from<std::int32_t>(token)) {
    return simdjson::NUMBER_ERROR;
  }
  outline_.text += token;
  return simdjson::SUCCESS;
}

simdjson::error_code Copier::value(od::value value, std::string_view key, int depth) {
  if (depth > limits::kDeepest) return too_large("objects and arrays at most 16 deep");
  if (outline_.text.size() > limits::kMostOutlineBytes) {
    return too_large("64 MiB of nodes, meshes and accessors");
  }
  od::json_type type{};
  if (const auto error = value.type().get(type)) return error;
  if (type == od::json_type::object) {
    od::object members;
    if (const auto error = value.get_object().get(members)) return error;
    return object(members, depth);
  }
  if (type == od::json_type::array) {
    od::array elements;
    if (const auto error = value.get_array().get(elements)) return error;
    return array(elements, key, depth);
  }
  if (type == od::json_type::number) return number(value, key);
  outline_.text += trimmed(value.raw_json_token());
  return simdjson::SUCCESS;
}

simdjson::error_code Copier::array(od::array array, std::string_view key, int depth) {
  outline_.text += '[';
  bool is_first = true;
  for (auto element : array) {
    od::value inner;
    if (const auto error = std::move(element).get(inner)) return error;
    if (!std::exchange(is_first, false)) outline_.text += ',';
    if (const auto error = value(inner, key, depth + 1)) return error;
  }
  outline_.text += ']';
  return simdjson::SUCCESS;
}

simdjson::error_code Copier::object(od::object object, int depth) {
  if (++objects_ > limits::kMostObjects) return too_large("at most 2,000,000 objects");
  outline_.text += '{';
  bool is_first = true;
  for (auto field : object) {
    // Names are short here; a copy outlives what is read inside.
    std::string_view name;
    if (const auto error = field.unescaped_key().get(name)) return error;
    const bool is_buffers = depth == 0 && name == "buffers";
    if (!is_buffers && !holds(kKept, name) && !holds(kKeptToo, name)) continue;
    const std::string key(name);
    od::value inner;
    if (const auto error = field.value().get(inner)) return error;
    if (is_buffers) {
      if (const auto error = buffers(inner)) return error;
      continue;
    }
    if (!std::exchange(is_first, false)) outline_.text += ',';
    outline_.text += '"' + key + "\":";
    if (const auto error = value(inner, key, depth + 1)) return error;
  }
  outline_.text += '}';
  return simdjson::SUCCESS;
}

simdjson::error_code Copier::buffers(od::value value) {
  od::array array;
  if (const auto error = value.get_array().get(array)) return error;
  for (auto element : array) {
    if (outline_.buffers.size() == limits::kMostBuffers) return too_large("at most 4,096 buffers");
    od::object object;
    if (const auto error = element.get_object().get(object)) return error;
    BufferEntry& entry = outline_.buffers.emplace_back();
    for (auto field : object) {
      std::string_view name;
      if (const auto error = field.unescaped_key().get(name)) return error;
      if (name == "uri") {
        std::string_view uri;
        if (const auto error = field.value().get_string().get(uri)) return error;
        entry.uri = std::string(uri);
      } else if (name == "byteLength") {
        if (const auto error = field.value().get_uint64().get(entry.size)) return error;
      }
    }
  }
  return simdjson::SUCCESS;
}

}  // namespace

Result<Outline> read_outline(const Container& container) {
  if (container.json.size() > limits::kMostJsonBytes) {
    return failure({.severity = Severity::fatal,
                    .code = "too-large",
                    .offset = container.json_offset,
                    .message = "The glTF file holds more than Scrubjay reads of one.",
                    .expected = "at most 512 MiB of JSON",
                    .found = std::to_string(container.json.size()) + " bytes"});
  }
  const simdjson::padded_string text(as_text(container.json));
  od::parser parser;
  od::document document;
  od::object root;
  Outline outline;
  Copier copier(outline);
  auto error = parser.iterate(text).get(document);
  const bool has_begun = !error;
  if (!error) error = document.get_object().get(root);
  if (!error) error = copier.object(root, 0);
  if (copier.limit) return failure(std::move(*copier.limit));
  if (!error) return outline;
  const char* at = nullptr;
  Problem problem{.severity = Severity::fatal,
                  .code = "bad-json",
                  .message = "The JSON of the glTF file cannot be read.",
                  .expected = "a JSON object as glTF 2.0 states it",
                  .found = clause_of(simdjson::error_message(error))};
  if (has_begun && document.current_location().get(at) == simdjson::SUCCESS && at != nullptr) {
    problem.offset = container.json_offset + static_cast<std::uint64_t>(at - text.data());
  }
  return failure(std::move(problem));
}

}  // namespace scrubjay::gltf

#include "scenery/gltf/document.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <string_view>

#include "core/text.h"

namespace scrubjay::gltf {

namespace {

// Extensions that a file may require: they change how surfaces look, or are read.
constexpr std::array<std::string_view, 8> kHarmless = {
    "KHR_materials_", "KHR_texture_", "KHR_mesh_quantization", "KHR_lights_",
    "EXT_texture_",   "EXT_lights_",  "MSFT_texture_dds",      "KHR_xmp"};

std::unexpected<Problem> bad_document(std::string found) {
  constexpr std::size_t kShown = 300;
  found = valid_utf8(found.substr(0, kShown));
  while (!found.empty() && found.back() == '\n') found.pop_back();
  return failure({.severity = Severity::fatal,
                  .code = "bad-document",
                  .message = "The JSON is not what glTF 2.0 states.",
                  .expected = {},
                  .found = std::move(found)});
}

std::optional<Problem> unmet(const tinygltf::Model& model) {
  if (!model.asset.version.starts_with("2.")) {
    return Problem{.severity = Severity::fatal,
                   .code = "unknown-version",
                   .message = "The glTF file has a version that Scrubjay does not read.",
                   .expected = "\"2.0\" in the member \"asset\"",
                   .found = '"' + valid_utf8(model.asset.version.substr(0, 20)) + '"'};
  }
  for (const std::string& name : model.extensionsRequired) {
    const auto is_it = [&](std::string_view start) { return name.starts_with(start); };
    if (std::ranges::any_of(kHarmless, is_it)) continue;
    return Problem{.severity = Severity::fatal,
                   .code = "needs-extension",
                   .message = "The glTF file cannot be read without an extension of the format.",
                   .expected = "no extension, or one that concerns looks only",
                   .found = '"' + valid_utf8(name.substr(0, 100)) + '"'};
  }
  return std::nullopt;
}

}  // namespace

Result<tinygltf::Model> read_document(const Outline& outline) {
  tinygltf::Model model;
  std::string errors;
  std::string warnings;
  try {
    tinygltf::TinyGLTF reader;
    if (!reader.LoadASCIIFromString(&model, &errors, &warnings, outline.text.data(),
                                    static_cast<unsigned>(outline.text.size()), "",
                                    tinygltf::NO_REQUIRE)) {
      return bad_document(errors);
    }
  } catch (const std::exception& exception) {
    return bad_document(exception.what());
  }
  if (auto problem = unmet(model)) return failure(std::move(*problem));
  return model;
}

}  // namespace scrubjay::gltf

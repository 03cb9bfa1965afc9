#include "formats/flecs/read/scene_unit.h"

#include "formats/flecs/limits.h"
#include "formats/flecs/read/document_reader.h"
#include "formats/flecs/read/transforms.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kLooked = 4;

/// Without any of the names of units there is nothing to parse for.
bool may_have_units(std::string_view text) {
  return json::find_quoted(text, "\"unit\"", 0) != std::string_view::npos ||
         json::find_quoted(text, "\"symbol\"", 0) != std::string_view::npos;
}

}  // namespace

std::optional<double> find_scene_unit(std::string_view text, const Choices& choices) {
  if (text.size() >= limits::kMostSceneUnitBytes) {
    // Whole lines: a document that is cut would only be tried to be repaired.
    const std::size_t end = text.rfind('\n', limits::kMostSceneUnitBytes);
    if (end == std::string_view::npos) return {};
    text = text.substr(0, end);
  }
  const FoundDocuments found = find_documents(text, {.most = kLooked});
  DocumentReader reader(choices);
  std::optional<double> unit;
  for (const FoundDocument& document : found.documents) {
    const std::string_view bytes = text.substr(static_cast<std::size_t>(document.bytes.begin),
                                               static_cast<std::size_t>(document.bytes.size));
    if (!may_have_units(bytes) || !reader.read(text, document)) continue;
    for (const Snapshot::Item& item : reader.snapshot().items()) {
      if (unit || !item.has_value) continue;
      for_each_role(item, [&](const auto&, const Schema* schema, const Role& role) {
        if (!unit && role.kind == Role::Kind::position) unit = metres_of(schema);
      });
    }
    if (unit) return unit;
  }
  return unit;
}

}  // namespace scrubjay::flecs

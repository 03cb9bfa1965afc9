#include "scenery/gltf/gltf.h"

#include <array>
#include <string>
#include <utility>

#include "core/text.h"
#include "scenery/gltf/buffers.h"
#include "scenery/gltf/container.h"
#include "scenery/gltf/document.h"
#include "scenery/gltf/nodes.h"
#include "scenery/gltf/outline.h"
#include "scenery/gltf/primitives.h"
#include "scenery/level_builder.h"
#include "scenery/level_outcome.h"

namespace scrubjay::gltf {

namespace {

constexpr std::array<std::string_view, 2> kExtensions = {"glb", "gltf"};
/// y up, the front of a thing looks along +z, its left is +x.
constexpr CoordinateSystem kCoordinates{
    .right = Axis::neg_x, .up = Axis::pos_y, .forward = Axis::pos_z, .metres_per_unit = 1.0};

Match probe(const ProbeInput& input) {
  if (begins_as_binary(input.head)) return Match::certain;
  const std::string_view text = as_text(input.head);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return Match::none;
  const bool has_asset = text.find("\"asset\"") != std::string_view::npos &&
                         text.find("\"version\"") != std::string_view::npos;
  if (input.extension == "gltf") return Match::certain;
  return has_asset ? Match::possible : Match::none;
}

void add_facts(Scenery& scenery, const tinygltf::Model& model) {
  constexpr std::size_t kShown = 200;
  const auto add = [&](std::string name, const std::string& text) {
    if (!text.empty()) {
      scenery.facts.emplace_back(std::move(name), valid_utf8(text.substr(0, kShown)));
    }
  };
  add("version", model.asset.version);
  add("generator", model.asset.generator);
  add("copyright", model.asset.copyright);
  add("nodes", std::to_string(model.nodes.size()));
  add("meshes", std::to_string(model.meshes.size()));
  add("materials", std::to_string(model.materials.size()));
}

std::size_t bytes_of(const InputFile& file, const std::vector<Buffer>& buffers) {
  std::size_t bytes = file.bytes().size();
  for (const Buffer& buffer : buffers) {
    if (buffer.neighbour) bytes += buffer.bytes.size();
  }
  return bytes;
}

Result<std::shared_ptr<const Scenery>> read(const InputFile& file, const Neighbours& neighbours,
                                            const std::atomic<bool>& cancelled) {
  const auto container = open_container(file.bytes());
  if (!container) return failure(container.error());
  const auto outline = read_outline(*container);
  if (!outline) return failure(outline.error());
  const auto model = read_document(*outline);
  if (!model) return failure(model.error());
  auto scenery = std::make_shared<Scenery>();
  scenery->format = kFormat.name;
  scenery->path = file.path();
  scenery->coordinates = kCoordinates;
  const auto buffers = open_buffers(*container, outline->buffers, neighbours, scenery->problems);
  LevelBuilder level(bytes_of(file, buffers));
  const auto colors = base_colors(*model);
  const PrimitiveReader reader{*model, buffers, colors, cancelled, level};
  visit_meshes(*model, scenery->problems, [&](const MeshInstance& instance) {
    const auto index = static_cast<std::size_t>(instance.mesh);
    if (index >= model->meshes.size()) {
      fold_into(scenery->problems,
                {.severity = Severity::error,
                 .code = "bad-mesh",
                 .message = "A node names a mesh that is not there.",
                 .expected = "a mesh less than " + std::to_string(model->meshes.size()),
                 .found = std::to_string(index)});
      return true;
    }
    for (const tinygltf::Primitive& primitive : model->meshes[index].primitives) {
      if (cancelled) return false;
      if (auto problem = reader.add(primitive, instance.world_from_mesh)) {
        fold_into(scenery->problems, std::move(*problem));
      }
    }
    return true;
  });
  add_facts(*scenery, *model);
  return finished_level(std::move(scenery), level, cancelled);
}

}  // namespace

const SceneryFormat kFormat{.name = "gltf",
                            .title = "glTF levels",
                            .extensions = kExtensions,
                            .probe = probe,
                            .read = read};

}  // namespace scrubjay::gltf

#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/property_tree.h"
#include "core/session.h"
#include "render/layer_state.h"

namespace scrubjay {

/// A shape among the properties of the frames shown.
struct ShapeRef {
  EntityRef entity;        ///< the owner; of an event's shape the event's entity, which may be none
  std::uint32_t node = 0;  ///< counted from the first one of the entity's (or event's) range
  EventIndex event;        ///< none: one of the entity's own properties
  bool operator==(const ShapeRef&) const = default;
};

/// A layer and how it is drawn.
struct LayerChoice {
  std::string_view name;
  LayerState state = LayerState::all;
};

/// One shape of the frames: what is common to all that is drawn for it.
struct SceneShape {
  ShapeRef ref;
  PropertyType type = PropertyType::null;
  std::uint8_t flags = 0;     ///< SceneFlags
  std::uint16_t texture = 0;  ///< of SceneShapes::textures, from 1; 0 for none
  std::uint32_t color = 0;    ///< red in the lowest byte, opacity in the highest
};

/// Forms of which one mesh is drawn many times. Meshes lie in the cube [-1, 1]^3.
enum class SolidForm : std::uint8_t {
  sphere,
  hemisphere,  ///< its flat side at z = 0, its dome upwards
  capsule,     ///< two domes; `stretch` moves them apart along z
  cylinder,    ///< along z
  box,
  plane,  ///< at z = 0, seen from both sides
};
inline constexpr std::size_t kSolidForms = 6;

/// A solid ready to draw. All numbers are finite.
struct SceneSolid {
  glm::vec3 center{0.0F};                      ///< metres from the scene's origin
  glm::quat rotation{1.0F, 0.0F, 0.0F, 0.0F};  ///< world_from_solid
  glm::vec3 half{1.0F};                        ///< scale of the mesh along its axes, above 0
  float stretch = 0;                           ///< metres from the middle to a capsule's domes
  SolidForm form = SolidForm::sphere;
  std::uint32_t shape = 0;  ///< of SceneShapes::shapes
};

/// A straight piece of a line, metres from the scene's origin.
struct ShapeSegment {
  glm::vec3 from{0.0F};
  glm::vec3 to{0.0F};
};

/// The pieces of one line, arrow, vector or path.
struct ShapeLine {
  std::uint32_t first = 0;  ///< of SceneShapes::segments
  std::uint32_t count = 0;
  std::uint32_t shape = 0;
};

struct ShapeVertex {
  glm::vec3 position{0.0F};
  glm::vec3 normal{0.0F, 0.0F, 1.0F};
};

/// The triangles of one mesh or triangle, three vertices each, counter-clockwise from the front.
struct ShapeMesh {
  std::uint32_t first = 0;  ///< of SceneShapes::vertices
  std::uint32_t count = 0;
  glm::vec3 center{0.0F};  ///< of its bounds
  float radius = 0;
  bool wireframe = false;  ///< with black edges
  std::uint32_t shape = 0;
};

/// A picture that shapes name, and the OpenGL texture for it, which the application sets between
/// build_scene and drawing: rows from the top. 0: not there (yet), drawn without.
struct SceneTexture {
  std::size_t recording = 0;
  std::string_view path;  ///< the resource's; valid while its frame is
  unsigned texture = 0;
  bool has_alpha = false;  ///< not every pixel is opaque
};

/// The shapes of a picture as plain data. Refilled again and again; keeps its storage.
struct SceneShapes {
  std::vector<SceneShape> shapes;
  std::vector<SceneSolid> solids;
  std::vector<ShapeLine> lines;
  std::vector<ShapeSegment> segments;
  std::vector<ShapeMesh> meshes;
  std::vector<ShapeVertex> vertices;
  std::vector<SceneTexture> textures;
  std::size_t invalid = 0;  ///< left out: a place or size that is missing, absurd or no number

  std::vector<glm::vec3> corners;  ///< working storage: one mesh's vertices
  std::vector<glm::vec3> normals;  ///< likewise

  void clear();
};

/// Whose shapes are being added.
struct ShapeOwner {
  EntityRef entity;
  EventIndex event;
  std::uint8_t flags = 0;              ///< SceneFlags
  std::optional<glm::dvec3> position;  ///< recorded place of the entity, for vectors
};

/// A box along the axes of viewer space, metres from the scene's origin.
struct ShapeExtent {
  glm::vec3 low{0.0F};
  glm::vec3 high{0.0F};
};

/// Reads shapes out of property trees: formats/framebyframe/README.md, 6.2 and 12, from any
/// coordinates into viewer space. Allocates nothing in steady use.
class ShapeBuilder {
 public:
  struct Options {
    glm::dvec3 origin{0.0};               ///< viewer space
    std::span<const LayerChoice> layers;  ///< ascending by name; others show all
    std::optional<ShapeRef> hovered;
  };
  ShapeBuilder(const Options& options, SceneShapes& out) : options_(options), out_(out) {}

  /// The coordinates of what is added from now on.
  void set_coordinates(const CoordinateSystem& coordinates);

  /// Adds all shapes below the roots of `range`. Returns the extent of those that stand for the
  /// owner so well that no marker is needed: solids and meshes, opaque enough, around its position.
  std::optional<ShapeExtent> add(const PropertyTree& tree, PropertyRange range,
                                 const ShapeOwner& owner);

 private:
  struct Fields;

  std::optional<ShapeExtent> add_shape(const PropertyTree& tree, PropertyTree::Node node,
                                       std::uint32_t offset, const ShapeOwner& owner);
  bool draw(const Fields& fields, const ShapeOwner& owner, std::uint32_t shape);
  bool add_round(const Fields& fields, SolidForm form, std::uint32_t shape);
  bool add_box(const Fields& fields, std::uint32_t shape);
  bool add_plane(const Fields& fields, std::uint32_t shape);
  bool add_solid(const SceneSolid& solid);
  bool add_line(const glm::dvec3& from, const glm::dvec3& to, bool arrow, std::uint32_t shape);
  bool add_path(const Fields& fields, std::uint32_t shape);
  bool add_triangle(const Fields& fields, std::uint32_t shape);
  bool add_mesh(const Fields& fields, std::uint32_t shape);
  bool close_line(std::size_t first, std::uint32_t shape);
  bool close_mesh(std::size_t first, bool wireframe, std::uint32_t shape);
  std::optional<ShapeExtent> stands_for(const ShapeOwner& owner, std::uint32_t shape) const;
  std::uint16_t texture_of(std::string_view path, std::size_t recording);
  LayerState state_of(std::string_view layer);
  /// Metres from the scene's origin.
  glm::dvec3 place(const glm::dvec3& recorded) const {
    return way_.point(recorded) - options_.origin;
  }

  Options options_;
  SceneShapes& out_;
  CoordinateConversion way_;
  std::string_view last_layer_;  ///< asked for last, and its state
  LayerState last_state_ = LayerState::all;
  bool has_last_layer_ = false;
};

/// Length of the four arms of an arrow's head, metres in viewer space whatever the frame's scale
/// (formats/framebyframe/README.md, 6.2).
inline constexpr double kArrowArm = 0.2;

/// Appends corners of what the shapes cover, in viewer space relative to the scene's origin, for a
/// camera to be fitted to: at most `most` shapes.
void shape_extents(const SceneShapes& shapes, std::size_t most, std::vector<glm::dvec3>& out);

}  // namespace scrubjay

#include "render/scene_shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "expect_near.h"
#include "render/scene.h"
#include "shape_maker.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

using Maker = ShapeMaker;
using glm::dvec3;
using glm::vec3;

SceneShapes shapes_of(const SceneMaker& maker, const SceneOptions& options = {}) {
  SceneContent scene;
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, options, scene);
  return scene.shapes;
}

/// What one shape becomes, recorded with that coordSystem and scale.
SceneShapes shapes_of(const Maker::Shape& shape, int system = 0, double scale = 1) {
  Maker maker;
  maker.frame.coordinates = framebyframe_coordinates(system, scale);
  maker.entity({1, 2, 3});
  maker.shape(shape);
  return shapes_of(maker);
}

/// Where the mesh's own axes point.
vec3 axis_of(const SceneSolid& solid, int axis) {
  vec3 local(0.0F);
  local[axis] = 1;
  return solid.rotation * local;
}

/// The recorded point (1, 2, 3) in viewer space: x right, y forward, z up
/// (formats/framebyframe/README.md, 12.1).
struct SystemRow {
  int system;
  vec3 one_two_three;
};
constexpr SystemRow kSystems[] = {{0, {1, 2, 3}}, {1, {1, 3, 2}}, {2, {2, 1, 3}}};

TEST(SceneShapes, PutPositionsAndLengthsIntoViewerSpaceWithScale) {
  for (const SystemRow& row : kSystems) {
    const std::string what = "coordSystem " + std::to_string(row.system);
    const SceneShapes shapes = shapes_of(Maker::sphere({1, 2, 3}, 0.5), row.system, 10);
    ASSERT_EQ(shapes.solids.size(), 1U) << what;
    expect_near(shapes.solids[0].center, row.one_two_three * 10.0F, what);
    expect_near(shapes.solids[0].half, vec3(5), what);
    EXPECT_EQ(shapes.shapes[0].type, PropertyType::sphere);
  }
}

TEST(SceneShapes, TurnRoundFormsAlongTheirDirection) {
  struct Row {
    PropertyType type;
    SolidForm form;
    vec3 half;
    float stretch;
  };
  constexpr Row kRows[] = {{PropertyType::hemisphere, SolidForm::hemisphere, {0.5F, 0.5F, 0.5F}, 0},
                           {PropertyType::capsule, SolidForm::capsule, {0.5F, 0.5F, 0.5F}, 1.5F},
                           {PropertyType::cylinder, SolidForm::cylinder, {0.5F, 0.5F, 2}, 0}};
  for (const Row& row : kRows) {
    for (const SystemRow& system : kSystems) {
      // A direction that is not a unit vector must not scale anything.
      const SceneShapes shapes =
          shapes_of(Maker::round(row.type, {1, 2, 3}, {1, 2, 3}, 0.5, 4), system.system);
      ASSERT_EQ(shapes.solids.size(), 1U);
      const SceneSolid& solid = shapes.solids[0];
      EXPECT_EQ(solid.form, row.form);
      expect_near(solid.center, system.one_two_three);
      expect_near(solid.half, row.half);
      EXPECT_FLOAT_EQ(solid.stretch, row.stretch);  // total length 4 = 2 (1.5 + 0.5)
      expect_near(axis_of(solid, 2), glm::normalize(system.one_two_three));
    }
  }
}

TEST(SceneShapes, KeepTheLengthOfACapsuleShorterThanWide) {
  const SceneShapes shapes =
      shapes_of(Maker::round(PropertyType::capsule, {0, 0, 0}, {0, 0, 1}, 2, 1));
  expect_near(shapes.solids[0].half, {2, 2, 0.5F});
  EXPECT_FLOAT_EQ(shapes.solids[0].stretch, 0);
}

TEST(SceneShapes, KeepTheSizesOfAxisAlignedBoxesWithTheirAxes) {
  constexpr vec3 kHalves[] = {{0.5F, 1, 1.5F}, {0.5F, 1.5F, 1}, {1, 0.5F, 1.5F}};
  for (std::size_t i = 0; i < 3; ++i) {
    const SceneShapes shapes = shapes_of(Maker::aabb({0, 0, 0}, {1, 2, 3}), static_cast<int>(i), 2);
    expect_near(shapes.solids[0].half, kHalves[i] * 2.0F);
    expect_near(axis_of(shapes.solids[0], 0), {1, 0, 0});
    expect_near(axis_of(shapes.solids[0], 1), {0, 1, 0});
  }
}

TEST(SceneShapes, TurnBoxesByUpAndForwardWithSizesAlongThem) {
  // Turned by 90 degrees about up, to its right: forward is the system's right.
  struct Row {
    int system;
    dvec3 size;  // right 1, forward 2, up 3 by the system's own axes
    dvec3 up;
    dvec3 forward;
  };
  const Row rows[] = {{0, {1, 2, 3}, {0, 0, 1}, {1, 0, 0}},
                      {1, {1, 3, 2}, {0, 1, 0}, {1, 0, 0}},
                      {2, {2, 1, 3}, {0, 0, 1}, {0, 1, 0}}};
  for (const Row& row : rows) {
    const SceneShapes shapes =
        shapes_of(Maker::oobb({0, 0, 0}, row.size, row.up * 7.0, row.forward * 0.1), row.system);
    ASSERT_EQ(shapes.solids.size(), 1U);
    const SceneSolid& solid = shapes.solids[0];
    const std::string what = "coordSystem " + std::to_string(row.system);
    expect_near(solid.half, {0.5F, 1, 1.5F}, what);
    expect_near(axis_of(solid, 0), {0, -1, 0}, what);  // its right points backwards
    expect_near(axis_of(solid, 1), {1, 0, 0}, what);
    expect_near(axis_of(solid, 2), {0, 0, 1}, what);
  }
}

TEST(SceneShapes, StraightenAxesThatAreNotPerpendicular) {
  const SceneShapes shapes = shapes_of(Maker::oobb({0, 0, 0}, {1, 1, 1}, {0, 0, 2}, {0, 1, 1}));
  expect_near(axis_of(shapes.solids[0], 2), {0, 0, 1});
  expect_near(axis_of(shapes.solids[0], 1), {0, 1, 0});
  const dvec3 bad[] = {{0, 0, 0}, {0, 0, 2}, {kNaN, 0, 1}, {kInfinity, 0, 0}};
  for (const dvec3& forward : bad) {
    const SceneShapes odd = shapes_of(Maker::oobb({0, 0, 0}, {1, 1, 1}, {0, 0, 2}, forward));
    ASSERT_EQ(odd.solids.size(), 1U);
    expect_near(axis_of(odd.solids[0], 2), {0, 0, 1});
    EXPECT_NEAR(glm::length(axis_of(odd.solids[0], 1)), 1, 1e-5);
  }
}

TEST(SceneShapes, LayPlanesAcrossTheirNormal) {
  // formats/framebyframe/README.md, 6.2: length along up, width along up x normal, measured in its
  // left-handed viewer: X right, Y up, Z forward. There (0, 1, 0) x (0, 0, 1) = (1, 0, 0).
  struct Row {
    int system;
    dvec3 up;
    dvec3 normal;
  };
  const Row rows[] = {
      {0, {0, 0, 1}, {0, 1, 0}}, {1, {0, 1, 0}, {0, 0, 1}}, {2, {0, 0, 1}, {1, 0, 0}}};
  for (const Row& row : rows) {
    const SceneShapes shapes =
        shapes_of(Maker::plane({1, 2, 3}, row.normal, row.up, 2, 6), row.system, 0.5);
    ASSERT_EQ(shapes.solids.size(), 1U);
    const SceneSolid& solid = shapes.solids[0];
    EXPECT_EQ(solid.form, SolidForm::plane);
    EXPECT_FLOAT_EQ(solid.half.x, 0.5F);
    EXPECT_FLOAT_EQ(solid.half.y, 1.5F);
    expect_near(axis_of(solid, 0), {1, 0, 0});
    expect_near(axis_of(solid, 1), {0, 0, 1});
  }
}

TEST(SceneShapes, DrawLinesAndHeadsOfFixedSize) {
  const SceneShapes line = shapes_of(Maker::line(PropertyType::line, {1, 2, 3}, {0, 0, 0}), 1, 2);
  ASSERT_EQ(line.segments.size(), 1U);
  expect_near(line.segments[0].from, {2, 6, 4});
  for (const double scale : {1.0, 100.0}) {
    const SceneShapes arrow =
        shapes_of(Maker::line(PropertyType::arrow, {0, 0, 0}, {0, 5, 0}), 0, scale);
    ASSERT_EQ(arrow.segments.size(), 5U);
    ASSERT_EQ(arrow.lines.size(), 1U);
    EXPECT_EQ(arrow.lines[0].count, 5U);
    const vec3 tip = arrow.segments[0].to;
    expect_near(tip, {0, static_cast<float>(5 * scale), 0});
    for (std::size_t i = 1; i < 5; ++i) {
      expect_near(arrow.segments[i].from, tip);
      EXPECT_NEAR(glm::distance(arrow.segments[i].to, tip), kArrowArm, 1e-3);
      EXPECT_LT(arrow.segments[i].to.y, tip.y);
    }
  }
}

TEST(SceneShapes, DrawVectorsFromTheirEntity) {
  for (const SystemRow& row : kSystems) {
    const SceneShapes shapes = shapes_of(Maker::vector({1, 2, 3}), row.system, 2);
    ASSERT_EQ(shapes.segments.size(), 5U);
    expect_near(shapes.segments[0].from, row.one_two_three * 2.0F);
    expect_near(shapes.segments[0].to, row.one_two_three * 4.0F);
  }
  Maker maker;
  maker.entity({0, 0, 0}).world.position.reset();
  maker.shape(Maker::vector({1, 2, 3}));
  EXPECT_EQ(shapes_of(maker).invalid, 1U);
}

TEST(SceneShapes, BreakPathsAtPlacesThatAreNone) {
  const SceneShapes shapes =
      shapes_of(Maker::path({0, 0, 0, 1, 0, 0, kNaN, 0, 0, 2, 0, 0, 3, 0, 0, 3, 1, 0, 9}));
  ASSERT_EQ(shapes.segments.size(), 3U);
  expect_near(shapes.segments[1].from, {2, 0, 0});
  EXPECT_EQ(shapes.invalid, 1U);
  EXPECT_TRUE(shapes_of(Maker::path({1, 2, 3})).segments.empty());  // one point makes no line
}

TEST(SceneShapes, KeepTheWindingSoThatTheFrontIsCounterClockwise) {
  // formats/framebyframe/README.md, 12.4: on recorded coordinates the outward normal is (p2 - p1) x
  // (p3 - p1) for coordSystem 0 and its negative for 1.
  const dvec3 p1(0, 0, 0), p2(1, 0, 0), p3(0, 1, 0);
  const vec3 recorded = vec3(glm::cross(p2 - p1, p3 - p1));
  const auto front = [&](int system) {
    const SceneShapes shapes = shapes_of(Maker::triangle(p1, p2, p3), system);
    EXPECT_EQ(shapes.vertices.size(), 3U);
    const auto& v = shapes.vertices;
    const vec3 face = glm::cross(v[1].position - v[0].position, v[2].position - v[0].position);
    expect_near(glm::normalize(face), v[0].normal, "counter-clockwise seen from the normal");
    return v[0].normal;
  };
  expect_near(front(0), recorded);                          // viewer space is coordSystem 0's
  expect_near(front(1), vec3(0, -1, 0), "-z in viewer Y");  // -recorded z is backwards
  expect_near(front(2), vec3(0, 0, -1));                    // left-handed too, z stays up
}

TEST(SceneShapes, AverageTheNormalsOfVerticesThatTrianglesShare) {
  // A roof: two slopes over a shared ridge along y, each going down to the side.
  const std::vector<double> vertices{0, 0, 1, 0, 2, 1, -1, 0, 0, -1, 2, 0, 1, 0, 0, 1, 2, 0};
  const std::vector<double> indices{0, 1, 3, 0, 3, 2, 0, 4, 5, 0, 5, 1};
  const SceneShapes shapes = shapes_of(Maker::mesh(vertices, indices));
  ASSERT_EQ(shapes.vertices.size(), 12U);
  ASSERT_EQ(shapes.meshes.size(), 1U);
  expect_near(shapes.vertices[0].normal, {0, 0, 1});                       // on the ridge
  expect_near(shapes.vertices[2].normal, glm::normalize(vec3(-1, 0, 1)));  // at the left eave
  expect_near(shapes.meshes[0].center, {0, 1, 0.5F});
}

TEST(SceneShapes, CountVerticesInOrderWhereAMeshHasNoIndices) {
  const SceneShapes shapes = shapes_of(Maker::mesh({0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5, 6, 6}, {}));
  ASSERT_EQ(shapes.vertices.size(), 3U);
  expect_near(shapes.vertices[1].position, {1, 0, 0});
}

TEST(SceneShapes, LeaveOutTrianglesWithIndicesThatAreNone) {
  const std::vector<double> square{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  const SceneShapes shapes = shapes_of(
      Maker::mesh(square, {0, 1, 2, 0, 2, 4, 0, -1, 2, kNaN, 1, 2, 1e30, 0, 1, 0, 2, 3, 0}));
  EXPECT_EQ(shapes.vertices.size(), 6U);
  EXPECT_EQ(shapes.invalid, 1U);
  EXPECT_EQ(shapes_of(Maker::mesh(square, {7, 8, 9})).shapes.size(), 0U);
}

TEST(SceneShapes, LeaveOutMeshesThatWouldFillTheMemory) {
  const std::vector<double> triangle{0, 0, 0, 1, 0, 0, 0, 1, 0};
  const SceneShapes shapes = shapes_of(Maker::mesh(triangle, std::vector<double>(7'000'000, 1)));
  EXPECT_TRUE(shapes.vertices.empty());
  EXPECT_EQ(shapes.invalid, 1U);
}

TEST(SceneShapes, LeaveOutAndCountWhatHasNoPlaceOrSize) {
  const Maker::Shape bad[] = {Maker::sphere({kNaN, 0, 0}, 1),
                              Maker::sphere({0, 0, 0}, kNaN),
                              Maker::sphere({0, 0, 0}, 1e300),
                              Maker::sphere({0, kInfinity, 0}, 1),
                              {.vectors = {{"position", {0, 0, 0}}}},
                              {.numbers = {{"radius", 1}}},
                              Maker::round(PropertyType::capsule, {0, 0, 0}, {0, 0, 1}, 1, kNaN),
                              Maker::aabb({0, 0, 0}, {1, kNaN, 1}),
                              Maker::plane({0, 0, 0}, {0, 0, 1}, {0, 1, 0}, kInfinity, 1),
                              Maker::line(PropertyType::line, {0, 0, 0}, {0, 0, 1e200}),
                              Maker::triangle({0, 0, 0}, {1, 0, 0}, {kNaN, 0, 0}),
                              Maker::mesh({kNaN, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2}),
                              Maker::path({kNaN, 0, 0, 1, 1, 1})};
  for (const Maker::Shape& shape : bad) {
    const SceneShapes shapes = shapes_of(shape);
    EXPECT_EQ(shapes.invalid, 1U) << to_text(shape.type);
    EXPECT_TRUE(shapes.shapes.empty()) << to_text(shape.type);
  }
}

TEST(SceneShapes, NeverHandOutNumbersThatAreNotFinite) {
  const double values[] = {0.0, 1.0, -1.0, 1e-320, 1e8, 1e10, 1e308, kNaN, kInfinity, -kInfinity};
  const auto is_finite = [](const vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  };
  for (const double a : values) {
    for (const double b : values) {
      Maker maker;
      maker.entity({a, b, 0});
      maker.shape(Maker::round(PropertyType::capsule, {0, 0, 0}, {a, b, a}, a, b));
      maker.shape(Maker::oobb({0, 0, 0}, {a, b, 1}, {b, a, 0}, {a, a, b}));
      maker.shape(Maker::plane({0, a, 0}, {a, b, 1}, {b, a, 0}, a, b));
      maker.shape(Maker::vector({b, a, 0}));
      maker.shape(Maker::triangle({a, 0, 0}, {0, b, 0}, {0, 0, 1}));
      maker.shape(Maker::mesh({a, b, 0, b, a, 0, 1, 1, 1}, {0, 1, 2}));
      const SceneShapes shapes = shapes_of(maker);
      for (const SceneSolid& solid : shapes.solids) {
        EXPECT_TRUE(is_finite(solid.center) && is_finite(solid.half));
        EXPECT_GT(std::min({solid.half.x, solid.half.y, solid.half.z}), 0);
        EXPECT_TRUE(std::isfinite(solid.stretch));
        const glm::quat& q = solid.rotation;
        EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-3);
      }
      for (const ShapeSegment& segment : shapes.segments) {
        EXPECT_TRUE(is_finite(segment.from) && is_finite(segment.to));
      }
      for (const ShapeVertex& vertex : shapes.vertices) {
        EXPECT_TRUE(is_finite(vertex.position) && is_finite(vertex.normal));
      }
    }
  }
}

TEST(SceneShapes, AreFoundInNestedGroupsButNotInsideOtherThings) {
  Maker maker;
  Entity& entity = maker.entity({0, 0, 0});
  PropertyTree& tree = maker.frame.tree;
  const auto group = tree.open("properties", PropertyType::group);
  const auto inner = tree.open("inner", PropertyType::group);
  const auto sphere = maker.append(Maker::sphere({1, 0, 0}, 1));
  tree.close(inner);
  const auto record = tree.open("odd", PropertyType::record);
  maker.append(Maker::sphere({2, 0, 0}, 1));
  tree.close(record);
  tree.close(group);
  const auto special = tree.open("special", PropertyType::group);
  auto hidden = Maker::sphere({3, 0, 0}, 1);
  hidden.name = "";  // drawn all the same (6.2)
  const auto unlisted = maker.append(hidden);
  tree.node_for_edit(unlisted).flags = kPropertyHidden;
  tree.close(special);
  entity.properties = tree.since(0);
  const SceneShapes shapes = shapes_of(maker);
  ASSERT_EQ(shapes.shapes.size(), 2U);
  EXPECT_EQ(shapes.shapes[0].ref.node, sphere);
  EXPECT_EQ(shapes.shapes[1].ref.node, unlisted);
  expect_near(shapes.solids[1].center, {3, 0, 0});
}

TEST(SceneShapes, OfEventsAreDrawnToo) {
  Maker maker;
  maker.entity({0, 0, 0});
  const auto first = maker.frame.tree.size();
  const auto node = maker.append(Maker::sphere({1, 0, 0}, 1));
  maker.frame.events.push_back({EventIndex(7), maker.frame.tree.since(first)});
  const SceneShapes shapes = shapes_of(maker);
  ASSERT_EQ(shapes.shapes.size(), 1U);
  EXPECT_EQ(shapes.shapes[0].ref.event, EventIndex(7));
  EXPECT_EQ(shapes.shapes[0].ref.node, node - first);
  EXPECT_FALSE(shapes.shapes[0].ref.entity.entity.exists());
}

TEST(SceneShapes, FollowTheStatesOfTheirLayers) {
  Maker maker;
  for (int i = 0; i < 2; ++i) {
    maker.entity({0, 0, 0});
    for (const std::string_view layer : {"", "Hits", "Paths"}) {
      auto shape = Maker::sphere({0, 0, 0}, 1);
      shape.layer = layer;
      maker.shape(shape);
    }
  }
  const EntityRef selected{0, EntityIndex(1)};
  const LayerChoice layers[] = {{"Hits", LayerState::selected}, {"Paths", LayerState::off}};
  SceneOptions options;
  options.selected = {&selected, 1};
  EXPECT_EQ(shapes_of(maker, options).shapes.size(), 6U);
  options.layers = layers;
  const SceneShapes shapes = shapes_of(maker, options);
  ASSERT_EQ(shapes.shapes.size(), 3U);  // both of the layer without a name, one hit
  EXPECT_EQ(shapes.shapes[2].ref.entity, selected);
}

TEST(SceneShapes, ShareTheMarksOfTheirEntity) {
  Maker maker;
  for (int i = 0; i < 4; ++i) {
    maker.entity({i, 0, 0});
    maker.shape(Maker::sphere({i, 0, 5}, 1));
  }
  const EntityRef hidden{0, EntityIndex(0)};
  const EntityRef one{0, EntityIndex(1)};
  SceneOptions options;
  options.hidden = {&hidden, 1};
  options.selected = {&one, 1};
  options.isolated = {&one, 1};
  options.hovered = EntityRef{0, EntityIndex(2)};
  SceneShapes shapes = shapes_of(maker, options);
  ASSERT_EQ(shapes.shapes.size(), 3U);
  EXPECT_EQ(shapes.shapes[0].flags, kSceneSelected);
  EXPECT_EQ(shapes.shapes[1].flags, kSceneHovered | kSceneDimmed);
  EXPECT_EQ(shapes.shapes[2].flags, kSceneDimmed);
  // One shape pointed at is marked alone.
  options.hovered_shape = ShapeRef{{0, EntityIndex(3)}, 0, {}};
  shapes = shapes_of(maker, options);
  EXPECT_EQ(shapes.shapes[1].flags & kSceneHovered, 0);
  EXPECT_EQ(shapes.shapes[2].flags & kSceneHovered, kSceneHovered);
}

TEST(SceneShapes, StandForTheirEntityWhenTheySurroundItsPlace) {
  struct Row {
    const char* what;
    Maker::Shape shape;
    bool stands;
  };
  auto faint = Maker::sphere({0, 0, 0}, 1);
  faint.color[3] = 0.2;
  const Row rows[] = {{"a ball around it", Maker::sphere({0, 0, 0.5}, 1), true},
                      {"a ball elsewhere", Maker::sphere({5, 0, 0}, 1), false},
                      {"a faint ball", faint, false},
                      {"a standing capsule",
                       Maker::round(PropertyType::capsule, {0, 0, 1}, {0, 0, 1}, 0.4, 2), true},
                      {"a capsule beside it",
                       Maker::round(PropertyType::capsule, {1, 0, 1}, {0, 0, 1}, 0.4, 2), false},
                      {"a floor", Maker::plane({0, 0, 0}, {0, 0, 1}, {0, 1, 0}, 9, 9), false},
                      {"a line", Maker::line(PropertyType::line, {0, 0, 0}, {1, 0, 0}), false}};
  for (const Row& row : rows) {
    Maker maker;
    maker.entity({0, 0, 0});
    maker.shape(row.shape);
    SceneContent scene;
    const SceneFrame frame{&maker.frame, 0};
    build_scene({&frame, 1}, {}, scene);
    ASSERT_EQ(scene.instances.size(), 1U);
    EXPECT_EQ((scene.instances[0].flags & kSceneHasShape) != 0, row.stands) << row.what;
  }
}

TEST(SceneShapes, OfAnEntityWithoutAPlaceLeaveOthersAlone) {
  Maker maker;
  maker.entity({7, 0, 0});
  maker.entity({0, 0, 0});
  maker.frame.entities.back().world.position.reset();
  maker.shape(Maker::sphere({0, 0, 0}, 1));
  SceneContent scene;
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, {}, scene);
  ASSERT_EQ(scene.instances.size(), 1U);
  EXPECT_EQ(scene.instances[0].flags & kSceneHasShape, 0);
  EXPECT_FLOAT_EQ(scene.instances[0].center.x, 7);
  EXPECT_EQ(scene.balls.size(), 1U);
  EXPECT_EQ(scene.shapes.shapes.size(), 1U);
}

TEST(SceneShapes, NameEachTextureOnce) {
  Maker maker;
  maker.entity({0, 0, 0});
  for (const std::string_view path : {"a.png", "", "b.png", "a.png"}) {
    auto shape = Maker::sphere({0, 0, 0}, 1);
    shape.texture = path;
    maker.shape(shape);
  }
  const SceneShapes shapes = shapes_of(maker);
  ASSERT_EQ(shapes.textures.size(), 2U);
  EXPECT_EQ(shapes.textures[1].path, "b.png");
  EXPECT_EQ(shapes.shapes[0].texture, 1);
  EXPECT_EQ(shapes.shapes[1].texture, 0);
  EXPECT_EQ(shapes.shapes[2].texture, 2);
  EXPECT_EQ(shapes.shapes[3].texture, 1);
}

TEST(SceneShapes, PackColoursAndBoundThem) {
  auto shape = Maker::sphere({0, 0, 0}, 1);
  shape.color = {1, 0.5, 0, 0.25};
  EXPECT_EQ(shapes_of(shape).shapes[0].color, 0x400080FFU);
  shape.color = {7, -3, kNaN, kInfinity};
  EXPECT_EQ(shapes_of(shape).shapes[0].color, 0xFFFF00FFU);
}

TEST(SceneShapes, KeepTheirStorage) {
  Maker maker;
  maker.entity({0, 0, 0});
  for (int i = 0; i < 100; ++i) maker.shape(Maker::sphere({i, 0, 0}, 1));
  SceneContent scene;
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, {}, scene);
  const SceneSolid* const storage = scene.shapes.solids.data();
  build_scene({&frame, 1}, {}, scene);
  EXPECT_EQ(scene.shapes.solids.size(), 100U);
  EXPECT_EQ(scene.shapes.solids.data(), storage);
}

}  // namespace
}  // namespace scrubjay

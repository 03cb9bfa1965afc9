#include "core/frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

const CoordinateSystem kOpenGl{Axis::pos_x, Axis::pos_y, Axis::neg_z, 1.0};

glm::dvec3 vec3_of(const PropertyTree& tree, PropertyTree::Node node) {
  const auto v = tree.numbers_of(tree[node]);
  return {v[0], v[1], v[2]};
}

void expect_near(const glm::dvec3& a, const glm::dvec3& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << "component " << i;
}

Entity entity_at(std::size_t row) {
  Entity entity;
  entity.index = EntityIndex(row);
  return entity;
}

TEST(EntityKind, EachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kEntityKinds; ++i) names.insert(to_text(static_cast<EntityKind>(i)));
  EXPECT_EQ(names.size(), kEntityKinds);
}

TEST(Frame, FindsEntitiesByTheirRow) {
  Frame frame;
  EXPECT_EQ(frame.find(EntityIndex(0)), nullptr);
  for (const std::size_t row : {2u, 3u, 7u, 100u}) {
    frame.entities.push_back(entity_at(row));
  }
  for (const std::size_t row : {2u, 3u, 7u, 100u}) {
    ASSERT_NE(frame.find(EntityIndex(row)), nullptr) << row;
    EXPECT_EQ(frame.find(EntityIndex(row))->index.value, row);
  }
  for (const std::size_t row : {0u, 1u, 4u, 99u, 101u}) {
    EXPECT_EQ(frame.find(EntityIndex(row)), nullptr) << row;
  }
  EXPECT_EQ(frame.find(EntityIndex::none()), nullptr);
}

/// The label of an entity of that name: its properties are labels but for "team".
std::string label_among(std::string_view name,
                        const std::vector<std::pair<std::string_view, std::string_view>>& texts) {
  Frame frame;
  const auto add = [&](std::string_view key, std::string_view text) {
    const auto node = frame.tree.text(key, text);
    if (key != "team") frame.tree.node_for_edit(node).role = PropertyRole::label;
  };
  add("name", "someone else");  // of another entity, before this one's
  const PropertyTree::Node mark = frame.tree.size();
  const auto group = frame.tree.open("inside", PropertyType::group);
  add("name", "of a part");
  frame.tree.close(group);
  const auto number = frame.tree.integer("label", 5);
  frame.tree.node_for_edit(number).role = PropertyRole::label;
  for (const auto& [key, text] : texts) add(key, text);
  Entity entity;
  entity.name = name;
  entity.properties = frame.tree.since(mark);
  return std::string(label_of(frame, entity));
}

TEST(EntityLabel, IsTheFirstTextThatTheFormatSaysToBeOne) {
  EXPECT_EQ(label_among("nF1", {{"team", "red"}, {"username", "Ann"}, {"name", "Bob"}}), "Ann");
  EXPECT_EQ(label_among("nF1", {{"team", "red"}}), "");
}

TEST(EntityLabel, IsNoneWhereItSaysNothingNew) {
  EXPECT_EQ(label_among("Ann", {{"name", "Ann"}}), "");
  EXPECT_EQ(label_among("nF1", {{"name", ""}, {"nickname", "Ann"}}), "Ann");
  EXPECT_EQ(label_among("nF1", {}), "");
}

TEST(EntityLabel, StandsInTheGroupsOfTheEntityToo) {
  Frame frame;
  for (const PropertyRole role : {PropertyRole::none, PropertyRole::own}) {
    const auto group = frame.tree.open("group", PropertyType::group);
    const auto text = frame.tree.text("called", role == PropertyRole::own ? "Ann" : "a part");
    frame.tree.node_for_edit(text).role = PropertyRole::label;
    frame.tree.close(group);
    frame.tree.node_for_edit(group).role = role;
  }
  Entity entity;
  entity.properties = frame.tree.since(0);
  EXPECT_EQ(label_of(frame, entity), "Ann");
}

TEST(Frame, ClearEmptiesEverything) {
  Frame frame;
  frame.index = FrameIndex(3);
  frame.stream = StreamIndex(1);
  frame.number = 9;
  frame.time = 2.5;
  frame.coordinates = kUnreal;
  frame.tree.null("x");
  frame.properties = {0, 1};
  frame.entities.emplace_back();
  frame.events.emplace_back();
  frame.problems.emplace_back();
  frame.clear();
  EXPECT_FALSE(frame.index.exists());
  EXPECT_FALSE(frame.stream.exists());
  EXPECT_EQ(frame.number, 0u);
  EXPECT_EQ(frame.time, 0.0);
  EXPECT_EQ(frame.coordinates, CoordinateSystem{});
  EXPECT_TRUE(frame.tree.empty());
  EXPECT_EQ(frame.properties.count, 0u);
  EXPECT_TRUE(frame.entities.empty());
  EXPECT_TRUE(frame.events.empty());
  EXPECT_TRUE(frame.problems.empty());
}

struct MeaningCase {
  Meaning meaning;
  const char* unit;
  glm::dvec3 expected;  ///< of (100, 200, 300) in Unreal's system, in OpenGL's
  std::string_view unit_there;
};

// Unreal to OpenGL: (X, Y, Z) becomes (Y, Z, -X), mirrored, and cm become m.
TEST(ConvertCoordinates, TreatsEachMeaningByItsRule) {
  const MeaningCase cases[] = {
      {Meaning::none, "cm", {100, 200, 300}, "cm"},
      {Meaning::point, "cm", {2, 3, -1}, "m"},
      {Meaning::point, "m", {200, 300, -100}, "m"},  // not the recording's unit: only its axes
      {Meaning::direction, "", {200, 300, -100}, ""},
      {Meaning::velocity, "", {2, 3, -1}, ""},
      {Meaning::velocity, "cm/s", {200, 300, -100}, "cm/s"},
      {Meaning::velocity, "m/s", {200, 300, -100}, "m/s"},
      {Meaning::axial, "deg/s", {-200, -300, 100}, "deg/s"},
      {Meaning::extent, "cm", {2, 3, 1}, "m"},
      {Meaning::extent, "m", {200, 300, 100}, "m"},
      {Meaning::factors, "", {200, 300, 100}, ""},
      // Unreal's pitch and roll turn against the thumb rule, about y and x.
      {Meaning::euler, "deg", {200, -300, -100}, "deg"},
      {Meaning::length, "cm", {100, 200, 300}, "cm"},  // not what three numbers can mean
  };
  for (const MeaningCase& c : cases) {
    Frame frame;
    frame.coordinates = kUnreal;
    frame.tree.vec3("v", {100, 200, 300}, k64, c.unit, c.meaning);
    convert_coordinates(frame, kOpenGl);
    SCOPED_TRACE(std::string(to_text(c.meaning)) + " " + c.unit);
    expect_near(vec3_of(frame.tree, 0), c.expected);
    EXPECT_EQ(frame.tree[0].unit, c.unit_there);
    EXPECT_EQ(frame.coordinates, kOpenGl);
  }
}

struct NumberCase {
  Meaning meaning;
  const char* unit;
  double expected;  ///< of 1e6 in Unreal's system, in OpenGL's
};

TEST(ConvertCoordinates, ScalesSingleNumbersByTheirPower) {
  const NumberCase cases[] = {{Meaning::length, "cm", 1e4}, {Meaning::length, "", 1e4},
                              {Meaning::length, "m", 1e6},  {Meaning::velocity, "", 1e4},
                              {Meaning::area, "cm^2", 1e2}, {Meaning::area, "", 1e2},
                              {Meaning::area, "m^2", 1e6},  {Meaning::volume, "cm^3", 1},
                              {Meaning::none, "cm", 1e6},   {Meaning::direction, "cm", 1e6}};
  for (const NumberCase& c : cases) {
    Frame frame;
    frame.coordinates = kUnreal;
    const auto node = frame.tree.number("n", 1e6, k64, c.unit);
    frame.tree.node_for_edit(node).meaning = c.meaning;
    convert_coordinates(frame, kOpenGl);
    EXPECT_NEAR(frame.tree[0].number, c.expected, 1e-9 * c.expected) << to_text(c.meaning);
  }
}

TEST(ConvertCoordinates, TurnsQuaternionsPlanesAndMatrices) {
  Frame frame;
  frame.coordinates = kUnreal;
  frame.tree.numbers("q", PropertyType::quat, std::vector<double>{0.1, 0.2, 0.3, 0.9}, k64);
  frame.tree.numbers("p", PropertyType::vec4, std::vector<double>{1, 0, 0, 500}, k64, "",
                     Meaning::plane);
  frame.tree.numbers("m", PropertyType::numbers,
                     std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 100, 200, 300, 1}, k64,
                     "", Meaning::matrix);
  frame.tree.numbers("short", PropertyType::numbers, std::vector<double>{1, 2}, k64, "",
                     Meaning::matrix);
  convert_coordinates(frame, kOpenGl);
  const auto values = [&](std::uint32_t node) {
    const auto numbers = frame.tree.numbers_of(frame.tree[node]);
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  EXPECT_EQ(values(0), (std::vector<double>{-0.2, -0.3, 0.1, 0.9}));
  EXPECT_EQ(values(1), (std::vector<double>{0, 0, -1, 5}));
  EXPECT_EQ(values(2), (std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, -1, 1}));
  EXPECT_EQ(values(3), (std::vector<double>{1, 2}));
}

TEST(ConvertCoordinates, ScalesLengthsAndKeepsTheUnitWhereTheScaleStays) {
  const auto length = [](const CoordinateSystem& from, const CoordinateSystem& to) {
    Frame frame;
    frame.coordinates = from;
    const auto node = frame.tree.number("radius", 250, k64, "cm");
    frame.tree.node_for_edit(node).meaning = Meaning::length;
    convert_coordinates(frame, to);
    return std::pair(frame.tree[0].number, std::string(frame.tree[0].unit));
  };
  EXPECT_EQ(length(kUnreal, kOpenGl), std::pair(2.5, std::string("m")));
  CoordinateSystem odd = kOpenGl;
  odd.metres_per_unit = 0.5;  // a unit without a name
  EXPECT_EQ(length(kUnreal, odd), std::pair(5.0, std::string()));
  EXPECT_EQ(length(kUnreal, kUnreal), std::pair(250.0, std::string("cm")));
  CoordinateSystem opengl_cm = kOpenGl;
  opengl_cm.metres_per_unit = 0.01;
  EXPECT_EQ(length(kUnreal, opengl_cm), std::pair(250.0, std::string("cm")));
}

TEST(ConvertCoordinates, ConvertsRunsOfVectorsOneByOneAndLeavesTheRest) {
  Frame frame;
  frame.coordinates = kUnreal;
  const std::vector<double> vertices{100, 200, 300, 400, 500, 600, 7, 8};
  frame.tree.numbers("vertices", PropertyType::numbers, vertices, k64, "cm", Meaning::point);
  frame.tree.numbers("samples", PropertyType::numbers, vertices, k64);
  convert_coordinates(frame, kOpenGl);
  const auto converted = frame.tree.numbers_of(frame.tree[0]);
  const std::vector<double> expected{2, 3, -1, 5, 6, -4, 7, 8};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(converted[i], expected[i], 1e-12);
  const auto samples = frame.tree.numbers_of(frame.tree[1]);
  EXPECT_EQ(std::vector<double>(samples.begin(), samples.end()), vertices);
}

TEST(ConvertCoordinates, ReachesNestedPropertiesAndOnlyThoseOfTheRange) {
  PropertyTree tree;
  tree.vec3("outside", {100, 0, 0}, k64, "", Meaning::point);
  const auto group = tree.open("group", PropertyType::group);
  const auto inner = tree.open("inner", PropertyType::list);
  const auto inside = tree.vec3("0", {100, 0, 0}, k64, "", Meaning::point);
  tree.close(inner);
  tree.close(group);
  convert_coordinates(tree, {group, tree[group].subtree}, CoordinateConversion(kUnreal, kOpenGl));
  expect_near(vec3_of(tree, 0), {100, 0, 0});
  expect_near(vec3_of(tree, inside), {0, 0, -1});
}

TEST(ConvertCoordinates, MovesTransformsAndBoxesAndLeavesAbsentPartsAbsent) {
  Frame frame;
  frame.coordinates = kUnreal;
  Entity whole = entity_at(0);
  whole.world.position = glm::dvec3(100, 200, 300);
  whole.world.rotation = glm::angleAxis(0.5, glm::dvec3(0, 0, 1));
  whole.world.scale = glm::dvec3(1, 2, 3);
  whole.local.position = glm::dvec3(10, 20, 30);
  whole.box = Box{{1, 2, 3}, {100, 200, 300}};
  frame.entities.push_back(whole);
  frame.entities.push_back(entity_at(1));
  convert_coordinates(frame, kOpenGl);

  const Entity& moved = frame.entities[0];
  expect_near(*moved.world.position, {2, 3, -1});
  expect_near(*moved.world.scale, {2, 3, 1});
  expect_near(*moved.local.position, {0.2, 0.3, -0.1});
  expect_near(moved.box->center, {0.02, 0.03, -0.01});
  expect_near(moved.box->half, {2, 3, 1});
  // A turn from forward to right about up stays one: OpenGL's forward is -z.
  const glm::dvec3 forward = *moved.world.rotation * glm::dvec3(0, 0, -1);
  expect_near(forward, {std::sin(0.5), 0, -std::cos(0.5)});
  EXPECT_FALSE(moved.local.rotation.has_value());
  EXPECT_TRUE(frame.entities[1].world.empty());
  EXPECT_FALSE(frame.entities[1].box.has_value());
}

TEST(ConvertCoordinates, DoesNothingWhenItIsThereAlready) {
  Frame frame;
  frame.coordinates = kUnreal;
  frame.tree.vec3("v", {0.1, 0.2, 0.3}, k64, "cm", Meaning::point);
  convert_coordinates(frame, kUnreal);
  EXPECT_EQ(vec3_of(frame.tree, 0), glm::dvec3(0.1, 0.2, 0.3));
  EXPECT_STREQ(frame.tree[0].unit, "cm");
}

const glm::dquat kQuarterTurn = glm::angleAxis(std::acos(0.0), glm::dvec3(0, 0, 1));

TEST(Compose, PlacesTurnsAndScalesTheChild) {
  Transform parent;
  parent.position = glm::dvec3(10, 20, 30);
  parent.rotation = kQuarterTurn;
  parent.scale = glm::dvec3(2, 3, 4);
  Transform child;
  child.position = glm::dvec3(1, 1, 1);
  child.rotation = kQuarterTurn;
  child.scale = glm::dvec3(5, 5, 5);
  const Transform world = compose(parent, child);
  expect_near(*world.position, {10 - 3, 20 + 2, 30 + 4});
  expect_near(*world.rotation * glm::dvec3(1, 0, 0), {-1, 0, 0});
  expect_near(*world.scale, {10, 15, 20});
}

TEST(Compose, AbsentPartsOfTheParentAreTheIdentity) {
  Transform child;
  child.position = glm::dvec3(1, 2, 3);
  child.rotation = kQuarterTurn;
  child.scale = glm::dvec3(2, 2, 2);
  const Transform world = compose({}, child);
  expect_near(*world.position, {1, 2, 3});
  expect_near(*world.scale, {2, 2, 2});
  EXPECT_EQ(*world.rotation, kQuarterTurn);

  Transform only_rotation;
  only_rotation.rotation = kQuarterTurn;
  expect_near(*compose(only_rotation, child).position, {-2, 1, 3});
}

TEST(Compose, AbsentPartsOfTheChildStayAbsent) {
  Transform parent;
  parent.position = glm::dvec3(10, 20, 30);
  parent.rotation = kQuarterTurn;
  parent.scale = glm::dvec3(2, 3, 4);
  EXPECT_TRUE(compose(parent, {}).empty());
  Transform child;
  child.position = glm::dvec3(1, 0, 0);
  const Transform world = compose(parent, child);
  EXPECT_FALSE(world.rotation.has_value());
  EXPECT_FALSE(world.scale.has_value());
  expect_near(*world.position, {10, 22, 30});
}

// compose before or after the change of coordinates: the same place.
TEST(Compose, AgreesWithConvertingCoordinates) {
  Transform parent;
  parent.position = glm::dvec3(100, 200, 300);
  parent.rotation = glm::normalize(glm::dquat(0.3, 0.5, -0.2, 0.7));
  parent.scale = glm::dvec3(2, 3, 4);
  Transform child;
  child.position = glm::dvec3(10, -20, 30);
  child.rotation = glm::normalize(glm::dquat(-0.1, 0.2, 0.9, 0.4));
  child.scale = glm::dvec3(1, 2, 1);
  Frame frame;
  frame.coordinates = kUnreal;
  frame.entities.resize(3);
  frame.entities[0].world = parent;
  frame.entities[1].world = child;
  frame.entities[2].world = compose(parent, child);
  convert_coordinates(frame, kOpenGl);
  const Transform again = compose(frame.entities[0].world, frame.entities[1].world);
  expect_near(*again.position, *frame.entities[2].world.position);
  expect_near(*again.scale, *frame.entities[2].world.scale);
  const glm::dvec3 probe(1, 2, 3);
  expect_near(*again.rotation * probe, *frame.entities[2].world.rotation * probe);
}

}  // namespace
}  // namespace scrubjay

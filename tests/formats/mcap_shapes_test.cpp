// The primitives of Foxglove's SceneEntity, each as the shape that is drawn for it; and ours, read
// again.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "core/number_text.h"
#include "core/property_json.h"
#include "formats/mcap/write/scene.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

/// At (1, 2, 3), turned by a quarter about z: what is ahead (x) is at the left (y) then.
void add_turned_pose(MessageWriter& out, std::uint32_t field) {
  out.message(field, [](MessageWriter& pose) {
    pose.vector(1, std::array{1.0, 2.0, 3.0});
    pose.vector(2, std::array{0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)});
  });
}

void add_red(MessageWriter& out, std::uint32_t field) {
  out.vector(field, std::array{1.0, 0.25, 0.5, 0.75});
}

void add_points(MessageWriter& out, std::uint32_t field) {
  out.vector(field, std::array{0.0, 0.0, 0.0});
  out.vector(field, std::array{2.0, 0.0, 0.0});
  out.vector(field, std::array{0.0, 4.0, 1.0});
}

/// A SceneUpdate of one entity with one primitive.
template <class Fill>
std::string scene_with(std::uint32_t list, Fill fill) {
  std::string out;
  MessageWriter(out).message(2, [&](MessageWriter& entity) {
    entity.bytes_field(2, "map");
    entity.bytes_field(3, "thing");
    entity.message(list, fill);
  });
  return out;
}

double rounded(double value) { return std::round(value * 1000) / 1000 + 0.0; }

/// The one frame of a recording of that message.
Frame frame_of(const std::string& scene) {
  const std::string records =
      foxglove(1, "SceneUpdate") + channel(1, 1, "/scene") + message(1, 5, scene);
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  Frame frame;
  EXPECT_TRUE(recording != nullptr && recording->frame_count() == 1);
  if (recording == nullptr || recording->frame_count() != 1) return frame;
  Cursor cursor(recording);
  copy_frame(cursor.seek(FrameIndex(0)), frame);
  return frame;
}

/// The shape that is made of the primitive: its type, then what it holds, without the digits that
/// turning costs.
std::string shape_of(const std::string& scene) {
  Frame frame = frame_of(scene);
  if (frame.entities.size() != 1) return "no entity";
  std::string out;
  PropertyTree& tree = frame.tree;
  const PropertyRange range = frame.entities[0].properties;
  for (PropertyTree::Node at = range.first; at < range.first + range.count; ++at) {
    if (!is_shape(tree[at].type)) continue;
    for (PropertyTree::Node i = at; i < at + tree[at].subtree; ++i) {
      PropertyNode& part = tree.node_for_edit(i);
      if (part.type == PropertyType::number) part.number = rounded(part.number);
      if (!has_numbers(part.type)) continue;
      for (double& number : tree.numbers_for_edit(part)) number = rounded(number);
    }
    out += std::string(to_text(tree[at].type)) + " " + std::string(tree[at].name) + " ";
    JsonWriter json(out);
    write_plain_object(json, tree, children_of(tree, at));
  }
  return out;
}

TEST(McapShapes, MakesACylinderOfACylinder) {
  EXPECT_EQ(
      shape_of(scene_with(10,
                          [](MessageWriter& out) {
                            add_turned_pose(out, 1);
                            out.vector(2, std::array{0.5, 0.5, 4.0});
                            add_red(out, 5);
                          })),
      R"(cylinder cylinders 0 {"position":[1,2,3],"direction":[0,0,1],"radius":0.25,"height":4,)"
      R"("color":[1,0.25,0.5,0.75],"layer":""})");
}

TEST(McapShapes, MakesAnArrowOfShaftAndHead) {
  EXPECT_EQ(shape_of(scene_with(7,
                                [](MessageWriter& out) {
                                  add_turned_pose(out, 1);
                                  out.number_field(2, 2.0);
                                  out.number_field(4, 0.5);
                                  add_red(out, 6);
                                })),
            R"(arrow arrows 0 {"origin":[1,2,3],"destination":[1,4.5,3],"color":[1,0.25,0.5,0.75],)"
            R"("layer":""})");
}

TEST(McapShapes, MakesABoxOfACubeThatIsNotTheFirstPart) {
  std::string scene;
  MessageWriter(scene).message(2, [&](MessageWriter& entity) {
    entity.bytes_field(2, "map");
    entity.bytes_field(3, "thing");
    for (const double size : {1.0, 2.0}) {
      entity.message(8, [&](MessageWriter& out) {
        add_turned_pose(out, 1);
        out.vector(2, std::array{size, 4.0, 6.0});
        add_red(out, 3);
      });
    }
  });
  EXPECT_EQ(shape_of(scene),
            R"(oobb cubes 1 {"position":[1,2,3],"size":[2,4,6],"up":[0,0,1],"forward":[0,1,0],)"
            R"("color":[1,0.25,0.5,0.75],"layer":""})");
}

/// "1 2 3", rounded.
std::string text_of(std::initializer_list<double> values) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : " ") + number_text(rounded(value));
  return out;
}

TEST(McapShapes, StandInTheirFrameHoweverThatIsTurned) {
  const double quarter = std::acos(-1) / 2;
  std::string scene;
  MessageWriter(scene).message(2, [&](MessageWriter& entity) {
    entity.bytes_field(2, "tip");
    entity.bytes_field(3, "thing");
    for (int i = 0; i < 2; ++i) {
      entity.message(8, [](MessageWriter& cube) {
        cube.message(1, [](MessageWriter& pose) {
          pose.vector(1, std::array{1.0, 0.0, 0.0});
          pose.vector(2, std::array{0.0, 0.0, 0.0, 1.0});
        });
        cube.vector(2, std::array{1.0, 2.0, 3.0});
      });
    }
    entity.message(7, [](MessageWriter& arrow) {
      arrow.message(1, [](MessageWriter& pose) { pose.vector(1, std::array{0.0, 1.0, 0.0}); });
      arrow.number(2, 4);
    });
  });
  // One frame in the other, each ahead by one and turned by a quarter: the tip looks back.
  const std::string records =
      foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") + foxglove(2, "SceneUpdate") +
      channel(2, 2, "/scene") +
      message(1, 5,
              transforms(5, {{"map", "arm", 1, 0, 0, quarter}, {"arm", "tip", 1, 0, 0, quarter}})) +
      message(2, 5, scene);
  Cursor cursor(recording_of(FileMaker().add_chunk(records).summed()));
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 3U);
  const Entity& thing = frame.entities[2];
  ASSERT_TRUE(thing.world.position && thing.world.rotation);
  EXPECT_EQ(text_of({thing.world.position->x, thing.world.position->y, thing.world.position->z}),
            "0 1 0");
  EXPECT_EQ(text_of({thing.world.rotation->z, thing.world.rotation->w}), "1 0");
  std::string out;
  const PropertyTree& tree = frame.tree;
  for (PropertyTree::Node i = thing.properties.first; i < tree.size(); ++i) {
    if (tree[i].name == "origin" || tree[i].name == "destination" || tree[i].name == "forward") {
      const auto numbers = tree.numbers_of(tree[i]);
      out += std::string(tree[i].name) + " " + text_of({numbers[0], numbers[1], numbers[2]}) + ", ";
    }
  }
  EXPECT_EQ(out, "forward -1 0 0, origin 1 0 0, destination -3 0 0, ");
}

TEST(McapShapes, MakesAPathOfALineInTheWorld) {
  EXPECT_EQ(
      shape_of(scene_with(11,
                          [](MessageWriter& out) {
                            add_turned_pose(out, 2);
                            add_points(out, 5);
                            add_red(out, 6);
                          })),
      R"(path lines 0 {"points":[[1,2,3],[1,4,3],[-3,2,4]],"color":[1,0.25,0.5,0.75],"layer":""})");
}

/// A LinePrimitive of that type with such indices.
std::string lines_of(std::uint64_t type, std::string_view indices) {
  return shape_of(scene_with(11, [&](MessageWriter& out) {
    out.integer_field(1, type);
    add_turned_pose(out, 2);
    add_points(out, 5);
    add_red(out, 6);
    out.bytes_field(8, indices);
  }));
}

TEST(McapShapes, TakesLinesByTheirTypeAndIndices) {
  const std::string end = R"(,"color":[1,0.25,0.5,0.75],"layer":""})";
  EXPECT_EQ(lines_of(1, ""), R"(path lines 0 {"points":[[1,2,3],[1,4,3],[-3,2,4],[1,2,3]])" + end);
  const std::string_view last_and_first("\x02\0\0\0\0\0\0\0\x09\0\0\0", 12);
  EXPECT_EQ(lines_of(0, last_and_first), R"(path lines 0 {"points":[[-3,2,4],[1,2,3]])" + end);
  EXPECT_EQ(lines_of(2, std::string_view("\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0", 16)),
            R"(line lines 0 0 {"origin":[1,2,3],"destination":[1,4,3])" + end +
                R"(line lines 0 1 {"origin":[1,2,3],"destination":[-3,2,4])" + end);
}

TEST(McapShapes, MakesAMeshOfTriangles) {
  EXPECT_EQ(
      shape_of(scene_with(12,
                          [](MessageWriter& out) {
                            add_turned_pose(out, 1);
                            add_points(out, 2);
                            add_red(out, 3);
                            out.bytes_field(
                                5, std::string_view(
                                       "\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00", 12));
                          })),
      R"(mesh triangles 0 {"vertices":[1,2,3,1,4,3,-3,2,4],"indices":[2,1,0],"wireframe":false,)"
      R"("color":[1,0.25,0.5,0.75],"layer":""})");
}

/// What SceneWriter draws of one shape that `fill` makes, as it is read again.
template <class Fill>
std::string drawn(PropertyType type, Fill fill) {
  Frame frame;
  const auto shape = frame.tree.open("mine", type);
  fill(frame.tree);
  frame.tree.numbers("color", PropertyType::color, std::array{1.0, 0.25, 0.5, 0.75},
                     Precision::float64);
  frame.tree.close(shape);
  Entity entity;
  entity.properties = frame.tree.since(shape);
  std::string scene;
  MessageWriter out(scene);
  EXPECT_TRUE(SceneWriter(*CoordinateSystem::parse("ros"))
                  .write_shapes(out, frame.tree, entity, "thing", 5));
  return shape_of(scene);
}

constexpr std::array kThreePoints{1.0, 2.0, 3.0, 4.0, 0.0, 6.0, -7.0, 8.0, 9.0};

TEST(McapShapes, APathThatWeDrawIsReadAsThatPath) {
  EXPECT_EQ(drawn(PropertyType::path,
                  [](PropertyTree& tree) {
                    tree.numbers("points", PropertyType::points, kThreePoints, Precision::float64,
                                 "", Meaning::point);
                  }),
            R"(path lines 0 {"points":[[1,2,3],[4,0,6],[-7,8,9]],)"
            R"("color":[1,0.25,0.5,0.75],"layer":""})");
}

TEST(McapShapes, ACylinderWithoutHeightIsADisc) {
  EXPECT_EQ(drawn(PropertyType::cylinder,
                  [](PropertyTree& tree) {
                    tree.vec3("position", glm::dvec3(1, 2, 3), Precision::float64);
                    tree.vec3("direction", glm::dvec3(0, 0, 1), Precision::float64);
                    tree.number("radius", 2, Precision::float64);
                    tree.number("height", 0, Precision::float64);
                  }),
            R"(cylinder cylinders 0 {"position":[1,2,3],"direction":[0,0,1],"radius":2,)"
            R"("height":0.001,"color":[1,0.25,0.5,0.75],"layer":""})");
}

TEST(McapShapes, AMeshThatWeDrawIsReadAsThatMesh) {
  EXPECT_EQ(drawn(PropertyType::mesh,
                  [](PropertyTree& tree) {
                    tree.numbers("vertices", PropertyType::numbers, kThreePoints,
                                 Precision::float64, "", Meaning::point);
                    tree.numbers("indices", PropertyType::numbers, std::array{2.0, 0.0, 1.0},
                                 Precision::float64);
                    tree.boolean("wireframe", false);
                  }),
            R"(mesh triangles 0 {"vertices":[1,2,3,4,0,6,-7,8,9],"indices":[2,0,1],)"
            R"("wireframe":false,"color":[1,0.25,0.5,0.75],"layer":""})");
}

TEST(McapShapes, ABoxThatWeDrawIsThatOfTheEntity) {
  Entity entity;
  entity.world.position = glm::dvec3(10, 20, 30);
  entity.world.scale = glm::dvec3(2, 1, 1);
  entity.box = Box{.center = {1, 0, 0.5}, .half = {2, 3, 0.5}};
  std::string scene;
  MessageWriter out(scene);
  StandingScenes known;
  SceneWriter(*CoordinateSystem::parse("ros")).write_entity(out, entity, "7", "thing", 5, known);
  const Frame frame = frame_of(scene);
  ASSERT_TRUE(frame.entities.size() == 1 && frame.entities[0].box);
  EXPECT_EQ(frame.entities[0].box->half, glm::dvec3(4, 3, 0.5)) << "scaled";
  EXPECT_EQ(frame.entities[0].world.position, glm::dvec3(1, 0, 0.5)) << "seen from its own frame";
}

TEST(McapShapes, WhatStandsInASceneIsKnownAsLongAsTheEntityLooksTheSame) {
  const SceneWriter writer(*CoordinateSystem::parse("ros"));
  StandingScenes known;
  const auto written = [&](const Entity& entity, std::string_view id, std::uint64_t time,
                           StandingScenes& scenes) {
    std::string scene;
    MessageWriter out(scene);
    writer.write_entity(out, entity, id, "thing", time, scenes);
    return scene;
  };
  Entity entity;
  entity.world.position = glm::dvec3(10, 20, 30);
  const std::string usual = written(entity, "7", 5, known);
  EXPECT_NE(written(entity, "7", 6, known), usual) << "the time is no part of it";
  EXPECT_EQ(written(entity, "7", 5, known), usual);

  const auto looks_other = [&](auto change, std::string_view id = "7") {
    Entity other = entity;
    change(other);
    StandingScenes nothing;
    const std::string fresh = written(other, id, 5, nothing);
    EXPECT_NE(fresh, usual);
    EXPECT_EQ(written(other, id, 5, known), fresh);
    EXPECT_EQ(written(entity, "7", 5, known), usual) << "and back";
  };
  looks_other([](Entity& other) { other.name = "another"; });
  looks_other([](Entity& other) { other.kind = EntityKind::person; });
  looks_other([](Entity& other) { other.box = Box{.center = {}, .half = {2, 3, 0.5}}; });
  looks_other([](Entity&) {}, "8");
  entity.box = Box{.center = {}, .half = {1, 1, 1}};
  const std::string boxed = written(entity, "7", 5, known);
  entity.world.scale = glm::dvec3(2, 1, 1);
  EXPECT_NE(written(entity, "7", 5, known), boxed);
}

}  // namespace
}  // namespace scrubjay::mcap

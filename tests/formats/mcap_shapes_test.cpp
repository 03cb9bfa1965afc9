// The primitives of Foxglove's SceneEntity, each as the shape that is drawn for it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "core/property_json.h"
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

/// The shape that is made of the primitive: its type, then what it holds, without the digits that
/// turning costs.
std::string shape_of(const std::string& scene) {
  const std::string records =
      foxglove(1, "SceneUpdate") + channel(1, 1, "/scene") + message(1, 5, scene);
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  if (recording == nullptr || recording->frame_count() != 1) return "no frame";
  Cursor cursor(recording);
  Frame frame;
  copy_frame(cursor.seek(FrameIndex(0)), frame);
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

}  // namespace
}  // namespace scrubjay::mcap

// Levels as glTF: what is shown of them, and where.
#include "scenery/gltf/gltf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base64.h"
#include "scenery/level_builder.h"
#include "tests/core/test_values.h"
#include "tests/scenery/gltf_maker.h"
#include "tests/scenery/level_facts.h"

namespace scrubjay {
namespace {

Result<std::shared_ptr<const Scenery>> read(std::vector<std::byte> bytes,
                                            const std::string& name = "level.glb",
                                            const Neighbours& neighbours = no_neighbours) {
  const auto file = InputFile::from_memory(name, std::move(bytes));
  return read_scenery(*file, neighbours, kNotCancelled);
}

/// A document of one buffer of `size` bytes; members are added as they are written.
std::string document(std::size_t size, const std::string& members) {
  return R"({"asset":{"version":"2.0","generator":"a test"},"buffers":[{"byteLength":)" +
         std::to_string(size) + "}]," + members + "}";
}

const std::string kOneNode = R"("nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)";

/// Four corners of a square, and a document that shows primitives of them.
struct Square {
  BinaryMaker binary;
  Square() {
    binary.add<float>({0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1});
    binary.add<std::uint8_t>({0, 1, 2, 2, 3, 0});
  }
  std::vector<std::byte> file(const std::string& primitive,
                              const std::string& nodes = kOneNode) const {
    const std::string members =
        R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":6}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
        R"({"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0})" +
        primitive + "}]}]," + nodes;
    return glb_of(document(binary.bytes().size(), members), binary.bytes());
  }
};

const Place kCorner0 = {0, 0, 0};
const Place kCorner1 = {1, 0, 0};
const Place kCorner2 = {1, 0, 1};
const Place kCorner3 = {0, 0, 1};

TEST(Gltf, ShowsTrianglesOfItsScene) {
  const auto scenery = read(Square().file(R"(,"indices":1)"));
  ASSERT_TRUE(scenery.has_value()) << describe(scenery.error());
  EXPECT_EQ((*scenery)->format, "gltf");
  EXPECT_EQ((*scenery)->path, "level.glb");
  EXPECT_TRUE((*scenery)->problems.empty());
  ASSERT_EQ((*scenery)->meshes.size(), 1U);
  EXPECT_EQ((*scenery)->meshes[0].surface, SceneryClass::level);
  EXPECT_EQ((*scenery)->meshes[0].color, 0U);
  EXPECT_EQ((*scenery)->meshes[0].vertices.size(), 4U) << "shared vertices stay shared";
  const std::vector<Triangle> expected = {{kCorner0, kCorner1, kCorner2},
                                          {kCorner2, kCorner3, kCorner0}};
  EXPECT_EQ(triangles_of(**scenery), expected);
  EXPECT_EQ((*scenery)->least, glm::dvec3(0, 0, 0));
  EXPECT_EQ((*scenery)->greatest, glm::dvec3(1, 0, 1));
}

TEST(Gltf, StatesItsCoordinates) {
  const auto scenery = read(Square().file(""));
  ASSERT_TRUE(scenery.has_value());
  const CoordinateSystem expected{.right = Axis::neg_x, .up = Axis::pos_y, .forward = Axis::pos_z};
  EXPECT_EQ((*scenery)->coordinates, expected);
  EXPECT_EQ((*scenery)->coordinates->name(), "gltf");
}

TEST(Gltf, SaysWhatTheFileSaysOfItself) {
  const auto scenery = read(Square().file(R"(,"indices":1)"));
  ASSERT_TRUE(scenery.has_value());
  const std::map<std::string, std::string> facts((*scenery)->facts.begin(),
                                                 (*scenery)->facts.end());
  const std::map<std::string, std::string> expected = {
      {"version", "2.0"}, {"generator", "a test"}, {"nodes", "1"},    {"meshes", "1"},
      {"materials", "0"}, {"vertices", "4"},       {"triangles", "2"}};
  EXPECT_EQ(facts, expected);
}

TEST(Gltf, ShowsStripsAndFans) {
  const auto strip = read(Square().file(R"(,"mode":5)"));
  ASSERT_TRUE(strip.has_value());
  const std::vector<Triangle> of_strip = {{kCorner0, kCorner1, kCorner2},
                                          {kCorner2, kCorner1, kCorner3}};
  EXPECT_EQ(triangles_of(**strip), of_strip);
  const auto fan = read(Square().file(R"(,"mode":6)"));
  ASSERT_TRUE(fan.has_value());
  const std::vector<Triangle> of_fan = {{kCorner0, kCorner1, kCorner2},
                                        {kCorner0, kCorner2, kCorner3}};
  EXPECT_EQ(triangles_of(**fan), of_fan);
}

TEST(Gltf, ShowsLines) {
  const auto points = [](const std::string& mode) {
    std::vector<std::vector<Place>> lines;
    const auto scenery = read(Square().file(R"(,"mode":)" + mode));
    if (!scenery) return lines;
    for (const SceneryLine& line : (*scenery)->lines) {
      std::vector<Place>& places = lines.emplace_back();
      for (const glm::vec3& point : line.points) places.push_back(place_of(**scenery, point));
    }
    return lines;
  };
  using Lines = std::vector<std::vector<Place>>;
  EXPECT_EQ(points("1"), (Lines{{kCorner0, kCorner1}, {kCorner2, kCorner3}}));
  EXPECT_EQ(points("2"), (Lines{{kCorner0, kCorner1, kCorner2, kCorner3, kCorner0}}));
  EXPECT_EQ(points("3"), (Lines{{kCorner0, kCorner1, kCorner2, kCorner3}}));
}

TEST(Gltf, LeavesPointsOut) {
  const auto scenery = read(Square().file(R"(,"mode":0)"));
  ASSERT_FALSE(scenery.has_value());
  EXPECT_EQ(scenery.error().code, "no-geometry");
}

/// Where the first corner of the square comes to.
std::vector<Place> first_corners(const std::string& nodes) {
  std::vector<Place> places;
  const auto scenery = read(Square().file(R"(,"indices":1)", nodes));
  if (!scenery) return places;
  const auto triangles = triangles_of(**scenery);
  for (std::size_t i = 0; i < triangles.size(); i += 2) places.push_back(triangles[i][0]);
  return places;
}

TEST(Gltf, MovesTurnsAndScales) {
  // About y by 90 degrees: +z becomes +x. Scaled first, turned then, moved last.
  const auto scenery = read(Square().file(
      R"(,"indices":1)",
      R"("nodes":[{"mesh":0,"translation":[10,0,0],"scale":[1,1,3],)"
      R"("rotation":[0,0.70710678118654752,0,0.70710678118654752]}],"scenes":[{"nodes":[0]}])"));
  ASSERT_TRUE(scenery.has_value());
  const Triangle first = triangles_of(**scenery)[0];
  EXPECT_NEAR(std::get<0>(first[2]), 13.0, 1e-6);
  EXPECT_NEAR(std::get<2>(first[2]), -1.0, 1e-6);
}

TEST(Gltf, AppliesParentsAndMatrices) {
  const std::string nodes =
      R"("nodes":[{"children":[1],"matrix":[2,0,0,0, 0,2,0,0, 0,0,2,0, 5,6,7,1]},)"
      R"({"mesh":0,"translation":[1,1,1]}],"scenes":[{"nodes":[0]}])";
  EXPECT_EQ(first_corners(nodes), (std::vector<Place>{{7, 8, 9}}));
}

TEST(Gltf, RepeatsAMeshForEachNodeThatHasIt) {
  const std::string nodes =
      R"("nodes":[{"mesh":0,"translation":[1,0,0]},{"mesh":0,"translation":[2,0,0]},)"
      R"({"mesh":0,"translation":[3,0,0]}],"scenes":[{"nodes":[0,2]}])";
  EXPECT_EQ(first_corners(nodes), (std::vector<Place>{{1, 0, 0}, {3, 0, 0}}))
      << "node 1 is not in the scene";
}

TEST(Gltf, ShowsTheSceneThatItNamesElseTheFirstElseAllNodes) {
  const std::string nodes =
      R"("nodes":[{"mesh":0,"translation":[1,0,0]},{"children":[2],"translation":[2,0,0]},{"mesh":0}])";
  EXPECT_EQ(first_corners(nodes), (std::vector<Place>{{1, 0, 0}, {2, 0, 0}}));
  const std::string scenes = nodes + R"(,"scenes":[{"nodes":[0]},{"nodes":[1]}])";
  EXPECT_EQ(first_corners(scenes), (std::vector<Place>{{1, 0, 0}}));
  EXPECT_EQ(first_corners(scenes + R"(,"scene":1)"), (std::vector<Place>{{2, 0, 0}}));
}

TEST(Gltf, LeavesOutNodesThatAreMetAgain) {
  const auto scenery = read(Square().file(
      R"(,"indices":1)",
      R"("nodes":[{"children":[1]},{"mesh":0,"children":[0,1]}],"scenes":[{"nodes":[0,1]}])"));
  ASSERT_TRUE(scenery.has_value());
  EXPECT_EQ(triangles_of(**scenery).size(), 2U);
  ASSERT_EQ((*scenery)->problems.size(), 1U);
  EXPECT_EQ((*scenery)->problems[0].code, "bad-node");
  EXPECT_EQ((*scenery)->problems[0].count, 3U);
}

TEST(Gltf, GoesDeepWithoutRecursion) {
  constexpr int kDeep = 200'000;
  std::string nodes = R"("scenes":[{"nodes":[0]}],"nodes":[)";
  for (int i = 1; i < kDeep; ++i) nodes += R"({"children":[)" + std::to_string(i) + "]},";
  EXPECT_EQ(first_corners(nodes + R"({"mesh":0}])"), (std::vector<Place>{kCorner0}));
}

TEST(Gltf, ReadsIndicesOfAllTypes) {
  const std::pair<std::string, BinaryMaker> cases[] = {
      {"5121", BinaryMaker().add<std::uint8_t>({2, 1, 0})},
      {"5123", BinaryMaker().add<std::uint16_t>({2, 1, 0})},
      {"5125", BinaryMaker().add<std::uint32_t>({2, 1, 0})},
  };
  for (const auto& [type, indices] : cases) {
    BinaryMaker binary;
    binary.add<float>({0, 0, 0, 1, 0, 0, 1, 0, 1});
    std::vector<std::byte> bytes = binary.bytes();
    bytes.insert(bytes.end(), indices.bytes().begin(), indices.bytes().end());
    const std::string members =
        R"("bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":)" +
        std::to_string(indices.bytes().size()) +
        R"(}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},)"
        R"({"bufferView":1,"componentType":)" +
        type +
        R"(,"count":3,"type":"SCALAR"}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)" +
        kOneNode;
    const auto scenery = read(glb_of(document(bytes.size(), members), bytes));
    ASSERT_TRUE(scenery.has_value()) << type << ": " << describe(scenery.error());
    EXPECT_EQ(triangles_of(**scenery), (std::vector<Triangle>{{kCorner2, kCorner1, kCorner0}}))
        << type;
  }
}

/// One triangle whose places are an accessor as stated, of a buffer with one view.
std::vector<Triangle> triangles_of_accessor(const BinaryMaker& binary, const std::string& views,
                                            const std::string& accessor) {
  const std::string members = R"("bufferViews":[)" + views + R"(],"accessors":[{)" + accessor +
                              R"(,"count":3,"type":"VEC3"}],)"
                              R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)" +
                              kOneNode;
  const auto scenery = read(glb_of(document(binary.bytes().size(), members), binary.bytes()));
  if (!scenery) {
    ADD_FAILURE() << describe(scenery.error());
    return {};
  }
  return triangles_of(**scenery);
}

TEST(Gltf, ReadsElementsThatStandApart) {
  const BinaryMaker binary =
      BinaryMaker().add<float>({9, 0, 0, 0, 9, 9, 1, 0, 0, 9, 9, 1, 0, 1, 9});
  EXPECT_EQ(triangles_of_accessor(binary, R"({"buffer":0,"byteLength":60,"byteStride":20})",
                                  R"("bufferView":0,"byteOffset":4,"componentType":5126)"),
            (std::vector<Triangle>{{kCorner0, kCorner1, kCorner2}}));
}

TEST(Gltf, ReadsQuantisedPlaces) {
  const BinaryMaker shorts =
      BinaryMaker().add<std::int16_t>({0, 0, 0, 7, 32767, 0, 0, 7, -32768, 0, 32767, 7});
  const std::string view = R"({"buffer":0,"byteLength":24,"byteStride":8})";
  EXPECT_EQ(triangles_of_accessor(shorts, view, R"("bufferView":0,"componentType":5122)"),
            (std::vector<Triangle>{{kCorner0, {32767, 0, 0}, {-32768, 0, 32767}}}));
  EXPECT_EQ(triangles_of_accessor(shorts, view,
                                  R"("bufferView":0,"componentType":5122,"normalized":true)"),
            (std::vector<Triangle>{{kCorner0, kCorner1, {-1, 0, 1}}}));
  const BinaryMaker bytes =
      BinaryMaker().add<std::uint8_t>({0, 0, 0, 7, 255, 0, 0, 7, 255, 0, 255, 7});
  EXPECT_EQ(triangles_of_accessor(bytes, R"({"buffer":0,"byteLength":12,"byteStride":4})",
                                  R"("bufferView":0,"componentType":5121,"normalized":true)"),
            (std::vector<Triangle>{{kCorner0, kCorner1, kCorner2}}));
}

TEST(Gltf, ReadsSparseElements) {
  const BinaryMaker binary = BinaryMaker()
                                 .add<float>({0, 0, 0, 8, 8, 8, 9, 9, 9})
                                 .add<float>({1, 0, 0, 1, 0, 1})
                                 .add<std::uint16_t>({1, 2});
  const std::string views =
      R"({"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":24},)"
      R"({"buffer":0,"byteOffset":60,"byteLength":4})";
  const std::string sparse =
      R"("sparse":{"count":2,"indices":{"bufferView":2,"componentType":5123},)"
      R"("values":{"bufferView":1}})";
  EXPECT_EQ(
      triangles_of_accessor(binary, views, R"("bufferView":0,"componentType":5126,)" + sparse),
      (std::vector<Triangle>{{kCorner0, kCorner1, kCorner2}}));
  EXPECT_EQ(triangles_of_accessor(binary, views, R"("componentType":5126,)" + sparse),
            (std::vector<Triangle>{{kCorner0, kCorner1, kCorner2}}))
      << "without bytes of its own all others are 0";
}

TEST(Gltf, ShowsBaseColoursAsScreensHaveThem) {
  const auto color = [](const std::string& material) {
    const auto scenery =
        read(Square().file(R"(,"material":0)", R"("materials":[)" + material + "]," + kOneNode));
    return scenery ? (*scenery)->meshes.at(0).color : 1U;
  };
  EXPECT_EQ(color(R"({"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,0.5]}})"), 0xFF0000FFU);
  EXPECT_EQ(
      color(R"({"alphaMode":"BLEND","pbrMetallicRoughness":{"baseColorFactor":[0,1,0,0.5]}})"),
      0x8000FF00U);
  // 0.2158605 of light is 0x80 of 0xFF on a screen.
  EXPECT_EQ(color(R"({"pbrMetallicRoughness":{"baseColorFactor":[0,0,0.2158605,1]}})"),
            0xFF800000U);
  EXPECT_EQ(color(R"({"pbrMetallicRoughness":{"baseColorFactor":[9,-1,1,1]}})"), 0xFFFF00FFU);
  EXPECT_EQ(color(R"({"pbrMetallicRoughness":{"metallicFactor":0}})"), 0U);
  EXPECT_EQ(color(R"({"name":"plain"})"), 0U);
}

TEST(Gltf, ReadsBuffersOfDataUris) {
  std::string base64;
  append_base64(base64, BinaryMaker().add<float>({0, 0, 0, 1, 0, 0, 1, 0, 1}).bytes());
  const std::string json =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,)"
      R"("uri":"data:application/octet-stream;base64,)" +
      base64 +
      R"("}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)" +
      kOneNode + "}";
  const auto scenery = read(bytes_of(json), "level.gltf");
  ASSERT_TRUE(scenery.has_value()) << describe(scenery.error());
  EXPECT_EQ(triangles_of(**scenery), (std::vector<Triangle>{{kCorner0, kCorner1, kCorner2}}));
}

TEST(Gltf, ReadsBuffersOfFilesBesideItAndNoPictures) {
  const std::string json =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"my%20parts/level.bin"}],)"
      R"("images":[{"uri":"wall.png"}],"textures":[{"source":0}],)"
      R"("bufferViews":[{"buffer":0,"byteLength":36}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)" +
      kOneNode + "}";
  std::vector<std::string> asked;
  const auto scenery = read(bytes_of(json), "level.gltf", [&](const std::string& name) {
    asked.push_back(name);
    return Result<std::shared_ptr<InputFile>>(InputFile::from_memory(
        name, BinaryMaker().add<float>({0, 0, 0, 1, 0, 0, 1, 0, 1}).bytes()));
  });
  ASSERT_TRUE(scenery.has_value()) << describe(scenery.error());
  EXPECT_EQ(triangles_of(**scenery), (std::vector<Triangle>{{kCorner0, kCorner1, kCorner2}}));
  EXPECT_EQ(asked, (std::vector<std::string>{"my parts/level.bin"}));
}

TEST(Gltf, KeepsMillimetresFarFromTheOrigin) {
  const auto scenery = read(
      Square().file(R"(,"indices":1)",
                    R"("nodes":[{"mesh":0,"scale":[0.001,1,1],"translation":[4000000.25,0,0]}],)"
                    R"("scenes":[{"nodes":[0]}])"));
  ASSERT_TRUE(scenery.has_value());
  const Triangle first = triangles_of(**scenery)[0];
  EXPECT_NEAR(std::get<0>(first[1]) - std::get<0>(first[0]), 0.001, 1e-6);
  EXPECT_NEAR((*scenery)->least.x, 4000000.25, 1e-6);
}

TEST(Gltf, TakesOfManySharedVerticesThoseThatAPartUses) {
  BinaryMaker binary;
  for (int i = 0; i < 1000; ++i) {
    binary.add<float>({static_cast<float>(i), 0, static_cast<float>(i % 2)});
  }
  binary.add<std::uint16_t>({998, 5, 7});
  const std::string members =
      R"("bufferViews":[{"buffer":0,"byteLength":12000},)"
      R"({"buffer":0,"byteOffset":12000,"byteLength":6}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":1000,"type":"VEC3"},)"
      R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)" +
      kOneNode;
  const auto scenery = read(glb_of(document(binary.bytes().size(), members), binary.bytes()));
  ASSERT_TRUE(scenery.has_value());
  EXPECT_EQ((*scenery)->meshes.at(0).vertices.size(), 3U);
  EXPECT_EQ(triangles_of(**scenery),
            (std::vector<Triangle>{{Place{998, 0, 0}, Place{5, 0, 1}, Place{7, 0, 1}}}));
  EXPECT_EQ((*scenery)->facts.at(5).second, "3") << "vertices";
}

/// A flat grid of `side` * `side` squares, two triangles each.
std::vector<std::byte> grid(std::uint32_t side) {
  BinaryMaker binary;
  for (std::uint32_t z = 0; z <= side; ++z) {
    for (std::uint32_t x = 0; x <= side; ++x) {
      binary.add<float>({static_cast<float>(x), 0, static_cast<float>(z)});
    }
  }
  const std::size_t places = binary.bytes().size();
  for (std::uint32_t z = 0; z < side; ++z) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t at = z * (side + 1) + x;
      binary.add<std::uint32_t>({at, at + 1, at + side + 1, at + 1, at + side + 2, at + side + 1});
    }
  }
  const std::size_t size = binary.bytes().size();
  const std::string members =
      R"("bufferViews":[{"buffer":0,"byteLength":)" + std::to_string(places) +
      R"(},{"buffer":0,"byteOffset":)" + std::to_string(places) + R"(,"byteLength":)" +
      std::to_string(size - places) +
      R"(}],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":)" +
      std::to_string(places / 12) +
      R"(},{"bufferView":1,"componentType":5125,"type":"SCALAR","count":)" +
      std::to_string((size - places) / 4) +
      R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)" + kOneNode;
  return glb_of(document(size, members), binary.bytes());
}

TEST(Gltf, CutsLargeMeshesIntoNeighbourhoods) {
  constexpr std::uint32_t kSide = 400;
  const auto scenery = read(grid(kSide));
  ASSERT_TRUE(scenery.has_value());
  EXPECT_GE((*scenery)->meshes.size(), 5U);
  EXPECT_LE((*scenery)->meshes.size(), 8U);
  std::set<Triangle> all;
  for (const SceneryMesh& mesh : (*scenery)->meshes) {
    EXPECT_LE(mesh.triangles.size() / 3, LevelBuilder::kMeshTriangles);
    glm::vec3 least = mesh.vertices.at(0);
    glm::vec3 greatest = least;
    for (const glm::vec3& vertex : mesh.vertices) {
      least = glm::min(least, vertex);
      greatest = glm::max(greatest, vertex);
    }
    const float area = (greatest.x - least.x) * (greatest.z - least.z);
    EXPECT_LT(2.0F * area, 1.1F * static_cast<float>(mesh.triangles.size() / 3))
        << "its triangles fill their box";
  }
  for (const Triangle& triangle : triangles_of(**scenery)) all.insert(triangle);
  EXPECT_EQ(all.size(), std::size_t{2} * kSide * kSide) << "none lost, none there twice";
}

TEST(Gltf, IsCancelled) {
  const std::atomic<bool> cancelled{true};
  const auto file = InputFile::from_memory("level.glb", Square().file(""));
  const auto scenery = read_scenery(*file, no_neighbours, cancelled);
  ASSERT_FALSE(scenery.has_value());
  EXPECT_EQ(scenery.error().code, "cancelled");
}

TEST(Gltf, RefusesEveryPartOfAFileWithoutACrash) {
  const std::vector<std::byte> whole = Square().file(R"(,"indices":1)");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto part = std::vector(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const auto scenery = gltf::kFormat.read(*InputFile::from_memory("level.glb", part),
                                            no_neighbours, kNotCancelled);
    // Only what fills up the last chunk can be missed.
    EXPECT_EQ(scenery.has_value() && (*scenery)->problems.empty(), size + 2 >= whole.size())
        << size;
  }
}

}  // namespace
}  // namespace scrubjay

// The sample level, its generator, and that it stands around the sample recording.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <string>

#include "assets/arena.h"
#include "assets/level.h"
#include "core/coordinate_system.h"
#include "core/platform/input_file.h"
#include "core/recording.h"
#include "formats/format.h"
#include "scenery/scenery_format.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

constexpr std::size_t kTriangles = 600;  // as assets/SAMPLE.md says
const std::atomic<bool> kGoOn{false};

std::shared_ptr<const Scenery> read(const InputFile& file,
                                    const Neighbours& neighbours = no_neighbours) {
  auto scenery = read_scenery(file, neighbours, kGoOn);
  if (!scenery) {
    ADD_FAILURE() << describe(scenery.error());
    return std::make_shared<Scenery>();
  }
  for (const Problem& problem : (*scenery)->problems) ADD_FAILURE() << describe(problem);
  return *scenery;
}

std::size_t triangles_of(const Scenery& scenery) {
  std::size_t count = 0;
  for (const SceneryMesh& mesh : scenery.meshes) count += mesh.triangles.size() / 3;
  return count;
}

TEST(LevelSample, IsWhatTheGeneratorMakes) {
  const auto file = InputFile::open(std::string(SCRUBJAY_ASSETS) + "/sample_level.glb");
  ASSERT_TRUE(file);
  EXPECT_LT((*file)->size(), 30'000U);
  EXPECT_TRUE(
      std::ranges::equal((*file)->bytes(), assets::as_glb(assets::courtyard_level(kTriangles))))
      << "make it again as assets/SAMPLE.md says.";
}

TEST(LevelSample, StandsAroundWhatTheSampleRecords) {
  const auto file = InputFile::open(std::string(SCRUBJAY_ASSETS) + "/sample_level.glb");
  ASSERT_TRUE(file);
  const auto scenery = read(**file);
  const assets::Level level = assets::courtyard_level(kTriangles);
  EXPECT_GE(triangles_of(*scenery), kTriangles);
  EXPECT_EQ(triangles_of(*scenery), level.triangles());
  EXPECT_EQ(scenery->meshes.size(), level.colors.size()) << "one of each colour";
  ASSERT_TRUE(scenery->coordinates.has_value());
  const auto recording = opened(std::string(SCRUBJAY_ASSETS) + "/sample.fbf");
  ASSERT_NE(recording, nullptr);
  Cursor cursor(recording);
  std::size_t looked_at = 0;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    const CoordinateConversion way(frame.coordinates, *scenery->coordinates);
    for (const Entity& entity : frame.entities) {
      if (!entity.world.position) continue;
      const glm::dvec3 place = way.point(*entity.world.position);
      ++looked_at;
      EXPECT_LE(std::max(std::abs(place.x), std::abs(place.z)), assets::Courtyard::kSide / 2 + 0.2);
      EXPECT_GE(place.y, scenery->least.y);
      EXPECT_LE(place.y, scenery->greatest.y);
    }
  }
  EXPECT_GT(looked_at, 500U);
}

TEST(LevelSample, IsTheSameAsObj) {
  const assets::Level level = assets::courtyard_level(kTriangles);
  const auto gltf = read(*InputFile::from_memory("a.glb", assets::as_glb(level)));
  const assets::ObjFiles files = assets::as_obj(level, "a");
  const auto bytes = [](const std::string& text) {
    const auto raw = std::as_bytes(std::span(text));
    return std::vector<std::byte>(raw.begin(), raw.end());
  };
  const auto obj =
      read(*InputFile::from_memory("a.obj", bytes(files.obj)), [&](const std::string& name) {
        EXPECT_EQ(name, "a.mtl");
        return Result<std::shared_ptr<InputFile>>(InputFile::from_memory(name, bytes(files.mtl)));
      });
  EXPECT_EQ(triangles_of(*obj), triangles_of(*gltf));
  ASSERT_EQ(obj->meshes.size(), gltf->meshes.size());
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(obj->least[axis], gltf->least[axis], 1e-5);
    EXPECT_NEAR(obj->greatest[axis], gltf->greatest[axis], 1e-5);
  }
  for (std::size_t i = 0; i < gltf->meshes.size(); ++i) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const auto part = [&](const Scenery& scenery) {
        return static_cast<int>(scenery.meshes[i].color >> shift & 0xFFU);
      };
      EXPECT_NEAR(part(*obj), part(*gltf), 2) << "colours are to hundredths in a .mtl file";
    }
  }
}

TEST(LevelSample, OfManyTrianglesHasThem) {
  const auto scenery =
      read(*InputFile::from_memory("a.glb", assets::as_glb(assets::courtyard_level(200'000))));
  EXPECT_GE(triangles_of(*scenery), 200'000U);
  EXPECT_LT(triangles_of(*scenery), 203'000U);
}

}  // namespace
}  // namespace scrubjay

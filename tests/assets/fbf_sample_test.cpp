// The Frame by Frame samples, their generator, and what conversions make of the samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "assets/arena.h"
#include "assets/arena_pictures.h"
#include "assets/fbf_feed.h"
#include "core/recording.h"
#include "formats/compression/inflate.h"
#include "formats/compression/outer_form.h"
#include "formats/format.h"
#include "formats/framebyframe/framebyframe.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

using assets::FbfOptions;
using framebyframe::FileKind;

/// As assets/SAMPLE.md says how the samples are made.
struct Sample {
  const char* name;
  std::string path;
  FbfOptions options;
  std::uint64_t frames;
  std::size_t most_bytes;
};

std::vector<Sample> samples() {
  const double step = double{0.1F};
  FbfOptions raw{.arena = {.entities = 11, .seed = 1, .step = step}};
  FbfOptions saved{.arena = {.entities = 14, .seed = 2, .step = step},
                   .container = FileKind::saved};
  raw.properties = saved.properties = 16;
  const std::string folder = SCRUBJAY_ASSETS;
  return {{"raw", folder + "/sample.fbf", raw, 130, 1'500'000},
          {"saved", folder + "/sample_saved.fbf", saved, 330, 500'000}};
}

std::vector<std::byte> made(const FbfOptions& options, std::uint64_t frames,
                            std::uint64_t most_bytes = 0) {
  std::vector<std::byte> bytes;
  const auto written = assets::write_framebyframe(options, into(bytes), frames, most_bytes);
  EXPECT_TRUE(written);
  return bytes;
}

std::string inflated(Bytes bytes) {
  const compression::OuterForm form = compression::outer_form(bytes);
  compression::Inflater inflater(bytes, form);
  std::string text;
  std::vector<char> piece(1 << 20);
  for (std::size_t size = 1; size > 0;) {
    size = inflater.read(piece);
    text.append(piece.data(), size);
  }
  EXPECT_EQ(inflater.state(), compression::Inflater::State::whole);
  return text;
}

/// Opened; a failure of the test where something is wrong with it.
template <class Source>
std::shared_ptr<const Recording> sound(Source source) {
  const auto recording = opened(std::move(source));
  if (!recording) return nullptr;
  for (const Problem& problem : recording->problems()) ADD_FAILURE() << describe(problem);
  return recording;
}

TEST(FbfSample, IsWhatTheGeneratorMakes) {
  for (const Sample& sample : samples()) {
    const auto file = InputFile::open(sample.path);
    ASSERT_TRUE(file) << sample.path;
    const Bytes there = (*file)->bytes();
    const std::vector<std::byte> expected = made(sample.options, sample.frames);
    // Another zlib may compress otherwise: what is inside counts.
    const bool is_same = sample.options.container == FileKind::raw
                             ? std::ranges::equal(there, expected)
                             : inflated(there) == inflated(expected);
    EXPECT_TRUE(is_same) << sample.name << ": make it again as assets/SAMPLE.md says.";
  }
}

TEST(FbfSample, IsSmall) {
  for (const Sample& sample : samples()) {
    const auto file = InputFile::open(sample.path);
    ASSERT_TRUE(file) << sample.path;
    EXPECT_LT((*file)->size(), sample.most_bytes) << sample.name;
  }
}

TEST(FbfSample, OpensWholeAndDecodesWithoutProblems) {
  for (const Sample& sample : samples()) {
    const auto recording = sound(sample.path);
    ASSERT_NE(recording, nullptr);
    EXPECT_EQ(recording->info().format, "framebyframe");
    EXPECT_TRUE(recording->is_complete());
    EXPECT_EQ(recording->frame_count(), sample.frames);
    EXPECT_EQ(recording->timeline().stream_count(), 2U);
    Cursor cursor(recording);
    for (std::size_t i = 0; i < recording->frame_count(); ++i) {
      for (const Problem& problem : cursor.seek(FrameIndex(i)).problems) {
        ADD_FAILURE() << sample.name << " frame " << i << ": " << describe(problem);
      }
    }
  }
}

/// All types of formats/framebyframe/README.md, 6, `group` to `mesh`, by what the reader makes of
/// them.
TEST(FbfSample, ShowsEveryTypeAndShape) {
  using enum PropertyType;
  const std::set<PropertyType> all{
      string, number,   boolean,   vec2,   vec3,       quat,     group,    comment, entity,
      table,  resource, linechart, sphere, hemisphere, capsule,  cylinder, aabb,    oobb,
      plane,  line,     arrow,     vector, path,       triangle, mesh};
  ASSERT_EQ(all.size(), 25U);
  for (const Sample& sample : samples()) {
    const auto recording = sound(sample.path);
    ASSERT_NE(recording, nullptr);
    std::set<PropertyType> seen;
    Cursor cursor(recording);
    for (std::size_t i = 0; i < recording->frame_count(); ++i) {
      for (const PropertyNode& node : cursor.seek(FrameIndex(i)).tree.nodes()) {
        if (all.contains(node.type)) seen.insert(node.type);
      }
    }
    for (const PropertyType type : all) {
      EXPECT_TRUE(seen.contains(type)) << sample.name << ": " << to_text(type);
    }
  }
}

TEST(FbfSample, HasLayersResourcesEventsAndAnInterruption) {
  for (const Sample& sample : samples()) {
    const auto recording = sound(sample.path);
    ASSERT_NE(recording, nullptr);
    EXPECT_GE(recording->layer_count(), 10U) << sample.name;
    std::set<std::string> events;
    for (std::size_t i = 0; i < recording->event_count(); ++i) {
      events.emplace(recording->event(EventIndex(i)).name);
    }
    EXPECT_GE(events.size(), 5U) << sample.name;
    std::set<std::string> types;
    for (std::size_t i = 0; i < recording->resource_count(); ++i) {
      const auto data = recording->reader().read_resource(*recording, ResourceIndex(i));
      ASSERT_TRUE(data) << describe(data.error());
      types.insert(data->width > 0 ? "pixels" : data->type);
    }
    EXPECT_EQ(types, (std::set<std::string>{"image/png", "pixels", "text/plain"})) << sample.name;
    const auto gaps = find_gaps(recording->timeline());
    EXPECT_TRUE(std::ranges::any_of(gaps, [](const Gap& gap) {
      return gap.kind == Gap::Kind::interruption;
    })) << sample.name;
  }
}

TEST(FbfSample, HasCommentsOnAPropertyAndOnAnEvent) {
  const auto recording = sound(samples()[1].path);
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->comment_count(), 3U);
  Cursor cursor(recording);
  const CommentInfo state = recording->comment(CommentIndex(1));
  const Frame& frame = cursor.seek(state.frame);
  const Entity* guard = frame.find(state.entity);
  ASSERT_NE(guard, nullptr);
  EXPECT_EQ(frame.tree[guard->properties.first + state.property].name, "State");
  const CommentInfo shot = recording->comment(CommentIndex(2));
  ASSERT_TRUE(shot.event.exists());
  EXPECT_EQ(recording->event(shot.event).name, "Shot fired");
  PropertyTree tree;
  const PropertyRange properties = cursor.read_event(shot.event, tree);
  EXPECT_EQ(tree[properties.first + shot.property].name, "Trajectory");
}

TEST(FbfGenerator, StopsAtTheFirstFrameBeyondTheBytes) {
  const FbfOptions options{.arena = {.entities = 8}};
  const auto bytes = made(options, 1'000'000, 100'000);
  EXPECT_GE(bytes.size(), 100'000U);
  EXPECT_LT(bytes.size(), 150'000U);
  EXPECT_NE(sound(bytes), nullptr);
}

TEST(FbfGenerator, MakesAsManyEntitiesClientsAndPropertiesAsAsked) {
  const auto recording =
      sound(made({.arena = {.entities = 40}, .clients = 5, .properties = 100}, 30));
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->timeline().stream_count(), 5U);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(frame.entities.size(), 40U);
  const auto guard = std::ranges::find_if(
      frame.entities, [](const Entity& entity) { return entity.name.starts_with("Guard"); });
  ASSERT_NE(guard, frame.entities.end());
  EXPECT_GE(guard->properties.count, 100U);
}

TEST(FbfGenerator, MakesAnotherWorldForEverySeed) {
  FbfOptions options{.arena = {.entities = 12, .seed = 1}};
  const auto first = made(options, 5);
  EXPECT_EQ(made(options, 5), first);
  options.arena.seed = 2;
  EXPECT_NE(made(options, 5), first);
}

TEST(Arena, LetsGuardsMoveSmoothlyAndLookWhereTheyTurn) {
  assets::Arena arena({.entities = 32, .seed = 3});
  std::map<std::uint32_t, std::pair<glm::dvec3, double>> last;
  for (int tick = 0; tick < 600; ++tick) {
    for (const assets::Courtyard& yard : arena.courtyards()) {
      for (const assets::ArenaGuard& guard : yard.guards) {
        EXPECT_LT(glm::length(guard.position - yard.center), assets::Courtyard::kSide / 2 + 1);
        if (last.contains(guard.id)) {
          const auto& [position, heading] = last[guard.id];
          EXPECT_LT(glm::length(guard.position - position), 0.2);
          EXPECT_LT(1 - glm::dot(assets::ahead(guard.heading), assets::ahead(heading)), 0.01);
        }
        last[guard.id] = {guard.position, guard.heading};
      }
    }
    arena.advance();
  }
}

// -- Conversions of samples -----------------------------------------------------------------------

/// What the format itself says: nothing is kept beside it.
std::vector<std::byte> converted(const std::shared_ptr<const Recording>& recording,
                                 const std::string& container) {
  std::vector<std::byte> bytes;
  const auto report = framebyframe::kWriter.write(
      {.recording = recording, .options = {{"container", container}, {"keep", "nothing"}}},
      kNotCancelled, into(bytes));
  EXPECT_TRUE(report);
  return bytes;
}

TEST(FbfConversion, OfTheSavedSampleGivesTheSameText) {
  const Sample sample = samples()[1];
  const auto file = InputFile::open(sample.path);
  ASSERT_TRUE(file);
  EXPECT_TRUE(inflated(converted(sound(*file), "saved")) == inflated((*file)->bytes()));
}

TEST(FbfConversion, OfTheCarlaSampleKeepsEntitiesEventsAndPlaces) {
  const auto carla = sound(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(carla, nullptr);
  const auto result = sound(converted(carla, "raw"));
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->frame_count(), carla->frame_count());
  EXPECT_EQ(result->event_count(), carla->event_count());
  EXPECT_EQ(result->entity_count(), carla->entity_count() + 1);  // and "Recording"
  Cursor from(carla);
  Cursor to(result);
  to.set_coordinates(carla->info().coordinates);
  for (std::size_t i = 0; i < carla->frame_count(); i += 7) {
    const Frame& a = from.seek(FrameIndex(i));
    const Frame& b = to.seek(FrameIndex(i));
    ASSERT_EQ(b.entities.size(), a.entities.size() + 1);
    // Both tables have entities in the order in which they appear; "Recording" comes in the first
    // frame behind those that are there.
    std::vector<const Entity*> others;
    for (const Entity& entity : b.entities) {
      if (entity.name != "Recording") others.push_back(&entity);
    }
    ASSERT_EQ(others.size(), a.entities.size());
    for (std::size_t k = 0; k < others.size(); ++k) {
      const Entity& entity = a.entities[k];
      ASSERT_EQ(others[k]->name, entity.name) << i;
      if (!entity.world.position) continue;
      const double error = glm::length(*others[k]->world.position - *entity.world.position);
      ASSERT_LT(error, 1e-9 * (1 + glm::length(*entity.world.position))) << entity.name;
      if (!entity.world.rotation) continue;
      const double same = std::abs(glm::dot(*others[k]->world.rotation, *entity.world.rotation));
      ASSERT_GT(same, 1 - 1e-9) << entity.name;
    }
  }
}

}  // namespace
}  // namespace scrubjay

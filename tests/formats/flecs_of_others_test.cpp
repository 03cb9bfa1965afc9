// Recordings of other formats that are written as flecs documents read back as far as documents can
// say what they hold.
#include <gtest/gtest.h>

#include <map>

#include "formats/carla/carla.h"
#include "formats/flecs/flecs.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/xrec/xrec.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/flecs_test_file.h"
#include "tests/formats/flecs_written.h"
#include "tests/formats/written_again.h"
#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay::flecs {
namespace {

/// A sample recording of another format, converted.
std::shared_ptr<Recording> sample_of(const Format& format, const char* name) {
  auto file = InputFile::open(std::string(SCRUBJAY_TEST_DATA) + "/../../assets/" + name);
  if (!file) return nullptr;
  auto opened = format.open(*file);
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

/// What is written of a name that may not be unique begins with it.
bool is_name(std::string_view name, const Entity& again) { return again.name.starts_with(name); }

TEST(FlecsOfOthers, CarlaActorsComeBackWithPlacesParentsAndProperties) {
  const auto source = sample_of(carla::kFormat, "sample.log");
  ASSERT_TRUE(source);
  const Written made = written({.recording = source, .to = 3.0});
  const auto copy = recording_of(made.text);
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->problems().empty());
  ASSERT_GT(copy->frame_count(), 10u);
  Cursor at_source{source};
  at_source.set_coordinates(copy->info().coordinates);
  Cursor at_copy{copy};
  std::size_t compared = 0;
  for (std::size_t i = 0; i < copy->frame_count(); i += 7) {
    SCOPED_TRACE("frame " + std::to_string(i));
    const Frame& a = at_source.seek(FrameIndex(i));
    const Frame& b = at_copy.seek(FrameIndex(i));
    EXPECT_EQ(a.time, b.time);
    EXPECT_EQ(a.number, b.number);
    ASSERT_EQ(a.entities.size(), b.entities.size());
    std::map<std::string, const Entity*> by_number;
    for (const Entity& entity : b.entities) {
      by_number.emplace(value_of(*copy, b, copy->entity(entity.index).id, "entity/id"), &entity);
    }
    for (const Entity& entity : a.entities) {
      const std::string id(source->entity(entity.index).id);
      SCOPED_TRACE(id);
      ASSERT_TRUE(by_number.contains(id));
      const Entity& again = *by_number.at(id);
      EXPECT_TRUE(is_name(entity.name, again)) << entity.name << " " << again.name;
      EXPECT_EQ(entity.parent.exists(), again.parent.exists());
      expect_same_place(entity.world, again.world);
      const Values values = values_of(b, again);
      for (const auto& [path, value] : values_of(a, entity)) {
        const auto found = values.find(path);
        const bool is_there = found != values.end() || values.contains("/properties" + path);
        EXPECT_TRUE(is_there) << path;
        if (found == values.end() || value.starts_with("entity ")) continue;
        if (value.starts_with("color ") || value.starts_with("quat ")) continue;
        if (value.find("-Infinity") != std::string::npos) continue;  // flecs has one without a sign
        const auto [first, last] = values.equal_range(path);
        EXPECT_TRUE(std::any_of(first, last, [&](const auto& v) { return v.second == value; }))
            << path << ": " << value << " became " << found->second;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(FlecsOfOthers, ClientsOfFrameByFrameBecomeOneWorld) {
  const auto source = sample_of(framebyframe::kFormat, "sample.fbf");
  ASSERT_TRUE(source);
  const Written made = written({.recording = source});
  const auto copy = recording_of(made.text);
  ASSERT_TRUE(copy);
  ASSERT_GT(copy->frame_count(), 10u);
  EXPECT_LE(copy->frame_count(), source->frame_count());
  Cursor at_source{source};
  at_source.set_coordinates(copy->info().coordinates);
  Cursor at_copy{copy};
  std::size_t compared = 0;
  for (std::size_t i = 0; i < source->frame_count(); i += 5) {
    const Frame& a = at_source.seek(FrameIndex(i));
    std::size_t k = 0;
    while (k + 1 < copy->frame_count() && copy->timeline().time(FrameIndex(k)) < a.time) ++k;
    EXPECT_EQ(copy->timeline().time(FrameIndex(k)), a.time);
    const Frame& b = at_copy.seek(FrameIndex(k));
    for (const Entity& entity : a.entities) {
      SCOPED_TRACE(entity.name);
      const Entity* again = nullptr;
      for (const Entity& other : b.entities) {
        const bool is_near = entity.world.position && other.world.position &&
                             glm::distance(*entity.world.position, *other.world.position) < 1e-9;
        if (is_name(entity.name, other) && is_near) again = &other;
      }
      ASSERT_NE(again, nullptr);
      const Values values = values_of(b, *again);
      for (const auto& [path, value] : values_of(a, entity)) {
        EXPECT_TRUE(values.contains(path) || values.contains("/properties" + path)) << path;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 20u);
  const auto has_loss = [&](std::string_view what) {
    return std::ranges::any_of(made.report.losses,
                               [&](const WriteLoss& loss) { return loss.what == what; });
  };
  EXPECT_TRUE(has_loss("events"));
  EXPECT_EQ(has_loss("streams"), source->timeline().stream_count() > 1);
}

// Some of its objects have a place in the world, and only a scale relative to their parents.
TEST(FlecsOfOthers, XrecObjectsComeBackWithTheirPlaces) {
  const auto source = sample_of(xrec::kFormat, "sample.xrec");
  ASSERT_TRUE(source);
  const Written made = written({.recording = source, .to = 3.0});
  const auto copy = recording_of(made.text);
  ASSERT_TRUE(copy);
  Cursor at_source{source};
  at_source.set_coordinates(copy->info().coordinates);
  Cursor at_copy{copy};
  std::size_t mixed = 0;
  for (std::size_t i = 0; i < copy->frame_count(); i += 7) {
    SCOPED_TRACE("frame " + std::to_string(i));
    const Frame& a = at_source.seek(FrameIndex(i));
    const Frame& b = at_copy.seek(FrameIndex(i));
    for (const Entity& entity : a.entities) {
      std::string id(source->entity(entity.index).id);
      std::ranges::replace(id, '/', '.');
      SCOPED_TRACE(id);
      const Entity* again = entity_of(*copy, b, id);
      ASSERT_TRUE(again != nullptr);
      expect_same_place(entity.world, again->world);
      mixed += entity.local.scale && !entity.local.position && entity.world.position;
    }
  }
  EXPECT_GT(mixed, 0u);
}

/// A car that drives with a camera on it; a box on it that is sampled elsewhere, and is missing
/// from the third frame; the car goes in the last one.
std::shared_ptr<Recording> driven() {
  return opened(carla::written([](carla::Writer& writer) {
    for (int frame = 0; frame < 4; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) {
        for (const std::uint32_t id : {1u, 2u}) {
          writer.add(carla::actor(id, "vehicle", carla::ActorType::vehicle));
          writer.add(carla::actor(10 + id, "camera", carla::ActorType::sensor, {0, 0, 100}));
          writer.add(carla::EventParent{10 + id, id});
        }
        writer.add(carla::actor(20, "box", carla::ActorType::other, {0, 0, 200}));
        writer.add(carla::EventParent{20, 1});
      }
      if (frame == 3) writer.add(carla::EventDel{1});
      if (frame < 3) writer.add(carla::Position{1, {100.0 * frame, 0, 0}, {}});
      writer.add(carla::Position{2, {100.0 * frame, 500, 0}, {}});
      if (frame < 2) writer.add(carla::Position{20, {700.0 + frame, 0, 0}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
}

/// Of each frame the places of those whose names begin so, in order.
std::vector<std::string> places_of(const std::shared_ptr<Recording>& recording,
                                   std::string_view name) {
  std::vector<std::string> frames;
  Cursor cursor{recording};
  cursor.set_coordinates(recording->info().coordinates);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    std::vector<std::string> places;
    for (const Entity& entity : cursor.seek(FrameIndex(i)).entities) {
      if (!entity.name.starts_with(name)) continue;
      const auto& at = entity.world.position;
      places.push_back(at ? number_text(at->x, Precision::float32) + " " +
                                number_text(at->z, Precision::float32)
                          : "nowhere");
    }
    std::ranges::sort(places);
    std::string& text = frames.emplace_back();
    for (const std::string& place : places) text += (text.empty() ? "" : ", ") + place;
  }
  return frames;
}

using Places = std::vector<std::string>;

/// Documents are read with x to the right and z forward, in metres.
TEST(FlecsOfOthers, WhoIsWrittenWithoutItsParentIsWhereItWasInTheWorld) {
  const auto source = driven();
  const std::vector<EntityIndex> cameras{EntityIndex(1), EntityIndex(3)};
  const Written made = written({.recording = source, .entities = cameras});
  EXPECT_EQ(count_of(made.report, "places relative to a parent that is nowhere"), 1u);
  const auto alone = recording_of(made.text);
  EXPECT_EQ(places_of(alone, "camera"),
            (Places{"0 0, 5 0", "0 1, 5 1", "0 2, 5 2", "5 3, nowhere"}));
  for (std::size_t i = 0; i < alone->entity_count(); ++i) {
    EXPECT_TRUE(alone->entity(EntityIndex(i)).name.starts_with("camera"));
  }
  EXPECT_EQ(places_of(recording_of(written({.recording = source}).text), "camera"),
            places_of(alone, "camera"));
}

/// Where it was sampled, not where it was spawned on its parent.
TEST(FlecsOfOthers, WhoLeftItsPlaceOnItsParentIsWhereItIs) {
  const Written made = written({.recording = driven()});
  EXPECT_EQ(places_of(recording_of(made.text), "box"),
            (Places{"0 7", "0 7.01", "nowhere", "nowhere"}));
}

/// Values of documents stay as they are: a component before them says where that is in the world.
TEST(FlecsOfOthers, DocumentsOfFlecsWithoutAParentTellThePlaceInTheWorld) {
  const auto source = recording_of(written({.recording = driven()}).text);
  const auto camera = [&] {
    for (std::size_t i = 0; i < source->entity_count(); ++i) {
      const EntityIndex entity(i);
      if (source->entity(entity).name.starts_with("camera")) return entity;
    }
    return EntityIndex::none();
  }();
  ASSERT_TRUE(camera.exists());
  const std::vector<EntityIndex> with_parent{source->entity(camera).parent, camera};
  const Written alone = written({.recording = source, .entities = {{camera}}});
  EXPECT_EQ(count_of(alone.report, "places relative to a parent that is not written"), 3u);
  EXPECT_EQ(places_of(recording_of(alone.text), "camera"), (Places{"0 0", "0 1", "0 2", ""}));
  EXPECT_EQ(count_of(written({.recording = source, .entities = with_parent}).report,
                     "places relative to a parent that is not written"),
            0u);
}

/// Each entity the child of the one before: paths written out would take the square of their
/// number.
TEST(FlecsOfOthers, AChainOfParentsIsCutWhereItsPathBecomesTooLong) {
  constexpr int kEntities = 3000;
  std::string text = R"({"frameId":1,"clientId":0,"tag":"A","serverTime":5,"entities":[)";
  for (int i = 1; i <= kEntities; ++i) {
    const std::string id = std::to_string(i);
    text += (i == 1 ? "" : ",") + std::string(R"({"id":)") + id + R"(,"parentId":)" +
            std::to_string(i - 1) + R"(,"name":"link","position":{"x":)" + id +
            R"(,"y":0,"z":0},"properties":[{"type":"group","name":"properties","value":[]}]})";
  }
  const auto source = opened(bytes_of(text + "]}"), {}, "framebyframe");
  ASSERT_TRUE(source);
  ASSERT_EQ(source->entity_count(), std::size_t{kEntities});
  const Written made = written({.recording = source});
  const std::uint64_t cut = count_of(made.report, "entities whose path is longer than 4,096 bytes");
  EXPECT_GT(cut, 1u);
  EXPECT_LT(cut, 40u);
  EXPECT_LT(made.text.size(), std::size_t{kEntities} * 9000);
  const auto copy = recording_of(made.text);
  ASSERT_TRUE(copy);
  Cursor at_copy{copy};
  const Frame& frame = at_copy.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), std::size_t{kEntities}) << "all of them, each by itself";
  std::uint64_t roots = 0;
  for (const Entity& entity : frame.entities) {
    roots += !entity.parent.exists();
    EXPECT_TRUE(entity.world.position);
  }
  EXPECT_EQ(roots, cut + 1);
}

TEST(FlecsOfOthers, EventsStandBesideTheDocumentsWithTheirProperties) {
  const auto source = opened(
      bytes_of(
          R"({"frameId":1,"clientId":0,"tag":"A","serverTime":5,"entities":[{"id":1,"parentId":0,)"
          R"("name":"tank","properties":[],"events":[{"name":"hit","tag":"fight","properties":)"
          R"({"name":"properties","type":"group","value":[{"name":"damage","type":"number","value":5}]}}]}]})"),
      {}, "framebyframe");
  ASSERT_TRUE(source);
  ASSERT_EQ(source->event_count(), 1u);
  const Written made = written({.recording = source});
  EXPECT_NE(made.text.find(R"("name":"hit","tag":"fight")"), std::string::npos) << made.text;
  EXPECT_NE(made.text.find(R"("damage":5})"), std::string::npos) << made.text;
  const auto copy = recording_of(made.text);
  ASSERT_TRUE(copy);
  EXPECT_EQ(problem_codes(*copy), "");
}

TEST(FlecsOfOthers, ARotationOrAScaleWithoutAPositionIsTold) {
  xrec::RecordingMaker maker;
  maker.position("Whole", 1, 1.0, {1, 2, 3});
  maker.rotation("Whole", 1, 1.0, glm::dquat(0, 1, 0, 0));
  maker.rotation("Turned", 1, 1.0, glm::dquat(0, 1, 0, 0));
  maker.scale("Large", 1, 1.0, {2, 2, 2});
  const Written made = written({.recording = xrec::recording_of(maker.finish())});
  EXPECT_EQ(count_of(made.report, "entities with a rotation or scale, without a position"), 2u);
}

/// Documents do not say their axes and units: what is written in others than recorded is told.
TEST(FlecsOfOthers, FramesInOtherCoordinatesAreTold) {
  const auto source = sample_of(carla::kFormat, "sample.log");
  ASSERT_TRUE(source);
  const Written made = written({.recording = source, .to = 1.0});
  EXPECT_EQ(count_of(made.report, "frames in other coordinates"), made.report.frames);
  const Written asked =
      written({.recording = source, .coordinates = made.report.coordinates, .to = 1.0});
  EXPECT_EQ(count_of(asked.report, "frames in other coordinates"), 0u);
  const Written ros =
      written({.recording = source, .coordinates = *CoordinateSystem::parse("ros"), .to = 1.0});
  EXPECT_EQ(count_of(ros.report, "frames in other coordinates"), ros.report.frames);
}

}  // namespace
}  // namespace scrubjay::flecs

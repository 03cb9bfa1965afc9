// CARLA recordings copied packet by packet: whole ones to the byte; of parts every frame is what it
// was in the whole, though what earlier frames said is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <glm/gtc/quaternion.hpp>

#include "formats/carla/carla.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/carla_packets.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/recording_dump.h"
#include "tests/formats/written_again.h"

namespace scrubjay::carla {
namespace {

ByteVector copied(const WriteRequest& request, std::vector<WriteLoss>* losses = nullptr) {
  Written written = written_as("carla", request);
  if (losses != nullptr) *losses = std::move(written.report.losses);
  return std::move(written.file);
}

std::vector<std::string> sources() {
  std::vector<std::string> files{std::string(SCRUBJAY_ASSETS) + "/sample.log"};
  const std::string real = std::string(SCRUBJAY_SHARED_DATA) + "/carla/DistanceToLaneCenter.log";
  if (std::filesystem::exists(real)) files.push_back(real);
  return files;
}

/// What an entity is in a frame, without its row.
std::string entity_text(const Recording& recording, const Frame& frame, const Entity& entity) {
  const EntityInfo info = recording.entity(entity.index);
  std::string text(info.id);
  text += " " + std::string(entity.name) + " under ";
  if (entity.parent.exists()) text += recording.entity(entity.parent).id;
  const auto numbers = [&](const glm::dvec3& v) {
    text += " " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z);
  };
  if (entity.world.position) numbers(*entity.world.position);
  const PropertyRange range = entity.properties;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const PropertyNode& node = frame.tree[i];
    text += "\n  " + std::string(node.name) + " ";
    if (is_text(node.type)) text += node.text_value();
    if (node.type == PropertyType::number) text += std::to_string(node.number);
    if (node.type == PropertyType::integer) text += std::to_string(node.integer);
    if (node.type == PropertyType::boolean) text += node.boolean ? "true" : "false";
    if (!has_numbers(node.type)) continue;
    for (const double number : frame.tree.numbers_of(node)) text += std::to_string(number) + " ";
  }
  return text;
}

void expect_frames_of(const std::shared_ptr<Recording>& source, std::size_t first,
                      std::size_t count, const std::shared_ptr<Recording>& part,
                      const std::vector<std::string>& ids = {}) {
  ASSERT_EQ(part->frame_count(), count);
  Cursor there(source);
  Cursor here(part);
  for (std::size_t i = 0; i < count; ++i) {
    const Frame& expected = there.seek(FrameIndex(first + i));
    const Frame& found = here.seek(FrameIndex(i));
    EXPECT_EQ(found.number, i + 1);
    const double begin = source->timeline().time(FrameIndex(first));
    EXPECT_NEAR(found.time, expected.time - begin, 1e-9);
    std::vector<std::string> expected_texts;
    std::vector<std::string> found_texts;
    for (const Entity& entity : expected.entities) {
      const std::string id(source->entity(entity.index).id);
      if (!ids.empty() && std::ranges::find(ids, id) == ids.end()) continue;
      expected_texts.push_back(entity_text(*source, expected, entity));
    }
    for (const Entity& entity : found.entities) {
      found_texts.push_back(entity_text(*part, found, entity));
    }
    ASSERT_EQ(found_texts, expected_texts) << "frame " << first + i;
  }
}

TEST(CarlaCopy, CountsTheEventsOfThoseWhoWereAskedFor) {
  for (const std::string& source : sources()) {
    const auto recording = opened(source);
    ASSERT_NE(recording, nullptr);
    std::optional<EntityIndex> chosen;
    std::uint64_t of_chosen = 0;
    std::uint64_t of_nobody = 0;
    for (std::size_t row = 0; row < recording->event_count(); ++row) {
      const EntityIndex entity = recording->event(EventIndex(row)).entity;
      if (!chosen && entity.exists()) chosen = entity;
      if (!entity.exists()) ++of_nobody;
      if (entity.exists() && entity == chosen) ++of_chosen;
    }
    ASSERT_TRUE(chosen);
    const Written written = written_as("carla", {.recording = recording, .entities = {{*chosen}}});
    EXPECT_GE(written.report.events, of_chosen);
    EXPECT_LE(written.report.events, of_chosen + of_nobody);
  }
}

/// Where nothing was cut before it, the first frame says what it said.
TEST(CarlaCopy, APartFromTheBeginningHasTheEventsOfTheWhole) {
  for (const std::string& path : sources()) {
    const auto source = opened(path);
    std::vector<WriteLoss> losses;
    const Seconds third = source->timeline().time(FrameIndex(2));
    const ByteVector file = copied({.recording = source, .from = 0.0, .to = third}, &losses);
    EXPECT_TRUE(losses.empty());
    auto whole = packets_of(source->file().bytes());
    auto part = packets_of(file);
    ASSERT_GT(part.size(), 1U);
    whole.resize(part.size() - 1);
    part.pop_back();  // the last frame's length is another one
    EXPECT_EQ(part, whole) << path;
  }
}

TEST(CarlaCopy, APartTellsWhatItsFirstFrameSaysInPlaceOfWhatItSaid) {
  for (const std::string& path : sources()) {
    const auto source = opened(path);
    const Seconds from = source->timeline().time(FrameIndex(source->frame_count() / 2));
    const Written part = written_as("carla", {.recording = source, .from = from});
    const auto copy = opened(part.file);
    EXPECT_EQ(part.report.events, copy->event_count()) << path;
    EXPECT_EQ(count_of(part.report, "times that are no sum of the steps"), copy->frame_count());
    const Sought first(copy, 0);
    EXPECT_GE(count_of(part.report, "events of what holds in the first frame"),
              first.frame().entities.size());
  }
}

TEST(CarlaCopy, TheWholeIsEqualToTheByte) {
  for (const std::string& path : sources()) {
    const auto source = opened(path);
    EXPECT_TRUE(std::ranges::equal(copied({.recording = source}), source->file().bytes())) << path;
  }
}

TEST(CarlaCopy, DamageInsideOfAPacketIsCopiedAsItIs) {
  const auto damaged = indexed(RawBytes()
                                   .header()
                                   .frame_start(1, 0)
                                   .packet(6, RawBytes().put(std::uint16_t{9}).put(7.0))
                                   .frame_end());
  EXPECT_NE(problem_codes(*damaged), "");
  EXPECT_TRUE(std::ranges::equal(copied({.recording = damaged}), damaged->file().bytes()));
}

/// A copy of what was cut off anywhere has whole packets, in whole frames.
TEST(CarlaCopy, ARecordingThatWasCutOffEndsBehindItsLastWholePacket) {
  const auto source = opened(sources().front());
  const Bytes bytes = source->file().bytes();
  for (std::size_t size = 100'003; size < 104'000; size += 183) {
    SCOPED_TRACE(size);
    const auto cut = opened(ByteVector(bytes.begin(), bytes.begin() + static_cast<long>(size)));
    std::vector<WriteLoss> losses;
    const ByteVector file = copied({.recording = cut}, &losses);
    const auto copy = opened(file);
    EXPECT_TRUE(copy->is_complete());
    EXPECT_EQ(problem_codes(*copy), "");
    expect_frames_of(cut, 0, cut->frame_count(), copy);
    const std::size_t lost = losses.empty() ? 0 : losses[0].count;
    EXPECT_TRUE(lost == 0 || losses[0].what == "bytes of a packet that is cut off");
    EXPECT_TRUE(file.size() == size - lost || file.size() == size - lost + kPacketHeaderBytes);
    std::vector<WriteLoss> of_part;
    copied({.recording = cut, .from = 0.1}, &of_part);
    const auto cut_off =
        std::ranges::find(of_part, "bytes of a packet that is cut off", &WriteLoss::what);
    EXPECT_EQ(cut_off == of_part.end() ? 0 : cut_off->count, lost);
    copied({.recording = cut, .to = 0.1}, &of_part);
    EXPECT_TRUE(of_part.empty());
  }
}

TEST(CarlaCopy, TheLastFrameOfACutRecordingHasNoLength) {
  const auto source = opened(sources().front());
  const Bytes bytes = source->file().bytes();
  const auto cut = opened(ByteVector(bytes.begin(), bytes.begin() + 100'003));
  const ByteVector file = copied({.recording = cut});
  const auto frames = packets_of(file);
  double duration = 0;
  std::memcpy(&duration, frames.back().at(0).front().data() + 8, sizeof duration);
  EXPECT_EQ(duration, -1.0);
  // Everything in front of it is equal to the byte.
  const std::size_t last = cut->timeline().bytes(FrameIndex(cut->frame_count() - 1)).begin;
  EXPECT_TRUE(std::equal(file.begin(), file.begin() + static_cast<long>(last), bytes.begin()));
}

TEST(CarlaCopy, PartsHaveTheFramesOfTheWhole) {
  for (const std::string& path : sources()) {
    const auto source = opened(path);
    const std::size_t frames = source->frame_count();
    for (const auto& [first, end] : {std::pair<std::size_t, std::size_t>{0, 10},
                                     {1, 2},
                                     {frames / 2, frames / 2 + 40},
                                     {frames - 5, frames}}) {
      const auto part = opened(copied({.recording = source,
                                       .from = source->timeline().time(FrameIndex(first)),
                                       .to = source->timeline().time(FrameIndex(end - 1))}));
      SCOPED_TRACE(path + " from " + std::to_string(first));
      EXPECT_EQ(problem_codes(*part), "");
      EXPECT_TRUE(part->is_complete());
      expect_frames_of(source, first, end - first, part);
    }
  }
}

TEST(CarlaCopy, TheLastFrameOfAPartHasNoLength) {
  const auto source = opened(sources().front());
  const ByteVector file = copied({.recording = source, .to = 1.0});
  const auto frames = packets_of(file);
  ASSERT_GT(frames.size(), 2U);
  const auto duration = [&](std::size_t frame) {
    const std::string& body = frames[frame].at(0).front();
    double seconds = 0;
    std::memcpy(&seconds, body.data() + 8, sizeof seconds);
    return seconds;
  };
  EXPECT_EQ(duration(frames.size() - 1), -1.0);
  EXPECT_GT(duration(0), 0.0);
}

TEST(CarlaCopy, AFrameWithoutALengthLastsUntilTheNextOne) {
  const auto source = indexed(RawBytes()
                                  .header()
                                  .frame_start(1, 0, -1.0)
                                  .frame_end()
                                  .frame_start(2, 0.25, -1.0)
                                  .frame_end()
                                  .frame_start(3, 1.0, 0.5)
                                  .frame_end()
                                  .frame_start(4, 1.5, 0.5)
                                  .frame_end());
  const auto part = opened(copied({.recording = source, .to = 1.0}));
  ASSERT_EQ(part->frame_count(), 3u);
  EXPECT_EQ(part->timeline().time(FrameIndex(1)), 0.25);
  EXPECT_EQ(part->timeline().time(FrameIndex(2)), 1.0);
}

/// Behind the first frame packets are the producer's own.
TEST(CarlaCopy, PacketsBehindTheFirstFrameAreTheSameBytes) {
  const auto source = opened(sources().front());
  const auto whole = packets_of(source->file().bytes());
  const auto part =
      packets_of(copied({.recording = source, .from = source->timeline().time(FrameIndex(100))}));
  ASSERT_EQ(part.size(), whole.size() - 100);
  for (std::size_t i = 1; i < part.size(); ++i) {
    for (const auto& [id, bodies] : whole[100 + i]) {
      if (id != 0) {
        ASSERT_EQ(part[i].at(id), bodies) << i << " packet " << id;
      }
    }
  }
}

TEST(CarlaCopy, UnknownPacketsAreCopied) {
  const RawBytes file = RawBytes()
                            .header()
                            .frame_start(1, 0)
                            .packet(140, RawBytes().put(7.0))
                            .frame_end()
                            .frame_start(2, 0.05)
                            .packet(141, RawBytes().put(8.0))
                            .frame_end();
  const auto frames = packets_of(copied({.recording = indexed(file), .from = 0.01}));
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].count(140), 0U);
  EXPECT_EQ(frames[0].at(141).front().size(), 8U);
}

TEST(CarlaCopy, ChosenActorsStayAlone) {
  const auto source = opened(sources().front());
  std::vector<EntityIndex> chosen;
  std::vector<std::string> ids;
  for (const std::size_t row : {std::size_t{1}, std::size_t{4}, std::size_t{9}}) {
    chosen.emplace_back(row);
    ids.emplace_back(source->entity(EntityIndex(row)).id);
  }
  const auto part = opened(copied({.recording = source, .entities = chosen}));
  EXPECT_EQ(part->entity_count(), 3U);
  EXPECT_EQ(problem_codes(*part), "");
  expect_frames_of(source, 0, source->frame_count(), part, ids);
}

/// A sensor on a car is told by its place on it, which says nothing when the car is not there.
TEST(CarlaCopy, AnActorWithoutItsParentGetsItsPlaceInTheWorld) {
  const auto source = opened(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.x", ActorType::vehicle, {100, 0, 0}));
    writer.add(Position{1, {100, 0, 0}, {0, 0, 90}});
    for (int frame = 1; frame < 4; ++frame) {
      writer.begin_frame(0.05);
      writer.add(Position{1, {100.0 + frame, 0, 0}, {0, 0, 90}});
      if (frame != 1) continue;
      writer.add(actor(2, "sensor.camera.rgb", ActorType::sensor, {10, 0, 5}));
      writer.add(EventParent{2, 1});
    }
    ASSERT_TRUE(writer.finish());
  }));
  const auto alone =
      opened(copied({.recording = source, .entities = std::vector<EntityIndex>{EntityIndex(1)}}));
  const Sought first(alone, 1);
  ASSERT_NE(first.entity("2"), nullptr);
  EXPECT_NEAR(first.entity("2")->world.position->x, 101, 1e-4);
  EXPECT_NEAR(first.entity("2")->world.position->y, 10, 1e-4);
  // With its parent a cut keeps it where it is on it.
  const auto cut = opened(copied({.recording = source, .from = 0.1}));
  const Sought later(cut, 1);
  ASSERT_NE(later.entity("2"), nullptr);
  EXPECT_TRUE(later.entity("2")->parent.exists());
  EXPECT_NEAR(later.entity("2")->world.position->x, 103, 1e-4);
}

/// Where that id's actor is in each frame: its numbers, "nowhere" or "-" when it does not live.
std::vector<std::string> places_of(const std::shared_ptr<Recording>& recording, const char* id) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Sought frame(recording, i);
    const Entity* entity = frame.entity(id);
    if (entity == nullptr || !entity->world.position) {
      places.emplace_back(entity == nullptr ? "-" : "nowhere");
      continue;
    }
    const glm::dvec3& at = *entity->world.position;
    places.push_back(std::to_string(std::lround(at.x)) + " " + std::to_string(std::lround(at.y)));
  }
  return places;
}

using Places = std::vector<std::string>;

/// A car that turns while it drives, a camera and a box on it, whose place is sampled in the third
/// frame, and a light on the camera. The car goes in the last frame.
std::shared_ptr<Recording> driven() {
  return opened(written([](Writer& writer) {
    for (int frame = 0; frame < 5; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) writer.add(actor(1, "vehicle.x", ActorType::vehicle, {100, 0, 0}));
      if (frame == 4) writer.add(EventDel{1});
      if (frame < 4) writer.add(Position{1, {100.0 + 100 * frame, 0, 0}, {0, 0, 90.0 * frame}});
      if (frame == 3) writer.add(Position{3, {7, 8, 9}, {}});
      if (frame != 1) continue;
      writer.add(actor(2, "sensor.camera.rgb", ActorType::sensor, {10, 0, 5}));
      writer.add(actor(3, "static.prop.box", ActorType::other, {20, 0, 5}));
      writer.add(actor(4, "sensor.lidar", ActorType::sensor, {5, 0, 0}));
      writer.add(EventParent{2, 1});
      writer.add(EventParent{3, 1});
      writer.add(EventParent{4, 2});
    }
    ASSERT_TRUE(writer.finish());
  }));
}

TEST(CarlaCopy, WhoIsWrittenWithoutItsParentMovesAsItDidOnIt) {
  const auto source = driven();
  const Places camera{"-", "200 10", "290 0", "400 -10", "nowhere"};
  ASSERT_EQ(places_of(source, "2"), camera);
  const auto with = [&](std::vector<EntityIndex> chosen, std::optional<Seconds> from = {}) {
    return opened(copied({.recording = source, .from = from, .entities = std::move(chosen)}));
  };
  const auto alone = with({EntityIndex(1)});
  EXPECT_EQ(places_of(alone, "2"), camera);
  const WriteReport told =
      written_as("carla", {.recording = source, .entities = {{EntityIndex(1)}}}).report;
  EXPECT_EQ(count_of(told, "places relative to a parent that is not written"), 4u);
  EXPECT_EQ(count_of(told, "parents and references that are entities not asked for"), 3u);
  EXPECT_EQ(problem_codes(*alone), "");
  EXPECT_EQ(places_of(with({EntityIndex(1)}, 0.1), "2"), Places(camera.begin() + 2, camera.end()));
  const auto box = with({EntityIndex(2)});
  EXPECT_EQ(places_of(box, "3"), (Places{"-", "200 20", "280 0", "7 8", "nowhere"}));
  // What follows it follows it in the copy.
  const auto two = with({EntityIndex(1), EntityIndex(3)});
  EXPECT_EQ(places_of(two, "4"), (Places{"-", "200 15", "285 0", "400 -15", "nowhere"}));
  EXPECT_EQ(places_of(two, "4"), places_of(source, "4"));
  const Sought turned(two, 2);
  EXPECT_EQ(turned.entity("4")->parent, turned.entity("2")->index);
  const Sought before(source, 2);
  EXPECT_GT(
      std::abs(glm::dot(*turned.entity("2")->world.rotation, *before.entity("2")->world.rotation)),
      1 - 1e-9);
}

/// Frames of forks may have no Position at all.
TEST(CarlaCopy, PlacesOfThoseWithoutTheirParentNeedNoPacketOfTheSource) {
  const auto source = indexed(RawBytes()
                                  .header()
                                  .frame_start(1, 0)
                                  .packet(2, list_of(1, raw_add(1, "vehicle.x", 100)))
                                  .packet(3, list_of(0))
                                  .packet(4, list_of(0))
                                  .frame_end()
                                  .frame_start(2, 0.05)
                                  .packet(2, list_of(1, raw_add(2, "sensor.x", 10)))
                                  .packet(4, list_of(1, RawBytes().put(2u, 1u)))
                                  .frame_end()
                                  .frame_start(3, 0.1)
                                  .frame_end());
  const auto alone =
      opened(copied({.recording = source, .entities = std::vector<EntityIndex>{EntityIndex(1)}}));
  EXPECT_EQ(places_of(alone, "2"), (Places{"-", "110 0", "110 0"}));
  EXPECT_EQ(packets_of(alone->file().bytes())[2].count(6), 1U);
}

/// Of two parents the one that it was spawned on carries an actor that is not sampled.
TEST(CarlaCopy, APartKeepsWhereOneIsThatHasAnotherParentThanItWasSpawnedOn) {
  const auto source = opened(written([](Writer& writer) {
    for (int frame = 0; frame < 5; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) {
        writer.add(actor(1, "vehicle.x", ActorType::vehicle));
        writer.add(actor(3, "vehicle.y", ActorType::vehicle));
        writer.add(actor(2, "sensor.x", ActorType::sensor, {10, 0, 0}));
        writer.add(actor(4, "sensor.y", ActorType::sensor, {20, 0, 0}));
        writer.add(EventParent{2, 1});
      }
      if (frame == 1) {
        writer.add(EventParent{2, 3});
        writer.add(EventParent{4, 3});
      }
      writer.add(Position{1, {100.0 * frame, 0, 0}, {}});
      writer.add(Position{3, {0, 100.0 * frame, 0}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
  ASSERT_EQ(places_of(source, "2"), (Places{"10 0", "110 0", "210 0", "310 0", "410 0"}));
  const auto cut = opened(copied({.recording = source, .from = 0.1}));
  EXPECT_EQ(places_of(cut, "2"), (Places{"210 0", "310 0", "410 0"}));
  EXPECT_EQ(places_of(cut, "4"), (Places{"20 0", "20 0", "20 0"}));
  const Sought first(cut, 0);
  EXPECT_EQ(first.entity("2")->parent, first.entity("3")->index);
}

TEST(CarlaCopy, WhoIsMissingFromAFrameIsMissingInEachPart) {
  const auto source = opened(written([](Writer& writer) {
    for (int frame = 0; frame < 5; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) writer.add(actor(1, "vehicle.x", ActorType::vehicle, {7, 0, 0}));
      if (frame != 2 && frame != 3) writer.add(Position{1, {100.0 + frame, 0, 0}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
  const Places whole{"100 0", "101 0", "nowhere", "nowhere", "104 0"};
  ASSERT_EQ(places_of(source, "1"), whole);
  for (std::size_t from = 1; from < 5; ++from) {
    const Seconds time = source->timeline().time(FrameIndex(from));
    const auto part = opened(copied({.recording = source, .from = time}));
    EXPECT_EQ(places_of(part, "1"), Places(whole.begin() + static_cast<long>(from), whole.end()));
    EXPECT_EQ(problem_codes(*part), "");
  }
}

TEST(CarlaCopy, WhoIsNowhereInTheFirstFrameIsALoss) {
  const auto source = opened(written([](Writer& writer) {
    for (int frame = 0; frame < 3; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) writer.add(actor(1, "vehicle.x"));
      if (frame != 1) writer.add(Position{1, {}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
  const auto nowhere = [&](std::size_t from) {
    const Seconds time = source->timeline().time(FrameIndex(from));
    return count_of(written_as("carla", {.recording = source, .from = time}).report,
                    "actors without a Position in the first frame");
  };
  EXPECT_EQ(nowhere(1), 1u);
  EXPECT_EQ(nowhere(2), 0u);
}

/// A camera whose car is gone does not hang on the car that has the number now.
TEST(CarlaCopy, AnIdThatIsUsedAgainIsNoParentInAPart) {
  const auto source = opened(written([](Writer& writer) {
    for (int frame = 0; frame < 4; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) writer.add(actor(6, "vehicle.old", ActorType::vehicle));
      if (frame == 1) writer.add(actor(8, "sensor.camera.rgb", ActorType::sensor, {10, 0, 0}));
      if (frame == 1) writer.add(EventParent{8, 6});
      if (frame == 2) writer.add(EventDel{6});
      if (frame == 3) writer.add(actor(6, "vehicle.new", ActorType::vehicle, {9000, 0, 0}));
      if (frame != 2) writer.add(Position{6, {9000, 0, 0}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
  for (const auto& chosen :
       {std::optional<std::vector<EntityIndex>>(),
        std::optional(std::vector<EntityIndex>{EntityIndex(1), EntityIndex(2)})}) {
    const auto cut = opened(copied({.recording = source, .from = 0.14, .entities = chosen}));
    const Sought frame(cut, 0);
    ASSERT_EQ(frame.living(), "8 6");
    EXPECT_FALSE(frame.entity("8")->parent.exists());
    EXPECT_EQ(places_of(cut, "8"), Places{"nowhere"});
  }
}

TEST(CarlaCopy, WhoLosesItsIdToOneWhoIsNotWrittenIsGone) {
  const auto source = indexed(RawBytes()
                                  .header()
                                  .frame_start(1, 0)
                                  .packet(2, list_of(1, raw_add(1, "vehicle.old", 1)))
                                  .frame_end()
                                  .frame_start(2, 0.05)
                                  .packet(2, list_of(1, raw_add(1, "vehicle.new", 2)))
                                  .frame_end());
  const auto part =
      opened(copied({.recording = source, .entities = std::vector<EntityIndex>{EntityIndex(0)}}));
  EXPECT_EQ(places_of(part, "1"), (Places{"1 0", "-"}));
}

/// What is only known to hang on something that is not there is nowhere, in a part as in the whole.
TEST(CarlaCopy, AnActorWhosePlaceNobodyKnowsHasNoneInAPart) {
  const auto source = opened(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(2, "sensor.camera.rgb", ActorType::sensor, {10, 0, 5}));
    writer.add(EventParent{2, 9});
    writer.begin_frame(0.05);
    writer.add(actor(3, "sensor.camera.rgb", ActorType::sensor, {10, 0, 5}));
    writer.add(EventParent{3, 9});
    ASSERT_TRUE(writer.finish());
  }));
  const auto cut = opened(copied({.recording = source, .from = 0.01}));
  const Sought whole(source, 1);
  const Sought part(cut, 0);
  ASSERT_NE(whole.entity("2"), nullptr);
  ASSERT_NE(part.entity("2"), nullptr);
  EXPECT_FALSE(whole.entity("2")->world.position);
  EXPECT_FALSE(part.entity("2")->world.position);
  EXPECT_EQ(part.entity("2")->local.position, whole.entity("2")->local.position);
  // Also where it comes later than the part begins.
  const auto alone =
      opened(copied({.recording = source, .entities = std::vector<EntityIndex>{EntityIndex(1)}}));
  EXPECT_EQ(places_of(source, "3"), (Places{"-", "nowhere"}));
  EXPECT_EQ(places_of(alone, "3"), (Places{"-", "nowhere"}));
}

TEST(CarlaCopy, StatesThatHoldAreInTheFirstFrameOfACut) {
  const auto source = opened(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.x", ActorType::vehicle));
    writer.add(actor(3, "traffic.traffic_light", ActorType::traffic_light));
    writer.add(BoundingBox{1, {0, 0, 75}, {240, 100, 75}});
    writer.add_trigger_volume(TriggerVolume{3, {1, 2, 3}, {4, 5, 6}});
    writer.add(TrafficLightTime{3, 10, 3, 2});
    writer.add(PhysicsControl{.id = 1, .mass = 1200});
    writer.add(VehicleDoor{1, 2, true});
    writer.add(SceneLight{.id = 5, .intensity = 7});
    writer.add(Weather{{20.0f}});
    for (int frame = 1; frame < 4; ++frame) writer.begin_frame(0.05);
    ASSERT_TRUE(writer.finish());
  }));
  const auto cut = opened(copied({.recording = source, .from = 0.06}));
  ASSERT_EQ(cut->frame_count(), 2U);
  const Sought frame(cut, 1);
  EXPECT_EQ(frame.numbers("1", "bounding_box/extent"), (std::vector<double>{240, 100, 75}));
  EXPECT_EQ(frame.numbers("3", "trigger_volume/origin"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(frame.number("3", "traffic_light/green_time"), 10);
  EXPECT_EQ(frame.number("1", "physics_control/mass"), 1200);
  EXPECT_EQ(frame.text("1", "doors/rear_left"), "open");
  EXPECT_EQ(frame.number("", "scene_lights/5/intensity"), 7);
  EXPECT_EQ(frame.number("", "weather/cloudiness"), 20);
}

}  // namespace
}  // namespace scrubjay::carla

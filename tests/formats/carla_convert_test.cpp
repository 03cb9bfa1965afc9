// Recordings of every format written as CARLA files and read again: nothing of them may differ, but
// that they are in Unreal's coordinates then. And what was a CARLA recording gets its packets back
// to the byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "formats/carla/carla.h"
#include "formats/carla/write/property_records.h"
#include "formats/format.h"
#include "tests/core/bytes_of.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"
#include "tests/formats/carla_packets.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/written_again.h"

namespace scrubjay::carla {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// In Unreal's coordinates, where the converted recording is the same but for them.
TEST(CarlaConvert, ItsFilesAreOfCarlaAndInUnrealsCoordinates) {
  const auto source = opened(asset("sample.xrec"));
  const auto again = opened(written_as("carla", {.recording = source}).file);
  EXPECT_EQ(again->info().format, "carla");
  EXPECT_EQ(again->info().coordinates.name(), "unreal");
  const auto plain = opened(again->shared_file(), {{"kept", "ignored"}});
  EXPECT_EQ(plain->frame_count(), source->frame_count());
  EXPECT_EQ(problem_codes(*plain), "");
}

TEST(CarlaConvert, ARecordingWithoutFramesIsKept) {
  const auto source = made_recording(std::make_shared<MadeScene>());
  source->index();
  const Written made = written_as("carla", {.recording = source});
  EXPECT_EQ(packets_of(made.file).size(), 0U);
  expect_same(source, made.file, "empty");
}

/// An entity of Frame by Frame at that height, in metres.
std::string raw_entity(const std::string& name, const std::string& height) {
  return R"({"id":1,"parentId":0,"properties":[{"name":"special","type":"group","value":[)"
         R"({"name":"name","type":"string","value":")" +
         name + R"("},{"name":"position","type":"vec3","value":{"x":0,"y":)" + height +
         R"(,"z":0}}]}],"events":[]})";
}

std::string raw_frame(int number, const std::string& entity) {
  const std::string text = std::to_string(number);
  return R"({"frameId":)" + text + R"(,"clientId":0,"tag":"T","serverTime":)" + text +
         R"(,"elapsedTime":0.05,"coordSystem":1,"entities":[)" + entity + "]}";
}

TEST(CarlaConvert, FarPositionsAndNamesThatChangeAreLosses) {
  const std::string text = R"({"type":1,"version":4,"rawFrames":[)" +
                           raw_frame(0, raw_entity("first", "1")) + "," +
                           raw_frame(1, raw_entity("second", "1e39")) + "," +
                           raw_frame(2, raw_entity("first", "-1e300")) + "," +
                           raw_frame(3, raw_entity("third", "1e30")) + "]}";
  const auto source = opened(bytes_of(text));
  ASSERT_EQ(source->frame_count(), 4U);
  for (const char* keep : {"everything", "nothing"}) {
    const Written made = written_as("carla", {.recording = source}, {{"keep", keep}});
    EXPECT_EQ(count_of(made.report, "positions that 32-bit numbers cannot hold"), 2U);
    EXPECT_EQ(count_of(made.report, "positions that 32-bit numbers miss by more than a millimetre"),
              1U);
    EXPECT_EQ(count_of(made.report, "names that change"), 2U);
    for (const WriteLoss& loss : made.report.losses) {
      const bool is_new = loss.what == "names that change";
      EXPECT_TRUE(!is_new || loss.is_kept == (keep == std::string_view("everything")));
    }
  }
  const Written wide = written_as("carla", {.recording = source}, {{"unreal", "5"}});
  EXPECT_EQ(count_of(wide.report, "positions that 32-bit numbers cannot hold"), 0U);
  EXPECT_EQ(count_of(wide.report, "positions that 32-bit numbers miss by more than a millimetre"),
            0U);
}

/// An entity of Frame by Frame that hits itself twice.
std::string hitting_entity(int id) {
  const std::string text = std::to_string(id);
  const std::string hit =
      R"({"name":"collision","tag":"","properties":{"name":"properties","type":"group","value":[)"
      R"({"name":"other","type":"string","value":")" +
      text + R"("}]}})";
  return R"({"id":)" + text + R"(,"parentId":0,"properties":[],"events":[)" + hit + "," + hit +
         "]}";
}

TEST(CarlaConvert, CollisionsWithoutANumberAreCounted) {
  const std::string text = R"({"type":1,"version":4,"rawFrames":[)" +
                           raw_frame(0, hitting_entity(1)) + "," + raw_frame(1, hitting_entity(1)) +
                           "]}";
  const auto source = opened(bytes_of(text));
  const Written made = written_as("carla", {.recording = source});
  std::vector<std::uint32_t> numbers;
  for (const FramePackets& frame : packets_of(made.file)) {
    for (const std::string& list : frame.at(static_cast<int>(PacketKind::collision))) {
      const std::size_t records = 2;
      constexpr std::size_t kRecord = 14;
      ASSERT_EQ(list.size(), kListCountBytes + records * kRecord);
      for (std::size_t i = 0; i < records; ++i) {
        std::uint32_t number = 0;
        std::memcpy(&number, list.data() + kListCountBytes + i * kRecord, sizeof number);
        numbers.push_back(number);
      }
    }
  }
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(CarlaConvert, PacketsOfARealFileComeBackThroughXrecToTheByte) {
  const std::string path = shared("carla/DistanceToLaneCenter.log");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
  const auto source = opened(path);
  const auto between = opened(written_as("xrec", {.recording = source}).file);
  const Written made = written_as("carla", {.recording = between});
  EXPECT_EQ(differences(source->file().bytes(), made.file), "");
  const auto header = read_header(source->file().bytes());
  EXPECT_TRUE(std::ranges::equal(source->file().bytes().first(header->bytes),
                                 Bytes(made.file).first(header->bytes)));
  for (const WriteLoss& loss : made.report.losses) EXPECT_TRUE(loss.is_kept) << loss.what;
}

/// What Frame by Frame itself cannot say stands beside its frames. Without that, boxes of actors
/// without a shape are lost, which its writer tells.
TEST(CarlaConvert, PacketsOfARealFileComeBackThroughFrameByFrame) {
  const std::string path = shared("carla/DistanceToLaneCenter.log");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
  const auto source = opened(path);
  for (const auto& [keep, expected] :
       {std::pair("everything", ""), std::pair("nothing", "13: 6")}) {
    const auto file = written_as("framebyframe", {.recording = source}, {{"keep", keep}}).file;
    const auto between = opened(file);
    const Written made = written_as("carla", {.recording = between});
    EXPECT_EQ(differences(source->file().bytes(), made.file), expected) << keep;
    EXPECT_EQ(count_of(made.report, "frames in other coordinates"), 432U);
  }
}

/// Ids that are used again, wheels, bikers, doors, bones, weather and lights of the scene. The
/// sample's writer has no empty packets 13 and 19; types of attributes and the order in one
/// EventDel are not in properties.
TEST(CarlaConvert, PacketsOfTheSampleComeBackThroughOtherFormats) {
  const auto source = opened(asset("sample.log"));
  for (const char* format : {"xrec", "framebyframe"}) {
    const auto between = opened(written_as(format, {.recording = source}).file);
    const Written made = written_as("carla", {.recording = between});
    const auto expected = packets_of(source->file().bytes());
    const auto found = packets_of(made.file);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const int id : {0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 20, 21, 22, 23, 24}) {
        const auto body = [&](const FramePackets& frame) {
          const auto packet = frame.find(id);
          return packet == frame.end() ? std::vector<std::string>() : packet->second;
        };
        ASSERT_TRUE(body(found[i]) == body(expected[i])) << format << " frame " << i << " " << id;
      }
    }
  }
}

/// A reader takes one that was sampled for missing where it has no record.
TEST(CarlaConvert, WhoComesBackToWhereItWasAddedIsStillSampled) {
  const auto source = opened(written([](Writer& writer) {
    for (int frame = 0; frame < 4; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) writer.add(actor(1, "sensor.x", ActorType::sensor));
      writer.add(Position{1, {frame == 1 ? 500.0 : 0.0, 0, 0}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
  const Written as_xrec = written_as("xrec", {.recording = source});
  const Written again =
      written_as("carla", {.recording = opened(as_xrec.file)}, {{"keep", "nothing"}});
  const auto copy = opened(again.file);
  for (std::size_t i = 0; i < 4; ++i) {
    const Sought frame(copy, i);
    ASSERT_TRUE(frame.entity("1")->world.position) << i;
    EXPECT_EQ(frame.entity("1")->world.position->x, i == 1 ? 500 : 0) << i;
  }
}

/// What an event tells of its parent's place says nothing where the parent is not written.
TEST(CarlaConvert, AnActorWithoutItsParentIsAddedAtItsPlaceInTheWorld) {
  const auto source = opened(written([](Writer& writer) {
    for (int frame = 0; frame < 3; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 0) writer.add(actor(1, "vehicle.x", ActorType::vehicle));
      if (frame == 1) writer.add(actor(2, "sensor.x", ActorType::sensor, {10, 0, 0}));
      if (frame == 1) writer.add(EventParent{2, 1});
      writer.add(Position{1, {100.0 + frame, 0, 0}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
  const auto between = opened(written_as("xrec", {.recording = source}).file);
  const auto alone = opened(
      written_as("carla",
                 {.recording = between, .entities = std::vector<EntityIndex>{EntityIndex(1)}},
                 {{"keep", "nothing"}})
          .file);
  const Sought added(alone, 1);
  EXPECT_EQ(added.event_numbers(0, "location"), (std::vector<double>{111, 0, 0}));
  EXPECT_EQ(Sought(alone, 2).entity("2")->world.position, glm::dvec3(112, 0, 0));
}

TEST(CarlaConvert, WithNothingKeptTheReportSaysWhatIsLost) {
  const auto source = opened(asset("sample.fbf"));
  const Written made = written_as("carla", {.recording = source}, {{"keep", "nothing"}});
  const auto again = opened(made.file);
  EXPECT_EQ(again->frame_count(), source->frame_count());
  EXPECT_EQ(problem_codes(*again), "");
  for (const char* what : {"frames of several streams", "events", "shapes"}) {
    EXPECT_GT(count_of(made.report, what), 0U) << what;
  }
  const auto bytes = Bytes(made.file);
  PacketWalker walker(bytes, read_header(bytes)->bytes, bytes.size());
  while (const auto packet = walker.next()) EXPECT_NE(packet->id, kKeptPacket);
}

/// What a reader finds that knows nothing of us: places, parents and lives as CARLA has them.
TEST(CarlaConvert, CarlasPacketsAreAWholeRecordingOfTheirOwn) {
  const auto source = opened(asset("sample.fbf"));
  const auto plain = opened(written_as("carla", {.recording = source}).file, {{"kept", "ignored"}});
  ASSERT_NE(plain, nullptr);
  EXPECT_TRUE(plain->is_complete());
  ASSERT_EQ(plain->frame_count(), source->frame_count());
  Cursor there(source);
  there.set_coordinates(plain->info().coordinates);
  Cursor here(plain);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < source->frame_count(); ++i) {
    const Frame& expected = there.seek(FrameIndex(i));
    const Frame& found = here.seek(FrameIndex(i));
    EXPECT_NEAR(found.time, expected.time - source->timeline().time(FrameIndex(0)), 1e-9);
    for (const Entity& entity : expected.entities) {
      if (!entity.world.position) continue;
      // By place, since ids are numbered: someone must be there.
      const bool is_there = std::ranges::any_of(found.entities, [&](const Entity& other) {
        return other.name == entity.name && other.world.position &&
               glm::distance(*other.world.position, *entity.world.position) <
                   1e-4 * (1.0 + glm::length(*entity.world.position));
      });
      ASSERT_TRUE(is_there) << "frame " << i << " " << entity.name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 500U);
}

TEST(CarlaConvert, APartOfAConvertedRecordingIsMadeAnew) {
  const auto source = opened(asset("sample.fbf"));
  const auto once = opened(written_as("carla", {.recording = source}).file);
  const Timeline& timeline = once->timeline();
  const Seconds from = timeline.time(FrameIndex(20));
  const Written part = written_as("carla", {.recording = once, .from = from});
  const auto again = opened(part.file);
  ASSERT_EQ(again->frame_count(), once->frame_count() - 20);
  EXPECT_EQ(again->timeline().time(FrameIndex(0)), from);
  EXPECT_EQ(again->timeline().number(FrameIndex(0)), timeline.number(FrameIndex(20)));
  // The whole is copied.
  EXPECT_TRUE(
      std::ranges::equal(written_as("carla", {.recording = once}).file, once->file().bytes()));
}

TEST(CarlaConvert, WideVectorsAreWrittenForUnreal5) {
  const auto source = opened(asset("sample.ndjson"));
  const Written made = written_as("carla", {.recording = source}, {{"unreal", "5"}});
  expect_same(source, made.file, "unreal 5");
  const auto plain = opened(made.file, {{"kept", "ignored"}});
  PropertyTree details;
  const auto node = find_path(details, plain->details(details), "vector");
  ASSERT_TRUE(node);
  EXPECT_EQ(details[*node].text_value(), "float64");
}

/// Wheels of Unreal 5 have no size of their own, so only a packet's one record can be read.
TEST(CarlaConvert, PhysicsOfSeveralVehiclesOfUnreal5AreReadAgain) {
  const std::array<glm::vec2, 1> curve{{{1000, 347}}};
  const auto source = opened(carla::written(
      [&](Writer& writer) {
        for (const std::uint32_t id : {1U, 2U}) {
          writer.begin_frame(0.05);
          writer.add(actor(id, "vehicle.x", ActorType::vehicle));
          PhysicsControlUe5 control{.id = id};
          control.mass = 1000.0f + static_cast<float>(id);
          control.torque_curve = curve;
          writer.add(control);
        }
        ASSERT_TRUE(writer.finish());
      },
      {.map = "Town10", .date = 5, .width = VectorWidth::float64}));
  // Both begin to live in the first frame of a part that is made anew.
  const auto between = opened(written_as("xrec", {.recording = source, .from = 0.01}).file);
  const auto plain = opened(written_as("carla", {.recording = between}, {{"unreal", "5"}}).file,
                            {{"kept", "ignored"}});
  EXPECT_EQ(problem_codes(*plain), "");
  const Sought frame(plain, 0);
  EXPECT_EQ(frame.number("1", "physics_control/mass"), 1001);
  EXPECT_EQ(frame.number("2", "physics_control/mass"), 1002);
}

TEST(CarlaConvert, PhysicsOfUnreal5HaveTheirWheelsAsBytes) {
  const auto source = indexed(carla::written(
      [&](Writer& writer) {
        writer.begin_frame(0);
        writer.add(actor(1, "vehicle.x", ActorType::vehicle));
        writer.add(PhysicsControlUe5{.id = 1, .mass = 1200});
        ASSERT_TRUE(writer.finish());
      },
      {.map = "Town10", .date = 5, .width = VectorWidth::float64}));
  const Sought frame(source, 0);
  ASSERT_NE(frame.entity("1"), nullptr);
  const auto read_with = [&](auto change) {
    PropertyTree tree;
    const PropertyRange own = tree.append_copy(frame.frame().tree, frame.entity("1")->properties);
    change(tree.node_for_edit(*find_path(tree, own, "physics_control/wheels")));
    RecordScratch scratch;
    const auto record =
        record_of<PhysicsControlUe5>(PropertyView(tree, own), LostMeaning(), scratch);
    return record ? std::optional(record->mass) : std::nullopt;
  };
  EXPECT_EQ(read_with([](PropertyNode&) {}), 1200.0F);
  EXPECT_EQ(read_with([](PropertyNode& wheels) { wheels.type = PropertyType::string; }),
            std::nullopt);
  EXPECT_EQ(read_with([](PropertyNode& wheels) { wheels.name = "others"; }), std::nullopt);
}

TEST(CarlaConvert, QueriesAnswerFromCarlasPackets) {
  const auto source = opened(asset("sample.log"));
  const auto between = opened(written_as("xrec", {.recording = source}).file);
  const auto made = opened(written_as("carla", {.recording = between}).file);
  for (const Query& query : kFormat.queries) {
    std::vector<std::string> values;
    for (const QueryParameter& parameter : query.parameters) {
      values.emplace_back(parameter.default_value);
    }
    const auto expected = query.run(source, values, kNotCancelled);
    const auto found = query.run(made, values, kNotCancelled);
    ASSERT_TRUE(expected && found) << query.name;
    ASSERT_EQ(found->rows.size(), expected->rows.size()) << query.name;
    for (std::size_t i = 0; i < found->rows.size(); ++i) {
      EXPECT_EQ(found->rows[i].frame, expected->rows[i].frame) << query.name << i;
    }
  }
}

TEST(CarlaConvert, WhatCannotBeWrittenIsRefused) {
  const auto source = opened(asset("sample.fbf"));
  const auto refused = [&](WriteRequest request) {
    const auto report = kWriter.write(request, kNotCancelled, [](Bytes) { return true; });
    return report ? std::string("written") : report.error().code;
  };
  EXPECT_EQ(refused({.recording = source, .coordinates = *CoordinateSystem::parse("unity")}),
            "coordinates");
  EXPECT_EQ(refused({.recording = source, .coordinates = *CoordinateSystem::parse("carla")}),
            "written");
  for (const Options& options :
       {Options{{"keep", "x"}}, Options{{"unreal", "6"}}, Options{{"level", "3"}}}) {
    EXPECT_EQ(refused({.recording = source, .options = options}), "option");
  }
  int left = 3;
  const auto full =
      kWriter.write({.recording = source}, kNotCancelled, [&](Bytes) { return --left > 0; });
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, "not-written");
  const std::atomic<bool> cancelled{true};
  const auto stopped = kWriter.write({.recording = source}, cancelled, [](Bytes) { return true; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, "cancelled");
}

}  // namespace
}  // namespace scrubjay::carla

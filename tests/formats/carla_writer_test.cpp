#include "formats/carla/write/writer.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/carla/carla.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/carla_test_file.h"

namespace scrubjay::carla {
namespace {

struct WrittenBytes {
  std::vector<std::byte> bytes;
  Result<void> result;
};

template <class Fill>
WrittenBytes write(const WriterOptions& options, Fill fill) {
  WrittenBytes written;
  Writer writer(into(written.bytes), options);
  fill(writer);
  written.result = writer.finish();
  EXPECT_EQ(writer.bytes_written(), written.bytes.size());
  return written;
}

struct FoundPacket {
  int id;
  Bytes body;
};

/// The packets after a header whose map has `map_size` bytes.
std::vector<FoundPacket> found_packets(const std::vector<std::byte>& file, std::size_t map_size) {
  std::vector<FoundPacket> found;
  ByteReader reader(file);
  EXPECT_TRUE(reader.skip(28 + map_size));
  while (!reader.at_end()) {
    const auto id = reader.little<std::uint8_t>();
    const auto size = reader.little<std::uint32_t>();
    const auto body = size ? reader.bytes(*size) : std::nullopt;
    if (!id || !body) {
      ADD_FAILURE() << "A packet is cut at " << reader.offset();
      break;
    }
    found.push_back({*id, *body});
  }
  return found;
}

std::vector<int> ids_of(const std::vector<FoundPacket>& packets) {
  std::vector<int> ids;
  for (const FoundPacket& packet : packets) ids.push_back(packet.id);
  return ids;
}

double number_at(const Frame& frame, PropertyRange range, std::string_view path) {
  const auto node = find_path(frame.tree, range, path);
  EXPECT_TRUE(node) << path;
  return node ? frame.tree[*node].number : 0.0;
}

std::string_view text_at(const Frame& frame, PropertyRange range, std::string_view path) {
  const auto node = find_path(frame.tree, range, path);
  EXPECT_TRUE(node) << path;
  return node ? frame.tree[*node].text_value() : std::string_view();
}

constexpr Attribute kRole{static_cast<std::uint8_t>(AttributeType::string), "role_name", "hero"};

EventAdd hero() {
  return {.id = 7,
          .type = static_cast<std::uint8_t>(ActorType::vehicle),
          .location = {100, -200, 30.5},
          .rotation = {1, -2, 90},
          .uid = 26,
          .description = "vehicle.tesla.model3",
          .attributes = std::span(&kRole, 1)};
}

TEST(CarlaWriter, WritesATinyFileByteForByte) {
  const WrittenBytes written = write({.map = "Up", .date = 0x619CE0FD}, [](Writer& writer) {
    writer.begin_frame(0.0);
    writer.add(EventDel{0x01020304});
    writer.begin_frame(0.5);
  });
  ASSERT_TRUE(written.result);
  // clang-format off
  const auto expected = bytes_of({
      // header: version, magic, date, map
      1, 0, 14, 0, 'C', 'A', 'R', 'L', 'A', '_', 'R', 'E', 'C', 'O', 'R', 'D', 'E', 'R',
      0xFD, 0xE0, 0x9C, 0x61, 0, 0, 0, 0, 2, 0, 'U', 'p',
      // frame 1: its id, 0.5 s long, at 0
      0, 24, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0xE0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0,
      // no EventAdd, one EventDel, and the rest empty
      2, 2, 0, 0, 0, 0, 0, 3, 6, 0, 0, 0, 1, 0, 4, 3, 2, 1,
      4, 2, 0, 0, 0, 0, 0, 5, 2, 0, 0, 0, 0, 0, 6, 2, 0, 0, 0, 0, 0,
      7, 2, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 0,
      10, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
      // frame 2: its id, -1 long, at 0.5 s
      0, 24, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0xF0, 0xBF, 0, 0, 0, 0, 0, 0, 0xE0, 0x3F,
      2, 2, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0,
      5, 2, 0, 0, 0, 0, 0, 6, 2, 0, 0, 0, 0, 0, 7, 2, 0, 0, 0, 0, 0,
      8, 2, 0, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 0, 10, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
  });
  // clang-format on
  EXPECT_EQ(written.bytes, expected);
}

TEST(CarlaWriter, WritesOnlyTheHeaderWhenThereIsNoFrame) {
  const WrittenBytes written = write({.map = "Town01"}, [](Writer&) {});
  EXPECT_TRUE(written.result);
  EXPECT_EQ(written.bytes.size(), 34U);
}

TEST(CarlaWriter, AddsFloatStepsUpAsDoubles) {
  const double step = static_cast<double>(0.05F);
  const WrittenBytes written = write({}, [&](Writer& writer) {
    for (int i = 0; i < 4; ++i) writer.begin_frame(step);
  });
  std::vector<FrameStart> starts;
  for (const FoundPacket& packet : found_packets(written.bytes, 0)) {
    if (packet.id != 0) continue;
    ByteReader body(packet.body);
    FrameStart start;
    start.id = body.little<std::uint64_t>().value();
    start.duration_this = body.little<double>().value();
    start.elapsed = body.little<double>().value();
    starts.push_back(start);
  }
  ASSERT_EQ(starts.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(starts[i].id, i + 1);
  EXPECT_EQ(starts[0].elapsed, 0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(starts[i].duration_this, 0.05000000074505806);
    EXPECT_EQ(starts[i + 1].elapsed, starts[i].elapsed + starts[i].duration_this);
  }
  EXPECT_EQ(starts[3].duration_this, -1.0);
}

/// One record of every kind, in an order that is not the file's.
void fill_all_kinds(Writer& writer) {
  static constexpr Bone kBone{"crl_hips__C", {1, 2, 3}, {4, 5, 6}};
  static constexpr WheelAnimation kWheel{0, 1.5F, -90.F};
  writer.begin_frame(0.0);
  writer.add_raw(139, bytes_of({1, 2, 3}));
  writer.add(WalkerBones{8, std::span(&kBone, 1)});
  writer.add(TrafficLightTime{9, 10, 3, 2});
  writer.add(Weather{});
  writer.add(AnimBiker{7, 1, 0.5});
  writer.add(AnimVehicleWheels{7, std::span(&kWheel, 1)});
  writer.add_trigger_volume({9, {1, 2, 3}, {4, 5, 6}});
  writer.add(BoundingBox{7, {0, 0, 70}, {240, 100, 75}});
  writer.add(Kinematics{7, {1, 2, 3}, {4, 5, 6}});
  writer.add(SceneLight{-3, 100, {1, 0.5, 0.25, 1}, true, 2});
  writer.add(VehicleLight{7, kLightBrake});
  writer.add(AnimWalker{8, 140});
  writer.add(AnimVehicle{7, 0.25, 0.5, 0, false, 2});
  writer.add(State{9, false, 1.5, 2});
  writer.add(Position{7, {100, -200, 30.5}, {1, -2, 90}});
  writer.add(VehicleDoor{7, 1, true});
  writer.add(Collision{0, 7, kNoActor, true, false});
  writer.add(EventParent{8, 7});
  writer.add(EventDel{3});
  writer.add(EventAdd{.id = 9,
                      .type = static_cast<std::uint8_t>(ActorType::traffic_light),
                      .description = "traffic.traffic_light"});
  writer.add(hero());
  writer.set_platform_time(0.25);
  writer.set_visual_time(700.5);
}

struct OrderCase {
  const char* name;
  VectorWidth width;
  PacketLayout layout;
  std::vector<int> ids;
};

class CarlaWriterOrder : public testing::TestWithParam<OrderCase> {};

TEST_P(CarlaWriterOrder, IsCarlasWhateverTheOrderOfCalls) {
  const WriterOptions options{.width = GetParam().width, .layout = GetParam().layout};
  const WrittenBytes written = write(options, [](Writer& writer) {
    fill_all_kinds(writer);
    if (writer.options().width == VectorWidth::float32) {
      writer.add(PhysicsControl{.id = 7});
    } else {
      writer.add(PhysicsControlUe5{.id = 7});
    }
  });
  ASSERT_TRUE(written.result);
  EXPECT_EQ(ids_of(found_packets(written.bytes, 0)), GetParam().ids);
}

INSTANTIATE_TEST_SUITE_P(
    All, CarlaWriterOrder,
    testing::Values(OrderCase{"WheelsFirst",
                              VectorWidth::float32,
                              PacketLayout::wheels_first,
                              {0,  20, 2,  3,  4,  5,  23, 6,  7,  8,  9,   10, 11,
                               21, 22, 24, 12, 13, 17, 14, 15, 16, 19, 139, 1}},
                    OrderCase{"DoorsFirst",
                              VectorWidth::float32,
                              PacketLayout::doors_first,
                              {0,  20, 2,  3,  4,  5,  21, 6,  7,  8,  9,   10, 11,
                               22, 23, 24, 12, 13, 17, 14, 15, 16, 19, 139, 1}},
                    OrderCase{"Float64",
                              VectorWidth::float64,
                              PacketLayout::wheels_first,
                              {0,  20, 2,  3,  4,  5,  23, 6,  7,  8,  9,   10, 11,
                               21, 22, 24, 12, 13, 17, 14, 15, 16, 19, 139, 1}}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(CarlaWriter, GivesRecordsTheSizesOfTheFormat) {
  for (const VectorWidth width : {VectorWidth::float32, VectorWidth::float64}) {
    const WrittenBytes written = write({.width = width}, fill_all_kinds);
    for (const FoundPacket& packet : found_packets(written.bytes, 0)) {
      const PacketKind kind =
          kind_of(static_cast<std::uint8_t>(packet.id), PacketLayout::wheels_first);
      const auto record = fixed_record_bytes(kind, width);
      if (!record) continue;
      const std::size_t count = ByteReader(packet.body).little<std::uint16_t>().value();
      EXPECT_EQ(packet.body.size(), 2 + count * *record) << name_of(kind);
    }
  }
}

TEST(CarlaWriter, CopiesUnknownPacketsAsTheyAre) {
  const auto body = bytes_of({9, 8, 7, 6});
  const WrittenBytes written = write({}, [&](Writer& writer) {
    writer.begin_frame(0.0);
    writer.add_raw(141, body);
    writer.begin_frame(0.1);
  });
  std::size_t found = 0;
  for (const FoundPacket& packet : found_packets(written.bytes, 0)) {
    if (packet.id != 141) continue;
    ++found;
    EXPECT_EQ(std::vector(packet.body.begin(), packet.body.end()), body);
  }
  EXPECT_EQ(found, 1U);
}

class CarlaRoundTrip : public testing::TestWithParam<VectorWidth> {};

TEST_P(CarlaRoundTrip, ReadsBackWhatWasWritten) {
  WrittenBytes written =
      write({.map = "Town03", .date = 1637671165, .width = GetParam()}, [](Writer& writer) {
        fill_all_kinds(writer);
        writer.begin_frame(0.25);
        writer.add(Position{7, {101, -200, 30.5}, {1, -2, 91}});
        writer.begin_frame(0.5);
        writer.add(EventDel{7});
      });
  ASSERT_TRUE(written.result);
  const auto recording = indexed(std::move(written.bytes));
  ASSERT_NE(recording, nullptr);
  EXPECT_TRUE(recording->is_complete());
  ASSERT_EQ(recording->frame_count(), 3U);
  EXPECT_EQ(recording->timeline().time(FrameIndex(1)), 0.25);
  EXPECT_EQ(recording->timeline().time(FrameIndex(2)), 0.75);
  EXPECT_EQ(recording->timeline().number(FrameIndex(2)), 3U);

  const auto found = recording->find_entities("7");
  ASSERT_EQ(found.size(), 1U);
  const EntityIndex car = found.front();
  Cursor cursor(recording);
  const Frame& first = cursor.seek(FrameIndex(0));
  const Entity* entity = first.find(car);
  ASSERT_NE(entity, nullptr);
  EXPECT_EQ(entity->kind, EntityKind::vehicle);
  EXPECT_EQ(entity->world.position, glm::dvec3(100, -200, 30.5));
  ASSERT_TRUE(entity->box);
  EXPECT_EQ(entity->box->half, glm::dvec3(240, 100, 75));
  EXPECT_EQ(text_at(first, entity->properties, "actor/description"), "vehicle.tesla.model3");
  EXPECT_EQ(text_at(first, entity->properties, "actor/attributes/role_name"), "hero");
  EXPECT_EQ(number_at(first, entity->properties, "control/throttle"), 0.5);
  EXPECT_EQ(number_at(first, entity->properties, "wheels/0/tire_rotation"), -90.0);
  EXPECT_EQ(number_at(first, entity->properties, "biker/engine_speed"), 0.5);
  EXPECT_EQ(text_at(first, entity->properties, "lights/on/0"), "Brake");
  EXPECT_EQ(text_at(first, entity->properties, "doors/front_right"), "open");
  EXPECT_EQ(number_at(first, first.properties, "visual_time"), 700.5);
  EXPECT_EQ(number_at(first, first.properties, "platform_time"), 0.25);
  EXPECT_EQ(number_at(first, first.properties, "scene_lights/-3/intensity"), 100.0);
  const auto lights = recording->find_entities("9");
  ASSERT_EQ(lights.size(), 1U);
  const Entity* light = first.find(lights.front());
  ASSERT_NE(light, nullptr);
  EXPECT_EQ(text_at(first, light->properties, "traffic_light/state"), "Green");
  EXPECT_EQ(number_at(first, light->properties, "traffic_light/green_time"), 10.0);

  const Frame& second = cursor.seek(FrameIndex(1));
  ASSERT_NE(second.find(car), nullptr);
  EXPECT_EQ(second.find(car)->world.position, glm::dvec3(101, -200, 30.5));
  EXPECT_EQ(cursor.seek(FrameIndex(2)).find(car), nullptr);
}

INSTANTIATE_TEST_SUITE_P(BothWidths, CarlaRoundTrip,
                         testing::Values(VectorWidth::float32, VectorWidth::float64),
                         [](const auto& test) {
                           return std::string(test.param == VectorWidth::float32 ? "Float32"
                                                                                 : "Float64");
                         });

class CarlaPhysicsRoundTrip : public testing::TestWithParam<std::size_t> {};

TEST_P(CarlaPhysicsRoundTrip, ReadsBackBothSizesOfWheels) {
  WrittenBytes written = write({.wheel_bytes = GetParam()}, [](Writer& writer) {
    const std::vector<WheelPhysics> wheels(4, {.radius = 35.5F, .position = {1, 2, 3}});
    const std::vector<glm::vec2> curve = {{0, 400}, {5000, 300}};
    const std::vector<Gear> gears = {{4.25F, 0.5F, 0.65F}};
    writer.begin_frame(0.0);
    writer.add(hero());
    writer.add(Position{7, {}, {}});
    writer.add(PhysicsControl{.id = 7,
                              .mass = 1845,
                              .torque_curve = curve,
                              .forward_gears = gears,
                              .steering_curve = curve,
                              .wheels = wheels});
  });
  const auto recording = indexed(std::move(written.bytes));
  ASSERT_NE(recording, nullptr);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 1U);
  const PropertyRange properties = frame.entities.front().properties;
  EXPECT_EQ(number_at(frame, properties, "physics_control/mass"), 1845.0);
  EXPECT_EQ(number_at(frame, properties, "physics_control/wheels/3/radius"), 35.5);
  EXPECT_EQ(number_at(frame, properties, "physics_control/forward_gears/0/ratio"), 4.25);
}

INSTANTIATE_TEST_SUITE_P(WheelBytes, CarlaPhysicsRoundTrip,
                         testing::Values(kSmallWheelBytes, kWheelBytes));

TEST(CarlaWriter, TellsThatTheSinkRefused) {
  std::size_t calls = 0;
  Writer writer([&](Bytes) { return ++calls < 3; }, {.map = "Town01"});
  for (int i = 0; i < 10; ++i) writer.begin_frame(0.05);
  EXPECT_FALSE(writer.status());
  const Result<void> result = writer.finish();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "not-written");
  EXPECT_EQ(calls, 3U) << "The sink was called after it had refused.";
}

struct ErrorCase {
  const char* name;
  const char* code;
  void (*fill)(Writer&);
};

class CarlaWriterErrors : public testing::TestWithParam<ErrorCase> {};

TEST_P(CarlaWriterErrors, AreToldAtTheEndAndNothingIsWrittenAfterThem) {
  const WrittenBytes written = write({.map = "Town01"}, GetParam().fill);
  ASSERT_FALSE(written.result);
  EXPECT_EQ(written.result.error().code, GetParam().code);
  EXPECT_EQ(written.bytes.size(), 34U);
}

INSTANTIATE_TEST_SUITE_P(All, CarlaWriterErrors,
                         testing::Values(ErrorCase{"TooManyRecords", "too-many-records",
                                                   [](Writer& writer) {
                                                     writer.begin_frame(0.0);
                                                     for (std::uint32_t i = 0; i < 65536; ++i)
                                                       writer.add(EventDel{i});
                                                   }},
                                         ErrorCase{"TextTooLong", "too-long",
                                                   [](Writer& writer) {
                                                     const std::string text(65536, 'x');
                                                     writer.begin_frame(0.0);
                                                     writer.add(EventAdd{.description = text});
                                                   }},
                                         ErrorCase{"TooManyAttributes", "too-many-records",
                                                   [](Writer& writer) {
                                                     const std::vector<Attribute> attributes(65536);
                                                     writer.begin_frame(0.0);
                                                     writer.add(EventAdd{.attributes = attributes});
                                                   }},
                                         ErrorCase{"RecordBeforeTheFirstFrame", "no-frame",
                                                   [](Writer& writer) { writer.add(EventDel{1}); }},
                                         ErrorCase{"RawPacketBeforeTheFirstFrame", "no-frame",
                                                   [](Writer& writer) { writer.add_raw(139, {}); }},
                                         ErrorCase{"PhysicsOfTheOtherUnreal", "wrong-width",
                                                   [](Writer& writer) {
                                                     writer.begin_frame(0.0);
                                                     writer.add(PhysicsControlUe5{});
                                                   }}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(CarlaWriter, WritesAsManyRecordsAsTheFormatCanCount) {
  const WrittenBytes written = write({}, [](Writer& writer) {
    writer.begin_frame(0.0);
    for (std::uint32_t i = 0; i < 65535; ++i) writer.add(EventDel{i});
  });
  EXPECT_TRUE(written.result);
  EXPECT_EQ(found_packets(written.bytes, 0).at(2).body.size(), 2 + 4 * 65535U);
}

}  // namespace
}  // namespace scrubjay::carla

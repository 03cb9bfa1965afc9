#include "formats/carla/read/layout.h"

#include <gtest/gtest.h>

#include "tests/formats/carla_test_file.h"

namespace scrubjay::carla {
namespace {

std::string vector_of(const Recording& recording) {
  PropertyTree tree;
  const PropertyRange details = recording.details(tree);
  return std::string(tree[*find_path(tree, details, "vector")].text_value());
}

const std::array<WheelAnimation, 4> kFourWheels{
    {{0, 1.5f, -720.0f}, {1, 1.25f, -719.0f}, {2, 0.0f, -721.0f}, {3, 0.0f, -722.5f}}};

/// A frame with a bicycle whose wheels turn, and, in frame 2, with a door that opens.
std::vector<std::byte> traffic(PacketLayout layout, VectorWidth width = VectorWidth::float32) {
  return written(
      [](Writer& writer) {
        writer.begin_frame(0);
        writer.add(actor(1, "vehicle.bh.crossbike", ActorType::vehicle, {1, 2, 3}));
        writer.add(Position{1, {4.5, 5, 6}, {0, 0, 90}});
        writer.add(AnimVehicleWheels{1, kFourWheels});
        writer.add(AnimBiker{1, 416.0f, 0.25f});
        writer.begin_frame(0.05);
        writer.add(VehicleDoor{1, 1, true});
        writer.add(Position{1, {7.5, 8, 9}, {0, 0, 91}});
        writer.add(AnimVehicleWheels{1, kFourWheels});
        writer.add(AnimBiker{1, 417.0f, 0.5f});
      },
      {.map = "Town01", .width = width, .layout = layout});
}

TEST(CarlaLayout, BothNumberingsOfWheelsBikerAndDoorGiveTheSame) {
  for (const PacketLayout layout : {PacketLayout::wheels_first, PacketLayout::doors_first}) {
    for (const VectorWidth width : {VectorWidth::float32, VectorWidth::float64}) {
      const auto recording = indexed(traffic(layout, width));
      ASSERT_NE(recording, nullptr);
      EXPECT_EQ(problem_codes(*recording), "");
      EXPECT_EQ(vector_of(*recording), width == VectorWidth::float32 ? "float32" : "float64");
      const Sought second(recording, 1);
      EXPECT_EQ(second.numbers("1", "pose/location"), (std::vector<double>{7.5, 8, 9}));
      EXPECT_EQ(second.text("1", "wheels/0/location"), "FL");
      EXPECT_EQ(second.number("1", "wheels/0/steering_angle"), 1.5);
      EXPECT_EQ(second.number("1", "wheels/3/tire_rotation"), -722.5);
      EXPECT_EQ(second.number("1", "biker/forward_speed"), 417);
      EXPECT_EQ(second.number("1", "biker/engine_speed"), 0.5);
      EXPECT_EQ(second.text("1", "doors/front_right"), "open");
      EXPECT_EQ(second.events(), "door opened 1");
      EXPECT_TRUE(second.frame().problems.empty());
    }
  }
}

TEST(CarlaLayout, EmptyPacketsAreToldApartByTheirPlaceInTheFrame) {
  const RawBytes empty = list_of(0);
  struct Case {
    const char* what;
    RawBytes frame;
    PacketLayout layout;
  };
  const Case cases[] = {
      {"21 before positions is the door", RawBytes().packet(21, empty).packet(6, empty),
       PacketLayout::doors_first},
      {"21 after positions is the wheels", RawBytes().packet(6, empty).packet(21, empty),
       PacketLayout::wheels_first},
      {"23 before positions is the door", RawBytes().packet(23, empty).packet(6, empty),
       PacketLayout::wheels_first},
      {"23 after positions is the biker", RawBytes().packet(6, empty).packet(23, empty),
       PacketLayout::doors_first},
      {"22 tells nothing: wheels first", RawBytes().packet(6, empty).packet(22, empty),
       PacketLayout::wheels_first},
      {"a body that fits counts more than its place",
       RawBytes().packet(6, empty).packet(21, list_of(1, RawBytes().zeros(6))),
       PacketLayout::doors_first},
      {"wheels that fit do, too",
       RawBytes()
           .packet(21, list_of(1, RawBytes().put(std::uint32_t{7}, std::uint32_t{1}).zeros(9)))
           .packet(6, empty),
       PacketLayout::wheels_first},
  };
  for (const Case& c : cases) {
    const RawBytes file = RawBytes().frame_start(1, 0).add(c.frame).frame_end();
    EXPECT_EQ(find_packet_layout(file.bytes(), 0), c.layout) << c.what;
  }
}

TEST(CarlaLayout, VectorWidthIsThatOfTheFirstListThatIsNotEmpty) {
  const auto packet = [](int id, std::size_t count, std::size_t bytes) {
    const RawBytes file = RawBytes().packet(id, list_of(count, RawBytes().zeros(bytes)));
    return width_by_size(*PacketWalker(file.bytes(), 0, file.size()).next());
  };
  EXPECT_EQ(packet(6, 2, 2 * 28), VectorWidth::float32);
  EXPECT_EQ(packet(6, 2, 2 * 52), VectorWidth::float64);
  EXPECT_EQ(packet(12, 1, 28), VectorWidth::float32);
  EXPECT_EQ(packet(13, 1, 52), VectorWidth::float64);
  EXPECT_EQ(packet(17, 3, 3 * 52), VectorWidth::float64);
  EXPECT_EQ(packet(6, 0, 0), std::nullopt);
  EXPECT_EQ(packet(6, 1, 56), std::nullopt);
  EXPECT_EQ(packet(7, 2, 2 * 28), std::nullopt);
  EXPECT_EQ(packet(6, 2, 65538 * 28), VectorWidth::float32) << "a count that wrapped";
}

TEST(CarlaLayout, WithoutSuchListsTheWidthIsTheOneThatConsumesAnEventAdd) {
  for (const VectorWidth width : {VectorWidth::float32, VectorWidth::float64}) {
    const auto recording = indexed(written(
        [](Writer& writer) {
          writer.begin_frame(0);
          const std::array<Attribute, 1> attributes{{{3, "role_name", "hero"}}};
          EventAdd add = actor(1, "vehicle.audi.tt", ActorType::vehicle, {100, 200, 300});
          add.attributes = attributes;
          writer.add(add);
          writer.add(actor(2, "static.prop.box", ActorType::other, {-1, 0, 0.5}));
        },
        {.map = "Town01", .width = width}));
    ASSERT_NE(recording, nullptr);
    const Sought frame(recording, 0);
    EXPECT_EQ(frame.living(), "1 2");
    EXPECT_EQ(frame.numbers("1", "pose/location"), (std::vector<double>{100, 200, 300}));
    EXPECT_EQ(vector_of(*recording), width == VectorWidth::float32 ? "float32" : "float64");
  }
}

}  // namespace
}  // namespace scrubjay::carla

// Every prefix and 10,000 mutations of a small file that holds every kind of packet: opened,
// indexed, decoded and asked. That nothing breaks is for the sanitizers to see; that nothing is
// lost before the damage is checked here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>

#include "formats/carla/carla.h"
#include "tests/formats/carla_test_file.h"

namespace scrubjay::carla {
namespace {

std::vector<std::byte> every_packet(VectorWidth width, PacketLayout layout) {
  const std::array<Attribute, 2> attributes{{{3, "role_name", "hero"}, {4, "color", "1,2,3"}}};
  const std::array<Bone, 1> bones{{{"root", {1, 2, 3}, {4, 5, 6}}}};
  const std::array<WheelAnimation, 2> wheels{{{0, 1, 2}, {1, 3, 4}}};
  const std::array<glm::vec2, 1> curve{{{1000, 347}}};
  const std::array<Gear, 1> gears{{{4, 0.25f, 0.5f}}};
  const std::array<WheelPhysics, 1> wheel_physics{};
  const std::array<float, 1> ratios{2};
  return written(
      [&](Writer& writer) {
        for (std::uint32_t frame = 0; frame < 3; ++frame) {
          writer.begin_frame(0.05);
          writer.set_visual_time(700);
          writer.set_platform_time(0.05 * frame);
          if (frame == 0) {
            EventAdd add = actor(1, "vehicle.audi.tt", ActorType::vehicle, {1, 2, 3});
            add.attributes = attributes;
            writer.add(add);
            writer.add(actor(2, "walker.x", ActorType::walker));
            writer.add(actor(3, "traffic.traffic_light", ActorType::traffic_light));
            writer.add(BoundingBox{1, {0, 0, 75}, {240, 100, 75}});
            writer.add_trigger_volume(TriggerVolume{3, {1, 2, 3}, {4, 5, 6}});
            writer.add(TrafficLightTime{3, 10, 3, 2});
            if (width == VectorWidth::float32) {
              PhysicsControl control{.id = 1};
              control.torque_curve = curve;
              control.forward_gears = gears;
              control.steering_curve = curve;
              control.wheels = wheel_physics;
              writer.add(control);
            } else {
              PhysicsControlUe5 control{.id = 1};
              control.torque_curve = curve;
              control.forward_gear_ratios = ratios;
              control.reverse_gear_ratios = ratios;
              control.steering_curve = curve;
              writer.add(control);
            }
          }
          if (frame == 1) {
            writer.add(actor(4, "sensor.x", ActorType::sensor, {10, 0, 0}));
            writer.add(EventParent{4, 1});
            writer.add(VehicleDoor{1, 0, true});
          }
          if (frame == 2) {
            writer.add(EventDel{2});
            writer.add(actor(2, "walker.y", ActorType::walker));
          }
          writer.add(Collision{frame, 1, 2, true, false});
          writer.add(Position{1, {frame, 2, 3}, {0, 0, 90}});
          writer.add(Position{2, {frame, 5, 3}, {0, 0, 90}});
          writer.add(State{3, false, 1, static_cast<std::uint8_t>(frame)});
          writer.add(AnimVehicle{1, 0, 1, 0, false, 1});
          writer.add(AnimWalker{2, 100});
          writer.add(VehicleLight{1, 3});
          writer.add(SceneLight{7, static_cast<float>(frame), {1, 1, 1, 1}, true, 2});
          writer.add(AnimVehicleWheels{1, wheels});
          writer.add(AnimBiker{1, 1, 2});
          Weather weather;
          weather.values[0] = static_cast<float>(frame);
          writer.add(weather);
          writer.add(Kinematics{1, {1, 2, 3}, {4, 5, 6}});
          writer.add(WalkerBones{2, bones});
          writer.add_raw(25, list_of(1, RawBytes().put(1u, std::uint16_t{5})).bytes());
          writer.add_raw(139, RawBytes().zeros(5).bytes());
        }
      },
      {.map = "Town", .date = 1, .width = width, .layout = layout});
}

/// Uses everything that a recording offers. Returns the number of frames.
std::size_t use(std::vector<std::byte> bytes) {
  auto opened = kFormat.open(InputFile::from_memory("hostile.log", std::move(bytes)));
  if (!opened) {
    EXPECT_EQ(opened.error().severity, Severity::fatal);
    EXPECT_TRUE(opened.error().offset.has_value());
    return 0;
  }
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  EXPECT_TRUE(recording->is_indexed());
  Cursor cursor(recording);
  std::size_t nodes = 0;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    nodes += frame.tree.size();
    for (const Entity& entity : frame.entities) {
      EXPECT_LE(entity.properties.first + entity.properties.count, frame.tree.size());
    }
  }
  EXPECT_EQ(nodes > 0, recording->frame_count() > 0);
  const std::atomic<bool> cancelled{false};
  for (const Query& query : kFormat.queries) {
    for (const char* style : {"scrubjay", "carla"}) {
      std::vector<std::string> values;
      for (const QueryParameter& parameter : query.parameters) {
        values.emplace_back(parameter.name == "style"      ? style
                            : parameter.name == "show_all" ? "true"
                            : parameter.name == "min_time" ? "0"
                                                           : parameter.default_value);
      }
      EXPECT_TRUE(query.run(recording, values, cancelled).has_value());
    }
  }
  return recording->frame_count();
}

TEST(CarlaHostile, TheSmallFileIsGoodToBeginWith) {
  for (const VectorWidth width : {VectorWidth::float32, VectorWidth::float64}) {
    for (const PacketLayout layout : {PacketLayout::wheels_first, PacketLayout::doors_first}) {
      const auto recording = indexed(every_packet(width, layout));
      EXPECT_EQ(problem_codes(*recording), "unknown-packet");
      EXPECT_EQ(use(every_packet(width, layout)), 3u);
    }
  }
}

// The fuzzer starts from these files. With SCRUBJAY_WRITE_SEEDS set, the test writes them anew.
TEST(CarlaHostile, TheFuzzersSeedsAreTheSmallFiles) {
  struct Seed {
    const char* name;
    VectorWidth width;
    PacketLayout layout;
  };
  const Seed seeds[] = {
      {"float32_wheels_first.log", VectorWidth::float32, PacketLayout::wheels_first},
      {"float32_doors_first.log", VectorWidth::float32, PacketLayout::doors_first},
      {"float64_wheels_first.log", VectorWidth::float64, PacketLayout::wheels_first},
      {"float64_doors_first.log", VectorWidth::float64, PacketLayout::doors_first}};
  for (const Seed& seed : seeds) {
    const std::string path = std::string(SCRUBJAY_TEST_DATA "/carla/seeds/") + seed.name;
    const std::vector<std::byte> bytes = every_packet(seed.width, seed.layout);
    if (std::getenv("SCRUBJAY_WRITE_SEEDS") != nullptr) {
      std::ofstream(path, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    }
    const auto file = InputFile::open(path);
    ASSERT_TRUE(file.has_value()) << describe(file.error());
    EXPECT_TRUE(std::ranges::equal((*file)->bytes(), bytes)) << path;
  }
}

TEST(CarlaHostile, EveryPrefixOpensAsFarAsItIsWhole) {
  for (const VectorWidth width : {VectorWidth::float32, VectorWidth::float64}) {
    const std::vector<std::byte> file = every_packet(width, PacketLayout::wheels_first);
    const auto whole = indexed(file);
    std::vector<std::uint64_t> begins;
    for (std::size_t i = 0; i < whole->frame_count(); ++i) {
      begins.push_back(whole->timeline().bytes(FrameIndex(i)).begin);
    }
    for (std::size_t size = 0; size < file.size(); ++size) {
      // A block of exactly that size: a read behind its end is seen.
      std::vector<std::byte> prefix(size);
      if (size > 0) std::memcpy(prefix.data(), file.data(), size);
      std::size_t expected = 0;
      for (const std::uint64_t begin : begins) {
        if (size >= begin + kPacketHeaderBytes + kFrameStartBytes) ++expected;
      }
      ASSERT_EQ(use(std::move(prefix)), expected) << size;
    }
  }
}

class CarlaMutations : public testing::TestWithParam<int> {};

TEST_P(CarlaMutations, DoNotBreakIt) {
  constexpr int kMutations = 2500;
  const int part = GetParam();
  std::mt19937 random(static_cast<std::uint32_t>(part));
  const auto good =
      every_packet(part % 2 == 0 ? VectorWidth::float32 : VectorWidth::float64,
                   part / 2 % 2 == 0 ? PacketLayout::wheels_first : PacketLayout::doors_first);
  constexpr std::array<std::uint32_t, 8> kTempting{0,      1,          2,          0xFF,
                                                   0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0xFFFFFFF0};
  for (int i = 0; i < kMutations; ++i) {
    std::vector<std::byte> bytes = good;
    const std::size_t changes = 1 + random() % 8;
    for (std::size_t change = 0; change < changes; ++change) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 5) {
        case 0: bytes[at] = static_cast<std::byte>(random()); break;
        case 1: bytes[at] ^= static_cast<std::byte>(1u << random() % 8); break;
        case 2: {
          const std::uint32_t value = kTempting[random() % kTempting.size()];
          const std::size_t width = std::min<std::size_t>(bytes.size() - at, 1 + random() % 4);
          std::memcpy(bytes.data() + at, &value, width);
          break;
        }
        case 3: {
          const std::size_t count = std::min<std::size_t>(bytes.size() - at, random() % 64);
          const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
          bytes.erase(first, first + static_cast<std::ptrdiff_t>(count));
          break;
        }
        default: {
          const std::size_t from = random() % bytes.size();
          const std::size_t count = std::min<std::size_t>(bytes.size() - from, random() % 256);
          const std::vector<std::byte> copy(
              bytes.begin() + static_cast<std::ptrdiff_t>(from),
              bytes.begin() + static_cast<std::ptrdiff_t>(from + count));
          bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), copy.begin(), copy.end());
        }
      }
      if (bytes.empty()) break;
    }
    bytes.shrink_to_fit();
    use(std::move(bytes));
    if (HasFailure()) FAIL() << "mutation " << i << " of part " << part;
  }
}

INSTANTIATE_TEST_SUITE_P(FourFiles, CarlaMutations, testing::Range(0, 4));

}  // namespace
}  // namespace scrubjay::carla

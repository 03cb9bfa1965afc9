// Recordings that no format would give, made of every type of property with odd values that change
// at random, written as XREC and read again: nothing may differ by a bit.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <limits>
#include <random>

#include "core/recording.h"
#include "formats/format.h"
#include "formats/xrec/xrec.h"
#include "tests/core/bytes_of.h"
#include "tests/core/made_recording.h"
#include "tests/core/script.h"
#include "tests/formats/recording_dump.h"
#include "tests/formats/written_again.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

constexpr std::size_t kOddFrames = 60;
constexpr std::size_t kOddEntities = 5;

/// Fills trees from random numbers alone: the same seed, the same tree.
class OddTree {
 public:
  OddTree(std::uint64_t seed, PropertyTree& tree) : random_(seed), tree_(tree) {}

  /// What changes from frame to frame is rare in front and frequent behind.
  PropertyRange build() {
    const auto mark = tree_.size();
    for (unsigned i = 0; i < 12; ++i) property(i, 0);
    return tree_.since(mark);
  }

 private:
  std::uint64_t below(std::uint64_t count) { return random_() % count; }

  double number() {
    constexpr std::array kOdd{0.0,
                              -0.0,
                              1.0,
                              0.1,
                              -2.5,
                              1e300,
                              5e-324,
                              1e-7,
                              123456.789,
                              0.30000000000000004,
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()};
    switch (below(6)) {
      case 0: return kOdd[below(kOdd.size())];
      case 1: return std::bit_cast<double>(random_());  // any bits, NaN with payloads too
      case 2: return static_cast<double>(static_cast<float>(below(1000)) * 0.37F);
      case 3: return static_cast<double>(below(100000)) / 1000.0;
      default: return 4.25;
    }
  }

  std::string_view text() {
    switch (below(4)) {
      case 0: return "";
      case 1: return "steady";
      case 2: return std::string_view("nul\0 and \xFF\xFE", 10);
      default: return tree_.keep("text " + std::to_string(below(50)));
    }
  }

  void property(unsigned which, unsigned depth) {
    const std::string_view name = tree_.keep("p" + std::to_string(below(20) == 0 ? 99 : which));
    const char* unit = below(30) == 0 ? "cm" : "";
    const Precision precision = which % 2 == 0 ? Precision::float32 : Precision::float64;
    PropertyTree::Node node = 0;
    switch (which % 12) {
      case 0: node = tree_.null(name); break;
      case 1: node = tree_.boolean(name, below(2) == 0); break;
      case 2:
        node = tree_.integer(name, static_cast<std::int64_t>(random_() >> below(64)), unit);
        break;
      case 3: node = tree_.unsigned_integer(name, random_(), unit); break;
      case 4: node = tree_.number(name, number(), precision, unit); break;
      case 5:
        node = tree_.text(
            name, text(),
            static_cast<PropertyType>(static_cast<unsigned>(PropertyType::string) + below(5)));
        break;
      case 6: numbers(name, PropertyType::numbers, below(40), precision); return;
      case 7: numbers(name, PropertyType::points, 3 * below(9), precision); return;
      case 8:
        numbers(name,
                static_cast<PropertyType>(static_cast<unsigned>(PropertyType::vec2) + below(5)),
                below(7), precision);
        return;
      default: {
        node = tree_.open(name, static_cast<PropertyType>(below(18)));
        const std::uint64_t children = depth > 4 ? 0 : below(5);
        for (std::uint64_t i = 0; i < children; ++i) {
          property(static_cast<unsigned>(below(12)), depth + 1);
        }
        tree_.close(node);
      }
    }
    edit(node);
  }

  void numbers(std::string_view name, PropertyType type, std::uint64_t count, Precision precision) {
    std::vector<double> values;
    for (std::uint64_t i = 0; i < count; ++i) values.push_back(number());
    edit(tree_.numbers(name, type, values, precision, "m", Meaning::point));
  }

  void edit(PropertyTree::Node node) {
    if (below(10) == 0) tree_.node_for_edit(node).flags = static_cast<std::uint32_t>(random_());
    if (below(10) == 0) tree_.node_for_edit(node).meaning = static_cast<Meaning>(below(8));
    if (below(8) == 0) tree_.set_style(node, {text(), text(), text(), text()});
  }

  std::mt19937_64 random_;
  PropertyTree& tree_;
};

/// Most of an entity's trees are those of the frame before, some new.
std::uint64_t seed_of(std::size_t frame, std::size_t entity) {
  return (frame / (entity + 1)) * 31 + entity;
}

void decode_odd(FrameIndex frame, Frame& out) {
  std::mt19937_64 random(frame.value);
  if (frame.value % 7 > 3) out.coordinates = {Axis::pos_x, Axis::pos_z, Axis::pos_y, 0.3};
  out.properties = OddTree(frame.value / 4, out.tree).build();
  for (std::size_t i = 0; i < kOddEntities; ++i) {
    if (random() % 5 == 0) continue;
    Entity& entity = out.entities.emplace_back();
    entity.index = EntityIndex(i);
    if (random() % 2 == 0) entity.parent = EntityIndex(random() % kOddEntities);
    entity.name = random() % 9 == 0 ? "renamed" : "name";
    entity.kind = static_cast<EntityKind>(random() % kEntityKinds);
    entity.precision = static_cast<Precision>(random() % 2);
    const auto vector = [&] {
      return glm::dvec3(static_cast<double>(random()), 0.1 * static_cast<double>(frame.value),
                        std::bit_cast<double>(random()));
    };
    if (random() % 3 != 0) entity.world.position = vector();
    if (random() % 3 != 0) entity.world.rotation = glm::dquat(0.5, vector());
    if (random() % 3 == 0) entity.world.scale = vector();
    if (random() % 3 == 0) entity.local.position = vector();
    if (random() % 3 == 0) entity.box = Box{vector(), vector()};
    entity.properties = OddTree(seed_of(frame.value, i), out.tree).build();
  }
}

void index_odd(RecordingBuilder& builder) {
  const StreamIndex first = builder.add_stream("a", "\xFF");
  const StreamIndex second = builder.add_stream("", "b");
  for (std::size_t i = 0; i < kOddEntities; ++i) {
    const EntityIndex entity =
        builder.add_entity(i == 2 ? "\xC3" : std::to_string(i), "n", EntityKind::prop, first);
    builder.begin_life(entity, builder.next_frame());
  }
  builder.set_parent(EntityIndex(0), EntityIndex(4));
  builder.set_background(EntityIndex(3));
  for (std::size_t i = 0; i < kOddFrames; ++i) {
    if (i % 3 == 0) {
      builder.add_event({.frame = builder.next_frame(),
                         .time = 0.1 * static_cast<double>(i),
                         .end = 0.1 * static_cast<double>(i) + 3,
                         .entity = EntityIndex(i % kOddEntities),
                         .name = "\x80 event",
                         .tag = "",
                         .order = 7});
    }
    const std::int64_t number = i == 5 ? -1 : static_cast<std::int64_t>(i * 2);
    builder.add_frame(0.1 * static_cast<double>(i / 2) - 1, number, {},
                      i % 3 == 1 ? second : first);
  }
  builder.add_comment({.id = "1",
                       .text = "t",
                       .color = "",
                       .target = CommentInfo::Target::event,
                       .frame = FrameIndex(3),
                       .entity = EntityIndex(1),
                       .event = EventIndex(1),
                       .property = 2,
                       .x = 0.1,
                       .y = -1e9});
  builder.add_resource({.path = "only named", .type = "", .size_bytes = 5});
  builder.set_complete(false);
}

std::shared_ptr<Recording> again(const std::shared_ptr<Recording>& source) {
  const auto copy = opened(written_as("xrec", {.recording = source}).file);
  if (!copy) return nullptr;
  for (const Problem& problem : copy->problems()) ADD_FAILURE() << describe(problem);
  return copy;
}

void expect_comes_back(const std::shared_ptr<Recording>& source) {
  const auto copy = again(source);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(tables_and_extras_dump(*copy), tables_and_extras_dump(*source));
  ASSERT_EQ(copy->frame_count(), source->frame_count());
  Cursor there(source);
  Cursor here(copy);
  for (std::size_t i = 0; i < source->frame_count(); ++i) {
    const Frame& a = there.seek(FrameIndex(i));
    const Frame& b = here.seek(FrameIndex(i));
    ASSERT_TRUE(same_frame(*source, a, *copy, b)) << frame_dump(*source, a) << "\n--- found\n"
                                                  << frame_dump(*copy, b);
  }
}

TEST(XrecOddValues, ComeBackToTheBit) {
  RecordingInfo info;
  info.format = "odd";
  info.coordinates = {Axis::pos_x, Axis::pos_y, Axis::neg_z, 0.1 + 0.2};
  info.metadata = {{"coordinates", "mine"}, {"scrubjay.kept", "mine, too"}, {"", "nameless"}};
  expect_comes_back(
      indexed({.index = index_odd,
               .decode = decode_odd,
               .event = [](EventIndex event,
                           PropertyTree& out) { OddTree(1000 + event.value, out).build(); },
               .info = info}));
}

TEST(XrecOddValues, LivesThatEndBeginAgainOrNeverWereComeBack) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    auto scene = std::make_shared<MadeScene>(random_scene(seed, 200, 4));
    scene->complete = seed != 2;
    const auto source = made_recording(scene);
    source->index();
    expect_comes_back(source);
  }
}

TEST(XrecOddValues, ARecordingWithoutFramesIsOne) {
  const auto source = made_recording(std::make_shared<MadeScene>());
  source->index();
  expect_comes_back(source);
}

}  // namespace
}  // namespace scrubjay::xrec

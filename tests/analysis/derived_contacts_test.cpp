// Contacts against a test of all boxes at all frames, and what is made of recorded collisions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/derived/contacts.h"
#include "assets/carla_feed.h"
#include "derived_scene.h"
#include "formats/format.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

// The naive twin: everything in the units and axes that are recorded, boxes as eight corners.

struct NaiveBox {
  std::array<glm::dvec3, 8> corners;
  std::array<glm::dvec3, 3> axes;
  glm::dvec3 center;
  double radius = 0;
  bool is_assumed = false;
};

glm::dvec3 turned(const Entity& entity, const glm::dvec3& v) {
  if (!entity.world.rotation) return v;
  return glm::mat3_cast(glm::normalize(*entity.world.rotation)) * v;
}

std::optional<NaiveBox> naive_box(const Frame& frame, const Entity& entity) {
  if (!entity.world.position) return std::nullopt;
  glm::dvec3 center(0.0);
  glm::dvec3 half(0.0);
  NaiveBox box;
  if (entity.box && entity.box->half != glm::dvec3(0.0)) {
    const glm::dvec3 scale = entity.world.scale.value_or(glm::dvec3(1.0));
    center = entity.box->center * scale;
    half = entity.box->half * glm::abs(scale);
  } else {
    const CoordinateSystem& system = frame.coordinates;
    const glm::dvec3 up = direction_of(system.up) / system.metres_per_unit;
    const glm::dvec3 forward = direction_of(system.forward) / system.metres_per_unit;
    const glm::dvec3 right = direction_of(system.right) / system.metres_per_unit;
    if (entity.kind == EntityKind::vehicle) {
      half = glm::abs(forward) * 2.25 + glm::abs(right) * 0.95 + glm::abs(up) * 0.75;
      center = up * 0.75;
    } else if (entity.kind == EntityKind::person) {
      half = glm::abs(forward) * 0.3 + glm::abs(right) * 0.3 + glm::abs(up) * 0.9;
    } else {
      return std::nullopt;
    }
    box.is_assumed = true;
  }
  for (unsigned i = 0; i < 8; ++i) {
    const glm::dvec3 side((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
    box.corners[i] = *entity.world.position + turned(entity, center + half * side);
  }
  box.center = *entity.world.position + turned(entity, center);
  box.radius = glm::length(half);
  for (int i = 0; i < 3; ++i) {
    glm::dvec3 axis(0.0);
    axis[i] = 1;
    box.axes[static_cast<std::size_t>(i)] = turned(entity, axis);
  }
  return box;
}

bool separates(const glm::dvec3& axis, const NaiveBox& a, const NaiveBox& b) {
  if (glm::dot(axis, axis) < 1e-12) return false;
  const auto reach = [&](const NaiveBox& box) {
    std::pair<double, double> along{1e300, -1e300};
    for (const glm::dvec3& corner : box.corners) {
      along.first = std::min(along.first, glm::dot(corner, axis));
      along.second = std::max(along.second, glm::dot(corner, axis));
    }
    return along;
  };
  const auto of_a = reach(a);
  const auto of_b = reach(b);
  return of_a.second < of_b.first || of_b.second < of_a.first;
}

bool naive_overlap(const NaiveBox& a, const NaiveBox& b) {
  if (glm::distance(a.center, b.center) > a.radius + b.radius) return false;
  for (const glm::dvec3& axis : a.axes) {
    if (separates(axis, a, b)) return false;
  }
  for (const glm::dvec3& axis : b.axes) {
    if (separates(axis, a, b)) return false;
  }
  for (const glm::dvec3& x : a.axes) {
    for (const glm::dvec3& y : b.axes) {
      if (separates(glm::cross(x, y), a, b)) return false;
    }
  }
  return true;
}

bool naive_attached(const Frame& frame, EntityIndex child, EntityIndex ancestor) {
  for (int i = 0; i < 300; ++i) {
    const Entity* entity = frame.find(child);
    if (entity == nullptr || !entity->parent.exists()) return false;
    if (entity->parent == ancestor) return true;
    child = entity->parent;
  }
  return false;
}

using NaivePair = std::pair<EntityIndex, EntityIndex>;

/// One frame, copied out.
struct NaiveFrame {
  FrameIndex frame;
  Seconds time = 0;
  std::map<NaivePair, bool> touching;  ///< the value: a box is assumed
  std::map<NaivePair, bool> recorded;
  std::map<EntityIndex, glm::dvec3> positions;  ///< in metres
};

/// All that is found in one stream; a "collision" names the other by its id, unique in tests.
class NaiveStream {
 public:
  NaiveStream(const std::shared_ptr<Recording>& recording, StreamIndex stream)
      : recording_(*recording), cursor_(recording) {
    const Timeline& timeline = recording_.timeline();
    for (std::size_t n = 0; n < timeline.frame_count(stream); ++n) {
      look_at(cursor_.seek(timeline.frame_of(stream, n)));
    }
  }

  std::vector<Contact> contacts() const {
    std::vector<Contact> found;
    std::map<NaivePair, int> all;
    for (const NaiveFrame& frame : frames_) {
      for (const auto& [pair, assumed] : frame.touching) all[pair] = 1;
      for (const auto& [pair, is_recorded] : frame.recorded) all[pair] = 1;
    }
    for (const auto& [pair, one] : all) add_spans(pair, found);
    return found;
  }

 private:
  void look_at(const Frame& frame) {
    NaiveFrame& seen = frames_.emplace_back();
    seen.frame = frame.index;
    seen.time = frame.time;
    std::vector<std::pair<EntityIndex, NaiveBox>> boxes;
    for (const Entity& entity : frame.entities) {
      if (entity.world.position) note_place(frame, entity, seen);
      if (const auto box = naive_box(frame, entity)) boxes.emplace_back(entity.index, *box);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t j = i + 1; j < boxes.size(); ++j) {
        const auto& [a, box_a] = boxes[i];
        const auto& [b, box_b] = boxes[j];
        if (!naive_overlap(box_a, box_b)) continue;
        if (naive_attached(frame, a, b) || naive_attached(frame, b, a)) continue;
        seen.touching[{a, b}] = box_a.is_assumed || box_b.is_assumed;
      }
    }
    for (const FrameEvent& event : frame.events) {
      const EventInfo info = recording_.event(event.index);
      if (info.role != EventRole::collision) continue;
      for (std::uint32_t k = 0; k < event.properties.count; ++k) {
        const PropertyNode& node = frame.tree[event.properties.first + k];
        if (node.name != "other" || node.type != PropertyType::entity) continue;
        for (const Entity& other : frame.entities) {
          if (recording_.entity(other.index).id != node.text_value()) continue;
          seen.recorded[std::minmax(info.entity, other.index)] = true;
        }
      }
    }
  }

  void note_place(const Frame& frame, const Entity& entity, NaiveFrame& seen) {
    const double metres = frame.coordinates.metres_per_unit;
    const glm::dvec3 position = *entity.world.position * metres;
    const glm::dquat rotation = entity.world.rotation.value_or(glm::dquat(1, 0, 0, 0));
    seen.positions[entity.index] = position;
    const auto [first, is_new] = firsts_.try_emplace(entity.index, position, rotation);
    const double turn =
        2 * std::acos(std::min(1.0, std::abs(glm::dot(first->second.second, rotation))));
    if (glm::distance(first->second.first, position) > 0.1 || turn > glm::radians(5.0)) {
      moved_[entity.index] = true;
    }
  }

  void add_spans(const NaivePair& pair, std::vector<Contact>& found) const {
    std::optional<Contact> open;
    std::optional<Seconds> newest_row;
    bool was_touching = false;
    const auto close = [&] {
      const bool moves = moved_.contains(pair.first) || moved_.contains(pair.second);
      if (open && (open->is_recorded || moves)) found.push_back(*open);
      open.reset();
      newest_row.reset();
    };
    for (std::size_t n = 0; n < frames_.size(); ++n) {
      const NaiveFrame& frame = frames_[n];
      const auto touch = frame.touching.find(pair);
      const bool is_recorded = frame.recorded.contains(pair);
      if (touch == frame.touching.end() && !is_recorded) {
        if (!newest_row) close();
        was_touching = false;
        continue;
      }
      if (!was_touching && newest_row && frame.time - *newest_row > 0.25) close();
      was_touching = true;
      if (!open) open = begun(pair, n);
      open->last = frame.frame;
      open->end = frame.time;
      if (touch != frame.touching.end()) open->is_assumed |= touch->second;
      open->is_recorded |= is_recorded;
      if (is_recorded) newest_row = frame.time;
    }
    close();
  }

  Contact begun(const NaivePair& pair, std::size_t n) const {
    const NaiveFrame& now = frames_[n];
    Contact contact;
    contact.entity = pair.first;
    contact.other = pair.second;
    contact.first = now.frame;
    contact.begin = now.time;
    if (n == 0 || !(now.time > frames_[n - 1].time)) return contact;
    const NaiveFrame& before = frames_[n - 1];
    const auto a0 = before.positions.find(pair.first);
    const auto b0 = before.positions.find(pair.second);
    const auto a1 = now.positions.find(pair.first);
    const auto b1 = now.positions.find(pair.second);
    if (a0 == before.positions.end() || b0 == before.positions.end()) return contact;
    if (a1 == now.positions.end() || b1 == now.positions.end()) return contact;
    const glm::dvec3 a = a1->second;
    const glm::dvec3 b = b1->second;
    const double passed = now.time - before.time;
    contact.closing = (glm::distance(a0->second, b0->second) - glm::distance(a, b)) / passed;
    const glm::dvec3 line = glm::normalize(b - a);
    const double of_a = glm::dot(a - a0->second, line);
    const double of_b = glm::dot(b - b0->second, -line);
    if (of_b > of_a) std::swap(contact.entity, contact.other);
    return contact;
  }

  const Recording& recording_;
  Cursor cursor_;
  std::vector<NaiveFrame> frames_;
  std::map<EntityIndex, std::pair<glm::dvec3, glm::dquat>> firsts_;
  std::map<EntityIndex, bool> moved_;
};

std::vector<Contact> naive_contacts(const std::shared_ptr<Recording>& recording) {
  std::vector<Contact> all;
  for (std::size_t s = 0; s < recording->timeline().stream_count(); ++s) {
    const auto of_stream = NaiveStream(recording, StreamIndex(s)).contacts();
    all.insert(all.end(), of_stream.begin(), of_stream.end());
  }
  return all;
}

std::vector<Contact> contacts_of(const std::shared_ptr<Recording>& recording) {
  auto found = find_contacts(recording, kNotCancelled, nullptr);
  EXPECT_TRUE(found.has_value());
  return found->contacts;
}

/// In an order that does not say who hit whom, which two at the same speed leave open.
void sort_by_pair(std::vector<Contact>& contacts) {
  std::ranges::sort(contacts, {}, [](const Contact& c) {
    const auto [a, b] = std::minmax(c.entity, c.other);
    return std::tuple(c.first, a, b);
  });
}

std::string text_of(const Contact& c) {
  const auto [a, b] = std::minmax(c.entity, c.other);
  return std::to_string(a.value) + "-" + std::to_string(b.value) + " frames " +
         std::to_string(c.first.value) + "-" + std::to_string(c.last.value) +
         (c.is_assumed ? " assumed" : "") + (c.is_recorded ? " recorded" : "");
}

void expect_same(std::vector<Contact> found, std::vector<Contact> expected,
                 const std::string& where) {
  sort_by_pair(found);
  sort_by_pair(expected);
  std::vector<std::string> found_texts;
  std::vector<std::string> expected_texts;
  for (const Contact& contact : found) found_texts.push_back(text_of(contact));
  for (const Contact& contact : expected) expected_texts.push_back(text_of(contact));
  ASSERT_EQ(found_texts, expected_texts) << where;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string what = where + ": " + found_texts[i];
    EXPECT_EQ(found[i].begin, expected[i].begin) << what;
    EXPECT_EQ(found[i].end, expected[i].end) << what;
    ASSERT_EQ(found[i].closing.has_value(), expected[i].closing.has_value()) << what;
    if (!found[i].closing) continue;
    EXPECT_NEAR(*found[i].closing, *expected[i].closing, 1e-6) << what;
    if (std::abs(*found[i].closing) > 1e-6) {
      EXPECT_EQ(found[i].entity, expected[i].entity) << what;
    }
  }
}

/// Things of all kinds, some of which move, in a yard that is too small for them.
DerivedScene crowded_yard(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::normal_distribution<double> any;
  const auto chance = [&](double of) { return unit(random) < 2 * of - 1; };
  const auto presets = coordinate_presets();
  DerivedScene scene;
  scene.coordinates = presets[random() % presets.size()].system;
  if (chance(0.3)) scene.coordinates.metres_per_unit = 0.37;
  const double metres = scene.coordinates.metres_per_unit;
  scene.streams = 1 + static_cast<std::uint32_t>(random() % 2);
  const auto vector = [&](double most) {
    return glm::dvec3(unit(random), unit(random), unit(random)) * most / metres;
  };
  const double room = 2 + 3 * std::abs(unit(random));
  struct Made {
    DerivedEntity first;
    glm::dvec3 velocity{0.0};
    glm::dquat spin{1, 0, 0, 0};
    std::uint32_t stream = 0;
  };
  std::vector<Made> made(4 + random() % 14);
  for (std::uint32_t row = 0; row < made.size(); ++row) {
    scene.kinds.push_back(static_cast<EntityKind>(random() % kEntityKinds));
    Made& one = made[row];
    one.stream = static_cast<std::uint32_t>(random() % scene.streams);
    one.first.row = row;
    if (chance(0.95)) one.first.world.position = vector(room);
    if (chance(0.8)) {
      one.first.world.rotation =
          glm::normalize(glm::dquat(any(random), any(random), any(random), any(random)));
    }
    if (chance(0.2)) one.first.world.scale = glm::dvec3(0.5, 1.5, chance(0.5) ? 1 : -2);
    if (chance(0.7)) one.first.box = Box{vector(0.5), glm::abs(vector(1.5))};
    if (one.first.box && chance(0.05)) one.first.box->half = {};
    if (row > 0 && chance(0.2)) one.first.parent = static_cast<std::uint32_t>(random() % row);
    if (chance(0.6)) one.velocity = vector(8);
    if (chance(0.2)) one.spin = glm::normalize(glm::dquat(20, any(random), any(random), 0));
  }
  Seconds time = 0;
  for (int f = 0; f < 24; ++f) {
    DerivedFrame& frame = scene.frames.emplace_back();
    frame.stream = static_cast<std::uint32_t>(random() % scene.streams);
    frame.time = time;
    for (const Made& one : made) {
      if (one.stream != frame.stream || chance(0.02)) continue;
      DerivedEntity entity = one.first;
      if (entity.world.position) *entity.world.position += one.velocity * time;
      if (entity.world.rotation) {
        for (int k = 0; k < f; ++k) entity.world.rotation = one.spin * *entity.world.rotation;
      }
      frame.entities.push_back(entity);
    }
    const std::size_t here = frame.entities.size();
    if (here > 1 && chance(0.1)) {
      const std::size_t one = random() % here;
      const std::size_t other = (one + 1 + random() % (here - 1)) % here;
      frame.collisions = {{frame.entities[one].row, frame.entities[other].row}};
    }
    time += 0.02 + 0.06 * std::abs(unit(random));
  }
  return scene;
}

TEST(DerivedContacts, AreWhatTestingAllBoxesAtAllFramesOfAThousandScenesFinds) {
  std::size_t contacts = 0;
  std::size_t assumed = 0;
  std::size_t recorded = 0;
  std::size_t spans_of_several = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto recording = derived_recording(crowded_yard(seed));
    const std::vector<Contact> found = contacts_of(recording);
    ASSERT_NO_FATAL_FAILURE(
        expect_same(found, naive_contacts(recording), "seed " + std::to_string(seed)));
    EXPECT_TRUE(std::ranges::is_sorted(found, comes_before));
    contacts += found.size();
    for (const Contact& contact : found) {
      assumed += contact.is_assumed;
      recorded += contact.is_recorded;
      spans_of_several += contact.first != contact.last;
    }
  }
  EXPECT_GT(contacts, 2000u);
  EXPECT_GT(assumed, 400u);
  EXPECT_GT(recorded, 400u);
  EXPECT_GT(spans_of_several, 1500u);
}

TEST(DerivedContacts, AreWhatTestingAllBoxesAtAllFramesOfTheSamplesFinds) {
  for (const char* name :
       {"sample.log", "sample.ndjson", "sample.fbf", "sample_saved.fbf", "sample.xrec"}) {
    const auto recording = opened(std::string(SCRUBJAY_ASSETS "/") + name);
    ASSERT_NE(recording, nullptr);
    ASSERT_NO_FATAL_FAILURE(expect_same(contacts_of(recording), naive_contacts(recording), name));
  }
}

TEST(DerivedContacts, OfARealDriveAreOfTheDebrisThatItGoesOver) {
  const std::string path = SCRUBJAY_SHARED_DATA "/carla/DistanceToLaneCenter.log";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const auto recording = opened(path);
  ASSERT_NE(recording, nullptr);
  const std::vector<Contact> found = contacts_of(recording);
  ASSERT_NO_FATAL_FAILURE(expect_same(found, naive_contacts(recording), "the drive"));
  ASSERT_EQ(found.size(), 3u);
  for (const Contact& contact : found) {
    EXPECT_EQ(recording->entity(contact.entity).name, "vehicle.lincoln.mkz_2017");
    EXPECT_EQ(recording->entity(contact.other).name, "static.prop.dirtdebris01");
  }
}

// The same town with and without what old releases do not record.

std::shared_ptr<Recording> town(assets::CarlaPackets packets, std::uint64_t frames = 1200) {
  std::vector<std::byte> bytes;
  assets::Scene scene({.entities = 120});
  const auto written =
      assets::write_carla(scene, into(bytes), frames, 0, carla::VectorWidth::float32, packets);
  EXPECT_TRUE(written.has_value());
  return opened(std::move(bytes), {}, "carla");
}

TEST(DerivedContacts, AreFoundByBoxesAloneAsTheyAreRecorded) {
  const std::vector<Contact> recorded = contacts_of(town({}));
  const std::vector<Contact> by_boxes = contacts_of(town({.collisions = false}));
  ASSERT_GT(recorded.size(), 10u);
  ASSERT_EQ(by_boxes.size(), recorded.size());
  std::size_t with_rows = 0;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    with_rows += recorded[i].is_recorded;
    EXPECT_FALSE(by_boxes[i].is_recorded);
    EXPECT_EQ(by_boxes[i].entity, recorded[i].entity);
    EXPECT_EQ(by_boxes[i].other, recorded[i].other);
    EXPECT_EQ(by_boxes[i].first, recorded[i].first);
    EXPECT_EQ(by_boxes[i].closing, recorded[i].closing);
    // The town still records collisions while bumpers are 2 cm apart.
    EXPECT_LE(by_boxes[i].last, recorded[i].last);
    EXPECT_LE(recorded[i].last.value, by_boxes[i].last.value + 6);
  }
  EXPECT_GT(with_rows, 5u);
}

TEST(DerivedContacts, OfCarsWithoutBoxesAndCollisionsAreThoseThatHappened) {
  // Cars that come to a stop one behind the other meet seconds later than usual ones would.
  const std::vector<Contact> truth = contacts_of(town({}, 1500));
  const auto old = town({.boxes = false, .collisions = false});
  std::size_t confirmed = 0;
  for (const Contact& contact : contacts_of(old)) {
    EXPECT_TRUE(contact.is_assumed);
    // People who pass each other within the width of the usual one are found, too.
    const bool is_of_cars = old->entity(contact.entity).kind == EntityKind::vehicle &&
                            old->entity(contact.other).kind == EntityKind::vehicle;
    if (!is_of_cars) continue;
    const auto meets = [&](const Contact& real) {
      return std::minmax(real.entity, real.other) == std::minmax(contact.entity, contact.other) &&
             real.begin <= contact.end + 1 && contact.begin <= real.end + 1;
    };
    const bool is_true = std::ranges::any_of(truth, meets);
    EXPECT_TRUE(is_true) << text_of(contact);
    confirmed += is_true;
  }
  // Not all: those whose bumpers reach farther than the usual car's stop before its box.
  EXPECT_GE(confirmed, 3u);
}

// Two cars without boxes along x in ROS' axes.

DerivedEntity car(std::uint32_t row, double x, double y = 0) {
  DerivedEntity entity{.row = row};
  entity.world.position = glm::dvec3(x, y, 0);
  return entity;
}

DerivedScene cars(std::size_t count) {
  DerivedScene scene{.coordinates = *CoordinateSystem::parse("ros"), .kinds = {}, .frames = {}};
  scene.kinds.assign(count, EntityKind::vehicle);
  return scene;
}

TEST(DerivedContacts, SayWhoHitWhomWhenAndHowFast) {
  DerivedScene scene = cars(2);
  for (int f = 0; f <= 60; ++f) {
    const double t = 0.05 * f;
    // Car 0 rolls with 2 m/s, car 1 comes from behind with 12 m/s; bumpers meet after 1.5 s.
    scene.frames.push_back({.time = t, .entities = {car(0, 19.5 + 2 * t), car(1, 12 * t)}});
  }
  const auto found = contacts_of(derived_recording(std::move(scene)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].entity, EntityIndex(1));
  EXPECT_EQ(found[0].other, EntityIndex(0));
  EXPECT_NEAR(found[0].begin, 1.5, 0.051);
  EXPECT_NEAR(found[0].end, 2.4, 0.051);
  EXPECT_NEAR(found[0].closing.value_or(0), 10, 1e-9);
  EXPECT_TRUE(found[0].is_assumed);
  EXPECT_FALSE(found[0].is_recorded);
}

TEST(DerivedContacts, OfTwoThatNeverMoveCountOnlyWhenRecorded) {
  DerivedScene scene = cars(4);
  for (int f = 0; f < 20; ++f) {
    const double t = 0.05 * f;
    // 0 and 1 stand in each other and tremble; 2 and 3 do so, too, and 3 leaves at the end.
    scene.frames.push_back({.time = t,
                            .entities = {car(0, 0.002 * (f % 2)), car(1, 3), car(2, 50),
                                         car(3, f < 15 ? 53 : 53 + 2 * (f - 14))}});
  }
  DerivedScene recorded = scene;
  recorded.frames[4].collisions.push_back({.entity = 1, .other = 0});
  const auto found = contacts_of(derived_recording(std::move(scene)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(std::minmax(found[0].entity, found[0].other),
            std::minmax(EntityIndex(2), EntityIndex(3)));
  EXPECT_EQ(found[0].first, FrameIndex(0));
  EXPECT_FALSE(found[0].closing.has_value()) << "there is no frame before";
  EXPECT_EQ(contacts_of(derived_recording(std::move(recorded))).size(), 2u);
}

TEST(DerivedContacts, AreNotOfWhatIsAttached) {
  DerivedScene scene = cars(4);
  for (int f = 0; f < 10; ++f) {
    const double x = f;
    DerivedEntity driver = car(1, x);
    driver.parent = 0;
    DerivedEntity hand = car(2, x);
    hand.parent = 1;
    DerivedEntity visitor = car(3, x);
    scene.frames.push_back({.time = 0.1 * f, .entities = {car(0, x), driver, hand, visitor}});
  }
  // Only the visitor, which is attached to none of them.
  const auto found = contacts_of(derived_recording(std::move(scene)));
  ASSERT_EQ(found.size(), 3u);
  for (const Contact& contact : found) {
    EXPECT_TRUE(contact.entity == EntityIndex(3) || contact.other == EntityIndex(3));
  }
}

TEST(DerivedContacts, OfSignsAndSensorsNeedABody) {
  DerivedScene scene = cars(3);
  scene.kinds = {EntityKind::vehicle, EntityKind::sign, EntityKind::signal};
  for (int f = 0; f < 10; ++f) {
    DerivedEntity pole = car(2, 5);
    pole.box = Box{{0, 0, 1.5}, {0.1, 0.1, 1.5}};
    scene.frames.push_back({.time = 0.1 * f, .entities = {car(0, f), car(1, 5), pole}});
  }
  const auto found = contacts_of(derived_recording(std::move(scene)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].entity, EntityIndex(0));
  EXPECT_EQ(found[0].other, EntityIndex(2));
}

// Recorded collisions.

/// Cars far apart, so that only what is recorded counts, in frames 0.05 s apart.
DerivedScene far_cars(std::size_t frames) {
  DerivedScene scene = cars(3);
  for (std::size_t f = 0; f < frames; ++f) {
    const double t = 0.05 * static_cast<double>(f);
    scene.frames.push_back({.time = t, .entities = {car(0, 0), car(1, 30 - 4 * t), car(2, 90)}});
  }
  return scene;
}

TEST(DerivedContacts, GatherTheRowsOfOneContact) {
  DerivedScene scene = far_cars(60);
  std::size_t rows = 0;
  for (std::size_t f = 10; f < 44; ++f) {  // both report, in turns first
    scene.frames[f].collisions = {{.entity = 0, .other = 1}, {.entity = 1, .other = 0}};
    if (f % 2 == 0) std::swap(scene.frames[f].collisions[0], scene.frames[f].collisions[1]);
    rows += 2;
  }
  EXPECT_EQ(rows, 68u);
  const auto found = contacts_of(derived_recording(std::move(scene)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].entity, EntityIndex(1)) << "the one that moved";
  EXPECT_EQ(found[0].other, EntityIndex(0));
  EXPECT_EQ(found[0].first, FrameIndex(10));
  EXPECT_EQ(found[0].last, FrameIndex(43));
  EXPECT_NEAR(found[0].closing.value_or(0), 4, 1e-9);
  EXPECT_TRUE(found[0].is_recorded);
  EXPECT_FALSE(found[0].is_assumed);
}

TEST(DerivedContacts, GoOnOverAShortPauseOfRowsOnly) {
  DerivedScene scene = far_cars(60);
  for (const std::size_t f : {5U, 10U, 11U, 17U, 40U}) {  // 0.25 s, then 0.3 s, then long
    scene.frames[f].collisions = {{.entity = 0, .other = 1}};
  }
  const auto found = contacts_of(derived_recording(std::move(scene)));
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans;
  for (const Contact& contact : found) spans.emplace_back(contact.first.value, contact.last.value);
  EXPECT_EQ(spans,
            (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{5, 11}, {17, 17}, {40, 40}}));
}

TEST(DerivedContacts, OfWhatIsNoEntityAreNotGuessed) {
  DerivedScene scene = far_cars(10);
  scene.frames[3].collisions = {{.entity = 0, .other = {}},  // a wall
                                {.entity = 0, .other = 77},  // nobody of that name
                                {.entity = 0, .other = 0}};  // itself
  EXPECT_TRUE(contacts_of(derived_recording(std::move(scene))).empty());
}

TEST(DerivedContacts, JoinWhatIsRecordedWithTheBoxesThatMeet) {
  DerivedScene scene = cars(2);
  for (int f = 0; f < 40; ++f) {
    const double x = f < 20 ? 10 - 0.5 * f : 0.5 * (f - 20);  // in and out again
    scene.frames.push_back({.time = 0.05 * f, .entities = {car(0, 0), car(1, x)}});
  }
  const auto alone = contacts_of(derived_recording(scene));
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_FALSE(alone[0].is_recorded);
  for (int f = 5; f < 15; ++f) scene.frames[static_cast<std::size_t>(f)].collisions = {{0, 1}};
  const auto joined = contacts_of(derived_recording(std::move(scene)));
  ASSERT_EQ(joined.size(), 1u);
  EXPECT_TRUE(joined[0].is_recorded);
  EXPECT_TRUE(joined[0].is_assumed);
  EXPECT_EQ(joined[0].first, FrameIndex(5));
  EXPECT_EQ(joined[0].last, alone[0].last);
}

// The way through a recording.

TEST(DerivedContacts, AreTheSameWhenStoppedAndResumedAnywhere) {
  const auto recording = derived_recording(crowded_yard(5));
  const std::vector<Contact> whole = contacts_of(recording);
  ASSERT_GT(whole.size(), 3u);
  for (std::size_t stop = 1; stop < recording->frame_count(); ++stop) {
    ContactFinder finder(recording);
    std::vector<Contact> found;
    std::size_t left = stop;
    const auto deliver = [&](FrameIndex, std::span<const Contact> ended) {
      found.insert(found.end(), ended.begin(), ended.end());
      return --left != 0;
    };
    EXPECT_FALSE(finder.go_on(kNotCancelled, deliver));
    EXPECT_EQ(finder.looked_at(), stop);
    left = recording->frame_count();
    EXPECT_TRUE(finder.go_on(kNotCancelled, deliver));
    EXPECT_EQ(finder.looked_at(), recording->frame_count());
    const auto rest = finder.rest();
    found.insert(found.end(), rest.begin(), rest.end());
    ASSERT_NO_FATAL_FAILURE(expect_same(found, whole, "stopped after " + std::to_string(stop)));
  }
}

TEST(DerivedContacts, StopWhenCancelled) {
  const auto recording = derived_recording(crowded_yard(5));
  const std::atomic<bool> cancelled{true};
  EXPECT_FALSE(find_contacts(recording, cancelled, nullptr).has_value());
}

TEST(DerivedContacts, OfAHeapAreCutAndSaySo) {
  DerivedScene scene = cars(800);
  for (int f = 0; f < 2; ++f) {
    DerivedFrame& frame = scene.frames.emplace_back();
    frame.time = f;
    for (std::uint32_t row = 0; row < 800; ++row) frame.entities.push_back(car(row, f));
  }
  const auto found = find_contacts(derived_recording(std::move(scene)), kNotCancelled, nullptr);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->problems.size(), 1u);
  EXPECT_EQ(found->problems[0].code, "too-many-contacts");
  EXPECT_EQ(found->problems[0].count, 2u);
}

}  // namespace
}  // namespace scrubjay

// Traffic of real releases of Colyseus, from each of its containers, against the states that the
// servers had (SCRUBJAY_SHARED_DATA/colyseus).
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "tests/formats/colyseus_test_file.h"

namespace scrubjay::colyseus {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

#define OPEN_OR_SKIP(name, path)            \
  const auto name = shared_recording(path); \
  if (!name) GTEST_SKIP() << "There is no " << (path)

/// Compares a frame with a state as the server's toJSON gave it.
class Comparison {
 public:
  Comparison(const Recording& recording, const Frame& frame) : frame_(frame) {
    for (const Entity& entity : frame.entities) {
      entities_.emplace(recording.entity(entity.index).id, &entity);
    }
  }

  bool root_equals(const element& state) { return entity_equals("0", state, 0); }

 private:
  bool entity_equals(std::string_view id, const element& want, int depth) {
    const auto found = entities_.find(id);
    if (found == entities_.end()) return want.is_null();
    return members_equal(found->second->properties, want, depth);
  }

  bool members_equal(PropertyRange range, const element& want, int depth) {
    simdjson::dom::object members;
    if (depth > 70 || want.get(members) != simdjson::SUCCESS) return false;
    std::size_t count = 0;
    bool are_equal = true;
    for_each_root(frame_.tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
      ++count;
      element member;
      if (members.at_key(property.name).get(member) != simdjson::SUCCESS ||
          !value_equals(node, member, depth + 1)) {
        are_equal = false;
      }
    });
    return are_equal && count == members.size();
  }

  bool items_equal(PropertyRange range, const element& want, int depth) {
    simdjson::dom::array items;
    if (want.get(items) != simdjson::SUCCESS) return false;
    std::size_t count = 0;
    bool are_equal = true;
    for_each_root(frame_.tree, range, [&](PropertyTree::Node node, const PropertyNode&) {
      element item;
      if (items.at(count++).get(item) != simdjson::SUCCESS ||
          !value_equals(node, item, depth + 1)) {
        are_equal = false;
      }
    });
    return are_equal && count == items.size();
  }

  static bool number_equals(double number, const element& want) {
    if (want.type() == element_type::STRING) {
      const std::string_view text = want.get_string().value();
      return text == "NaN" ? std::isnan(number) : number_text(number) == text;
    }
    double wanted = 0;
    return want.get(wanted) == simdjson::SUCCESS && wanted == number;
  }

  static bool integer_equals(const PropertyNode& property, const element& want) {
    const auto text = property.is_unsigned ? format_number(property.unsigned_integer)
                                           : format_number(property.integer);
    // Big integers are decimal text.
    if (want.type() == element_type::STRING) return want.get_string().value() == text.view();
    return number_equals(property.is_unsigned ? static_cast<double>(property.unsigned_integer)
                                              : static_cast<double>(property.integer),
                         want);
  }

  bool value_equals(PropertyTree::Node node, const element& want, int depth) {
    const PropertyNode& property = frame_.tree[node];
    switch (property.type) {
      case PropertyType::group: return members_equal(children_of(frame_.tree, node), want, depth);
      case PropertyType::list: return items_equal(children_of(frame_.tree, node), want, depth);
      case PropertyType::entity: return entity_equals(property.text_value(), want, depth);
      case PropertyType::string: {
        std::string_view text;
        return want.get(text) == simdjson::SUCCESS && text == property.text_value();
      }
      case PropertyType::boolean: {
        bool value = false;
        return want.get(value) == simdjson::SUCCESS && value == property.boolean;
      }
      case PropertyType::number: return number_equals(property.number, want);
      case PropertyType::integer: return integer_equals(property, want);
      default: return want.is_null();
    }
  }

  const Frame& frame_;
  std::map<std::string_view, const Entity*> entities_;
};

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(shared_path(path));
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// Every frame of a stream against the n-th expected line.
void expect_states(const std::shared_ptr<Recording>& recording, StreamIndex stream,
                   const std::string& expected) {
  const std::vector<std::string> lines = lines_of(expected);
  const Timeline& timeline = recording->timeline();
  ASSERT_EQ(timeline.frame_count(stream), lines.size());
  Cursor cursor(recording);
  simdjson::dom::parser parser;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const Frame& frame = cursor.seek(timeline.frame_of(stream, n));
    EXPECT_EQ(frame.number, n);
    const element line = parser.parse(lines[n]);
    ASSERT_TRUE(Comparison(*recording, frame).root_equals(line["state"]))
        << expected << " frame " << n << " has " << state_text(*recording, frame) << " and not "
        << lines[n];
  }
}

struct Capture {
  const char* file;
  const char* expected;
  const char* problems = "";
};

std::ostream& operator<<(std::ostream& out, const Capture& capture) { return out << capture.file; }

class CapturedStates : public testing::TestWithParam<Capture> {};

TEST_P(CapturedStates, AreThoseOfTheServer) {
  const Capture& capture = GetParam();
  OPEN_OR_SKIP(recording, capture.file);
  EXPECT_EQ(problem_codes(*recording), capture.problems);
  expect_states(recording, StreamIndex(0), std::string(capture.expected) + ".expected.ndjson");
}

INSTANTIATE_TEST_SUITE_P(
    Arena, CapturedStates,
    testing::Values(Capture{"arena/arena-0.5.41.colycap", "arena/arena-0.5.41"},
                    Capture{"arena/arena-1.0.46.colycap", "arena/arena-1.0.46"},
                    Capture{"arena/arena-2.0.37.colycap", "arena/arena-2.0.37"},
                    Capture{"arena/arena-3.0.76.colycap", "arena/arena-3.0.76"},
                    Capture{"arena/arena-4.0.31.colycap", "arena/arena-4.0.31"},
                    Capture{"arena/arena-5.0.34.colycap", "arena/arena-5.0.34"}));
// In two of the HAR files what was sent stands behind what was received a little earlier.
INSTANTIATE_TEST_SUITE_P(
    ArenaInOtherContainers, CapturedStates,
    testing::Values(Capture{"arena/arena-0.5.41.har", "arena/arena-0.5.41"},
                    Capture{"arena/arena-1.0.46.har", "arena/arena-1.0.46"},
                    Capture{"arena/arena-2.0.37.har", "arena/arena-2.0.37"},
                    Capture{"arena/arena-3.0.76.har", "arena/arena-3.0.76"},
                    Capture{"arena/arena-4.0.31.har", "arena/arena-4.0.31", "bad-time"},
                    Capture{"arena/arena-5.0.34.har", "arena/arena-5.0.34", "bad-time"},
                    Capture{"arena/arena-3.0.76.colreplay", "arena/arena-3.0.76"},
                    Capture{"arena/arena-4.0.31.colreplay", "arena/arena-4.0.31"},
                    Capture{"arena/arena-5.0.34.colreplay", "arena/arena-5.0.34"},
                    Capture{"arena/arena-3.0.76.schema-debug.txt", "arena/arena-3.0.76"}));
INSTANTIATE_TEST_SUITE_P(
    Benchmark, CapturedStates,
    testing::Values(Capture{"benchmark/bench100-0.4.61.colycap", "benchmark/bench100-0.4.61"},
                    Capture{"benchmark/bench100-0.5.41.colycap", "benchmark/bench100-0.5.41"},
                    Capture{"benchmark/bench100-1.0.46.colycap", "benchmark/bench100-1.0.46"},
                    Capture{"benchmark/bench100-2.0.37.colycap", "benchmark/bench100-2.0.37"},
                    Capture{"benchmark/bench100-3.0.76.colycap", "benchmark/bench100-3.0.76"},
                    Capture{"benchmark/bench100-4.0.31.colycap", "benchmark/bench100-4.0.31"},
                    Capture{"benchmark/bench100-5.0.34.colycap", "benchmark/bench100-5.0.34"}));

class LiveStates : public testing::TestWithParam<const char*> {};

TEST_P(LiveStates, OfBothClientsAreThoseOfTheServer) {
  const std::string name = std::string("live/live-core-") + GetParam();
  OPEN_OR_SKIP(recording, name + ".har");
  EXPECT_EQ(problem_codes(*recording), "");
  ASSERT_EQ(recording->timeline().stream_count(), 2u);
  expect_states(recording, StreamIndex(0), name + ".socket0.expected.ndjson");
  expect_states(recording, StreamIndex(1), name + ".socket1.expected.ndjson");
}

INSTANTIATE_TEST_SUITE_P(Servers, LiveStates,
                         testing::Values("0.13.9-schema-0.5.41", "0.14.36-schema-1.0.46",
                                         "0.15.57-schema-2.0.37", "0.16.26-schema-3.0.76",
                                         "0.17.51-schema-4.0.31", "0.18.17-schema-5.0.34"));

/// What the data's notes and *.entities.json say of the arena of one version.
class ArenaEntities : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    recording_ = shared_recording(std::string("arena/arena-") + GetParam() + ".colycap");
    if (!recording_) GTEST_SKIP() << "There is no arena of " << GetParam();
    facts_ = parser_.load(shared_path(std::string("arena/arena-") + GetParam() + ".entities.json"));
  }

  std::optional<EntityIndex> entity(std::string_view id) const {
    for (std::size_t i = 0; i < recording_->entity_count(); ++i) {
      if (recording_->entity(EntityIndex(i)).id == id) return EntityIndex(i);
    }
    return std::nullopt;
  }

  std::shared_ptr<Recording> recording_;
  simdjson::dom::parser parser_;
  element facts_;
};

TEST_P(ArenaEntities, LiveAsLongAsTheFactsSay) {
  EXPECT_EQ(recording_->entity_count(), std::uint64_t(facts_["distinct_entities"]));
  for (const element fact : simdjson::dom::array(facts_["entities"])) {
    const auto found = entity(std::string_view(fact["id"]));
    ASSERT_TRUE(found) << std::string_view(fact["id"]);
    std::vector<Lifetime> lives;
    recording_->lifetimes_of(*found, lives);
    const simdjson::dom::array alive = fact["alive"];
    ASSERT_EQ(lives.size(), alive.size()) << std::string_view(fact["id"]);
    for (std::size_t i = 0; i < lives.size(); ++i) {
      EXPECT_EQ(lives[i].first.value, std::uint64_t(alive.at(i).at(0)));
      EXPECT_EQ(lives[i].last.value, std::uint64_t(alive.at(i).at(1)));
    }
  }
}

TEST_P(ArenaEntities, BelongWhereTheFactsSay) {
  Cursor cursor(recording_);
  for (const element fact : simdjson::dom::array(facts_["entities"])) {
    const auto found = entity(std::string_view(fact["id"]));
    ASSERT_TRUE(found);
    const FrameIndex first(static_cast<std::size_t>(std::uint64_t(fact["alive"].at(0).at(0))));
    const Entity* placed = cursor.seek(first).find(*found);
    ASSERT_NE(placed, nullptr);
    const std::string parent =
        placed->parent.exists() ? std::string(recording_->entity(placed->parent).id) : "";
    EXPECT_EQ(parent, std::string_view(fact["parent"]));
    if (parent.empty()) continue;
    std::string_view key;
    const std::string name = fact["key"].get(key) == simdjson::SUCCESS
                                 ? std::string(key)
                                 : std::string(std::string_view(fact["collection"])) + "[" +
                                       std::to_string(std::uint64_t(fact["key"])) + "]";
    EXPECT_EQ(placed->name, name);
  }
}

TEST_P(ArenaEntities, ComeAndGoInTheOrderOfTheFacts) {
  std::string facts;
  for (const element fact : simdjson::dom::array(facts_["events"])) {
    facts += std::to_string(std::uint64_t(fact.at(0))) + " " +
             std::string(std::string_view(fact.at(1))) + " " +
             std::string(std::string_view(fact.at(2))) + "\n";
  }
  std::string found;
  for (std::size_t i = 0; i < recording_->event_count(); ++i) {
    const EventInfo event = recording_->event(EventIndex(i));
    if (!event.entity.exists()) continue;
    found += std::to_string(event.frame.value) + " " + std::string(event.name) + " " +
             std::string(recording_->entity(event.entity).id) + "\n";
  }
  EXPECT_EQ(found, facts);
}

INSTANTIATE_TEST_SUITE_P(Versions, ArenaEntities,
                         testing::Values("0.5.41", "1.0.46", "2.0.37", "3.0.76", "4.0.31",
                                         "5.0.34"));

TEST(BenchmarkScenario, ShowsTheSizesOfTheReadmeAtItsFrames) {
  OPEN_OR_SKIP(recording, "benchmark/bench100-0.4.61.colycap");
  std::vector<std::uint64_t> sizes;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < 4; ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    const auto bytes = find_path(frame.tree, frame.properties, "bytes");
    ASSERT_TRUE(bytes);
    sizes.push_back(frame.tree[*bytes].unsigned_integer);
  }
  EXPECT_EQ(sizes, (std::vector<std::uint64_t>{2671, 9, 342, 668}));
}

TEST(Frames, SoughtInAnyOrderAreTheSame) {
  OPEN_OR_SKIP(recording, "arena/arena-5.0.34.har");
  Cursor forward(recording);
  std::vector<std::string> states;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    states.push_back(state_text(*recording, forward.seek(FrameIndex(i))));
  }
  Cursor any(recording);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::size_t at = (i * 97 + 13) % states.size();
    ASSERT_EQ(state_text(*recording, any.seek(FrameIndex(at))), states[at]) << at;
  }
}

TEST(Secrets, OfAHarFileAreNoPropertiesAndNoMetadata) {
  OPEN_OR_SKIP(recording, "arena/arena-5.0.34.har");
  // From its JOIN_ROOM.
  const std::string_view token = "xK3_9dQzB1m";
  for (const auto& [name, value] : recording->info().metadata) {
    EXPECT_EQ(value.find(token), std::string::npos) << name;
    EXPECT_EQ(value.find("nF1gKq_2Z"), std::string::npos) << name;
  }
  PropertyTree tree;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->event_count(); ++i) {
    cursor.read_event(EventIndex(i), tree);
  }
  for (const PropertyNode& node : tree.nodes()) {
    if (!is_text(node.type)) continue;
    EXPECT_EQ(node.text_value().find(token), std::string_view::npos) << node.name;
  }
}

}  // namespace
}  // namespace scrubjay::colyseus

// Real output of nine releases of flecs against the facts that its makers wrote beside it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/formats/flecs_test_file.h"

namespace scrubjay::flecs {
namespace {

using simdjson::dom::element;

#define OPEN_OR_SKIP(name, path)            \
  const auto name = shared_recording(path); \
  if (!name) GTEST_SKIP() << "There is no " << (path)

std::uint64_t detail_number(const Recording& recording, std::string_view path) {
  PropertyTree tree;
  const PropertyRange all = recording.details(tree);
  const auto found = find_path(tree, all, path);
  return found ? tree[*found].unsigned_integer : 0;
}

std::string text_detail(const Recording& recording, std::string_view path) {
  PropertyTree tree;
  const PropertyRange all = recording.details(tree);
  const auto found = find_path(tree, all, path);
  return found ? std::string(tree[*found].text_value()) : "";
}

std::string id_without_escapes(std::string_view id) {
  std::string text;
  for (const char c : id) {
    if (c != '\\') text += c;
  }
  return text;
}

bool is_close(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b)); }

std::string string_in(const element& object, const char* key) {
  std::string_view text;
  return object[key].get_string().get(text) == simdjson::SUCCESS ? std::string(text) : "";
}

bool has(const element& object, const char* key) {
  return object.at_key(key).error() == simdjson::SUCCESS;
}

/// What the driver of the solar scene wrote of one body, from its own memory.
class Body {
 public:
  Body(const Recording& recording, const Frame& frame, const Entity& entity, const element& facts)
      : recording_(recording),
        frame_(frame),
        entity_(entity),
        facts_(facts),
        id_(recording.entity(entity.index).id) {}

  void expect_place() const {
    const Transform& recorded = entity_.local.empty() ? entity_.world : entity_.local;
    ASSERT_TRUE(recorded.position.has_value());
    for (glm::length_t axis = 0; axis < 3; ++axis) {
      EXPECT_TRUE(is_close((*recorded.position)[axis],
                           double(facts_["position"].at(static_cast<std::size_t>(axis)))));
    }
  }

  void expect_values() const {
    expect_text("kind", "BodyInfo/kind");
    expect_text("seed", "BodyInfo/seed");
    if (has(facts_, "delta")) {
      EXPECT_EQ(value("BodyInfo/delta"), std::to_string(std::int64_t(facts_["delta"])));
    }
    if (has(facts_, "active")) {
      EXPECT_EQ(value("BodyInfo/active"), bool(facts_["active"]) ? "true" : "false");
    }
    if (has(facts_, "flags")) {
      const std::string text = value("BodyInfo/flags");
      const auto flag = [&](const char* name, int bit) {
        return text.find(name) == std::string::npos ? 0 : bit;
      };
      EXPECT_EQ(flag("Visible", 1) + flag("Ringed", 2) + flag("Magnetic", 4) + flag("Charted", 8),
                std::int64_t(facts_["flags"]))
          << text;
    }
    if (has(facts_, "history_len")) {
      const auto history = find_path(frame_.tree, entity_.properties, "BodyInfo/history");
      ASSERT_TRUE(history);
      EXPECT_EQ(count_of(*history), std::uint64_t(facts_["history_len"]));
    }
    expect_number("fuel", "Fuel/level");
    // The driver knows a mass of this one, which no document has.
    if (entity_.name != "Planet X.1") expect_number("mass", "Mass");
    expect_vector("velocity", "Velocity");
    if (has(facts_, "visited")) {
      EXPECT_EQ(value("Visited"), "true");
    }
    if (has(facts_, "damaged")) {
      EXPECT_EQ(value("Damaged"), "true");
    }
    if (has(facts_, "docked_at")) {
      EXPECT_TRUE(value("DockedAt").ends_with(string_in(facts_, "docked_at")));
    }
    const EntityIndex parent = entity_.parent;
    ASSERT_TRUE(parent.exists());
    EXPECT_EQ(id_without_escapes(recording_.entity(parent).id), string_in(facts_, "parent"));
  }

 private:
  std::string value(std::string_view path) const { return value_of(recording_, frame_, id_, path); }
  std::uint64_t count_of(std::size_t node) const {
    const PropertyNode& found = frame_.tree[static_cast<PropertyTree::Node>(node)];
    return has_numbers(found.type) ? frame_.tree.numbers_of(found).size() : 0;
  }
  void expect_text(const char* key, const char* path) const {
    if (has(facts_, key)) {
      EXPECT_EQ(value(path), string_in(facts_, key));
    }
  }
  void expect_number(const char* key, const char* path) const {
    if (!has(facts_, key)) return;
    const double wanted = double(facts_[key]);
    const std::string found = value(path);
    EXPECT_TRUE(is_close(std::strtod(found.c_str(), nullptr), wanted)) << key << ": " << found;
  }
  void expect_vector(const char* key, const char* path) const {
    if (!has(facts_, key)) return;
    const auto found = find_path(frame_.tree, entity_.properties, path);
    ASSERT_TRUE(found) << path;
    const auto numbers = frame_.tree.numbers_of(frame_.tree[*found]);
    ASSERT_EQ(numbers.size(), 3u);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_TRUE(is_close(numbers[axis], double(facts_[key].at(axis))));
    }
  }

  const Recording& recording_;
  const Frame& frame_;
  const Entity& entity_;
  const element& facts_;
  std::string id_;
};

/// expected.json of a scene, by frame.
struct Scene {
  simdjson::dom::parser parser;
  std::map<std::uint64_t, element> frames;
  element expected;

  explicit Scene(const std::string& folder) {
    const simdjson::padded_string text(shared_text(folder + "/expected.json"));
    if (parser.parse(text).get(expected) != simdjson::SUCCESS) return;
    for (const element frame : expected["frames"].get_array()) {
      frames.emplace(std::uint64_t(frame["frame"]), frame);
    }
  }
};

/// Entities by name: those below SolarSystem, itself too.
std::map<std::string, const Entity*> scene_of(const Frame& frame) {
  std::map<std::string, const Entity*> found;
  for (const Entity& entity : frame.entities) {
    const Entity* at = &entity;
    while (at != nullptr && at->name != "SolarSystem") at = frame.find(at->parent);
    if (at != nullptr) found.emplace(entity.name, &entity);
  }
  return found;
}

/// A whole scene, frame by frame: how many entities, where, what they hold.
class FlecsSolar : public testing::TestWithParam<const char*> {};

TEST_P(FlecsSolar, HoldsWhatTheSceneHeld) {
  const std::string folder = GetParam();
  const bool is_whole = folder == "solar-v4.1.6" || folder == "solar-v3.2.5";
  OPEN_OR_SKIP(recording, folder + (is_whole ? "/world.ndjson" : "/world_wrapped.ndjson"));
  const Scene scene(folder);
  Cursor cursor{recording};
  std::size_t compared = 0;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    const element facts = scene.frames.at(is_whole ? i : static_cast<std::size_t>(frame.number));
    SCOPED_TRACE("frame " + std::to_string(i));
    const auto by_name = scene_of(frame);
    EXPECT_EQ(std::int64_t(by_name.size()), std::int64_t(facts["scene_entities"]));
    if (!is_whole) {
      EXPECT_NEAR(frame.time, double(facts["time"]), 1e-9);
    }
    if (!has(facts, "bodies")) continue;
    for (const element body : facts["bodies"].get_array()) {
      const std::string name = string_in(body, "name");
      SCOPED_TRACE(name);
      ASSERT_TRUE(by_name.contains(name));
      const Body expected(*recording, frame, *by_name.at(name), body);
      expected.expect_place();
      expected.expect_values();
      ++compared;
    }
  }
  EXPECT_GT(compared, 30u);
  EXPECT_TRUE(recording->is_complete());
}

/// Queries by columns, fields, rows and tables: everything with a Position, where it was.
TEST(FlecsRealData, FindsAllBodiesInQueries) {
  struct Case {
    const char* folder;
    const char* file;
    std::uint64_t step;  ///< frames between two samples
  };
  for (const Case& asked : {Case{"solar-v3.0.0", "query", 1}, Case{"solar-v3.2.5", "query", 2},
                            Case{"solar-v3.2.12", "rows", 5}, Case{"solar-v4.0.0", "query", 20},
                            Case{"solar-v4.1.6", "query", 2}, Case{"solar-v4.1.6", "table", 10}}) {
    const std::string folder = asked.folder;
    SCOPED_TRACE(folder + "/" + asked.file);
    OPEN_OR_SKIP(recording, folder + "/" + asked.file + ".ndjson");
    const Scene scene(folder);
    Cursor cursor{recording};
    std::size_t compared = 0;
    for (std::size_t i = 0; i < recording->frame_count(); ++i) {
      if (folder == "solar-v3.2.12" && i % 2 != 0) continue;  // the same again, as tables
      const Frame& frame = cursor.seek(FrameIndex(i));
      const element facts = scene.frames.at(i * asked.step);
      SCOPED_TRACE("frame " + std::to_string(i));
      std::map<std::string, const Entity*> placed;
      for (const Entity& entity : frame.entities) {
        if (find_path(frame.tree, entity.properties, "Position")) {
          placed.emplace(entity.name, &entity);
        }
      }
      EXPECT_EQ(std::int64_t(placed.size()) + 1, std::int64_t(facts["scene_entities"]));
      if (!has(facts, "bodies")) continue;
      for (const element body : facts["bodies"].get_array()) {
        const std::string name = string_in(body, "name");
        SCOPED_TRACE(name);
        ASSERT_TRUE(placed.contains(name));
        Body(*recording, frame, *placed.at(name), body).expect_place();
        ++compared;
      }
    }
    EXPECT_GT(compared, 30u);
  }
}

/// Entity documents with every option on.
TEST(FlecsRealData, ReadsEntityDocumentsOfEveryRelease) {
  struct Case {
    const char* folder;
    const char* file;
    std::uint64_t frame;
    const char* name;
  };
  std::size_t compared = 0;
  for (const Case& asked : {Case{"solar-v3.0.0", "f060_Moon", 60, "Moon"},
                            Case{"solar-v3.2.5", "f119_Jupiter", 119, "Jupiter"},
                            Case{"solar-v3.2.5", "f119_Earth", 119, "Earth"},
                            Case{"solar-v3.2.5", "f119_Probe_4", 119, "Probe_4"},
                            Case{"solar-v3.2.5", "f060__780", 60, "#780"}}) {
    SCOPED_TRACE(std::string(asked.folder) + "/" + asked.file);
    OPEN_OR_SKIP(recording, std::string(asked.folder) + "/entities/" + asked.file + ".json");
    const Scene scene(asked.folder);
    Cursor cursor{recording};
    const Frame& frame = cursor.seek(FrameIndex(0));
    for (const element body : scene.frames.at(asked.frame)["bodies"].get_array()) {
      if (string_in(body, "name") != asked.name) continue;
      for (const Entity& entity : frame.entities) {
        if (entity.name != asked.name) continue;
        const Body expected(*recording, frame, entity, body);
        expected.expect_place();
        expected.expect_values();
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 5u);
}

TEST_P(FlecsSolar, HasTheDocumentsOfEachFile) {
  const std::string folder = GetParam();
  simdjson::dom::parser parser;
  const simdjson::padded_string text(shared_text(folder + "/expected.json"));
  element expected;
  if (parser.parse(text).get(expected) != simdjson::SUCCESS) GTEST_SKIP() << "No " << folder;
  for (const auto [name, facts] : expected["files"].get_object()) {
    if (!name.ends_with("son")) continue;
    if (name.starts_with("entities")) continue;
    const auto recording = shared_recording(folder + "/" + std::string(name));
    ASSERT_TRUE(recording) << name;
    EXPECT_EQ(detail_number(*recording, "documents"), std::uint64_t(facts["documents"])) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Releases, FlecsSolar,
                         testing::Values("solar-v3.2.5", "solar-v3.2.12", "solar-v4.0.0",
                                         "solar-v4.1.6"),
                         [](const auto& release) {
                           std::string name = release.param;
                           std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
                           return name;
                         });

/// The events of the scene are found; more may be: what the driver did not call an event.
TEST(FlecsRealData, FindsTheEventsOfTheScene) {
  for (const char* name : {"solar-v3.2.5", "solar-v4.1.6"}) {
    const std::string folder = name;
    OPEN_OR_SKIP(recording, folder + "/world.ndjson");
    simdjson::dom::parser parser;
    const simdjson::padded_string text(shared_text(folder + "/expected.json"));
    element expected;
    ASSERT_EQ(parser.parse(text).get(expected), simdjson::SUCCESS);
    std::set<std::string> found;
    for (std::size_t i = 0; i < recording->event_count(); ++i) {
      const EventInfo event = recording->event(EventIndex(i));
      found.insert(std::to_string(event.frame.value) + " " + std::string(event.name) + " " +
                   id_without_escapes(recording->entity(event.entity).id));
    }
    std::size_t count = 0;
    for (const element event : expected["events"].get_array()) {
      const std::string kind{std::string_view(event["kind"])};
      const std::string line = std::to_string(std::uint64_t(event["frame"])) + " " + kind + " " +
                               std::string(std::string_view(event["entity"]));
      EXPECT_TRUE(found.contains(line)) << folder << ": " << line;
      ++count;
    }
    EXPECT_EQ(count, 26u);
    EXPECT_LE(recording->event_count(), count + 10);
  }
}

TEST(FlecsRealData, ComposesTheMatricesOfTheHubsOwnSystem) {
  OPEN_OR_SKIP(recording, "hub-city-v4.1.6/world_wrapped.ndjson");
  simdjson::dom::parser parser;
  const simdjson::padded_string text(shared_text("hub-city-v4.1.6/expected.json"));
  element expected;
  ASSERT_EQ(parser.parse(text).get(expected), simdjson::SUCCESS);
  ASSERT_EQ(recording->frame_count(), 60u);
  EXPECT_EQ(events_text(*recording),
            "20 entity_removed City.Car.Lamp\n30 entity_added City.Building_9\n");
  Cursor cursor{recording};
  std::size_t compared = 0;
  for (const element checkpoint : expected["checkpoints"].get_array()) {
    const Frame& frame = cursor.seek(FrameIndex(std::size_t(std::uint64_t(checkpoint["frame"]))));
    for (const auto [path, place] : checkpoint["world"].get_object()) {
      const Entity* entity = entity_of(*recording, frame, path);
      if (path == "City.Prop_0" || path == "City.Prop_1") continue;  // not in any document
      const bool has_shear = path.starts_with("City.Turret.Head");
      SCOPED_TRACE(path);
      ASSERT_NE(entity, nullptr);
      ASSERT_TRUE(entity->world.position.has_value());
      for (glm::length_t i = 0; i < 3; ++i) {
        EXPECT_NEAR((*entity->world.position)[i],
                    double(place["world"].at(static_cast<std::size_t>(i))), 2e-5);
      }
      const glm::dmat3 rotation =
          glm::mat3_cast(entity->world.rotation.value_or(glm::dquat(1, 0, 0, 0)));
      const glm::dvec3 scale = entity->world.scale.value_or(glm::dvec3(1.0));
      for (glm::length_t column = 0; column < 3; ++column) {
        for (glm::length_t row = 0; row < 3; ++row) {
          const auto at = static_cast<std::size_t>(4 * column + row);
          // A transform has no shear, of which the turret has a little below its scale.
          EXPECT_NEAR(rotation[column][row] * scale[column], double(place["matrix_columns"].at(at)),
                      has_shear ? 0.05 : 2e-5);
        }
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(FlecsRealData, InheritsAlongIsA) {
  OPEN_OR_SKIP(recording, "hub-city-v4.1.6/world_wrapped.ndjson");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(value_of(*recording, frame, "City.Building_0", "inherited/BuildingPrefab/Box/height"),
            "12");
  EXPECT_EQ(value_of(*recording, frame, "City.Building_0", "IsA"), "BuildingPrefab");
  EXPECT_EQ(value_of(*recording, frame, "BuildingPrefab", "entity/kind"), "prefab");
  const Entity* building = entity_of(*recording, frame, "City.Building_0");
  ASSERT_NE(building, nullptr);
  ASSERT_TRUE(building->box.has_value());
  EXPECT_EQ(building->box->half, glm::dvec3(2, 6, 2));
  OPEN_OR_SKIP(earth, "solar-v4.1.6/earth.ndjson");
  Cursor at_earth{earth};
  const Frame& first = at_earth.seek(FrameIndex(0));
  const std::string id = "SolarSystem.Sun.Earth";
  EXPECT_EQ(value_of(*earth, first, id, "inherited/prefabs.RockyPlanet/Density/density"), "5.5");
  EXPECT_EQ(value_of(*earth, first, id, "inherited/prefabs.Planet/Density/density"), "-")
      << "the nearer base holds";
  EXPECT_EQ(value_of(*earth, first, id, "entity/label"), "The Earth");
  EXPECT_EQ(value_of(*earth, first, id, "Likes"), "Apples");
}

TEST(FlecsRealData, ReadsRowsWithRepeatedKeys) {
  OPEN_OR_SKIP(recording, "solar-v3.2.12/rows.ndjson");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(0));
  const Entity* mercury = entity_of(*recording, frame, "SolarSystem.Sun.Mercury");
  ASSERT_NE(mercury, nullptr);
  ASSERT_TRUE(mercury->local.position.has_value());
  EXPECT_NEAR(mercury->local.position->x, 0.3880516291, 1e-9) << "the first one is its own";
}

TEST(FlecsRealData, TellsNamesWithDotsFromLevels) {
  OPEN_OR_SKIP(recording, "solar-v3.0.0/query.ndjson");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(0));
  std::size_t found = 0;
  for (const Entity& entity : frame.entities) {
    if (recording->entity(entity.index).id == "SolarSystem.Sun") ++found;
  }
  EXPECT_EQ(found, 1u);
}

TEST(FlecsRealData, OpensEveryContainer) {
  struct Case {
    const char* file;
    std::uint64_t documents;
    std::vector<double> times;
    const char* problems;
  };
  const double step = 1.0 / 60.0;
  const std::vector<Case> cases{
      {"crlf_blank_lines_bom.ndjson", 6, {0, step, 2 * step, 3 * step, 4 * step, 5 * step}, ""},
      {"no_newlines_concatenated.json", 6, {0, step, 2 * step, 3 * step, 4 * step, 5 * step}, ""},
      {"pretty_array_wrapped.json", 3, {0, 0.4, 0.8}, ""},
      {"truncated_last_line.ndjson", 3, {0, step, 2 * step}, "cut-off"},
      {"null_and_error_lines.ndjson", 3, {}, "error-reply missing-document"},
      {"duplicate_polls.ndjson", 6, {}, "repeated-documents"},
      {"out_of_order_wrapped.ndjson", 4, {0, 0.4, 0.8, 1.2}, "out-of-order"},
  };
  for (const Case& expected : cases) {
    SCOPED_TRACE(expected.file);
    OPEN_OR_SKIP(recording, std::string("containers/") + expected.file);
    EXPECT_EQ(detail_number(*recording, "documents"), expected.documents);
    EXPECT_EQ(problem_codes(*recording), expected.problems);
    for (std::size_t i = 0; i < expected.times.size(); ++i) {
      ASSERT_LT(i, recording->frame_count());
      EXPECT_NEAR(recording->timeline().time(FrameIndex(i)), expected.times[i], 1e-12);
    }
  }
  OPEN_OR_SKIP(cut, "containers/truncated_last_line.ndjson");
  EXPECT_FALSE(cut->is_complete());
  EXPECT_TRUE(cut->problems()[0].message.starts_with("truncated input in line 4"));
  OPEN_OR_SKIP(missing, "containers/null_and_error_lines.ndjson");
  EXPECT_EQ(missing->frame_count(), 3u);
  EXPECT_EQ(detail_number(*missing, "skipped/null"), 1u);
  EXPECT_EQ(detail_number(*missing, "skipped/error_object"), 1u);
  OPEN_OR_SKIP(repeated, "containers/duplicate_polls.ndjson");
  EXPECT_EQ(repeated->frame_count(), 3u);
}

TEST(FlecsRealData, OpensAFolderInNaturalOrder) {
  OPEN_OR_SKIP(recording, "solar-v3.2.5/snapshots");
  EXPECT_EQ(recording->frame_count(), 6u);
  EXPECT_EQ(text_detail(*recording, "time_rule"), "number in the file name");
  EXPECT_NEAR(recording->timeline().time(FrameIndex(5)), 100.0 / 60.0, 1e-12);
}

TEST(FlecsRealData, RecoversNamesThatBreakJson) {
  for (const char* version :
       {"3.0.0", "3.1.5", "3.2.5", "3.2.12", "4.0.0", "4.0.5", "4.1.2", "4.1.6"}) {
    SCOPED_TRACE(version);
    OPEN_OR_SKIP(recording, "malformed/names-v" + std::string(version) + ".ndjson");
    EXPECT_GT(detail_number(*recording, "repairs"), 0u);
    Cursor cursor{recording};
    const Frame& frame = cursor.seek(FrameIndex(recording->frame_count() - 1));
    std::map<std::string, const Entity*> by_name;
    for (const Entity& entity : frame.entities) by_name.emplace(entity.name, &entity);
    for (const char* name : {"the \"boss\"", "tab\there", "child", "engine"}) {
      EXPECT_TRUE(by_name.contains(name)) << name;
    }
    EXPECT_NE(recording->find_entities(version[0] == '3' ? "level.01" : "level\\.01").size() +
                  recording->find_entities("level.01").size(),
              0u);
    if (!by_name.contains("the \"boss\"") || !by_name.contains("engine")) continue;
    const Entity& boss = *by_name.at("the \"boss\"");
    ASSERT_TRUE(boss.world.position.has_value());
    EXPECT_EQ(boss.world.position->x, 1.0);
    EXPECT_EQ(boss.world.position->y, -2500000.0);
    const std::string engine(recording->entity(by_name.at("engine")->index).id);
    EXPECT_EQ(value_of(*recording, frame, engine, "Thrust/dir"), "[1, 2, 3]");
    EXPECT_EQ(value_of(*recording, frame, engine, "Thrust/inl"), "[4, 5, 6]");
    const std::string child(recording->entity(by_name.at("child")->index).id);
    EXPECT_EQ(value_of(*recording, frame, child, "entity/label"), "lbl \"q\" \a bell");
  }
}

TEST(FlecsRealData, ReadsTheShapesOfTheManual) {
  OPEN_OR_SKIP(recording, "manual-shape/iterator.ndjson");
  Cursor cursor{recording};
  const std::vector<std::size_t> counts{3, 3, 4, 4, 3};  // with Base, which is only a source
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_EQ(cursor.seek(FrameIndex(i)).entities.size(), counts[i]) << i;
  }
  EXPECT_EQ(events_text(*recording), "2 entity_added Drone\n4 entity_removed Base.Scout\n");
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(value_of(*recording, frame, "Base.Rover", "Position"), "[3, 0]");
  EXPECT_EQ(value_of(*recording, frame, "Base.Scout", "Velocity"), "[1, 0]");
  EXPECT_EQ(value_of(*recording, frame, "Base", "Position"), "[10, 20]");
  EXPECT_EQ(value_of(*recording, frame, "Base.Rover", "shared/Base/Position"), "[10, 20]");
  EXPECT_EQ(value_of(*recording, frame, "Base.Rover", "Likes"), "Apples");
  EXPECT_EQ(value_of(*recording, frame, "Base.Scout", "entity/label"), "Scout \"7\"");
  const Frame& third = cursor.seek(FrameIndex(2));
  EXPECT_EQ(value_of(*recording, third, "Drone", "Velocity"), "-");
  EXPECT_FALSE(entity_of(*recording, third, "Drone")->parent.exists());
  OPEN_OR_SKIP(entity, "manual-shape/entity.json");
  Cursor at_entity{entity};
  const Frame& rover = at_entity.seek(FrameIndex(0));
  EXPECT_EQ(value_of(*entity, rover, "Base.Rover", "inherited/vehicles.Wheeled/Wheels/count"), "6");
  EXPECT_EQ(value_of(*entity, rover, "Base.Rover", "inherited/vehicles.Wheeled/HasWheels"), "true");
  EXPECT_EQ(value_of(*entity, rover, "Base.Rover", "SWITCH|Movement"), "true");
  EXPECT_EQ(value_of(*entity, rover, "Base.Rover", "Likes"), "Apples");
  OPEN_OR_SKIP(minimal, "manual-shape/minimal.json");
  EXPECT_EQ(minimal->entity_count(), 1u);
  EXPECT_EQ(minimal->entity(EntityIndex(0)).id, "MyEntity");
}

TEST(FlecsRealData, TellsTheKindsOfReplies) {
  const std::map<std::string, std::string> kinds{{"stats_world.json", "world statistics"},
                                                 {"stats_world_1m.json", "world statistics"},
                                                 {"stats_pipeline.json", "pipeline statistics"},
                                                 {"commands_frame.json", "captured commands"},
                                                 {"commands_capture.json", "capture reply"},
                                                 {"query_error.json", "error"},
                                                 {"entity_404.json", "error"},
                                                 {"component.json", "bare value"},
                                                 {"type_info.json", "bare schema"},
                                                 {"entity.json", "4.x entity"},
                                                 {"entity_world.json", "4.x entity"},
                                                 {"world.json", "4.x world"},
                                                 {"query_named.json", "4.x query rows"},
                                                 {"query_meta.json", "4.x query rows"}};
  for (const auto& [file, kind] : kinds) {
    OPEN_OR_SKIP(recording, "rest-v4.1.6/" + file);
    EXPECT_EQ(detail_number(*recording, "kinds/" + kind), 1u) << file;
  }
  OPEN_OR_SKIP(world, "rest-v4.1.6/entity_world.json");
  EXPECT_EQ(text_detail(*world, "time_rule"), "simulation time of flecs.core.World");
  EXPECT_NEAR(world->timeline().time(FrameIndex(0)), 2.6666668057, 1e-9);
  OPEN_OR_SKIP(commands, "rest-v4.1.6/commands_frame.json");
  EXPECT_EQ(commands->event_count(), 5u);
}

/// Values as nine releases print them, wrapped in an entity.
TEST(FlecsRealData, DecodesEveryPrintedValue) {
  std::size_t read = 0;
  for (const char* version : {"3.0.0", "3.1.5", "3.2.5", "3.2.12", "4.0.0", "4.0.5", "4.1.2",
                              "4.1.6", "4.1.6+2026-07-24"}) {
    const std::string text = shared_text("values/values-v" + std::string(version) + ".tsv");
    if (text.empty()) GTEST_SKIP() << "There are no values.";
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string line = text.substr(at, end - at);
      at = end + 1;
      const std::size_t tab = line.find('\t');
      if (tab == std::string::npos || line.substr(tab + 1) == "(NULL)") continue;
      const auto recording = recording_of(
          "{\"name\":\"e\",\"components\":{\"C\":" + line.substr(tab + 1) + ",\"D\":1}}\n");
      SCOPED_TRACE(std::string(version) + " " + line);
      ASSERT_EQ(recording->frame_count(), 1u);
      Cursor cursor{recording};
      const Frame& frame = cursor.seek(FrameIndex(0));
      EXPECT_EQ(value_of(*recording, frame, "e", "D"), "1");
      EXPECT_NE(value_of(*recording, frame, "e", "C"), "-");
      EXPECT_TRUE(frame.problems.empty());
      ++read;
    }
  }
  EXPECT_GT(read, 800u);
}

}  // namespace
}  // namespace scrubjay::flecs

// What is written as flecs documents reads back as it was: documents of every release, and
// recordings of other formats as far as documents can say it.
#include <gtest/gtest.h>

#include <map>

#include "core/number_text.h"
#include "formats/carla/carla.h"
#include "formats/flecs/flecs.h"
#include "formats/framebyframe/framebyframe.h"
#include "tests/formats/flecs_test_file.h"

namespace scrubjay::flecs {
namespace {

struct Written {
  std::string text;
  WriteReport report;
};

Written written(WriteRequest request) {
  Written result;
  const std::atomic<bool> never = false;
  const auto report = kFormat.write(request, never, [&](Bytes bytes) {
    result.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return true;
  });
  EXPECT_TRUE(report.has_value());
  if (report) result.report = *report;
  return result;
}

std::string text_of(const PropertyTree& tree, const PropertyNode& node) {
  if (is_container(node.type)) return "{}";
  if (is_text(node.type))
    return std::string(to_text(node.type)) + " " + std::string(node.text_value());
  std::string text(to_text(node.type));
  text += " ";
  switch (node.type) {
    case PropertyType::boolean: return text + (node.boolean ? "true" : "false");
    case PropertyType::integer:
      return text + (node.is_unsigned ? std::to_string(node.unsigned_integer)
                                      : std::to_string(node.integer));
    case PropertyType::number: return text + number_text(node.number, node.precision) + node.unit;
    case PropertyType::null: return text;
    default: break;
  }
  for (const double each : tree.numbers_of(node)) text += number_text(each, node.precision) + " ";
  return text + node.unit;
}

using Values = std::multimap<std::string, std::string>;

/// Every value by its path, in no order: releases list components in different ones.
void flatten(const PropertyTree& tree, PropertyRange range, const std::string& above, Values& out) {
  for_each_root(tree, range, [&](PropertyTree::Node at, const PropertyNode& node) {
    const std::string path = above + "/" + std::string(node.name);
    out.emplace(path, text_of(tree, node));
    if (is_container(node.type)) flatten(tree, children_of(tree, at), path, out);
  });
}

Values values_of(const Frame& frame, const Entity& entity) {
  Values values;
  flatten(frame.tree, entity.properties, "", values);
  // Of queries: stands at the entity that it belongs to.
  std::erase_if(values, [](const auto& value) { return value.first.starts_with("/shared"); });
  return values;
}

std::string without_escapes(std::string_view path) {
  std::string text(path);
  std::erase(text, '\\');
  return text;
}

void expect_same_place(const Transform& a, const Transform& b) {
  ASSERT_EQ(a.position.has_value(), b.position.has_value());
  ASSERT_EQ(a.rotation.has_value(), b.rotation.has_value());
  ASSERT_EQ(a.scale.has_value(), b.scale.has_value());
  if (a.position) {
    EXPECT_LT(glm::distance(*a.position, *b.position), 1e-5);  // written with 32 bits
  }
  if (a.rotation) {
    EXPECT_GT(std::abs(glm::dot(*a.rotation, *b.rotation)), 1 - 1e-9);
  }
  if (a.scale) {
    EXPECT_LT(glm::distance(*a.scale, *b.scale), 1e-9);
  }
}

class FlecsDocuments : public testing::TestWithParam<const char*> {};

TEST_P(FlecsDocuments, AreReadBackAsTheyWere) {
  const auto source = shared_recording(GetParam());
  if (!source) GTEST_SKIP() << "There is no " << GetParam();
  const Written made = written({.recording = source});
  const auto copy = recording_of(made.text);
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->is_complete());
  ASSERT_EQ(copy->frame_count(), source->frame_count());
  EXPECT_EQ(made.report.frames, source->frame_count());
  Cursor at_source{source};
  Cursor at_copy{copy};
  for (std::size_t i = 0; i < source->frame_count(); ++i) {
    SCOPED_TRACE("frame " + std::to_string(i));
    const Frame& a = at_source.seek(FrameIndex(i));
    const Frame& b = at_copy.seek(FrameIndex(i));
    EXPECT_EQ(a.time, b.time);
    EXPECT_EQ(a.number, b.number);
    ASSERT_EQ(a.entities.size(), b.entities.size());
    const auto where = [](const Recording& recording, const Frame& frame) {
      std::map<std::string, const Entity*> found;
      for (const Entity& entity : frame.entities) {
        found.emplace(without_escapes(recording.entity(entity.index).id), &entity);
      }
      return found;
    };
    const auto copies = where(*copy, b);
    for (const auto& [id, entity] : where(*source, a)) {
      SCOPED_TRACE(id);
      ASSERT_TRUE(copies.contains(id));
      const Entity& again = *copies.at(id);
      EXPECT_EQ(entity->name, again.name);
      EXPECT_EQ(entity->parent.exists(), again.parent.exists());
      expect_same_place(entity->world, again.world);
      expect_same_place(entity->local, again.local);
      EXPECT_EQ(values_of(a, *entity), values_of(b, again));
    }
    Values of_frame;
    Values of_copy;
    flatten(a.tree, a.properties, "", of_frame);
    flatten(b.tree, b.properties, "", of_copy);
    EXPECT_EQ(of_frame, of_copy);
  }
}

INSTANTIATE_TEST_SUITE_P(Real, FlecsDocuments,
                         testing::Values("solar-v4.1.6/world.ndjson", "solar-v4.1.6/table.ndjson",
                                         "solar-v4.1.6/earth.ndjson", "solar-v4.1.6/query.ndjson",
                                         "solar-v4.0.0/world_wrapped.ndjson",
                                         "solar-v3.2.12/world_wrapped.ndjson",
                                         "solar-v3.2.5/world.ndjson", "solar-v3.2.5/query.ndjson",
                                         "solar-v3.0.0/earth.ndjson",
                                         "hub-city-v4.1.6/world_wrapped.ndjson",
                                         "malformed/names-v4.1.6.ndjson"),
                         [](const auto& file) {
                           std::string name = file.param;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

TEST(FlecsWriter, EventsOfWorldsAreFoundAgain) {
  const auto source = shared_recording("solar-v4.1.6/world.ndjson");
  if (!source) GTEST_SKIP() << "There is no solar-v4.1.6";
  EXPECT_EQ(events_text(*recording_of(written({.recording = source}).text)), events_text(*source));
}

TEST(FlecsWriter, WrapsDocumentsAndKeepsWhatIsAskedFor) {
  const std::string text =
      R"j({"time":1,"frame":7,"level":"x","data":{"results":[{"name":"a"},{"name":"b"}]}})j"
      "\n"
      R"j({"time":2,"frame":8,"data":{"results":[{"name":"a"},{"name":"b","id":3}]}})j"
      "\n";
  const auto source = recording_of(text);
  EXPECT_EQ(written({.recording = source, .to = 1.5}).text,
            R"j({"time":1,"frame":7,"level":"x","data":{"results":[{"name":"a"}, {"name":"b"}]}})j"
            "\n");
  const Written one =
      written({.recording = source, .from = 2.0, .entities = source->find_entities("b")});
  EXPECT_EQ(one.text, R"j({"time":2,"frame":8,"data":{"results":[{"name":"b","id":3}]}})j"
                      "\n");
  EXPECT_EQ(one.report.entities, 1u);
}

TEST(FlecsWriter, SaysWhyNothingIsWritten) {
  const auto source = recording_of("{\"results\":[{\"name\":\"a\"}]}\n");
  const std::atomic<bool> never = false;
  const std::atomic<bool> at_once = true;
  const auto good = [](Bytes) { return true; };
  const auto full = [](Bytes) { return false; };
  EXPECT_EQ(kFormat.write({.recording = source}, at_once, good).error().code, "cancelled");
  EXPECT_EQ(kFormat.write({.recording = source}, never, full).error().code, "not-written");
  EXPECT_EQ(kFormat.write({.recording = source, .options = {{"container", "raw"}}}, never, good)
                .error()
                .code,
            "option");
}

/// A sample recording of another format, converted.
std::shared_ptr<Recording> sample(const Format& format, const char* name) {
  auto file = InputFile::open(std::string(SCRUBJAY_TEST_DATA) + "/../../assets/" + name);
  if (!file) return nullptr;
  auto opened = format.open(*file);
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

/// What is written of a name that may not be unique begins with it.
bool is_name(std::string_view name, const Entity& again) { return again.name.starts_with(name); }

TEST(FlecsWriter, CarlaActorsComeBackWithPlacesParentsAndProperties) {
  const auto source = sample(carla::kFormat, "sample.log");
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

TEST(FlecsWriter, ClientsOfFrameByFrameBecomeOneWorld) {
  const auto source = sample(framebyframe::kFormat, "sample.fbf");
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

}  // namespace
}  // namespace scrubjay::flecs

#include "formats/framebyframe/read/comment_numbers.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/input_file.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/framebyframe/read/reader.h"
#include "tests/formats/framebyframe_test_file.h"

namespace scrubjay::framebyframe {
namespace {

const FileIndex& index_of(const Recording& recording) {
  return dynamic_cast<const FrameByFrameReader&>(recording.reader()).file_index();
}

/// "frame:entity node name", with the event's name before the node; "-" where nothing is found.
std::string found_text(const std::shared_ptr<Recording>& recording, std::size_t shown,
                       std::uint64_t number) {
  CommentNumbers numbers(index_of(*recording));
  const auto found = numbers.find(FrameIndex(shown), number);
  if (!found) return "-";
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(found->frame);
  std::string text = std::to_string(found->frame.value) + ":" +
                     std::string(recording->entity(found->entity).id) + " ";
  PropertyRange range = frame.find(found->entity)->properties;
  if (found->event_offset) {
    for (const FrameEvent& event : frame.events) {
      const EventInfo info = recording->event(event.index);
      if (info.source_offset != *found->event_offset) continue;
      range = event.properties;
      text += std::string(info.name) + " ";
    }
  }
  if (found->node == CommentInfo::kNoProperty) return text + "(group)";
  return text + std::string(frame.tree[range.first + found->node].name);
}

TEST(FrameByFrameComments, number_groups_before_their_children_and_events_after_properties) {
  FrameTextMaker frame{.server_time = 1};
  frame.entities_as_map = true;
  frame.entities.push_back({.id = 5,
                            .user = R"({"type":"sphere","name":"ball","radius":1},{"type":"group",)"
                                    R"("name":"g","value":[{"type":"table","name":"t"}]})",
                            .events = event_text("hit", "", 0)});
  frame.entities.push_back({.id = 3});
  const auto recording = indexed(saved_text({frame.text()}));
  // Entity 3 comes first: keys that are array indices are listed ascending.
  const std::vector<std::string> expected{"0:3 properties",  "0:3 special",    "0:3 name",
                                          "0:3 position",    "0:3 up",         "0:3 forward",
                                          "0:5 properties",  "0:5 ball",       "0:5 g",
                                          "0:5 t",           "0:5 special",    "0:5 name",
                                          "0:5 position",    "0:5 up",         "0:5 forward",
                                          "0:5 hit (group)", "0:5 hit Amount", "-"};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found_text(recording, 0, i + 1), expected[i]) << i + 1;
  }
  EXPECT_EQ(found_text(recording, 0, 0), "-");
}

TEST(FrameByFrameComments, count_through_all_clients_that_are_shown_together) {
  std::vector<std::string> frames;
  const auto add = [&](int client, std::int64_t entity) {
    FrameTextMaker frame{.frame_id = static_cast<std::int64_t>(frames.size()),
                         .client = client,
                         .tag = "C" + std::to_string(client),
                         .server_time = 10.0 * static_cast<double>(frames.size())};
    frame.entities_as_map = true;
    frame.entities.push_back({.id = entity});
    frames.push_back(frame.text());
  };
  add(2, 1);                               // 0: combined 258
  add(1, 2);                               // 1: combined 513
  add(3, 1'000'000'000'000);               // 2: no array index, so last
  add(1, 3);                               // 3: combined 769
  for (int i = 0; i < 10; ++i) add(1, 4);  // 4..13
  const auto recording = indexed(saved_text(frames));
  EXPECT_EQ(found_text(recording, 3, 1), "0:1 properties");
  EXPECT_EQ(found_text(recording, 3, 7), "3:3 properties");
  EXPECT_EQ(found_text(recording, 3, 13), "2:1000000000000 properties");
  EXPECT_EQ(found_text(recording, 3, 19), "-");
  // Ten frames later the others are still there, eleven later no more.
  EXPECT_EQ(found_text(recording, 10, 1), "0:1 properties");
  EXPECT_EQ(found_text(recording, 11, 1), "11:4 properties");
  EXPECT_EQ(found_text(recording, 12, 7), "2:1000000000000 properties");
  EXPECT_EQ(found_text(recording, 13, 7), "-");
}

TEST(FrameByFrameComments, ids_beyond_array_indices_keep_the_order_of_the_file) {
  FrameTextMaker frame{.server_time = 1};
  frame.entities_as_map = true;
  for (const std::int64_t id : {16777217, 16777216, 16777215, 2147480000, 7}) {
    frame.entities.push_back({.id = id});
  }
  const auto recording = indexed(saved_text({frame.text()}));
  // 16777215 * 256 = 4294967040 is the last combined id of client 0 that is an array index. Within
  // the frame, ids are not combined yet, so they are ascending there.
  EXPECT_EQ(found_text(recording, 0, 1), "0:7 properties");
  EXPECT_EQ(found_text(recording, 0, 7), "0:16777215 properties");
  EXPECT_EQ(found_text(recording, 0, 13), "0:16777216 properties");
  EXPECT_EQ(found_text(recording, 0, 19), "0:16777217 properties");
  EXPECT_EQ(found_text(recording, 0, 25), "0:2147480000 properties");
}

/// What the `id` of each property in a dump belongs to: entity, event (or none) and the property's
/// place among the entity's (or event's) properties.
struct DumpWalk {
  struct Place {
    std::string entity;
    std::size_t event = 0;  ///< 0: none
    std::size_t place = 0;
  };
  std::map<std::uint64_t, Place> places;

  void walk(simdjson::dom::element property, Place& at) {
    places[property["id"].get_uint64().value()] = at;
    ++at.place;
    simdjson::dom::array children;
    if (property["value"].get(children) != simdjson::SUCCESS) return;
    if (std::string_view(property["type"]) != "group") return;
    for (const auto child : children) walk(child, at);
  }
};

/// How many properties, counted as the application does, come before `node`.
std::size_t place_of(const PropertyTree& tree, PropertyRange range, std::uint32_t node) {
  std::size_t place = 0;
  for (std::uint32_t i = range.first; i < range.first + node; ++place) {
    i += tree[i].type == PropertyType::group ? 1 : tree[i].subtree;
  }
  return place;
}

TEST(FrameByFrameComments, all_numbers_of_the_documentation_s_example_match) {
  const std::string path = std::string(SCRUBJAY_SHARED_DATA) + "/framebyframe/ExampleFrameData.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  simdjson::dom::parser parser;
  DumpWalk expected;
  for (const auto entity : parser.load(path)["entities"].get_object()) {
    const std::uint64_t id = entity.value["id"].get_uint64().value();
    DumpWalk::Place at{std::to_string(id / 256)};
    for (const auto group : entity.value["properties"].get_array()) expected.walk(group, at);
    std::size_t event = 0;
    for (const auto item : entity.value["events"].get_array()) {
      DumpWalk::Place inside{std::to_string(id / 256), ++event};
      expected.walk(item["properties"], inside);
    }
  }
  ASSERT_EQ(expected.places.size(), 1809u);

  auto file = InputFile::open(path);
  ASSERT_TRUE(file.has_value());
  auto opened = kFormat.open(*file);
  ASSERT_TRUE(opened.has_value());
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  CommentNumbers numbers(index_of(*recording));
  std::size_t of_events = 0;
  for (const auto& [number, place] : expected.places) {
    const auto found = numbers.find(FrameIndex(0), number);
    ASSERT_TRUE(found.has_value()) << number;
    EXPECT_EQ(recording->entity(found->entity).id, place.entity) << number;
    EXPECT_EQ(found->event_offset.has_value(), place.event != 0) << number;
    if (found->event_offset) {
      ++of_events;
      for (const FrameEvent& event : frame.events) {
        if (recording->event(event.index).source_offset != *found->event_offset) continue;
        const std::size_t inside = found->node == CommentInfo::kNoProperty
                                       ? 0
                                       : 1 + place_of(frame.tree, event.properties, found->node);
        EXPECT_EQ(inside, place.place) << number;
      }
    } else {
      const PropertyRange range = frame.find(found->entity)->properties;
      EXPECT_EQ(place_of(frame.tree, range, found->node), place.place) << number;
    }
  }
  EXPECT_GE(of_events, 7u);
  EXPECT_FALSE(numbers.find(FrameIndex(0), 1810).has_value());
}

}  // namespace
}  // namespace scrubjay::framebyframe

#include "app/shared/recording_json.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "app/shared/recording_text.h"
#include "cli_test_recording.h"
#include "tests/core/file_text.h"

namespace scrubjay {
namespace {

/// Compares with a file of tests/data/app. `./test.sh --update-golden` rewrites the files, for
/// review.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(SCRUBJAY_TEST_DATA) + "/" + name;
  if (std::getenv("SCRUBJAY_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(text, file_text(path)) << path;
}

/// What `write` prints in both layouts is JSON; the pretty one is returned.
std::string printed(const std::function<void(JsonWriter&)>& write) {
  std::string compact;
  JsonWriter compact_json(compact);
  write(compact_json);
  expect_json(compact);
  EXPECT_EQ(compact.find('\n'), std::string::npos);
  std::string pretty;
  JsonWriter pretty_json(pretty, JsonLayout::pretty);
  write(pretty_json);
  expect_json(pretty);
  return pretty + "\n";
}

TEST(RecordingJson, info_has_every_field_of_the_contract) {
  const auto recording = make_test_recording();
  expect_golden("info.json", printed([&](JsonWriter& json) {
                  write_info(json, "some/test.log", *recording, recording->problems());
                }));
}

TEST(RecordingJson, info_of_a_file_that_does_not_open_has_the_same_fields) {
  const Problem problem{.severity = Severity::fatal,
                        .code = "unknown-format",
                        .offset = 0,
                        .message = "The file is not a recording.",
                        .expected = "one",
                        .found = "none"};
  expect_golden("info_of_unopened.json", printed([&](JsonWriter& json) {
                  write_info_of_unopened(json, "no.log", "", 12, std::span(&problem, 1));
                }));
}

TEST(RecordingJson, a_frame_shows_every_type_of_property) {
  const auto recording = make_test_recording();
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  expect_golden("frame_0.json",
                printed([&](JsonWriter& json) { write_frame(json, *recording, frame); }));
}

TEST(RecordingJson, a_frame_shows_its_events_and_what_is_no_number) {
  const auto recording = make_test_recording();
  Cursor cursor(recording);
  for (const std::size_t index : {1u, 2u}) {
    const Frame& frame = cursor.seek(FrameIndex(index));
    expect_golden("frame_" + std::to_string(index) + ".json",
                  printed([&](JsonWriter& json) { write_frame(json, *recording, frame); }));
  }
}

TEST(RecordingJson, a_converted_frame_prints_what_changed_as_doubles) {
  const auto recording = make_test_recording();
  Cursor cursor(recording);
  cursor.set_coordinates(*CoordinateSystem::parse("unity"));
  const Frame& frame = cursor.seek(FrameIndex(1));
  expect_golden("frame_1_unity.json",
                printed([&](JsonWriter& json) { write_frame(json, *recording, frame); }));
}

TEST(RecordingJson, a_filter_leaves_the_chosen_entities_and_their_events) {
  const auto recording = make_test_recording();
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(1));
  const EntityFilter car{{EntityIndex(1)}};
  const EntityFilter ghost{{EntityIndex(2)}};
  std::string text;
  JsonWriter json(text);
  write_frame(json, *recording, frame, &car);
  EXPECT_EQ(text.find("\"id\":\"r\""), std::string::npos);
  EXPECT_NE(text.find("\"id\":\"7\""), std::string::npos);
  EXPECT_NE(text.find("\"collision\""), std::string::npos);
  EXPECT_EQ(text.find("weather"), std::string::npos);
  std::string none;
  JsonWriter none_json(none);
  write_frame(none_json, *recording, frame, &ghost);
  EXPECT_EQ(none, R"({"frame":1,"number":101,"time":0.75,"stream":"1","entities":[],"events":[]})");
}

TEST(RecordingJson, an_event_in_a_list_says_where_it_is) {
  const auto recording = make_test_recording();
  Cursor cursor(recording);
  PropertyTree tree;
  std::string text;
  JsonWriter json(text);
  const PropertyRange properties = cursor.read_event(EventIndex(0), tree);
  write_event(json, *recording, EventIndex(0), tree, properties, PrintedAs::item_of_list);
  EXPECT_EQ(text,
            R"({"frame":1,"stream":"1","name":"collision","tag":"physics","entity":"7","order":0,)"
            R"("time":0.75,"end":1.25,"properties":[{"name":"other","type":"entity","value":"7"},)"
            R"({"name":"point","type":"vec3","value":[100,0,0],"unit":"cm"}]})");
}

TEST(RecordingText, info_is_a_summary_for_people) {
  const auto recording = make_test_recording();
  expect_golden("info.txt", info_text("some/test.log", *recording, recording->problems()));
}

TEST(RecordingText, a_frame_is_listed_line_by_line) {
  const auto recording = make_test_recording();
  Cursor cursor(recording);
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) text += frame_text(*recording, cursor.seek(FrameIndex(i)));
  EXPECT_TRUE(std::ranges::none_of(text, [](char c) { return c == '\x01' || c == '\xFF'; }));
  expect_golden("frames.txt", text);
}

TEST(ProblemText, names_place_and_count_on_one_line) {
  EXPECT_EQ(problem_text({.severity = Severity::warning,
                          .offset = 1024,
                          .frame = FrameIndex(7),
                          .count = 3,
                          .message = "Cut\noff."}),
            "warning: Cut\\noff. (offset 1024, frame 7, 3 times)");
  EXPECT_EQ(problem_text({.message = "Bad.", .expected = "a", .found = "b"}),
            "error: Bad. Expected a. Found b.");
}

}  // namespace
}  // namespace scrubjay

// The sample recordings, opened like any other, against the facts beside them (expected.json).
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "core/time_cursor.h"
#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay::xrec {
namespace {

class XrecRealFile : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "There is no " << kFolder << ".";
    const std::string name = std::string(GetParam()) + ".xrec";
    expected_ = parser_.load(kFolder + "expected.json")[name].get_object();
    recording_ = recording_of(read_file(kFolder + name));
    ASSERT_NE(recording_, nullptr);
    begin_ = reader_of(*recording_).file_index().origin;
  }

  simdjson::dom::array list(std::string_view key) const {
    simdjson::dom::array found;
    if (expected_[key].get(found)) return parser_.parse(std::string_view("[]")).get_array();
    return found;
  }
  static void expect_numbers(std::span<const double> values, simdjson::dom::element wanted,
                             double tolerance) {
    std::size_t i = 0;
    for (const double number : wanted.get_array()) {
      ASSERT_LT(i, values.size());
      EXPECT_NEAR(values[i++], number, tolerance);
    }
  }

  mutable simdjson::dom::parser parser_;
  simdjson::dom::object expected_;
  std::shared_ptr<Recording> recording_;
  double begin_ = 0;
};

TEST_P(XrecRealFile, HasTheFramesEntitiesChaptersAndProblemsThatItShould) {
  std::string problems;
  for (const Problem& problem : recording_->problems()) {
    problems += problem.code + "@" + std::to_string(problem.offset.value_or(0)) + " ";
  }
  std::string wanted;
  for (const simdjson::dom::object problem : expected_["problems"].get_array()) {
    wanted += std::string(problem["code"].get_string().value()) + "@" +
              std::to_string(problem["offset"].get_uint64().value()) + " ";
  }
  EXPECT_EQ(problems, wanted);
  const Timeline& timeline = recording_->timeline();
  if (std::uint64_t frames = 0; !expected_["distinct_frames"].get(frames)) {
    EXPECT_EQ(timeline.size(), frames);
    EXPECT_EQ(timeline.number(FrameIndex(0)), expected_["first_frame"].get_uint64().value());
    EXPECT_EQ(timeline.number(FrameIndex(timeline.size() - 1)),
              expected_["last_frame"].get_uint64().value());
  }
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < recording_->entity_count(); ++i) {
    ids.insert(recording_->entity(EntityIndex(i)).id);
  }
  for (const auto path : list("paths")) EXPECT_TRUE(ids.contains(path.get_string().value()));
  std::size_t at = 0;
  for (const simdjson::dom::object chapter : list("chapters")) {
    while (at < recording_->event_count() && recording_->event(EventIndex(at)).tag != "chapter") {
      ++at;
    }
    ASSERT_LT(at, recording_->event_count());
    const EventInfo event = recording_->event(EventIndex(at++));
    EXPECT_EQ(event.name, chapter["name"].get_string().value());
    EXPECT_EQ(event.time, chapter["rtss"].get_double().value() - begin_);
    EXPECT_EQ(timeline.number(event.frame), chapter["frame"].get_uint64().value());
  }
}

TEST_P(XrecRealFile, HoldsTheStatesThatItShould) {
  auto cursor = TimeCursor::open(recording_);
  ASSERT_TRUE(cursor.has_value());
  for (const simdjson::dom::object state : list("state_hold")) {
    const double time = state["rtss"].get_double().value() - begin_;
    const Frame& frame = cursor->seek(time, Sampling::hold);
    const std::string_view path = state["path"].get_string().value();
    const Entity* entity = entity_of(*recording_, frame, path);
    ASSERT_NE(entity, nullptr) << path;
    SCOPED_TRACE(std::string(path) + " at " + number_text(time));
    if (simdjson::dom::element position; !state["position"].get(position)) {
      const bool is_local = state["position_is_local"].get_bool().value();
      const auto& value = is_local ? entity->local.position : entity->world.position;
      ASSERT_TRUE(value.has_value());
      expect_numbers(std::array{value->x, value->y, value->z}, position, 0);
    }
    if (simdjson::dom::element rotation; !state["rotation"].get(rotation)) {
      const bool is_local = state["rotation_is_local"].get_bool().value();
      const auto& value = is_local ? entity->local.rotation : entity->world.rotation;
      ASSERT_TRUE(value.has_value());
      expect_numbers(std::array{value->x, value->y, value->z, value->w}, rotation, 0);
    }
    if (simdjson::dom::element scale; !state["scale"].get(scale)) {
      const auto& value = entity->local.scale;
      ASSERT_TRUE(value.has_value());
      expect_numbers(std::array{value->x, value->y, value->z}, scale, 0);
    }
  }
}

TEST_P(XrecRealFile, InterpolatesToTheStatesThatItShould) {
  auto cursor = TimeCursor::open(recording_);
  ASSERT_TRUE(cursor.has_value());
  for (const simdjson::dom::object state : list("position_linear")) {
    const double time = state["rtss"].get_double().value() - begin_;
    const Frame& frame = cursor->seek(time, Sampling::linear);
    const std::string_view path = state["path"].get_string().value();
    const Entity* entity = entity_of(*recording_, frame, path);
    ASSERT_NE(entity, nullptr) << path;
    // What the file gives is the channel itself: in the parent's space where it is local.
    const auto& value = entity->local.position ? entity->local.position : entity->world.position;
    ASSERT_TRUE(value.has_value());
    SCOPED_TRACE(std::string(path) + " at " + number_text(time));
    expect_numbers(std::array{value->x, value->y, value->z}, state["position"], 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, XrecRealFile,
                         testing::Values("doc_simple", "doc_complete", "doc_start_end",
                                         "session60_none", "session60_zstd", "session60_cut"),
                         [](const auto& file) { return std::string(file.param); });

}  // namespace
}  // namespace scrubjay::xrec

// Each sample written as each other format, and what comes of it held against its source.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "derived_scene.h"
#include "formats/format.h"
#include "formats/format_writer.h"
#include "staged_recording.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

/// Coordinates that go to another convention and back are off by a few of their last bits.
constexpr double kRounding = 1e-9;

struct Copy {
  std::shared_ptr<const Recording> recording;
  std::vector<WriteLoss> losses;

  bool lost_something() const {
    return std::ranges::any_of(losses, [](const WriteLoss& loss) { return !loss.is_kept; });
  }
};

Copy written_as(const std::string& format, const WriteRequest& request) {
  std::vector<std::byte> bytes;
  const auto report = find_format(format)->writer->write(request, kNotCancelled, into(bytes));
  EXPECT_TRUE(report.has_value()) << describe(report.error());
  if (!report) return {};
  return {opened(std::move(bytes), {}, format), report->losses};
}

std::string first_lines(const Compared& compared) {
  std::string text = std::to_string(compared.summary->count()) + " differences:";
  const std::vector<std::string> lines = compared.lines();
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 5); ++i) text += "\n" + lines[i];
  return text;
}

/// A sample, relative to the sources, and the format that it becomes.
using Way = std::tuple<const char*, const char*>;

class CompareConversions : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    source_ = opened(std::string(SCRUBJAY_SOURCE "/") + std::get<0>(GetParam()));
    ASSERT_NE(source_, nullptr);
    ASSERT_GT(source_->frame_count(), 0u);
  }

  std::string format() const { return std::get<1>(GetParam()); }
  Compared compared_with(const Copy& copy) const {
    return compare_sides({source_, copy.recording},
                         {.tolerance = kRounding, .relative = kRounding});
  }
  void expect_all_compared(const Compared& compared) const {
    EXPECT_EQ(compared.plan->pairing().by, compare::FramesBy::frame);
    EXPECT_EQ(compared.plan->matches().by, compare::EntitiesBy::id);
    EXPECT_EQ(compared.summary->frames_compared(), source_->frame_count());
    EXPECT_EQ(compared.summary->entities_compared(), source_->entity_count());
    EXPECT_GT(compared.summary->values_compared(), 0u);
  }
  /// XREC always holds everything.
  WriteOptions keeping_nothing() const {
    const auto options = find_format(format())->writer->options;
    const bool has_choice = std::ranges::find(options, "keep", &WriteOption::name) != options.end();
    return has_choice ? WriteOptions{{"keep", "nothing"}} : WriteOptions{};
  }

  std::shared_ptr<const Recording> source_;
};

TEST_P(CompareConversions, ACopyInAnotherFormatIsTheSame) {
  const Copy copy = written_as(format(), {.recording = source_});
  ASSERT_NE(copy.recording, nullptr);
  const Compared compared = compared_with(copy);
  EXPECT_TRUE(compared.summary->is_same()) << first_lines(compared);
  expect_all_compared(compared);
}

TEST_P(CompareConversions, ACopyInOtherCoordinatesIsTheSame) {
  std::size_t written = 0;
  for (const char* name : {"unreal", "unity", "ros", "right=-x,up=+z,forward=+y,metres=0.1"}) {
    const auto coordinates = CoordinateSystem::parse(name);
    ASSERT_TRUE(coordinates.has_value()) << name;
    const WriteRequest request{.recording = source_, .coordinates = *coordinates};
    // Each format says beforehand which ones it cannot have.
    if (!find_format(format())->writer->coordinates_written(request)) continue;
    ++written;
    const Copy copy = written_as(format(), request);
    ASSERT_NE(copy.recording, nullptr);
    const Compared compared = compared_with(copy);
    EXPECT_TRUE(compared.summary->is_same()) << name << ": " << first_lines(compared);
    expect_all_compared(compared);
  }
  EXPECT_GT(written, 0u);
}

TEST_P(CompareConversions, NothingDiffersUnlessSomethingIsListedAsLost) {
  const Copy copy = written_as(format(), {.recording = source_, .options = keeping_nothing()});
  ASSERT_NE(copy.recording, nullptr);
  const Compared compared = compared_with(copy);
  EXPECT_TRUE(compared.summary->is_same() || copy.lost_something()) << first_lines(compared);
}

std::string name_of(const testing::TestParamInfo<Way>& way) {
  std::string name = std::string(std::get<0>(way.param)) + "_as_" + std::get<1>(way.param);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

const auto kSamples = testing::Values(
    "assets/sample.log", "assets/sample.fbf", "assets/sample_saved.fbf", "assets/sample.ndjson",
    "assets/sample.xrec", "tests/data/colyseus/files/small.har",
    "tests/data/colyseus/files/frames3.colycap", "tests/data/colyseus/files/frames5.colycap");

INSTANTIATE_TEST_SUITE_P(Samples, CompareConversions,
                         testing::Combine(kSamples, testing::Values("carla", "framebyframe",
                                                                    "flecs", "xrec")),
                         name_of);

/// The samples as MCAP recordings, which become others.
class CompareConversionsOfMcap : public CompareConversions {
 protected:
  void SetUp() override {
    CompareConversions::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    source_ = written_as("mcap", {.recording = source_}).recording;
    ASSERT_NE(source_, nullptr);
  }
};

TEST_P(CompareConversionsOfMcap, ACopyInAnotherFormatIsTheSame) {
  const Copy copy = written_as(format(), {.recording = source_});
  ASSERT_NE(copy.recording, nullptr);
  const Compared compared = compared_with(copy);
  EXPECT_TRUE(compared.summary->is_same()) << first_lines(compared);
  expect_all_compared(compared);
}

INSTANTIATE_TEST_SUITE_P(Samples, CompareConversionsOfMcap,
                         testing::Combine(kSamples, testing::Values("carla", "framebyframe",
                                                                    "flecs", "xrec", "mcap")),
                         name_of);

/// Nothing is kept beside what viewers of MCAP read, but for what they do not tell apart.
class CompareThroughMcap : public CompareConversions {};

TEST_P(CompareThroughMcap, OnlyWhatIsEmptyIsMissing) {
  const Copy copy = written_as(format(), {.recording = source_});
  ASSERT_NE(copy.recording, nullptr);
  const Compared compared = compared_with(copy);
  expect_all_compared(compared);
  const bool had_empty = std::ranges::any_of(copy.losses, [](const WriteLoss& loss) {
    return loss.what == "null properties, empty lists";
  });
  for (const std::string& line : compared.lines()) {
    EXPECT_TRUE(had_empty && line.find(" missing-b ") != std::string::npos) << line;
  }
  EXPECT_TRUE(had_empty || compared.summary->is_same()) << first_lines(compared);
  EXPECT_EQ(copy.recording->comment_count(), source_->comment_count());
  EXPECT_EQ(copy.recording->event_count(), source_->event_count());
  EXPECT_EQ(copy.recording->layer_count(), source_->layer_count());
}

INSTANTIATE_TEST_SUITE_P(Samples, CompareThroughMcap,
                         testing::Combine(kSamples, testing::Values("mcap")), name_of);

/// The JSON of an event's record states no types.
TEST(CompareThroughMcapEvents, RecordsHoldWhatTheyHeld) {
  Stage stage;
  stage.coordinates = *CoordinateSystem::parse("ros");
  stage.frames = {{.time = 0, .number = 1}};
  stage.frames[0].events = {
      {.name = "client", .properties = [](PropertyTree& tree) {
         const auto record = tree.open("AvatarData", PropertyType::record);
         tree.text("Name", "Zo");
         tree.number("Height", 2.0, Precision::float64);
         tree.number("Weight", 70.5, Precision::float64);
         tree.numbers("Skin", PropertyType::color, std::array{0.9, 0.7, 0.6, 1.0},
                      Precision::float64);
         const auto inner = tree.open("Pose", PropertyType::group);
         tree.numbers("rotation", PropertyType::quat, std::array{0.0, 0.0, 0.0, 1.0},
                      Precision::float64);
         tree.numbers("samples", PropertyType::numbers, std::array{1.0, 2.0}, Precision::float64);
         tree.text("of", "12", PropertyType::entity);
         tree.close(inner);
         const auto list = tree.open("counts", PropertyType::list);
         tree.integer("0", 3);
         tree.number("1", 4.0, Precision::float64);
         tree.close(list);
         tree.close(record);
         tree.integer("after", 5);
       }}};
  const auto source = staged_recording(stage);
  const Copy copy = written_as("mcap", {.recording = source});
  ASSERT_NE(copy.recording, nullptr);
  const Compared compared = compare_sides({source, copy.recording});
  EXPECT_TRUE(compared.summary->is_same()) << first_lines(compared);
  EXPECT_EQ(compared.summary->frames_compared(), 1u);
  EXPECT_EQ(copy.recording->event_count(), 1u);
}

}  // namespace
}  // namespace scrubjay

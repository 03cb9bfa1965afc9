// Frames that the files' bytes show to be the same are decoded once.
#include "analysis/compare/same_frames.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "formats/format.h"
#include "staged_recording.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/core/test_values.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

std::string sample(const std::string& name) { return file_text(SCRUBJAY_ASSETS "/" + name); }

std::shared_ptr<Recording> read(const std::string& file) { return opened(bytes_of(file)); }

std::size_t count_same(const std::string& a, const std::string& b) {
  return compare::count_same_frames(*read(a), *read(b), kNotCancelled);
}

/// With one byte more than it was.
std::string changed_at(std::string file, std::size_t at) {
  file[at] = static_cast<char>(file[at] + 1);
  return file;
}

/// In the middle of what is recorded of that frame.
std::size_t inside_of(const std::string& file, FrameIndex frame) {
  const ByteRange bytes = read(file)->timeline().bytes(frame);
  return static_cast<std::size_t>(bytes.begin + bytes.size / 2);
}

TEST(CompareSameFrames, EndWhereTheBytesDiffer) {
  for (const char* name : {"sample.log", "sample.fbf"}) {
    const std::string file = sample(name);
    const std::size_t frames = read(file)->frame_count();
    EXPECT_EQ(count_same(file, file), frames) << name;
    const std::string other = changed_at(file, inside_of(file, FrameIndex(7)));
    EXPECT_EQ(count_same(file, other), 7U) << name;
    EXPECT_EQ(count_same(other, file), 7U) << name;
  }
}

TEST(CompareSameFrames, EndWhereOneFileDoes) {
  const std::string file = sample("sample.log");
  const ByteRange bytes = read(file)->timeline().bytes(FrameIndex(20));
  EXPECT_EQ(count_same(file, file.substr(0, static_cast<std::size_t>(bytes.begin))), 20U);
}

TEST(CompareSameFrames, DoNotDependOnTheDateInACarlaFile) {
  const std::string file = sample("sample.log");
  constexpr std::size_t kDate = 2 + 2 + 14;  // formats/carla/README.md, the header
  const std::string other = changed_at(file, kDate);
  ASSERT_NE(read(file)->info().metadata, read(other)->info().metadata);
  EXPECT_EQ(count_same(file, other), read(file)->frame_count());
}

TEST(CompareSameFrames, AreThoseOfTheWholeFileWhereAFrameMayDependOnAll) {
  for (const char* name : {"sample.xrec", "sample.ndjson", "sample_saved.fbf"}) {
    const std::string file = sample(name);
    EXPECT_EQ(count_same(file, file), read(file)->frame_count()) << name;
  }
  const std::string file = sample("sample.ndjson");
  EXPECT_EQ(count_same(file, file + "\n"), 0U);
}

TEST(CompareSameFrames, AreNoneWhereTheFilesAreReadInDifferentWays) {
  const std::string file = sample("sample.log");
  const auto one = read(file);
  const auto nobody_said_how =
      find_format("carla")->open(InputFile::from_memory("made", bytes_of(file)), ReadOptions());
  ASSERT_TRUE(nobody_said_how.has_value());
  (*nobody_said_how)->index();
  EXPECT_EQ(compare::count_same_frames(*one, **nobody_said_how, kNotCancelled), 0U);
  const std::atomic<bool> is_cancelled{true};
  EXPECT_EQ(compare::count_same_frames(*one, *one, is_cancelled), 0U);
}

/// Whatever byte is another one: what is found is what is found where both frames are decoded.
TEST(CompareSameFrames, ChangeNothingOfWhatIsFound) {
  std::mt19937 random(20261128);
  for (const char* name : {"sample.log", "sample.fbf"}) {
    const std::string file = sample(name);
    std::size_t known_to_be_same = 0;
    for (int i = 0; i < 24; ++i) {
      const std::size_t at =
          std::uniform_int_distribution<std::size_t>(64, file.size() - 1)(random);
      const auto one = read(file);
      const auto other = read(changed_at(file, at));
      const auto apart = read(file);
      apart->set_reading("");
      known_to_be_same += compare::count_same_frames(*one, *other, kNotCancelled);
      ASSERT_EQ(compare::count_same_frames(*apart, *other, kNotCancelled), 0U);
      const Compared quick = compare_sides({one, other});
      const Compared slow = compare_sides({apart, other});
      EXPECT_EQ(quick.lines(), slow.lines()) << name << " at " << at;
      EXPECT_EQ(quick.spread(), slow.spread()) << name << " at " << at;
      EXPECT_EQ(quick.summary->count(), slow.summary->count()) << name << " at " << at;
      EXPECT_EQ(quick.summary->values_compared(), slow.summary->values_compared())
          << name << " at " << at;
      EXPECT_EQ(quick.summary->entities_compared(), slow.summary->entities_compared())
          << name << " at " << at;
      EXPECT_EQ(quick.summary->problems_b().size(), slow.summary->problems_b().size())
          << name << " at " << at;
    }
    EXPECT_GT(known_to_be_same, 0U) << name;
  }
}

}  // namespace
}  // namespace scrubjay

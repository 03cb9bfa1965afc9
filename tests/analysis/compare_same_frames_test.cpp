// Frames that the files' bytes show to be the same are decoded once.
#include "analysis/compare/same_frames.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>

#include "formats/format.h"
#include "staged_recording.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/core/test_folder.h"
#include "tests/core/test_values.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

std::string sample(const std::string& name) { return file_text(SCRUBJAY_ASSETS "/" + name); }

std::shared_ptr<Recording> read(const std::string& file) { return opened(bytes_of(file)); }

/// Paired as they are where nobody says how.
std::size_t count_same(const std::shared_ptr<const Recording>& a,
                       const std::shared_ptr<const Recording>& b, compare::Options options = {}) {
  const compare::Pairing pairing = compare::pair_frames({a, b}, options, 0);
  return compare::find_same_frames(*a, *b, pairing, kNotCancelled).frames;
}
std::size_t count_same(const std::string& a, const std::string& b) {
  return count_same(read(a), read(b));
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
  const auto whole = read(file);
  const std::uint64_t begin = whole->timeline().bytes(FrameIndex(20)).begin;
  const auto cut = read(file.substr(0, static_cast<std::size_t>(begin)));
  EXPECT_EQ(count_same(whole, cut, {.by = compare::FramesBy::frame}), 20U);
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
  EXPECT_EQ(count_same(one, *nobody_said_how), 0U);
}

TEST(CompareSameFrames, AreNoMoreThanArePairedRowWithRow) {
  const auto one = read(sample("sample.log"));
  const auto other = read(sample("sample.log"));
  EXPECT_EQ(count_same(one, other, {.by = compare::FramesBy::time}), 0U);
  const Seconds until = one->timeline().time(FrameIndex(9));
  EXPECT_EQ(count_same(one, other, {.by = compare::FramesBy::frame, .to = until}), 10U);
}

/// What a small file has repaired a large one may not: where something is, nothing is sure.
TEST(CompareSameFrames, AreNoneInAFrameByFrameFileOfWhichAFrameIsRepaired) {
  const std::string file = sample("sample.fbf");
  const ByteRange last = read(file)->timeline().bytes(FrameIndex(read(file)->frame_count() - 1));
  std::string damaged = file;
  const std::size_t at = file.find("\"frameId\":", static_cast<std::size_t>(last.begin));
  ASSERT_NE(at, std::string::npos);
  damaged.replace(at, 10, "'frameId':");
  ASSERT_EQ(read(damaged)->frame_count(), read(file)->frame_count());
  EXPECT_EQ(count_same(file, damaged), 0U);
}

/// Of an id that is written twice the last one counts that is one, in the index and in the frame.
TEST(CompareSameFrames, DoNotHaveEntitiesOfLaterFrames) {
  const auto frame = [](int id, const std::string& entities) {
    return "{\"frameId\":" + std::to_string(id) +
           ",\"clientId\":1,\"serverTime\":" + std::to_string(100 * id) +
           ",\"elapsedTime\":0.1,\"entities\":[" + entities + "]}";
  };
  const auto entity = [](const std::string& ids) {
    return "{" + ids + ",\"parentId\":0,\"properties\":[],\"events\":[]}";
  };
  const std::string twice = entity("\"id\":5,\"id\":null");
  const std::string head = "{\"type\":1,\"version\":3,\"rawFrames\":[";
  const std::string shorter = head + frame(1, entity("\"id\":7")) + "," + frame(2, twice) + "]}";
  const std::string longer = head + frame(1, entity("\"id\":7")) + "," + frame(2, twice) + "," +
                             frame(3, entity("\"id\":0") + "," + twice) + "]}";
  const auto one = read(longer);
  const auto other = read(shorter);
  Cursor cursor(one);
  ASSERT_EQ(cursor.seek(FrameIndex(1)).entities.size(), 1U);
  EXPECT_EQ(one->entity(cursor.frame().entities[0].index).id, "5");
  for (const auto& sides : {compare::Sides{one, other}, compare::Sides{other, one}}) {
    const Compared compared = compare_sides(sides, {.by = compare::FramesBy::frame});
    EXPECT_EQ(compared.summary->count(), 1U);  // the frame of one side
  }
}

/// Files of a folder are told apart by their names.
TEST(CompareSameFrames, AreNoneInFoldersWhoseFilesHaveOtherNames) {
  const TestFolder folder;
  const std::string document = sample("sample.ndjson");
  const std::size_t first = document.find('\n') + 1;
  const std::size_t second = document.find('\n', first) + 1;
  const std::string texts[] = {document.substr(0, first), document.substr(first, second - first)};
  const auto made = [&](const std::string& name, const std::array<const char*, 2>& files) {
    std::filesystem::create_directory(folder / name);
    for (std::size_t i = 0; i < 2; ++i) {
      std::ofstream(folder / name / files[i], std::ios::binary) << texts[i];
    }
    auto file = InputFile::open((folder / name).string(), folder_extensions());
    EXPECT_TRUE(file.has_value());
    return opened(std::move(*file));
  };
  const auto one = made("one", {"1_run1.json", "2_run2.json"});
  const auto like = made("like", {"1_run1.json", "2_run2.json"});
  const auto other = made("other", {"1_run2.json", "2_run1.json"});
  ASSERT_NE(one, nullptr);
  ASSERT_GT(one->frame_count(), 0U);
  EXPECT_EQ(count_same(one, like), one->frame_count());
  EXPECT_EQ(count_same(one, other), 0U);
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
      known_to_be_same += count_same(one, other);
      ASSERT_EQ(count_same(apart, other), 0U);
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

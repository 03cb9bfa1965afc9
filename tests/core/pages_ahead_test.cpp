#include "core/platform/pages_ahead.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/concurrency/ordered_pipeline.h"
#include "tests/core/test_folder.h"

#ifdef __linux__
#include <fcntl.h>
#include <unistd.h>
#endif

namespace scrubjay {
namespace {

constexpr std::uint64_t kStep = PagesAhead::kStepBytes;

/// A file of zeros that takes no room on the disk.
class PagesAheadTest : public testing::Test {
 protected:
  std::shared_ptr<InputFile> zeros(std::uint64_t size) {
    std::ofstream(path_, std::ios::binary) << "x";
    std::filesystem::resize_file(path_, size);
    return *InputFile::open(path_.string());
  }

  TestFolder folder_;
  const std::filesystem::path path_ = folder_ / "zeros";
};

/// Waits, though not for ever. Whether it came that far.
[[maybe_unused]] bool comes_to(const PagesAhead& pages, std::uint64_t offset) {
  for (int i = 0; i < 5000 && pages.done() < offset; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return pages.done() >= offset;
}

[[maybe_unused]] bool can_work() {
#ifdef __linux__
  return helper_threads() > 0;
#else
  return false;
#endif
}

#ifdef __linux__

/// How many pages of these bytes this process has in its tables.
std::size_t pages_in_place(Bytes bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<std::uint64_t> rows((bytes.size() + page - 1) / page);
  const int descriptor = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  const auto first = reinterpret_cast<std::uintptr_t>(bytes.data()) / page;
  const ssize_t got = ::pread(descriptor, rows.data(), rows.size() * sizeof(rows[0]),
                              static_cast<off_t>(first * sizeof(rows[0])));
  ::close(descriptor);
  if (got != static_cast<ssize_t>(rows.size() * sizeof(rows[0]))) return 0;
  std::size_t count = 0;
  for (const std::uint64_t row : rows) count += row >> 63;
  return count;
}

TEST_F(PagesAheadTest, PutsPagesInPlaceUpToItsWindowBeforeThePass) {
  const auto file = zeros(PagesAhead::kWindowBytes + 8 * kStep);
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (!can_work()) GTEST_SKIP() << "one processor";
  PagesAhead pages(*file, 100);
  if (!comes_to(pages, PagesAhead::kWindowBytes)) GTEST_SKIP() << "the system does not do it";
  EXPECT_EQ(pages_in_place(file->bytes().first(PagesAhead::kWindowBytes)),
            PagesAhead::kWindowBytes / page);
  EXPECT_LE(pages.done(), PagesAhead::kWindowBytes + kStep);
  pages.reached(4 * kStep);
  EXPECT_TRUE(comes_to(pages, PagesAhead::kWindowBytes + 4 * kStep));
  EXPECT_LE(pages.done(), PagesAhead::kWindowBytes + 5 * kStep);
  pages.reached(8 * kStep);
  EXPECT_TRUE(comes_to(pages, file->size()));
  EXPECT_EQ(pages.done(), file->size());
  EXPECT_EQ(pages_in_place(file->bytes()), file->size() / page);
}

TEST_F(PagesAheadTest, EndsWhenThePassComesPastItTooOften) {
  constexpr std::uint64_t kLeaps = PagesAhead::kMostOvertaken + 4;
  const auto file = zeros((kLeaps + 2) * PagesAhead::kWindowBytes);
  PagesAhead pages(*file, 0);
  std::uint64_t reached = 0;
  for (std::uint64_t i = 0; i < kLeaps; ++i) {
    const std::uint64_t done = pages.done();
    reached += PagesAhead::kWindowBytes + 2 * kStep;
    pages.reached(reached);
    // The one that follows leaps behind the pass; the one that has ended stays where it is.
    for (int k = 0; k < 20 && pages.done() == done; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  EXPECT_LT(pages.done(), reached);
}

#endif

TEST_F(PagesAheadTest, WhatIsGoneWhileItWorksEndsIt) {
  const auto file = zeros(16 * kStep);
  std::filesystem::resize_file(path_, 2 * kStep);
  PagesAhead pages(*file, 0);
  for (std::uint64_t at = 0; at < file->size(); at += kStep) pages.reached(at);
  EXPECT_EQ(file->bytes()[static_cast<std::size_t>(8 * kStep)], std::byte{0});
  EXPECT_TRUE(file->lost_bytes());
}

TEST_F(PagesAheadTest, SmallFilesAndOnesInMemoryHaveNoThread) {
  EXPECT_FALSE(PagesAhead(*zeros(PagesAhead::kLeastFileBytes - 1), 0).is_at_work());
  EXPECT_EQ(PagesAhead(*zeros(PagesAhead::kLeastFileBytes), 0).is_at_work(), helper_threads() > 0);
  const auto made = InputFile::from_memory("made", std::vector<std::byte>(8 * kStep));
  EXPECT_FALSE(PagesAhead(*made, 0).is_at_work());
}

TEST_F(PagesAheadTest, BeginsBehindTheEndOfTheFileAsWell) {
  const auto file = zeros(PagesAhead::kLeastFileBytes);
  PagesAhead pages(*file, file->size() + 5 * kStep);
  pages.reached(file->size() + 6 * kStep);
  EXPECT_GE(pages.done(), file->size());
}

}  // namespace
}  // namespace scrubjay

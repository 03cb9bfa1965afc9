#include "core/growing_column.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrubjay {
namespace {

using Column = GrowingColumn<std::uint64_t>;
constexpr std::size_t kFirstChunk = Column::kFirst;

TEST(GrowingColumn, StartsEmptyAndHoldsNoMemory) {
  const Column column;
  EXPECT_TRUE(column.empty());
  EXPECT_EQ(column.size(), 0u);
  EXPECT_EQ(column.bytes(), 0u);
}

TEST(GrowingColumn, KeepsEveryElementOverTheBordersOfChunks) {
  Column column;
  constexpr std::size_t kCount = kFirstChunk * 31 + 5;  // five chunks and a bit
  for (std::size_t i = 0; i < kCount; ++i) {
    column.append(i * 7 + 1);
    ASSERT_EQ(column.size(), i + 1);
  }
  for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(column[i], i * 7 + 1);
}

TEST(GrowingColumn, ElementsDoNotMoveWhenItGrows) {
  Column column;
  std::vector<const std::uint64_t*> places;
  for (std::size_t i = 0; i < kFirstChunk * 8; ++i) places.push_back(&column.append(i));
  for (std::size_t i = 0; i < places.size(); ++i) ASSERT_EQ(&column[i], places[i]);
}

TEST(GrowingColumn, TakesAChunkOnlyWhenItsFirstElementComes) {
  struct Case {
    std::size_t elements;
    std::size_t elements_held;
  };
  const Case cases[] = {
      {1, kFirstChunk},
      {kFirstChunk, kFirstChunk},
      {kFirstChunk + 1, kFirstChunk * 3},
      {kFirstChunk * 3, kFirstChunk * 3},
      {kFirstChunk * 3 + 1, kFirstChunk * 7},
      {kFirstChunk * 7 + 1, kFirstChunk * 15},
  };
  for (const Case& c : cases) {
    Column column;
    for (std::size_t i = 0; i < c.elements; ++i) column.append(i);
    EXPECT_EQ(column.bytes(), c.elements_held * sizeof(std::uint64_t)) << c.elements;
  }
}

TEST(GrowingColumn, WritableChangesAnElementInPlace) {
  Column column;
  for (std::size_t i = 0; i < kFirstChunk + 2; ++i) column.append(0u);
  column.writable(kFirstChunk) = 42;
  EXPECT_EQ(column[kFirstChunk], 42u);
  EXPECT_EQ(column[kFirstChunk - 1], 0u);
  EXPECT_EQ(column[kFirstChunk + 1], 0u);
}

TEST(GrowingColumn, BuildsElementsFromArgumentsAndDestroysEachOnce) {
  struct Counted {
    Counted(std::shared_ptr<int> shared, std::string text)
        : owner(std::move(shared)), name(std::move(text)) {}
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    std::shared_ptr<int> owner;
    std::string name;
  };
  const auto alive = std::make_shared<int>(0);
  {
    GrowingColumn<Counted> column;
    for (std::size_t i = 0; i < kFirstChunk * 3 + 1; ++i) {
      column.append(alive, "a name too long for the small-string room " + std::to_string(i));
    }
    EXPECT_EQ(alive.use_count(), static_cast<long>(kFirstChunk * 3 + 2));
    EXPECT_EQ(column[kFirstChunk * 3].name, "a name too long for the small-string room 3072");
  }
  EXPECT_EQ(alive.use_count(), 1);
}

// Meant for the thread sanitizer too: readers look at every element below the size they have seen.
TEST(GrowingColumn, ReadersSeeWholeElementsWhileAWriterAppends) {
  struct Pair {
    std::uint64_t value;
    std::uint64_t twice;
  };
  constexpr std::size_t kCount = kFirstChunk * 20;
  GrowingColumn<Pair> column;
  std::atomic<bool> wrong{false};
  const auto read = [&] {
    for (std::size_t size = 0; size < kCount && !wrong;) {
      const std::size_t seen = column.size();
      if (seen < size) wrong = true;
      for (std::size_t i = size; i < seen; ++i) {
        if (column[i].value != i || column[i].twice != 2 * i) wrong = true;
      }
      size = seen;
    }
  };
  {
    const std::jthread first(read);
    const std::jthread second(read);
    for (std::size_t i = 0; i < kCount; ++i) column.append(Pair{i, 2 * i});
  }
  EXPECT_FALSE(wrong);
}

TEST(PartitionRow, FindsTheFirstRowThatIsNotBefore) {
  for (std::size_t count = 0; count < 70; ++count) {
    for (std::size_t border = 0; border <= count; ++border) {
      ASSERT_EQ(partition_row(count, [&](std::size_t row) { return row < border; }), border)
          << count;
    }
  }
}

TEST(PartitionRow, AsksOnlyRowsBelowTheCountAndFewOfThem) {
  std::size_t asked = 0;
  const std::size_t count = std::size_t{1} << 40;
  const std::size_t row = partition_row(count, [&](std::size_t i) {
    ++asked;
    EXPECT_LT(i, count);
    return true;
  });
  EXPECT_EQ(row, count);
  EXPECT_LE(asked, 41u);
}

}  // namespace
}  // namespace scrubjay

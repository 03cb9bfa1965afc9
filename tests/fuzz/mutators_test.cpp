#include "tests/fuzz/element_mutator.h"
#include "tests/fuzz/graph_mutator.h"
#include "tests/fuzz/record_mutator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <pugixml.hpp>
#include <set>

#include "formats/xrec/read/nrbf.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {
namespace {

namespace fs = std::filesystem;

/// Bytes behind the last whole record.
std::size_t rest_of(const std::vector<std::byte>& file, const RecordFile& kind) {
  const std::size_t begin = kind.begin(file);
  const auto records = records_of(file, begin, kind.layout);
  return file.size() - (records.empty() ? begin : records.back().end);
}

/// Leaves a third, or fills the room.
std::size_t change(std::byte* bytes, std::size_t size, std::size_t most) {
  if (size % 2 == 0) return size / 3;
  std::fill(bytes + size, bytes + most, std::byte{7});
  return most;
}

TEST(RecordMutator, LeavesTheOtherRecordsWhereTheyAreFound) {
  int changed = 0;
  std::set<std::size_t> counts;
  for (const NamedTarget& target : kTargets) {
    const RecordFile* const kind = record_file_of(target.name);
    if (kind == nullptr) continue;
    SCOPED_TRACE(target.name);
    int of_target = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(SCRUBJAY_TEST_DATA) / target.seeds)) {
      SCOPED_TRACE(entry.path().string());
      const std::vector<std::byte> seed = bytes_of(file_text(entry.path()));
      const std::size_t most = seed.size() + 1000;
      for (std::uint32_t number = 1; number <= 100; ++number) {
        std::vector<std::byte> file = seed;
        if (!mutate_record(file, *kind, most, number, change)) continue;
        ++of_target;
        EXPECT_LE(file.size(), most);
        EXPECT_EQ(rest_of(file, *kind), rest_of(seed, *kind));
        counts.insert(file.size());
      }
    }
    EXPECT_GT(of_target, 100);
    changed += of_target;
  }
  EXPECT_GT(changed, 1000);
  EXPECT_GT(counts.size(), 100u);
}

TEST(RecordMutator, ChangesNothingWhereThereIsNoRecord) {
  const RecordFile* const kind = record_file_of("xrec_container_fuzz");
  ASSERT_NE(kind, nullptr);
  std::vector<std::byte> file(12);
  EXPECT_FALSE(mutate_record(file, *kind, 1000, 1, change));
  EXPECT_EQ(file, std::vector<std::byte>(12));
  EXPECT_EQ(record_file_of("obj_fuzz"), nullptr);
}

TEST(GraphMutator, LeavesAStreamThatIsRead) {
  std::set<std::vector<std::byte>> made;
  int changed = 0;
  int not_read = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(SCRUBJAY_TEST_DATA) / "xrec/seeds/nrbf")) {
    SCOPED_TRACE(entry.path().string());
    const std::vector<std::byte> seed = bytes_of(file_text(entry.path()));
    xrec::NrbfGraph graph;
    ASSERT_TRUE(graph.decode(seed)) << graph.error().what;
    for (std::uint32_t number = 1; number <= 100; ++number) {
      std::vector<std::byte> stream = seed;
      if (!mutate_graph(stream, seed.size() + 1000, number, change)) continue;
      EXPECT_LE(stream.size(), seed.size() + 1000);
      ++changed;
      // Not where a class has two members of one name then.
      if (!graph.decode(stream)) ++not_read;
      made.insert(std::move(stream));
    }
  }
  EXPECT_GT(changed, 1000);
  EXPECT_LT(not_read, changed / 5);
  EXPECT_GT(made.size(), 200u);
  std::vector<std::byte> other(10);
  EXPECT_FALSE(mutate_graph(other, 1000, 1, change));
}

TEST(ElementMutator, LeavesADocument) {
  std::set<std::vector<std::byte>> made;
  for (const auto& entry :
       fs::directory_iterator(fs::path(SCRUBJAY_TEST_DATA) / "opendrive/seeds")) {
    SCOPED_TRACE(entry.path().string());
    const std::vector<std::byte> seed = bytes_of(file_text(entry.path()));
    for (std::uint32_t number = 1; number <= 50; ++number) {
      std::vector<std::byte> file = seed;
      if (!mutate_element(file, seed.size() + 1000, number, change)) continue;
      EXPECT_LE(file.size(), seed.size() + 1000);
      pugi::xml_document document;
      EXPECT_TRUE(document.load_buffer(file.data(), file.size())) << number;
      made.insert(std::move(file));
    }
  }
  EXPECT_GT(made.size(), 100u);
  std::vector<std::byte> other(10);
  EXPECT_FALSE(mutate_element(other, 1000, 1, change));
}

}  // namespace
}  // namespace scrubjay::fuzz

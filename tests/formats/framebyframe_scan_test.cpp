// The scan over a recording's text: offsets are 64 bits wide.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#ifndef _WIN32
#include <sys/mman.h>
#endif

#include "formats/framebyframe/document_scan.h"

namespace scrubjay::framebyframe {
namespace {

#ifndef _WIN32
TEST(DocumentScanOfAHugeText, FindsFramesBehindFourGigabytes) {
  // Pages that are only read take no memory.
  const std::size_t size = (std::size_t{4} << 30) + (1 << 20);
  void* pages = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) GTEST_SKIP() << "There are no 4 GB of addresses.";
  char* text = static_cast<char*>(pages);
  const std::string head = R"({"type":1,"rawFrames":[{"serverTime":1,"blob":")";
  const std::string tail = R"("},{"serverTime":2,"entities":[]}]})";
  std::copy(head.begin(), head.end(), text);
  std::copy(tail.begin(), tail.end(), text + size - tail.size());
  const DocumentScan scan = scan_document({text, size});
  EXPECT_EQ(scan.end, TextEnd::whole);
  ASSERT_EQ(scan.frames.size(), 2u);
  EXPECT_EQ(scan.frames[0].bytes.begin, head.find("{\"serverTime"));
  EXPECT_GT(scan.frames[0].bytes.size, std::uint64_t{4} << 30);
  EXPECT_EQ(scan.frames[1].bytes.begin, size - tail.size() + 3);
  EXPECT_EQ(scan.frames[1].server_time, 2);
  ::munmap(pages, size);
}
#endif

}  // namespace
}  // namespace scrubjay::framebyframe

// The scan over a recording's text: offsets are 64 bits wide.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

#ifndef _WIN32
#include <sys/mman.h>
#endif

#include "formats/framebyframe/read/document_scan.h"
#include "formats/framebyframe/read/frames_ahead.h"

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

/// What two scans have to agree on.
void expect_same(const DocumentScan& scan, const DocumentScan& expected) {
  EXPECT_EQ(scan.end, expected.end);
  EXPECT_EQ(scan.end_offset, expected.end_offset);
  EXPECT_EQ(scan.cut_frame, expected.cut_frame);
  EXPECT_EQ(scan.passed_over, expected.passed_over);
  EXPECT_EQ(scan.first_passed_over, expected.first_passed_over);
  EXPECT_EQ(scan.comma_faults, expected.comma_faults);
  EXPECT_EQ(scan.first_comma_fault, expected.first_comma_fault);
  EXPECT_EQ(scan.frames_given_up, expected.frames_given_up);
  EXPECT_EQ(scan.coord_system, expected.coord_system);
  EXPECT_EQ(scan.layers.has_value(), expected.layers.has_value());
  ASSERT_EQ(scan.frames.size(), expected.frames.size());
  for (std::size_t i = 0; i < scan.frames.size(); ++i) {
    EXPECT_EQ(scan.frames[i].bytes.begin, expected.frames[i].bytes.begin) << i;
    EXPECT_EQ(scan.frames[i].bytes.size, expected.frames[i].bytes.size) << i;
    EXPECT_EQ(scan.frames[i].client, expected.frames[i].client) << i;
    EXPECT_TRUE(scan.frames[i].server_time == expected.frames[i].server_time ||
                std::isnan(expected.frames[i].server_time))
        << i;
  }
}

/// A frame; some hold what looks like the beginning of another one.
std::string some_frame(std::mt19937& random, std::size_t number) {
  const std::string id = std::to_string(number);
  std::string frame = R"({"frameId":)" + id + R"(,"serverTime":)" + std::to_string(number * 10) +
                      R"(,"clientId":)" + std::to_string(random() % 3);
  switch (random() % 6) {
    case 0: frame += R"(,"note":"},{\"frameId\":1,")"; break;
    case 1: frame += R"(,"inner":[{"frameId":1},{"frameId":2,"serverTime":3}])"; break;
    case 2: frame += R"(,"inner":{"a":[[],{"frameId":[1,{"b":","}]}]})"; break;
    case 3: frame += ",\"filler\":\"" + std::string(random() % 400, 'x') + "\""; break;
    default: break;
  }
  return frame + R"(,"entities":[]})";
}

/// What stands between two frames; faults among them, if asked for.
std::string some_comma(std::mt19937& random, bool with_faults) {
  constexpr std::array<const char*, 9> kTexts = {",",  ",\n",     "\n,\n",        " , ", ",",
                                                 ",,", " 7 , 8,", "\n,{\"x\":1,", "]"};
  return kTexts[random() % (with_faults ? kTexts.size() : 5)];
}

struct AheadCase {
  const char* name;
  unsigned odds_of_fault;  ///< one in so many; 0: none
  bool is_cut;
};

class FramesFoundAhead : public testing::TestWithParam<AheadCase> {};

TEST_P(FramesFoundAhead, AreThoseThatTheScanFinds) {
  std::mt19937 random(17);
  for (int round = 0; round < 60; ++round) {
    std::string text = R"({"type":1,"layers":["a"],"rawFrames":[)";
    const std::size_t count = 2 + random() % 300;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) {
        const unsigned odds = GetParam().odds_of_fault;
        text += some_comma(random, odds > 0 && random() % odds == 0);
      }
      text += some_frame(random, i);
    }
    text += R"(],"scenes":[]})";
    if (GetParam().is_cut) text.resize(text.size() / 2 + random() % (text.size() / 2));
    const DocumentScan expected = scan_document(text);
    for (const std::size_t piece : {std::size_t{64}, std::size_t{300}, std::size_t{1000}}) {
      SCOPED_TRACE(testing::Message() << "round " << round << ", pieces of " << piece);
      expect_same(scan_document(text, {.threads = 3, .piece_bytes = piece}), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DocumentScan, FramesFoundAhead,
                         testing::Values(AheadCase{"Whole", 0, false}, AheadCase{"Cut", 0, true},
                                         AheadCase{"WithFaults", 40, false},
                                         AheadCase{"WithManyFaults", 4, true}),
                         [](const auto& instance) { return std::string(instance.param.name); });

/// Damage in the middle of a long array of frames.
struct DamageCase {
  const char* name;
  const char* comma;   ///< between frames
  const char* damage;  ///< what stands instead of so many bytes; empty: any bytes
};

class ScanOfDamage : public testing::TestWithParam<DamageCase> {};

TEST_P(ScanOfDamage, LosesOneFrame) {
  const DamageCase& damage = GetParam();
  constexpr std::size_t kFrames = 200;
  constexpr std::size_t kBytes = 40;
  std::mt19937 random(29);
  for (int round = 0; round < 300; ++round) {
    std::string text = R"({"type":1,"rawFrames":[)";
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < kFrames; ++i) {
      if (i > 0) text += damage.comma;
      begins.push_back(text.size());
      const std::string id = std::to_string(i);
      text += R"({"frameId":)" + id + R"(,"serverTime":)" + id + R"(0,"entities":[)";
      for (int k = 0; k < 6; ++k) {
        text += k == 0 ? "" : ",";
        text += R"({"id":)" + std::to_string(k) + R"(,"name":"n","properties":[{"value":[1,{}]}]})";
      }
      text += "]}";
    }
    text += "]}";
    // Not in the first one, which tells how frames begin, nor in the head of another.
    const std::size_t hit = 1 + random() % (kFrames - 2);
    const std::size_t at = begins[hit] + 20 + random() % (begins[hit + 1] - begins[hit] - 70);
    std::string bytes = damage.damage;
    while (bytes.empty() || bytes.size() < kBytes) bytes += static_cast<char>(random());
    text.replace(at, bytes.size(), bytes);
    SCOPED_TRACE(testing::Message() << "round " << round << ", in frame " << hit);
    const DocumentScan scan = scan_document(text);
    EXPECT_EQ(scan.end, TextEnd::whole);
    EXPECT_EQ(scan.passed_over, 0U);
    ASSERT_EQ(scan.frames.size(), kFrames);
    for (std::size_t i = 0; i < kFrames; ++i) EXPECT_EQ(scan.frames[i].bytes.begin, begins[i]) << i;
    expect_same(scan_document(text, {.threads = 3, .piece_bytes = 1000}), scan);
  }
}

INSTANTIATE_TEST_SUITE_P(
    DocumentScan, ScanOfDamage,
    testing::Values(DamageCase{"ALineEach", "\n,\n", ""}, DamageCase{"OneLine", ",", ""},
                    DamageCase{"Quote", ",\n", "\" "},
                    DamageCase{"LineBreaks", ",\n", "\n\n{\n]\n"},
                    DamageCase{"ClosedBefore", ",\n", "]}]}]}]},{\"name\":1},"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(FramesAhead, FindsMostFramesByItself) {
  std::mt19937 random(3);
  std::string text = "[";
  for (std::size_t i = 0; i < 2000; ++i) text += some_frame(random, i) + ",";
  const DocumentScan whole = scan_document(text + "]", {.begin = 0, .most_frames = 1});
  ASSERT_EQ(whole.frames.size(), 1u);
  const auto first = static_cast<std::size_t>(whole.frames[0].bytes.begin);
  FramesAhead ahead(text, FrameBeginning(text, first), first, 2, 4096);
  std::size_t found = 0;
  for (std::size_t at = text.find("},{\"frameId\":1,") + 2; at < text.size();) {
    const FrameRun* const run = ahead.take(at);
    if (run != nullptr) found += run->frames.size();
    const std::size_t end = run == nullptr ? text.find("[]},", at) + 3 : run->end;
    if (run == nullptr && end < at) break;
    at = end + 1;
  }
  // Where a piece begins inside of a frame with frames in it, the guess is wrong.
  EXPECT_GT(found, 1000u);
}

}  // namespace
}  // namespace scrubjay::framebyframe

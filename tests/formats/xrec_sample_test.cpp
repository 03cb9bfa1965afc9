// The sample recordings against the facts beside them (expected.json).
#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <map>
#include <set>

#include "formats/xrec/read/captured_events.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

class XrecSample : public testing::TestWithParam<const char*> {};

TEST_P(XrecSample, HasThePacketsEventsAndProblemsThatItShould) {
  const std::string name = GetParam();
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "There is no " << kFolder << ".";
  simdjson::dom::parser parser;
  const simdjson::dom::object expected =
      parser.load(kFolder + "expected.json")[name + ".xrec"].get_object();
  const ByteVector file = read_file(kFolder + name + ".xrec");

  Problems problems;
  auto container = Container::open(file, problems);
  ASSERT_TRUE(container.has_value());
  EXPECT_EQ(container->start().version, expected["version"].get_int64().value_unsafe());
  EventPacketReader reader;
  std::map<std::string, std::int64_t> by_type;
  std::set<std::string> paths;
  std::int64_t events = 0;
  std::vector<std::uint64_t> offsets{kSignature.size()};
  while (const auto step = container->next(problems)) {
    offsets.push_back(step->packet.offset);
    if (!step->event) continue;
    visit_events(*step->event, reader, problems, [&](const CapturedEvent& event) {
      ++events;
      ++by_type[std::string(event.type_name)];
      if (event.known.has_path) paths.emplace(event.known.path);
      const bool is_named = event.type_name != "UniqueNumberEvent";
      EXPECT_EQ(event.known.kind != EventKind::other, is_named) << event.type_name;
    });
    EXPECT_EQ(reader.range()->frame_begin, step->event->header.frame_begin);
    EXPECT_EQ(reader.range()->rtss_end, step->event->header.rtss_end);
  }
  container->check_counts(static_cast<std::uint64_t>(events), problems);

  EXPECT_EQ(events, expected["events_total"].get_int64().value());
  std::size_t row = 0;
  for (const simdjson::dom::object packet : expected["packets"].get_array()) {
    ASSERT_LT(row, offsets.size());
    EXPECT_EQ(offsets[row++], packet["offset"].get_uint64().value());
  }
  EXPECT_EQ(row, offsets.size());
  if (simdjson::dom::object types; !expected["events_by_type"].get(types)) {
    std::map<std::string, std::int64_t> wanted;
    for (const auto& [type, count] : types) wanted[std::string(type)] = count.get_int64();
    EXPECT_EQ(by_type, wanted);
  }
  if (simdjson::dom::array wanted; !expected["paths"].get(wanted)) {
    std::set<std::string> all;
    for (const auto path : wanted) all.emplace(path.get_string().value());
    EXPECT_EQ(paths, all);
  }
  std::string wanted;
  for (const simdjson::dom::object problem : expected["problems"].get_array()) {
    wanted += std::string(problem["code"].get_string().value()) + "@" +
              std::to_string(problem["offset"].get_uint64().value());
  }
  EXPECT_EQ(codes(problems), wanted);
}

INSTANTIATE_TEST_SUITE_P(Files, XrecSample,
                         testing::Values("doc_simple", "doc_complete", "doc_start_end",
                                         "session60_none", "session60_zstd"),
                         [](const auto& file) { return std::string(file.param); });

TEST(XrecSampleFiles, AreEqualWithAndWithoutCompression) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "There is no " << kFolder << ".";
  std::vector<std::string> texts;
  for (const char* name : {"session60_none.xrec", "session60_zstd.xrec"}) {
    const ByteVector file = read_file(kFolder + name);
    Problems problems;
    auto container = Container::open(file, problems);
    ASSERT_TRUE(container.has_value());
    EventPacketReader reader;
    std::string text =
        tree_text(container->start_metadata().tree, container->start_metadata().entries());
    PropertyTree tree;
    while (const auto step = container->next(problems)) {
      if (!step->event) continue;
      visit_events(*step->event, reader, problems, [&](const CapturedEvent& event) {
        tree.clear();
        text += "\n" + std::to_string(event.frame) + " " + number_text(event.rtss) + " " +
                std::string(event.type_name) + " " + std::string(event.assembly) + " ";
        text += tree_text(tree, reader.properties(event.place, tree));
      });
    }
    texts.push_back(std::move(text));
  }
  EXPECT_TRUE(texts[0].starts_with(
      "app.name string \"Sample theatre\"; app.version string \"5.2.0-test\"; engine string "
      "\"Unity\"; engine.version string \"2022.3.10f1\"; coordinates string \"unity\"; users "
      "integer 'i32' 1; hz number 30; tags list {0 string \"sample\"; 1 null }\n"))
      << texts[0].substr(0, 400);
  EXPECT_TRUE(texts[0] == texts[1]);
}

TEST(XrecSampleFiles, ThatAreCutOffKeepWhatIsBefore) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "There is no " << kFolder << ".";
  const ByteVector file = read_file(kFolder + "session60_cut.xrec");
  Problems problems;
  auto container = Container::open(file, problems);
  ASSERT_TRUE(container.has_value());
  EventPacketReader reader;
  int events = 0;
  while (const auto step = container->next(problems)) {
    visit_events(*step->event, reader, problems, [&](const CapturedEvent&) { ++events; });
  }
  EXPECT_EQ(events, 4562);
  EXPECT_EQ(codes(problems), "cut-off@50164");
  EXPECT_FALSE(container->is_complete());
}

}  // namespace
}  // namespace scrubjay::xrec

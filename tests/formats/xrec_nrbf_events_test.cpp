// From NRBF records to captured events and their properties (formats/xrec/README.md, 6.3).
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <limits>

#include "formats/xrec/limits.h"
#include "formats/xrec/read/captured_events.h"
#include "tests/formats/xrec_nrbf_maker.h"

namespace scrubjay::xrec {
namespace {

using Members = std::vector<NrbfMaker::Member>;

/// What the reader makes of a stream in a packet of frames 3..100 and times 1.5..100.
struct EventsReading {
  explicit EventsReading(const ByteVector& stream, std::uint32_t count = 1) {
    EventPacket packet;
    packet.offset = 60;
    packet.header = {.frame_begin = 3,
                     .frame_end = 100,
                     .rtss_begin = 1.5,
                     .rtss_end = 100,
                     .events = count,
                     .encoding = static_cast<std::uint8_t>(Encoding::nrbf),
                     .compression = 0,
                     .block_bytes = stream.size()};
    packet.block = stream;
    visit_events(packet, reader, problems, [&](const CapturedEvent& event) {
      heads += std::string(event.type_name) + "@" + std::to_string(event.frame) + "/" +
               number_text(event.rtss) + " ";
      known = event.known;
      path = event.known.path;
      assembly = event.assembly;
      PropertyTree tree;
      trees.push_back(tree_text(tree, reader.properties(event.place, tree)));
    });
  }

  EventPacketReader reader;
  Problems problems;
  std::string heads;
  KnownFields known;
  std::string path;
  std::string assembly;
  std::vector<std::string> trees;
};

/// An event as the root, with frame 5 and time 2, whose third member is what `write` writes.
std::string shown(NrbfMaker::Member member, const std::function<void(NrbfMaker&)>& write) {
  NrbfMaker stream;
  stream.instance(
      1, "E", {{"Frame", kPrimitiveMember, kInt32}, {"Time", kPrimitiveMember, kDouble}, member});
  stream.out.i32(5).f64(2);
  write(stream);
  const EventsReading reading(stream.end());
  if (reading.trees.size() != 1 || !reading.problems.list().empty()) return codes(reading.problems);
  constexpr std::string_view kHead = "Frame integer 'i32' 5; Time number 2; ";
  EXPECT_TRUE(reading.trees[0].starts_with(kHead)) << reading.trees[0];
  return reading.trees[0].substr(kHead.size());
}

struct ShownCase {
  const char* name;
  NrbfMaker::Member member;
  std::function<void(NrbfMaker&)> write;
  const char* text;
};

class XrecNrbfValue : public testing::TestWithParam<ShownCase> {};

TEST_P(XrecNrbfValue, BecomesAProperty) {
  EXPECT_EQ(shown(GetParam().member, GetParam().write), GetParam().text);
}

constexpr NrbfMaker::Member kM{"M", kObjectMember};
NrbfMaker::Member primitive(std::uint8_t type) { return {"M", kPrimitiveMember, type}; }

INSTANTIATE_TEST_SUITE_P(
    Values, XrecNrbfValue,
    testing::Values(
        ShownCase{"Null", kM, [](NrbfMaker& s) { s.null(); }, "M null "},
        ShownCase{
            "Text", {"M", kStringMember}, [](NrbfMaker& s) { s.string(2, "Ω"); }, "M string \"Ω\""},
        ShownCase{"Boolean", primitive(kBoolean), [](NrbfMaker& s) { s.out.u8(1); },
                  "M boolean true"},
        ShownCase{"Char", primitive(kChar), [](NrbfMaker& s) { s.out.raw("Ω"); },
                  "M string 'char' \"Ω\""},
        ShownCase{"Decimal", primitive(kDecimal), [](NrbfMaker& s) { s.out.name("-1.50"); },
                  "M string 'decimal' \"-1.50\""},
        ShownCase{"Single", primitive(kSingle), [](NrbfMaker& s) { s.out.f32(0.1F); },
                  "M number 0.1f"},
        ShownCase{"Int64", primitive(kInt64), [](NrbfMaker& s) { s.out.i64(-4); }, "M integer -4"},
        ShownCase{"UInt64", primitive(kUInt64), [](NrbfMaker& s) { s.out.i64(-1); },
                  "M integer 18446744073709551615u"},
        ShownCase{"TimeSpan", primitive(kTimeSpan), [](NrbfMaker& s) { s.out.i64(15); },
                  "M integer 'duration' 15"},
        ShownCase{"DateTime", primitive(kDateTime),
                  [](NrbfMaker& s) { s.out.i64(638355968001234567 | std::int64_t{1} << 62); },
                  "M record 'timestamp' {text string \"2023-11-14 22:13:20.1234567 UTC\"; ticks "
                  "integer 638355968001234567; kind integer 1}"},
        ShownCase{"Enum", kM,
                  [](NrbfMaker& s) {
                    s.instance(-2, "N.Mode", {{"value__", kPrimitiveMember, kInt32}}).out.i32(7);
                  },
                  "M integer 'N.Mode' 7"},
        ShownCase{"Vector", kM,
                  [](NrbfMaker& s) {
                    s.instance(-2, "V",
                               {{"z", kPrimitiveMember, kSingle},
                                {"x", kPrimitiveMember, kSingle},
                                {"y", kPrimitiveMember, kSingle}})
                        .out.f32(3)
                        .f32(1)
                        .f32(2);
                  },
                  "M vec3 1,2,3f"},
        ShownCase{"Quaternion", kM,
                  [](NrbfMaker& s) {
                    s.instance(-2, "UnityEngine.Quaternion",
                               {{"x", kPrimitiveMember, kSingle},
                                {"y", kPrimitiveMember, kSingle},
                                {"z", kPrimitiveMember, kSingle},
                                {"w", kPrimitiveMember, kSingle}})
                        .out.f32(0)
                        .f32(0)
                        .f32(0)
                        .f32(1);
                  },
                  "M quat 0,0,0,1f"},
        ShownCase{"Colour", kM,
                  [](NrbfMaker& s) {
                    s.instance(-2, "C",
                               {{"r", kPrimitiveMember, kSingle},
                                {"g", kPrimitiveMember, kSingle},
                                {"b", kPrimitiveMember, kSingle},
                                {"a", kPrimitiveMember, kSingle}})
                        .out.f32(1)
                        .f32(0)
                        .f32(0)
                        .f32(1);
                  },
                  "M color 1,0,0,1f"},
        ShownCase{"VectorOfDoubles", kM,
                  [](NrbfMaker& s) {
                    s.instance(-2, "V",
                               {{"x", kPrimitiveMember, kDouble},
                                {"y", kPrimitiveMember, kDouble},
                                {"z", kPrimitiveMember, kDouble}})
                        .out.f64(1)
                        .f64(2)
                        .f64(3);
                  },
                  "M record 'V' {x number 1; y number 2; z number 3}"},
        ShownCase{"VectorWithAnotherMember", kM,
                  [](NrbfMaker& s) {
                    s.instance(-2, "V",
                               {{"x", kPrimitiveMember, kSingle},
                                {"y", kPrimitiveMember, kSingle},
                                {"q", kPrimitiveMember, kSingle}})
                        .out.f32(1)
                        .f32(2)
                        .f32(3);
                  },
                  "M record 'V' {x number 1f; y number 2f; q number 3f}"},
        ShownCase{"Bytes", kM,
                  [](NrbfMaker& s) { s.out.u8(15).i32(2).i32(3).u8(kByte).raw("abc"); },
                  "M bytes \"abc\""},
        ShownCase{"Numbers", kM,
                  [](NrbfMaker& s) { s.out.u8(15).i32(2).i32(2).u8(kInt32).i32(4).i32(-5); },
                  "M numbers 'i32[]' 4,-5"},
        ShownCase{"Booleans", kM,
                  [](NrbfMaker& s) { s.out.u8(15).i32(2).i32(2).u8(kBoolean).u8(1).u8(0); },
                  "M list 'bool[]' {0 boolean true; 1 boolean false}"},
        ShownCase{"Objects", kM, [](NrbfMaker& s) { s.objects(2, 2).null().string(3, "x"); },
                  "M list {0 null ; 1 string \"x\"}"},
        ShownCase{"RectangleWithLowerBounds", kM,
                  [](NrbfMaker& s) {
                    s.out.u8(7).i32(2).u8(5).i32(2).i32(1).i32(2).i32(-4).i32(9).u8(0).u8(kSingle);
                    s.out.f32(5).f32(6);
                  },
                  "M numbers 'f32[] 1x2 from -4,9' 5,6f"},
        ShownCase{"TextTwice", kM,
                  [](NrbfMaker& s) { s.objects(2, 2).string(3, "x").reference(3); },
                  "M list {0 string \"x\"; 1 string \"x\"}"},
        ShownCase{"ObjectTwice", kM,
                  [](NrbfMaker& s) {
                    s.objects(2, 2).instance(3, "C", {{"a", kObjectMember}}).reference(3);
                    s.reference(3);
                  },
                  "M list {0 record 'C' {a string \"same as M[0]\"}; 1 string \"same as M[0]\"}"},
        ShownCase{"TheEventItself", kM, [](NrbfMaker& s) { s.reference(1); },
                  "M string \"same as the event itself\""},
        ShownCase{"BackingField",
                  {"<Name>k__BackingField", kObjectMember},
                  [](NrbfMaker& s) { s.null(); },
                  "Name null "},
        ShownCase{"FieldOfABaseClass",
                  {"Base+<Name>k__BackingField", kObjectMember},
                  [](NrbfMaker& s) { s.null(); },
                  "Name null "},
        ShownCase{"NameThatWouldComeTwice",
                  {"Base+Frame", kObjectMember},
                  [](NrbfMaker& s) { s.null(); },
                  "Base+Frame null "}),
    [](const auto& value) { return std::string(value.param.name); });

/// An event object with a frame and a time.
void add_event(NrbfMaker& stream, std::int32_t id, std::int32_t frame, double time) {
  stream.instance(id, "E",
                  {{"Frame", kPrimitiveMember, kInt32}, {"Time", kPrimitiveMember, kDouble}});
  stream.out.i32(frame).f64(time);
}

TEST(XrecNrbfEvents, AreTheElementsOfAnArrayWithoutItsNulls) {
  NrbfMaker stream;
  stream.objects(1, 4).reference(2).null().string(9, "no event");
  add_event(stream, 3, 7, 2);
  add_event(stream, 2, 6, 1.5);
  const EventsReading reading(stream.end(), 3);
  EXPECT_EQ(reading.heads, "E@6/1.5 E@7/2 ");
  EXPECT_EQ(codes(reading.problems), "bad-event@60");
}

TEST(XrecNrbfEvents, CountElementsThatAreNotNull) {
  NrbfMaker stream;
  stream.objects(1, 2).null();
  add_event(stream, 2, 6, 1.5);
  EXPECT_EQ(codes(EventsReading(stream.end(), 2).problems), "event-count@60");
}

ByteVector list_of(std::optional<std::int32_t> size) {
  NrbfMaker stream;
  if (size) {
    stream.instance(1, "System.Collections.Generic.List`1[[E]]",
                    {{"_items", kObjectMember}, {"_size", kPrimitiveMember, kInt32}});
    stream.reference(2).out.i32(*size);
  } else {
    stream.instance(1, "System.Collections.Generic.List`1[[E]]", {{"_items", kObjectMember}});
    stream.reference(2);
  }
  stream.objects(2, 3);
  add_event(stream, 3, 6, 1.5);
  add_event(stream, 4, 7, 2);
  stream.null();
  return stream.end();
}

TEST(XrecNrbfEvents, AreTheFirstItemsOfAList) {
  const EventsReading reading(list_of(1));
  EXPECT_EQ(reading.heads, "E@6/1.5 ");
  EXPECT_EQ(codes(reading.problems), "");
  EXPECT_EQ(EventsReading(list_of(3), 2).heads, "E@6/1.5 E@7/2 ");
}

TEST(XrecNrbfEvents, AreLostWhenAListHasNoPossibleSize) {
  for (const auto size : {std::optional<std::int32_t>(), std::optional(-1), std::optional(4)}) {
    const EventsReading reading(list_of(size), 2);
    EXPECT_EQ(reading.heads, "");
    EXPECT_EQ(reading.reader.events_found(), 1u) << "one stands for all";
    EXPECT_EQ(codes(reading.problems), "bad-event@60");
  }
}

TEST(XrecNrbfEvents, TakeAnyOtherRootAsOneElement) {
  EXPECT_EQ(codes(EventsReading(NrbfMaker().string(1, "x").end()).problems), "bad-event@60");
  NrbfMaker numbers;
  numbers.out.u8(15).i32(1).i32(2).u8(kInt32).i32(4).i32(5);
  EXPECT_EQ(codes(EventsReading(numbers.end(), 2).problems), "bad-event@60x2");
}

struct TimeCase {
  const char* name;
  Members members;
  ByteVector values;
  const char* heads;
  const char* problems;
};

class XrecNrbfTime : public testing::TestWithParam<TimeCase> {};

TEST_P(XrecNrbfTime, IsFoundByTheNameOfItsMember) {
  NrbfMaker stream;
  stream.instance(1, "E", GetParam().members);
  stream.out.add(GetParam().values);
  const EventsReading reading(stream.end());
  EXPECT_EQ(reading.heads, GetParam().heads);
  EXPECT_EQ(codes(reading.problems), GetParam().problems);
}

constexpr NrbfMaker::Member whole(std::string_view name) {
  return {name, kPrimitiveMember, kInt32};
}
constexpr NrbfMaker::Member real(std::string_view name) {
  return {name, kPrimitiveMember, kDouble};
}

INSTANTIATE_TEST_SUITE_P(
    Members, XrecNrbfTime,
    testing::Values(
        TimeCase{"BestNames",
                 {whole("framecount"), whole("FRAME"), whole("<CreateFrame>k__BackingField"),
                  real("createTime"), real("time"), real("Rtss"), real("CaptureTime")},
                 Raw().i32(7).i32(8).i32(9).f64(2).f64(3).f64(4).f64(5).bytes,
                 "E@9/5 ",
                 ""},
        TimeCase{"Prefixes",
                 {whole("m_CreateFrame"), real("_rtss")},
                 Raw().i32(9).f64(5).bytes,
                 "E@9/5 ",
                 ""},
        TimeCase{"OtherKinds",
                 {real("CreateFrame"), whole("Frame"), whole("CaptureTime"), real("Time")},
                 Raw().f64(7).i32(8).i32(9).f64(2).bytes,
                 "E@8/2 ",
                 ""},
        TimeCase{"NoFrame", {real("Time")}, Raw().f64(2).bytes, "E@3/2 ", "event-time-missing@60"},
        TimeCase{
            "NoTime", {whole("Frame")}, Raw().i32(8).bytes, "E@8/1.5 ", "event-time-missing@60"},
        TimeCase{"Neither", {}, {}, "E@3/1.5 ", "event-time-missing@60"},
        TimeCase{"NotFinite",
                 {whole("Frame"), real("Time")},
                 Raw().i32(8).f64(std::numeric_limits<double>::infinity()).bytes,
                 "",
                 "bad-event@60"},
        TimeCase{"OutsideThePacket",
                 {whole("Frame"), real("Time")},
                 Raw().i32(101).f64(2).bytes,
                 "E@101/2 ",
                 "event-outside-range@60"}),
    [](const auto& time) { return std::string(time.param.name); });

TEST(XrecNrbfEvents, ShowAChainOf20000ObjectsAsDeepAsIsShown) {
  NrbfMaker stream;
  stream.instance(1, "E",
                  {{"Frame", kPrimitiveMember, kInt32},
                   {"Time", kPrimitiveMember, kDouble},
                   {"next", kObjectMember}});
  stream.out.i32(5).f64(2);
  stream.reference(2);
  stream.instance(2, "N", {{"next", kObjectMember}}).reference(3);
  for (int i = 3; i < 20000; ++i) stream.like(i, 2).reference(i + 1);
  stream.like(20000, 2).null();
  const EventsReading reading(stream.end());
  ASSERT_EQ(codes(reading.problems), "");
  ASSERT_EQ(reading.trees.size(), 1u);
  const std::string& text = reading.trees[0];
  std::size_t records = 0;
  for (std::size_t at = 0; (at = text.find("record", at)) != std::string::npos; ++at) ++records;
  EXPECT_EQ(records, limits::kDeepestShown + 1);
  EXPECT_NE(text.find("next string \"deeper values not shown\""), std::string::npos);
}

TEST(XrecNrbfEvents, ShowDeepValuesWhereTheyAreMentionedAgain) {
  // What is too deep at its first mention is shown at a later one that is not.
  NrbfMaker stream;
  stream.instance(1, "E",
                  {{"Frame", kPrimitiveMember, kInt32},
                   {"Time", kPrimitiveMember, kDouble},
                   {"next", kObjectMember},
                   {"last", kObjectMember}});
  stream.out.i32(5).f64(2);
  stream.reference(2).reference(100);
  stream.instance(2, "N", {{"next", kObjectMember}}).reference(3);
  for (int i = 3; i < 100; ++i) stream.like(i, 2).reference(i + 1);
  stream.like(100, 2).string(200, "the end");
  const EventsReading reading(stream.end());
  ASSERT_EQ(reading.trees.size(), 1u);
  EXPECT_TRUE(reading.trees[0].ends_with("last record 'N' {next string \"the end\"}"))
      << reading.trees[0];
}

TEST(XrecNrbfEvents, OfTheDocumentationAreKnownPositions) {
  const std::string path = SCRUBJAY_SHARED_DATA "/xrec/nrbf/doc_events.bin";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "There is no " << path << ".";
  const EventsReading reading(read_file(path), 2);
  EXPECT_EQ(reading.heads,
            "MAGES.Recorder.PositionChangeEvent@1/1 MAGES.Recorder.PositionChangeEvent@2/2 ");
  // Their packet begins at frame 3 and time 1.5.
  EXPECT_EQ(codes(reading.problems), "event-outside-range@60x2");
  EXPECT_EQ(reading.known.kind, EventKind::position);
  EXPECT_EQ(reading.path, "Scene/Can");
  EXPECT_EQ(reading.known.position, glm::vec3(0, 1, 0));
  EXPECT_FALSE(reading.known.is_local);
  EXPECT_TRUE(reading.assembly.starts_with("MAGES.Recorder.Runtime, Version=0.0.0.0"));
  ASSERT_EQ(reading.trees.size(), 2u);
  EXPECT_EQ(reading.trees[1],
            "CreateTime number 2; CaptureTime number 2; CreateFrame integer 2; Path string "
            "\"Scene/Can\"; Position vec3 0,1,0f; IsLocal boolean false");
}

TEST(XrecNrbfEvents, OfRealWritersHaveTheirKnownFields) {
  const std::string folder = SCRUBJAY_SHARED_DATA "/xrec/nrbf/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "There is no " << folder << ".";
  const EventsReading rotations(read_file(folder + "rotation_list.bin"), 1);
  EXPECT_EQ(rotations.known.kind, EventKind::rotation);
  EXPECT_EQ(rotations.known.rotation.y, 0.70710678F);
  EXPECT_TRUE(rotations.known.is_local);
  const EventsReading action(read_file(folder + "scene_graph_event.bin"), 1);
  EXPECT_EQ(action.heads, "MAGES.Recorder.SceneGraphEvent@77/3.5 ");
  EXPECT_EQ(action.known.kind, EventKind::scene_graph);
  EXPECT_EQ(action.known.number, 2);
  EXPECT_TRUE(action.known.skipped);
}

}  // namespace
}  // namespace scrubjay::xrec

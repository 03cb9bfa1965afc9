// NRBF streams by hand: what decodes, and every bound of formats/xrec/README.md, 6.2.
#include "formats/xrec/read/nrbf.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/formats/damaged.h"
#include "tests/formats/xrec_nrbf_maker.h"

namespace scrubjay::xrec {
namespace {

struct Stream {
  const char* name;
  ByteVector bytes;
};

NrbfMaker maker(std::int32_t root = 1) { return NrbfMaker(root); }

ByteVector with(NrbfMaker stream, const std::function<void(Raw&)>& write, bool ends = true) {
  write(stream.out);
  return ends ? stream.end() : stream.out.bytes;
}

/// Objects that hold each other, `depth` of them inside one another.
ByteVector nested(int depth) {
  NrbfMaker stream = maker();
  stream.instance(1, "N", {{"n", kObjectMember}});
  for (int i = 2; i <= depth; ++i) stream.like(-i, 1);
  stream.null();
  return stream.end();
}

ByteVector many_members(int count) {
  NrbfMaker stream = maker();
  stream.out.u8(4).i32(1).name("N").i32(count);
  for (int i = 0; i < count; ++i) stream.out.name(std::to_string(i));
  for (int i = 0; i < count; ++i) stream.out.u8(kObjectMember);
  for (int i = 0; i < count; ++i) stream.null();
  return stream.end();
}

ByteVector class_named(std::size_t size) {
  NrbfMaker stream = maker();
  stream.out.u8(4).i32(1);
  stream.out.u8(static_cast<std::uint8_t>(0x80 | (size & 0x7F)));
  stream.out.u8(static_cast<std::uint8_t>(0x80 | (size >> 7 & 0x7F)));
  stream.out.u8(static_cast<std::uint8_t>(size >> 14));
  stream.out.raw(std::string(size, 'c')).i32(0);
  return stream.end();
}

ByteVector text_with_length(std::initializer_list<std::uint8_t> length) {
  return with(maker(), [&](Raw& out) {
    out.u8(6).i32(1);
    for (const std::uint8_t byte : length) out.u8(byte);
    out.raw("abc");
  });
}

ByteVector primitive_array(std::uint8_t type, std::int32_t length, const ByteVector& values) {
  return with(maker(), [&](Raw& out) { out.u8(15).i32(1).i32(length).u8(type).add(values); });
}

/// A BinaryArray of objects without elements of its own.
ByteVector binary_array(std::uint8_t kind, const std::vector<std::int32_t>& numbers,
                        std::uint8_t element = kObjectMember) {
  return with(maker(), [&](Raw& out) {
    out.u8(7).i32(1).u8(kind);
    for (const std::int32_t number : numbers) out.i32(number);
    out.u8(element);
  });
}

const std::vector<Stream> kGood{
    {"Text", maker().string(1, "Ωmega").end()},
    {"TextOfMinimalAndLongLength", text_with_length({0x83, 0x80, 0x80, 0x80, 0x00})},
    {"ReferenceForward", maker().objects(1, 1).reference(2).string(2, "x").end()},
    {"LibraryInsideAMemberList", maker()
                                     .instance(1, "C", {{"a", kObjectMember}, {"b", kObjectMember}})
                                     .null()
                                     .library(7, "L")
                                     .null()
                                     .end()},
    {"LibraryBehindItsUse", maker().instance(1, "C", {}, 3).library(3, "L").end()},
    {"NullRunsOfOneInMembers",
     with(maker().instance(1, "C", {{"a", kObjectMember}, {"b", kStringMember}}),
          [](Raw& out) { out.u8(13).u8(1).u8(14).i32(1); })},
    {"NullRunToTheArraysEnd",
     with(maker().objects(1, 1 << 20), [](Raw& out) { out.u8(14).i32(1 << 20); })},
    {"Nested64", nested(64)},
    {"MembersAtTheBound", many_members(4096)},
    {"NameAtTheBound", class_named(64 * 1024)},
    {"EqualNegativeIds", maker().objects(1, 2).instance(-5, "C", {}).instance(-5, "D", {}).end()},
    {"ModelIsAStruct", maker().objects(1, 2).instance(-5, "C", {}).like(-6, -5).end()},
    {"ModelIsLikeAnother", maker().objects(1, 3).instance(2, "C", {}).like(3, 2).like(4, 3).end()},
    {"BoxedPrimitive", with(maker().objects(1, 1), [](Raw& out) { out.u8(8).u8(kInt32).i32(5); })},
    {"Rectangle", with(maker(),
                       [](Raw& out) {
                         out.u8(7).i32(1).u8(2).i32(2).i32(2).i32(3).u8(0).u8(kByte).add(
                             ByteVector(6));
                       })},
    {"LowerBounds",
     with(maker(),
          [](Raw& out) {
            out.u8(7).i32(1).u8(5).i32(2).i32(1).i32(1).i32(-4).i32(9).u8(kObjectMember).u8(10);
          })},
    {"EmptyRectangle", binary_array(2, {2, 0x7FFFFFFF, 0})},
    {"Rank32", binary_array(2,
                            [] {
                              std::vector<std::int32_t> numbers(33, 0);
                              numbers[0] = 32;
                              return numbers;
                            }())},
    {"Characters", primitive_array(kChar, 4, Raw().raw("aΩ漢\u0800").bytes)},
    {"Decimals", primitive_array(kDecimal, 2, Raw().name("-1.5").name("79").bytes)},
};

class XrecNrbfGood : public testing::TestWithParam<Stream> {};

TEST_P(XrecNrbfGood, Decodes) {
  NrbfGraph graph;
  EXPECT_TRUE(graph.decode(GetParam().bytes)) << graph.error().what << " at " << graph.error().at;
}

TEST_P(XrecNrbfGood, FailsWhenItIsCutAnywhereOrHasAByteBehind) {
  NrbfGraph graph;
  const ByteVector& whole = GetParam().bytes;
  const std::size_t step = whole.size() / 300 + 1;
  for (std::size_t size = 0; size < whole.size(); size += step) {
    const ByteVector prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(graph.decode(prefix)) << size;
  }
  ByteVector longer = whole;
  longer.push_back(std::byte{11});
  EXPECT_FALSE(graph.decode(longer));
}

INSTANTIATE_TEST_SUITE_P(Streams, XrecNrbfGood, testing::ValuesIn(kGood),
                         [](const auto& stream) { return std::string(stream.param.name); });

const ByteVector kOneText = maker().string(1, "x").end();

const std::vector<Stream> kBad{
    {"Version2", changed(kOneText, 9, 2)},
    {"MinorVersion", changed(kOneText, 13, 1)},
    {"NoHeader", ByteVector(kOneText.begin() + 17, kOneText.end())},
    {"SecondHeader",
     with(maker().string(1, "x"), [](Raw& out) { out.u8(0).i32(1).i32(-1).i32(1).i32(0); })},
    {"RootThatIsNotThere", maker(2).string(1, "x").end()},
    {"RootZero", maker(0).string(1, "x").end()},
    {"ClassWithoutTypes",
     with(maker(), [](Raw& out) { out.u8(3).i32(1).name("C").i32(0).i32(1); })},
    {"MethodCall", with(maker().string(1, "x"), [](Raw& out) { out.u8(21); })},
    {"UnknownRecord", with(maker().string(1, "x"), [](Raw& out) { out.u8(200); })},
    {"UnknownBinaryType", maker().instance(1, "C", {{"a", 8}}).null().end()},
    {"PrimitiveType4", primitive_array(4, 0, {})},
    {"PrimitiveType17", primitive_array(17, 0, {})},
    {"PrimitiveType0", primitive_array(0, 0, {})},
    {"ArrayKind6", binary_array(6, {1, 0})},
    {"SingleOfRank2", binary_array(0, {2, 0, 0})},
    {"RectangleOfRank1", binary_array(2, {1, 0})},
    {"Rank33", binary_array(2, std::vector<std::int32_t>(34, 33))},
    {"RankNegative", binary_array(2, {-1})},
    {"NegativeLength", with(maker(), [](Raw& out) { out.u8(16).i32(1).i32(-1); })},
    {"NegativeMemberCount", with(maker(), [](Raw& out) { out.u8(4).i32(1).name("C").i32(-1); })},
    {"Nested65", nested(65)},
    {"MembersOverTheBound", many_members(4097)},
    {"MembersBeyondTheStream",
     with(maker(), [](Raw& out) { out.u8(4).i32(1).name("C").i32(4000).name("a"); })},
    {"EqualMembers",
     maker().instance(1, "C", {{"a", kObjectMember}, {"a", kObjectMember}}).null().null().end()},
    {"NameOverTheBound", class_named(64 * 1024 + 1)},
    {"NameThatIsNotUtf8", maker().instance(1, "C\xFF", {}).end()},
    {"TextThatIsNotUtf8", maker().string(1, "\xC3").end()},
    {"TextLengthOfSixBytes", text_with_length({0x83, 0x80, 0x80, 0x80, 0x80, 0x00})},
    {"TextLengthOf32Bits", text_with_length({0x83, 0x80, 0x80, 0x80, 0x08})},
    {"TextOver16MiB", text_with_length({0x81, 0x80, 0x80, 0x08})},
    {"PrimitivesBeyondTheStream", primitive_array(kDouble, 3, ByteVector(22))},
    {"DecimalsBeyondTheStream", primitive_array(kDecimal, 0x7FFFFFFF, ByteVector(8))},
    {"ElementsOverTheBound",
     with(maker().objects(1, (1 << 20) + 1), [](Raw& out) { out.u8(14).i32((1 << 20) + 1); })},
    {"ProductOverTheBound", binary_array(2, {2, 0x10000, 0x10000})},
    {"ProductThatOverflows", binary_array(2, {3, 0x400000, 0x400000, 0x100000})},
    {"ValuesOverTheBound", with(maker(),
                                [](Raw& out) {
                                  out.u8(16).i32(1).i32(9);
                                  for (int i = 2; i <= 10; ++i)
                                    out.u8(16).i32(i).i32(1 << 20).u8(14).i32(1 << 20);
                                })},
    {"IdZero", maker().objects(1, 1).string(0, "x").end()},
    {"EqualIds", maker().objects(1, 2).string(2, "x").string(2, "y").end()},
    {"ReferenceToNothing", maker().objects(1, 1).reference(2).end()},
    {"ReferenceToNothingBetweenRecords", maker().string(1, "x").reference(2).end()},
    {"ReferenceToZero", maker().objects(1, 1).reference(0).end()},
    {"ModelThatIsNotThere", maker().objects(1, 1).like(2, 3).end()},
    {"ModelThatComesLater", maker().objects(1, 2).like(2, 3).instance(3, "C", {}).end()},
    {"ModelThatIsAText", maker().objects(1, 2).string(2, "x").like(3, 2).end()},
    {"LibraryThatIsNotThere", maker().instance(1, "C", {}, 3).end()},
    {"MembersLibraryThatIsNotThere",
     with(maker(),
          [](Raw& out) {
            out.u8(4).i32(1).name("C").i32(1).name("a").u8(4).name("D").i32(9).u8(10);
          })},
    {"EmptyNullRun", with(maker().objects(1, 1), [](Raw& out) { out.u8(13).u8(0).u8(10); })},
    {"NegativeNullRun", with(maker().objects(1, 1), [](Raw& out) { out.u8(14).i32(-1).u8(10); })},
    {"NullRunBeyondTheArray", with(maker().objects(1, 2), [](Raw& out) { out.u8(13).u8(3); })},
    {"NullRunInAMember",
     with(maker().instance(1, "C", {{"a", kObjectMember}, {"b", kObjectMember}}),
          [](Raw& out) { out.u8(13).u8(2); })},
    {"NumberWhereATextIsDue", with(maker().instance(1, "C", {{"a", kStringMember}}),
                                   [](Raw& out) { out.u8(8).u8(kInt32).i32(5); })},
    {"ObjectWhereATextIsDue",
     maker().instance(1, "C", {{"a", kStringMember}}).instance(2, "D", {}).end()},
    {"EndInsideAnObject", maker().instance(1, "C", {{"a", kObjectMember}}).end()},
    {"EndInsideAnArray", maker().objects(1, 2).null().end()},
    {"MissingEnd", maker().string(1, "x").out.bytes},
    {"DecimalWithTwoPoints", primitive_array(kDecimal, 1, Raw().name("1.5.1").bytes)},
    {"DecimalWithoutDigits", primitive_array(kDecimal, 1, Raw().name("-").bytes)},
    {"DecimalWithPlus", primitive_array(kDecimal, 1, Raw().name("+1").bytes)},
    {"DecimalOf65Bytes", primitive_array(kDecimal, 1, Raw().name(std::string(65, '1')).bytes)},
    {"CharacterOfFourBytes", primitive_array(kChar, 1, Raw().raw("🦜").bytes)},
    {"CharacterThatIsNotUtf8", primitive_array(kChar, 1, Raw().u8(0x80).u8(0x80).bytes)},
};

class XrecNrbfBad : public testing::TestWithParam<Stream> {};

TEST_P(XrecNrbfBad, FailsAndSaysWhy) {
  NrbfGraph graph;
  EXPECT_FALSE(graph.decode(GetParam().bytes));
  EXPECT_STRNE(graph.error().what, "");
  EXPECT_LE(graph.error().at, GetParam().bytes.size());
  // What went before leaves nothing behind.
  EXPECT_TRUE(graph.decode(kOneText));
}

INSTANTIATE_TEST_SUITE_P(Streams, XrecNrbfBad, testing::ValuesIn(kBad),
                         [](const auto& stream) { return std::string(stream.param.name); });

TEST(XrecNrbf, KeepsLengthsAndLowerBoundsOfArrays) {
  const ByteVector stream = with(maker(), [](Raw& out) {
    out.u8(7).i32(1).u8(5).i32(2).i32(1).i32(2).i32(-4).i32(9).u8(0).u8(kInt32).i32(5).i32(6);
  });
  NrbfGraph graph;
  ASSERT_TRUE(graph.decode(stream));
  const NrbfObject& array = graph.object(graph.root());
  EXPECT_EQ(graph.lengths(array)[0], 1);
  EXPECT_EQ(graph.lengths(array)[1], 2);
  EXPECT_EQ(graph.lower_bounds(array)[0], -4);
  EXPECT_EQ(graph.lower_bounds(array)[1], 9);
  EXPECT_EQ(graph.value(array, 1).integer, 6);
}

}  // namespace
}  // namespace scrubjay::xrec

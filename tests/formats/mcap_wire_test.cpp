// What MCAP files are written of: messages of Protobuf, their descriptors, names.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "formats/mcap/descriptor.h"
#include "formats/mcap/wire.h"
#include "formats/mcap/write/kind.h"
#include "formats/mcap/write/names.h"
#include "formats/mcap/write/scene.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

TEST(McapWire, WritesATransform) {
  std::string out;
  MessageWriter(out).message(1, [](MessageWriter& transform) {
    write_timestamp(transform, 1, 1'500'000'000);
    transform.bytes(2, "world");
    transform.bytes(3, "a");
    write_vector(transform, 4, std::array{1.0, 0.0, 0.0});
    write_vector(transform, 5, std::array{0.0, 0.0, 0.0, 1.0});
  });
  EXPECT_EQ(out, from_hex("0A2A"
                          "0A08080110"
                          "80CAB5EE01"
                          "1205776F726C64"
                          "1A0161"
                          "2209"
                          "09000000000000F03F"
                          "2A09"
                          "21000000000000F03F"));
}

TEST(McapWire, SaysTheSizeOfAMessageWhateverWasGuessed) {
  for (const std::size_t size : {0U, 1U, 125U, 126U, 200U, 16'381U, 20'000U}) {
    std::string plain("before");
    const std::string text(size, 'x');
    const auto fill = [&](MessageWriter& inner) { inner.bytes_field(1, text); };
    MessageWriter(plain).message(2, fill);
    EXPECT_TRUE(plain.ends_with(text));
    for (const std::size_t guess : {1U, 127U, 128U, 16'384U}) {
      std::string guessed("before");
      MessageWriter(guessed).message(2, fill, guess);
      EXPECT_TRUE(guessed == plain) << size << " guessed as " << guess;
    }
  }
  std::string out;
  MessageWriter(out).message(2,
                             [](MessageWriter& inner) { inner.bytes(1, std::string(126, 'x')); });
  EXPECT_TRUE(out.starts_with(from_hex("1280010A7E78"))) << "two bytes of size";
}

TEST(McapWire, WritesNoNumberThatIsZero) {
  std::string out;
  MessageWriter writer(out);
  writer.fixed32_field(1, 0);
  writer.fixed32_field(2, 1);
  EXPECT_EQ(out, from_hex("1501000000"));
}

TEST(McapDescriptor, OfAVectorHasItsWholeFile) {
  const std::string set = foxglove_schema("Vector3");
  EXPECT_EQ(set.size(), 88U);
  EXPECT_TRUE(set.starts_with(from_hex("0A560A16") + "foxglove/Vector3.proto"));
  EXPECT_TRUE(set.ends_with("proto3"));
}

TEST(McapDescriptor, HasWhatIsNeededInFront) {
  const std::string set = foxglove_schema("SceneUpdate");
  const auto at = [&](const char* name) { return set.find(std::string(name) + "\x12"); };
  EXPECT_LT(at("google/protobuf/timestamp.proto"), at("foxglove/SceneEntityDeletion.proto"));
  EXPECT_LT(at("foxglove/Vector3.proto"), at("foxglove/Pose.proto"));
  EXPECT_LT(at("foxglove/Pose.proto"), at("foxglove/SceneUpdate.proto"));
  EXPECT_EQ(set.find("foxglove/Log.proto"), std::string::npos);
}

TEST(McapDescriptor, NamesAnEnumerationWithItsMessage) {
  EXPECT_NE(foxglove_schema("Log").find(".foxglove.Log.Level"), std::string::npos);
}

TEST(McapNames, AreWords) {
  EXPECT_EQ(word("vehicle.tesla.model3"), "vehicle_tesla_model3");
  EXPECT_EQ(word("__a--b__"), "a_b");
  EXPECT_EQ(word("3d"), "n3d");
  EXPECT_EQ(word(""), "x");
  EXPECT_EQ(word("Σ"), "u3a3");
  EXPECT_EQ(word(std::string(500, 'a')).size(), 64U);
  UniqueNames names{"self"};
  EXPECT_EQ(names.add("Health"), "Health");
  EXPECT_EQ(names.add("health"), "health_2");
  EXPECT_EQ(names.add("_heal_th"), "_heal_th_3");
  EXPECT_EQ(names.add("Self"), "Self_2");
}

TEST(McapNames, AreUniqueHoweverManyAreAlike) {
  UniqueNames names{"a_3"};
  EXPECT_EQ(names.add("a"), "a");
  EXPECT_EQ(names.add("a"), "a_2");
  EXPECT_EQ(names.add("a"), "a_4") << "a_3 is taken";
  EXPECT_EQ(names.add("a_2"), "a_2_2");
  std::string last;
  for (int i = 5; i <= 200'000; ++i) last = names.add("a");
  EXPECT_EQ(last, "a_200001") << "a_2_2 is a_22";
}

}  // namespace
}  // namespace scrubjay::mcap

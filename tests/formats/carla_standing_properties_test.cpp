#include "formats/carla/read/standing_properties.h"

#include <gtest/gtest.h>

namespace scrubjay::carla {
namespace {

const int kFile = 0;

/// Appends the record at `offset`, of `properties` numbers; whether it had to be read.
bool is_read(StandingProperties& standing, std::uint64_t offset, int properties) {
  PropertyTree out;
  bool is_read = false;
  standing.append(out, offset, [&](PropertyTree& to) {
    is_read = true;
    for (int i = 0; i < properties; ++i) to.number("n", i, Precision::float64);
  });
  EXPECT_EQ(out.size(), static_cast<std::size_t>(properties));
  return is_read;
}

TEST(StandingProperties, ReadARecordOnce) {
  StandingProperties standing(&kFile);
  standing.begin(VectorWidth::float32);
  EXPECT_TRUE(is_read(standing, 7, 2));
  standing.begin(VectorWidth::float32);
  EXPECT_FALSE(is_read(standing, 7, 2));
  standing.begin(VectorWidth::float64);
  EXPECT_TRUE(is_read(standing, 7, 2)) << "the same bytes are other numbers";
}

TEST(StandingProperties, AreOfTheOriginOfTheirRecord) {
  const auto origin_of = [](StandingProperties& standing, std::uint64_t offset) {
    PropertyTree out;
    standing.append(out, offset, [](PropertyTree& to) { to.boolean("b", true); });
    return out.parts_in(out.since(0)).front().origin;
  };
  StandingProperties one(&kFile);
  StandingProperties another(&kFile);
  one.begin(VectorWidth::float32);
  another.begin(VectorWidth::float32);
  const PartOrigin first = origin_of(one, 7);
  EXPECT_TRUE(first == origin_of(another, 7)) << "decoders of one recording";
  EXPECT_FALSE(first == origin_of(one, 8));
  one.begin(VectorWidth::float64);
  EXPECT_FALSE(first == origin_of(one, 7)) << "other numbers";
}

TEST(StandingProperties, ForgetWhatFramesNoLongerHave) {
  const auto is_forgotten = [](int properties) {
    StandingProperties standing(&kFile);
    for (std::uint64_t offset = 0; offset <= StandingProperties::kLeast; ++offset) {
      standing.begin(VectorWidth::float32);
      EXPECT_TRUE(is_read(standing, offset, properties));
    }
    standing.begin(VectorWidth::float32);
    return is_read(standing, 0, properties);
  };
  EXPECT_TRUE(is_forgotten(1));
  EXPECT_TRUE(is_forgotten(0)) << "records that hold nothing take memory, too";
}

}  // namespace
}  // namespace scrubjay::carla

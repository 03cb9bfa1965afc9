#include "formats/xrec/read/metadata_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace scrubjay::xrec {
namespace {

TEST(XrecUtcText, IsTheDateAndAsManyDecimalsAsTheTimeHas) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(1'700'000'000'123'400'000), "2023-11-14T22:13:20.1234Z");
  EXPECT_EQ(utc_text(-1), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(utc_text(-86'400'000'000'000), "1969-12-31T00:00:00Z");
}

TEST(XrecUtcText, StandsTheEarliestAndTheLatestTime) {
  EXPECT_EQ(utc_text(std::numeric_limits<std::int64_t>::min()), "1677-09-21T00:12:43.145224192Z");
  EXPECT_EQ(utc_text(std::numeric_limits<std::int64_t>::max()), "2262-04-11T23:47:16.854775807Z");
}

}  // namespace
}  // namespace scrubjay::xrec

#include "formats/xrec/read/metadata_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace scrubjay::xrec {
namespace {

TEST(XrecMetadataText, IsATextAsItIsAndElseJson) {
  PropertyTree tree;
  const auto text_of = [&](PropertyTree::Node node) { return metadata_text(tree, node); };
  EXPECT_EQ(text_of(tree.text("a", "as \"it\" is")), "as \"it\" is");
  EXPECT_EQ(text_of(tree.integer("b", -5)), "-5");
  EXPECT_EQ(text_of(tree.unsigned_integer("c", 18'000'000'000'000'000'000ULL)),
            "18000000000000000000");
  EXPECT_EQ(text_of(tree.number("d", 0.5, Precision::float64)), "0.5");
  EXPECT_EQ(text_of(tree.boolean("e", true)), "true");
  EXPECT_EQ(text_of(tree.null("f")), "null");
}

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

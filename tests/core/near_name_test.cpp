#include "core/near_name.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

TEST(EditsBetween, CountsWhatIsLeftOutAddedChangedAndSwapped) {
  EXPECT_EQ(edits_between("", ""), 0u);
  EXPECT_EQ(edits_between("", "abc"), 3u);
  EXPECT_EQ(edits_between("speed", "speed"), 0u);
  EXPECT_EQ(edits_between("speed", "sped"), 1u);
  EXPECT_EQ(edits_between("sped", "speed"), 1u);
  EXPECT_EQ(edits_between("speed", "spead"), 1u);
  EXPECT_EQ(edits_between("speed", "psede"), 2u);
  EXPECT_EQ(edits_between("colour", "colors"), 2u);
}

}  // namespace
}  // namespace scrubjay

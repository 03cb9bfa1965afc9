#include "core/platform/desktop.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

TEST(SystemLook, ReadsThePortalsAnswer) {
  EXPECT_EQ(portal_number("(<<uint32 2>>,)\n"), 2);
  EXPECT_EQ(portal_number("   variant       variant          uint32 1"), 1);
  EXPECT_EQ(portal_number("Error: GDBus.Error"), -1);
  EXPECT_EQ(portal_number("uint32 "), -1);
  EXPECT_EQ(portal_number(""), -1);
}

}  // namespace
}  // namespace scrubjay

#include "core/platform/crash_report.h"
#include "core/platform/crash_report_state.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#include <string>

namespace scrubjay::crash_report_state {
namespace {

TEST(CrashReport, IsNamedByTimeAndProcess) {
  const TestFolder folder;
  const std::string reports = (folder / "reports").string();
  ASSERT_TRUE(set_up(reports, "1.2"));
  EXPECT_TRUE(std::filesystem::is_directory(reports));
  EXPECT_EQ(report_path(1700000000, 42).view(), reports + "/crash-1700000000-42.txt");
  EXPECT_EQ(report_path(0, 7).view(), reports + "/crash-0-7.txt");
}

TEST(CrashReport, BeginsWithWhatWasWorkedOn) {
  const TestFolder folder;
  ASSERT_TRUE(set_up(folder.string(), "1.2"));
  note_work("a\n\x1B.log");
  EXPECT_EQ(report_head("SIGSEGV").view(),
            "Scrubjay 1.2 ended by SIGSEGV\nfile: a??.log\nframe: none\nwhere:\n");
  note_work(FrameIndex(10));
  EXPECT_EQ(report_head("SIGABRT").view(),
            "Scrubjay 1.2 ended by SIGABRT\nfile: a??.log\nframe: 10\nwhere:\n");
}

TEST(CrashReport, IsTold) {
  EXPECT_EQ(told("SIGFPE", nullptr).view(), "scrubjay: ended by SIGFPE\n");
  EXPECT_EQ(told("SIGFPE", "/r.txt").view(),
            "scrubjay: ended by SIGFPE; what is known of it is in /r.txt\n");
}

TEST(CrashReport, LeavesOutWhatDoesNotFitIntoALine) {
  Line line;
  line.add(std::string(9000, 'x').c_str()).add(1);
  EXPECT_EQ(line.view(), std::string(8191, 'x'));
  EXPECT_EQ(line.view(), line.text());
  EXPECT_EQ(Line().add_address(~std::uint64_t{0}).view(), "0xffffffffffffffff");
}

}  // namespace
}  // namespace scrubjay::crash_report_state

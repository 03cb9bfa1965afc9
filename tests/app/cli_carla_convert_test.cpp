// `scrubjay convert ... -o x.log --to carla`, through the built program: `export --to ndjson` of
// what was written equals the source's in Unreal's coordinates line by line, for samples of every
// format that has one. Nothing had to be excepted.
#include <filesystem>

#include "cli_program.h"

namespace scrubjay {
namespace {

class ConvertToCarla : public Program {
 protected:
  std::vector<std::string> exported(const std::string& arguments) const {
    const Run run_of = run("export " + arguments + " --to ndjson -o -");
    EXPECT_EQ(run_of.status, 0) << run_of.err;
    return lines_of(run_of.out);
  }

  static std::string sample(const char* name) { return std::string(SCRUBJAY_ASSETS) + "/" + name; }
};

TEST_F(ConvertToCarla, keeps_every_line_of_the_export) {
  for (const char* name :
       {"sample.log", "sample.fbf", "sample_saved.fbf", "sample.xrec", "sample.ndjson"}) {
    const auto expected = exported("'" + sample(name) + "' --coordinates unreal");
    ASSERT_FALSE(expected.empty()) << name;
    const Run converted = run("convert '" + sample(name) + "' -o out.log --to carla");
    ASSERT_EQ(converted.status, 0) << name << ": " << converted.err;
    const auto found = exported(path("out.log"));
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_TRUE(found[i] == expected[i]) << name << " line " << i << "\n"
                                           << found[i].substr(0, 400) << "\n"
                                           << expected[i].substr(0, 400);
    }
  }
}

TEST_F(ConvertToCarla, comes_back_through_other_formats_line_by_line) {
  const auto expected = exported("'" + sample("sample.log") + "'");
  ASSERT_EQ(run("convert '" + sample("sample.log") + "' -o between.xrec").status, 0);
  ASSERT_EQ(run("convert between.xrec -o back.log --to carla").status, 0);
  EXPECT_TRUE(exported(path("back.log")) == expected);
  // What CARLA's packets say alone is the same, but for events in another order.
  EXPECT_EQ(exported(path("back.log") + " --kept ignored").size(), expected.size());
}

TEST_F(ConvertToCarla, says_what_is_lost_without_packets_of_its_own) {
  const Run converted =
      run("convert '" + sample("sample.fbf") + "' -o out.log --to carla --keep nothing --json");
  ASSERT_EQ(converted.status, 0) << converted.err;
  EXPECT_NE(converted.out.find("frames of several streams"), std::string::npos);
  const Run info = run("info out.log --json");
  EXPECT_EQ(info.status, 0);
  EXPECT_EQ(info.out.find("\"183\""), std::string::npos);
}

TEST_F(ConvertToCarla, refuses_other_coordinates_and_leaves_nothing) {
  const Run refused = run("convert \"$S\" -o out.log --to carla --coordinates unity");
  EXPECT_EQ(refused.status, 2) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(path("out.log")));
}

}  // namespace
}  // namespace scrubjay

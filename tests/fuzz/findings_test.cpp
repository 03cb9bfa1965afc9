// The seeds of the fuzz targets, and what these found, minimised: in each file something was once
// wrong. All properties hold for them.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/core/file_text.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {
namespace {

namespace fs = std::filesystem;

/// Runs the target with each file of the folder; how many there were.
int run_all(const NamedTarget& target, const fs::path& folder) {
  int files = 0;
  std::error_code missing;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, missing)) {
    SCOPED_TRACE(entry.path().string());
    const std::string bytes = file_text(entry.path());
    target.run({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    ++files;
  }
  return files;
}

class FuzzTarget : public testing::TestWithParam<NamedTarget> {
 protected:
  void SetUp() override { choose_every_input(true); }
};

TEST_P(FuzzTarget, HoldsForItsSeeds) {
  EXPECT_GT(run_all(GetParam(), fs::path(SCRUBJAY_TEST_DATA) / GetParam().seeds), 0);
}

TEST_P(FuzzTarget, HoldsForWhatItOnceFound) {
  run_all(GetParam(), fs::path(SCRUBJAY_TEST_DATA) / "findings" / GetParam().name);
}

TEST_P(FuzzTarget, HoldsForNothing) { GetParam().run({}); }

INSTANTIATE_TEST_SUITE_P(All, FuzzTarget, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

TEST(FuzzTargets, EveryFolderOfFindingsHasATarget) {
  int folders = 0;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(SCRUBJAY_TEST_DATA) / "findings")) {
    const auto is_its = [&](const NamedTarget& target) {
      return entry.path().filename() == target.name;
    };
    EXPECT_TRUE(std::ranges::any_of(kTargets, is_its)) << entry.path();
    ++folders;
  }
  EXPECT_GT(folders, 0);
}

}  // namespace
}  // namespace scrubjay::fuzz

// Commands print the same whether a file is indexed or its index was kept.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "cli_program.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

/// What is kept for this test; small files too where SCRUBJAY_CACHE says so.
std::size_t kept_indexes(const std::string& folder) {
  std::error_code none;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().filename().string().ends_with("-index.cache")) ++count;
  }
  return count;
}

class CachedProgram : public Program {
 protected:
  std::filesystem::path cache() const { return cache_home_ / "scrubjay"; }
};

TEST_F(CachedProgram, EveryCommandPrintsTheSameFromAKeptIndex) {
  const std::string assets = std::string(SCRUBJAY_ASSETS) + "/";
  const std::string traffic = std::string(SCRUBJAY_TEST_DATA) + "/../colyseus/files/";
  for (const std::string& sample :
       {assets + "sample.log", assets + "sample.fbf", assets + "sample_saved.fbf",
        assets + "sample.ndjson", assets + "sample.xrec", traffic + "v5.colycap",
        traffic + "tokens.har", traffic + "small.txt"}) {
    const std::string file = "'" + sample + "'";
    shell("SCRUBJAY_CACHE=all \"$P\" info " + file);
    EXPECT_EQ(kept_indexes(cache()), 1u) << sample;
    for (const std::string& command :
         {"info " + file + " --json", "info " + file, "events " + file + " --json",
          "show " + file + " --frame 20 --json",
          "show " + file + " --time 1.5 --all-streams --json",
          "export " + file + " --to ndjson -o - --to-time 1",
          "export " + file + " --to csv -o - --to-time 1"}) {
      const Run fresh = shell("SCRUBJAY_CACHE=off \"$P\" " + command);
      const Run kept = shell("SCRUBJAY_CACHE=all \"$P\" " + command);
      EXPECT_EQ(kept.status, fresh.status) << command;
      EXPECT_TRUE(kept.out == fresh.out) << command;
      EXPECT_EQ(kept.err, fresh.err) << command;
    }
    fs::remove_all(cache());
  }
}

TEST_F(CachedProgram, NothingIsKeptWhereThatIsNotWanted) {
  shell("SCRUBJAY_CACHE=off \"$P\" info \"$S\"");
  shell("SCRUBJAY_CACHE=all \"$P\" --no-cache info \"$S\"");
  shell("SCRUBJAY_CACHE=all \"$P\" info --no-cache \"$S\"");
  shell("SCRUBJAY_CACHE=all \"$P\" verify \"$S\"");
  run("info \"$S\"");  // small
  EXPECT_EQ(kept_indexes(cache()), 0u);
}

TEST_F(CachedProgram, TwoAtOnceDoNoHarm) {
  const Run both = shell(
      "export SCRUBJAY_CACHE=all; for i in 1 2 3 4; do \"$P\" info \"$S\" --json >out$i & done; "
      "wait; cmp out1 out2 && cmp out1 out3 && cmp out1 out4");
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_EQ(kept_indexes(cache()), 1u);
  const Run after = shell("SCRUBJAY_CACHE=all \"$P\" info \"$S\" --json");
  EXPECT_EQ(after.out, file_text(path("out1")));
}

}  // namespace
}  // namespace scrubjay

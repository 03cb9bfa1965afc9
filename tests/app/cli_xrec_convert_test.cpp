// `scrubjay convert ... -o x.xrec`, through the built program: `export --to ndjson` of what was
// written equals the source's line by line, for samples of every format that has one. Nothing had
// to be excepted there; of `info --json` these differ and may: file, format, format_version,
// size_bytes and details, which belong to the file, and problems, which name places in it.
#include <algorithm>
#include <array>
#include <filesystem>

#include "cli_program.h"

namespace scrubjay {
namespace {

class ConvertToXrec : public Program {
 protected:
  std::vector<std::string> exported(const std::string& file) const {
    const Run run_of = run("export '" + file + "' --to ndjson -o -");
    EXPECT_EQ(run_of.status, 0) << run_of.err;
    return lines_of(run_of.out);
  }

  /// What of `info --json` two files of different formats have in common.
  std::string common_info(const std::string& file) const {
    const Run info = run("info '" + file + "' --json");
    simdjson::dom::parser parser;
    const auto whole = parsed(parser, info.out);
    std::string text;
    for (const char* key : {"frames", "begin", "end", "entities", "events", "streams",
                            "coordinates", "metadata", "complete"}) {
      text += std::string(key) + ": " + simdjson::minify(whole[key]) + "\n";
    }
    return text;
  }

  static std::vector<std::string> sources() {
    std::vector<std::string> files;
    for (const char* name : {"sample.log", "sample.fbf", "sample_saved.fbf", "sample.ndjson"}) {
      files.push_back(std::string(SCRUBJAY_ASSETS) + "/" + name);
    }
    const std::string shared = SCRUBJAY_SHARED_DATA;
    for (const char* name :
         {"/carla/DistanceToLaneCenter.log", "/framebyframe/ExampleFrameData.txt",
          "/flecs/solar-v3.2.5/earth.ndjson", "/xrec/session60_zstd.xrec"}) {
      if (std::filesystem::exists(shared + name)) files.push_back(shared + name);
    }
    return files;
  }
};

TEST_F(ConvertToXrec, keeps_every_line_of_the_export) {
  for (const std::string& source : sources()) {
    const auto expected = exported(source);
    ASSERT_FALSE(expected.empty()) << source;
    const Run converted = run("convert '" + source + "' -o out.xrec");
    ASSERT_EQ(converted.status, 0) << source << ": " << converted.err;
    const auto found = exported(path("out.xrec"));
    ASSERT_EQ(found.size(), expected.size()) << source;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_TRUE(found[i] == expected[i]) << source << " line " << i << "\n"
                                           << found[i].substr(0, 400) << "\n"
                                           << expected[i].substr(0, 400);
    }
    EXPECT_EQ(common_info(path("out.xrec")), common_info(source)) << source;
  }
}

TEST_F(ConvertToXrec, keeps_every_frame_of_the_xrec_sample_however_it_is_compressed) {
  const std::string source = std::string(SCRUBJAY_ASSETS) + "/sample.xrec";
  const auto expected = exported(source);
  std::array<std::uintmax_t, 2> sizes{};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string compression = i == 0 ? "zstd" : "none";
    ASSERT_EQ(run("convert '" + source + "' -o out.xrec --compression " + compression).status, 0);
    EXPECT_TRUE(exported(path("out.xrec")) == expected) << compression;
    sizes[i] = std::filesystem::file_size(path("out.xrec"));
  }
  EXPECT_LT(2 * sizes[0], sizes[1]);
}

TEST_F(ConvertToXrec, refuses_what_the_format_does_not_offer_and_leaves_nothing) {
  for (const char* arguments : {"--compression lz4", "--container raw"}) {
    const Run refused = run("convert \"$S\" -o out.xrec " + std::string(arguments));
    EXPECT_EQ(refused.status, 2) << arguments;
    EXPECT_FALSE(std::filesystem::exists(path("out.xrec"))) << arguments;
  }
}

}  // namespace
}  // namespace scrubjay

// flecs documents through the built program: how they are read, and that they are written.
#include "cli_program.h"

namespace scrubjay {
namespace {

constexpr const char* kDocuments =
    R"j({"time":0,"data":{"results":[{"name":"p","components":{"Position":{"x":10,"y":0,"z":0}}},)j"
    R"j({"parent":"p","name":"c","components":{"Position":{"x":1,"y":2,"z":3},"Body":{"at":[4,5,6]}}}]}})j"
    "\n"
    R"j({"time":2,"data":{"results":[{"name":"p","components":{"Position":{"x":20,"y":0,"z":0}}}]}})j"
    "\n";

class Flecs : public Program {
 protected:
  std::string position_of_child(const std::string& options) {
    const Run shown = run("show in.ndjson --frame 0 --entity p.c --json " + options);
    EXPECT_EQ(shown.status, 0) << shown.err;
    simdjson::dom::element entity = parsed(parser_, shown.out)["entities"].at(0);
    return simdjson::minify(entity["position"]);
  }

  simdjson::dom::parser parser_;
};

TEST_F(Flecs, positions_are_local_or_in_the_world_as_told) {
  put("in.ndjson", kDocuments);
  EXPECT_EQ(position_of_child(""), "[11,2,3]");
  EXPECT_EQ(position_of_child("--positions local"), "[11,2,3]");
  EXPECT_EQ(position_of_child("--positions world"), "[1,2,3]");
}

TEST_F(Flecs, components_are_mapped_as_told) {
  put("in.ndjson", kDocuments);
  EXPECT_EQ(position_of_child("--map Position=none --map Body/at=position"), "[4,5,6]");
  EXPECT_EQ(position_of_child("--map Body/at=world-position"), "[4,5,6]");
}

TEST_F(Flecs, choices_that_nobody_offers_are_wrong_usage) {
  put("in.ndjson", kDocuments);
  for (const std::string wrong :
       {"--positions here", "--map Position", "--map Position=place", "--positions"}) {
    const Run shown = run("info in.ndjson " + wrong);
    EXPECT_EQ(shown.status, 2) << wrong << shown.err;
  }
  for (const std::string command :
       {"info in.ndjson", "verify in.ndjson", "events in.ndjson", "show in.ndjson --frame 0",
        "export in.ndjson --to ndjson -o -", "convert in.ndjson -o out.ndjson --to flecs",
        "series in.ndjson --entity c --property at", "find in.ndjson \"x < 1\""}) {
    EXPECT_EQ(run(command + " --step never").status, 2) << command;
  }
  const Run carla = run("info \"$S\" --json --positions world");
  EXPECT_EQ(carla.status, 2) << "not a choice for this recording";
  EXPECT_NE(carla.out.find("\"code\":\"option\""), std::string::npos) << carla.out;
}

TEST_F(Flecs, documents_come_back_from_a_conversion) {
  put("in.ndjson", kDocuments);
  const Run converted = run("convert in.ndjson -o out.ndjson --to flecs --json");
  ASSERT_EQ(converted.status, 0) << converted.err;
  EXPECT_NE(converted.out.find("\"frames\":2"), std::string::npos) << converted.out;
  const std::string before = run("export in.ndjson --to ndjson -o -").out;
  EXPECT_EQ(lines_of(before).size(), 2u);
  EXPECT_EQ(run("export out.ndjson --to ndjson -o -").out, before);
}

TEST_F(Flecs, recordings_of_other_formats_become_documents) {
  const Run converted = run("convert \"$S\" -o out.ndjson --to-time 1 --quiet");
  ASSERT_EQ(converted.status, 0) << converted.err;
  const Run info = run("info out.ndjson --json");
  EXPECT_EQ(info.status, 0) << info.err;
  EXPECT_EQ(std::string_view(parsed(parser_, info.out)["format"]), "flecs");
}

}  // namespace
}  // namespace scrubjay

// Documents that are deep, long, in circles or many: what they hold is read, in a time and memory
// that grow with them.
#include <gtest/gtest.h>

#include "tests/formats/flecs_test_file.h"
#include "tests/formats/written_again.h"

namespace scrubjay::flecs {
namespace {

/// Uses everything that a recording offers. Returns the number of frames.
std::size_t use(std::string_view text) {
  const auto recording = read_with(text, {});
  if (recording == nullptr) return 0;
  scrubjay::use(recording);
  return recording->frame_count();
}

TEST(FlecsHostile, BearsDepthAndLongPaths) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(use("{\"name\":\"e\",\"components\":{\"C\":" + deep + "}}\n"), 0u);
  const std::string closed = std::string(2000, '[') + std::string(2000, ']');
  use("{\"name\":\"e\",\"components\":{\"C\":" + closed + "}}\n");
  std::string path;
  for (int i = 0; i < 20'000; ++i) path += "a.";
  EXPECT_EQ(use("{\"results\":[{\"parent\":\"" + path + "a\",\"name\":\"e\"}]}\n"), 1u);
  std::string levels;
  for (int i = 0; i < 100; ++i) levels += "a.";
  const auto recording =
      recording_of("{\"results\":[{\"parent\":\"" + levels + "a\",\"name\":\"e\"}]}\n");
  EXPECT_EQ(recording->entity_count(), 102u) << "all levels become plain nodes";
}

TEST(FlecsHostile, BearsCyclesOfParentsAndBases) {
  EXPECT_EQ(use(R"j({"results":[{"parent":"a.a","name":"a"},{"parent":"a","name":"a"}]})j"), 1u);
  EXPECT_EQ(use(R"j({"results":[{"ids":[["flecs.core.ChildOf","b"]],"entities":["a"]},)j"
                R"j({"ids":[["flecs.core.ChildOf","a"]],"entities":["b"]}]})j"),
            1u);
  EXPECT_EQ(use(R"j({"results":[{"name":"a","pairs":{"IsA":"b"}},{"name":"b","pairs":{"IsA":"a"},)j"
                R"j("components":{"C":{"x":1}}}]})j"),
            1u);
}

/// `row(i)` for each i below `count`, with commas between.
template <class Row>
std::string listed(int count, Row row) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + row(i);
  return text;
}

std::string world_of(const std::string& rows) { return "{\"results\":[" + rows + "]}\n"; }

TEST(FlecsHostile, BearsBasesThatAreAllEachOthers) {
  const auto name = [](int i) { return "\"e" + std::to_string(i) + "\""; };
  const auto recording = recording_of(world_of(listed(12, [&](int i) {
    return "{\"name\":" + name(i) + ",\"pairs\":{\"IsA\":[" +
           listed(11, [&](int k) { return name(k < i ? k : k + 1); }) + "]},\"components\":{\"C" +
           std::to_string(i) + "\":{\"x\":1}}}";
  })));
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 12u);
  EXPECT_EQ(value_of(*recording, frame, "e0", "inherited/e11/C11/x"), "1");
}

TEST(FlecsHostile, BearsManyBlankLines) {
  const std::string sample = world_of(R"j({"name":"a"})j");
  EXPECT_EQ(use(sample + std::string(400'000, '\n') + world_of("")), 2u);
}

/// Each looks for its end up to that of the line.
TEST(FlecsHostile, BearsManyDocumentsWithoutAnEnd) {
  std::string line;
  for (int i = 0; i < 40'000; ++i) line += R"j({"a":"b"{"})j";
  EXPECT_EQ(use(line + "\n" + world_of(R"j({"name":"a"})j")), 1u);
}

TEST(FlecsHostile, BearsManyValuesOfARow) {
  const std::string zeros = listed(100'000, [](int) { return std::string("0"); });
  EXPECT_EQ(use(world_of(R"j({"name":"a","fields":{"values":[)j" + zeros + "]}}")), 1u);
}

TEST(FlecsHostile, BearsManyBasesThatAreListed) {
  const std::string bases = listed(20'000, [](int i) {
    return "\"b" + std::to_string(i) + R"j(":{"components":{"C)j" + std::to_string(i) +
           "\":{\"x\":" + std::to_string(i) + "}}}";
  });
  const auto recording = recording_of(R"j({"name":"a","inherited":{)j" + bases + "}}\n");
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(value_of(*recording, frame, "a", "inherited/b19999/C19999/x"), "19999");
}

/// `e1` below `e0`, `e2` below `e1`, ..., and pairs of entities below the last one.
TEST(FlecsHostile, BearsALongChainOfParents) {
  constexpr int kEntities = 30'000;
  const auto row = [](const std::string& name, const std::string& parent) {
    return "{\"ids\":[[\"flecs.core.ChildOf\",\"" + parent + "\"]],\"entities\":[\"" + name +
           "\"]}";
  };
  const auto numbered = [](const char* name, int i) { return name + std::to_string(i); };
  const std::string chain =
      listed(kEntities, [&](int i) { return row(numbered("e", i + 1), numbered("e", i)); });
  const std::string below = listed(kEntities / 4, [&](int i) {
    return row(numbered("y", i), numbered("x", i)) + "," +
           row(numbered("x", i), numbered("e", kEntities));
  });
  const auto recording = recording_of(world_of(chain + "," + below));
  EXPECT_EQ(recording->entity_count(), 1u + kEntities + kEntities / 2);
  EXPECT_FALSE(problem_of(*recording, "parent-cycle"));
}

}  // namespace
}  // namespace scrubjay::flecs

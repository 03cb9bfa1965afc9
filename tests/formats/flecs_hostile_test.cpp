// Every prefix and seeded mutations of small files of every version: opened, indexed, decoded. That
// nothing breaks is for the sanitizers to see; that whole samples in front of the damage are kept
// is checked here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>

#include "formats/flecs/flecs.h"
#include "tests/formats/flecs_test_file.h"

namespace scrubjay::flecs {
namespace {

/// One small recording a version and kind, two or three samples each.
const std::vector<std::string>& small_files() {
  static const std::vector<std::string> kFiles{
      // 3.0: string ids, whole paths
      R"j({"ids":["Position","(Likes,*)"],"results":[{"ids":["Position","(Likes,A)"],)j"
      R"j("entities":["S.Sun","S.677"],"entity_ids":[659,4294967973],"sources":[0,0],)j"
      R"j("values":[[{"x":1,"y":2},{"x":"1e4","y":3}],0]}]})j"
      "\n"
      R"j({"ids":["Position","(Likes,*)"],"results":[{"ids":["Position","(Likes,B)"],)j"
      R"j("entities":["S.Sun"],"entity_ids":[659],"sources":[0,0],"values":[[{"x":1,"y":2}],0]}]})j"
      "\n",
      // 3.x entity with a base
      R"j({"path":"a.b","label":"the "b"","is_a":[{"path":"P","ids":[["C"]],"values":[{"v":1}]}],)j"
      R"j("ids":[["Position"],["flecs.core.ChildOf","a"],["F",0,"TOGGLE"]],)j"
      R"j("values":[{"x":1,"y":2,"z":3},0,0],"type_info":[{"x":["float"]},0,0]})j"
      "\n"
      R"j({"path":"a.b","ids":[["Position"]],"values":[{"x":2,"y":2,"z":3}]})j"
      "\n",
      // 3.2 world and rows
      R"j({"results":[{"ids":[["A"],["flecs.core.ChildOf","P"]],"parent":"P",)j"
      R"j("entities":["x",780],"values":[[{"k":"On"},{"k":"Off"}],0],"alerts":true}]})j"
      "\n"
      R"j({"results":[{"parent":"P","name":"780","is_set":[true],"tags":["T"],)j"
      R"j("components":{"A":{"k":"On"},"A":{"k":"Off"}}}]})j"
      "\n",
      // 4.x worlds, wrapped, with a move and a tag
      R"j({"time":0,"frame":0,"data":{"results":[{"name":"P","id":1},{"parent":"P","name":"a.b",)j"
      R"j("id":2,"tags":["T"],"pairs":{"R":["X","Y"],"N":"@7"},"components":{"Position":)j"
      R"j({"x":1,"y":2,"z":3},"Rotation":{"x":0.5,"y":0,"z":0},"S":null}}]}})j"
      "\n"
      R"j({"time":0.5,"frame":5,"data":{"results":[{"name":"P","id":1},{"name":"a.b","id":2,)j"
      R"j("pairs":{"R":"X"},"components":{"Position":{"x":1,"y":2,"z":3},"Rotation":{"x":0.5,)j"
      R"j("y":0,"z":0},"S":null}},{"parent":"#9","name":"#10","id":10,"version":3}]}})j"
      "\nnull\n{\"error\":\"no\"}\n",
      // 4.x query rows and an entity
      R"j({"type_info":{"Position":{"x":["float",{"unit":"u","symbol":"m"}]}},"field_info":)j"
      R"j([{"id":"Position"},{"id":"Epoch"}],"query_info":{"terms":[{"first":{"entity":"Position"}},)j"
      R"j({"first":{"entity":"Epoch"},"src":{"entity":"Epoch"}}]},"results":[{"parent":"S",)j"
      R"j("name":"E","fields":{"sources":[0,"Epoch"],"values":[{"x":1},{"time":1}]}},{}]})j"
      "\n"
      R"j({"type_info":{"E":["enum","A","B"]},"parent":"l\.01","name":"the "boss"","id":3,)j"
      R"j("doc":{"label":"\a"},"inherited":{"B":{"components":{"E":"A"}}},"components":{"E":"B"},)j"
      R"j("alerts":[{"alert":"x"}],"refs":{"R":["q"]},"matches":["m"]})j"
      "\n",
      // 3.1.5: ids as arrays, names beside whole paths, the same id twice for a flag
      R"j({"ids":[["Position"],["Fuel"],["Fuel"],["Likes","*"]],"vars":["b"],"results":[{"ids":)j"
      R"j([["Position"],["Fuel"],["Fuel"],["Likes","A"]],"sources":[0,0,0,"S"],"vars":["S"],)j"
      R"j("entities":["S.a","S.X.1"],"entity_names":["a","X.1"],"entity_ids":[659,4294967973],)j"
      R"j("entity_labels":["a",0],"values":[[{"x":1},{"x":"1e4"}],[{"l":1},{"l":-'..--).}],0,0]}],)j"
      R"j("eval_duration":0.1})j"
      "\n"
      R"j({"results":[{"ids":[["Fuel"],["Fuel"]],"entities":["S.a"],"values":[[{"l":2}],0]}]})j"
      "\n",
      // 4.0.0: labels as keys, types in each row
      R"j({"results":[{"parent":"S","name":"Earth","doc":{"label":"The Earth"},"alerts":true,)j"
      R"j("type_info":{"Position":{"x":["float"],"r":["array",["float"],3,,{"unit":"flecs.units.A"}]}},)j"
      R"j("tags":["#704"],"pairs":{"ChildOf":"Sol ☉"},"components":{"(Identifier,Name)":null,)j"
      R"j("Position":{"x":"-.1e6","r":[1,2,3]},"Big":"9223372036854775808"}}]})j"
      "\n"
      R"j({"time":"2","data":{"results":[{"parent":"S","name":"#753","components":{"Position":null}}]}})j"
      "\n",
      // after 4.1.6: types once, maps, values of any type, alerts listed, a singleton that tells
      // time
      R"j({"type_info":{"M":{"m":["map",["int"],["float"]],"v":["value"],"e":["entity"]},)j"
      R"j("Clock":{"time":["float",{"unit":"flecs.units.Duration.Seconds","symbol":"s","range":[0,9]}]}},)j"
      R"j("results":[{"name":"Clock","components":{"Clock":{"time":1}}},{"parent":"l\\.01","name":"a",)j"
      R"j("id":7,"version":2,"tags":["toggle|Fuel"],"components":{"M":{"m":{"1":2,"B|C":3},"v":)j"
      R"j({"Pos":{"x":1}},"e":"#0"}},"alerts":[{"alert":"low","severity":"Error","message":"m"}]}]})j"
      "\n"
      R"j({"results":[{"name":"Clock","components":{"Clock":{"time":2}}},{"name":"a","id":7}]})j"
      "\n",
      // commands, an array with everything
      R"j([{"frame":1,"data":{"syncs":[{"commands":[{"kind":"Add","id":"(R,T)","entity":"#5"}]}]}},)j"
      R"j({"frame":1,"data":{"results":[]}},{"frame":2,"data":{"name":"#12"}}])j"};
  return kFiles;
}

/// Uses everything that a recording offers. Returns the number of frames.
std::size_t use(std::string_view text) {
  // A block of exactly that size, so that a sanitizer sees each byte too far.
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  auto opened =
      kFormat.open(InputFile::from_memory("hostile.ndjson", {first, first + text.size()}));
  if (!opened) {
    EXPECT_EQ(opened.error().severity, Severity::fatal);
    return 0;
  }
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  EXPECT_TRUE(recording->is_indexed());
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    EntityIndex last;
    for (const Entity& entity : frame.entities) {
      EXPECT_LE(entity.properties.first + entity.properties.count, frame.tree.size());
      EXPECT_LT(entity.index.value, recording->entity_count());
      EXPECT_TRUE(!last.exists() || last < entity.index);
      last = entity.index;
    }
    // What the frame shows lives in it, and the other way round.
    std::size_t alive = 0;
    recording->visit_alive(FrameIndex(i), [&](EntityIndex entity) {
      ++alive;
      EXPECT_NE(frame.find(entity), nullptr) << recording->entity(entity).id << " in " << text;
    });
    if (frame.problems.empty()) {
      EXPECT_EQ(alive, frame.entities.size()) << text;
    }
  }
  return recording->frame_count();
}

TEST(FlecsHostile, BearsEveryPrefix) {
  for (const std::string& text : small_files()) {
    const std::size_t whole = use(text);
    EXPECT_GT(whole, 0u);
    std::size_t frames = 0;
    for (std::size_t size = 1; size <= text.size(); ++size) {
      const std::size_t now = use(std::string_view(text).substr(0, size));
      EXPECT_GE(now + 1, frames) << "samples in front of the cut are kept";
      frames = std::max(frames, now);
    }
    EXPECT_EQ(frames, whole);
  }
}

TEST(FlecsHostile, BearsMutations) {
  const char* wanted = std::getenv("SCRUBJAY_MUTATIONS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 1112;  // of each of nine files
  std::mt19937 random(20251121);
  constexpr std::string_view kBytes = "\"\\{}[]:,.#@0189-e()<>|tn \n\xFF\x01";
  for (const std::string& text : small_files()) {
    for (int round = 0; round < rounds; ++round) {
      std::string mutated = text;
      const int changes = 1 + static_cast<int>(random() % 4);
      for (int i = 0; i < changes && !mutated.empty(); ++i) {
        const std::size_t at = random() % mutated.size();
        switch (random() % 4) {
          case 0: mutated[at] = kBytes[random() % kBytes.size()]; break;
          case 1: mutated.erase(at, 1 + random() % 8); break;
          case 2: mutated.insert(at, 1, kBytes[random() % kBytes.size()]); break;
          default: mutated.insert(at, mutated.substr(random() % mutated.size(), random() % 40));
        }
      }
      use(mutated);
    }
  }
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

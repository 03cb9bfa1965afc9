// What the index pass publishes: frames in order, streams, entities and their lives, events,
// layers, resources, comments (formats/framebyframe/README.md, 3, 4, 8, 9, 10, 11, 15).
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "core/background_index.h"
#include "core/base64.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/framebyframe/read/entity_map.h"
#include "formats/framebyframe/read/frame_skim.h"
#include "formats/framebyframe/read/resource_content.h"
#include "tests/formats/framebyframe_test_file.h"

namespace scrubjay::framebyframe {
namespace {

using Entities = std::vector<EntityText>;

std::string frame(double time, Entities entities = {}, std::int64_t client = 0,
                  std::string extra = {}) {
  return FrameTextMaker{.frame_id = static_cast<std::int64_t>(time),
                        .client = client,
                        .tag = client == 0 ? "Server" : "Client " + std::to_string(client),
                        .server_time = time,
                        .entities = std::move(entities),
                        .extra = std::move(extra)}
      .text();
}

std::string numbers_of(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.frame_count(); ++i) {
    text += std::to_string(recording.timeline().number(FrameIndex(i))) + " ";
  }
  return text;
}

std::string events_of(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.event_count(); ++i) {
    const EventInfo event = recording.event(EventIndex(i));
    text += std::to_string(event.frame.value) + ":" + std::to_string(event.order) + " " +
            std::string(recording.entity(event.entity).id) + " " + std::string(event.name) + "/" +
            std::string(event.tag) + ", ";
  }
  return text;
}

std::string layers_of(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.layer_count(); ++i) {
    text += "\"" + std::string(recording.layer(i)) + "\" ";
  }
  return text;
}

TEST(FrameByFrameIndex, KnowsTheLastParentOfWhoIsARootNow) {
  const auto with_parent = [](std::int64_t parent) {
    return Entities{{.id = 1}, {.id = 2, .parent = parent}, {.id = 3}};
  };
  // By 3 last, then by nobody, then by one that is not there.
  const auto recording = indexed(raw_text({frame(0, with_parent(1)), frame(1, with_parent(3)),
                                           frame(2, with_parent(0)), frame(3, with_parent(9))}));
  ASSERT_EQ(recording->entity_count(), 3u);
  const EntityInfo two = recording->entity(EntityIndex(1));
  EXPECT_EQ(two.id, "2");
  EXPECT_EQ(two.parent, EntityIndex(2));
  Cursor cursor(recording);
  EXPECT_EQ(cursor.seek(FrameIndex(1)).find(EntityIndex(1))->parent, EntityIndex(2));
  EXPECT_FALSE(cursor.seek(FrameIndex(2)).find(EntityIndex(1))->parent.exists());
}

TEST(FrameByFrameIndex, OrdersFramesByServerTimeAndKeepsEqualOnesInTheirOrder) {
  const auto recording = indexed(raw_text({
      FrameTextMaker{.frame_id = 1, .server_time = 300}.text(),
      FrameTextMaker{.frame_id = 2, .server_time = 100}.text(),
      FrameTextMaker{.frame_id = 3, .server_time = 300}.text(),
      FrameTextMaker{.frame_id = 4, .server_time = 200.5}.text(),
  }));
  EXPECT_EQ(numbers_of(*recording), "2 4 1 3 ");
  EXPECT_EQ(recording->timeline().time(FrameIndex(0)), 0);
  EXPECT_DOUBLE_EQ(recording->timeline().time(FrameIndex(1)), 0.1005);
  EXPECT_DOUBLE_EQ(recording->timeline().time(FrameIndex(3)), 0.2);
  EXPECT_EQ(problem_codes(*recording), "frames-unordered");
  EXPECT_EQ(detail(*recording, "start_time"), "100");
}

TEST(FrameByFrameIndex, FramesWithoutATimeStayWhereTheyAre) {
  const std::string none = R"({"frameId":9,"clientId":0,"tag":"S","entities":[]})";
  const std::string null = R"({"frameId":8,"clientId":0,"serverTime":null,"entities":[]})";
  const std::string quoted = R"({"frameId":7,"clientId":0,"serverTime":"250","entities":[]})";
  const auto recording = indexed(raw_text({none, frame(100), null, frame(200), quoted}));
  EXPECT_EQ(numbers_of(*recording), "9 100 8 200 7 ");
  EXPECT_EQ(recording->timeline().time(FrameIndex(2)), 0);
  EXPECT_DOUBLE_EQ(recording->timeline().time(FrameIndex(4)), 0.15);
  const auto problem = problem_of(*recording, "no-time");
  ASSERT_TRUE(problem.has_value());
  EXPECT_EQ(problem->severity, Severity::warning);
  EXPECT_EQ(problem->count, 2u);
}

TEST(FrameByFrameIndex, EachClientIsAStreamNamedByItsFirstTag) {
  const auto recording = indexed(raw_text({
      frame(0, {{.id = 5, .name = "A"}}),
      frame(1, {{.id = 5, .name = "B"}}, 3),
      R"({"frameId":2,"clientId":0,"tag":"Renamed","serverTime":2,"entities":[]})",
      R"({"frameId":3,"serverTime":3,"tag":null,"entities":[]})",
      R"({"frameId":4,"clientId":200,"serverTime":4,"entities":[]})",
  }));
  const Timeline& timeline = recording->timeline();
  ASSERT_EQ(timeline.stream_count(), 3u);
  EXPECT_EQ(timeline.stream_info(StreamIndex(0)).id, "0");
  EXPECT_EQ(timeline.stream_info(StreamIndex(0)).name, "Server");
  EXPECT_EQ(timeline.stream_info(StreamIndex(1)).id, "3");
  EXPECT_EQ(timeline.stream_info(StreamIndex(1)).name, "Client 3");
  EXPECT_EQ(timeline.stream_info(StreamIndex(2)).name, "Client");
  EXPECT_EQ(timeline.frame_count(StreamIndex(0)), 3u);
  // The same id of two clients is two entities.
  ASSERT_EQ(recording->entity_count(), 2u);
  EXPECT_EQ(recording->entity(EntityIndex(0)).name, "A");
  EXPECT_EQ(recording->entity(EntityIndex(1)).name, "B");
  EXPECT_EQ(recording->entity(EntityIndex(1)).id, "5");
  EXPECT_EQ(recording->entity(EntityIndex(1)).stream, StreamIndex(1));
}

TEST(FrameByFrameIndex, FramesThatNameNoClientAreTheServersWhateverCameBefore) {
  constexpr std::size_t kOfEach = 100;
  std::vector<std::string> frames;
  for (std::size_t i = 0; i < kOfEach; ++i) frames.push_back(frame(static_cast<double>(i), {}, 3));
  for (std::size_t i = 0; i < kOfEach; ++i) {
    frames.push_back(R"({"serverTime":)" + std::to_string(kOfEach + i) + R"(,"entities":[]})");
  }
  const auto recording = indexed(raw_text(frames));
  const Timeline& timeline = recording->timeline();
  ASSERT_EQ(timeline.stream_count(), 2u);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(timeline.stream_info(timeline.stream(FrameIndex(i))).id, i < kOfEach ? "3" : "0");
  }
}

TEST(FrameByFrameIndex, LivesLastFromTheFirstToTheLastFrameOfTheClient) {
  const EntityText a{.id = 1};
  const EntityText b{.id = 2};
  const EntityText other{.id = 9};
  const auto recording = indexed(raw_text({
      frame(0, {a, b}),      // 0
      frame(1, {other}, 1),  // 1: another client, says nothing of a and b
      frame(2, {a}),         // 2
      frame(3, {a, b}),      // 3
      frame(4, {}, 1),       // 4
      frame(5, {b}),         // 5
      frame(6, {other}, 1),  // 6
  }));
  const char* const living[] = {"1 2", "1 9", "1", "1 2", "2", "2", "9"};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(living_at(*recording, i), living[i]) << i;
  std::vector<Lifetime> lives;
  recording->lifetimes_of(recording->find_entities("2")[0], lives);
  ASSERT_EQ(lives.size(), 2u);
  EXPECT_EQ(lives[0].last, FrameIndex(0));
  EXPECT_EQ(lives[1].first, FrameIndex(3));
  EXPECT_EQ(lives[1].last, FrameIndex(5));
}

TEST(FrameByFrameIndex, CyclesAreBrokenWhereFramesBreakThem) {
  const auto recording = indexed(raw_text({
      frame(0, {{.id = 3}, {.id = 10, .parent = 3}, {.id = 5, .parent = 3}}),
      frame(1, {{.id = 5, .parent = 10}, {.id = 10, .parent = 5}, {.id = 3}}),
  }));
  Cursor cursor(recording);
  std::size_t children = 0;
  for (const Entity& entity : cursor.seek(FrameIndex(1)).entities) {
    // What was known last stays where the frame has a root.
    if (!entity.parent.exists()) continue;
    ++children;
    EXPECT_EQ(recording->entity(entity.index).parent, entity.parent);
    EXPECT_EQ(recording->entity(entity.index).id, "10");
  }
  EXPECT_EQ(children, 1u);
}

TEST(FrameByFrameIndex, ParentsAreThoseOfTheSameFrameAndCyclesAreBroken) {
  const auto recording = indexed(raw_text({
      frame(0,
            {{.id = 2, .parent = 1}, {.id = 1}, {.id = 3, .parent = 77}, {.id = 4, .parent = 4}}),
      frame(1, {{.id = 5, .parent = 6}, {.id = 6, .parent = 7}, {.id = 7, .parent = 5}}),
  }));
  const auto parent_of = [&](const char* id) {
    const EntityIndex parent = recording->entity(recording->find_entities(id)[0]).parent;
    return parent.exists() ? std::string(recording->entity(parent).id) : std::string();
  };
  EXPECT_EQ(parent_of("2"), "1");
  EXPECT_EQ(parent_of("1"), "");
  EXPECT_EQ(parent_of("3"), "");
  EXPECT_EQ(parent_of("4"), "");
  EXPECT_EQ(parent_of("5"), "6");
  EXPECT_EQ(parent_of("6"), "7");
  EXPECT_EQ(parent_of("7"), "");
  const auto cycles = problem_of(*recording, "parent-cycle");
  ASSERT_TRUE(cycles.has_value());
  EXPECT_EQ(cycles->count, 2u);
}

TEST(FrameByFrameIndex, EventsAreOrderedByIdxAcrossEntities) {
  const auto recording = indexed(raw_text(
      {frame(0, {{.id = 1, .events = event_text("c", "x", 2) + "," + event_text("a", "", 0)},
                 {.id = 2, .events = event_text("b", "y", 1)}})}));
  EXPECT_EQ(events_of(*recording), "0:0 1 a/, 0:1 2 b/y, 0:2 1 c/x, ");
  Cursor cursor(recording);
  const Frame& sought = cursor.seek(FrameIndex(0));
  ASSERT_EQ(sought.events.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto amount = find_path(sought.tree, sought.events[i].properties, "Amount");
    ASSERT_TRUE(amount.has_value());
    EXPECT_EQ(sought.tree[*amount].number, static_cast<double>(i));
  }
}

TEST(FrameByFrameIndex, EventsWithoutIdxKeepTheirPlace) {
  const std::string bare = R"({"name":"e","properties":null})";
  const auto recording = indexed(raw_text({frame(0, {{.id = 1, .events = bare + "," + bare}})}));
  EXPECT_EQ(events_of(*recording), "0:0 1 e/, 0:1 1 e/, ");
}

TEST(FrameByFrameIndex, IdsAndNamesAreReadAsTheyCome) {
  const std::string entities =
      R"("7":{"parentId":0,"properties":[],"events":[]},)"
      R"("8":{"id":9,"properties":null,"events":null},)"
      R"("10":{"properties":[{"name":"speed","type":"number","value":1},)"
      R"({"name":"Special","type":"group","value":[{"name":"name","type":"string","value":"Flat"}]}],"id":10},)"
      R"("11":{"id":"11","properties":[{"type":"group","name":"u","value":[]},)"
      R"({"value":[{"value":"By place","type":"string","name":"title"}],"type":"group","name":"s"}]},)"
      R"("12":{"id":12.0,"properties":[{"name":"p","type":"group","value":[]},)"
      R"({"name":"special","type":"group","value":[{"name":"icon","type":"string","value":"no"},)"
      R"({"name":"Name","type":"string","value":"T\u00e9 \"x\""}]}]},)"
      R"("2147483647123":{"id":2147483647123,"properties":[],"events":[]})";
  const auto recording = indexed(raw_text(
      {R"({"frameId":1,"clientId":0,"tag":"S","serverTime":1,"entities":{)" + entities + "}}"}));
  std::string found;
  for (std::size_t i = 0; i < recording->entity_count(); ++i) {
    const EntityInfo info = recording->entity(EntityIndex(i));
    found += std::string(info.id) + "=" + std::string(info.name) + ";";
  }
  EXPECT_EQ(found, "7=;9=;10=Flat;11=By place;12=Té \"x\";2147483647123=;");
  EXPECT_EQ(problem_codes(*recording), "");
  Cursor cursor(recording);
  EXPECT_EQ(cursor.seek(FrameIndex(0)).entities.size(), 6u);
}

TEST(FrameByFrameIndex, ADumpsIdsAreTakenApart) {
  const auto entity = [](int id, int parent, int first_number) {
    return "\"" + std::to_string(id) + "\":{\"id\":" + std::to_string(id) +
           ",\"parentId\":" + std::to_string(parent) +
           ",\"properties\":[{\"name\":\"properties\",\"type\":\"group\",\"value\":[],\"id\":" +
           std::to_string(first_number) + "}],\"events\":[]}";
  };
  const std::string head = R"({"frameId":1,"clientId":1,"tag":"S","serverTime":1,"entities":{)";
  const auto dump = indexed(head + entity(513, 0, 1) + "," + entity(769, 513, 2) + "," +
                            entity(514, 0, 3) + "}}");
  EXPECT_EQ(entities_at(dump, 0), "2 , 3 ");
  EXPECT_EQ(dump->entity(EntityIndex(1)).parent, EntityIndex(0));
  // An entity of another client stands in a frame of that one.
  ASSERT_EQ(dump->timeline().size(), 2u);
  EXPECT_EQ(dump->timeline().stream_info(StreamIndex(1)).id, "2");
  EXPECT_EQ(entities_at(dump, 1), "2 ");
  // Without numbered properties they are ids as they are.
  const auto plain = indexed(head + entity(513, 0, 7) + "}}");
  EXPECT_EQ(entities_at(plain, 0), "513 ");
}

TEST(FrameByFrameIndex, CollectsLayersScenesAndVersions) {
  const auto shape = [](const char* layer) {
    return std::string(R"({"type":"sphere","name":"s","layer": ")") + layer +
           R"(","color":{"r":1,"g":1,"b":1,"a":1},"position":{"x":0,"y":0,"z":0},"radius":1})";
  };
  const std::vector<std::string> frames{
      frame(0, {{.id = 1, .user = shape("AI") + "," + shape("") + "," + shape("AI")}}, 0,
            R"("scene":"Arena",)"),
      frame(1, {{.id = 1, .user = shape("N\\u00e9w") + "," + shape("AI")}}, 0,
            R"("scene":"Lobby",)"),
      frame(2,
            {{.id = 1, .user = R"({"name":"layer","type":"string","value":"\"layer\":\"no\""})"}},
            0, R"("scene":"Arena",)"),
  };
  const auto raw = indexed(raw_text(frames, 3));
  EXPECT_EQ(layers_of(*raw), "\"AI\" \"\" \"Néw\" ");
  EXPECT_EQ(detail(*raw, "scenes"), "[\"Arena\",\"Lobby\"]");
  EXPECT_EQ(detail(*raw, "version"), "3");
  EXPECT_EQ(problem_codes(*raw), "");
  const auto saved = indexed(saved_text(frames, R"(,"layers":["Stored","AI"],"scenes":["Old"])"));
  EXPECT_EQ(detail(*saved, "layers"), "[\"Stored\",\"AI\",\"\",\"Néw\"]");
  EXPECT_EQ(detail(*saved, "scenes"), "[\"Old\",\"Arena\",\"Lobby\"]");
  EXPECT_EQ(problem_codes(*indexed(raw_text(frames, 5))), "newer-version");
}

/// One red and one green pixel.
constexpr const char* kRaw = R"("{\"width\":2,\"height\":1,\"data\":\"FF0000ff00FF0080\"}")";

std::string resource(std::string_view path, std::string_view type, std::string_view text_data) {
  return R"({"path":")" + std::string(path) + R"(","type":")" + std::string(type) +
         R"(","textData":)" + std::string(text_data) + "}";
}

/// textData with a blob.
std::string blob(std::string_view content) {
  return R"("{\"blob\":\")" + std::string(content) + R"(\"}")";
}

TEST(FrameByFrameResources, AreListedOnceAndRead) {
  const std::string png = "\x89PNG\r\n\x1A\n....";
  std::string base64;
  append_base64(base64, bytes_of(png));
  const std::string listed =
      resource("a.png", "image/jpg", blob("data:image/jpg;base64," + base64)) + "," +
      resource("bare.png", "", blob(base64)) + "," + resource("raw", "image/raw", kRaw) + "," +
      resource("t.txt", "text/plain", blob("data:text/plain,a%20b")) + "," +
      resource("none.png", "image/png", "null");
  const std::string textured =
      R"({"type":"plane","name":"","layer":"","texture":"a.png"},)"
      R"({"type":"plane","name":"","layer":"","texture":"never.png"},)"
      R"({"type":"plane","name":"","layer":"","texture":""},)"
      R"({"name":"shot","type":"resource","value":"shot.png"},)"
      R"({"value":"late.png","flags":1,"type":"resource","name":"{ \"x\": {"})";
  const std::string first =
      frame(0, {{.id = 1, .user = textured}}, 0, "\"resources\":[" + listed + "],");
  const std::string second =
      frame(1, {}, 0, "\"resources\":[" + resource("a.png", "x", blob("QUJD")) + "],");
  const auto recording = indexed(raw_text({first, second}));
  std::string paths;
  for (std::size_t i = 0; i < recording->resource_count(); ++i) {
    paths += std::string(recording->resource(ResourceIndex(i)).path) + " ";
  }
  EXPECT_EQ(paths, "a.png bare.png raw t.txt none.png never.png shot.png late.png ");
  EXPECT_EQ(detail(*recording, "resources"), "8");
  const auto read = [&](const char* path) {
    return recording->reader().read_resource(*recording, recording->find_resource(path));
  };
  for (const char* path : {"a.png", "bare.png"}) {
    const auto picture = read(path);
    ASSERT_TRUE(picture.has_value()) << describe(picture.error());
    EXPECT_EQ(picture->bytes, bytes_of(png));
    EXPECT_EQ(picture->type, "image/png");
    EXPECT_EQ(picture->width, 0u);
  }
  const auto raw = read("raw");
  ASSERT_TRUE(raw.has_value());
  EXPECT_EQ(raw->width, 2u);
  EXPECT_EQ(raw->height, 1u);
  EXPECT_EQ(raw->bytes, bytes_of(std::string("\xFF\x00\x00\xFF\x00\xFF\x00\x80", 8)));
  const auto text = read("t.txt");
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(text->bytes, bytes_of("a b"));
  EXPECT_EQ(text->type, "text/plain");
  for (const char* path : {"none.png", "never.png", "shot.png"}) {
    const auto missing = read(path);
    ASSERT_FALSE(missing.has_value()) << path;
    EXPECT_EQ(missing.error().code, "resource-missing");
  }
}

TEST(FrameByFrameResources, OfASavedRecordingAreReadFromItsTable) {
  const auto recording = indexed(saved_text(
      {frame(0)}, ",\"resources\":{\"key\":{\"type\":\"text/plain\",\"textData\":" + blob("QUJD") +
                      "},\"b\":" + resource("path.b", "x/y", blob("QUJD")) + "}"));
  ASSERT_EQ(recording->resource_count(), 2u);
  EXPECT_EQ(recording->resource(ResourceIndex(0)).path, "key");
  EXPECT_EQ(recording->resource(ResourceIndex(1)).path, "path.b");
  for (std::size_t i = 0; i < 2; ++i) {
    const auto read = recording->reader().read_resource(*recording, ResourceIndex(i));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->bytes, bytes_of("ABC"));
  }
}

TEST(FrameByFrameResources, ThatAreDamagedSayWhy) {
  const char* const damaged[] = {
      "\"no JSON\"",
      "\"{}\"",
      R"("{\"blob\":\"data:image/png;base64\"}")",
      R"("{\"blob\":\"!!!!\"}")",
      R"("{\"width\":2,\"height\":2,\"data\":\"FF\"}")",
      R"("{\"width\":1,\"height\":1,\"data\":\"GG0000FF\"}")",
      R"("{\"width\":1e9,\"height\":1e9,\"data\":\"\"}")",
      R"("{\"blob\":\"data:,a%2\"}")",
  };
  for (const char* text_data : damaged) {
    const std::string json = resource("a", "b", text_data);
    const std::string padded = json + std::string(64, ' ');
    const auto read = resource_content(std::string_view(padded).substr(0, json.size()));
    ASSERT_FALSE(read.has_value()) << text_data;
    EXPECT_EQ(read.error().code, "resource-damaged") << text_data;
  }
}

TEST(FrameByFrameIndex, ListsEachNameOfAFrameOnceHoweverManyThereAre) {
  constexpr std::size_t kNames = 100'000;
  std::string text;
  for (int times = 0; times < 2; ++times) {
    for (std::size_t i = 0; i < kNames; ++i) {
      const std::string name = std::to_string(i);
      text += R"({"layer":"L)" + name + R"(","texture":"T)" + name + R"("},)";
    }
  }
  SkimmedFrame found;
  find_layers(text, found);
  find_named_resources(text, found);
  ASSERT_EQ(found.layers.size(), kNames);
  ASSERT_EQ(found.named.size(), kNames);
  EXPECT_EQ(found.layers.front(), "L0");
  EXPECT_EQ(found.layers.back(), "L99999");
  EXPECT_EQ(found.named.back(), "T99999");
}

TEST(FrameByFrameComments, PointAtFramesPropertiesAndEvents) {
  // Numbers: entity 1 has 1 properties, 2 Health, 3 special, 4..7 its entries, 8 the event's group,
  // 9 Amount.
  const std::string health = R"({"name":"Health","type":"number","value":5})";
  const std::string frame_text =
      FrameTextMaker{.server_time = 50,
                     .entities = {{.id = 1, .user = health, .events = event_text("hit", "", 0)}},
                     .entities_as_map = true}
          .text();
  const std::string comments =
      R"("1":{"id":1,"type":0,"text":"start","pos":{"x":3,"y":4},"frameId":1,"color":"#A1D6CB"},)"
      R"("2":{"id":2,"type":1,"text":"low","pos":{"x":0,"y":0},"frameId":1,"entityId":256,"propertyId":2},)"
      R"("3":{"id":3,"type":2,"text":"ouch","pos":{"x":0,"y":0},"frameId":1,"entityId":256,"propertyId":9},)"
      R"("4":{"id":4,"type":1,"text":"gone","pos":null,"frameId":99,"entityId":256,"propertyId":900},)"
      R"("5":7)";
  const auto recording =
      indexed(saved_text({FrameTextMaker{.server_time = 0, .entities = {}}.text(), frame_text},
                         ",\"comments\":{" + comments + "}"));
  ASSERT_EQ(recording->comment_count(), 4u);
  EXPECT_EQ(problem_codes(*recording), "comment-damaged");
  const CommentInfo start = recording->comment(CommentIndex(0));
  EXPECT_EQ(start.id, "1");
  EXPECT_EQ(start.text, "start");
  EXPECT_EQ(start.color, "#A1D6CB");
  EXPECT_EQ(start.target, CommentInfo::Target::timeline);
  EXPECT_EQ(start.frame, FrameIndex(1));
  EXPECT_EQ(start.x, 3);
  EXPECT_EQ(start.y, 4);
  Cursor cursor(recording);
  const Frame& sought = cursor.seek(FrameIndex(1));
  const CommentInfo low = recording->comment(CommentIndex(1));
  EXPECT_EQ(low.target, CommentInfo::Target::property);
  ASSERT_EQ(low.entity, EntityIndex(0));
  EXPECT_EQ(sought.tree[sought.entities[0].properties.first + low.property].name, "Health");
  const CommentInfo ouch = recording->comment(CommentIndex(2));
  EXPECT_EQ(ouch.target, CommentInfo::Target::event);
  ASSERT_EQ(ouch.event, EventIndex(0));
  EXPECT_EQ(sought.tree[sought.events[0].properties.first + ouch.property].name, "Amount");
  const CommentInfo gone = recording->comment(CommentIndex(3));
  EXPECT_FALSE(gone.frame.exists());
  EXPECT_EQ(gone.property, CommentInfo::kNoProperty);
}

TEST(FrameByFrameIndex, RepairsAFrameAloneAndTellsIt) {
  const std::string bare =
      R"({"frameId":2,"clientId":0,"tag":"S","serverTime":2,"entities":[{"id":1,"parentId":0,)"
      R"("properties":[{"name":"properties","type":"group","value":[{"name":"hp","type":number,"value":NaN}]}],)"
      R"("events":[{"name":"e","tag":"","properties":{"name":"properties","type":"group","value":[)"
      R"({"name":"at","type":"vec3","value":{x:1,y:2,z:3}}]},"idx":0}]}]})";
  const auto recording = indexed(raw_text({frame(1), bare, frame(3)}));
  EXPECT_EQ(recording->frame_count(), 3u);
  EXPECT_TRUE(recording->is_complete());
  EXPECT_EQ(detail(*recording, "repairs"), "5");
  const auto problem = problem_of(*recording, "repaired");
  ASSERT_TRUE(problem.has_value());
  EXPECT_EQ(problem->severity, Severity::warning);
  EXPECT_EQ(problem->frame, FrameIndex(1));
  Cursor cursor(recording);
  const Frame& sought = cursor.seek(FrameIndex(1));
  EXPECT_TRUE(sought.problems.empty());
  ASSERT_EQ(sought.events.size(), 1u);
  const auto at = find_path(sought.tree, sought.events[0].properties, "at");
  ASSERT_TRUE(at.has_value());
  EXPECT_EQ(sought.tree.numbers_of(sought.tree[*at])[2], 3);
}

TEST(FrameByFrameIndex, AFrameThatIsNoJsonIsLostAlone) {
  const std::string lost = R"({"frameId":2,"clientId":0,"serverTime":2,"entities":{{}}})";
  const auto recording = indexed(raw_text({frame(1), lost, frame(3)}));
  EXPECT_EQ(numbers_of(*recording), "1 3 ");
  EXPECT_EQ(problem_of(*recording, "keyless-object")->severity, Severity::error);
}

TEST(FrameByFrameIndex, ALineWithAMissingBracketCostsItselfAtMost) {
  std::string broken = frame(2, {{.id = 1}});
  broken.erase(broken.rfind("]}"), 1);
  const auto recording = indexed(raw_text({frame(1), broken, frame(3), frame(4)}));
  EXPECT_EQ(numbers_of(*recording), "1 2 3 4 ");
  EXPECT_EQ(problem_codes(*recording), "repaired");
  EXPECT_EQ(entities_at(recording, 1), "1 Crate");
}

TEST(FrameByFrameIndex, ABrokenStructureIsRepairedAsAWhole) {
  std::string broken = frame(2, {{.id = 1}});
  broken.erase(broken.rfind("]}"), 1);
  std::string text = raw_text({frame(1), broken, frame(3)});
  std::erase(text, '\n');
  text.replace(text.find("\"version\""), 9, "version");
  const auto recording = indexed(text);
  EXPECT_EQ(numbers_of(*recording), "1 2 3 ");
  EXPECT_EQ(detail(*recording, "repairs"), "2");
  EXPECT_TRUE(recording->is_complete());
}

TEST(FrameByFrameIndex, WhatIsNoFrameIsPassedOverAndTold) {
  const auto recording = indexed("{\"type\":1,\"version\":4,\"rawFrames\":[" + frame(1) +
                                 ",null,7," + frame(2) + ",," + frame(3) + "]}");
  EXPECT_EQ(numbers_of(*recording), "1 2 3 ");
  EXPECT_EQ(problem_of(*recording, "not-a-frame")->count, 2u);
  EXPECT_EQ(problem_of(*recording, "repaired")->count, 1u);
}

TEST(FrameByFrameIndex, EachFrameHasItsOwnConvention) {
  const auto recording =
      indexed(raw_text({frame(0, {}, 0, "\"coordSystem\":0,"), frame(1, {}, 0, "\"scale\":2,"),
                        frame(2, {}, 0, "\"coordSystem\":0,")}));
  const auto system = [&](std::size_t i) {
    return recording->reader().coordinates(*recording, FrameIndex(i));
  };
  EXPECT_EQ(system(0).up, Axis::pos_z);
  EXPECT_EQ(system(1).up, Axis::pos_y);
  EXPECT_EQ(system(1).metres_per_unit, 2);
  EXPECT_EQ(system(2), system(0));
  EXPECT_EQ(recording->info().coordinates, system(0));
}

/// Enough frames for several threads.
std::string large_text(std::size_t frames) {
  std::vector<std::string> texts;
  const std::string padding(600, 'x');
  for (std::size_t i = 0; i < frames; ++i) {
    Entities entities;
    for (std::size_t k = 0; k < 8; ++k) {
      // Entities come and go.
      if ((i / 50 + k) % 3 == 0) continue;
      entities.push_back({.id = static_cast<std::int64_t>(k + 1),
                          .name = "E" + std::to_string(k),
                          .user = R"({"name":"p","type":"string","value":")" + padding + "\"}",
                          .events = i % 10 == k ? event_text("tick", "t", 0) : std::string()});
    }
    texts.push_back(frame(static_cast<double>(i), std::move(entities), i % 3 == 0 ? 1 : 0));
  }
  return raw_text(texts);
}

TEST(FrameByFrameIndex, SeveralThreadsPublishWhatOneDoes) {
  const std::string text = large_text(1500);
  ASSERT_GT(text.size(), 6u << 20);
  const auto recording = indexed(text);
  ASSERT_EQ(recording->frame_count(), 1500u);
  EXPECT_EQ(problem_codes(*recording), "");
  EXPECT_EQ(recording->entity_count(), 16u);
  Cursor cursor(recording);
  for (std::size_t i = 0; i < 1500; i += 7) {
    const Frame& sought = cursor.seek(FrameIndex(i));
    ASSERT_EQ(sought.number, i);
    for (const Entity& entity : sought.entities) {
      ASSERT_EQ(recording->entity(entity.index).name, entity.name);
      ASSERT_EQ(recording->entity(entity.index).stream, sought.stream);
    }
    std::size_t of_stream = 0;
    recording->visit_alive(FrameIndex(i), [&](EntityIndex entity) {
      if (recording->entity(entity).stream == sought.stream) ++of_stream;
    });
    ASSERT_EQ(of_stream, sought.entities.size()) << i;
  }
}

/// Opens it, and decodes the newest frame again and again while others are indexed; how often.
std::size_t decoded_meanwhile(const std::string& text) {
  const auto opened = kFormat.open(InputFile::from_memory("large.fbf", bytes_of(text)));
  if (!opened) return 0;
  const std::shared_ptr<Recording> recording = *opened;
  const BackgroundIndex index(recording);
  Cursor cursor(recording);
  std::size_t decoded = 0;
  while (!recording->is_indexed()) {
    const std::size_t count = recording->frame_count();
    if (count == 0) {
      std::this_thread::yield();
      continue;
    }
    const Frame& sought = cursor.seek(FrameIndex(count - 1));
    EXPECT_EQ(sought.number, count - 1);
    EXPECT_FALSE(sought.entities.empty());
    ++decoded;
  }
  EXPECT_EQ(cursor.seek(FrameIndex(1499)).number, 1499u);
  EXPECT_EQ(recording->frame_count(), 1500u);
  return decoded;
}

TEST(FrameByFrameIndex, FramesAreDecodedWhileOthersAreIndexed) {
  const std::string text = large_text(1500);
  // The pass may be over before this thread is let in: not each time.
  std::size_t decoded = 0;
  for (int i = 0; i < 50 && decoded == 0; ++i) decoded = decoded_meanwhile(text);
  EXPECT_GT(decoded, 0U);
}

TEST(FrameByFrameIndex, CanBeCancelled) {
  auto opened = kFormat.open(InputFile::from_memory("large.fbf", bytes_of(large_text(1500))));
  ASSERT_TRUE(opened.has_value());
  (*opened)->cancel();
  (*opened)->index();
  EXPECT_EQ((*opened)->progress().state, IndexState::cancelled);
  EXPECT_LT((*opened)->frame_count(), 1500u);
  EXPECT_FALSE((*opened)->is_complete());
}

TEST(EntityMapOfTheIndex, FindsWhatWasAddedAndNothingElse) {
  EntityMap map;
  std::mt19937_64 random(5);
  std::vector<EntityKey> keys;
  for (int i = 0; i < 20000; ++i) {
    const EntityKey key{static_cast<std::int64_t>(random() % 4),
                        static_cast<std::int64_t>(i % 2 == 0 ? random() : random() % 100000)};
    const EntityIndex before = map.find(key);
    const auto known = std::ranges::find(keys, key);
    if (i < 2000) {
      ASSERT_EQ(before.exists(), known != keys.end());
    }
    if (before.exists()) {
      ASSERT_EQ(map.key(before), key);
      continue;
    }
    ASSERT_EQ(map.add(key), EntityIndex(keys.size()));
    keys.push_back(key);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(map.find(keys[i]), EntityIndex(i));
  EXPECT_FALSE(map.find({99, 1}).exists());
}

}  // namespace
}  // namespace scrubjay::framebyframe

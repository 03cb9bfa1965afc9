// Recordings read, written and read again.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "formats/framebyframe/framebyframe.h"
#include "formats/framebyframe/write/frame_maker.h"
#include "tests/core/bytes_of.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/framebyframe_tree_text.h"
#include "tests/formats/opened.h"

namespace scrubjay::framebyframe {
namespace {

constexpr std::array kContainers{"raw", "saved"};

struct WrittenFile {
  std::string bytes;
  WriteReport report;
  std::string losses;  ///< "3 units, 1 boxes"
};

WrittenFile write(WriteRequest request, const std::string& container = "raw") {
  request.options.emplace_back("container", container);
  request.options.emplace_back("keep", "nothing");  // what the format itself says
  WrittenFile written;
  auto report = kWriter.write(request, kNotCancelled, into(written.bytes));
  if (!report) {
    ADD_FAILURE() << describe(report.error());
    return written;
  }
  written.report = std::move(*report);
  for (const WriteLoss& loss : written.report.losses) {
    if (!written.losses.empty()) written.losses += ", ";
    written.losses += std::to_string(loss.count) + " " + loss.what;
  }
  return written;
}

/// Written and opened again.
std::shared_ptr<Recording> again(WriteRequest request, const std::string& container = "raw") {
  return indexed(write(std::move(request), container).bytes);
}

std::string place_text(const Entity& entity) {
  std::string text;
  const auto add = [&](double value) { text += number_text(value) + " "; };
  if (entity.world.position) {
    for (int i = 0; i < 3; ++i) add((*entity.world.position)[i]);
  }
  if (entity.world.rotation) {
    for (int i = 0; i < 4; ++i) add((*entity.world.rotation)[i]);
  }
  return text;
}

/// All that a frame holds, line by line.
std::string frame_text(const Recording& recording, const Frame& frame) {
  const Stream& stream = recording.timeline().stream_info(frame.stream);
  std::string text = "number " + std::to_string(frame.number) + " time " + number_text(frame.time) +
                     " stream " + std::string(stream.id) + " " + std::string(stream.name) + " in " +
                     frame.coordinates.written_out() + "\n" +
                     tree_text(frame.tree, frame.properties) + "\n";
  for (const Entity& entity : frame.entities) {
    const std::string_view parent =
        entity.parent.exists() ? recording.entity(entity.parent).id : std::string_view();
    text += "entity " + std::string(recording.entity(entity.index).id) + " of " +
            std::string(parent) + " " + std::string(entity.name) + " at " + place_text(entity) +
            tree_text(frame.tree, entity.properties) + "\n";
  }
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = recording.event(event.index);
    text += "event " + std::string(info.name) + " " + std::string(info.tag) + " " +
            std::to_string(info.order) + " of " + std::string(recording.entity(info.entity).id) +
            " " + tree_text(frame.tree, event.properties) + "\n";
  }
  return text;
}

/// Comments with the path to what they are on, and resources.
std::string extras_text(const std::shared_ptr<const Recording>& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording->comment_count(); ++i) {
    const CommentInfo comment = recording->comment(CommentIndex(i));
    text += "comment " + std::string(comment.id) + " " + std::string(comment.text) + " " +
            std::string(comment.color) + " " + number_text(comment.x) + " " +
            number_text(comment.y) + " frame " + std::to_string(comment.frame.value);
    if (comment.entity.exists()) {
      text += " entity " + std::string(recording->entity(comment.entity).id) + " node " +
              std::to_string(comment.property);
    }
    if (comment.event.exists()) {
      text += " event " + std::string(recording->event(comment.event).name);
    }
    text += "\n";
  }
  for (std::size_t i = 0; i < recording->resource_count(); ++i) {
    const ResourceInfo info = recording->resource(ResourceIndex(i));
    text += "resource " + std::string(info.path) + " " + std::string(info.type);
    const auto data = recording->reader().read_resource(*recording, ResourceIndex(i));
    if (data) {
      text += " " + std::to_string(data->width) + "x" + std::to_string(data->height) + " " +
              std::string(reinterpret_cast<const char*>(data->bytes.data()), data->bytes.size());
    } else {
      text += " " + data.error().code;
    }
    text += "\n";
  }
  return text;
}

std::string whole_text(const std::shared_ptr<const Recording>& recording) {
  Cursor cursor(recording);
  std::string text;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    text += frame_text(*recording, cursor.seek(FrameIndex(i)));
  }
  for (std::size_t i = 0; i < recording->layer_count(); ++i) {
    text += "layer " + std::string(recording->layer(i)) + "\n";
  }
  return text;
}

// -- This format's own recordings -----------------------------------------------------------------

/// Properties with everything that a file can have beside plain values.
const std::string kUserProperties =
    R"({"name":"a","type":"group","flags":2,"icon":"heart","icolor":"red","value":[)"
    R"({"name":"n","type":"number","value":0.1,"flags":5},)"
    R"({"name":"n","type":"number","value":12345678901234567890},)"
    R"({"name":"t","type":"string","value":"\u00e9\n\"\u0001"}]},)"
    R"({"name":"who","type":"eref","value":{"name":"B","id":2}},)"
    R"({"name":"spline","type":"spline","value":[1,{"x":null,"y":[true,"z"]}],"closed":false},)"
    R"({"name":"","type":"sphere","layer":"Hits","color":{"r":1,"g":0,"b":0,"a":0.5},)"
    R"("texture":"t.png","position":{"x":1,"y":2,"z":3},"radius":2},)"
    R"({"name":"m","type":"mesh","layer":"","color":{"r":1,"g":1,"b":1,"a":1},)"
    R"("vertices":[0,0,0,1,0,0,0,0,1],"indices":[],"wireframe":true},)"
    R"({"name":"p","type":"path","layer":"Paths","color":{"r":1,"g":1,"b":1,"a":1},)"
    R"("points":[{"x":1,"y":2,"z":3},{"x":4,"y":5,"z":6}]},)"
    R"({"name":"c","type":"linechart","value":{"data":[{"values":[1,2],"ylabel":"y"}],)"
    R"("yscale":2,"xscale":2,"chart":"bar"}},)"
    R"({"name":"tb","type":"table","value":{"header":["A"],"rows":[["1"],["2"]]}},)"
    R"({"name":"note","type":"comment","icon":"bug","icolor":"#102030","value":"hm"},)"
    R"({"name":"shot","type":"resource","value":"shot.png"},)"
    R"({"name":"q","type":"quat","value":{"x":0,"y":0,"z":0.6,"w":0.8}},)"
    R"({"name":"v","type":"vec2","value":{"x":1,"y":2}})";

FrameTextMaker made_frame(std::int64_t id, std::int64_t client, double time) {
  FrameTextMaker frame{.frame_id = id,
                       .client = client,
                       .tag = client == 0 ? "Server" : "Client 1",
                       .server_time = time};
  frame.entities = {
      {.id = 1, .parent = 2, .name = "A", .user = kUserProperties},
      {.id = 2, .name = "B", .events = event_text("Hit", "combat", 1)},
      {.id = 2147480000, .parent = 2, .name = "C", .events = event_text("Go", "", 0)}};
  return frame;
}

std::vector<FrameTextMaker> made_frames() {
  std::vector<FrameTextMaker> frames{made_frame(1, 0, 1000), made_frame(40, 1, 1010),
                                     made_frame(2, 0, 1016), made_frame(41, 1, 1026),
                                     made_frame(5, 0, 1100)};
  frames[0].extra = R"("scene":"Arena","coordSystem":0,"scale":0.01,"build":{"id":7,"x":[1]},)";
  frames[2].extra = R"("scene":"Cave","coordSystem":1,)";
  frames[4].extra = R"("scene":"",)";
  frames[4].entities.pop_back();
  return frames;
}

std::string made_raw() {
  std::vector<FrameTextMaker> frames = made_frames();
  frames[0].extra += R"("resources":[{"path":"t.png","type":"image/png","textData":)"
                     R"("{\"blob\":\"data:image/png;base64,iVBORw0KGgo=\"}"},)"
                     R"({"path":"unused.txt","type":"text/plain","textData":)"
                     R"("{\"blob\":\"data:text/plain;base64,aGk=\"}"}],)";
  std::vector<std::string> texts;
  for (const FrameTextMaker& frame : frames) texts.push_back(frame.text());
  return raw_text(texts);
}

/// Two clients, three comments, one of them shown with a frame of the other client.
std::string made_saved() {
  std::vector<std::string> texts;
  for (FrameTextMaker& frame : made_frames()) {
    frame.entities_as_map = true;
    texts.push_back(frame.text());
  }
  const std::string a = std::to_string(1 * 256);
  // Entity 1 of client 0 is first: "properties" 1, "a" 2, its children 3 .. 5, "who" 6.
  return saved_text(
      texts,
      R"(,"layers":["Hits","","Paths"],"scenes":["Arena","Cave"],"clientIds":{},"resources":{)"
      R"("t.png":{"path":"t.png","type":"image/raw","textData":)"
      R"("{\"width\":1,\"height\":1,\"data\":\"41424344\"}"}},"comments":{)"
      R"("1":{"id":1,"type":0,"text":"see frame 4, not frame 1","pos":{"x":1,"y":2},"frameId":2},)"
      R"("2":{"id":2,"type":1,"text":"why?","pos":{"x":3,"y":4},"color":"#e59494","frameId":2,)"
      R"("entityId":)" +
          a + R"(,"propertyId":6},"3":{"id":3,"type":1,"text":"shown later","pos":{"x":0,"y":0},)" +
          R"("frameId":3,"entityId":)" + a + R"(,"propertyId":4},)" +
          R"("4":{"id":4,"type":0,"text":"early","pos":{"x":0,"y":0},"frameId":0}},)" +
          R"("storageVersion":4)");
}

TEST(FbfRoundTrip, KeepsAllOfEveryFrameInBothContainers) {
  for (const std::string& source : {made_raw(), made_saved()}) {
    const auto recording = indexed(source);
    ASSERT_EQ(problem_codes(*recording), "");
    for (const char* container : kContainers) {
      const WrittenFile written = write({.recording = recording}, container);
      EXPECT_EQ(whole_text(indexed(written.bytes)), whole_text(recording)) << container;
      EXPECT_EQ(written.report.frames, 5U);
      EXPECT_EQ(written.report.entities, 6U);
      EXPECT_EQ(written.report.events, 9U);
    }
  }
}

TEST(FbfRoundTrip, KeepsIdsOfAllSixtyFourBitsAndWhatRefersToThem) {
  const auto recording = indexed(
      raw_text({R"({"frameId":1,"clientId":0,"tag":"S","serverTime":1,"elapsedTime":0,"entities":[)"
                R"({"id":9223372036854775809},{"id":-5},{"id":7,"parentId":9223372036854775809,)"
                R"("properties":[{"name":"properties","type":"group","value":[{"name":"target",)"
                R"("type":"eref","value":{"name":"A","id":9223372036854775809}}]}]}]})"}));
  EXPECT_EQ(entities_at(recording, 0), "9223372036854775809 , -5 , 7 ");
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(frame.entities[2].parent, EntityIndex(0));
  EXPECT_EQ(tree_text(frame.tree, frame.entities[2].properties).find("-9"), std::string::npos);
  EXPECT_EQ(whole_text(again({.recording = recording})), whole_text(recording));
}

TEST(FbfRoundTrip, KeepsResourcesThatNobodyNamesToo) {
  const auto recording = indexed(made_raw());
  ASSERT_EQ(recording->resource_count(), 3U);  // the third is only named
  const std::string expected = extras_text(recording);
  EXPECT_NE(expected.find("unused.txt text/plain 0x0 hi"), std::string::npos) << expected;
  EXPECT_NE(expected.find("t.png image/png 0x0 \x89PNG"), std::string::npos) << expected;
  const auto sorted_lines = [](const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
  };
  for (const char* container : kContainers) {
    EXPECT_EQ(sorted_lines(extras_text(again({.recording = recording}, container))),
              sorted_lines(expected))
        << container;
  }
}

TEST(FbfRoundTrip, KeepsCommentsAndWhatTheyAreOn) {
  const auto recording = indexed(made_saved());
  ASSERT_EQ(recording->comment_count(), 4U);
  const std::string expected = extras_text(recording);
  EXPECT_NE(expected.find("comment 2 why? #e59494 3 4 frame 2 entity 1 node 5"), std::string::npos)
      << expected;
  // What comment 3 is on stands in the frame before, of the other client.
  EXPECT_NE(expected.find("comment 3 shown later  0 0 frame 3 entity 1 node 3"), std::string::npos)
      << expected;
  const WrittenFile saved = write({.recording = recording}, "saved");
  EXPECT_EQ(saved.losses, "");
  const std::string text = extras_text(indexed(saved.bytes));
  for (const char* comment :
       {"comment 1 ", "comment 2 ", "comment 3 ", "comment 4 ", "resource "}) {
    const std::size_t begin = expected.find(comment);
    const std::string line = expected.substr(begin, expected.find('\n', begin) - begin);
    EXPECT_NE(text.find(line), std::string::npos) << line << "\nis not in\n" << text;
  }
}

TEST(FbfRoundTrip, OfCommentsWhoseIdsAreNoNumbersIsTheSame) {
  const auto comment = [](const char* id) {
    return R"({"id":)" + std::string(id) + R"(,"type":0,"text":"hm","frameId":0})";
  };
  const auto recording = indexed(
      saved_text({FrameTextMaker{.entities = {{.id = 1}}}.text()},
                 R"(,"comments":{"abc":)" + comment(R"("x")") + R"(,"7":)" + comment(R"({"a":1})") +
                     R"(,"007":)" + comment(R"("007")") + R"(,"8":)" + comment("true") + "}"));
  const std::string expected = extras_text(recording);
  for (const char* const id : {"abc", "7", "007", "8"}) {
    EXPECT_NE(expected.find("comment " + std::string(id) + " hm"), std::string::npos) << expected;
  }
  const auto read = again({.recording = recording}, "saved");
  EXPECT_EQ(extras_text(read), expected);
  for (const Problem& problem : read->problems()) ADD_FAILURE() << describe(problem);
}

TEST(FbfRoundTrip, SaysThatARawFileHoldsNoComments) {
  const WrittenFile raw = write({.recording = indexed(made_saved())}, "raw");
  EXPECT_EQ(raw.losses, "4 comments, which a raw file cannot hold");
  EXPECT_EQ(indexed(raw.bytes)->comment_count(), 0U);
}

TEST(FbfRoundTrip, WritesTheSameBytesAgain) {
  const auto recording = indexed(made_saved());
  for (const char* container : kContainers) {
    const std::string once = write({.recording = recording}, container).bytes;
    EXPECT_EQ(write({.recording = indexed(once)}, container).bytes, once) << container;
  }
}

TEST(FbfRoundTrip, ShiftsCommentsOfAPartAndTheFramesThatTheyName) {
  const auto recording = indexed(made_saved());
  // Frames are at 0, 0.01, 0.016, 0.026, 0.1 s.
  const auto part = again({.recording = recording, .from = 0.012, .to = 0.03}, "saved");
  EXPECT_EQ(part->frame_count(), 2U);
  const std::string text = extras_text(part);
  EXPECT_NE(text.find("comment 1 see frame 2, not frame 1  1 2 frame 0\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("comment 2 why? #e59494 3 4 frame 0 entity 1 node 5"), std::string::npos)
      << text;
  EXPECT_EQ(part->comment_count(), 3U);
  EXPECT_EQ(write({.recording = recording, .from = 0.012, .to = 0.03}, "saved").losses,
            "2 times that do not begin at 0, 1 comments on what is not written");
}

TEST(FbfRoundTrip, APartHasOnlyTheResourcesThatItNames) {
  std::vector<FrameTextMaker> frames = made_frames();
  frames[0].extra = R"("resources":[{"path":"t.png","type":"image/png","textData":)"
                    R"("{\"blob\":\"data:image/png;base64,iVBORw0KGgo=\"}"},)"
                    R"({"path":"unused.txt","type":"text/plain","textData":)"
                    R"("{\"blob\":\"data:text/plain;base64,aGk=\"}"}],)";
  const auto recording = indexed(raw_text({frames[0].text(), frames[1].text(), frames[2].text()}));
  for (const char* container : kContainers) {
    const auto part = again({.recording = recording, .from = 0.005}, container);
    const std::string text = extras_text(part);
    EXPECT_NE(text.find("t.png image/png 0x0 \x89PNG"), std::string::npos) << text;
    EXPECT_EQ(text.find("unused"), std::string::npos) << text;
  }
}

TEST(FbfRoundTrip, ABoxOfAnotherFormatHasItsAxes) {
  const auto made =
      again({.recording = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log"), .to = 0.1});
  Cursor cursor(made);
  const Frame& frame = cursor.seek(FrameIndex(0));
  const Entity* const car = frame.find(made->find_entities("35").at(0));
  ASSERT_NE(car, nullptr);
  const auto axis = [&](const char* path) {
    const auto node = find_path(frame.tree, car->properties, path);
    EXPECT_TRUE(node) << path;
    if (!node) return glm::dvec3(0.0);
    const auto numbers = frame.tree.numbers_of(frame.tree[*node]);
    return glm::dvec3(numbers[0], numbers[1], numbers[2]);
  };
  const glm::dvec3 up = axis("properties/Box/up");
  const glm::dvec3 forward = axis("properties/Box/forward");
  EXPECT_NEAR(up.y, 1, 1e-3) << "it stands on its wheels";
  EXPECT_NEAR(glm::length(forward), 1, 1e-9);
  EXPECT_NEAR(glm::dot(up, forward), 0, 1e-9);
}

TEST(FbfRoundTrip, WritesOnlyTheEntitiesAskedFor) {
  const auto recording = indexed(made_raw());
  std::vector<EntityIndex> chosen = recording->find_entities("A");
  const auto also = recording->find_entities("C");
  chosen.insert(chosen.end(), also.begin(), also.end());
  std::ranges::sort(chosen);
  const WrittenFile written = write({.recording = recording, .entities = chosen});
  const auto part = indexed(written.bytes);
  EXPECT_EQ(entities_at(part, 0), "1 A, 2147480000 C");
  EXPECT_EQ(written.report.entities, 4U);  // in both clients
  EXPECT_EQ(written.report.events, 4U);    // those of C
  Cursor cursor(part);
  for (const Entity& entity : cursor.seek(FrameIndex(0)).entities) {
    EXPECT_FALSE(entity.parent.exists()) << "its parent is left out";
  }
}

TEST(FbfRoundTrip, WritesNoFramesWhereNoneAreInTheTimeRange) {
  for (const char* container : kContainers) {
    const WrittenFile written = write({.recording = indexed(made_raw()), .from = 90}, container);
    EXPECT_EQ(written.report.frames, 0U);
    EXPECT_EQ(indexed(written.bytes)->frame_count(), 0U) << container;
  }
}

// -- Coordinates ----------------------------------------------------------------------------------

std::shared_ptr<Recording> in_coordinates(const std::string& extra) {
  FrameTextMaker frame{.extra = extra};
  frame.entities = {
      {.id = 1,
       .user = R"({"name":"s","type":"sphere","layer":"","color":{"r":1,"g":1,"b":1,"a":1},)"
               R"("position":{"x":1,"y":2,"z":3},"radius":5},)"
               R"({"name":"plain","type":"vec3","value":{"x":1,"y":2,"z":3}})"}};
  return indexed(raw_text({frame.text()}));
}

TEST(FbfCoordinates, StayAsRecordedUnlessOthersAreAskedFor) {
  for (const char* extra : {"", "\"coordSystem\":0,", "\"coordSystem\":1,\"scale\":2,",
                            "\"scale\":null,", "\"coordSystem\":null,"}) {
    const auto recording = in_coordinates(extra);
    EXPECT_EQ(whole_text(again({.recording = recording})), whole_text(recording)) << extra;
  }
}

TEST(FbfCoordinates, OfTheSystemThatTheApplicationDoesNotDrawBecomeLeftHanded) {
  const auto recording = in_coordinates("\"coordSystem\":2,\"scale\":0.01,");
  const auto written = again({.recording = recording});
  Cursor cursor(written);
  const Frame& frame = cursor.seek(FrameIndex(0));
  // Right +y, up +z, forward +x become x, y, z; the scale stays beside them.
  EXPECT_EQ(frame.coordinates, (CoordinateSystem{Axis::pos_x, Axis::pos_y, Axis::pos_z, 0.01}));
  EXPECT_EQ(*frame.entities[0].world.position, glm::dvec3(2, 3, 1));
  const std::string text = tree_text(frame.tree, frame.entities[0].properties);
  EXPECT_NE(text.find("position:vec3=(2 3 1)@point radius:number=5@length"), std::string::npos)
      << text;
  // Plain triples say nothing of space (formats/framebyframe/README.md, 12.1).
  EXPECT_NE(text.find("plain:vec3=(1 2 3)"), std::string::npos) << text;
  const std::string head = tree_text(frame.tree, frame.properties);
  EXPECT_NE(head.find("coordSystem:integer=1"), std::string::npos) << head;
}

TEST(FbfCoordinates, AreConvertedWhenAskedFor) {
  const auto recording = in_coordinates("\"coordSystem\":1,");
  const auto target = CoordinateSystem::parse("right=+x,up=+z,forward=+y,metres=0.5");
  ASSERT_TRUE(target);
  const auto written = again({.recording = recording, .coordinates = *target});
  Cursor cursor(written);
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(frame.coordinates, *target);
  EXPECT_EQ(*frame.entities[0].world.position, glm::dvec3(2, 6, 4));
  const std::string text = tree_text(frame.tree, frame.entities[0].properties);
  EXPECT_NE(text.find("position:vec3=(2 6 4)@point radius:number=10@length"), std::string::npos)
      << text;
}

// -- Other formats' recordings --------------------------------------------------------------------

std::shared_ptr<Recording> made_of_text_ids() {
  auto scene = std::make_shared<MadeScene>();
  scene->streams = 2;
  scene->frames = {{0.0, 10, 0}, {0.0125, 50, 1}, {0.1, 11, 0}, {0.2, 12, 0}};
  scene->lives = {{0, 0}, {1, 0}, {2, 0, 2}};
  scene->events = {{0, 0.0, 0.0, EntityIndex(1), "born", "life", 0},
                   {2, 0.1, 0.4, EntityIndex(2), "gone", "life", 0},
                   {2, 0.1, 0.1, EntityIndex::none(), "rain", "", 1}};
  auto recording = made_recording(scene);
  recording->index();
  return recording;
}

TEST(FbfOfOthers, NumbersEntitiesAndKeepsTheirIds) {
  const WrittenFile written = write({.recording = made_of_text_ids()});
  const auto result = indexed(written.bytes);
  EXPECT_EQ(problem_codes(*result), "");
  EXPECT_EQ(entities_at(result, 0), "1 name 0, 2 name 1, 3 name 2, 4 Recording");
  Cursor cursor(result);
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(tree_text(frame.tree, frame.entities[1].properties),
            "properties:group[row:number=1] special:group[name:string=name 1 "
            "position:vec3=(0 1 -0)@point up:vec3=(0 1 0)@direction "
            "forward:vec3=(0 0 1)@direction id:string=e1]");
  EXPECT_EQ(tree_text(frame.tree, frame.entities[3].properties),
            "properties:group[frame:number=0] special:group[name:string=Recording "
            "position:vec3=(0 0 0)@point up:vec3=(0 1 0)@direction "
            "forward:vec3=(0 0 1)@direction]");
}

TEST(FbfOfOthers, SaysWhatItCouldNotKeep) {
  const WrittenFile written = write({.recording = made_of_text_ids()});
  EXPECT_EQ(written.report.entities, 3U);
  EXPECT_EQ(written.report.events, 3U);
  EXPECT_EQ(
      written.losses,
      "3 units, 4 frames in other coordinates, 1 times with parts of milliseconds, 1 events that "
      "last, 4 properties of frames, 2 events of no entity, 3 entity ids that are used again or "
      "that the format cannot "
      "hold");
}

TEST(FbfOfOthers, KeepsStreamsTimesAndEvents) {
  const auto result = indexed(write({.recording = made_of_text_ids()}, "saved").bytes);
  const Timeline& timeline = result->timeline();
  ASSERT_EQ(result->frame_count(), 4U);
  ASSERT_EQ(timeline.stream_count(), 2U);
  EXPECT_EQ(timeline.stream_info(StreamIndex(1)).name, "stream 1");
  EXPECT_EQ(timeline.number(FrameIndex(1)), 50U);
  EXPECT_EQ(timeline.time(FrameIndex(1)), 0.013);
  EXPECT_EQ(timeline.time(FrameIndex(3)), 0.2);
  ASSERT_EQ(result->event_count(), 3U);
  EXPECT_EQ(result->event(EventIndex(0)).name, "born");
  EXPECT_EQ(result->entity(result->event(EventIndex(0)).entity).name, "name 1");
  // Its entity is gone: the recording's own has it.
  EXPECT_EQ(result->entity(result->event(EventIndex(1)).entity).name, "Recording");
  EXPECT_EQ(result->event(EventIndex(2)).name, "rain");
}

TEST(FbfOfOthers, SayHowLongTwoFramesLieApartAndNothingOfOne) {
  const auto elapsed_of = [](std::size_t frames) {
    auto scene = std::make_shared<MadeScene>();
    scene->frames = steady_frames(frames);
    const auto source = made_recording(scene);
    source->index();
    std::vector<double> elapsed;
    for (std::size_t i = 0; i < frames; ++i) {
      elapsed.push_back(time_since_previous(source->timeline(), FrameIndex(i)));
    }
    return elapsed;
  };
  EXPECT_EQ(elapsed_of(1), (std::vector<double>{0}));
  EXPECT_EQ(elapsed_of(2), (std::vector<double>{0.1, 0.1}));
}

TEST(FbfOfOthers, LeavesTheRecordingsEntityOutWhereOnlySomeAreAskedFor) {
  const auto result =
      again({.recording = made_of_text_ids(), .entities = std::vector{EntityIndex(1)}});
  EXPECT_EQ(entities_at(result, 0), "2 name 1");
  EXPECT_EQ(result->event_count(), 1U);
}

// -- Refusals -------------------------------------------------------------------------------------

TEST(FbfWrite, RefusesWhatItCannotDo) {
  const auto code_of = [](const WriteRequest& request, bool cancelled = false) {
    const std::atomic<bool> flag{cancelled};
    const auto report = kWriter.write(request, flag, [](Bytes) { return true; });
    return report ? std::string("written") : report.error().code;
  };
  const auto recording = indexed(made_raw());
  const auto unreal = CoordinateSystem::parse("unreal");
  EXPECT_EQ(code_of({.recording = recording}), "written");
  EXPECT_EQ(code_of({.recording = recording, .coordinates = *unreal}), "coordinates");
  EXPECT_EQ(code_of({.recording = recording, .options = {{"container", "zip"}}}), "option");
  EXPECT_EQ(code_of({.recording = recording, .options = {{"level", "9"}}}), "option");
  EXPECT_EQ(code_of({.recording = recording}, true), "cancelled");
}

TEST(FbfWrite, StopsWhenTheSinkRefuses) {
  for (const char* container : kContainers) {
    WriteRequest request{.recording = indexed(made_raw()), .options = {{"container", container}}};
    const auto report = kWriter.write(request, kNotCancelled, [](Bytes) { return false; });
    ASSERT_FALSE(report) << container;
    EXPECT_EQ(report.error().code, "not-written");
  }
}

TEST(FbfWrite, TellsItsProgressToTheEnd) {
  std::uint64_t last = 0;
  std::uint64_t all = 0;
  WriteRequest request{.recording = indexed(made_raw()), .from = 0.005};
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(done, last + 1);
    last = done;
    all = total;
  };
  ASSERT_TRUE(kWriter.write(request, kNotCancelled, [](Bytes) { return true; }));
  EXPECT_EQ(last, 4U);
  EXPECT_EQ(all, 4U);
}

// -- A real file ----------------------------------------------------------------------------------

TEST(FbfRoundTrip, KeepsARealDumpWhole) {
  const std::string path = std::string(SCRUBJAY_SHARED_DATA) + "/framebyframe/ExampleFrameData.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const auto recording = opened(path);
  ASSERT_NE(recording, nullptr);
  const std::string expected = whole_text(recording);
  EXPECT_GT(expected.size(), 100'000U);
  for (const char* container : kContainers) {
    EXPECT_EQ(whole_text(again({.recording = recording}, container)), expected) << container;
  }
}

}  // namespace
}  // namespace scrubjay::framebyframe

// Containers: what of them opens, what is refused, and what is told (formats/colyseus/README.md, 8
// and 10).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_text.h"
#include "formats/colyseus/colyseus.h"
#include "formats/colyseus/read/source.h"
#include "formats/format.h"
#include "formats/label_names.h"
#include "tests/core/file_text.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/damaged.h"

namespace scrubjay::colyseus {
namespace {

std::string hex_of(const ByteVector& bytes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const std::byte byte : bytes) {
    const auto value = std::to_integer<unsigned>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
    text += ' ';
  }
  return text;
}

/// JOIN_ROOM of 0.15 to 0.17.
std::string join() { return "0A 03 'tok' 06 'schema' " + hex_of(players_handshake("3")); }

constexpr const char* kFullState = "0E 80 01 FF 01 80 00 A1 'a' 02 FF 02 80 A3 'Ann' 81 05";

/// kFullState as one connection has it.
std::shared_ptr<Recording> of_players(const ByteVector& handshake) {
  return recording_of(CaptureMaker()
                          .add(0, 0, handshake)
                          .add(1, 0, bytes_of(std::string(kFullState).substr(3)))
                          .bytes(),
                      "label.colycap");
}

TEST(Labels, AreTextsOfFieldsThatAreCalledLikeAName) {
  const auto recording = of_players(players_handshake("3"));
  ASSERT_TRUE(recording);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_TRUE(std::ranges::any_of(
      frame.entities, [&](const Entity& entity) { return label_of(frame, entity) == "Ann"; }));
  EXPECT_TRUE(is_label_name("displayName"));
  EXPECT_FALSE(is_label_name("Name"));
}

/// What stands beside references is the label of what they lead to.
TEST(Labels, BesideReferencesAreThoseOfTheirEntities) {
  for (const auto& [field, label] : {std::pair{"name", "Ann"}, {"Name", ""}}) {
    ByteVector handshake = players_handshake("3");
    const ByteVector name = text_bytes("name");
    const auto at = std::ranges::search(handshake, name).begin();
    std::ranges::copy(text_bytes(field), at);
    const auto recording = of_players(handshake);
    ASSERT_TRUE(recording);
    Cursor cursor(recording);
    const Frame& frame = cursor.seek(FrameIndex(0));
    const auto reference =
        find_path(frame.tree, entity_of(*recording, frame, "0")->properties, "players/a");
    ASSERT_TRUE(reference.has_value());
    EXPECT_EQ(frame.tree.style_of(frame.tree[*reference]).label, label);
    EXPECT_EQ(label_of(frame, *entity_of(*recording, frame, "2")), label);
  }
}

TEST(Events, OfEntitiesSayWhereTheyStandAndStood) {
  const auto recording = recording_of(CaptureMaker()
                                          .add(0, 0, players_handshake("3"))
                                          .add(1, 0, bytes_of("80 01 FF 01 80 00 A1 'a' 02"))
                                          .add(2, 1, bytes_of("FF 01 80 01 A1 'b' 03"))
                                          .add(2, 2, bytes_of("FF 01 40 01"))
                                          .bytes(),
                                      "events.colycap");
  ASSERT_TRUE(recording);
  Cursor cursor(recording);
  std::string text;
  for (std::size_t i = 0; i < recording->event_count(); ++i) {
    const std::string_view name = recording->event(EventIndex(i)).name;
    if (name != "added" && name != "removed") continue;
    PropertyTree tree;
    const PropertyRange range = cursor.read_event(EventIndex(i), tree);
    text += std::string(name);
    for_each_root(tree, range, [&](PropertyTree::Node, const PropertyNode& node) {
      text += " " + std::string(node.name) + "=";
      text += is_text(node.type) ? node.text_value() : std::to_string(node.integer);
    });
    text += "; ";
  }
  EXPECT_EQ(text, "added collection=players key=b; removed collection=players key=b; ");
}

struct Refused {
  const char* what;
  ByteVector bytes;
  const char* code;
};

TEST(Containers, ThatCannotBeReadAreRefusedWithAReason) {
  const CaptureMaker capture;
  ByteVector newer = capture.bytes();
  newer[8] = std::byte{2};
  ByteVector short_metadata = capture.bytes();
  short_metadata[12] = std::byte{9};
  const Refused cases[] = {
      {"no container", text_bytes("hello"), "not-colyseus"},
      {"half a header", bytes_of("'COLYCAP' 00 01 00"), "bad-header"},
      {"metadata cut", short_metadata, "bad-header"},
      {"version 2", newer, "unsupported-version"},
      {"replay of version 2", bytes_of("'CLRP' 02 00 00 00 00"), "unsupported-version"},
      {"replay cut", bytes_of("'CLRP' 01 09"), "bad-header"},
      {"no records", capture.bytes(), "no-handshake"},
      {"an empty handshake", CaptureMaker().add(0, 0, {}).bytes(), "no-handshake"},
      {"a bad handshake", CaptureMaker().add(0, 0, bytes_of("80 01 FF")).bytes(), "bad-handshake"},
      {"no websockets", har_of("{}"), "not-colyseus"},
      {"no messages", har_of(R"({"_resourceType":"websocket"})"), "no-messages"},
      {"another game", har_of(har_socket("ws://h/x", {{"receive", 1, "01 02 03"}})),
       "not-colyseus"},
      {"cut before anything", text_bytes(R"({"log":{"entries":[{"a")"), "bad-json"},
      {"too late", har_of(har_socket("ws://h/p/r?sessionId=s", {{"receive", 1, kFullState}})),
       "no-handshake"},
  };
  for (const Refused& test : cases) {
    const auto opened = kFormat.open(InputFile::from_memory("file", test.bytes));
    ASSERT_FALSE(opened) << test.what;
    EXPECT_EQ(opened.error().code, test.code) << test.what;
    EXPECT_EQ(opened.error().severity, Severity::fatal) << test.what;
  }
}

struct Damaged {
  const char* what;
  ByteVector bytes;
  const char* codes;
  std::size_t frames;
};

TEST(Captures, TellWhatIsWrongWithRecords) {
  const ByteVector handshake = players_handshake("3");
  const ByteVector full = bytes_of("80 01 FF 01 80 00 A1 'a' 02");
  const Damaged cases[] = {
      {"an unknown kind", CaptureMaker().add(0, 0, handshake).add(77, 0, full).bytes(),
       "unknown-record", 0},
      {"no metadata object", CaptureMaker("[1]").add(0, 0, handshake).add(1, 0, full).bytes(),
       "bad-metadata", 1},
      {"time goes back", CaptureMaker().add(0, 2, handshake).add(1, 1, full).bytes(), "bad-time",
       1},
      {"a patch first",
       CaptureMaker().add(2, 0, bytes_of("80 01")).add(0, 0, handshake).add(1, 0, full).bytes(),
       "patch-without-state", 1},
      {"an empty handshake first",
       CaptureMaker().add(0, 0, {}).add(0, 0, handshake).add(1, 0, full).bytes(), "bad-handshake",
       1},
      {"a bad second handshake",
       CaptureMaker().add(0, 0, handshake).add(1, 0, full).add(0, 1, full).add(1, 2, full).bytes(),
       "bad-handshake", 1},
      {"a patch after the handshake alone",
       CaptureMaker().add(0, 0, handshake).add(2, 0, full).bytes(), "", 1},
      {"an empty patch", CaptureMaker().add(0, 0, handshake).add(1, 0, full).add(2, 1, {}).bytes(),
       "", 2},
  };
  for (const Damaged& test : cases) {
    const auto recording = recording_of(test.bytes, "test.colycap");
    ASSERT_TRUE(recording) << test.what;
    EXPECT_EQ(problem_codes(*recording), test.codes) << test.what;
    EXPECT_EQ(recording->frame_count(), test.frames) << test.what;
  }
}

TEST(Captures, ASecondHandshakeEmptiesTheTreeButEntitiesStayThemselves) {
  const ByteVector handshake = players_handshake("3");
  const ByteVector full = bytes_of("80 01 FF 01 80 00 A1 'a' 02 FF 02 81 05");
  const ByteVector later = bytes_of("80 01 FF 01 80 01 A1 'b' 03 80 00 A1 'a' 02 FF 02 81 06");
  const auto recording = recording_of(CaptureMaker()
                                          .add(0, 0, handshake)
                                          .add(1, 0.1, full)
                                          .add(0, 1, handshake)
                                          .add(1, 1.1, later)
                                          .bytes(),
                                      "again.colycap");
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->entity_count(), 3u);
  EXPECT_EQ(events_text(*recording), "0 joined\n1 added 3\n1 resync\n");
  Cursor cursor(recording);
  EXPECT_EQ(state_text(*recording, cursor.seek(FrameIndex(1))), "{players: {b: {}, a: {x: 6}}}");
  EXPECT_EQ(state_text(*recording, cursor.seek(FrameIndex(0))), "{players: {a: {x: 5}}}");
}

TEST(Captures, AFullStateOfGeneration5LeavesOutWhatIsGone) {
  const auto recording =
      recording_of(CaptureMaker()
                       .add(0, 0, players_handshake("5"))
                       .add(1, 0, bytes_of("80 01 FF 01 80 00 A1 'a' 02 80 01 A1 'b' 03"))
                       .add(1, 1, bytes_of("80 01 FF 01 80 00 A1 'a' 02"))
                       .bytes(),
                   "full.colycap");
  ASSERT_TRUE(recording);
  Cursor cursor(recording);
  EXPECT_EQ(state_text(*recording, cursor.seek(FrameIndex(0))), "{players: {a: {}, b: {}}}");
  EXPECT_EQ(state_text(*recording, cursor.seek(FrameIndex(1))), "{players: {a: {}}}");
}

TEST(Captures, OfTheOldestGenerationAreRecognisedWithoutMetadata) {
  // NIL behind the key: 0.4.
  const auto recording =
      recording_of(CaptureMaker()
                       .add(0, 0, players_handshake("0"))
                       .add(1, 0, bytes_of("00 02 A1 'a' 01 05 C1 A1 'b' 01 06 C1"))
                       .add(2, 1, bytes_of("00 01 00 C0"))
                       .bytes(),
                   "old.colycap");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "");
  Cursor cursor(recording);
  EXPECT_EQ(state_text(*recording, cursor.seek(FrameIndex(1))), "{players: {b: {x: 6}}}");
  PropertyTree tree;
  const PropertyRange details = recording->details(tree);
  EXPECT_EQ(tree[*find_path(tree, details, "wire")].text_value(), "0.4");
}

TEST(Captures, ReadMetadataInWhichASurrogateStandsAlone) {
  const auto recording =
      recording_of(CaptureMaker(R"({"room":"a\ud800b","pair":"\ud83d\ude00","slash":"\\ud800"})")
                       .add(0, 0, players_handshake("5"))
                       .add(1, 0, bytes_of("80 01"))
                       .bytes(),
                   "lone.colycap");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "");
  const auto& metadata = recording->info().metadata;
  const auto text = [&](std::string_view name) {
    const auto found = std::ranges::find(metadata, name, [](const auto& one) { return one.first; });
    return found == metadata.end() ? "none" : found->second;
  };
  EXPECT_EQ(text("room"), "a\uFFFDb");
  EXPECT_EQ(text("pair"), "\U0001F600");
  EXPECT_EQ(text("slash"), R"(\ud800)");
}

TEST(Captures, CutInsideOfARecordShowWhatIsBefore) {
  const ByteVector whole =
      text_bytes(file_text(SCRUBJAY_TEST_DATA "/colyseus/files/frames3.colycap"));
  const auto recording = recording_of(scrubjay::cut(whole, 5), "cut.colycap");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "cut-off");
  EXPECT_FALSE(recording->is_complete());
  EXPECT_EQ(recording->frame_count(), 2u);
}

TEST(Captures, DeeplyNestedInstancesAreCutOff) {
  // A type that holds itself in a list: 200 in one another, in generation 0.
  const ByteVector handshake =
      bytes_of("00 01 01 00 00 00 01 01 01 00 00 A1 'a' 01 A5 'array' 02 00 C1 C1 01 00");
  std::string message;
  for (int i = 0; i < 200; ++i) message += "00 01 01 00 ";
  const auto recording = recording_of(
      CaptureMaker().add(0, 0, handshake).add(1, 0, bytes_of(message)).bytes(), "deep.colycap");
  ASSERT_TRUE(recording);
  EXPECT_NE(problem_codes(*recording).find("limit"), std::string::npos);
  Cursor cursor(recording);
  EXPECT_LE(cursor.seek(FrameIndex(0)).entities.size(), 65u);
}

TEST(HarFiles, GiveTwoClientsOneClock) {
  const std::string first =
      har_socket("ws://h/p/r?sessionId=one", {{"receive", 100.5, join()},
                                              {"send", 100.6, "0A"},
                                              {"receive", 100.75, kFullState},
                                              {"receive", 102, "0F FF 02 81 07"}});
  const std::string second = har_socket("ws://h/p/r?sessionId=two",
                                        {{"receive", 101, join()}, {"receive", 101.5, kFullState}});
  const std::string text_only = har_socket("ws://h/hot-reload", {});
  const auto recording = recording_of(har_of(first + "," + text_only + "," + second), "two.har");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "");
  const Timeline& timeline = recording->timeline();
  ASSERT_EQ(timeline.stream_count(), 2u);
  EXPECT_EQ(timeline.stream_info(StreamIndex(0)).name, "one");
  ASSERT_EQ(timeline.size(), 3u);
  EXPECT_EQ(timeline.time(FrameIndex(0)), 0.25);
  EXPECT_EQ(timeline.time(FrameIndex(1)), 1.0);
  EXPECT_EQ(timeline.stream(FrameIndex(1)), StreamIndex(1));
  Cursor cursor(recording);
  EXPECT_EQ(state_text(*recording, cursor.seek(FrameIndex(2))),
            "{players: {a: {name: 'Ann', x: 7}}}");
}

/// Without the times of the first messages, at most so many.
std::string without_times(std::string text, std::size_t most) {
  for (std::size_t at = text.find("\"time\":"); at != std::string::npos && most-- > 0;
       at = text.find("\"time\":", at + 1)) {
    text.replace(at + 7, text.find(',', at) - at - 7, "null");
  }
  return text;
}

TEST(HarFiles, WithMessagesWithoutATimeBeginWhereTheOthersDo) {
  const std::string first = har_socket(
      "ws://h/p/r?sessionId=one",
      {{"receive", 1.7e9, join()}, {"receive", 1.7e9 + 1, kFullState}, {"send", 1.7e9 + 3, "0A"}});
  const std::string second =
      har_socket("ws://h/p/r?sessionId=two", {{"receive", 5, join()}, {"receive", 6, kFullState}});
  const auto times_of = [](const std::string& sockets) {
    const auto recording = recording_of(har_of(sockets), "untimed.har");
    EXPECT_EQ(problem_codes(*recording), "bad-time");
    std::string text;
    for (std::size_t i = 0; i < recording->frame_count(); ++i) {
      text += number_text(recording->timeline().time(FrameIndex(i))) + " ";
    }
    return text;
  };
  EXPECT_EQ(times_of(without_times(first, 1)), "0 ") << "that of the first message that has one";
  EXPECT_EQ(times_of(first + "," + without_times(second, 9)), "0 1 ");
  EXPECT_EQ(times_of(without_times(second, 9)), "0 ");
}

/// Which of 0.10 and 0.11 send a state's code and its body in a frame each.
TEST(HarFiles, TellTheAcknowledgementFromOtherShortMessages) {
  for (const char* const sent : {"0D 01", "0D 01 02"}) {
    const auto recording = recording_of(
        har_of(har_socket("ws://h/p/r?sessionId=one",
                          {{"receive", 1, "0A 06 'schema' " + hex_of(players_handshake("0"))},
                           {"send", 2, sent},
                           {"receive", 3, "0E"},
                           {"receive", 3, "00 01 A1 'a' 00 A3 'Ann' 01 05 C1"}})),
        "split.har");
    ASSERT_TRUE(recording);
    EXPECT_EQ(recording->frame_count(), 1u);
    Cursor cursor(recording);
    EXPECT_EQ(state_text(*recording, cursor.seek(FrameIndex(0))),
              "{players: {a: {name: 'Ann', x: 5}}}");
  }
}

TEST(SchemaDebug, GivesEachSessionTheNewestHandshakeBeforeItsNextLine) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "state:" + std::to_string(i) + ":128,1\n";
  for (int i = 0; i < 50; ++i) text += "handshake:128,1\n";
  text += "patch:7:128,1\n";
  const ByteVector bytes = text_bytes(text);
  const auto source = read_schema_debug(bytes);
  ASSERT_TRUE(source.has_value());
  ASSERT_EQ(source->records.size(), 52u);
  EXPECT_EQ(source->records[50].kind, RecordKind::handshake);
  EXPECT_EQ(source->records[50].connection, 7u);
  EXPECT_EQ(source->records[51].kind, RecordKind::patch);
}

TEST(HarFiles, JoinConnectionsOfOneSession) {
  const std::string first =
      har_socket("ws://h/p/r?sessionId=one", {{"receive", 1, join()}, {"receive", 2, kFullState}});
  // The client knows the types already.
  const std::string again =
      har_socket("ws://h/p/r?sessionId=one&reconnectionToken=x&skipHandshake=1",
                 {{"receive", 5, "0A 03 'tok' 06 'schema'"}, {"receive", 6, kFullState}});
  const auto recording = recording_of(har_of(first + "," + again), "again.har");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "");
  EXPECT_EQ(recording->timeline().stream_count(), 1u);
  EXPECT_EQ(recording->timeline().size(), 2u);
  EXPECT_EQ(events_text(*recording), "0 joined\n1 resync\n");
}

TEST(HarFiles, ThatAreCutShowWhatStandsBefore) {
  const std::string socket =
      har_socket("ws://h/p/r?sessionId=one", {{"receive", 1, join()}, {"receive", 2, kFullState}});
  ByteVector bytes = har_of(socket);
  bytes.resize(bytes.size() - 5);
  const auto recording = recording_of(bytes, "cut.har");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "bad-json");
  EXPECT_EQ(recording->frame_count(), 1u);
}

TEST(HarFiles, WithBase64ThatIsNoneLoseThatMessage) {
  std::string socket =
      har_socket("ws://h/p/r?sessionId=one", {{"receive", 1, join()}, {"receive", 2, kFullState}});
  socket.replace(socket.rfind("data\":\"") + 9, 1, "!");
  const auto recording = recording_of(har_of(socket), "bad.har");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "bad-base64");
  EXPECT_EQ(recording->frame_count(), 0u);
}

TEST(HarFiles, OfRoomsWithoutAStateShowTheirMessages) {
  const auto recording = recording_of(
      har_of(har_socket("ws://h/p/r?sessionId=one", {{"receive", 1, "0A 03 'tok' 04 'none'"},
                                                     {"receive", 2, "0D A4 'chat' 01"}})),
      "none.har");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "");
  EXPECT_EQ(events_text(*recording), "0 chat\n");
}

TEST(HarFiles, OfTheOldSerializerSaySo) {
  const auto recording = recording_of(
      har_of(har_socket("ws://h/p/r?sessionId=one",
                        {{"receive", 1, "0A 0C 'fossil-delta'"}, {"receive", 2, "0E 01 02"}})),
      "old.har");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "unsupported-serializer");
}

TEST(Probe, KnowsEachContainerByItsContent) {
  const auto probe = [](const ByteVector& bytes, std::string_view extension) {
    return kFormat.probe({bytes, extension});
  };
  EXPECT_EQ(probe(CaptureMaker().bytes(), ""), Match::certain);
  EXPECT_EQ(probe(bytes_of("'CLRP' 01"), ""), Match::certain);
  EXPECT_EQ(probe(text_bytes("#x:y\nhandshake:128,1\n"), "txt"), Match::certain);
  EXPECT_EQ(probe(text_bytes("handshake: was fine\n"), "txt"), Match::none);
  EXPECT_EQ(probe(har_of(""), ""), Match::certain);
  EXPECT_EQ(probe(text_bytes(R"({"results":[]})"), "json"), Match::none);
}

ByteVector flat_capture() {
  return CaptureMaker(R"({"sessionId":"abc"})")
      .add(0, 0, players_handshake("3"))
      .add(1, 0, bytes_of("80 01 FF 01 80 00 A1 'a' 02 FF 02 80 A3 'Ann' 81 05 82 06"))
      .bytes();
}

TEST(SessionIds, AreNoMetadata) {
  const auto recording = opened_with(flat_capture(), {});
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->timeline().stream_info(StreamIndex(0)).name, "abc");
  for (const auto& [name, value] : recording->info().metadata) EXPECT_NE(value, "abc") << name;
}

TEST(Positions, AreWhatAPersonSaysOfFields) {
  const auto turned = opened_with(flat_capture(), {{"map", "y=x"}, {"map", "x=y"}});
  ASSERT_TRUE(turned);
  Cursor cursor(turned);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_TRUE(frame.entities.at(1).world.position);
  EXPECT_EQ(*frame.entities.at(1).world.position, glm::dvec3(6, 5, 0));
  const auto angle = opened_with(flat_capture(), {{"map", "x=angle-degrees"}});
  Cursor other(angle);
  const Frame& rotated = other.seek(FrameIndex(0));
  EXPECT_FALSE(rotated.entities.at(1).world.position);
  ASSERT_TRUE(rotated.entities.at(1).world.rotation);
  EXPECT_NEAR(rotated.entities.at(1).world.rotation->w, std::cos(2.5 * 3.14159265358979 / 180),
              1e-12);
}

TEST(Positions, AreFoundByTheirNames) {
  const auto recording = recording_of(flat_capture(), "flat.colycap");
  ASSERT_TRUE(recording);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 2u);
  EXPECT_EQ(frame.entities[1].name, "a");
  ASSERT_TRUE(frame.entities[1].world.position);
  EXPECT_EQ(*frame.entities[1].world.position, glm::dvec3(5, 6, 0));
  EXPECT_FALSE(frame.entities[0].world.position);
}

TEST(Positions, KeepNumbersThatAreNotFinite) {
  const auto recording =
      recording_of(CaptureMaker(R"({"sessionId":"abc"})")
                       .add(0, 0, players_handshake("3"))
                       .add(1, 0,
                            bytes_of("80 01 FF 01 80 00 A1 'a' 02 FF 02 80 A3 'Ann' "
                                     "81 CB 00 00 00 00 00 00 F0 FF 82 CB 00 00 00 00 00 00 F8 7F"))
                       .bytes(),
                   "flat.colycap");
  ASSERT_TRUE(recording);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 2u);
  ASSERT_TRUE(frame.entities[1].world.position);
  const glm::dvec3 place = *frame.entities[1].world.position;
  EXPECT_EQ(place.x, -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(place.y));
  EXPECT_EQ(place.z, 0);
}

}  // namespace
}  // namespace scrubjay::colyseus

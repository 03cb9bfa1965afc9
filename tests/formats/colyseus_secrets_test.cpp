// Session ids and reconnection tokens stay out of files that are made of a recording.
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>

#include "core/base64.h"
#include "core/secrets.h"
#include "formats/format.h"
#include "formats/format_writer.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/recording_dump.h"

namespace scrubjay::colyseus {
namespace {

/// What a written file says when it is read, since what is kept in it is compressed.
std::string read_again(const std::string& bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  const auto opened = open_recording(InputFile::from_memory("again", {all.begin(), all.end()}));
  if (!opened) return {};
  const std::shared_ptr<Recording>& recording = *opened;
  recording->index();
  std::string text = tables_and_extras_dump(*recording);
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    text += frame_dump(*recording, cursor.seek(FrameIndex(i)));
  }
  return text;
}

/// All bytes of the recording as a conversion to that format writes them, uncompressed.
std::string converted(const std::shared_ptr<Recording>& recording, std::string_view format) {
  WriteRequest request{.recording = without_secrets(recording)};
  if (format == "xrec") request.options = {{"compression", "none"}};
  if (format == "framebyframe") request.options = {{"container", "raw"}};
  std::string bytes;
  const auto report = find_format(format)->writer->write(request, kNotCancelled, into(bytes));
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return bytes + read_again(bytes);
}

/// Two players, keyed by session ids; the recording is that of the first one's client. The name of
/// the second one tells the first one's id. A third key is no id, and one is in no map of clients.
ByteVector capture_of_two() {
  return CaptureMaker(R"({"room":"arena","sessionId":"nF1gKq_2Z"})")
      .add(0, 0, players_handshake("3"))
      .add(1, 0,
           bytes_of("80 01 FF 01 80 00 A9 'nF1gKq_2Z' 02 80 01 A9 'Yk-svAfAh' 03"
                    "80 02 A3 'bot' 04"
                    "FF 02 80 A3 'Ann' 81 05 82 06 FF 03 80 AE 'not nF1gKq_2Z!' 81 07 82 08"))
      .add(3, 1, bytes_of("A4 'chat' A9 'Yk-svAfAh'"))
      .add(3, 1, bytes_of("A9 'nF1gKq_2Z' A9 'xxxxxxxxx'"))
      .bytes();
}

TEST(Secrets, AreKeysNamesValuesAndTextsOfMessages) {
  const auto recording = opened_with(capture_of_two(), {});
  ASSERT_TRUE(recording);
  for (const std::string_view format : {"xrec", "framebyframe"}) {
    const std::string bytes = converted(recording, format);
    EXPECT_EQ(bytes.find("nF1gKq_2Z"), std::string::npos) << format;
    EXPECT_EQ(bytes.find("Yk-svAfAh"), std::string::npos) << format;
    EXPECT_NE(bytes.find("client-1"), std::string::npos) << format;
    EXPECT_NE(bytes.find("client-2"), std::string::npos) << format;
    EXPECT_NE(bytes.find("not client-1!"), std::string::npos) << format;
    EXPECT_NE(bytes.find("bot"), std::string::npos) << format;
    EXPECT_NE(bytes.find("xxxxxxxxx"), std::string::npos) << format;
  }
}

TEST(Secrets, StayWhereTheyAreToBeKeptAndWhereTheRecordingItselfIsLookedAt) {
  const auto kept = opened_with(capture_of_two(), {{"secrets", "keep"}});
  ASSERT_TRUE(kept);
  EXPECT_NE(converted(kept, "framebyframe").find("nF1gKq_2Z"), std::string::npos);
  const auto shown = opened_with(capture_of_two(), {});
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->entity(EntityIndex(1)).name, "nF1gKq_2Z");
  EXPECT_EQ(shown->timeline().stream_info(StreamIndex(0)).name, "nF1gKq_2Z");
}

TEST(Secrets, AreNoKeysOfMapsInWhichNoKnownOneStands) {
  const auto recording = opened_with(CaptureMaker(R"({"sessionId":"nF1gKq_2Z"})")
                                         .add(0, 0, players_handshake("3"))
                                         .add(1, 0, bytes_of("80 01 FF 01 80 00 A9 'Yk-svAfAh' 02"))
                                         .bytes(),
                                     {});
  ASSERT_TRUE(recording);
  EXPECT_NE(converted(recording, "framebyframe").find("Yk-svAfAh"), std::string::npos);
}

TEST(Secrets, GetNoNameThatTheRecordingHasAlready) {
  const auto recording = opened_with(CaptureMaker(R"({"sessionId":"nF1gKq_2Z"})")
                                         .add(0, 0, players_handshake("3"))
                                         .add(1, 0,
                                              bytes_of("80 01 FF 01 80 00 A8 'client-1' 02"
                                                       "80 01 A9 'nF1gKq_2Z' 03"))
                                         .bytes(),
                                     {});
  ASSERT_TRUE(recording);
  const std::vector<Secret> secrets = recording->reader().secrets();
  ASSERT_EQ(secrets.size(), 1u);
  EXPECT_EQ(secrets[0].stand_in, "client-2");
}

/// A HAR of one socket whose URL has that query; before it, what was replied, by the matchmaker
/// where nothing else is said.
ByteVector har_with(const std::string& query, const std::string& reply,
                    const std::string& asked = "matchmake/join/arena") {
  ByteVector join = bytes_of("0A 09 'token-one' 06 'schema'");
  const ByteVector handshake = players_handshake("3");
  join.insert(join.end(), handshake.begin(), handshake.end());
  std::string data;
  append_base64(data, join);
  const std::string text =
      R"({"log":{"entries":[{"request":{"url":"https://h/)" + asked +
      R"("},)"
      R"("response":{"content":{"text":")" +
      reply + R"("}}},{"_resourceType":"websocket","request":{"url":"wss://h/p/r?)" + query +
      R"("},"_webSocketMessages":[{"type":"receive","time":1,"opcode":2,"data":")" + data +
      R"("}]}]}})";
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(Secrets, AreWhatUrlsRepliesAndJoinRoomTell) {
  const auto recording =
      recording_of(har_with("sessionId=nF1gKq_2Z&reconnectionToken=of-the-url",
                            R"({\"sessionId\":\"Reserved1\",\"reconnectionToken\":\"room:tok\"})"),
                   "test.har");
  ASSERT_TRUE(recording);
  std::string secrets;
  for (const Secret& secret : recording->reader().secrets()) {
    secrets += secret.stand_in + '=' + secret.text + ' ';
  }
  EXPECT_EQ(secrets,
            "client-1=nF1gKq_2Z client-2=Reserved1 "
            "token-1=room:tok token-2=of-the-url token-3=token-one ");
}

TEST(Secrets, AreNotWhatOtherRepliesTell) {
  const auto recording =
      recording_of(har_with("", R"({\"sessionId\":\"Reserved1\"})", "scores"), "test.har");
  ASSERT_TRUE(recording);
  const std::vector<Secret> secrets = recording->reader().secrets();
  ASSERT_EQ(secrets.size(), 1u);
  EXPECT_EQ(secrets[0].text, "token-one");
}

TEST(Secrets, AreTheTokensOfReplaysThatHaveWholeFrames) {
  ByteVector replay = bytes_of("'CLRP' 01 02 00 00 00 '{}' 00 05 12");
  ByteVector join = bytes_of("0A 09 'token-one' 06 'schema'");
  const ByteVector handshake = players_handshake("3");
  join.insert(join.end(), handshake.begin(), handshake.end());
  ASSERT_LT(join.size(), 0x80u);
  replay.push_back(static_cast<std::byte>(join.size()));
  replay.insert(replay.end(), join.begin(), join.end());
  const auto recording = recording_of(replay, "test.colreplay");
  ASSERT_TRUE(recording);
  const std::vector<Secret> secrets = recording->reader().secrets();
  ASSERT_EQ(secrets.size(), 1u);
  EXPECT_EQ(secrets[0].text, "token-one");
}

/// Session ids of a HAR of the shared data: the values of its URLs.
std::vector<std::string> sessions_of(const Recording& recording) {
  std::vector<std::string> sessions;
  const Timeline& timeline = recording.timeline();
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    sessions.emplace_back(timeline.stream_info(StreamIndex(i)).name);
  }
  return sessions;
}

class SecretsOfRealTraffic : public testing::TestWithParam<const char*> {};

TEST_P(SecretsOfRealTraffic, AreInNoConversion) {
  const auto recording = shared_recording(GetParam());
  if (!recording) GTEST_SKIP() << "There is no " << GetParam();
  const std::vector<std::string> sessions = sessions_of(*recording);
  ASSERT_FALSE(sessions.empty());
  for (const std::string_view format : {"xrec", "framebyframe"}) {
    const std::string bytes = converted(recording, format);
    for (const std::string& session : sessions) {
      ASSERT_GE(session.size(), 6u);
      EXPECT_EQ(bytes.find(session), std::string::npos) << format << ' ' << session;
    }
    EXPECT_NE(bytes.find("client-1"), std::string::npos) << format;
    // The token of the arena's JOIN_ROOM.
    EXPECT_EQ(bytes.find("xK3_9dQzB1m"), std::string::npos) << format;
  }
}

INSTANTIATE_TEST_SUITE_P(Captures, SecretsOfRealTraffic,
                         testing::Values("arena/arena-0.5.41.har", "arena/arena-1.0.46.colycap",
                                         "arena/arena-3.0.76.schema-debug.txt",
                                         "arena/arena-5.0.34.har",
                                         "live/live-core-0.13.9-schema-0.5.41.har",
                                         "live/live-core-0.14.36-schema-1.0.46.har",
                                         "live/live-core-0.15.57-schema-2.0.37.har",
                                         "live/live-core-0.16.26-schema-3.0.76.har",
                                         "live/live-core-0.17.51-schema-4.0.31.har",
                                         "live/live-core-0.18.17-schema-5.0.34.har"));

}  // namespace
}  // namespace scrubjay::colyseus

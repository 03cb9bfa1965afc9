// Captures of Colyseus rooms (formats/colyseus/README.md, 8, 10) that are wrong.
#include "tests/core/test_values.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/damaged.h"
#include "tests/formats/malformed.h"

namespace scrubjay::colyseus {
namespace {

ByteVector handshake() { return players_handshake("3"); }
/// A state of one player "a", named Ann, at x 5.
ByteVector state() { return bytes_of("80 01 FF 01 80 00 A1 'a' 02 FF 02 80 A3 'Ann' 81 05"); }

CaptureMaker room() { return CaptureMaker().add(0, 0, handshake()).add(1, 0.1, state()); }

std::vector<Malformed> bad_containers() {
  const ByteVector empty = CaptureMaker().bytes();
  return {
      {"nothing", {}, "fatal not-colyseus@0"},
      {"no container", text_bytes("hello"), "fatal not-colyseus@0"},
      {"half a header", cut(empty, 5), "fatal bad-header@0"},
      {"metadata that are cut", changed(empty, 12, 9), "fatal bad-header@0"},
      {"metadata that are no object",
       CaptureMaker("[1]").add(0, 0, handshake()).add(1, 0, state()).bytes(),
       "warning bad-metadata@16"},
      {"metadata that are no JSON",
       CaptureMaker("{a").add(0, 0, handshake()).add(1, 0, state()).bytes(),
       "warning bad-metadata@16"},
      {"version 2", changed(empty, 8, 2), "fatal unsupported-version@8"},
      {"no records", empty, "fatal no-handshake@0"},
      {"a replay of version 2", bytes_of("'CLRP' 02 00 00 00 00"), "fatal unsupported-version@4"},
      {"a replay that is cut", bytes_of("'CLRP' 01 09"), "fatal bad-header@0"},
      {"a replay of nothing", bytes_of("'CLRP' 01 02 00 00 00 '{}'"), "fatal no-handshake@0"},
      {"a replay with an unknown frame", bytes_of("'CLRP' 01 02 00 00 00 '{}' 09 05 00"),
       "fatal no-handshake@0"},
      {"a replay that is cut behind a frame's kind", bytes_of("'CLRP' 01 02 00 00 00 '{}' 01"),
       "fatal no-handshake@0"},
      {"cut in a record's head", cut(room().add(2, 0.2, {}).bytes(), 4), "warning cut-off@158"},
      {"cut in a record", cut(room().add(2, 0.2, bytes_of("FF 02 81 07")).bytes(), 2),
       "warning cut-off@158"},
      {"a record of 4 GB",
       changed(room().add(2, 0.2, {}).bytes(), room().bytes().size() + 12, 0xFF),
       "warning cut-off@158"},
      {"a record of an unknown kind", room().add(77, 0.2, state()).bytes(),
       "note unknown-record@158"},
      {"a note that is no JSON", room().add(6, 0.2, text_bytes("{a")).bytes(), ""},
      {"time runs back", CaptureMaker().add(0, 2, handshake()).add(1, 1, state()).bytes(),
       "warning bad-time@127"},
      {"time is not a number", CaptureMaker().add(0, 0, handshake()).add(1, kNaN, state()).bytes(),
       "warning bad-time@127"},
      {"debug lines without a handshake", text_bytes("state:ann:128,1\n"), "fatal not-colyseus@0"},
      {"debug lines with a byte of 300", text_bytes("handshake:128,1,300\nstate:ann:128,1\n"),
       "fatal no-handshake@0"},
  };
}

std::vector<Malformed> bad_har() {
  const char* url = "ws://h/p/r?sessionId=s";
  const std::string full = "0E 80 01 FF 01 80 00 A1 'a' 02";
  const auto text = [](std::string_view json) { return text_bytes(json); };
  return {
      {"a HAR without websockets", har_of("{}"), "fatal not-colyseus@0"},
      {"a HAR without messages", har_of(R"({"_resourceType":"websocket"})"), "fatal no-messages@0"},
      {"a HAR of another game", har_of(har_socket("ws://h/x", {{"receive", 1, "01 02 03"}})),
       "fatal not-colyseus@0"},
      {"a HAR that began too late", har_of(har_socket(url, {{"receive", 1, full}})),
       "fatal no-handshake@0"},
      {"a HAR that is cut", text(R"({"log":{"entries":[{"a")"), "fatal bad-json@23"},
      {"a HAR whose entries are a number", text(R"({"log":{"entries":7}})"),
       "fatal not-colyseus@0"},
      {"a HAR whose data are no base64",
       text(
           R"({"log":{"entries":[{"_resourceType":"websocket","request":{"url":"ws://h/p/r?sessionId=s"},)"
           R"("_webSocketMessages":[{"type":"receive","time":1,"opcode":2,"data":"CgZ%%%%"}]}]}})"),
       "fatal not-colyseus@0"},
  };
}

std::vector<Malformed> bad_handshakes() {
  const auto first = [](std::string_view bytes) {
    return CaptureMaker().add(0, 0, bytes_of(bytes)).add(1, 0.1, state()).bytes();
  };
  return {
      {"a handshake of nothing", first(""), "fatal no-handshake@0"},
      {"a handshake that is cut", first("80 01 FF"), "fatal bad-handshake@16"},
      {"a handshake and bytes behind it",
       CaptureMaker()
           .add(0, 0,
                [] {
                  ByteVector more = handshake();
                  more.push_back(std::byte{7});
                  return more;
                }())
           .add(1, 0.1, state())
           .bytes(),
       "fatal bad-handshake@16"},
      {"a handshake of a type that is not there",
       CaptureMaker().add(0, 0, changed(handshake(), 1, 0x7E)).add(1, 0.1, state()).bytes(),
       "fatal bad-handshake@16"},
      {"a handshake whose field has no such type",
       first("80 01 FF 01 80 00 FF 02 82 03 80 00 FF 03 80 00 04 FF 04 80 A1 'x' 81 A3 'odd'"),
       "fatal bad-handshake@16"},
      {"a second handshake that is bad", room().add(0, 1, state()).add(1, 2, state()).bytes(),
       "error bad-handshake@158"},
      {"a state without a handshake", CaptureMaker().add(1, 0, state()).bytes(),
       "fatal no-handshake@0"},
      {"a patch without a state",
       CaptureMaker()
           .add(2, 0, bytes_of("80 01"))
           .add(0, 0.1, handshake())
           .add(1, 0.2, state())
           .bytes(),
       "error patch-without-state@16"},
  };
}

std::vector<Malformed> bad_messages() {
  const auto patch = [](std::string_view bytes) {
    return room().add(2, 0.2, bytes_of(bytes)).add(2, 0.3, bytes_of("FF 02 81 08")).bytes();
  };
  return {
      {"a patch cut in a text", patch("FF 02 80 A9 'Ann'"), "error bad-value@158"},
      {"a patch cut in a number", patch("FF 02 81 CB 00 00"), "error bad-value@158"},
      {"a patch cut behind an operation", patch("FF 02 81"), "error bad-value@158"},
      {"a patch cut behind FF", patch("FF"), "error bad-value@158"},
      {"a text that is a number", patch("FF 02 80 07"), "error bad-value@158"},
      {"a number that is a text", patch("FF 02 81 A1 'x'"), "error bad-value@158"},
      {"a field that is not there", patch("FF 02 BF 07"), "error unknown-field@158"},
      {"an operation that is not there", patch("FF 02 31 07"), "error unknown-field@158"},
      {"an instance that is not there", patch("FF 44 81 07"), "error unknown-ref@158"},
      {"an instance that is not whole", patch("FF CA 00 00 C0 3F 81 07"), "error bad-value@158"},
      {"a key that is not there", patch("FF 01 40 30"), ""},
      {"a type that is not there", patch("FF 01 80 01 A1 'b' 09 D5 7F"), "error unknown-type@158"},
      {"a text that is no UTF-8", patch("FF 02 80 A3 FF FE FD"), "warning bad-utf8@158"},
      {"a text of 4 GB", patch("FF 02 80 DB FF FF FF FF 41"), "error bad-value@158"},
      {"an instance inside itself", patch("FF 01 80 01 A1 'b' 01"), "error bad-value@158"},
      {"a message that is cut", room().add(3, 0.2, bytes_of("A4 'ch'")).bytes(),
       "error bad-value@158"},
      {"a message whose payload is cut", room().add(3, 0.2, bytes_of("A4 'chat' 92 01")).bytes(),
       ""},
      {"a received frame of nothing", room().add(4, 0.2, {}).bytes(), ""},
      {"a received frame of an unknown kind", room().add(4, 0.2, bytes_of("FE 01")).bytes(), ""},
  };
}

}  // namespace
}  // namespace scrubjay::colyseus

namespace scrubjay {

std::vector<Malformed> malformed_colyseus() {
  std::vector<Malformed> all = colyseus::bad_containers();
  for (const auto& part :
       {colyseus::bad_har(), colyseus::bad_handshakes(), colyseus::bad_messages()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace scrubjay

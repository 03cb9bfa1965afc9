// Files of Frame by Frame (formats/framebyframe/README.md) that are wrong.
#include "tests/formats/damaged.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/malformed.h"

namespace scrubjay::framebyframe {
namespace {

std::string frame_of_one(int id, double time, std::string user = {}) {
  return FrameTextMaker{
      .frame_id = id, .server_time = time, .entities = {{.id = 7, .user = std::move(user)}}}
      .text();
}

std::string without(std::string text, std::string_view part) {
  if (const std::size_t at = text.find(part); at != std::string::npos) text.erase(at, part.size());
  return text;
}

std::vector<Malformed> bad_containers() {
  const std::string raw = raw_text({frame_of_one(1, 0), frame_of_one(2, 16)});
  auto damaged = gzipped(saved_text({frame_of_one(1, 0), frame_of_one(2, 16)}));
  damaged[damaged.size() / 2] ^= std::byte{0xFF};
  auto checksum = gzipped(saved_text({frame_of_one(1, 0)}));
  checksum[checksum.size() - 6] ^= std::byte{1};
  const std::string base64 =
      saved_compressed(saved_text({frame_of_one(1, 0), frame_of_one(2, 16)}));
  return {
      {"nothing", {}, "fatal not-framebyframe@0"},
      text_case("no JSON", "hello", "fatal not-framebyframe@0"),
      text_case("a number", "17", "fatal not-framebyframe@0"),
      text_case("an object of something else", R"({"a":1,"b":[2]})", "fatal not-framebyframe@0"),
      text_case("an array of something else", R"([{"a":1},{"b":2}])", "fatal not-framebyframe@0"),
      text_case("an archive", "PK\x03\x04 and more", "fatal unsupported-container@0"),
      text_case("a raw file without frames", R"({"type":1,"version":4})",
                "fatal not-framebyframe@0"),
      text_case("a raw file whose frames are none", R"({"type":1,"version":4,"rawFrames":7})",
                "fatal not-framebyframe@0"),
      text_case("a raw file of no frames", raw_text({}), ""),
      text_case("a newer version", raw_text({frame_of_one(1, 0)}, 99), "warning newer-version"),
      text_case("cut between frames", raw.substr(0, raw.find(R"({"frameId":2)")),
                "warning cut-off@498"),
      text_case("cut in a frame", raw.substr(0, raw.size() - 40), "error cut-off@498"),
      text_case("cut behind the frames", raw.substr(0, raw.size() - 2), "warning cut-off@957"),
      text_case("text behind the end", raw + "}]", "warning repaired@959 x2"),
      {"gzip cut", cut(gzipped(saved_text({frame_of_one(1, 0), frame_of_one(2, 16)})), 30),
       "error cut-off@232, error cut-off@35"},
      {"gzip cut in its head", cut(gzipped(saved_text({frame_of_one(1, 0)})), 200),
       "fatal not-framebyframe@0"},
      {"gzip damaged", damaged, "error compressed-damaged@262, error broken-structure@122"},
      {"gzip with another checksum", checksum, "error compressed-damaged@245"},
      {"gzip of something else", gzipped("hello"), "fatal not-framebyframe@0"},
      text_case("base64 cut", base64.substr(0, base64.size() / 2),
                "error cut-off@176, error cut-off@35"),
      text_case("base64 of something else", "SGVsbG8gd29ybGQ=", "fatal not-framebyframe@0"),
      text_case("a saved file without frames", R"({"type":2,"version":4,"normalizedFrames":{}})",
                "fatal not-framebyframe@0"),
  };
}

std::vector<Malformed> bad_json() {
  const auto raw = [](const std::string& one) { return raw_text({one, frame_of_one(2, 16)}); };
  const std::string good = frame_of_one(1, 0);
  return {
      text_case("a frame that is a number", raw("17"), "error not-a-frame@38"),
      text_case("a frame that is null", raw("null"), "error not-a-frame@38"),
      text_case("a frame without entities", raw(R"({"frameId":1,"serverTime":0})"), ""),
      text_case("a bare key", raw(replaced(good, "\"frameId\"", "frameId")), "warning repaired@39"),
      text_case("single quotes", raw(replaced(good, "\"Server\"", "'Server'")),
                "warning repaired@70"),
      text_case("a comma too much", raw(replaced(good, "[{", "[,{")), "warning repaired@126"),
      text_case("a comma at the end", raw(replaced(good, "}]}", "},]}")), "warning repaired@477"),
      text_case("a comment", raw(replaced(good, "\"tag\"", "/* here */ \"tag\"")),
                "warning repaired@64"),
      text_case("NaN", raw(replaced(good, "\"serverTime\":0", "\"serverTime\":NaN")),
                "warning no-time@38, warning repaired@92, warning wrong-value@92"),
      text_case("a bracket that is missing", raw(replaced(good, "]}", "}")),
                "warning repaired@206"),
      text_case("a bracket too much", raw(good + "]"), "error broken-structure@499"),
      text_case("a number that is cut", raw(replaced(good, "\"serverTime\":0", "\"serverTime\":-")),
                "warning no-time@38, warning repaired@92, warning wrong-value@92"),
      text_case("a text that is no UTF-8", raw(replaced(good, "Server", "Ser\xFFver")),
                "warning repaired@74"),
      text_case("a line end in a text", raw(replaced(good, "Server", "Ser\nver")),
                "warning repaired@74"),
      text_case("an escape that is none", raw(replaced(good, "Server", "Ser\\qver")),
                "warning repaired@74"),
      text_case("a frame of 3,000 brackets",
                raw(R"({"frameId":1,"serverTime":0,"entities":[)" + std::string(3000, '[') +
                    std::string(3000, ']') + "]}"),
                "error too-deep@1076"),
  };
}

std::vector<Malformed> bad_frames() {
  const auto raw = [](const std::string& one) { return raw_text({one, frame_of_one(2, 16)}); };
  const auto user = [&](std::string property) {
    return raw(frame_of_one(1, 0, std::move(property)));
  };
  const auto of = [](std::vector<EntityText> entities) {
    return FrameTextMaker{.frame_id = 1, .entities = std::move(entities)}.text();
  };
  const std::string good = frame_of_one(1, 0);
  const std::string resource = R"("resources":[{"path":"t.png","type":"image/raw","textData":)";
  const auto with = [&](const std::string& extra) {
    return raw(FrameTextMaker{.frame_id = 1, .entities = {{.id = 7}}, .extra = extra}.text());
  };
  return {
      text_case("no time", raw(without(good, "\"serverTime\":0,")), "warning no-time@38"),
      text_case("a time that is a text",
                raw(replaced(good, "\"serverTime\":0", "\"serverTime\":\"x\"")),
                "warning no-time@38, warning wrong-value@92"),
      text_case("time runs back", raw_text({frame_of_one(1, 100), frame_of_one(2, 16)}),
                "note frames-unordered"),
      text_case("a client above 255", raw(replaced(good, "\"clientId\":0", "\"clientId\":1e9")),
                "warning client-range@38"),
      text_case("a client below 0", raw(replaced(good, "\"clientId\":0", "\"clientId\":-1")),
                "warning client-range@38"),
      text_case("an entity twice", raw(of({{.id = 7}, {.id = 7}})), "warning duplicate-entity@126"),
      text_case("an entity without an id", raw(replaced(good, "\"id\":7,", "")),
                "warning no-entity-id@126"),
      text_case("an entity that is its own parent", raw(of({{.id = 7, .parent = 7}})),
                "warning parent-cycle, warning parent-cycle@126"),
      text_case("a circle of parents", raw(of({{.id = 7, .parent = 8}, {.id = 8, .parent = 7}})),
                "warning parent-cycle, warning parent-cycle@494"),
      text_case("an entity that is a number", raw(replaced(good, "[{\"id\"", "[5,{\"id\"")),
                "error wrong-structure@126"),
      text_case("properties that are a text",
                raw(replaced(good, "\"properties\":[", "\"properties\":[7,")),
                "error wrong-structure@161"),
      text_case("a property without a type", user(R"({"name":"hp","value":1})"),
                "warning wrong-value@206"),
      text_case("a number that is a list", user(R"({"name":"hp","type":"number","value":[1]})"),
                "warning wrong-value@243"),
      text_case("a vec3 without z", user(R"({"name":"v","type":"vec3","value":{"x":1,"y":2}})"),
                "warning wrong-value@240"),
      text_case("a vec3 of texts",
                user(R"({"name":"v","type":"vec3","value":{"x":"a","y":"b","z":"c"}})"),
                "warning wrong-value@245 x3"),
      text_case("a table that is a number", user(R"({"name":"t","type":"table","value":3})"),
                "error wrong-structure@241"),
      text_case("a sphere without a place", user(R"({"name":"s","type":"sphere","radius":1})"), ""),
      text_case("a mesh with an index too far",
                user(R"({"name":"m","type":"mesh","vertices":[0,0,0],"indices":[0,1,900]})"), ""),
      text_case("a group that is a number", user(R"({"name":"g","type":"group","value":3})"),
                "error wrong-structure@241"),
      text_case(
          "groups in groups",
          [&] {
            std::string deep;
            for (int i = 0; i < 200; ++i) deep += R"({"name":"g","type":"group","value":[)";
            for (int i = 0; i < 200; ++i) deep += "]}";
            return user(deep);
          }(),
          ""),
      text_case("an event that is a number",
                raw(FrameTextMaker{.frame_id = 1, .entities = {{.id = 7, .events = "5"}}}.text()),
                "error wrong-structure@491"),
      text_case("a picture of no size", with(resource + R"("{\"width\":0,\"height\":5}"}],)"), ""),
      text_case("a property that names no file",
                user(R"({"name":"shot","type":"resource","value":"none.png"})"), ""),
      text_case("a comment on nothing",
                saved_text({good}, R"(,"comments":{"1":{"id":1,"type":9,"text":"c","frameId":1}})"),
                ""),
      text_case("a message of another kind", "[" + message_text(good) + R"(,{"type":1,"data":[]}])",
                ""),
  };
}

}  // namespace
}  // namespace scrubjay::framebyframe

namespace scrubjay {

std::vector<Malformed> malformed_framebyframe() {
  std::vector<Malformed> all = framebyframe::bad_containers();
  for (const auto& part : {framebyframe::bad_json(), framebyframe::bad_frames()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace scrubjay

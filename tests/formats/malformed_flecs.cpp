// Flecs documents (formats/flecs/README.md) that are wrong.
#include "tests/formats/damaged.h"
#include "tests/formats/malformed.h"

namespace scrubjay::flecs {
namespace {

/// A sample of one entity.
std::string sample(std::string_view time, std::string_view x = "1") {
  return R"({"time":)" + std::string(time) +
         R"(,"data":{"results":[{"name":"e","id":1,"components":{"Position":{"x":)" +
         std::string(x) + R"(,"y":2,"z":3}}}]}})" + "\n";
}

/// Between two good samples.
std::string between(const std::string& bad) { return sample("0") + bad + "\n" + sample("1"); }

std::vector<Malformed> bad_documents() {
  return {
      text_case("nothing", "", "fatal empty-file@0"),
      text_case("white space", " \n\n ", "warning no-documents@0"),
      text_case("no JSON", "hello", "warning not-a-sample@0"),
      text_case("a number", "17\n", "warning not-a-sample@0"),
      text_case("a text", "\"hello\"\n", "warning not-a-sample@0"),
      text_case("JSON of something else", R"({"a":1,"b":[2]})", "warning not-a-sample@0"),
      text_case("an error alone", R"({"error":"no such entity"})", "note error-reply@0"),
      text_case("gzip that is none", "\x1F\x8B\x08 and more", "error compressed-damaged@12"),
      text_case("something between samples", between("hello"), "warning not-a-sample@98"),
      text_case("a number between samples", between("17"), "warning not-a-sample@98"),
      text_case("null between samples", between("null"), "note missing-document"),
      text_case("an error between samples", between(R"({"error":"no"})"), "note error-reply@98"),
      text_case("an object of nothing between samples", between("{}"), "warning not-a-sample@98"),
      text_case("an array between samples", between("[1,2]"), "warning not-a-sample@98"),
      text_case("a broken document between samples", between(R"({"results":[{"name":"e")"),
                "error broken-document@121"),
      text_case("a bracket too much between samples", between(R"({"results":[]}})"), ""),
      text_case("a document of 2,000 brackets",
                between(R"({"results":[{"name":"e","components":{"C":)" + std::string(2000, '[') +
                        std::string(2000, ']') + "}}]}"),
                "error broken-document@98"),
      text_case("cut in a document", sample("0") + sample("1").substr(0, 60), "error cut-off@98"),
      text_case("cut in a text", sample("0") + sample("1").substr(0, 42), "error cut-off@98"),
      text_case("a bare key", between(R"({results:[{"name":"e"}]})"), "error broken-document@99"),
      text_case("single quotes", between(R"({"results":[{"name":'e'}]})"), "warning repaired@118"),
      text_case("a text that never ends", between(R"({"results":[{"name":"e)"),
                "error broken-document@120"),
      text_case("a control character",
                between("{\"results\":[{\"name\":\"a\x01"
                        "b\"}]}"),
                "warning repaired@120"),
      text_case("a colon that is missing", between(R"({"results" [{"name":"e"}]})"),
                "error broken-document@122, warning not-a-sample@98"),
      text_case("a number as a key", between(R"({"results":[{7:"e"}]})"),
                "error broken-document@98"),
      text_case("captured commands", R"({"commands":["a"],"frame":1})", "warning not-a-sample@0"),
  };
}

std::vector<Malformed> bad_times() {
  return {
      text_case("a time that is a text", sample("0") + sample("\"x\""), "warning not-a-sample@98"),
      text_case("a time that is null", sample("0") + sample("null"), "warning not-a-sample@98"),
      text_case("time runs back", sample("5") + sample("1"), "note out-of-order"),
      text_case("a time beyond all numbers", sample("0") + sample("1e999"),
                "warning not-a-sample@98"),
      text_case("a time that is not there", sample("0") + replaced(sample("1"), "\"time\":1,", ""),
                "warning not-a-sample@98"),
      text_case("a wrapper without data", sample("0") + "{\"time\":1}\n",
                "warning not-a-sample@98"),
      text_case("a wrapper whose data are a number", sample("0") + "{\"time\":1,\"data\":7}\n",
                "warning not-a-sample@98"),
  };
}

std::vector<Malformed> bad_rows() {
  const auto world = [](const std::string& rows) {
    return between(R"({"time":0.5,"data":{"results":[)" + rows + "]}}");
  };
  return {
      text_case("results that are a number", between(R"({"results":7})"),
                "warning not-a-sample@98"),
      text_case("a row that is a number", world("7"), "error broken-document@98"),
      text_case("a row without a name", world(R"({"id":4,"components":{}})"), ""),
      text_case("a name that is a number", world(R"({"name":7})"), ""),
      text_case("an id that is a text", world(R"({"name":"e","id":"x"})"), ""),
      text_case("components that are a list", world(R"({"name":"e","components":[1]})"),
                "error wrong-structure@98"),
      text_case("tags that are a number", world(R"({"name":"e","tags":7})"),
                "error wrong-structure@98"),
      text_case("pairs that are a text", world(R"({"name":"e","pairs":"x"})"),
                "error wrong-structure@98"),
      text_case("parts that are null", world(R"({"name":"e","tags":null,"components":null})"), ""),
      text_case("a position of texts", sample("0") + sample("1", "\"left\""), ""),
      text_case("a value that is not JSON", sample("0") + sample("1", "-'..--)."),
                "warning repaired@176"),
      text_case("a value that is nan", sample("0") + sample("1", "nan"), "warning repaired@176"),
      text_case("a value that is missing", sample("0") + sample("1", ""),
                "error broken-document@98"),
      text_case("a label with a quote inside", world(R"({"name":"e","doc":{"label":"the "b""}})"),
                "warning repaired@161 x2"),
      text_case("an escape that is none", world(R"({"name":"a\qb"})"), "warning repaired@139"),
      text_case("an escape that is none before digits", world(R"({"name":"a\qabcd12"})"),
                "warning repaired@139"),
      text_case("a text that is no UTF-8",
                world("{\"name\":\"a\xFF"
                      "b\"}"),
                "warning repaired@98, warning invalid-utf8@98"),
      text_case("an entity twice", world(R"({"name":"a","id":5},{"name":"a","id":5})"), ""),
      text_case("an entity under itself",
                world(R"({"parent":"a","name":"a"},{"parent":"a.a","name":"a"})"), ""),
      text_case("entities under each other",
                between(R"({"results":[{"ids":[["flecs.core.ChildOf","b"]],"entities":["a"]},)"
                        R"({"ids":[["flecs.core.ChildOf","a"]],"entities":["b"]}]})"),
                "warning parent-cycle"),
      text_case("values without entities",
                between(R"({"results":[{"ids":[["Position"]],"values":[[{"x":1}]]}]})"), ""),
      text_case(
          "more values than entities",
          between(R"({"results":[{"ids":[["P"]],"entities":["a"],"values":[[{"x":1},{"x":2}]]}]})"),
          ""),
      text_case(
          "fewer values than entities",
          between(R"({"results":[{"ids":[["P"]],"entities":["a","b"],"values":[[{"x":1}]]}]})"),
          ""),
      text_case("a comma too much", world(R"({"name":"a"},)"), "warning repaired@142"),
      text_case("two commas", world(R"({"name":"a"},,{"name":"b"})"), "warning repaired@142"),
  };
}

}  // namespace
}  // namespace scrubjay::flecs

namespace scrubjay {

std::vector<Malformed> malformed_flecs() {
  std::vector<Malformed> all = flecs::bad_documents();
  for (const auto& part : {flecs::bad_times(), flecs::bad_rows()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace scrubjay

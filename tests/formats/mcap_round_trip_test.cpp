// What an MCAP file of ours gives back of the recording that it was written of.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/property_json.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/mcap_test_file.h"
#include "tests/formats/written_again.h"

namespace scrubjay::mcap {
namespace {

/// A saved recording of Frame by Frame with one entity, as an MCAP file, read again.
std::shared_ptr<Recording> again(std::string_view user, std::string_view extra = {}) {
  const framebyframe::FrameTextMaker frame{.entities = {{.user = std::string(user)}}};
  const auto source = framebyframe::indexed(framebyframe::saved_text({frame.text()}, extra));
  const Written written = written_as("mcap", {.recording = source});
  const auto recording = opened(written.file);
  EXPECT_EQ(told_of(recording), "");
  return recording;
}

TEST(McapRoundTrip, OfACommentNeedsNoStream) {
  const auto recording = again("", R"(,"comments":{"1":{"id":1,"type":0,"text":"start",)"
                                   R"("pos":{"x":3,"y":4},"frameId":1}})");
  ASSERT_EQ(recording->comment_count(), 1U);
  EXPECT_EQ(recording->comment(CommentIndex(0)).text, "start");
  EXPECT_EQ(recording->timeline().stream_count(), 1U);
}

TEST(McapRoundTrip, OfCommentsOfOneIdIsEachOfThem) {
  std::string comments;
  const std::vector<std::pair<const char*, const char*>> texts{
      {"a", "one"}, {"b", "two"}, {"c", "three"}};
  for (const auto& [key, text] : texts) {
    comments += (comments.empty() ? "\"" : ",\"") + std::string(key) +
                R"(":{"id":1,"type":0,"text":")" + text + R"(","frameId":0})";
  }
  const auto recording = again("", R"(,"comments":{)" + comments + "}");
  ASSERT_EQ(recording->comment_count(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(recording->comment(CommentIndex(i)).id, "1");
    EXPECT_EQ(recording->comment(CommentIndex(i)).text, texts[i].second);
  }
}

TEST(McapRoundTrip, OfPixelsIsAPng) {
  const auto recording =
      again("", R"(,"resources":{"raw":{"path":"raw","type":"image/raw","textData":)"
                R"("{\"width\":2,\"height\":1,\"data\":\"FF0000ff00FF0080\"}"}})");
  ASSERT_EQ(recording->resource_count(), 1U);
  const auto picture = recording->reader().read_resource(*recording, ResourceIndex(0));
  ASSERT_TRUE(picture) << describe(picture.error());
  EXPECT_EQ(picture->type, "image/png");
  EXPECT_EQ(picture->width, 0U);
  ASSERT_GT(picture->bytes.size(), 24U);
  EXPECT_EQ(picture->bytes[1], std::byte{'P'});
  EXPECT_EQ(picture->bytes[19], std::byte{2});
  EXPECT_EQ(picture->bytes[23], std::byte{1});
}

TEST(McapRoundTrip, OfGroupsThatHoldNothingIsTheSame) {
  const auto group = [](std::string_view name, const std::string& content) {
    return R"({"type":"group","name":")" + std::string(name) + R"(","value":[)" + content + "]}";
  };
  const auto recording =
      again(group("outer", group("inner", "") + "," + group("other", "")) + "," +
            group("mixed", group("none", "") + R"(,{"type":"number","name":"x","value":5})"));
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 1U);
  std::string out;
  JsonWriter json(out);
  write_plain_object(json, frame.tree, frame.entities[0].properties);
  EXPECT_NE(out.find(R"("outer":{"inner":{},"other":{}})"), std::string::npos) << out;
  EXPECT_NE(out.find(R"("mixed":{"none":{},"x":5})"), std::string::npos) << out;
}

TEST(McapRoundTrip, OfEqualNamesKeepsWhichOfThemIsNull) {
  const std::string null = R"({"type":"eref","name":"p","value":null})";
  const auto number = [](const std::string& value) {
    return R"({"type":"number","name":"p","value":)" + value + "}";
  };
  // Which of eleven: the fields' names, p_10 before p_2, do not tell.
  std::string list = R"({"type":"number","name":"before","value":0})";
  std::string expected;
  for (int i = 0; i < 12; ++i) {
    const bool is_null = i == 0 || i == 1 || i == 9 || i == 11;
    list += "," + (is_null ? null : number(std::to_string(i)));
    expected += (is_null ? "null" : std::to_string(i)) + " ";
  }
  const auto recording = again(list);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 1U);
  std::string found;
  for (PropertyTree::Node node = 0; node < frame.tree.size(); ++node) {
    const PropertyNode& property = frame.tree[node];
    if (property.name != "p") continue;
    const auto value = property.as_number();
    found += (value ? std::to_string(static_cast<int>(*value)) : "null") + " ";
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace scrubjay::mcap

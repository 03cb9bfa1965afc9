#include "core/secrets.h"

#include <gtest/gtest.h>

#include "tests/core/script.h"

namespace scrubjay {
namespace {

struct SecretCase {
  const char* text;
  const char* replaced;  ///< null: nothing is found
};

TEST(SecretTable, ReplacesEverySecretAndOfSeveralAtOnePlaceTheLongest) {
  const SecretTable table(
      {{"nF1gKq_2Z", "client-1"}, {"nF1gKq_2Z:xK3_9d", "token-1"}, {"abc", "short"}});
  const std::array<SecretCase, 8> cases{{{"nF1gKq_2Z", "client-1"},
                                         {"<nF1gKq_2Z> and nF1gKq_2Z!", "<client-1> and client-1!"},
                                         {"nF1gKq_2ZnF1gKq_2Z", "client-1client-1"},
                                         {"nF1gKq_2Z:xK3_9d", "token-1"},
                                         {"nF1gKq_2Z:xK3_", "client-1:xK3_"},
                                         {"nF1gKq_2", nullptr},
                                         {"abc", nullptr},
                                         {"", nullptr}}};
  for (const SecretCase& one : cases) {
    std::string out = "as before";
    EXPECT_EQ(table.replace(one.text, out), one.replaced != nullptr) << one.text;
    EXPECT_EQ(out, one.replaced == nullptr ? "as before" : one.replaced) << one.text;
  }
}

TEST(SecretTable, KeepsTheSizeOfRawBytes) {
  const SecretTable table({{"nF1gKq_2Z", "client-1"}, {"secret", "stand-in"}});
  std::string out;
  ASSERT_TRUE(table.replace_in_place(std::string_view("\x09nF1gKq_2Z\0secret", 17), out));
  EXPECT_EQ(out, std::string("\x09"
                             "client-1-"
                             "\0stand-",
                             17));
  EXPECT_FALSE(table.replace_in_place("none", out));
}

constexpr std::string_view kId = "nF1gKq_2Z";

/// Two entities, one event and two frames that are full of an id.
void index_talk(RecordingBuilder& builder) {
  const StreamIndex stream = builder.add_stream("0", kId);
  builder.add_entity("0", "state", EntityKind::other, stream);
  builder.add_entity("player/nF1gKq_2Z", kId, EntityKind::person, stream);
  builder.set_parent(EntityIndex(1), EntityIndex(0));
  builder.set_background(EntityIndex(0));
  builder.set_background(EntityIndex(0));  // said twice, counted once
  builder.begin_life(EntityIndex(0), FrameIndex(0));
  const LifetimeIndex short_life = builder.begin_life(EntityIndex(1), FrameIndex(0));
  const LifetimeIndex none = builder.begin_life(EntityIndex(1), FrameIndex(0));
  builder.end_life(none, FrameIndex::none());
  builder.add_event({.frame = FrameIndex(0),
                     .time = 1,
                     .end = 2,
                     .entity = EntityIndex(1),
                     .name = "join nF1gKq_2Z",
                     .tag = "of nF1gKq_2Z",
                     .order = 3,
                     .source_offset = 4,
                     .source_detail = 5});
  builder.add_frame(1, 7, {10, 20}, stream);
  builder.end_life(short_life, FrameIndex(0));
  builder.add_frame(2, 8, {30, 40}, stream);
  ResourceInfo resource;
  resource.path = "pictures/nF1gKq_2Z.png";
  builder.add_resource(resource);
  CommentInfo comment;
  comment.text = "see nF1gKq_2Z";
  builder.add_comment(comment);
  builder.add_layer("nF1gKq_2Z's");
  builder.add_problem({.code = "odd", .message = "nF1gKq_2Z is odd"});
  PropertyTree details;
  details.text("who", kId);
  builder.set_details(details);
  builder.set_complete(true);
}

void decode_talk(FrameIndex, Frame& out) {
  Entity entity;
  entity.index = EntityIndex(1);
  entity.name = kId;
  const auto group = out.tree.open(kId, PropertyType::group);
  out.tree.text("owner", kId);
  out.tree.set_style(out.tree.text("bytes", "\x09nF1gKq_2Z", PropertyType::bytes), {});
  PropertyStyle style;
  style.color = "#123456";
  style.label = kId;
  out.tree.set_style(out.tree.text("target", "1", PropertyType::entity), style);
  out.tree.integer("number", 5);
  out.tree.close(group);
  entity.properties = {0, out.tree.size()};
  out.entities.push_back(entity);
  out.problems.push_back({.code = "odd", .message = "nF1gKq_2Z is odd", .found = "nF1gKq_2Z"});
}

std::shared_ptr<Recording> talkative_recording(bool has_secrets) {
  Script script{.index = index_talk,
                .decode = decode_talk,
                .event = [](EventIndex, PropertyTree& out) { out.text("from", kId); },
                .info = {.format = "made",
                         .format_version = "",
                         .coordinates = {},
                         .metadata = {{"host", "nF1gKq_2Z's"}, {"map", "arena"}}}};
  if (has_secrets) script.secrets = {{std::string(kId), "client-1"}};
  auto recording = waiting(std::move(script));
  recording->choose_meanings({{"aim", Meaning::direction}});
  recording->index();
  return recording;
}

TEST(WithoutSecrets, IsTheSameRecordingWhereThereAreNone) {
  const auto recording = talkative_recording(false);
  EXPECT_EQ(without_secrets(recording), recording);
}

TEST(WithoutSecrets, HasTheSameRows) {
  const auto recording = without_secrets(talkative_recording(true));
  const Timeline& timeline = recording->timeline();
  ASSERT_EQ(recording->frame_count(), 2u);
  EXPECT_EQ(timeline.time(FrameIndex(1)), 2);
  EXPECT_EQ(timeline.number(FrameIndex(1)), 8u);
  EXPECT_EQ(timeline.bytes(FrameIndex(1)).begin, 30u);
  ASSERT_EQ(recording->entity_count(), 2u);
  EXPECT_TRUE(recording->entity(EntityIndex(0)).is_background);
  EXPECT_EQ(recording->background_count(), 1U);
  EXPECT_EQ(recording->entity(EntityIndex(1)).parent, EntityIndex(0));
  EXPECT_EQ(recording->entity(EntityIndex(1)).kind, EntityKind::person);
  ASSERT_EQ(recording->lifetime_count(), 3u);
  EXPECT_EQ(recording->lifetime(LifetimeIndex(1)).last, FrameIndex(0));
  const Lifetime none = recording->lifetime(LifetimeIndex(2));
  EXPECT_LT(none.last, none.first);
  ASSERT_EQ(recording->event_count(), 1u);
  const EventInfo event = recording->event(EventIndex(0));
  EXPECT_EQ(event.end, 2);
  EXPECT_EQ(event.order, 3u);
  EXPECT_EQ(event.source_offset, 4u);
  EXPECT_EQ(event.source_detail, 5u);
  EXPECT_EQ(recording->chosen_meanings().size(), 1u);
  EXPECT_TRUE(recording->is_complete());
  EXPECT_TRUE(recording->is_indexed());
}

TEST(WithoutSecrets, HasStandInsInAllTables) {
  const auto recording = without_secrets(talkative_recording(true));
  EXPECT_EQ(recording->timeline().stream_info(StreamIndex(0)).name, "client-1");
  EXPECT_EQ(recording->entity(EntityIndex(1)).id, "player/client-1");
  EXPECT_EQ(recording->entity(EntityIndex(1)).name, "client-1");
  EXPECT_EQ(recording->event(EventIndex(0)).name, "join client-1");
  EXPECT_EQ(recording->event(EventIndex(0)).tag, "of client-1");
  EXPECT_EQ(recording->resource(ResourceIndex(0)).path, "pictures/client-1.png");
  EXPECT_EQ(recording->comment(CommentIndex(0)).text, "see client-1");
  EXPECT_EQ(recording->layer(0), "client-1's");
  ASSERT_EQ(recording->problems().size(), 1u);
  EXPECT_EQ(recording->problems()[0].message, "client-1 is odd");
  EXPECT_EQ(recording->info().metadata[0].second, "client-1's");
  EXPECT_EQ(recording->info().metadata[1].second, "arena");
  PropertyTree details;
  recording->details(details);
  EXPECT_EQ(details[0].text_value(), "client-1");
}

TEST(WithoutSecrets, HasStandInsInFrames) {
  Cursor cursor(without_secrets(talkative_recording(true)));
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 1u);
  EXPECT_EQ(frame.entities[0].name, "client-1");
  const PropertyTree& tree = frame.tree;
  EXPECT_EQ(tree[0].name, "client-1");
  EXPECT_EQ(tree[1].text_value(), "client-1");
  EXPECT_EQ(tree[2].text_value(),
            "\x09"
            "client-1-");
  EXPECT_EQ(tree[3].text_value(), "1");
  EXPECT_EQ(tree.style_of(tree[3]).label, "client-1");
  EXPECT_EQ(tree.style_of(tree[3]).color, "#123456");
  EXPECT_EQ(tree[4].integer, 5);
  ASSERT_EQ(frame.problems.size(), 1u);
  EXPECT_EQ(frame.problems[0].message, "client-1 is odd");
  EXPECT_EQ(frame.problems[0].found, "client-1");
  ASSERT_EQ(frame.events.size(), 1u);
  EXPECT_EQ(tree[frame.events[0].properties.first].text_value(), "client-1");
}

}  // namespace
}  // namespace scrubjay

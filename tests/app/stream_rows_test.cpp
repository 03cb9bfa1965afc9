#include "app/viewer/panels/entities/stream_rows.h"

#include <gtest/gtest.h>

#include <array>

#include "app/viewer/panels/entities/entity_value_search.h"
#include "scripted_recording.h"
#include "test_scene.h"

namespace scrubjay {
namespace {

/// Stream 0 has frames every 0.1 s from 0 to 2, stream 1 from 0.5 to 1, with a silence from 0.7 on
/// until 0.95.
std::shared_ptr<Recording> two_streams() {
  return scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex server = builder.add_stream("0", "Server");
    const StreamIndex client = builder.add_stream("7", "");
    for (int i = 0; i <= 20; ++i) {
      const Seconds t = i * 0.1;
      builder.add_frame(t, static_cast<std::int64_t>(i), {}, server);
      const bool silent = i > 7 && i < 15;
      if (i >= 5 && i <= 16 && !silent) {
        builder.add_frame(t, static_cast<std::int64_t>(i), {}, client);
      }
    }
    builder.set_complete(true);
  });
}

TEST(StreamRowsTest, AStreamWhoseFramesGoOnHasNoAge) {
  const auto recording = two_streams();
  for (const Seconds t : {0.0, 0.05, 1.0, 1.99, 2.0, 2.3}) {
    EXPECT_FALSE(stream_age(*recording, StreamIndex(0), t)) << t;
  }
  for (const Seconds t : {0.5, 0.65, 1.0, 1.55, 1.9}) {
    EXPECT_FALSE(stream_age(*recording, StreamIndex(1), t)) << t;
  }
}

TEST(StreamRowsTest, AStreamIsOldWhenItsFramesLieFarBehindOrAhead) {
  const auto recording = scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    add_frames(builder, stream, 11, 0.1, 5);  // 5 to 6
    add_frames(builder, stream, 11, 0.1, 9);  // 9 to 10
    builder.set_complete(true);
  });
  const auto before = stream_age(*recording, StreamIndex(0), 2);
  ASSERT_TRUE(before);
  EXPECT_TRUE(before->is_before_first);
  EXPECT_EQ(age_text(*before, 1), "begins at 6.000 s");
  const auto silent = stream_age(*recording, StreamIndex(0), 8.5);
  ASSERT_TRUE(silent);
  EXPECT_FALSE(silent->has_ended);
  EXPECT_EQ(age_text(*silent, 1), "last frame 2.5 s ago");
  const auto over = stream_age(*recording, StreamIndex(0), 30);
  ASSERT_TRUE(over);
  EXPECT_TRUE(over->has_ended);
  EXPECT_EQ(age_text(*over, 1), "ended at 11.000 s");
}

TEST(StreamRowsTest, WhatIsStillReadHasNotEnded) {
  const Recording* indexed = nullptr;
  const auto recording = waiting_recording([&](RecordingBuilder& builder) {
    add_frames(builder, builder.add_stream("0", ""), 5, 0.1);
    EXPECT_FALSE(stream_age(*indexed, StreamIndex(0), 50));
  });
  indexed = recording.get();
  EXPECT_FALSE(stream_age(*recording, StreamIndex(0), 50)) << "nothing is known yet";
  recording->index();
  EXPECT_TRUE(stream_age(*recording, StreamIndex(0), 50));
}

TEST(StreamRowsTest, ARecordingIsOverWhenAllItsStreamsAre) {
  OpenRecording open{two_streams(), 10, true, {}};
  EXPECT_FALSE(recording_age(open, 12));
  const auto over = recording_age(open, 14);
  ASSERT_TRUE(over);
  EXPECT_EQ(age_text(*over, open.offset), "ended at 12.000 s");
}

TEST(StreamRowsTest, WhatHasNotBegunOrIsOverIsNotLive) {
  const OpenRecording open{two_streams(), 10, true, {}};
  struct Case {
    Seconds time;  ///< of the session
    Presence server;
    Presence client;
  };
  const std::array<Case, 6> cases{{{10, Presence::live, Presence::absent},
                                   {10.6, Presence::live, Presence::live},
                                   {11.2, Presence::live, Presence::live},  // silent
                                   {12.25, Presence::live, Presence::absent},
                                   {15, Presence::past, Presence::past},
                                   {5, Presence::absent, Presence::absent}}};
  for (const Case& one : cases) {
    EXPECT_EQ(presence_of(open, StreamIndex(0), one.time), one.server) << one.time;
    EXPECT_EQ(presence_of(open, StreamIndex(1), one.time), one.client) << one.time;
  }
}

TEST(StreamRowsTest, OneStreamIsShownAloneAndAllAreAgain) {
  OpenRecording open{two_streams(), 0, true, {}};
  EXPECT_FALSE(shown_alone(open));
  show_alone(open, StreamIndex(1));
  EXPECT_TRUE(is_hidden(open, StreamIndex(0)));
  EXPECT_FALSE(is_hidden(open, StreamIndex(1)));
  EXPECT_EQ(shown_alone(open), StreamIndex(1));
  show_alone(open, StreamIndex(1));
  EXPECT_TRUE(open.hidden_streams.empty());
  set_hidden(open, StreamIndex(1), true);
  set_hidden(open, StreamIndex(1), false);
  EXPECT_TRUE(open.hidden_streams.empty());
}

TEST(StreamRowsTest, AStreamWithoutANameIsCalledByItsId) {
  const auto recording = two_streams();
  EXPECT_EQ(stream_title(recording->timeline(), StreamIndex(0)), "Server");
  EXPECT_EQ(stream_title(recording->timeline(), StreamIndex(1)), "Client 7");
}

/// Living entities searched by what their properties say.
class EntityValueSearchTest : public testing::Test {
 protected:
  EntityValueSearchTest() {
    TestScene scene;
    scene.entities = {
        {.id = "1", .name = "audi"}, {.id = "2", .name = "bmw"}, {.id = "3", .name = "hero bike"}};
    scene.properties = [](std::size_t frame, std::size_t entity, PropertyTree& out) {
      const auto group = out.open("attributes", PropertyType::group);
      out.text("role_name", entity == 1 ? "hero" : "autopilot");
      if (frame == 5) out.text("state", "burning");
      out.number("speed", 5, Precision::float64);
      out.close(group);
    };
    recording_ = recording_of(std::move(scene));
    session_.recordings.push_back({recording_, 0, true, {}});
    cursor_.emplace(recording_);
    go_to(0);
  }
  void go_to(std::size_t frame) {
    moment_.frames = {{{0, FrameIndex(frame)}, &cursor_->seek(FrameIndex(frame)), nullptr, true}};
  }
  bool look(std::string_view text) {
    WorkBudget budget = WorkBudget::unlimited();
    return search_.advance(session_, moment_, text, budget);
  }
  std::string found() const {
    std::string text;
    for (const auto& found : search_.found()) {
      text += std::string(recording_->entity(found.entity.entity).id) + ":" + found.text + " ";
    }
    return text;
  }

  std::shared_ptr<Recording> recording_;
  Session session_;
  std::optional<Cursor> cursor_;
  Moment moment_;
  EntityValueSearch search_;
};

TEST_F(EntityValueSearchTest, FindsByTextsOfPropertiesWhatNamesDoNotGive) {
  EXPECT_TRUE(look("HERO"));
  EXPECT_EQ(found(), "2:role_name hero ");
  EXPECT_FALSE(look("HERO"));
  EXPECT_TRUE(search_.is_done());
  EXPECT_TRUE(look("pilot audi"));
  EXPECT_EQ(found(), "1:role_name autopilot ");
  EXPECT_TRUE(look("pilot bmw"));
  EXPECT_EQ(found(), "");
}

TEST_F(EntityValueSearchTest, FollowsThePlayhead) {
  EXPECT_FALSE(look("burning"));
  go_to(5);
  EXPECT_TRUE(look("burning"));
  EXPECT_EQ(search_.found().size(), 3u);
  go_to(6);
  EXPECT_TRUE(look("burning"));
  EXPECT_EQ(found(), "");
}

TEST_F(EntityValueSearchTest, OneLetterAndNothingFindNothing) {
  EXPECT_FALSE(look("h"));
  EXPECT_FALSE(look(""));
  look("hero");
  EXPECT_TRUE(look(""));
  EXPECT_EQ(found(), "");
}

}  // namespace
}  // namespace scrubjay

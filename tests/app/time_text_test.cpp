#include "app/viewer/panels/widgets/time_text.h"
#include "app/shared/printed_time.h"

#include <gtest/gtest.h>

#include <limits>

#include "scripted_recording.h"

namespace scrubjay {
namespace {

TEST(TimeOfFramePrintedLike, FindsTheFrameThatIsShownByThatTime) {
  Timeline timeline;
  timeline.add_stream({"s", ""});
  for (const Seconds t : {0.0, 4.950000073760748, 5.0000001, 12.750000189989805}) {
    timeline.add_frame(t, 0, {}, StreamIndex(0));
  }
  EXPECT_EQ(time_of_frame_printed_like(timeline, 4.95), 4.950000073760748);
  EXPECT_EQ(time_of_frame_printed_like(timeline, 12.75), 12.750000189989805);
  EXPECT_EQ(time_of_frame_printed_like(timeline, 12.7499), 12.7499);
  EXPECT_EQ(time_of_frame_printed_like(timeline, 6), 6);
  EXPECT_EQ(time_of_frame_printed_like(timeline, 5.0000002), 5.0000002);
  EXPECT_EQ(time_of_frame_printed_like(Timeline(), 1), 1);
}

TEST(CutOffText, TellsTheTimeAsTheTransportShowsIt) {
  const auto recording = scripted_recording([](RecordingBuilder& builder) {
    add_frames(builder, builder.add_stream("s", ""), 2, 3.7346);
  });
  EXPECT_EQ(cut_off_text({recording, 0, true, {}}), "This recording was cut off at 3.735 s.");
  EXPECT_EQ(cut_off_text({recording, 60, true, {}}), "This recording was cut off at 63.735 s.");
}

TEST(TimeText, HasThreeDecimalsOrWhatAPixelNeeds) {
  EXPECT_EQ(time_text(3.41234), "3.412 s");
  EXPECT_EQ(time_text(3.41234, 0.00001), "3.41234 s");
  EXPECT_EQ(time_text(3.41234, 1e-30), "3.412340000 s");
  EXPECT_EQ(time_text(-0.0001), "0.000 s");
  EXPECT_EQ(time_text(-1.5), "-1.500 s");
  EXPECT_EQ(time_text(1e300), "1e+300 s");
  EXPECT_EQ(time_text(std::numeric_limits<double>::quiet_NaN()), "no time");
}

TEST(TimeText, LongTimesAreAlsoToldInHours) {
  EXPECT_EQ(long_time_text(59.9), "");
  EXPECT_EQ(long_time_text(60), "1 min 0.000 s");
  EXPECT_EQ(long_time_text(4823.4124), "1 h 20 min 23.412 s");
  EXPECT_EQ(long_time_text(-61.5), "-1 min 1.500 s");
  EXPECT_EQ(long_time_text(119.9999), "2 min 0.000 s") << "never 60 seconds";
  EXPECT_EQ(long_time_text(1e300), "");
}

TEST(TimeEntry, UnderstandsWhatPeopleType) {
  struct Case {
    const char* text;
    Seconds expected;
  };
  for (const Case& c : {Case{"3.412", 3.412},
                        {" 3.412 s ", 3.412},
                        {"3,412", 3.412},
                        {"-2", -2},
                        {"- 2 s", -2},
                        {"250 ms", 0.25},
                        {"250ms", 0.25},
                        {"5 us", 5e-6},
                        {"5 \u00B5s", 5e-6},
                        {"2 min", 120},
                        {"2m", 120},
                        {"1 h 20 min 3 s", 4803},
                        {"1h20m", 4800},
                        {"1:20", 80},
                        {"1:20:03.5", 4803.5},
                        {".5", 0.5},
                        {"0", 0}}) {
    const auto entry = parse_time_entry(c.text);
    ASSERT_TRUE(entry && entry->time) << c.text;
    EXPECT_DOUBLE_EQ(*entry->time, c.expected) << c.text;
    EXPECT_FALSE(entry->frame);
  }
}

TEST(TimeEntry, UnderstandsFrames) {
  EXPECT_EQ(parse_time_entry("#120"), (TimeEntry{{}, 120}));
  EXPECT_EQ(parse_time_entry(" # 7 "), (TimeEntry{{}, 7}));
}

TEST(TimeEntry, RejectsTheRest) {
  for (const char* const text :
       {"",         " ",   "#",   "#-1",   "#1.5", "#99999999999999999999999",
        "s",        "abc", "1 2", "1:",    ":1",   "1:2:3:4",
        "1 parsec", "nan", "inf", "1e400", "-",    "--1",
        "3 s 4",    "1..2"}) {
    EXPECT_FALSE(parse_time_entry(text)) << text;
  }
  EXPECT_FALSE(parse_time_entry(std::string(10'000, '1')));
}

TEST(PlayheadFrame, IsOfThePrimaryRecordingElseOfTheFirstVisible) {
  const auto recording = [](Seconds step) {
    return scripted_recording([step](RecordingBuilder& builder) {
      add_frames(builder, builder.add_stream("s", ""), 10, step);
    });
  };
  Session session;
  EXPECT_FALSE(playhead_frame(session, 0));
  session.recordings.push_back({recording(1), 0, true, {}});
  session.recordings.push_back({recording(0.1), 5, true, {}});
  EXPECT_EQ(playhead_frame(session, 5.25), (FrameRef{0, FrameIndex(5)}));
  EXPECT_EQ(playhead_frame(session, 5.25, EntityRef{1, EntityIndex(0)}),
            (FrameRef{1, FrameIndex(2)}));
  EXPECT_EQ(playhead_frame(session, -7), (FrameRef{0, FrameIndex(0)}));
  session.recordings[0].visible = false;
  EXPECT_EQ(playhead_frame(session, 5.25, EntityRef{0, EntityIndex(0)}),
            (FrameRef{1, FrameIndex(2)}));
  EXPECT_EQ(playhead_frame(session, 5.25, EntityRef{7, EntityIndex(0)}),
            (FrameRef{1, FrameIndex(2)}));
}

}  // namespace
}  // namespace scrubjay

#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>
#include <string>

#include "app/viewer/found/contact_list.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/panels/ask/ask_cache.h"
#include "timeline_panel_fixture.h"

namespace scrubjay {
namespace {

std::shared_ptr<Recording> with_an_entity() {
  return scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    builder.begin_life(builder.add_entity("7", "car", EntityKind::vehicle, stream),
                       builder.next_frame());
    add_frames(builder, stream, 10, 1);
  });
}

TEST_F(TimelinePanelTest, IsCalmWhenNothingIsOpen) {
  pictures(3);
  EXPECT_FALSE(has_place("timeline.ruler"));
  EXPECT_FALSE(needs_redraw_);
  click("timeline.play");
  EXPECT_FALSE(state_.playback.playing);
}

TEST_F(TimelinePanelTest, StandsARecordingWithoutFrames) {
  open(waiting_recording([](RecordingBuilder&) {}));
  pictures(3);
  click("timeline.lanes");
  click("timeline.ruler");
  click("timeline.play");
  EXPECT_FALSE(state_.playback.playing);
  EXPECT_EQ(state_.playback.playhead, 0);
}

TEST_F(TimelinePanelTest, ButtonsMoveThePlayhead) {
  open(ten_seconds());
  state_.playback.playhead = 5;
  settled();
  click("timeline.forward");
  EXPECT_EQ(state_.playback.playhead, 5.1);
  click("timeline.back");
  click("timeline.back");
  EXPECT_EQ(state_.playback.playhead, 4.9);
  click("timeline.last");
  EXPECT_EQ(state_.playback.playhead, 10);
  click("timeline.first");
  EXPECT_EQ(state_.playback.playhead, 0);
  click("timeline.play");
  EXPECT_TRUE(state_.playback.playing);
  click("timeline.play");
  EXPECT_FALSE(state_.playback.playing);
  click("timeline.loop");
  EXPECT_TRUE(state_.playback.loop);
}

TEST_F(TimelinePanelTest, MenusChooseSpeedAndCoordinates) {
  // The menus open upwards.
  ImGui::GetIO().DisplaySize.y = 700;
  top_ = 460;
  open(ten_seconds());
  settled();
  click("timeline.speed");
  ASSERT_TRUE(has_place("timeline.speed.4"));
  click("timeline.speed.4");
  EXPECT_EQ(state_.playback.speed, 4);
  click("timeline.coordinates");
  ASSERT_TRUE(has_place("timeline.coordinates.unity"));
  click("timeline.coordinates.unity");
  EXPECT_EQ(state_.coordinates, CoordinateSystem::parse("unity").value());
  click("timeline.coordinates");
  click("timeline.coordinates.recorded");
  EXPECT_EQ(state_.coordinates, std::nullopt);
}

TEST_F(TimelinePanelTest, PressingAndDraggingScrubsAlsoOutsideTheArea) {
  open(ten_seconds());
  settled();
  move_to("timeline.lanes", 0.5F, 0.9F);
  press();
  EXPECT_NEAR(state_.playback.playhead, 5, 0.3);
  move_by(100);
  EXPECT_NEAR(state_.playback.playhead, 5.9, 0.3);
  move_by(5000, 3000);
  EXPECT_EQ(state_.playback.playhead, 10);
  move_by(-9000);
  EXPECT_EQ(state_.playback.playhead, 0);
  release();
  move_to("timeline.lanes", 0.7F, 0.9F);
  EXPECT_EQ(state_.playback.playhead, 0) << "the button is up";
}

TEST_F(TimelinePanelTest, WheelZoomsAtTheCursor) {
  open(ten_seconds());
  settled();
  EXPECT_EQ(state_.timeline.shown, (TimeRange{0, 10}));
  move_to("timeline.lanes", 0.3F, 0.9F);
  const Seconds before = time_at_mouse();
  wheel(3);
  EXPECT_FALSE(state_.timeline.fit);
  const Seconds coarse = state_.timeline.shown.length();
  EXPECT_NEAR(coarse, 10 * std::pow(0.8, 3), 1e-6);
  EXPECT_NEAR(time_at_mouse(), before, 0.01);
  HeadlessImGui::hold(HeadlessImGui::Modifier::ctrl);
  wheel(1);
  EXPECT_NEAR(state_.timeline.shown.length(), coarse * 0.95, 1e-6);
  HeadlessImGui::let_go(HeadlessImGui::Modifier::ctrl);
  HeadlessImGui::hold(HeadlessImGui::Modifier::shift);
  const TimeRange shown = state_.timeline.shown;
  wheel(-1);
  EXPECT_NEAR(state_.timeline.shown.length(), shown.length(), 1e-9);
  EXPECT_GT(state_.timeline.shown.begin, shown.begin);
}

TEST_F(TimelinePanelTest, RightAndMiddleButtonPanAndDoubleClickFits) {
  open(ten_seconds());
  settled();
  for (const int button : {1, 2}) {
    move_to("timeline.lanes", 0.5F, 0.9F);
    wheel(5);
    const TimeRange shown = state_.timeline.shown;
    const Seconds playhead = state_.playback.playhead;
    press(button);
    move_by(-60);
    release(button);
    EXPECT_GT(state_.timeline.shown.begin, shown.begin) << button;
    EXPECT_NEAR(state_.timeline.shown.length(), shown.length(), 1e-9);
    EXPECT_EQ(state_.playback.playhead, playhead) << "panning does not scrub";
    pictures(30);
    move_to("timeline.lanes", 0.5F, 0.9F);
    press();
    release();
    press();
    release();
    EXPECT_TRUE(state_.timeline.fit);
    EXPECT_EQ(state_.timeline.shown, (TimeRange{0, 10}));
    pictures(30);
  }
}

TEST_F(TimelinePanelTest, DraggingOnTheRulerSelectsARangeAndItsEndsCanBeMoved) {
  open(ten_seconds());
  settled();
  move_to("timeline.ruler", 0.4F);
  press();
  move_by(200);
  release();
  ASSERT_TRUE(state_.playback.range);
  const TimeRange range = *state_.playback.range;
  EXPECT_NEAR(range.begin, 4, 0.2);
  EXPECT_NEAR(range.length(), 1.8, 0.2);
  EXPECT_EQ(state_.playback.playhead, 0) << "selecting does not move time";
  press();
  move_by(100);
  release();
  EXPECT_EQ(state_.playback.range->begin, range.begin);
  EXPECT_NEAR(state_.playback.range->end, range.end + 0.9, 0.1);
  press();
  move_by(-600);
  release();
  EXPECT_LT(state_.playback.range->begin, range.begin) << "an end may be pulled over the other one";
  EXPECT_NEAR(state_.playback.range->end, range.begin, 1e-9);
}

TEST_F(TimelinePanelTest, AClickOnTheRulerGoesThereAndThePlayheadCanBeDragged) {
  open(ten_seconds());
  settled();
  move_to("timeline.ruler", 0.5F);
  press();
  release();
  const Seconds clicked = state_.playback.playhead;
  EXPECT_NEAR(clicked, 5, 0.3);
  EXPECT_FALSE(state_.playback.range);
  pictures(30);
  move_to("timeline.playhead");
  press();
  move_by(100);
  release();
  EXPECT_NEAR(state_.playback.playhead, clicked + 0.9, 0.1);
  EXPECT_FALSE(state_.playback.range);
}

TEST_F(TimelinePanelTest, AClickOnAnEventGoesToItExactlyAndSelectsItsEntity) {
  open(ten_seconds());
  state_.playback.playhead = 2;
  settled();
  move_to("timeline.playhead");
  const float x = ImGui::GetIO().MousePos.x;
  state_.playback.playhead = 9;
  move_to("timeline.events");
  ImGui::GetIO().MousePos.x = x + 3;
  picture();
  press();
  release();
  EXPECT_EQ(state_.playback.playhead, 2);
  EXPECT_EQ(state_.selected, (std::vector{EntityRef{0, EntityIndex(0)}}));
  clear_selection(state_);
  pictures(30);
  ImGui::GetIO().MousePos.x = x + 12;
  picture();
  press();
  release();
  EXPECT_NE(state_.playback.playhead, 2) << "too far away: this scrubs";
  EXPECT_TRUE(state_.selected.empty());
}

TEST_F(TimelinePanelTest, SelectedEntitiesHaveLanesUpToSix) {
  ImGui::GetIO().DisplaySize.y = 500;
  open(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (int i = 0; i < 9; ++i) {
      builder.begin_life(builder.add_entity(std::to_string(i), "e", EntityKind::person, stream),
                         builder.next_frame());
    }
    add_frames(builder, stream, 10, 1);
  }));
  for (std::size_t i = 0; i < 9; ++i) state_.selected.push_back({0, EntityIndex(i)});
  state_.selected.push_back({7, EntityIndex(0)});
  state_.selected.push_back({0, EntityIndex(1000)});
  settled();
  EXPECT_TRUE(has_place("timeline.entity.5"));
  EXPECT_FALSE(has_place("timeline.entity.6"));
  EXPECT_TRUE(has_place("timeline.more"));
}

TEST_F(TimelinePanelTest, TheEyeHidesARecording) {
  open(ten_seconds());
  open(ten_seconds(), 100);
  settled();
  EXPECT_EQ(state_.timeline.shown, (TimeRange{0, 110}));
  click("timeline.recording.1.visible");
  EXPECT_FALSE(session().recordings[1].visible);
  EXPECT_EQ(state_.timeline.shown, (TimeRange{0, 10})) << "what is hidden takes no room";
  click("timeline.recording.1.visible");
  EXPECT_TRUE(session().recordings[1].visible);
}

TEST_F(TimelinePanelTest, HeadsAreAsWideAsTheirNamesWithinLimits) {
  open(ten_seconds());
  settled();
  const auto width = [&] { return places_.places.find("timeline.lanes")->second.x - 8; };
  const float least = width();
  EXPECT_LT(least, 140);
  session().recordings.clear();
  open(scripted_recording(
      [](RecordingBuilder& builder) { add_frames(builder, builder.add_stream("s", ""), 10, 1); },
      "a_recording_with_a_name.log"));
  settled();
  const float wider = width();
  EXPECT_GT(wider, least + 16);
  session().recordings.clear();
  open(scripted_recording(
      [](RecordingBuilder& builder) { add_frames(builder, builder.add_stream("s", ""), 10, 1); },
      std::string(300, 'n')));
  settled();
  EXPECT_GT(width(), wider);
  EXPECT_LE(width(), 240);
}

TEST_F(TimelinePanelTest, SelectingAnEntityDoesNotChangeTheHeightThatItAsksFor) {
  open(with_an_entity());
  settled();
  const float before = wanted_height();
  EXPECT_GT(before, 100);
  state_.selected = {{0, EntityIndex(0)}};
  settled();
  EXPECT_EQ(wanted_height(), before);
  state_.plots.push_back({{0, EntityIndex(0)}, "speed"});
  settled();
  EXPECT_GT(wanted_height(), before + 40);
}

TEST_F(TimelinePanelTest, SelectingManyChangesTheOrderOfNoLane) {
  ImGui::GetIO().DisplaySize.y = 220;
  open(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (int i = 0; i < 6; ++i) {
      builder.begin_life(builder.add_entity(std::to_string(i), "e", EntityKind::person, stream),
                         builder.next_frame());
    }
    add_frames(builder, stream, 10, 1);
  }));
  for (std::size_t count = 0; count <= 6; ++count) {
    settled();
    EXPECT_LT(places_.places.find("timeline.recording.0")->second.y,
              places_.places.find("timeline.events")->second.y)
        << count << " are selected";
    if (count < 6) state_.selected.push_back({0, EntityIndex(count)});
  }
  EXPECT_FALSE(has_place("timeline.entity.5")) << "one scrolls to it";
}

TEST_F(TimelinePanelTest, PlotsGrowToTheRoomThereIs) {
  ImGui::GetIO().DisplaySize.y = 300;
  open(with_an_entity());
  state_.plots.push_back({{0, EntityIndex(0)}, "speed"});
  settled();
  const float alone = places_.places.find("timeline.plot.0")->second.height;
  EXPECT_GT(alone, 60);
  state_.plots.push_back({{0, EntityIndex(0)}, "speed/x"});
  settled();
  const float shared = places_.places.find("timeline.plot.0")->second.height;
  EXPECT_LT(shared, alone);
  EXPECT_EQ(places_.places.find("timeline.plot.1")->second.height, shared);
}

TEST_F(TimelinePanelTest, TheFilterOfTheEventTableFiltersTheLane) {
  open(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    builder.add_event(instant(builder, 2, "brake"));
    add_frames(builder, stream, 1, 1, 2);
    builder.add_event(instant(builder, 8, "collision"));
    add_frames(builder, stream, 1, 1, 8);
    builder.set_complete(true);
  }));
  settled();
  click_event_at(2);
  ASSERT_TRUE(state_.selected_event);
  EXPECT_EQ(state_.selected_event->event, EventIndex(0));
  state_.selected_event.reset();
  const std::vector<std::vector<EventIndex>> passed{{EventIndex(1)}};
  caches_.of<FilteredEvents>().passed = &passed;
  click_event_at(2);
  EXPECT_FALSE(state_.selected_event) << "it is not there";
  click_event_at(8);
  ASSERT_TRUE(state_.selected_event);
  EXPECT_EQ(state_.selected_event->event, EventIndex(1));
}

TEST_F(TimelinePanelTest, WithAltABarIsMovedInTime) {
  open(ten_seconds());
  open(ten_seconds());
  settled();
  const auto drag_with_alt = [&](float pixels) {
    move_to("timeline.recording.1");
    HeadlessImGui::hold(HeadlessImGui::Modifier::alt);
    press();
    move_by(pixels / 2);
    move_by(pixels / 2);
    release();
    HeadlessImGui::let_go(HeadlessImGui::Modifier::alt);
    pictures(30);  // long enough that two presses are not one double click
  };
  const Seconds now = state_.playback.playhead;
  drag_with_alt(120);
  EXPECT_GT(offset_of(state_, 1), 0.5);
  EXPECT_EQ(offset_of(state_, 0), 0);
  EXPECT_EQ(state_.playback.playhead, now) << "nothing was scrubbed";
  session().recordings[1].offset = offset_of(state_, 1);
  settled();
  set_offset(state_, 1, -0.01);
  drag_with_alt(4);
  EXPECT_EQ(offset_of(state_, 1), 0) << "near where it was recorded it stays there";
}

TEST_F(TimelinePanelTest, TheHeadOfALaneSelectsItsRecording) {
  open(ten_seconds());
  open(ten_seconds());
  settled();
  click("timeline.recording.1.name");
  EXPECT_EQ(state_.selected, (std::vector<EntityRef>{{1, EntityIndex()}}));
}

TEST_F(TimelinePanelTest, ARangeSaysHowLongItIs) {
  open(ten_seconds());
  settled();
  EXPECT_FALSE(has_place("timeline.range.length"));
  const auto inside = [&](TimeRange range) {
    state_.playback.range = range;
    settled();
    const auto label = places_.places.find("timeline.range.length");
    const auto ruler = places_.places.find("timeline.ruler");
    return label != places_.places.end() && label->second.x >= ruler->second.x &&
           label->second.x + label->second.width <= ruler->second.x + ruler->second.width;
  };
  EXPECT_TRUE(inside({2, 8}));
  EXPECT_TRUE(inside({0, 0.01})) << "a narrow one at the left edge";
  EXPECT_TRUE(inside({9.99, 10})) << "and at the right one";
}

TEST_F(TimelinePanelTest, TheLengthOfARangeLiesOverNoTick) {
  open(ten_seconds());
  settled();
  const auto ticks = [&] {
    std::size_t count = 0;
    for (const auto& [name, place] : places_.places) {
      if (!name.starts_with("timeline.tick.")) continue;
      ++count;
      if (!has_place("timeline.range.length")) continue;
      const PlaceReport::Place& length = places_.places.find("timeline.range.length")->second;
      EXPECT_TRUE(place.x + place.width <= length.x || place.x >= length.x + length.width) << name;
    }
    return count;
  };
  const std::size_t all = ticks();
  std::size_t fewest = all;
  for (double begin = 0; begin < 8; begin += 0.1) {
    state_.playback.range = {begin, begin + 2};
    settled();
    const std::size_t left = ticks();
    EXPECT_GE(left + 2, all);
    fewest = std::min(fewest, left);
  }
  EXPECT_LT(fewest, all);
}

TEST_F(TimelinePanelTest, ATypedTimeOrFrameIsGoneTo) {
  open(ten_seconds());
  settled();
  click("timeline.time");
  type("3.25");
  EXPECT_EQ(state_.playback.playhead, 3.25);
  EXPECT_FALSE(caches_.of<TimelineCache>().editing_time);
  click("timeline.time");
  type("#20");
  EXPECT_EQ(state_.playback.playhead, 2);
  click("timeline.time");
  type("nonsense");
  EXPECT_EQ(state_.playback.playhead, 2);
  EXPECT_TRUE(caches_.of<TimelineCache>().editing_time) << "what was typed stays, to be corrected";
  click("timeline.lanes");
  EXPECT_FALSE(caches_.of<TimelineCache>().editing_time);
}

TEST_F(TimelinePanelTest, ZoomedInThePageTurnsWhilePlaying) {
  open(ten_seconds());
  state_.timeline = {{4, 5}, false};
  state_.playback.playhead = 4.98;
  settled();
  state_.playback.playing = true;
  state_.playback.playhead = 5.02;
  picture();
  EXPECT_TRUE(state_.timeline.shown.contains(5.02));
  EXPECT_NEAR(state_.timeline.shown.length(), 1, 1e-9);
}

TEST_F(TimelinePanelTest, GrowsWithARecordingThatIsBeingRead) {
  std::vector<TimeRange> shown;
  const auto recording = waiting_recording([&](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (int part = 0; part < 3; ++part) {
      add_frames(builder, stream, 10, 1, part * 10.0);
      builder.progress(static_cast<std::uint64_t>(300 * (part + 1)));
      pictures(2);
      shown.push_back(state_.timeline.shown);
    }
  });
  open(recording);
  recording->index();
  EXPECT_EQ(shown, (std::vector<TimeRange>{{0, 9}, {0, 19}, {0, 29}}));
}

TEST_F(TimelinePanelTest, AMillionEventsAndFramesDrawAsMuchAsTenThousand) {
  const auto many = [](std::size_t count) {
    return scripted_recording([count](RecordingBuilder& builder) {
      const StreamIndex stream = builder.add_stream("s", "");
      for (std::size_t i = 0; i < count; ++i) {
        const Seconds t = 100.0 * static_cast<double>(i) / static_cast<double>(count);
        builder.add_event(instant(builder, t, i % 3 == 0 ? "a" : "b"));
        builder.add_frame(t, static_cast<std::int64_t>(i * 2), {},
                          stream);  // every second number is missing
      }
    });
  };
  open(many(10'000));
  const int few = settled();
  session().recordings.clear();
  picture();
  open(many(1'000'000));
  const int lots = settled();
  EXPECT_LT(lots, few * 2);
  move_to("timeline.events");
  EXPECT_LT(settled(), 65'000) << "with the tooltip, in one draw list";
}

TEST_F(TimelinePanelTest, StandsHostileNamesTimesAndProblems) {
  const std::string name = "%s%n##\xFF\xC0 " + std::string(100'000, 'x');
  open(scripted_recording(
      [&](RecordingBuilder& builder) {
        const StreamIndex stream = builder.add_stream(name, name);
        const EntityIndex entity = builder.add_entity(name, name, EntityKind::other, stream);
        builder.begin_life(entity, builder.next_frame());
        for (const Seconds t : {-1e300, -5.0, 0.0, 1e-300, 5.0, 1e300}) {
          builder.add_event(instant(builder, t, name, name, entity));
          builder.add_event(
              instant(builder, std::nan(""), name, name, EntityIndex(std::size_t{77})));
          EventInfo span = instant(builder, t, name, name, entity);
          span.end = 1e308;
          builder.add_event(span);
          builder.add_frame(t, std::numeric_limits<std::int64_t>::min(), {}, stream);
        }
        builder.add_problem({.code = name, .frame = FrameIndex(std::size_t{2}), .message = name});
        builder.add_problem(
            {.code = "far", .frame = FrameIndex(std::size_t{4'000'000'000}), .message = ""});
      },
      name));
  state_.selected = {{0, EntityIndex(std::size_t{0})}};
  settled();
  for (const char* const place : {"timeline.lanes", "timeline.ruler", "timeline.events",
                                  "timeline.frame", "timeline.recording.0", "timeline.entity.0"}) {
    for (const float across : {0.0F, 0.1F, 0.5F, 0.99F}) {
      move_to(place, across);
      wheel(5);
      time_at_mouse();
      wheel(-3);
    }
  }
  state_.timeline = {{std::nan(""), INFINITY}, false};
  settled();
  EXPECT_TRUE(std::isfinite(state_.timeline.shown.begin));
  EXPECT_GT(state_.timeline.shown.length(), 0);
}

TEST_F(TimelinePanelTest, StandsAnyWindowSize) {
  open(ten_seconds());
  for (const ImVec2 size : {ImVec2{1, 1}, {50, 20}, {200, 40}, {640, 60}, {7680, 4320}}) {
    ImGui::GetIO().DisplaySize = size;
    pictures(3);
    EXPECT_TRUE(std::isfinite(state_.timeline.shown.begin)) << size.x;
    EXPECT_EQ(state_.timeline.shown, (TimeRange{0, 10}));
  }
}

TEST_F(TimelinePanelTest, WhatIsBetweenSamplesIsAChoiceOnlyWhereItIsKnown) {
  // The menu opens upwards.
  ImGui::GetIO().DisplaySize.y = 700;
  top_ = 460;
  open(ten_seconds());
  const auto shows = [&](bool knows_between) {
    MomentFrame frame;
    frame.ref = {0, FrameIndex(0)};
    frame.knows_between = knows_between;
    moment_.frames = {frame};
    settled();
    return has_place("timeline.sampling");
  };
  EXPECT_FALSE(shows(false));
  EXPECT_TRUE(shows(true));
  click("timeline.sampling");
  click("timeline.sampling.linear");
  EXPECT_EQ(state_.sampling, Sampling::linear);
  click("timeline.sampling");
  click("timeline.sampling.hold");
  EXPECT_EQ(state_.sampling, Sampling::hold);
}

TEST_F(TimelinePanelTest, WhatIsFoundIsOfTheNextPicture) {
  // A picture and what is told of it know the same contacts, whenever the search ends.
  open(with_an_entity());
  ContactList& contacts = caches_.of<ContactList>();
  const auto update = [&] {
    PanelContext context = this->context();
    contacts.update(context);
  };
  update();
  workspace_.background().wait_until_idle();
  EXPECT_TRUE(contacts.is_searching());
  EXPECT_EQ(contacts.of(session(), 0), nullptr);
  update();
  EXPECT_FALSE(contacts.is_searching());
  EXPECT_NE(contacts.of(session(), 0), nullptr);
}

TEST_F(TimelinePanelTest, ManyMarksOfALaneCostAsMuchAsThePixelsThatTheyShare) {
  open(ten_seconds());
  const auto shows = [&](AskLaneKind kind, std::size_t count) {
    AskLane lane;
    lane.kind = kind;
    lane.asked = {{session().recordings[0].recording, 0}};
    lane.most = 2;
    for (std::size_t i = 0; i < count; ++i) {
      const auto turn = static_cast<std::uint32_t>(i % 3);
      const Seconds time = 10 * static_cast<double>(i) / static_cast<double>(count);
      lane.marks.push_back({time, 0, 0, turn, static_cast<double>(turn)});
    }
    caches_.of<AskCache>().lane = std::move(lane);
    return settled();
  };
  for (const AskLaneKind kind : {AskLaneKind::marks, AskLaneKind::texts, AskLaneKind::numbers}) {
    const int some = shows(kind, 20'000);
    const int many = shows(kind, 100'000);
    EXPECT_LT(many, some + 1000);
  }
}

}  // namespace
}  // namespace scrubjay

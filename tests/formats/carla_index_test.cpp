// Lives, events and damage, as the index pass finds them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "formats/carla/carla.h"
#include "tests/formats/carla_test_file.h"

namespace scrubjay::carla {
namespace {

TEST(CarlaIndex, AnActorLivesFromItsFrameToTheOneBeforeItsDeletion) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.audi.tt"));
    writer.begin_frame(0.05);
    writer.add(actor(2, "walker.pedestrian.0001"));
    writer.begin_frame(0.05);
    writer.add(EventDel{1});
    writer.begin_frame(0.05);
  }));
  EXPECT_EQ(Sought(recording, 0).living(), "1");
  EXPECT_EQ(Sought(recording, 1).living(), "1 2");
  EXPECT_EQ(Sought(recording, 2).living(), "2");
  EXPECT_EQ(Sought(recording, 3).living(), "2");
  EXPECT_EQ(Sought(recording, 1).events(), "added 2");
  EXPECT_EQ(Sought(recording, 2).events(), "deleted 1");
  EXPECT_TRUE(recording->is_complete());
  EXPECT_EQ(problem_codes(*recording), "");
}

TEST(CarlaIndex, AnActorAddedAndDeletedInOneFrameNeverLivesButCounts) {
  for (const int frames_before : {0, 2}) {
    const auto recording = indexed(written([&](Writer& writer) {
      for (int i = 0; i < frames_before; ++i) writer.begin_frame(0.05);
      writer.begin_frame(0.05);
      writer.add(actor(1, "vehicle.audi.tt"));
      writer.add(EventDel{1});
      writer.begin_frame(0.05);
    }));
    EXPECT_EQ(recording->entity_count(), 1u);
    for (std::size_t i = 0; i < recording->frame_count(); ++i) {
      EXPECT_EQ(Sought(recording, i).living(), "") << i;
    }
    EXPECT_EQ(Sought(recording, static_cast<std::size_t>(frames_before)).events(),
              "added 1, deleted 1");
    EXPECT_EQ(problem_codes(*recording), "");
  }
}

TEST(CarlaIndex, AReusedIdIsANewEntity) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(7, "vehicle.audi.tt", ActorType::vehicle));
    writer.begin_frame(0.05);
    writer.add(EventDel{7});
    writer.begin_frame(0.05);
    writer.add(actor(7, "walker.pedestrian.0001", ActorType::walker));
  }));
  EXPECT_EQ(recording->entity_count(), 2u);
  EXPECT_EQ(Sought(recording, 0).entity("7")->kind, EntityKind::vehicle);
  EXPECT_EQ(Sought(recording, 1).living(), "");
  EXPECT_EQ(Sought(recording, 2).entity("7")->kind, EntityKind::person);
  EXPECT_NE(Sought(recording, 0).entity("7")->index, Sought(recording, 2).entity("7")->index);
}

TEST(CarlaIndex, AnIdDeletedAndGivenAwayInOneFrameIsNoReplacement) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(7, "vehicle.audi.tt"));
    writer.begin_frame(0.05);
    writer.add(actor(7, "vehicle.seat.leon"));
    writer.add(EventDel{7});
    writer.begin_frame(0.05);
  }));
  EXPECT_EQ(Sought(recording, 0).entity("7")->name, "vehicle.audi.tt");
  EXPECT_EQ(Sought(recording, 1).entity("7")->name, "vehicle.seat.leon");
  EXPECT_EQ(Sought(recording, 2).entity("7")->name, "vehicle.seat.leon");
  EXPECT_EQ(problem_codes(*recording), "");
}

TEST(CarlaIndex, AnAddForALivingIdReplacesIt) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(7, "vehicle.audi.tt"));
    writer.begin_frame(0.05);
    writer.add(actor(7, "vehicle.seat.leon"));
  }));
  EXPECT_EQ(recording->entity_count(), 2u);
  EXPECT_EQ(Sought(recording, 0).entity("7")->name, "vehicle.audi.tt");
  EXPECT_EQ(Sought(recording, 1).living(), "7");
  EXPECT_EQ(Sought(recording, 1).entity("7")->name, "vehicle.seat.leon");
  const auto problem = problem_of(*recording, "actor-replaced");
  ASSERT_TRUE(problem.has_value());
  EXPECT_EQ(problem->severity, Severity::warning);
  EXPECT_EQ(problem->frame, FrameIndex(1));
}

TEST(CarlaIndex, KindsComeFromTheDescriptionAndElseFromTheType) {
  struct Case {
    const char* description;
    ActorType type;
    EntityKind kind;
  };
  // Types of before 0.9.12, whose signs and sensors were Other, stand with the description.
  const Case cases[] = {
      {"vehicle.audi.tt", ActorType::other, EntityKind::vehicle},
      {"walker.pedestrian.0001", ActorType::walker, EntityKind::person},
      {"traffic.traffic_light", ActorType::traffic_light, EntityKind::signal},
      {"traffic.stop", ActorType::other, EntityKind::sign},
      {"traffic.speed_limit.30", ActorType::traffic_sign, EntityKind::sign},
      {"sensor.camera.rgb", ActorType::other, EntityKind::sensor},
      {"static.prop.mesh", ActorType::other, EntityKind::prop},
      {"controller.ai.walker", ActorType::other, EntityKind::controller},
      {"spectator", ActorType::other, EntityKind::camera},
      {"", ActorType::vehicle, EntityKind::vehicle},
      {"", ActorType::walker, EntityKind::person},
      {"", ActorType::traffic_light, EntityKind::signal},
      {"", ActorType::traffic_sign, EntityKind::sign},
      {"something", ActorType::sensor, EntityKind::sensor},
      {"something", ActorType::other, EntityKind::other},
  };
  const auto recording = indexed(written([&](Writer& writer) {
    writer.begin_frame(0);
    std::uint32_t id = 0;
    for (const Case& c : cases) writer.add(actor(id++, c.description, c.type));
  }));
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    EXPECT_EQ(recording->entity(EntityIndex(i)).kind, cases[i].kind) << cases[i].description;
  }
}

TEST(CarlaIndex, ALightsChangeIsAnEventAndItsFirstStateIsNot) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(3, "traffic.traffic_light", ActorType::traffic_light));
    writer.add(State{3, false, 9.5f, 2});
    writer.begin_frame(0.5);
    writer.add(State{3, false, 10.0f, 2});
    writer.begin_frame(0.5);
    writer.add(State{3, true, 0.0f, 1});
  }));
  EXPECT_EQ(Sought(recording, 0).events(), "added 3");
  EXPECT_EQ(Sought(recording, 1).events(), "");
  const Sought changed(recording, 2);
  EXPECT_EQ(changed.events(), "light changed 3");
  EXPECT_EQ(changed.event_text(0, "from"), "Green");
  EXPECT_EQ(changed.event_text(0, "to"), "Yellow");
  EXPECT_EQ(changed.event_text(0, "frozen"), "true");
  const EventInfo info = recording->event(changed.frame().events[0].index);
  EXPECT_EQ(info.tag, "traffic");
  EXPECT_EQ(info.time, 1.0);
}

/// Lists that resemble the one before, with lights named twice, gone, added again or never there,
/// against the plain rule: a living light's state is compared with that seen last.
TEST(CarlaIndex, LightsChangeAsAPlainLookAtEachRecordTells) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::minstd_rand random(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    std::map<std::uint32_t, int> lights;  // living, by id: the state seen last, -1 before any
    std::vector<std::pair<std::uint32_t, int>> list;
    std::vector<std::string> expected;
    const auto recording = indexed(written([&](Writer& writer) {
      for (int frame = 0; frame < 60; ++frame) {
        writer.begin_frame(0.05);
        std::string events;
        const auto tell = [&](const char* what, std::uint32_t id) {
          events += (events.empty() ? "" : ", ") + std::string(what) + " " + std::to_string(id);
        };
        const std::uint32_t id = 1 + below(5);
        if (const std::uint32_t what = below(8); what == 0 && lights.contains(id)) {
          writer.add(EventDel{id});
          lights.erase(id);
          tell("deleted", id);
        } else if (what <= 1) {
          writer.add(actor(id, "traffic.traffic_light", ActorType::traffic_light));
          lights[id] = -1;
          tell("added", id);
        }
        if (frame % 15 == 0) {
          list.clear();
          for (std::uint32_t i = 1 + below(4); i > 0; --i) list.emplace_back(1 + below(5), 0);
        }
        if (below(2) == 0)
          list[below(static_cast<std::uint32_t>(list.size()))].second = static_cast<int>(below(3));
        for (const auto& [light, state] : list) {
          writer.add(State{light, false, 1.0f, static_cast<std::uint8_t>(state)});
          const auto found = lights.find(light);
          if (found == lights.end()) continue;
          if (found->second >= 0 && found->second != state) tell("light changed", light);
          found->second = state;
        }
        expected.push_back(events);
      }
    }));
    ASSERT_EQ(recording->frame_count(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(Sought(recording, i).events(), expected[i]) << "seed " << seed << ", frame " << i;
    }
  }
}

TEST(CarlaIndex, AContactBeginsOncePerOrderedPairUntilAFrameWithoutIt) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.a"));
    writer.add(actor(2, "vehicle.b"));
    writer.add(Position{1, {0, 0, 10}, {}});
    writer.add(Position{2, {100, 0, 30}, {}});
    writer.add(Collision{0, 1, 2, true, false});
    writer.begin_frame(0.05);
    writer.add(Collision{2, 2, 1, false, true});
    writer.add(Collision{1, 1, 2, true, false});
    writer.begin_frame(0.05);
    writer.begin_frame(0.05);
    writer.add(Collision{3, 1, 2, true, false});
    writer.add(Collision{4, 1, kNoActor, true, false});
  }));
  EXPECT_EQ(Sought(recording, 0).events(), "added 1, added 2, collision 1");
  EXPECT_EQ(Sought(recording, 1).events(), "collision 2, collision continues 1");
  EXPECT_EQ(Sought(recording, 2).events(), "");
  EXPECT_EQ(Sought(recording, 3).events(), "collision 1, collision 1");
  const Sought first(recording, 0);
  EXPECT_EQ(first.event_text(2, "other"), "2");
  EXPECT_EQ(first.event_text(2, "contact"), "begin");
  EXPECT_EQ(first.event_text(2, "sequence"), "0");
  EXPECT_EQ(first.event_text(2, "hero"), "true");
  EXPECT_EQ(first.event_text(2, "other_hero"), "false");
  EXPECT_EQ(first.event_numbers(2, "approximate_point"), (std::vector<double>{50, 0, 20}));
  EXPECT_EQ(Sought(recording, 1).event_text(1, "contact"), "continues");
  EXPECT_EQ(Sought(recording, 3).event_text(1, "other"), "null");
  EXPECT_EQ(Sought(recording, 3).event_text(1, "approximate_point"), "(none)");
}

TEST(CarlaIndex, WeatherThatChangesIsAnEventAndTheSameWeatherAgainIsNot) {
  Weather clear;
  clear.values.fill(1.0f);
  Weather rain = clear;
  rain.values[1] = 80.0f;
  const auto recording = indexed(written([&](Writer& writer) {
    for (const Weather* weather : {&clear, &clear, &rain}) {
      writer.begin_frame(0.05);
      writer.add(*weather);
    }
  }));
  EXPECT_EQ(Sought(recording, 0).events(), "");
  EXPECT_EQ(Sought(recording, 1).events(), "");
  EXPECT_EQ(Sought(recording, 2).events(), "weather changed");
  EXPECT_EQ(Sought(recording, 2).event_text(0, "weather/precipitation"), "80");
}

TEST(CarlaIndex, ActorsInACircleStayApart) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    for (const std::uint32_t id : {1u, 2u, 3u})
      writer.add(actor(id, "static.prop", {}, {10, 0, 0}));
    writer.add(EventParent{1, 2});
    writer.add(EventParent{2, 3});
    writer.add(EventParent{3, 1});
    writer.add(EventParent{3, 3});
  }));
  const auto problem = problem_of(*recording, "parent-circle");
  ASSERT_TRUE(problem.has_value());
  EXPECT_EQ(problem->count, 2u);
  const Sought frame(recording, 0);
  EXPECT_EQ(frame.living(), "1 2 3");
  EXPECT_FALSE(frame.entity("3")->parent.exists());
}

TEST(CarlaIndex, RecordsOfUnknownActorsAreNotes) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(EventDel{5});
    writer.add(EventParent{5, 6});
    writer.add(BoundingBox{5, {}, {1, 1, 1}});
    writer.add(Position{5, {1, 2, 3}, {}});
    writer.add(Position{6, {1, 2, 3}, {}});
  }));
  EXPECT_EQ(problem_codes(*recording),
            "record-without-actor record-without-actor record-without-actor");
  for (const Problem& problem : recording->problems()) {
    EXPECT_EQ(problem.severity, Severity::note);
  }
  const Sought frame(recording, 0);
  ASSERT_EQ(frame.frame().problems.size(), 1u);
  EXPECT_EQ(frame.frame().problems[0].code, "record-without-actor");
  EXPECT_EQ(frame.frame().problems[0].count, 2u);
}

TEST(CarlaIndex, UnknownPacketsAreCountedAndPassedOver) {
  const auto recording = indexed(RawBytes()
                                     .header()
                                     .frame_start(1, 0)
                                     .packet(2, list_of(1, raw_add(9, "vehicle.x")))
                                     .packet(139, RawBytes().zeros(33))
                                     .packet(18, RawBytes().zeros(11))
                                     .packet(18, RawBytes().zeros(8))
                                     .packet(6, list_of(1, raw_position(9, 5)))
                                     .frame_end()
                                     .packet(139)
                                     .frame_start(2, 0.05)
                                     .packet(140)
                                     .frame_end());
  EXPECT_EQ(problem_codes(*recording), "unknown-packet unknown-packet unknown-packet");
  EXPECT_EQ(recording->problems()[0].severity, Severity::note);
  EXPECT_EQ(recording->problems()[0].count, 2u);
  EXPECT_EQ(Sought(recording, 0).numbers("9", "pose/location"), (std::vector<double>{5, 0, 0}));
  PropertyTree tree;
  const PropertyRange details = recording->details(tree);
  EXPECT_EQ(tree[*find_path(tree, details, "packets/139")].integer, 2);
  EXPECT_EQ(tree[*find_path(tree, details, "packets/18")].integer, 2);
}

// What is wrong, where it is told, and how much of the file is shown all the same.
TEST(CarlaIndex, DamageIsToldWithItsPlaceAndTheRestIsShown) {
  const RawBytes start = RawBytes().header("Town01").frame_start(1, 0).packet(
      2, list_of(1, raw_add(9, "vehicle.x", 1.5f)));
  constexpr std::uint64_t kFirst = 34;
  const std::uint64_t after_start = start.size();
  struct Case {
    const char* what;
    RawBytes file;
    std::string code;
    Severity severity;
    std::uint64_t offset;
    std::size_t frames;
    bool complete;
  };
  const auto file = [&](const RawBytes& rest) { return RawBytes().add(start).add(rest); };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Case cases[] = {
      {"ends in a packet header", file(RawBytes().put(std::uint8_t{6})), "cut-off", Severity::error,
       after_start, 1, false},
      {"ends in a packet", file(RawBytes().put(std::uint8_t{6}, std::uint32_t{100}).zeros(99)),
       "cut-off", Severity::error, after_start, 1, false},
      {"a size beyond all bounds", file(RawBytes().put(std::uint8_t{6}, 0xFFFFFFF0u).zeros(50)),
       "cut-off", Severity::error, after_start, 1, false},
      {"ends without a FrameEnd", file({}), "cut-off", Severity::warning, after_start, 1, false},
      {"two FrameStarts", file(RawBytes().frame_start(2, 0.05).frame_end()), "frame-without-end",
       Severity::warning, kFirst, 2, true},
      {"two FrameEnds", file(RawBytes().frame_end().frame_end()), "frame-end-alone",
       Severity::warning, after_start + 5, 1, true},
      {"samples outside of a frame",
       file(RawBytes().frame_end().packet(6, list_of(1, raw_position(9, 1)))),
       "packet-outside-frame", Severity::error, after_start + 5, 1, true},
      {"a FrameStart that is too short",
       file(RawBytes().frame_end().packet(0, RawBytes().zeros(23))), "record-size", Severity::error,
       after_start + 5, 1, true},
      {"time that goes back", file(RawBytes().frame_end().frame_start(2, -1).frame_end()),
       "time-order", Severity::warning, after_start + 5, 2, true},
      {"time that is no number", file(RawBytes().frame_end().frame_start(2, nan).frame_end()),
       "time-order", Severity::warning, after_start + 5, 2, true},
      {"a list that is too short",
       file(RawBytes().packet(6, list_of(2, raw_position(9, 1))).frame_end()), "record-size",
       Severity::error, after_start, 1, true},
      {"a list that is too long",
       file(RawBytes().packet(6, list_of(1, raw_position(9, 1).zeros(3))).frame_end()),
       "record-size", Severity::warning, after_start, 1, true},
      {"a list without a count", file(RawBytes().packet(7, RawBytes().zeros(1)).frame_end()),
       "record-size", Severity::error, after_start, 1, true},
      {"an EventAdd that is too short",
       file(RawBytes().packet(2, list_of(2, raw_add(10, "x"))).frame_end()), "record-size",
       Severity::error, after_start, 1, true},
      {"an EventAdd that is too long",
       file(RawBytes().packet(2, list_of(1, raw_add(10, "x").zeros(2))).frame_end()), "record-size",
       Severity::warning, after_start, 1, true},
      {"a clock of a wrong size", file(RawBytes().packet(14, RawBytes().zeros(4)).frame_end()),
       "record-size", Severity::error, after_start, 1, true},
      {"physics that fits no layout",
       file(RawBytes().packet(15, list_of(1, RawBytes().put(9u).zeros(80))).frame_end()),
       "record-size", Severity::error, after_start, 1, true},
  };
  for (const Case& c : cases) {
    const auto recording = indexed(c.file);
    ASSERT_NE(recording, nullptr) << c.what;
    EXPECT_EQ(problem_codes(*recording), c.code) << c.what;
    const auto problem = problem_of(*recording, c.code);
    ASSERT_TRUE(problem.has_value()) << c.what;
    EXPECT_EQ(problem->severity, c.severity) << c.what;
    EXPECT_EQ(problem->offset, c.offset) << c.what;
    EXPECT_EQ(recording->frame_count(), c.frames) << c.what;
    EXPECT_EQ(recording->is_complete(), c.complete) << c.what;
    const Sought first(recording, 0);
    EXPECT_NE(first.entity("9"), nullptr) << c.what;
  }
}

TEST(CarlaIndex, AnEventAddWithoutACountPromisesNoActors) {
  const auto recording =
      indexed(RawBytes().header().frame_start(1, 0).packet(2, RawBytes().zeros(1)).frame_end());
  const auto problem = problem_of(*recording, "record-size");
  ASSERT_TRUE(problem.has_value());
  EXPECT_EQ(problem->expected, "0 records");
  EXPECT_EQ(recording->entity_count(), 0u);
}

TEST(CarlaIndex, ACutOffSaysInWhichFrame) {
  const RawBytes frame = RawBytes().frame_start(1, 0).frame_end();
  const auto in_frame = indexed(
      RawBytes().header().add(frame).frame_start(2, 0.05).put(std::uint8_t{2}, std::uint8_t{0}));
  EXPECT_EQ(problem_of(*in_frame, "cut-off")->frame, FrameIndex(1));
  const auto between = indexed(RawBytes().header().add(frame).put(std::uint8_t{0}));
  EXPECT_EQ(between->frame_count(), 1u);
  EXPECT_EQ(problem_of(*between, "cut-off")->offset, 34 + frame.size());
}

TEST(CarlaIndex, EventsBetweenFramesCountForTheNextOne) {
  const auto recording = indexed(RawBytes()
                                     .header()
                                     .frame_start(1, 0)
                                     .frame_end()
                                     .packet(2, list_of(1, raw_add(9, "vehicle.x")))
                                     .frame_start(2, 0.05)
                                     .frame_end());
  EXPECT_EQ(problem_codes(*recording), "packet-outside-frame");
  EXPECT_EQ(recording->problems()[0].severity, Severity::warning);
  EXPECT_EQ(Sought(recording, 0).living(), "");
  EXPECT_EQ(Sought(recording, 1).living(), "9");
  EXPECT_EQ(recording->event(EventIndex(0)).time, 0.05);
}

TEST(CarlaIndex, AFramesPacketsMayStandInAnyOrder) {
  const RawBytes adds = list_of(3, RawBytes()
                                       .add(raw_add(1, "vehicle.a", 1))
                                       .add(raw_add(2, "sensor.b", 2))
                                       .add(raw_add(3, "traffic.traffic_light", 3)));
  const RawBytes parents = list_of(1, RawBytes().put(2u, 1u));
  const RawBytes collisions =
      list_of(1, RawBytes().put(0u, 1u, 2u, std::uint8_t{1}, std::uint8_t{0}));
  const RawBytes boxes = list_of(1, RawBytes().put(1u, 0.0f, 0.0f, 0.0f, 100.0f, 50.0f, 40.0f));
  const RawBytes times = list_of(1, RawBytes().put(3u, 10.0f, 3.0f, 2.0f));
  const auto begin = RawBytes().header().frame_start(1, 0);
  const auto usual = indexed(RawBytes(begin)
                                 .packet(2, adds)
                                 .packet(4, parents)
                                 .packet(5, collisions)
                                 .packet(13, boxes)
                                 .packet(16, times)
                                 .frame_end());
  const auto turned = indexed(RawBytes(begin)
                                  .packet(16, times)
                                  .packet(13, boxes)
                                  .packet(4, parents)
                                  .packet(5, collisions)
                                  .packet(2, adds)
                                  .frame_end());
  for (const auto& recording : {usual, turned}) {
    EXPECT_EQ(problem_codes(*recording), "");
    const Sought frame(recording, 0);
    EXPECT_EQ(frame.events(), "added 1, added 2, added 3, parented 2, collision 1");
    EXPECT_TRUE(frame.entity("2")->parent.exists());
    EXPECT_EQ(frame.numbers("2", "relative_pose/location"), (std::vector<double>{2, 0, 0}));
    EXPECT_EQ(frame.numbers("1", "bounding_box/extent"), (std::vector<double>{100, 50, 40}));
    EXPECT_EQ(frame.number("3", "traffic_light/green_time"), 10);
  }
}

TEST(CarlaIndex, AFrameWithoutEventAddKeepsItsEventsInOrder) {
  const auto recording = indexed(
      RawBytes()
          .header()
          .frame_start(1, 0)
          .packet(2, list_of(1, raw_add(1, "vehicle.a")))
          .frame_end()
          .frame_start(2, 0.05)
          .packet(5, list_of(1, RawBytes().put(0u, 1u, 2u, std::uint8_t{1}, std::uint8_t{0})))
          .packet(3, list_of(1, RawBytes().put(1u)))
          .frame_end());
  EXPECT_EQ(Sought(recording, 1).events(), "collision 1, deleted 1");
}

TEST(CarlaIndex, TimesThatGoBackAreShownAtTheTimeBefore) {
  const auto recording = indexed(RawBytes()
                                     .header()
                                     .frame_start(1, 1.0)
                                     .frame_end()
                                     .frame_start(2, 0.5)
                                     .packet(2, list_of(1, raw_add(9, "vehicle.x")))
                                     .frame_end()
                                     .frame_start(3, 2.0)
                                     .frame_end());
  const Timeline& timeline = recording->timeline();
  EXPECT_EQ(timeline.time(FrameIndex(1)), 1.0);
  EXPECT_EQ(timeline.time(FrameIndex(2)), 2.0);
  EXPECT_EQ(recording->event(EventIndex(0)).time, 1.0);
}

TEST(CarlaIndex, CountsThatWrappedAreReadWhole) {
  constexpr std::uint32_t kActors = 65536 + 3;
  RawBytes adds;
  RawBytes positions;
  for (std::uint32_t id = 0; id < kActors; ++id) {
    adds.add(raw_add(id, "static.x"));
    positions.add(raw_position(id, static_cast<float>(id)));
  }
  const auto recording = indexed(RawBytes()
                                     .header()
                                     .frame_start(1, 0)
                                     .packet(2, list_of(kActors % 65536, adds))
                                     .packet(6, list_of(kActors % 65536, positions))
                                     .frame_end());
  EXPECT_EQ(recording->entity_count(), kActors);
  EXPECT_EQ(problem_codes(*recording), "list-overflow list-overflow");
  EXPECT_EQ(recording->problems()[0].severity, Severity::note);
  const Sought frame(recording, 0);
  EXPECT_EQ(frame.frame().entities.size(), kActors);
  EXPECT_EQ(frame.frame().entities[65537].world.position, glm::dvec3(65537, 0, 0));
}

TEST(CarlaIndex, TextsThatAreNotUtf8AreRepaired) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    const std::array<Attribute, 1> attributes{{{3, "na\xFFme", "\xC3"}}};
    EventAdd add = actor(1, "vehicle.\xE9");
    add.attributes = attributes;
    writer.add(add);
  }));
  const Sought frame(recording, 0);
  EXPECT_EQ(frame.entity("1")->name, "vehicle.\xEF\xBF\xBD");
  EXPECT_EQ(frame.text("1", "actor/description"), "vehicle.\xEF\xBF\xBD");
  EXPECT_EQ(frame.text("1", "actor/attributes/na\xEF\xBF\xBDme"), "\xEF\xBF\xBD");
}

TEST(CarlaIndex, StopsWhenCancelled) {
  auto opened = kFormat.open(InputFile::from_memory(
      "test.log", RawBytes().header().frame_start(1, 0).frame_end().bytes()));
  ASSERT_TRUE(opened.has_value());
  (*opened)->cancel();
  (*opened)->index();
  EXPECT_EQ((*opened)->progress().state, IndexState::cancelled);
  EXPECT_FALSE((*opened)->is_complete());
}

}  // namespace
}  // namespace scrubjay::carla

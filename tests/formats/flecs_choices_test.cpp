// Choices of how flecs documents are read, and what of a recording is told by more than one sample.
#include <gtest/gtest.h>

#include "formats/flecs/flecs.h"
#include "tests/formats/flecs_test_file.h"

namespace scrubjay::flecs {
namespace {

std::string detail_text(const Recording& recording, std::string_view path) {
  PropertyTree tree;
  const auto found = find_path(tree, recording.details(tree), path);
  return found ? std::string(tree[*found].text_value()) : "";
}

const std::string kParentAndChild =
    R"j({"results":[{"name":"p","components":{"Position":{"x":10,"y":0,"z":0}}},)j"
    R"j({"parent":"p","name":"c","components":{"Position":{"x":1,"y":2,"z":3},)j"
    R"j("game.Body":{"pose":{"where":[4,5,6]},"turn":{"x":0,"y":90,"z":0},"spin":1}}}]})j"
    "\n";

TEST(FlecsChoices, PositionsAreLocalUnlessToldOtherwise) {
  const auto local = recording_of(kParentAndChild);
  Cursor at_local{local};
  EXPECT_EQ(*entity_of(*local, at_local.seek(FrameIndex(0)), "p.c")->world.position,
            glm::dvec3(11, 2, 3));
  const auto world = read_with(kParentAndChild, {{"positions", "world"}});
  Cursor at_world{world};
  const Entity* child = entity_of(*world, at_world.seek(FrameIndex(0)), "p.c");
  EXPECT_EQ(*child->world.position, glm::dvec3(1, 2, 3));
  EXPECT_TRUE(child->local.empty());
  EXPECT_TRUE(child->parent.exists());
}

TEST(FlecsChoices, ComponentsAndMembersAreMapped) {
  const auto recording = read_with(kParentAndChild, {{"map", "Position=none"},
                                                     {"map", "game.Body/pose/where=position"},
                                                     {"map", "Body/turn=rotation-degrees"}});
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_TRUE(entity_of(*recording, frame, "p")->world.empty());
  const Entity* child = entity_of(*recording, frame, "p.c");
  ASSERT_TRUE(child->world.position && child->world.rotation);
  EXPECT_EQ(*child->world.position, glm::dvec3(4, 5, 6));
  EXPECT_NEAR(child->world.rotation->y, std::sqrt(0.5), 1e-12);
  EXPECT_EQ(value_of(*recording, frame, "p.c", "Position"), "[1, 2, 3]") << "still shown";
}

/// Where an entity is that has these components.
glm::dvec3 position_of(const std::string& components, const ReadOptions& options) {
  const auto recording =
      read_with(R"({"results":[{"name":"e","components":{)" + components + "}}]}\n", options);
  Cursor cursor{recording};
  return cursor.seek(FrameIndex(0)).entities[0].world.position.value_or(glm::dvec3(-1));
}

TEST(FlecsChoices, AChosenComponentCountsBeforeTheHubsAndThoseBeforeNames) {
  const std::string named = R"("Position":{"x":1,"y":1,"z":1})";
  const std::string world = R"("WorldPosition":{"x":2,"y":2,"z":2})";
  const std::string hub = R"("flecs.components.transform.Position3":{"x":3,"y":3,"z":3})";
  const std::string own = R"("w":{"x":4,"y":4,"z":4})";
  struct Case {
    const std::string& one;
    const std::string& other;
    ReadOptions options;
    double wanted;
  };
  const std::vector<Case> cases{{named, own, {{"map", "w=position"}}, 4},
                                {hub, own, {{"map", "w=position"}}, 4},
                                {world, own, {{"map", "w=position"}}, 4},
                                {world, own, {{"map", "w=world-position"}}, 4},
                                {named, hub, {}, 3},
                                {named, world, {}, 2},
                                {named, own, {{"map", "w=size"}}, 1}};
  for (const Case& each : cases) {
    EXPECT_EQ(position_of(each.one + "," + each.other, each.options), glm::dvec3(each.wanted))
        << each.one << " before " << each.other;
    EXPECT_EQ(position_of(each.other + "," + each.one, each.options), glm::dvec3(each.wanted))
        << each.other << " before " << each.one;
  }
}

TEST(FlecsChoices, OfThePlaceInTheWorldAllPartsCountBeforeThoseOnTheParent) {
  const std::string local =
      R"("Position":{"x":1,"y":2,"z":3},"Rotation":{"x":0,"y":0,"z":0,"w":1},"Scale":{"x":2,"y":2,"z":2})";
  const std::string world =
      R"("WorldTransform":{"position":{"x":4,"y":5,"z":6},"rotation":{"x":0,"y":1,"z":0,"w":0},"scale":{"x":3,"y":3,"z":3}})";
  for (const std::string& components : {local + "," + world, world + "," + local}) {
    const auto recording =
        recording_of(R"({"results":[{"name":"p","components":{"Position":{"x":10,"y":0,"z":0}}},)"
                     R"({"parent":"p","name":"c","components":{)" +
                     components + "}}]}\n");
    Cursor cursor{recording};
    const Entity* child = entity_of(*recording, cursor.seek(FrameIndex(0)), "p.c");
    EXPECT_EQ(*child->world.position, glm::dvec3(4, 5, 6)) << components;
    EXPECT_EQ(child->world.rotation->y, 1) << components;
    EXPECT_EQ(*child->world.scale, glm::dvec3(3, 3, 3)) << components;
  }
}

TEST(FlecsChoices, WhatIsNotOfferedIsRefused) {
  struct Case {
    ReadOptions options;
    const char* names;
  };
  const std::vector<Case> cases{{{{"position", "world"}}, "position"},
                                {{{"positions", "here"}}, "local, world"},
                                {{{"map", "Position"}}, "NAME=VALUE"},
                                {{{"map", "=position"}}, "NAME=VALUE"},
                                {{{"map", "Position=place"}}, "world-position"}};
  for (const Case& wrong : cases) {
    const auto problem = check_read_options(kFormat, wrong.options);
    ASSERT_TRUE(problem) << wrong.names;
    EXPECT_EQ(problem->code, "option");
    EXPECT_NE(describe(*problem).find(wrong.names), std::string::npos) << describe(*problem);
  }
  EXPECT_EQ(read_with(kParentAndChild, {{"step", "-1"}}), nullptr);
  EXPECT_EQ(read_with(kParentAndChild, {{"axes", "sideways"}}), nullptr);
}

TEST(FlecsChoices, StepAndAxesAreTakenOver) {
  const auto recording =
      read_with(kParentAndChild + kParentAndChild.substr(0, kParentAndChild.size() - 4) + "} ]}\n",
                {{"step", "0.5"}, {"axes", "unreal"}});
  EXPECT_EQ(recording->info().coordinates, *CoordinateSystem::parse("unreal"));
  ASSERT_EQ(recording->frame_count(), 2u);
  EXPECT_EQ(recording->timeline().time(FrameIndex(1)), 0.5);
}

const std::string kClock =
    R"j({"results":[{"name":"Epoch","components":{"Epoch":{"time":5,"frame":10}}}]})j"
    "\n"
    R"j({"results":[{"name":"Epoch","components":{"Epoch":{"time":5.5,"frame":12}}}]})j"
    "\n";

TEST(FlecsChoices, APropertyThatGrowsIsOfferedAsAClockAndUsedWhenChosen) {
  const auto offered = recording_of(kClock);
  EXPECT_EQ(detail_text(*offered, "time_rule"), "document index");
  EXPECT_EQ(detail_text(*offered, "clock_offered"), "Epoch/Epoch/time");
  EXPECT_EQ(offered->timeline().time(FrameIndex(1)), 1.0 / 60.0);
  for (const char* name : {"Epoch/Epoch/time", "Epoch.Epoch.time"}) {
    const auto chosen = read_with(kClock, {{"clock", name}});
    EXPECT_EQ(detail_text(*chosen, "time_rule"), "property chosen");
    EXPECT_EQ(detail_text(*chosen, "clock"), name);
    EXPECT_EQ(chosen->timeline().time(FrameIndex(0)), 5.0);
    EXPECT_EQ(chosen->timeline().time(FrameIndex(1)), 5.5);
  }
  const auto frames = read_with(kClock, {{"clock", "Epoch/Epoch/frame"}, {"step", "0.25"}});
  EXPECT_EQ(frames->timeline().time(FrameIndex(1)), 3.0);
  const auto wrong = read_with(kClock, {{"clock", "Epoch/Epoch/hour"}});
  EXPECT_EQ(detail_text(*wrong, "time_rule"), "document index");
  EXPECT_EQ(problem_codes(*wrong), "no-such-clock");
}

TEST(FlecsSamples, ThoseThatAreMissingAreASpanInWhichTheStateHolds) {
  const std::string text = R"j({"time":0,"data":{"results":[{"name":"a"}]}})j"
                           "\nnull\n{\"error\":\"no\"}\n"
                           R"j({"time":2,"data":{"results":[{"name":"a"}]}})j"
                           "\nnull\n";
  const auto recording = recording_of(text);
  ASSERT_EQ(recording->event_count(), 2u);
  const EventInfo gap = recording->event(EventIndex(0));
  EXPECT_EQ(gap.name, "samples_missing");
  EXPECT_EQ(gap.tag, "gap");
  EXPECT_EQ(gap.time, 0.0);
  EXPECT_EQ(gap.end, 2.0);
  EXPECT_EQ(events_text(*recording), "0 samples_missing - 2\n1 samples_missing - 1\n");
  Cursor cursor{recording};
  EXPECT_EQ(cursor.seek(FrameIndex(1)).entities.size(), 1u);
}

TEST(FlecsSamples, OneThatIsNullInItsWrapperIsMissing) {
  const auto recording = recording_of(R"j({"time":0,"data":{"results":[{"name":"a"}]}})j"
                                      "\n"
                                      R"j({"time":1,"data":null})j"
                                      "\n"
                                      R"j({"data": null ,"time":1.5})j"
                                      "\n"
                                      R"j({"time":2,"data":{"results":[{"name":"a"}]}})j"
                                      "\n");
  EXPECT_EQ(events_text(*recording), "0 samples_missing - 2\n");
  EXPECT_EQ(problem_codes(*recording), "missing-document");
}

TEST(FlecsSamples, TheWrapperSaysMoreOfAFrame) {
  const auto recording =
      recording_of(R"j({"time":0,"level":"harbour","data":{"results":[{"name":"a"}]},"load":0.5})j"
                   "\n");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(0));
  const auto level = find_path(frame.tree, frame.properties, "level");
  ASSERT_TRUE(level);
  EXPECT_EQ(frame.tree[*level].text_value(), "harbour");
  EXPECT_TRUE(find_path(frame.tree, frame.properties, "load"));
  EXPECT_FALSE(find_path(frame.tree, frame.properties, "time"));
}

TEST(FlecsSamples, TypesAndSystemsAreOfTheBackgroundPrefabsAreNot) {
  const auto recording = recording_of(
      R"j({"results":[{"name":"Position","components":{"flecs.core.Component":{"size":12}}},)j"
      R"j({"parent":"Position","name":"x","components":{"flecs.meta.member":{"type":"f32"}}},)j"
      R"j({"name":"Move","tags":["flecs.system.System"]},{"name":"Ship","tags":["flecs.core.Prefab"]},)j"
      R"j({"name":"ship_1"}]})j"
      "\n");
  std::string hidden;
  for (std::size_t i = 0; i < recording->entity_count(); ++i) {
    const EntityInfo info = recording->entity(EntityIndex(i));
    if (info.is_background) hidden += std::string(info.id) + " ";
  }
  EXPECT_EQ(hidden, "Position Position.x Move ");
}

TEST(FlecsSamples, AlertsThatAreListedAreEventsWithTheirSeverity) {
  const auto recording = recording_of(
      R"j({"path":"a","ids":[["T"]],"alerts":[]})j"
      "\n"
      R"j({"path":"a","ids":[["T"]],"alerts":[{"alert":"low_fuel","severity":"Error"},)j"
      R"j({"alert":"hot","path":"a.b"}]})j"
      "\n"
      R"j({"path":"a","ids":[["T"]],"alerts":[{"alert":"low_fuel","severity":"Critical"}]})j"
      "\n");
  EXPECT_EQ(events_text(*recording),
            "1 alert_raised a low_fuel Error\n"
            "2 alert_cleared a low_fuel Error\n"
            "2 alert_raised a low_fuel Critical\n");
}

TEST(FlecsSamples, AComponentThatIsSwitchedOffIsAnEvent) {
  const auto recording = recording_of(
      R"j({"results":[{"name":"a","components":{"Fuel":{"level":1}}}]})j"
      "\n"
      R"j({"results":[{"name":"a","tags":["toggle|Fuel"],"components":{"Fuel":{"level":1}}}]})j"
      "\n");
  EXPECT_EQ(events_text(*recording), "1 component_disabled a toggle|Fuel\n");
  EXPECT_EQ(problem_codes(*recording), "component-switched") << "that it is off is a guess";
}

}  // namespace
}  // namespace scrubjay::flecs

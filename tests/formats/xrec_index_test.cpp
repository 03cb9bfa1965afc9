// Frames, entities, events and details that the index pass finds (formats/xrec/README.md, 7).
#include <gtest/gtest.h>

#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay::xrec {
namespace {

/// "number@time" of each frame.
std::string frames_text(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.frame_count(); ++i) {
    const FrameIndex frame(i);
    text += std::to_string(static_cast<std::int64_t>(recording.timeline().number(frame))) + "@" +
            number_text(recording.timeline().time(frame)) + " ";
  }
  return text;
}

/// "id<parent" of each entity.
std::string entities_text(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.entity_count(); ++i) {
    const EntityInfo info = recording.entity(EntityIndex(i));
    text += std::string(info.id) + "<" +
            (info.parent.exists() ? std::string(recording.entity(info.parent).id) : "") + " ";
  }
  return text;
}

/// "name/tag@frame time-end entity" of each event.
std::string events_text(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.event_count(); ++i) {
    const EventInfo info = recording.event(EventIndex(i));
    text += std::string(info.name) + "/" + std::string(info.tag) + "@" +
            std::to_string(info.frame.value) + " " + number_text(info.time) + "-" +
            number_text(info.end) +
            (info.entity.exists() ? " " + std::string(recording.entity(info.entity).id) : "") +
            "; ";
  }
  return text;
}

TEST(XrecIndex, FramesAreDistinctNumbersByTimeThenNumberAndMayComeBeforeTheStart) {
  RecordingMaker maker({.version = 1, .frame = 0, .rtss = 10.0});
  maker.position("A", 7, 12.0, {});
  maker.position("A", 7, 11.5, {});  // the smallest time counts
  maker.position("A", 9, 11.0, {});
  maker.packet();
  maker.position("A", 3, 8.0, {});
  maker.position("A", 8, 11.0, {});  // the time of frame 9
  const auto recording = recording_of(maker.finish());
  EXPECT_EQ(frames_text(*recording), "3@-2 8@1 9@1 7@1.5 ");
  EXPECT_TRUE(recording->is_complete());
  EXPECT_TRUE(recording->problems().empty());
}

TEST(XrecIndex, PathsImplyParentsOnceAndVariablesAreRoots) {
  RecordingMaker maker;
  maker.position("/Scene/Table/Can", 1, 1.0, {});
  maker.position("Scene/Table/Can", 2, 2.0, {});
  maker.position("Scene/Table", 3, 3.0, {});
  maker.position("#tool/Tip", 3, 3.0, {});
  maker.event("Some.Thing", 4, 4.0, {{"Path", "Scene/Door"}});
  maker.event("Some.Thing", 4, 4.0, {{"Place", "Scene/Window"}});
  const auto recording = recording_of(maker.finish());
  EXPECT_EQ(entities_text(*recording),
            "Scene< Scene/Table<Scene Scene/Table/Can<Scene/Table #tool< #tool/Tip<#tool "
            "Scene/Door<Scene ");
  EXPECT_EQ(recording->entity(EntityIndex(2)).name, "Can");
}

TEST(XrecIndex, AnEntityLivesFromItsFirstEventAndAParentFromItsFirstChilds) {
  RecordingMaker maker;
  maker.position("X", 1, 1.0, {});
  maker.position("Scene/Late", 3, 3.0, {});
  maker.packet();
  maker.position("Scene/Late", 2, 2.0, {});  // earlier, though it stands later
  maker.position("Scene", 4, 4.0, {});
  const auto recording = recording_of(maker.finish());
  std::string text;
  for (std::size_t i = 0; i < recording->lifetime_count(); ++i) {
    const Lifetime life = recording->lifetime(LifetimeIndex(i));
    text += std::string(recording->entity(life.entity).id) + " " +
            std::to_string(life.first.value) + "-" + std::to_string(life.last.value) + "; ";
  }
  EXPECT_EQ(text, "X 0-3; Scene 1-3; Scene/Late 1-3; ");
}

TEST(XrecIndex, EventsAreAllThatDoNotMoveObjectsInOrderOfTheirTimes) {
  RecordingMaker maker;
  maker.event("Other.UniqueNumberEvent", 2, 2.5, {{"Path", "A"}, {"Note", "n"}});
  maker.position("A", 1, 1.0, {});
  maker.packet();
  maker.event("MAGES.Recorder.ChapterEvent", 1, 1.0, {{"Name", "Intro"}});
  maker.event("My.ChapterEvent", 2, 2.0, {{"Title", "lacks a Name"}});
  maker.event("Plain", 2, 2.0, {});
  const auto recording = recording_of(maker.finish());
  EXPECT_EQ(events_text(*recording),
            "Intro/chapter@0 1-1; ChapterEvent/My@1 2-2; Plain/@1 2-2; "
            "UniqueNumberEvent/Other@1 2.5-2.5 A; ");
  PropertyTree tree;
  Cursor cursor(recording);
  EXPECT_EQ(tree_text(tree, cursor.read_event(EventIndex(3), tree)),
            R"(Path string "A"; Note string "n")");
}

TEST(XrecIndex, ASceneGraphActionLastsFromInitializeToPerform) {
  RecordingMaker maker;
  maker.scene_graph("a", "Initialize", 1, 1.0);
  maker.scene_graph("b", "Initialize", 2, 2.0);
  maker.scene_graph("a", "Perform", 3, 3.0);
  maker.scene_graph("a", "Perform", 4, 4.0);
  maker.scene_graph("b", "Undo", 5, 5.0);
  const auto recording = recording_of(maker.finish());
  EXPECT_EQ(events_text(*recording),
            "a/initialize@0 1-3; b/initialize@1 2-2; a/perform@2 3-3; a/perform@3 4-4; "
            "b/undo@4 5-5; ");
}

TEST(XrecIndex, DetailsCountEveryCapturedEvent) {
  RecordingMaker maker({.version = 52});
  maker.position("A", 1, 1.0, {});
  maker.position("A", 2, 2.0, {});
  maker.packet();
  maker.event("Plain", 2, 2.0, {});
  const auto recording = recording_of(maker.finish());
  PropertyTree tree;
  EXPECT_EQ(tree_text(tree, recording->details(tree)),
            "revision integer 1; version integer 52; packets integer 4; event_packets integer 2; "
            "captured_events integer 3; captured_by_type group {MAGES.Recorder.PositionChangeEvent "
            "integer 2; Plain integer 1}; finished_without_errors boolean true; clients list {}");
}

TEST(XrecIndex, APathOfManySegmentsDoesNotFillMemory) {
  std::string path;
  for (int i = 0; i < 100'000; ++i) path += "a/";
  RecordingMaker maker;
  maker.position(path + "b", 1, 1.0, {});
  maker.position("c/d", 1, 1.0, {});
  const auto recording = recording_of(maker.finish());
  // Its parents would need 10 GB of text, so it is a root; others have theirs.
  EXPECT_EQ(recording->entity_count(), 3u);
  EXPECT_FALSE(recording->entity(EntityIndex(0)).parent.exists());
}

}  // namespace
}  // namespace scrubjay::xrec

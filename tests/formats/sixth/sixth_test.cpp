#include <gtest/gtest.h>
#include <imgui.h>
#include <simdjson.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "app/cli/command_line.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/properties/properties_cache.h"
#include "app/viewer/panels/timeline/chapter_lane.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/windows/reading_window.h"
#include "app/viewer/panels/windows/save_window.h"
#include "render/scene.h"
#include "tests/app/panel_fixture.h"
#include "tests/core/file_text.h"
#include "tests/core/test_folder.h"
#include "tests/formats/opened.h"
#include "tests/formats/recording_dump.h"
#include "tests/formats/sixth/sixth.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHead = "sixth 1 right=+x,up=+z,forward=+y,metres=1\n";
constexpr std::string_view kDawn = R"(frame 0
is all frame 0 0 0 - -
has all frame_id 1
has all elapsed 0
has all platform_time[s] 7
is lamp signal 0 0 5 green -
is k3 person 1 2 0 - Ann
has k3 speed[m/s] 2.5
event k3 chapter Dawn
)";
constexpr std::string_view kDusk = R"(frame 0.5
is all frame 0 0 0 - -
has all frame_id 2
has all elapsed 0.5
has all platform_time[s] 8
is lamp signal 0 0 5 red -
is k3 person 1 3 0 - Ann
has k3 speed[m/s] 3
event k3 - bump
event - chapter Dusk
)";

std::string town() { return std::string(kHead).append(kDawn).append(kDusk); }

std::shared_ptr<Recording> recording_of(std::string_view text) {
  return opened(InputFile::from_memory("town.sixth", bytes_of(text)));
}

EntityIndex entity_of(const Recording& recording, std::string_view id) {
  return recording.find_entities(id).at(0);
}

/// Its tables, in whatever coordinates.
std::string rows_dump(const Recording& recording) {
  const std::string dump = tables_and_extras_dump(recording);
  return dump.substr(dump.find('\n'));
}

TEST(SixthFormat, IsReadAsItSays) {
  const auto recording = recording_of(town());
  ASSERT_EQ(recording->frame_count(), 2u);
  EXPECT_EQ(recording->info().format, "sixth");
  EXPECT_EQ(recording->event(EventIndex(0u)).role, EventRole::chapter);
  EXPECT_EQ(recording->event(EventIndex(1u)).role, EventRole::none);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0u));
  EXPECT_TRUE(frame.find(entity_of(*recording, "all"))->stands_for_frame);
  EXPECT_EQ(label_of(frame, *frame.find(entity_of(*recording, "k3"))), "Ann");
}

TEST(SixthFormat, ItsLampsAreLitInTheScene) {
  const auto recording = recording_of(town());
  Cursor cursor(recording);
  for (const auto& [index, lamp] : {std::pair{0u, Lamp::green}, std::pair{1u, Lamp::red}}) {
    const SceneFrame frame{&cursor.seek(FrameIndex(index)), 0};
    SceneContent scene;
    build_scene({&frame, 1}, SceneOptions(), scene);
    const auto signal = std::ranges::find(scene.instances, Shape::signal, &SceneInstance::shape);
    ASSERT_NE(signal, scene.instances.end());
    EXPECT_EQ(signal->lamp, lamp);
  }
}

TEST(SixthFormat, ItsCoordinatesAreShownWhereNoneAreChosen) {
  const auto recording = recording_of(town());
  const Format& format = *find_format("sixth");
  EXPECT_EQ(hint_of(format.read_options[0], recording->info()),
            "now: " + recording->info().coordinates.name());
}

/// Panels of the window, without a display.
class SixthWindow : public PanelTest {
 protected:
  SixthWindow() : PanelTest({1400, 900}) { open(recording_); }

  EntityRef ref(std::string_view id) const { return {0, entity_of(*recording_, id)}; }

  void draw(PanelContext& context) override {
    decode([&](const FrameRef& at) {
      return MomentFrame{at, &cursor_.seek(at.frame), nullptr, true};
    });
    area("entities", {0, 0}, {460, 900}, context, entities_panel);
    area("properties", {460, 0}, {460, 900}, context, properties_panel);
    area("timeline", {920, 0}, {460, 900}, context, timeline_panel);
    update_saving(context);
    if (state_.windows[WindowId::save]) save_window(context);
    title_ = entity_title(context, ref("k3"));
  }
  void click(std::string_view name) {
    settle();
    click_left_end(name);
  }

  std::shared_ptr<Recording> recording_ = recording_of(town());
  Cursor cursor_{recording_};
  std::string title_;
};

TEST_F(SixthWindow, ListsAnEntityByItsLabel) {
  settle();
  EXPECT_EQ(title_, "k3 \xC2\xB7 Ann");
}

TEST_F(SixthWindow, ShowsTheGroupsOfAnEntityUnderTheirHeadings) {
  select(state_, ref("k3"));
  settle();
  std::vector<std::string> titles;
  std::vector<std::string> names;
  for (const PropertyRow& row : caches_.of<PropertiesCache>().rows) {
    if (row.title.starts_with("ƒ")) break;  // what is derived comes when it is worked out
    if (!row.title.empty()) titles.emplace_back(row.title);
    if (row.kind != PropertyRow::Kind::title) {
      names.emplace_back(caches_.of<PropertiesCache>().snapshot_of(row).tree[row.node].name);
    }
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"Basic information", "Uncategorized"}));
  EXPECT_NE(std::ranges::find(names, "called"), names.end());
  EXPECT_NE(std::ranges::find(names, "speed [m/s]"), names.end());
}

TEST_F(SixthWindow, HasALaneOfItsChapters) {
  settle();
  ASSERT_EQ(chapter_count(workspace_.session(), caches_.of<TimelineCache>(), 0), 2u);
  EXPECT_EQ(chapter_at(workspace_.session(), caches_.of<TimelineCache>(), 0, 0).name, "Dawn");
  EXPECT_EQ(chapter_at(workspace_.session(), caches_.of<TimelineCache>(), 0, 1).name, "Dusk");
  EXPECT_TRUE(places_.places.contains("timeline.chapters.0"));
}

TEST_F(SixthWindow, SavesRecordingsInIt) {
  const TestFolder folder;
  const fs::path path = folder / "saved.sixth";
  state_.windows[WindowId::save] = true;
  click("save.format");
  click("save.format.sixth");
  ASSERT_EQ(caches_.of<SaveCache>().writer->name, "sixth");
  caches_.of<SaveCache>().path = path.string();
  click("save.save");
  while (caches_.of<SaveCache>().job.is_running()) {
    picture();
    std::this_thread::yield();
  }
  settle();
  ASSERT_TRUE(caches_.of<SaveCache>().outcome.has_value());
  ASSERT_FALSE(caches_.of<SaveCache>().outcome->failure)
      << caches_.of<SaveCache>().outcome->failure->message;
  EXPECT_EQ(caches_.of<SaveCache>().outcome->report.frames, 2u);
  EXPECT_TRUE(caches_.of<SaveCache>().outcome->report.losses.empty());
  const std::string text = file_text(path);
  EXPECT_NE(text.find("\nis lamp signal 0 0 5 red -\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nhas k3 speed[m/s] 3\n"), std::string::npos) << text;
}

/// The command line of a program that has the format.
class SixthCommandLine : public testing::Test {
 protected:
  SixthCommandLine() { put("town.sixth", town()); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  struct Run {
    int status = -1;
    std::string out;
    std::string err;
  };
  static Run run(std::vector<std::string> arguments) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const cli::Outcome outcome = cli::run_command_line(std::move(arguments));
    Run run;
    run.out = testing::internal::GetCapturedStdout();
    run.err = testing::internal::GetCapturedStderr();
    if (outcome.status) run.status = static_cast<int>(*outcome.status);
    return run;
  }
  /// Converts and reads back, without what is kept beside a file where the format is not XREC.
  std::shared_ptr<Recording> converted(const std::string& from, const std::string& to,
                                       const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments{"convert", from, "-o", path(to), "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    converted_ = run(arguments);
    EXPECT_EQ(converted_.status, 0) << converted_.err;
    auto file = InputFile::open(path(to));
    if (!file) return nullptr;
    auto recording = open_recording(*file);
    if (!recording) return nullptr;
    (*recording)->index();
    return *recording;
  }
  /// "what xN" of each loss that the last conversion printed.
  std::vector<std::string> losses() {
    simdjson::dom::parser parser;
    simdjson::dom::element report;
    std::vector<std::string> lines;
    EXPECT_EQ(parser.parse(converted_.out).get(report), simdjson::SUCCESS) << converted_.out;
    for (const simdjson::dom::element loss : simdjson::dom::array(report["losses"])) {
      lines.push_back(std::string(std::string_view(loss["what"])) + " x" +
                      std::to_string(std::uint64_t(loss["count"])));
    }
    return lines;
  }

  const TestFolder folder_;
  Run converted_;
};

TEST_F(SixthCommandLine, ListsAndRecognisesIt) {
  EXPECT_NE(run({"formats"}).out.find("Made-up sixth format"), std::string::npos);
  const Run info = run({"info", path("town.sixth"), "--json"});
  EXPECT_EQ(info.status, 0) << info.err;
  EXPECT_NE(info.out.find(R"("format":"sixth")"), std::string::npos) << info.out;
  const Run show = run({"show", path("town.sixth"), "--time", "0", "--entity", "k3", "--json"});
  EXPECT_NE(show.out.find(R"("name":"called","type":"string","value":"Ann")"), std::string::npos)
      << show.out;
  const Run series =
      run({"series", path("town.sixth"), "--entity", "k3", "--property", "speed [m/s]", "--csv"});
  EXPECT_EQ(series.status, 0) << series.err;
}

TEST_F(SixthCommandLine, OffersItsReadingOption) {
  const Run turned = run({"info", path("town.sixth"), "--directions", "unity", "--json"});
  EXPECT_EQ(turned.status, 0) << turned.err;
  EXPECT_NE(turned.out.find(R"("name":"unity")"), std::string::npos) << turned.out;
  EXPECT_NE(run({"info", "--help-all"}).out.find("--directions"), std::string::npos);
}

TEST_F(SixthCommandLine, OpensAFolderOfItsPieces) {
  fs::create_directories(folder_ / "pieces");
  put("pieces/1.sixthpart", std::string(kHead).append(kDawn));
  put("pieces/2.sixthpart", std::string("\n").append(kDusk));
  put("pieces/notes.txt", "no piece");
  const Run info = run({"info", path("pieces"), "--json"});
  EXPECT_EQ(info.status, 0) << info.err;
  EXPECT_NE(info.out.find(R"("frames":2)"), std::string::npos) << info.out;
}

TEST_F(SixthCommandLine, SaysWhatItCannotHold) {
  const auto back = converted(SCRUBJAY_ASSETS "/sample.log", "sample.sixth");
  ASSERT_NE(back, nullptr);
  EXPECT_GT(back->frame_count(), 10u);
  const auto lost = losses();
  const auto is_lost = [&](std::string_view what) {
    return std::ranges::any_of(lost, [&](const auto& line) { return line.starts_with(what); });
  };
  EXPECT_TRUE(is_lost("rotations x"));
  EXPECT_TRUE(is_lost("properties of frames x"));
  EXPECT_FALSE(is_lost("lamps"));
  Cursor cursor(back);
  const Frame& frame = cursor.seek(FrameIndex(5u));
  EXPECT_TRUE(std::ranges::any_of(frame.entities, [](const Entity& entity) {
    return entity.kind == EntityKind::signal && entity.lamp != Lamp::unknown;
  })) << "CARLA's lamps";
}

TEST_F(SixthCommandLine, TheFramesEntityIsTheFrameToOtherWriters) {
  const auto back = converted(path("town.sixth"), "town.log", {"--keep", "nothing"});
  ASSERT_NE(back, nullptr);
  EXPECT_EQ(back->info().format, "carla");
  EXPECT_EQ(back->entity_count(), 2u) << "lamp and k3";
  Cursor cursor(back);
  const Frame& frame = cursor.seek(FrameIndex(1u));
  const auto time = find_path(frame.tree, frame.properties, "platform_time");
  ASSERT_TRUE(time) << "its unit stood in its name";
  EXPECT_EQ(frame.tree[*time].number, 8);
}

TEST_F(SixthCommandLine, WhatItSaysIsKeptByEveryFormat) {
  const auto source = recording_of(town());
  for (const char* name : {"town.xrec", "town.log", "town.fbf", "town.ndjson"}) {
    const auto back = converted(path("town.sixth"), name);
    ASSERT_NE(back, nullptr) << name;
    EXPECT_EQ(rows_dump(*back), rows_dump(*source)) << name;
    ASSERT_EQ(back->frame_count(), source->frame_count()) << name;
    Cursor there(source);
    Cursor here(back);
    there.set_coordinates(back->info().coordinates);
    for (std::size_t i = 0; i < source->frame_count(); ++i) {
      const Frame& a = there.seek(FrameIndex(i));
      const Frame& b = here.seek(FrameIndex(i));
      ASSERT_EQ(a.entities.size(), b.entities.size()) << name;
      for (std::size_t k = 0; k < a.entities.size(); ++k) {
        EXPECT_EQ(a.entities[k].lamp, b.entities[k].lamp) << name;
        EXPECT_EQ(a.entities[k].stands_for_frame, b.entities[k].stands_for_frame) << name;
        EXPECT_EQ(label_of(a, a.entities[k]), label_of(b, b.entities[k])) << name;
        const PropertyRange roots = b.entities[k].properties;
        EXPECT_NE(find_role(b.tree, roots, PropertyRole::own), nullptr) << name;
        EXPECT_NE(find_role(b.tree, roots, PropertyRole::basics), nullptr) << name;
      }
      ASSERT_EQ(a.events.size(), b.events.size()) << name;
      for (std::size_t k = 0; k < a.events.size(); ++k) {
        EXPECT_EQ(source->event(a.events[k].index).role, back->event(b.events[k].index).role);
      }
    }
  }
}

}  // namespace
}  // namespace scrubjay

"""Two or more recordings in one window: how they are told apart, joined, moved in time and closed."""
import json
import os
import shutil

from harness import SAMPLE, TWO_CLIENTS, WindowTest, main


class Recordings(WindowTest):
    def open_two(self, *arguments):
        window = self.open(SAMPLE, TWO_CLIENTS, *arguments)
        window.indexed(2)
        return window

    def test_a_second_drop_stands_beside_and_a_click_puts_it_in_the_place_of_the_first(self):
        window = self.open_sample()
        self.assertEqual(window.state()["recordings"][0]["mark"], "")
        window.drop(TWO_CLIENTS)
        state = window.indexed(2)
        self.assertEqual([r["mark"] for r in state["recordings"]], ["A", "B"])
        window.place("bar.instead")
        window.picture("recordings-joined")
        window.click("bar.instead")
        state = window.indexed(1)
        self.assertEqual(state["recordings"][0]["file"], os.path.basename(TWO_CLIENTS))
        first, last = state["shown_time"]
        self.assertTrue(first <= state["time"] <= last)
        # Closing what was open can be undone.
        window.key("ctrl+z")
        state = window.indexed(2)
        self.assertEqual([r["file"] for r in state["recordings"]],
                         [os.path.basename(SAMPLE), os.path.basename(TWO_CLIENTS)])
        self.assertEqual([r["mark"] for r in state["recordings"]], ["A", "B"])

    def test_the_bar_goes_by_itself(self):
        window = self.open_sample()
        window.drop(TWO_CLIENTS)
        window.place("bar")
        window.wait(lambda s: "bar" not in s["places"], "the bar to go")
        self.assertEqual(len(window.state()["recordings"]), 2)

    def test_recordings_named_on_the_command_line_ask_nothing(self):
        window = self.open_two()
        self.assertNotIn("bar", window.state()["places"])

    def test_two_of_a_kind_on_the_command_line_can_be_compared_by_a_click(self):
        window = self.open(SAMPLE, self.copy_of_sample("other.log"))
        window.wait(lambda s: len(s["recordings"]) == 2 and "bar.compare" in s["places"], "the bar")
        window.settled()
        self.assertNotIn("bar.instead", window.state()["places"])
        window.click("bar.compare")
        window.wait(lambda s: s.get("comparison", {}).get("state") == "done", "the comparison")
        self.assertNotIn("bar", window.settled()["places"])

    def test_ctrl_w_closes_the_recording_that_is_selected(self):
        window = self.open_two()
        window.click("timeline.recording.0.name")
        window.wait(lambda s: s["selected"] == [{"recording": 0}], "the lane to be selected")
        window.key("ctrl+w")
        state = window.indexed(1)
        self.assertEqual(state["recordings"][0]["file"], os.path.basename(TWO_CLIENTS))
        window.click("bar.undo")
        state = window.indexed(2)
        self.assertEqual(state["recordings"][0]["file"], os.path.basename(SAMPLE))
        self.assertEqual(state["selected"], [{"recording": 0}])

    def test_a_file_that_is_open_is_told_instead_of_opened_again(self):
        window = self.open_sample()
        name = os.path.basename(SAMPLE)
        window.drop(SAMPLE)
        window.wait(lambda s: s.get("bar") == f"{name} is open already.", "a word")
        self.assertEqual(len(window.state()["recordings"]), 1)
        window.settled()
        window.picture("recordings-open-already")
        window.click("bar.again")
        state = window.indexed(2)
        self.assertEqual([r["file"] for r in state["recordings"]], [name, name])
        window.place("bar.compare")

    def test_a_file_that_is_open_and_dropped_twice_is_opened_again(self):
        window = self.open_sample()
        window.drop(SAMPLE, SAMPLE)
        window.wait(lambda s: s.get("bar", "").endswith(" is open already."), "a word about one")
        window.drop(SAMPLE)
        window.indexed(2)

    def test_a_hidden_recording_that_is_dropped_again_is_shown(self):
        window = self.open_two()
        window.click("timeline.recording.1.visible")
        window.wait(lambda s: not s["recordings"][1]["visible"], "it to be hidden")
        window.drop(TWO_CLIENTS)
        state = window.wait(lambda s: s["recordings"][1]["visible"], "it to be shown")
        self.assertEqual(state["bar"], f"{os.path.basename(TWO_CLIENTS)} is open already: B.")

    def test_a_file_that_was_written_anew_is_opened_beside_what_it_was(self):
        path = self.copy_of_sample("drive.log")
        window = self.open(path)
        window.indexed(1)
        os.remove(path)
        self.copy_of_sample("drive.log")
        window.drop(path)
        window.indexed(2)

    def test_what_was_chosen_is_kept_for_the_file_that_was_opened_wherever_its_link_leads_later(self):
        one, two = (self.copy_of_sample(name) for name in ("one.log", "two.log"))
        link = os.path.join(self.folder, "newest.log")
        os.symlink(one, link)
        window = self.open_indexed(link)
        os.remove(link)
        os.symlink(two, link)
        window.key("shift+Right")
        window.wait(lambda s: s["frames"][0]["frame"] == 10, "ten frames on")
        self.assertEqual(window.quit(), 0)
        with open(self.settings_file(), encoding="utf8") as file:
            self.assertEqual(list(json.load(file)["recordings"]), [os.path.realpath(one)])

    def test_a_file_that_is_named_twice_is_opened_twice(self):
        window = self.open(SAMPLE, SAMPLE)
        state = window.indexed(2)
        self.assertEqual([r["mark"] for r in state["recordings"]], ["A", "B"])

    def test_each_ctrl_z_brings_back_what_was_closed_before(self):
        names = [f"run {number}.log" for number in range(3)]
        window = self.open(*map(self.copy_of_sample, names))
        window.indexed(3)
        files = lambda state: [r["file"] for r in state["recordings"]]
        for closed in (1, 0, 0):
            left = files(window.state())
            window.click(f"timeline.recording.{closed}.name", button=3)
            window.choose("lane.close")
            left.pop(closed)
            window.wait(lambda s: files(s) == left, "it to close")
        for left in (names[2:], names[::2], names):
            window.key("ctrl+z")
            window.wait(lambda s: files(s) == left, "it to come back")
        window.indexed(3)

    def test_ctrl_w_asks_which_when_none_is_selected(self):
        window = self.open_two()
        window.key("ctrl+w")
        window.place("bar.close.1")
        self.assertEqual(len(window.state()["recordings"]), 2)
        window.click("bar.close.1")
        state = window.indexed(1)
        self.assertEqual(state["recordings"][0]["file"], os.path.basename(SAMPLE))

    def test_ctrl_w_is_answered_by_a_letter_among_many(self):
        copies = [self.copy_of_sample(f"run {number}.log") for number in range(7)]
        window = self.open(*copies)
        window.indexed(7)
        window.key("ctrl+w")
        window.place("bar.close.6")
        window.picture("recordings-close-which")
        window.key("Escape")
        window.wait(lambda s: "bar" not in s["places"], "the question to go")
        self.assertEqual(len(window.state()["recordings"]), 7)
        window.key("ctrl+w", "f")
        state = window.indexed(6)
        self.assertEqual([r["file"] for r in state["recordings"]],
                         [f"run {number}.log" for number in (0, 1, 2, 3, 4, 6)])

    def test_searches_end_with_the_recording_that_they_were_for(self):
        window = self.open_sample()
        if "events.filter" not in window.state()["places"]:
            window.click("tabs.events")
        window.click("events.filter")
        window.type("collision")
        window.wait(lambda s: s["event_filter"] == "collision", "the filter")
        window.drop(TWO_CLIENTS)
        state = window.indexed(2)
        self.assertEqual(state["event_filter"], "collision", "the one that it was for is open")
        window.click("bar.instead")
        window.wait(lambda s: s["event_filter"] == "", "the filter to end")
        window.key("ctrl+z")
        window.wait(lambda s: s["event_filter"] == "collision", "the filter to come back")

    def test_a_lane_has_a_menu_under_the_right_button_and_under_dots(self):
        window = self.open_two()
        window.click("timeline.recording.1.name", button=3)
        window.choose("lane.visible")
        window.wait(lambda s: not s["recordings"][1]["visible"], "it to be hidden")
        window.move(*window.point("timeline.recording.1.name"))
        window.click("timeline.recording.1.dots")
        window.picture("recordings-lane-menu")
        window.choose("lane.visible")
        window.wait(lambda s: s["recordings"][1]["visible"], "it to be shown")
        window.click("timeline.recording.0.name", button=3)
        window.choose("lane.close")
        state = window.indexed(1)
        self.assertEqual(state["recordings"][0]["file"], os.path.basename(TWO_CLIENTS))

    def test_the_bar_of_a_lane_has_the_menu_of_its_head(self):
        window = self.open_two()
        window.click("timeline.recording.1", 0.5, button=3)
        window.choose("lane.visible")
        window.wait(lambda s: not s["recordings"][1]["visible"], "the recording to be hidden")
        # A drag with the right button moves along time, and opens nothing.
        window.wheel("timeline.lanes", 3)
        before = window.settled()["shown_time"]
        window.drag("timeline.recording.0", (0.6, 0.5), (0.4, 0.5), button=3)
        state = window.wait(lambda s: s["shown_time"] != before, "another part of time")
        self.assertNotIn("lane.visible", window.settled()["places"])

    def test_a_recording_is_moved_in_time_by_a_typed_number_and_by_its_bar(self):
        window = self.open_two()
        window.click("timeline.recording.1.name", button=3)
        window.choose("lane.offset")
        window.place("lane.offset.seconds")
        window.settled()
        window.double_click("lane.offset.seconds", 0.2)
        window.key("ctrl+a")
        window.type("2.5")
        window.wait(lambda s: s["recordings"][1]["offset"] == 2.5, "it to be moved")
        window.click("properties", 0.5, 0.9)
        window.wait(lambda s: "lane.offset" not in s["places"] and not s["busy"], "the menu to close")
        x, y, width, height = window.place("timeline.recording.1")
        window.move(int(x + width / 2), int(y + height / 2))
        window.xdotool("keydown", "alt")
        window.press()
        for step in range(1, 9):
            window.move(int(x + width / 2 + 10 * step), int(y + height / 2))
        window.release()
        window.xdotool("keyup", "alt")
        state = window.wait(lambda s: s["recordings"][1]["offset"] > 2.6, "the bar to be dragged")
        self.assertEqual(state["recordings"][0]["offset"], 0)
        window.settled()
        window.key("ctrl+z")
        window.wait(lambda s: s["recordings"][1]["offset"] == 2.5, "Ctrl+Z to bring it back")

    def test_recordings_of_one_name_are_told_apart_by_their_folders(self):
        paths = []
        for day in ("monday", "tuesday"):
            os.mkdir(os.path.join(self.folder, day))
            paths.append(shutil.copy(SAMPLE, os.path.join(self.folder, day, "drive.log")))
        window = self.open(*paths)
        state = window.indexed(2)
        self.assertEqual([r["mark"] for r in state["recordings"]], ["A", "B"])
        self.assertIn("monday/drive.log", window.title())

    def test_the_timeline_is_as_high_as_its_lanes_need_until_its_edge_is_dragged(self):
        window = self.open_sample()
        window.place("timeline.contacts")  # which are found in the background, and need a lane
        window.settled()
        low = window.place("timeline")[3]
        window.drop(TWO_CLIENTS)
        window.indexed(2)
        high = window.place("timeline")[3]
        self.assertGreater(high, low + 40)
        window.drag("splitter.bottom", (0.5, 0.5), (0.5, -10.5))
        window.wait(lambda s: s["places"]["timeline"][3] > high + 20, "the edge to be dragged")
        dragged = window.settled()["places"]["timeline"][3]
        window.click("timeline.recording.1.name")
        window.key("ctrl+w")
        state = window.indexed(1)
        self.assertEqual(state["places"]["timeline"][3], dragged, "the user's choice stays")
        window.double_click("splitter.bottom")
        window.wait(lambda s: s["places"]["timeline"][3] == low, "it to be fitted again")


if __name__ == "__main__":
    main()

"""When a value changed and what changed here, in the real window; the same as `scrubjay history`, `sql`
and the file say."""
import json
import os
import time

from harness import SAMPLE, WindowTest, main

GEAR = "control/gear"


class ChangesTest(WindowTest):
    def changes(self, entity, path):
        return self.run_json("history", SAMPLE, "--entity", entity, "--property", path)["changes"]

    def frame(self, state):
        return state["frames"][0]["frame"]

    def walk_to(self, window, path):
        """To the row of a property, with the keyboard alone."""
        for _ in range(8):
            if window.state().get("keyboard_area") == "properties":
                break
            window.key("Tab")
        self.assertEqual(window.state().get("keyboard_area"), "properties")
        for _ in range(80):
            if window.state().get("property", {}).get("path") == path:
                return
            window.key("Down")
        self.fail(f"{path} was not reached")

    def choose(self, window, path):
        """By a click on its row, found by its name."""
        window.click("properties.search")
        window.key("ctrl+a", "BackSpace")
        window.type(path)
        window.wait(lambda s: s["property_search"] == path and not s["busy"], "the search")
        row = max((name for name in window.state()["places"] if name.startswith("properties.row.")),
                  key=lambda name: int(name.rsplit(".", 1)[1]))
        window.click(row, across=0.3)
        window.wait(lambda s: s.get("property", {}).get("path") == path, "the property to be chosen")

    def known(self, window):
        return window.wait(lambda s: s["property"].get("known") and not s["busy"], "its changes")


class ByKeys(ChangesTest):
    def test_brackets_go_to_the_changes_of_a_property_without_a_mouse(self):
        frames = [change["frame"] for change in self.changes("35", GEAR)]
        window = self.open_indexed(SAMPLE, "--select", "35", "--frame", "0")
        self.walk_to(window, GEAR)
        state = self.known(window)
        self.assertNotIn("since", state["property"])
        self.assertEqual(state["property"]["until"]["frame"], frames[0])
        window.picture("history-row-by-keys")
        for frame in frames[:3]:
            window.key("bracketright")
            window.wait(lambda s: self.frame(s) == frame and not s["busy"], f"frame {frame}")
        window.key("bracketleft")
        window.wait(lambda s: self.frame(s) == frames[1] and not s["busy"], "the change before")
        window.key("bracketleft")
        window.wait(lambda s: self.frame(s) == frames[0] and not s["busy"], "the first change")
        window.key("bracketleft")
        state = window.wait(lambda s: "does not change before" in s.get("bar", ""), "that there is none before")
        self.assertEqual(self.frame(state), frames[0])

    def test_where_an_entity_is_has_a_history_too(self):
        place = "transform/position"
        changes = self.changes("35", place)
        self.assertGreater(len(changes), 100)
        window = self.open_indexed(SAMPLE, "--select", "35", "--frame", "0")
        self.choose(window, place)
        window.key("bracketright")
        window.wait(lambda s: self.frame(s) == changes[0]["frame"] and not s["busy"], "the first change")
        state = self.known(window)
        self.assertEqual(state["property"]["since"]["frame"], changes[0]["frame"])
        self.assertEqual(state["property"]["until"]["frame"], changes[1]["frame"])
        window.key("shift+h")
        state = window.wait(lambda s: s.get("history", {}).get("read"), "the history")
        self.assertEqual(state["history"]["changes"], len(changes))
        window.picture("history-of-a-place")

    def is_told_as_lacking(self, path, other, entity="35", file=SAMPLE):
        window = self.open_indexed(file, "--select", entity, "--frame", "0")
        self.choose(window, path)
        window.key("Escape")
        window.key("slash")
        window.wait(lambda s: s["typing"], "the search")
        window.type(other)
        window.wait(lambda s: s["entity_search"] == other and not s["busy"], "the hit")
        window.key("Return")
        window.wait(lambda s: s["selected"] and other in s["selected"][0]["name"], "another entity")
        window.settled()
        window.key("bracketright")
        name = path.rsplit("/", 1)[-1]
        window.wait(lambda s: f"has no {name} here" in s.get("bar", ""), "that it has none")

    def test_a_property_that_the_entity_lacks_is_told_as_lacking(self):
        self.is_told_as_lacking(GEAR, "fountain")

    def test_a_place_that_the_entity_lacks_is_told_as_lacking(self):
        self.is_told_as_lacking("transform/position", "Weather", "town.spectator_1",
                                SAMPLE.replace(".log", ".ndjson"))

    def test_the_history_of_the_chosen_property_opens_by_its_key(self):
        changes = self.changes("35", GEAR)
        window = self.open_indexed(SAMPLE, "--select", "35", "--frame", str(changes[1]["frame"] + 1))
        self.walk_to(window, GEAR)
        window.key("shift+h")
        state = window.wait(lambda s: s.get("history", {}).get("read") and "row" in s["history"], "the history")
        self.assertEqual(state["history"]["changes"], len(changes))
        self.assertEqual(state["history"]["row"], 1)
        # The keyboard stands on that row, and what the row says besides covers none.
        places = window.wait(lambda s: s["places"].get("tooltip", [0] * 4)[3] > 40, "all of the row")["places"]
        _, top, _, height = places["tooltip"]
        rows = [place for name, place in places.items() if name.startswith("history.row.")]
        self.assertEqual(len(rows), len(changes))
        for _, row, _, row_height in rows:
            self.assertTrue(top + height <= row or top >= row + row_height, (places["tooltip"], rows))
        window.picture("history-by-keys")
        window.key("Down", "Return")
        window.wait(lambda s: self.frame(s) == changes[2]["frame"] and not s["busy"], "the change after it")
        window.key("Escape")
        window.wait(lambda s: "history" not in s["open_windows"], "the window to close")


class History(ChangesTest):
    def test_every_change_is_listed_as_the_command_line_prints_it_and_a_click_goes_there(self):
        changes = self.changes("35", GEAR)
        window = self.open_indexed(SAMPLE, "--select", "35", "--frame", "100")
        self.choose(window, GEAR)
        state = self.known(window)
        self.assertEqual(state["property"]["since"], {"frame": changes[1]["frame"], "value": str(changes[1]["before"])})
        window.settled()
        window.picture("history-strip")
        window.click("properties.change.history")
        state = window.wait(lambda s: s.get("history", {}).get("read") and s["history"]["shown"], "the history")
        self.assertEqual(state["history"]["changes"], len(changes))
        for shown in state["history"]["shown"]:
            change = changes[shown["row"]]
            self.assertEqual((shown["frame"], shown["before"], shown["after"], shown["events"]),
                             (change["frame"], str(change["before"]), str(change["after"]), len(change["events"])))
        window.picture("history-window")
        window.click("history.row.3", across=0.2)
        state = window.wait(lambda s: self.frame(s) == changes[3]["frame"] and not s["busy"], "the change")
        self.assertEqual(state["history"]["row"], 3)

    def test_the_menu_of_a_row_has_its_history(self):
        window = self.open_indexed(SAMPLE, "--select", "35", "--frame", "100")
        self.choose(window, "kinematics/speed")
        state = window.state()
        row = max((name for name in state["places"] if name.startswith("properties.row.")),
                  key=lambda name: int(name.rsplit(".", 1)[1]))
        window.click(row, across=0.3, button=3)
        window.click("properties.menu.history")
        state = window.wait(lambda s: s.get("history", {}).get("read"), "the history")
        self.assertEqual(state["history"]["changes"], len(self.changes("35", "kinematics/speed")))
        window.move(3, 3)
        window.settled()
        window.picture("history-of-a-number")


class GuardsTest(ChangesTest):
    FRAMES = 6000

    def guards(self):
        """Two of them: what they feel changes with two of three frames, what they see twice, a speed with each
        frame; an alarm of one of them once, at frame 4000."""
        path = os.path.join(self.folder, "guards.ndjson")
        with open(path, "w", encoding="utf8") as file:
            for n in range(self.FRAMES):
                results = [{"name": name, "id": 500 + i,
                            "components": {"Mood": {"feels": "angry" if n % 3 == 0 else "calm",
                                                    "sees": 1000 <= n < 2500, "speed": n * 0.1 + i,
                                                    "alarm": "on" if i == 1 and n >= 4000 else "off",
                                                    "steps": n // 100}}}
                           for i, name in enumerate(("guard", "scout"))]
                file.write(json.dumps({"time": n / 100, "frame": n + 1, "data": {"results": results}}) + "\n")
        return path

    def plot(self, window, path, lane):
        """A property as a lane of the timeline; returns the lane once all of it is read."""
        self.choose(window, path)
        row = max((name for name in window.state()["places"] if name.startswith("properties.row.")),
                  key=lambda name: int(name.rsplit(".", 1)[1]))
        window.click(row, across=0.3, button=3)
        window.click("properties.menu.plot")
        window.move(3, 3)
        state = window.wait(lambda s: len(s["plots"]) > lane and s["plots"][lane]["looked_at"] == self.FRAMES
                            and "states" in s["plots"][lane] and not s["busy"], "the lane")
        return state["plots"][lane]


class StateLanes(GuardsTest):
    def test_states_are_bands_with_their_names_and_shares_where_they_are_dense(self):
        window = self.open_indexed(self.guards(), "--select", "guard", "--frame", "1500")
        sparse = self.plot(window, "Mood/sees", 0)
        self.assertEqual(sparse["states"], {"segments": 3, "named": 3, "mixed": 0})
        dense = self.plot(window, "Mood/feels", 1)
        # Six frames a pixel, and each has some of both states.
        self.assertGreater(dense["states"]["mixed"], 800)
        self.assertEqual(dense["states"]["named"], 0)
        window.picture("state-lanes")
        # What holds at the mouse, since when and until when.
        x, y, width, height = window.place("timeline.plot.0")
        state = window.state()
        first, last = state["shown_time"]
        window.move(round(x + width * (15 - first) / (last - first)), round(y + height / 2))
        state = window.wait(lambda s: "true" in s.get("timeline_says", ""), "what the lane says")
        self.assertIn("since 10.000 s (frame 1,000), until 25.000 s (frame 2,500)", state["timeline_says"])
        window.settled()
        window.picture("state-lane-hovered")

    def test_a_range_says_how_much_of_it_each_state_has(self):
        window = self.open_indexed(self.guards(), "--select", "guard", "--frame", "1000")
        self.plot(window, "Mood/sees", 0)
        window.key("ctrl+k")
        window.wait(lambda s: "palette" in s and s["typing"], "the palette")
        window.type("begin the range")
        window.wait(lambda s: s["palette"]["typed"] == "begin the range" and s["palette"]["done"], "the search")
        window.key("Return")
        state = window.wait(lambda s: "in_range" in s["plots"][0], "the range")
        # From 10 s on: 15 of 49.99 s it sees somebody, from the first moment on.
        self.assertEqual(state["plots"][0]["in_range"], "false 70 %  true 30 %  2 changes")
        self.assertEqual(self.frame(state), 1000)


class ChangedHere(GuardsTest):
    def test_the_rarest_change_stands_on_top_and_a_click_shows_it(self):
        window = self.open_indexed(self.guards(), "--frame", "4000")
        window.key("c")
        state = window.wait(lambda s: s.get("changes_here", {}).get("rated") and s["changes_here"]["current"]
                            and not s["busy"], "what changed here")
        rows = state["changes_here"]["rows"]
        self.assertEqual(state["changes_here"]["count"], 7)
        self.assertEqual((rows[0]["entity"]["id"], rows[0]["path"], rows[0]["before"], rows[0]["after"]),
                         ("scout", "Mood/alarm", "off", "on"))
        self.assertEqual([row["path"] for row in rows[-2:]], ["Mood/speed"] * 2)
        window.picture("changed-here")
        window.click("changes.row.0")
        state = window.wait(lambda s: s["selected"] and s.get("property", {}).get("path") == "Mood/alarm",
                            "its entity and property to be chosen")
        self.assertEqual(state["selected"][0]["id"], "scout")
        window.settled()
        window.picture("changed-here-chosen")
        # It follows the playhead.
        window.key("Left")
        state = window.wait(lambda s: self.frame(s) == 3999 and s["changes_here"]["current"], "the frame before")
        self.assertEqual({row["path"] for row in state["changes_here"]["rows"]}, {"Mood/feels", "Mood/speed"})
        window.key("c")
        window.wait(lambda s: "changes" not in s["open_windows"], "the window to close")

    def test_what_the_whole_frame_has_is_told_and_goes_to_the_frame(self):
        window = self.open_indexed(SAMPLE.replace(".log", ".fbf"), "--frame", "5")
        window.key("c")
        state = window.wait(lambda s: s.get("changes_here", {}).get("rated") and s["changes_here"]["current"]
                            and not s["busy"], "what changed here")
        rows = state["changes_here"]["rows"]
        row = next(i for i, each in enumerate(rows) if each["path"] == "elapsedTime")
        window.move(*window.point(f"changes.row.{row}"))
        time.sleep(1)
        window.settled()
        window.picture("changed-here-whole-frame")
        window.click(f"changes.row.{row}")
        self.assertEqual(window.settled()["selected"], [])

    def test_it_lists_what_the_table_of_changes_has_at_that_frame(self):
        window = self.open_indexed(SAMPLE, "--frame", "255")
        window.key("c")
        state = window.wait(lambda s: s.get("changes_here", {}).get("rated") and s["changes_here"]["current"]
                            and not s["busy"], "what changed here")
        told = self.run_json("sql", SAMPLE, "select count(*) from changes where frame = 255")["rows"]
        self.assertEqual(state["changes_here"]["count"], told[0][0])
        rates = [row["rate"] for row in state["changes_here"]["rows"]]
        self.assertEqual(rates, sorted(rates))
        window.picture("changed-here-sample")


if __name__ == "__main__":
    main()

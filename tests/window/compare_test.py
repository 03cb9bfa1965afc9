"""Two runs in one window: where they first differ, and what follows from there."""
import json
import os
import shlex
import subprocess

from harness import MAKE_RECORDING, PROGRAM, SAMPLE, TWO_CLIENTS, WindowTest, difference, main


def write_run(path, changed=None, shift=0.0, extra=False, frames=60):
    """A flecs recording of four entities, a frame each 0.1 s. `changed`: entities with the frame from which
    on they are elsewhere and faster; `extra`: a fifth one lives from frame 30 on."""
    with open(path, "w", encoding="utf8") as file:
        for frame in range(frames):
            results = []
            for place, name in enumerate(["lead", "chaser", "watcher", "drone"]):
                x, y, speed = frame * 0.2 * (place + 1), 4.0 * place, 2.0 * (place + 1)
                begin = (changed or {}).get(name)
                if begin is not None and frame >= begin:
                    y += 1.5 + 0.05 * (frame - begin)
                    speed += 0.5
                results.append({"name": name, "id": 100 + place, "components": {
                    "Position": {"x": x, "y": y, "z": 0.0}, "Motor": {"speed": speed, "gear": frame // 20}}})
            if extra and frame >= 30:
                results.append({"name": "stranger", "id": 200,
                                "components": {"Position": {"x": 5.0, "y": -4.0, "z": 0.0}}})
            json.dump({"time": round(frame * 0.1 + shift, 6), "frame": frame + 1, "data": {"results": results}},
                      file)
            file.write("\n")
    return path


class Compare(WindowTest):
    def runs(self, changed=None, **how):
        one = write_run(os.path.join(self.folder, "one.ndjson"))
        two = write_run(os.path.join(self.folder, "two.ndjson"),
                        {"chaser": 20, "lead": 35} if changed is None else changed, **how)
        return one, two

    def open_runs(self, *paths, name=""):
        window = self.open(*paths, name=name)
        window.indexed(len(paths))
        return window

    def compared(self, window, what="the comparison", holds=lambda c: True):
        return window.wait(lambda s: s.get("comparison", {}).get("state") == "done" and
                           holds(s["comparison"]), what)["comparison"]

    def test_numbers_that_are_hardly_apart_are_the_same_at_a_click(self):
        copy = os.path.join(self.folder, "sample.mcap")
        subprocess.run([PROGRAM, "convert", SAMPLE, "-o", copy, "--quiet"], check=True)
        window = self.open_runs(SAMPLE, copy)
        window.key("ctrl+d")
        self.assertGreater(self.compared(window)["count"], 1000)
        window.settled()
        window.picture("compare-rounding")
        window.click("comparison.rounding")
        self.compared(window, "nothing to differ", lambda c: c["count"] == 0)
        self.assertNotIn("comparison.rounding", window.settled()["places"])
        window.key("ctrl+z")
        self.compared(window, "Ctrl+Z to take it back", lambda c: c["count"] > 1000)

    def comparing(self, **how):
        window = self.open_runs(*self.runs(**how))
        window.key("ctrl+d")
        self.compared(window)
        window.settled()
        return window

    def set_field(self, window, place, text):
        window.double_click(place, 0.3)
        window.key("ctrl+a")
        window.type(text)
        window.key("Return")

    def at(self, window, seconds):
        return window.wait(lambda s: abs(s["time"] - seconds) < 1e-6, f"the playhead at {seconds} s")

    def test_a_second_drop_can_be_compared_with_the_first(self):
        one, two = self.runs(extra=True)
        window = self.open_runs(one)
        window.drop(two)
        window.place("bar.compare")
        window.settled()
        window.picture("compare-bar")
        window.click("bar.compare")
        found = self.compared(window)
        self.assertEqual([found["a"]["name"], found["b"]["name"]], ["one.ndjson", "two.ndjson"])
        self.assertEqual((found["used_by"], found["used_match"]), ("frame", "id"))
        self.assertEqual(found["first"]["entity_a"], "chaser")
        self.assertEqual(found["first"]["path"], "position")
        self.assertAlmostEqual(found["first"]["time"], 2.0)
        self.assertEqual([step.get("entity_a", step.get("entity_b")) for step in found["spread"]],
                         ["chaser", "stranger", "lead"])
        window.settled()
        for place in ("comparison", "timeline.differences", "comparison.row.2"):
            window.place(place)
        window.picture("compare-list")

    def test_what_was_open_does_not_lie_over_the_list(self):
        window = self.open_runs(*self.runs())
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" in s["open_windows"], "the window for questions")
        window.settled()
        window.key("ctrl+d")
        self.compared(window)
        state = window.settled()
        self.assertEqual(state["open_windows"], [])
        self.assertIn("comparison.row.0", state["places"])

    def test_equal_runs_are_said_to_be_the_same(self):
        window = self.comparing(changed={})
        found = window.state()["comparison"]
        self.assertEqual((found["count"], found["rows"]), (0, 0))
        self.assertEqual(found["entities_compared"], 4)
        self.assertNotIn("first", found)

    def of_events(self, name, events, properties=()):
        """A Frame by Frame recording of one entity, which has those events in the fifth of ten frames."""
        frames = [{"frameId": i + 1, "clientId": 0, "serverTime": 100 * i, "elapsedTime": 0.1, "tag": "S",
                   "entities": [{"id": 1, "parentId": 0, "properties": list(properties),
                                 "events": events if i == 4 else []}]} for i in range(10)]
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            json.dump({"type": 1, "version": 4, "rawFrames": frames}, file)
        return path

    @staticmethod
    def shot(**numbers):
        return {"idx": 1, "id": 1, "name": "shot", "tag": "", "properties": {
            "name": "properties", "type": "group",
            "value": [{"name": name, "type": "number", "value": value} for name, value in numbers.items()]}}

    def test_an_event_of_both_runs_is_told_by_what_differs_in_it(self):
        health = {"name": "properties", "type": "group", "value": [{"name": "health", "type": "number", "value": 7}]}
        a = self.of_events("one.fbf", [self.shot(damage=11, angle=2)], [health])
        b = self.of_events("two.fbf", [self.shot(damage=8, angle=2)], [health])
        window = self.open_runs(a, b)
        window.key("ctrl+d")
        found = self.compared(window)
        self.assertEqual(found["count"], 2)
        window.key("d")
        self.at(window, 0.4)
        window.click("comparison.row.0")
        state = window.wait(lambda s: s["comparison"].get("side_by_side") and
                            any(not v["same"] for v in s["comparison"]["side_by_side"]), "what differs")
        differs = [v for v in state["comparison"]["side_by_side"] if not v["same"]]
        self.assertEqual([v["path"] for v in differs], ["events/shot/damage"])
        self.assertAlmostEqual(differs[0]["distance"], 3)
        window.settled()
        window.picture("compare-event")
        # A click on a row chooses its property: History is about it.
        rows = [name for name in window.state()["places"] if name.startswith("compared.row.")]
        window.click(max(rows, key=lambda name: int(name.rsplit(".", 1)[1])))
        window.settled()
        window.place("properties.change.history")
        # And what is plotted is plotted of both runs.
        window.key("p")
        window.wait(lambda s: "plot" in s["open_windows"], "the choice of what to plot")
        window.key("Return")
        curves = window.wait(lambda s: len(s["curves"]) == 2 and not s["busy"], "two curves")["curves"]
        self.assertEqual({curve["entity"]["recording"] for curve in curves}, {0, 1})
        window.settled()
        window.picture("compare-plot")

    def test_d_goes_to_what_differs_although_no_entity_does(self):
        window = self.open_runs(self.of_events("one.fbf", []), self.of_events("two.fbf", [self.shot()]))
        window.key("ctrl+d")
        found = self.compared(window)
        self.assertEqual(found["count"], 1)
        window.settled()
        window.key("d")
        self.at(window, 0.4)
        window.key("d")
        window.wait(lambda s: s.get("bar") == "No other entity begins to differ after this moment.", "a word")
        window.key("End", "shift+d")
        self.at(window, 0.4)

    def test_d_walks_to_where_something_begins_to_differ(self):
        window = self.comparing()
        window.key("d")
        self.at(window, 2.0)
        window.wait(lambda s: s["selected"] == [{"recording": 0, "id": "chaser", "name": "chaser"}], "the chaser")
        window.key("d")
        self.at(window, 3.5)
        window.wait(lambda s: s["selected"] == [{"recording": 0, "id": "lead", "name": "lead"}], "the lead")
        window.key("d")
        window.wait(lambda s: s.get("bar") == "No other entity begins to differ after this moment.", "a word")
        window.settled()
        self.at(window, 3.5)
        window.key("shift+d")
        self.at(window, 2.0)

    def test_d_turns_the_camera_to_who_is_out_of_view_unless_it_follows_somebody(self):
        window = self.comparing()
        for _ in range(6):
            window.drag("scene", (0.9, 0.5), (0.1, 0.5), button=2)
        away = window.settled()["camera"]
        window.key("d")
        self.at(window, 2.0)
        there = window.wait(lambda s: s["camera"]["target"] != away["target"], "the camera to turn")["camera"]
        self.assertEqual((there["distance"], there["yaw"]), (away["distance"], away["yaw"]))
        self.assertNotIn("scene.pointer", window.settled()["places"])
        # Who is in view leaves it where it is.
        window.drag("scene", (0.5, 0.5), (0.55, 0.5), button=2)
        here = window.settled()["camera"]
        window.key("Home", "d")
        self.at(window, 2.0)
        self.assertEqual(window.settled()["camera"], here)
        window.key("v")
        window.wait(lambda s: s.get("followed"), "the chaser to be followed")
        window.key("d")
        self.at(window, 3.5)
        window.wait(lambda s: s["selected"][0]["name"] == "lead", "the lead")
        self.assertEqual(window.settled()["followed"]["name"], "chaser")
        window.key("End")
        window.settled()
        window.click("comparison.first")
        self.at(window, 2.0)

    def test_the_list_goes_where_its_rows_say(self):
        window = self.comparing()
        window.click("comparison.row.1", 0.2)
        self.at(window, 3.5)
        window.click("comparison.row.0", 0.01)  # unfolds it
        self.assertEqual(window.wait(lambda s: s["comparison"]["rows"] > 2, "its rows")["comparison"]["rows"], 5)
        window.click("comparison.by_path")
        window.wait(lambda s: s["comparison"]["rows"] == 3, "a row for each path")
        window.settled()
        window.picture("compare-by-path")
        window.click("comparison.row.2", 0.3)
        self.at(window, 2.0)

    def test_the_lane_shows_the_first_difference_and_a_click_goes_there(self):
        window = self.comparing()
        window.move(3, 3)
        window.settled()
        x, y, width, height = window.place("timeline.differences")
        shown = window.state()["shown_time"]
        recording = window.place("timeline.recording.0")
        self.assertEqual(recording[0], x)
        same = window.picture("compare-lane")
        # What lies before two seconds is empty.
        window.key("ctrl+d")
        window.wait(lambda s: "comparison" not in s, "it to end")
        window.key("ctrl+d")
        self.compared(window)
        span = (shown[1] - shown[0])
        at_two = x + width * (2.0 - shown[0]) / span
        for offset in range(-8, 40):
            if abs(window.state()["time"] - 2.0) < 1e-6:
                break
            window.click_at(int(at_two) + offset, int(y + height / 2))
        self.at(window, 2.0)
        self.assertTrue(os.path.exists(same))

    def test_values_stand_side_by_side_in_the_property_panel(self):
        window = self.comparing()
        window.key("d")
        self.at(window, 2.0)
        state = window.wait(lambda s: s["comparison"].get("side_by_side") and
                            any(not v["same"] for v in s["comparison"]["side_by_side"]), "values of both")
        values = {v["path"]: v for v in state["comparison"]["side_by_side"]}
        self.assertFalse(values["position"]["same"])
        self.assertAlmostEqual(values["position"]["distance"], 1.5)
        self.assertAlmostEqual(values["Motor/speed"]["distance"], 0.5)
        self.assertTrue(values["Motor/gear"]["same"])
        window.settled()
        window.picture("compare-values")
        rows = sum(place.startswith("compared.row.") for place in window.state()["places"])
        window.click("compared.only")
        window.wait(lambda s: sum(p.startswith("compared.row.") for p in s["places"]) < rows,
                    "what is equal to be left out")

    def test_the_other_run_is_drawn_as_ghosts_which_can_be_switched_off(self):
        window = self.comparing(extra=True)
        window.key("End")
        state = window.wait(lambda s: s["comparison"]["apart"] == 2, "lines to where they are in the other run")
        self.assertEqual(state["comparison"]["ghosts"], 5)
        self.assertEqual(state["comparison"]["alone"], 1)
        self.assertEqual(state["drawn"], 9)
        window.settled()
        both = window.picture("compare-ghosts")
        window.click("comparison.shown.a")
        window.wait(lambda s: s["drawn"] == 4 and s["comparison"]["shown"] == "a", "the first run alone")
        window.move(3, 3)
        window.settled()
        self.assertGreater(difference(both, window.picture("compare-first-run"), *window.place("scene")), 100)
        window.click("comparison.shown.b")
        window.wait(lambda s: s["drawn"] == 5, "the second run alone")
        window.click("comparison.shown.both")
        window.wait(lambda s: s["drawn"] == 9, "both")

    def test_the_scene_shows_only_the_entities_that_are_compared(self):
        window = self.comparing(extra=True)
        window.key("End")
        window.wait(lambda s: s["comparison"]["ghosts"] == 5 and s["comparison"]["alone"] == 1, "all of them")
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        self.set_field(window, "compare.entities.new", "chaser")
        window.wait(lambda s: s["comparison"].get("ghosts") == 1 and s["comparison"]["alone"] == 0, "that one alone")
        window.key("Escape")
        window.settled()
        window.picture("compare-only-one")

    def test_a_tolerance_is_typed_and_undone(self):
        window = self.comparing()
        count = window.state()["comparison"]["count"]
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        self.set_field(window, "compare.tolerance", "100")
        self.compared(window, "nothing to differ", lambda c: c["tolerance"] == 100 and c["count"] == 0)
        window.picture("compare-how")
        window.key("Escape")
        window.wait(lambda s: "compare" not in s["open_windows"], "the window to close")
        window.settled()
        window.key("ctrl+z")
        self.compared(window, "it to differ again", lambda c: c["tolerance"] != 100)
        while window.state()["comparison"]["tolerance"] != 0:
            window.key("ctrl+z")
            window.settled()
        self.compared(window, "all differences", lambda c: c["count"] == count)

    def test_a_property_is_left_out_by_the_menu_of_its_row(self):
        window = self.comparing()
        window.click("comparison.by_path")
        window.wait(lambda s: s["comparison"]["rows"] == 3, "a row for each path")
        window.settled()
        window.click("comparison.row.0", 0.3, button=3)
        window.choose("comparison.row.ignore")
        found = self.compared(window, "it to be left out", lambda c: c["ignore"] == ["position"])
        self.assertEqual(found["first"]["path"], "Position")

    def test_the_offset_is_found_typed_dragged_and_undone(self):
        window = self.open_runs(*self.runs(changed={}, shift=1.5))
        window.key("ctrl+d")
        self.compared(window)
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        window.click("compare.find_offset")
        found = self.compared(window, "the offset", lambda c: abs(c["offset"] + 1.5) < 1e-3)
        self.assertEqual(found["count"], 0)
        window.settled()
        self.set_field(window, "compare.offset", "1.0")
        self.compared(window, "the typed offset", lambda c: c["offset"] == 1.0)
        window.key("Escape")
        window.settled()
        x, y, width, height = window.place("timeline.recording.1")
        window.move(int(x + width / 2), int(y + height / 2))
        window.xdotool("keydown", "alt")
        window.press()
        for step in range(1, 9):
            window.move(int(x + width / 2 - 5 * step), int(y + height / 2))
        window.release()
        window.xdotool("keyup", "alt")
        state = window.wait(lambda s: s["recordings"][1]["offset"] < 0.95, "the bar to be dragged")
        offset = state["recordings"][1]["offset"]
        self.compared(window, "the comparison to follow", lambda c: c["offset"] == offset)
        window.settled()
        window.key("ctrl+z")
        self.compared(window, "Ctrl+Z to bring it back", lambda c: c["offset"] == 1.0)

    def test_a_watch_that_names_time_is_looked_for_again_when_a_recording_is_moved(self):
        window = self.open_runs(*self.runs(changed={}))
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" in s and s["ask"]["typing"], "the field")
        window.type("time between 3 and 3.45 and name = 'lead'")
        window.click("ask.watch")

        def begins(begin_of_b):
            window.wait(lambda s: s["watches"] and not s["watches"][0]["running"] and
                        [round(band["begin"], 2) for band in s["watches"][0]["bands"]] == [3, begin_of_b],
                        f"the watch to hold from {begin_of_b} s of B on")
        begins(3)
        window.key("ctrl+shift+k", "ctrl+d")
        self.compared(window)
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        self.set_field(window, "compare.offset", "1.0")
        begins(2)

    def test_two_moments_are_aligned(self):
        window = self.open_runs(*self.runs(changed={}, shift=2.0))
        window.key("End")
        window.wait(lambda s: abs(s["time"] - 7.9) < 1e-6, "the end of B")
        window.click("timeline.recording.1.name", button=3)
        window.choose("lane.offset")
        window.choose("lane.offset.take")
        window.wait(lambda s: "lane.offset" not in s["places"], "the menu to close")
        window.key("Home")
        window.wait(lambda s: abs(s["time"]) < 1e-6, "the begin of A")
        window.click("timeline.recording.1.name", button=3)
        window.choose("lane.offset")
        window.choose("lane.offset.here")
        window.wait(lambda s: abs(s["recordings"][1]["offset"] + 7.9) < 1e-6, "B's end at A's begin")

    def test_the_copied_command_gives_the_same_answer(self):
        window = self.comparing(extra=True)
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        self.set_field(window, "compare.tolerance", "1.6")
        found = self.compared(window, "the tolerance", lambda c: c["tolerance"] == 1.6)
        window.settled()
        window.click("compare.copy")
        window.settled()
        window.click("compare.ignore.new", 0.3)
        window.key("ctrl+v")
        window.key("Return")
        command = window.wait(lambda s: s["comparison"]["ignore"], "the command")["comparison"]["ignore"][0]
        words = shlex.split(command)
        self.assertEqual(words[:2], ["scrubjay", "diff"])
        answer = subprocess.run([PROGRAM, *words[1:], "--json"], capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 1, answer.stderr)
        answer = json.loads(answer.stdout)
        for one, other in (("count", "count"), ("by", "used_by"), ("match", "used_match"),
                           ("values_compared", "values_compared"), ("offset", "offset")):
            self.assertEqual(answer[one], found[other], one)
        self.assertEqual(answer["first"]["path"], found["first"]["path"])
        self.assertEqual(answer["first"]["entity_a"], found["first"]["entity_a"])

    def test_a_comparison_is_there_again_when_both_are_opened_again(self):
        paths = self.runs()
        window = self.open_runs(*paths)
        window.key("ctrl+d")
        self.compared(window)
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        self.set_field(window, "compare.tolerance", "0.25")
        self.set_field(window, "compare.offset", "0.5")
        self.compared(window, "the choices", lambda c: c["tolerance"] == 0.25 and c["offset"] == 0.5)
        window.key("Escape")
        window.settled()
        self.assertEqual(window.quit(), 0)
        again = self.open_runs(*paths, name="again")
        found = self.compared(again)
        self.assertEqual((found["tolerance"], found["offset"]), (0.25, 0.5))
        self.assertEqual(again.state()["recordings"][1]["offset"], 0.5)

    def test_of_runs_of_which_one_ends_earlier_the_frames_differ(self):
        one, two = self.runs({})
        with open(two, encoding="utf8") as file:
            lines = file.readlines()
        with open(two, "w", encoding="utf8") as file:
            file.writelines(lines[:40])
        window = self.open_runs(one, two)
        window.key("ctrl+d")
        window.wait(lambda s: f"{len(lines) - 40} differences in the frames themselves, first at " in
                    s.get("comparison", {}).get("says", ""), "the sentence")

    def test_a_comparison_of_a_range_says_so_also_when_it_is_there_again(self):
        paths = self.runs()
        window = self.open_runs(*paths)
        window.key("ctrl+d")
        whole = self.compared(window)
        self.assertNotIn("only", whole["says"])
        window.drag("timeline.ruler", (0.2, 0.5), (0.4, 0.5))
        begin, end = window.wait(lambda s: "range" in s, "the range")["range"]
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        window.click("compare.range")
        bounds = f"; only from {begin:.3f} s to {end:.3f} s was asked for"
        part = self.compared(window, "a part", lambda c: c["count"] < whole["count"] and c["says"].endswith(bounds))
        self.assertEqual(part["used_by"], whole["used_by"])
        window.settled()
        window.picture("compare-range")
        window.key("Escape")
        window.settled()
        self.assertEqual(window.quit(), 0)
        again = self.open_runs(*paths, name="again")
        self.compared(again, "the same part", lambda c: c["count"] == part["count"] and c["says"] == part["says"])

    def test_two_clients_of_one_recording_are_compared(self):
        window = self.open_runs(TWO_CLIENTS)
        window.move(*window.point("timeline.stream.0.1.name"))
        window.click("timeline.stream.0.1.compare")
        found = self.compared(window)
        self.assertEqual([found["a"]["stream"], found["b"]["stream"]], [0, 1])
        answer = subprocess.run([PROGRAM, "diff", TWO_CLIENTS, "--streams", "0", "1", "--json"],
                                capture_output=True, text=True, check=False)
        self.assertIn(answer.returncode, (0, 1))
        self.assertEqual(json.loads(answer.stdout)["count"], found["count"])
        window.settled()
        window.picture("compare-clients")

    def long_runs(self):
        """Two towns that differ in nearly everything, so that comparing takes longer than a click."""
        paths = []
        for seed in ("1", "2"):
            paths.append(os.path.join(self.folder, f"town{seed}.log"))
            subprocess.run([MAKE_RECORDING, "--bytes", "120M", "--entities", "60", "--properties", "24",
                            "--seed", seed, "-o", paths[-1]], check=True, capture_output=True)
        return paths

    def stopped(self, window):
        """Stops the comparison in the middle; how far it came."""
        window.key("ctrl+d")
        window.wait(lambda s: s.get("comparison", {}).get("compared", 0) > 0, "it to begin")
        window.click("comparison.stop")
        state = window.wait(lambda s: s.get("comparison", {}).get("state") in ("stopped", "done"), "it to stop")
        if state["comparison"]["state"] == "done":
            self.skipTest("all was compared before it could be stopped")
        before = window.settled()["comparison"]
        self.assertEqual(before["state"], "stopped")
        self.assertLess(before["compared"], before["items"])
        window.move(3, 3)
        window.move(9, 9)
        after = window.settled()["comparison"]
        self.assertEqual((after["compared"], after["count"]), (before["compared"], before["count"]))
        return after

    def assert_as_the_command_says(self, found, paths, *options):
        answer = subprocess.run([PROGRAM, "diff", *paths, "--json", *options], capture_output=True, text=True,
                                check=False)
        self.assertEqual(answer.returncode, 1, answer.stderr)
        answer = json.loads(answer.stdout)
        for name in ("count", "frames_compared", "entities_compared", "values_compared"):
            self.assertEqual(answer[name], found[name], name)

    def test_a_comparison_that_was_stopped_goes_on_from_where_it_was(self):
        paths = self.long_runs()
        window = self.open_runs(*paths)
        before = self.stopped(window)
        window.picture("compare-stopped")
        window.click("comparison.stop")
        going = window.wait(lambda s: s["comparison"]["state"] != "stopped", "it to go on")["comparison"]
        self.assertGreaterEqual(going["compared"], before["compared"])
        self.assertGreaterEqual(going["count"], before["count"])
        self.assert_as_the_command_says(self.compared(window), paths)

    def test_a_tolerance_that_is_set_while_it_is_stopped_is_that_of_all_frames(self):
        paths = self.long_runs()
        window = self.open_runs(*paths)
        self.stopped(window)
        window.click("comparison.how")
        window.place("compare")
        window.settled()
        self.set_field(window, "compare.tolerance", "5000")
        found = self.compared(window, "it to go on", lambda c: c["tolerance"] == 5000)
        self.assertEqual(found["compared"], found["items"])
        self.assert_as_the_command_says(found, paths, "--tolerance", "5000")

    def test_ending_it_leaves_nothing_and_ctrl_z_brings_it_back(self):
        window = self.comparing()
        window.key("ctrl+d")
        window.wait(lambda s: "comparison" not in s and "timeline.differences" not in s["places"], "it to end")
        window.settled()
        window.key("ctrl+z")
        self.compared(window)


if __name__ == "__main__":
    main()

"""What follows from what was recorded, plots and the measure, in the real window. Each task with as
few clicks and keys as a user needs."""
import os
import subprocess

from harness import MAKE_RECORDING, PROGRAM, SAMPLE, WindowTest, colors, main


class InstrumentTest(WindowTest):
    def open_files(self, *arguments):
        window = self.open_indexed(*arguments)
        window.wait(lambda s: not s["looking_for_contacts"], "the contacts")
        window.move(3, 3)
        window.settled()
        return window

    def plain_recording(self):
        """As older releases write it: no boxes, no collisions."""
        path = os.path.join(self.folder, "plain.log")
        subprocess.run([MAKE_RECORDING, "--no-boxes", "--no-collisions", "--frames", "700", "--entities", "90",
                        "--seed", "4", "-o", path], check=True, capture_output=True)
        return path

    def selected_ids(self, state):
        return [entity["id"] for entity in state["selected"]]

    def read(self, window, count=1):
        """Waits until so many curves are read, and returns them."""
        frames = window.state()["recordings"][0]["frames"]
        state = window.wait(lambda s: len(s["curves"]) == count and not s["busy"]
                            and all(c["looked_at"] == frames for c in s["curves"]), "the curves")
        return state["curves"]


class Contacts(InstrumentTest):
    def test_who_hit_whom_in_a_recording_without_boxes_and_collisions_is_one_click(self):
        path = self.plain_recording()
        contacts = self.run_json("events", path, "--derived", "contacts")
        self.assertGreater(len(contacts), 0)
        window = self.open_files(path)
        state = window.state()
        self.assertEqual(len(state["contacts"]), min(len(contacts), 100))
        first = contacts[0]
        shown = state["contacts"][0]
        self.assertEqual((shown["entity"]["id"], shown["other"]["id"]),
                         (first["entity"], first["properties"][0]["value"]))
        self.assertEqual(shown["title"], f'{first["entity"]} hits {shown["other"]["id"]}')
        self.assertEqual((shown["begin"], shown["end"]), (first["time"], first["end"]))
        window.picture("contacts")
        window.click("timeline.contact.0", across=0.5)
        state = window.wait(lambda s: len(s["selected"]) == 2, "both to be selected")
        self.assertEqual(set(self.selected_ids(state)), {first["entity"], shown["other"]["id"]})
        self.assertAlmostEqual(state["time"], first["time"], places=6)
        # How far they are apart stands in the scene.
        state = window.wait(lambda s: "selected_distance" in s["scene"], "the distance")
        self.assertLess(state["scene"]["selected_distance"], 6)
        before = window.settled()
        window.picture("contact-selected")
        # The camera turns to both when asked; the timeline stays as it is.
        window.double_click("timeline.contact.0")
        state = window.wait(lambda s: s["camera"]["distance"] < before["camera"]["distance"], "the camera to go there")
        self.assertEqual(set(self.selected_ids(state)), {first["entity"], shown["other"]["id"]})
        self.assertEqual(state["shown_time"], before["shown_time"])
        window.settled()
        window.picture("contact-near")

    def test_contacts_of_a_later_recording_stand_among_those_of_the_first(self):
        part = os.path.join(self.folder, "part.log")
        subprocess.run([PROGRAM, "convert", SAMPLE, "-o", part, "--from", "28"], check=True)
        window = self.open_files(SAMPLE, part)
        state = window.wait(lambda s: "timeline.contact.3" in s["places"], "the contacts of both")
        self.assertEqual(sum(name.startswith("timeline.contact.") for name in state["places"]), 4)
        picture = window.picture("contacts-of-two")
        places = window.settled()["places"]
        lefts = [places[f"timeline.contact.{i}"][0] for i in range(4)]
        self.assertEqual(lefts, sorted(lefts), "the later recording's contact is the first in time")
        left, top, _, height = places["timeline.contact.0"]
        # Through the bar, and beside it.
        self.assertGreater(colors(picture, left + 1, top + 2, 1, height - 4), 1)
        self.assertEqual(colors(picture, left - 9, top + 2, 1, height - 4), 1)

    def test_two_clicks_on_a_contact_go_there_although_the_first_one_moves_the_lanes(self):
        path = os.path.join(self.folder, "moved.log")
        subprocess.run([MAKE_RECORDING, "--seed", "1", "--frames", "400", "-o", path], check=True)
        window = self.open_files(path)
        before = window.settled()
        there = before["places"]["timeline.contact.0"]
        for _ in range(25):  # on a busy machine two clicks may be too far apart to be a double one
            window.double_click("timeline.contact.0")
            window.wait(lambda s: s["selected"], "something to be selected")
            state = window.settled()
            if state["camera"]["distance"] < before["camera"]["distance"]:
                break
            window.key("Escape")
            window.wait(lambda s: not s["selected"], "nothing to be selected")
            window.settled()
        self.assertLess(state["camera"]["distance"], before["camera"]["distance"])
        self.assertEqual(len(state["selected"]), 2)
        self.assertNotEqual(state["places"]["timeline.contact.0"][1], there[1], "the lanes have not moved")

    def test_collision_rows_of_one_contact_are_one_row_until_they_are_asked_for(self):
        window = self.open_files(SAMPLE)
        state = window.state()
        contact = state["contacts"][0]
        self.assertEqual(contact["title"], "35 hits 44")
        self.assertGreater(contact["rows"], 5)
        window.key("ctrl+e")
        window.click("events.filter")
        window.type("collision entity:35")
        window.wait(lambda s: s["event_filter"] == "collision entity:35" and not s["busy"], "the filter")
        window.wait(lambda s: "events.row.0" in s["places"], "the recorded collisions")
        window.key("ctrl+a", "BackSpace")
        window.type("tag:derived")
        state = window.wait(lambda s: s["event_filter"] == "tag:derived" and not s["busy"]
                            and "events.row.0" in s["places"], "the contacts")
        rows = [name for name in state["places"] if name.startswith("events.row.")]
        self.assertEqual(len(rows), len(state["contacts"]))
        window.picture("contact-rows")
        window.click("events.row.0")
        state = window.wait(lambda s: len(s["selected"]) == 2, "both to be selected")
        self.assertEqual(self.selected_ids(state), ["44", "35"])

    def test_one_switch_turns_all_that_is_derived_off(self):
        window = self.open_files(SAMPLE, "--select", "35", "--time", "13")
        self.assertIn("timeline.contacts", window.state()["places"])
        window.key("ctrl+k")
        window.wait(lambda s: "palette" in s and s["typing"], "the palette")
        window.type("derived values")
        window.wait(lambda s: s["palette"]["typed"] == "derived values" and s["palette"]["done"], "the search")
        window.key("Return")
        state = window.wait(lambda s: not s["contacts"] and not s["busy"], "the contacts to go")
        self.assertNotIn("timeline.contacts", state["places"])
        window.key("ctrl+e")
        window.click("events.filter")
        window.type("collision entity:35")
        window.wait(lambda s: "events.row.0" in s["places"] and s["event_filter"] == "collision entity:35"
                    and not s["busy"], "the recorded collisions to be rows again")


class Derived(InstrumentTest):
    def find_row(self, window, name):
        """The row of a property, by searching for it."""
        window.click("properties.search")
        window.key("ctrl+a", "BackSpace")
        window.type(name)
        window.wait(lambda s: s["property_search"] == name and not s["busy"], "the search")

    def test_the_speed_of_what_has_none_recorded_is_that_of_the_series(self):
        window = self.open_files(SAMPLE, "--select", "35", "--time", "13")
        self.find_row(window, "derived/speed")
        window.picture("derived")
        window.wait(lambda s: "properties.plot.1" in s["places"], "its row")
        window.click("properties.plot.1")
        curve = self.read(window)[0]
        self.assertEqual(curve["path"], "derived/speed")
        series = self.run_json("series", SAMPLE, "--entity", "35", "--property", "derived/speed")
        frame = window.state()["frames"][0]["frame"]
        place = series["frame"].index(frame)
        self.assertEqual(curve["value"], [series["value"][place]])
        self.assertEqual(curve["range"], [min(series["value"]), max(series["value"])])
        self.assertEqual(curve["unit"], "m/s")


class PanelOfPlots(InstrumentTest):
    def test_two_speeds_are_three_clicks(self):
        window = self.open_files(SAMPLE, "--time", "13")
        window.click("timeline.contact.0")  # selects both
        window.wait(lambda s: len(s["selected"]) == 2, "both")
        window.key("p")
        window.wait(lambda s: "plot.path.derived/speed" in s["places"], "the choice")
        window.settled()
        window.picture("plot-choice")
        window.click("plot.path.derived/speed")
        curves = self.read(window, 2)
        self.assertEqual({curve["path"] for curve in curves}, {"derived/speed"})
        self.assertEqual({curve["entity"]["id"] for curve in curves}, {"35", "44"})
        self.assertNotIn("plot", window.state()["open_windows"])
        window.move(3, 3)
        window.settled()
        window.picture("plots-two-speeds")
        # A click seeks.
        before = window.state()["time"]
        window.click("plots.charts", across=0.2)
        window.wait(lambda s: abs(s["time"] - before) > 1, "the playhead to move")
        window.key("ctrl+z")
        window.wait(lambda s: not s["curves"], "Ctrl+Z to take them away")

    def test_what_is_chosen_in_the_properties_comes_first(self):
        window = self.open_files(SAMPLE, "--time", "13", "--select", "35")
        window.click("properties.search")
        window.type("control/throttle")
        window.wait(lambda s: s["property_search"] == "control/throttle" and not s["busy"], "the search")
        rows = [name for name in window.settled()["places"] if name.startswith("properties.row.")]
        window.click(max(rows, key=lambda name: int(name.rsplit(".", 1)[1])), 0.3)
        window.wait(lambda s: s.get("property", {}).get("path") == "control/throttle", "it to be chosen")
        window.key("p")
        window.wait(lambda s: "plot.choice.0" in s["places"], "the choice")
        window.settled()
        window.key("Return")
        self.assertEqual(self.read(window, 1)[0]["path"], "control/throttle")

    def test_a_value_of_all_of_a_group_is_two_clicks(self):
        window = self.open_files(SAMPLE, "--time", "13", "--select", "35")
        window.click("properties.search")
        window.type("derived/speed")
        window.wait(lambda s: s["property_search"] == "derived/speed" and "properties.plot.1" in s["places"]
                    and not s["busy"], "the row")
        window.click("properties.row.1", button=3)
        window.choose("properties.menu.curve_kind")
        state = window.wait(lambda s: len(s["curves"]) > 5, "a curve of each")
        frames = state["recordings"][0]["frames"]
        window.wait(lambda s: all(c["looked_at"] == frames for c in s["curves"]), "all to be read")
        window.click("plots.stacked")
        window.settled()
        window.picture("plots-stacked")
        window.click("plots.clear")
        window.wait(lambda s: not s["curves"], "all to go")

    def test_what_has_no_such_value_is_no_curve(self):
        window = self.open_files(os.path.join(os.path.dirname(SAMPLE), "sample.fbf"), "--time", "1", "--select", "11")
        window.click("properties.search")
        window.type("health")
        window.wait(lambda s: s["property_search"] == "health" and not s["busy"], "the rows")
        state = window.settled()
        row = max(int(name.split(".")[-1]) for name in state["places"] if name.startswith("properties.plot."))
        window.click(f"properties.row.{row}", button=3)
        window.choose("properties.menu.curve_kind")
        state = window.wait(lambda s: len(s["curves"]) > 2 and not s["busy"]
                            and all(c["looked_at"] == s["recordings"][0]["frames"] for c in s["curves"]), "the curves")
        for curve in state["curves"]:
            self.assertGreater(curve["samples"], 0, curve)

    def test_the_distance_of_two_is_one_click_and_its_least_value_is_marked(self):
        window = self.open_files(SAMPLE, "--time", "13")
        window.click("timeline.contact.0")
        window.wait(lambda s: len(s["selected"]) == 2, "both")
        window.click("properties.search")
        window.type("derived/distance")
        window.wait(lambda s: s["property_search"] == "derived/distance" and not s["busy"], "the row")
        state = window.settled()
        row = max(int(name.split(".")[-1]) for name in state["places"] if name.startswith("properties.plot."))
        window.click(f"properties.plot.{row}")
        curve = self.read(window)[0]
        self.assertEqual(curve["path"], "derived/distance")
        series = self.run_json("series", SAMPLE, "--entity", curve["entity"]["id"], "--other", curve["other"]["id"],
                               "--property", "derived/distance")
        self.assertEqual(curve["range"], [min(series["value"]), max(series["value"])])
        window.wait(lambda s: "plots.least.0" in s["places"], "the least value to be marked")
        window.move(3, 3)
        window.settled()
        window.picture("plots-distance")
        window.click(f"properties.row.{row}", button=3)
        window.choose("properties.menu.plot")
        lane = window.wait(lambda s: s["plots"] and s["plots"][0]["samples"] == curve["samples"],
                           "the lane")["plots"][0]
        self.assertEqual((lane["entity"], lane["other"], lane["range"]),
                         (curve["entity"], curve["other"], curve["range"]))

    def test_without_a_selection_one_is_told_to_select(self):
        window = self.open_files(SAMPLE)
        window.key("p")
        state = window.wait(lambda s: s.get("bar", "").startswith("Nothing is selected"), "a word")
        self.assertNotIn("plot", state["open_windows"])

    def test_lines_stay_below_the_title_and_the_legend_is_narrow(self):
        window = self.open_files(SAMPLE, "--time", "8")
        window.click("entities.group.Vehicles", 0.4, button=3)
        window.choose("entities.group.select")
        window.wait(lambda s: len(s["selected"]) > 5, "the vehicles")
        window.key("p")
        window.place("plot")
        window.type("speed")
        window.key("Return")
        window.place("plots.scale.left")
        places = window.settled()["places"]
        x, y, width, height = places["plots.scale.left"]
        self.assertLessEqual(y + height, places["plots.chart.0"][1] + 1)
        self.assertLess(places["plots.curve.0"][2], 0.3 * places["plots"][2])

    def test_the_legend_says_how_many_curves_it_does_not_show_and_a_click_shows_them(self):
        window = self.open_files(SAMPLE, "--time", "8")
        window.click("summary.Vehicles")
        vehicles = len(window.wait(lambda s: len(s["selected"]) > 5, "the vehicles")["selected"])
        window.key("p")
        window.place("plot")
        window.type("speed")
        window.key("Return")
        window.place("plots.rest")
        window.settled()
        window.picture("plots-rest")
        listed = lambda state: {name for name in state["places"] if name.startswith("plots.curve.")}
        seen = listed(window.state())
        self.assertNotIn(f"plots.curve.{vehicles - 1}", seen)
        while f"plots.curve.{vehicles - 1}" not in seen:
            before = listed(window.state())
            window.click("plots.rest")
            seen |= listed(window.wait(lambda s: listed(s) != before, "the next curves"))
        self.assertEqual(seen, {f"plots.curve.{i}" for i in range(vehicles)})
        window.click("plots.rest")
        window.wait(lambda s: "plots.curve.0" in s["places"], "the first ones again")

    def test_curves_come_back_with_the_recording(self):
        path = self.copy_of_sample("kept.log")
        window = self.open_files(path, "--select", "35", "--time", "13")
        window.key("p")
        window.wait(lambda s: "plot.path.derived/speed" in s["places"], "the choice")
        window.click("plot.path.derived/speed")
        self.read(window)
        window.quit()
        again = self.open_files(path)
        curves = self.read(again)
        self.assertEqual((curves[0]["entity"]["id"], curves[0]["path"]), ("35", "derived/speed"))

    def test_forms_csv_and_picture(self):
        path = self.copy_of_sample("forms.log")
        window = self.open_files(path, "--select", "35", "--time", "13")
        window.key("p")
        window.wait(lambda s: "plot.path.derived/velocity" in s["places"], "the choice")
        window.click("plot.path.derived/velocity")
        self.assertEqual(len(self.read(window)[0]["value"]), 3)
        window.click("plots.curve.0", button=3)
        window.choose("plots.menu.magnitude")
        velocity = self.read(window)[0]
        speed = self.run_json("series", path, "--entity", "35", "--property", "derived/speed")
        self.assertAlmostEqual(velocity["range"][1], max(speed["value"]), places=9)
        window.click("plots.curve.0", button=3)
        window.choose("plots.menu.derivative")
        self.assertEqual(window.wait(lambda s: s["curves"][0]["unit"] == "m/s^2" and not s["busy"], "its unit")
                         ["curves"][0]["unit"], "m/s^2")
        window.click("plots.png")
        picture = os.path.join(self.folder, "forms.plots.png")
        window.wait(lambda s: os.path.exists(picture), "the picture")


class Measure(InstrumentTest):
    def test_two_clicks_measure_and_esc_ends(self):
        window = self.open_files(SAMPLE, "--time", "13")
        window.key("m")
        window.wait(lambda s: s["scene"]["measuring"], "the measure")
        window.click("scene", across=0.35, down=0.6)
        window.wait(lambda s: s["scene"]["measured_points"] == 1, "the first place")
        window.click("scene", across=0.65, down=0.7)
        state = window.wait(lambda s: "measured" in s["scene"] and "scene.measured" in s["places"], "the length")
        self.assertGreater(state["scene"]["measured"], 1)
        self.assertFalse(state["selected"])
        window.move(*window.point("scene.measured"))
        window.settled()
        window.picture("measured")
        window.key("Escape")
        window.wait(lambda s: not s["scene"]["measuring"] and "measured" not in s["scene"], "it to end")

    def test_keys_alone_measure_what_is_under_the_cross(self):
        window = self.open_files(SAMPLE, "--time", "13")
        window.key("m")
        while window.wait(lambda s: s["scene"]["measuring"], "the measure").get("keyboard_area") != "scene":
            window.key("Tab")
        window.key("Return")
        state = window.wait(lambda s: s["scene"]["measured_points"] == 1, "the first place")
        target, yaw = state["camera"]["target"], state["camera"]["yaw"]
        window.key("shift+Left", "shift+Left", "shift+Up")
        state = window.wait(lambda s: s["camera"]["target"] != target and not s["busy"], "the view to move")
        self.assertEqual(state["camera"]["yaw"], yaw)
        window.key("KP_Enter")
        state = window.wait(lambda s: "measured" in s["scene"], "the length")
        self.assertGreater(state["scene"]["measured"], 1)
        window.picture("measured-by-keys")
        window.key("Escape", "Escape")
        window.wait(lambda s: not s["scene"]["measuring"] and "measured" not in s["scene"], "it to end")


if __name__ == "__main__":
    main()

"""What a user can do with the window, done to the real one."""
import json
import os
import re
import signal
import subprocess

from harness import PATIENCE, PROGRAM, SAMPLE, SHARED_DATA, TWO_CLIENTS, WindowTest, colors, difference, main


def frame_of(state):
    return state["frames"][0]["frame"]


def selected_names(state):
    return [entity.get("name") for entity in state["selected"]]


class Dropping(WindowTest):
    def test_a_dropped_recording_opens_and_is_drawn(self):
        window = self.open()
        empty = window.picture("welcome")
        self.assertEqual(window.title(), "Scrubjay")
        window.drop(SAMPLE)
        state = window.indexed()
        self.assertEqual(state["recordings"][0]["file"], "sample.log")
        self.assertGreater(state["recordings"][0]["frames"], 100)
        state = window.settled()
        self.assertRegex(window.title(),
                         r"^sample\.log — frame 0/%d — 0\.000 s — Scrubjay$" % (state["recordings"][0]["frames"] - 1))
        picture = window.picture("dropped")
        self.assertGreater(colors(picture, *state["places"]["scene"]), 200)
        self.assertGreater(difference(empty, picture, *state["places"]["scene"]), 5000)

    def test_two_dropped_recordings_stand_beside_each_other(self):
        window = self.open()
        window.drop(SAMPLE, self.copy_of_sample("second.log"))
        state = window.wait(lambda s: len(s["recordings"]) == 2 and len(s["frames"]) == 2 and not s["busy"],
                            "both recordings")
        self.assertEqual({r["file"] for r in state["recordings"]}, {"sample.log", "second.log"})
        self.assertIn("+ 1 more", window.title())
        window.key("End")
        window.wait(lambda s: [f["frame"] for f in s["frames"]] == [r["frames"] - 1 for r in s["recordings"]],
                    "both at their last frame")
        window.picture("two-recordings")

    def test_a_broken_file_is_explained_and_what_was_open_stays(self):
        window = self.open_sample()
        broken = os.path.join(self.folder, "broken.log")
        with open(broken, "wb") as file:
            file.write(b"\x01\x00\x0e\x00CARLA_RECORDXR and more")
        window.drop(broken)
        state = window.wait(lambda s: s["failures"], "the failure")
        failure = state["failures"][0]
        self.assertEqual(os.path.basename(failure["file"]), "broken.log")
        self.assertTrue(failure["expected"])
        self.assertTrue(failure["found"])
        self.assertIn("offset", failure)
        self.assertEqual([r["file"] for r in state["recordings"]], ["sample.log"])
        state = window.settled()
        window.picture("broken-file")
        notice, camera = state["places"]["banner"], state["places"]["scene.camera"]
        self.assertGreater(notice[1], camera[1] + camera[3], "the notice lies low")
        window.click("banner.dismiss.0")
        window.wait(lambda s: not s["failures"], "the explanation to go")
        # Several, for one reason or more, go at once.
        zipped = os.path.join(self.folder, "chunks.fbf")
        with open(zipped, "wb") as file:
            file.write(b"PK\x03\x04\x14\x00\x00\x00" + bytes(100))
        odd = [os.path.join(self.folder, f"odd{i}.txt") for i in range(3)]
        for path in odd:
            with open(path, "w", encoding="utf8") as file:
                file.write("no recording")
        window.drop(zipped, *odd)
        window.wait(lambda s: len(s["failures"]) == 4, "four of them")
        state = window.settled()
        window.picture("broken-files")
        self.assertEqual(len([place for place in state["places"] if place.startswith("banner.dismiss.")]), 3)
        window.click("banner.dismiss.all")
        window.wait(lambda s: not s["failures"], "all to go")
        window.drop(*odd)
        window.wait(lambda s: len(s["failures"]) == 3 and not s["busy"], "three of them")
        window.move(3, 3)
        window.key("Escape")
        window.wait(lambda s: not s["failures"], "Esc to be enough")
        window.key("Right")
        window.wait(lambda s: frame_of(s) == 1, "the sample to go on")

    def test_a_cut_off_recording_opens_as_far_as_it_is_whole(self):
        window = self.open(self.copy_of_sample("cut.log", os.path.getsize(SAMPLE) * 2 // 3))
        state = window.indexed()
        self.assertFalse(state["recordings"][0]["complete"])
        self.assertGreaterEqual(state["recordings"][0]["problems"], 1)
        self.assertGreater(state["recordings"][0]["frames"], 10)
        window.click("problems.badge")
        window.wait(lambda s: "problems" in s["open_windows"], "the list of problems")
        window.settled()
        window.picture("cut-off")


class Time(WindowTest):
    def test_keys_move_the_playhead(self):
        window = self.open_sample()
        window.key("Right")
        window.wait(lambda s: frame_of(s) == 1, "the next frame")
        window.key("shift+Right")
        window.wait(lambda s: frame_of(s) == 11, "ten frames on")
        window.key("Left")
        window.wait(lambda s: frame_of(s) == 10, "one frame back")
        window.key("End")
        last = window.state()["recordings"][0]["frames"] - 1
        state = window.wait(lambda s: frame_of(s) == last, "the last frame")
        self.assertIn(f"frame {last}/{last} — {state['time']:.3f} s", window.title())
        window.key("Home")
        window.wait(lambda s: frame_of(s) == 0, "the first frame")

    def test_space_plays_and_pauses(self):
        window = self.open_sample()
        window.key("space")
        window.wait(lambda s: s["playing"] and frame_of(s) >= 5, "playing")
        window.key("space")
        window.wait(lambda s: not s["playing"], "the pause")
        window.key("period")
        window.wait(lambda s: s["speed"] == 2, "twice the speed")
        window.key("comma", "comma")
        window.wait(lambda s: s["speed"] == 0.5, "half the speed")

    def test_dragging_over_the_timeline_scrubs(self):
        window = self.open_sample()
        whole = window.state()["shown_time"]
        before = window.picture("scrub-before")
        window.drag("timeline.lanes", (0.4, 0.5), (0.7, 0.5))
        state = window.wait(lambda s: s["time"] > 0.5 * whole[1], "the playhead to follow")
        state = window.settled()
        match = re.match(r"^sample\.log — frame (\d+)/(\d+) — ([\d.]+) s — Scrubjay$", window.title())
        self.assertIsNotNone(match, window.title())
        self.assertEqual(int(match[1]), frame_of(state))
        self.assertAlmostEqual(float(match[3]), state["time"], places=3)
        after = window.picture("scrub-after")
        self.assertGreater(difference(before, after, *state["places"]["scene"]), 100)

    def test_the_wheel_zooms_at_the_cursor_and_a_double_click_fits(self):
        window = self.open_sample()
        whole = window.state()["shown_time"]
        length = whole[1] - whole[0]
        window.wheel("timeline.lanes", 5)
        state = window.wait(lambda s: s["shown_time"][1] - s["shown_time"][0] < 0.8 * length, "the zoom")
        self.assertGreater(state["shown_time"][0], whole[0])
        self.assertLess(state["shown_time"][1], whole[1])
        window.picture("timeline-zoomed")
        zoomed = state["shown_time"]
        window.drag("timeline.lanes", (0.5, 0.5), (0.4, 0.5), button=3)
        window.wait(lambda s: s["shown_time"][0] > zoomed[0], "the pan")
        window.double_click("timeline.lanes", 0.6)
        window.wait(lambda s: abs(s["shown_time"][1] - s["shown_time"][0] - length) < 0.1 * length, "the fit")

    def test_a_range_is_selected_on_the_ruler_and_looped(self):
        window = self.open_sample()
        window.drag("timeline.ruler", (0.3, 0.5), (0.35, 0.5))
        state = window.wait(lambda s: "range" in s, "the range")
        begin, end = state["range"]
        self.assertLess(begin, end)
        window.key("l", "space")
        window.wait(lambda s: s["loop"] and s["playing"] and begin <= s["time"] <= end, "the loop")
        seen = [window.state()["time"]]
        window.wait(lambda s: seen.append(s["time"]) or any(b < a for a, b in zip(seen, seen[1:])),
                    "the playhead to come back to the begin of the range")
        self.assertTrue(all(begin - 0.01 <= t <= end + 0.01 for t in seen), seen)
        window.key("space", "Escape")
        window.wait(lambda s: "range" not in s, "the range to go")

    def test_ctrl_right_goes_to_the_next_event(self):
        window = self.open_sample()
        window.key("ctrl+Right")
        state = window.wait(lambda s: s["time"] > 0, "the next event")
        events = subprocess.run([PROGRAM, "events", SAMPLE, "--json"], check=True, capture_output=True)
        times = sorted({e["time"] for e in json.loads(events.stdout) if e["time"] > 0})
        self.assertAlmostEqual(state["time"], times[0])


class Reading(WindowTest):
    def test_a_click_on_a_row_selects_the_entity_and_shows_its_properties(self):
        window = self.open_sample()
        window.click("entities.row.2", 0.6)
        state = window.wait(lambda s: s["selected"], "the selection")
        name = state["selected"][0]["name"]
        self.assertTrue(name)
        state = window.wait(lambda s: "properties.row.0" in s["places"], "the properties")
        window.picture("selected")
        window.key("Escape")
        window.wait(lambda s: not s["selected"], "nothing selected")

    def test_an_entity_named_on_the_command_line_is_selected_at_that_time(self):
        entity = self.first_entity("vehicle.")
        window = self.open_sample("--select", entity["id"], "--time", "3")
        state = window.wait(lambda s: s["selected"] and s["time"] > 0, "the selection")
        self.assertAlmostEqual(state["time"], 3)
        self.assertEqual(state["selected"][0]["id"], entity["id"])
        self.assertEqual(state["selected"][0]["name"], entity["name"])

    def first_entity(self, begin):
        shown = subprocess.run([PROGRAM, "show", SAMPLE, "--time", "3", "--json"], check=True,
                               capture_output=True)
        return next(e for e in json.loads(shown.stdout)["entities"] if e["name"].startswith(begin))

    def test_the_scene_picks_what_is_clicked(self):
        entity = self.first_entity("vehicle.")
        window = self.open_sample("--select", entity["id"], "--time", "3")
        window.wait(lambda s: s["selected"], "the selection")
        far = window.state()["camera"]["distance"]
        window.key("f")
        window.wait(lambda s: s["camera"]["distance"] < far / 2, "the camera to come near")
        window.settled()
        picture = window.picture("focused")
        self.assertGreater(colors(picture, *window.place("scene")), 100)
        window.key("Escape")
        window.wait(lambda s: not s["selected"], "nothing selected")
        window.click("scene")
        state = window.wait(lambda s: s["selected"], "the pick")
        self.assertEqual(state["selected"][0]["id"], entity["id"])
        window.click("scene", 0.5, 0.03)
        window.wait(lambda s: not s["selected"], "a click on nothing to clear the selection")

    def entity_rows(self, state):
        return sum(name.startswith("entities.row.") for name in state["places"])

    def test_search_narrows_the_list(self):
        window = self.open_sample()
        before = self.entity_rows(window.state())
        window.key("slash")
        window.wait(lambda s: s["typing"], "the search to take the keyboard")
        window.type("walker")
        window.wait(lambda s: s["entity_search"] == "walker", "the search")
        state = window.settled()
        window.picture("searched")
        self.assertLess(self.entity_rows(state), before)
        window.key("Down")  # leaves what is typed alone
        state = window.wait(lambda s: s["selected"], "the first one")
        self.assertTrue(state["selected"][0]["name"].startswith("walker"))
        self.assertEqual(state["entity_search"], "walker")
        window.key("Escape")
        window.wait(lambda s: s["entity_search"] == "", "the search to end")

    def test_a_click_on_an_event_seeks_to_it(self):
        window = self.open_sample()
        window.click("tabs.events")
        window.place("events.row.1")
        window.key("End")
        state = window.settled()
        rows = sorted((n for n in state["places"] if n.startswith("events.row.")),
                      key=lambda n: state["places"][n][1])
        self.assertTrue(rows)
        end = state["time"]
        window.click(rows[0], 0.3)
        window.wait(lambda s: s["time"] != end or s["selected"], "the event")

    def test_the_camera_turns_and_ctrl_z_brings_it_back(self):
        window = self.open_sample()
        scene = window.place("scene")
        before = window.picture("camera-before")
        yaw = window.state()["camera"]["yaw"]
        window.drag("scene", (0.6, 0.6), (0.4, 0.5))
        window.wait(lambda s: abs(s["camera"]["yaw"] - yaw) > 0.1, "the camera to turn")
        window.settled()
        turned = window.picture("camera-turned")
        self.assertGreater(difference(before, turned, *scene), 2000)
        window.move(*window.point("timeline", 0.02, 0.9))
        window.settled()  # a change is remembered once it has settled
        window.key("ctrl+z")
        window.wait(lambda s: abs(s["camera"]["yaw"] - yaw) < 1e-9, "the camera to turn back")
        back = window.picture("camera-back")
        self.assertLess(difference(before, back, *scene), difference(before, turned, *scene) / 4)

    def test_hide_isolate_and_pin(self):
        window = self.open_sample("--select", self.first_entity("vehicle.")["id"], "--time", "3")
        window.wait(lambda s: s["selected"], "the selection")
        window.key("h")
        window.wait(lambda s: len(s["hidden"]) == 1, "it to be hidden")
        window.key("h", "i")
        state = window.wait(lambda s: not s["hidden"] and s["isolated"], "it to be shown alone")
        self.assertEqual(state["isolated"], state["selected"])
        window.key("i", "shift+p")
        window.wait(lambda s: not s["isolated"] and len(s["pinned"]) == 1, "it to be pinned")
        window.settled()
        window.place("pinned")
        window.picture("pinned")


class Panels(WindowTest):
    """The lists at the sides, in a window of 1280x720."""

    def rows(self, begin):
        """Row by row where it is, in order."""
        places = self.window.settled()["places"]
        rows = {int(name.removeprefix(begin)): place for name, place in places.items()
                if name.startswith(begin) and name.removeprefix(begin).isdigit()}
        return [rows[row] for row in sorted(rows)]

    def test_with_nothing_selected_the_recording_is_summed_up(self):
        window = self.open_sample()
        window.click("summary.Vehicles")
        state = window.wait(lambda s: len(s["selected"]) > 5, "all vehicles to be selected")
        self.assertTrue(all(e["name"].startswith("vehicle.") for e in state["selected"]))
        window.key("Escape")
        window.wait(lambda s: not s["selected"], "nothing selected")
        window.wheel("summary.Vehicles", -10)
        window.click("summary.collision")
        first = window.wait(lambda s: s["time"] > 0, "the first collision")["time"]
        window.picture("summary")
        window.click("summary.collision")
        window.wait(lambda s: s["time"] > first, "the next collision")

    def test_what_is_there_at_the_start_is_one_row_that_opens(self):
        self.window = window = self.open_sample()
        window.click("tabs.events")
        window.click("events.start")
        window.settled()
        rows = self.rows("events.row.")
        self.assertGreaterEqual(len(rows), 8)
        self.assertEqual(len({row[3] for row in rows}), 1, "no row is cut")
        self.assertIn("events.start", window.state()["places"], "it stays under the mouse")
        area = window.state()["places"]["events"]
        self.assertLessEqual(rows[-1][1] + rows[-1][3], area[1] + area[3])
        window.picture("start-opened")

    def test_a_click_on_an_event_leaves_the_rows_where_they_are(self):
        self.window = window = self.open_sample()
        window.click("tabs.events")
        window.settled()
        before = window.settled()["places"]
        last = max((n for n in before if n.startswith("events.row.")), key=lambda n: before[n][1])
        window.click(last, 0.3)
        window.wait(lambda s: s["time"] > 0, "the event")
        after = window.settled()["places"]
        self.assertEqual(after[last], before[last])

    def test_filtering_events_filters_their_lane(self):
        window = self.open_sample()
        window.click("tabs.events")
        window.move(*window.point("scene"))
        window.settled()
        before = window.picture("lane-before")
        window.click("events.filter")
        window.type("collision")
        window.wait(lambda s: s["event_filter"] == "collision", "the filter")
        window.move(*window.point("scene"))
        state = window.settled()
        after = window.picture("lane-filtered")
        self.assertGreater(difference(before, after, *state["places"]["timeline.lanes"]), 300)

    def test_a_group_is_hidden_by_its_eye_and_selected_from_its_menu(self):
        window = self.open_sample()
        window.click("entities.group.Vehicles", 0.97)
        hidden = window.wait(lambda s: len(s["hidden"]) > 5, "all vehicles to be hidden")["hidden"]
        self.assertTrue(all(e["name"].startswith("vehicle.") for e in hidden))
        window.click("entities.group.Vehicles", 0.97)
        window.wait(lambda s: not s["hidden"], "them to be shown again")
        window.click("entities.group.Vehicles", 0.4, button=3)
        window.choose("entities.group.select")
        window.wait(lambda s: len(s["selected"]) > 5, "all vehicles to be selected")

    def test_another_entity_of_the_kind_keeps_the_place_in_the_properties(self):
        window = self.open_sample("--time", "3")
        window.click("entities.row.2", 0.6)
        window.wait(lambda s: s["selected"], "a vehicle")
        window.settled()
        window.wheel("properties", -3, 0.5, 0.8)
        state = window.wait(lambda s: "properties.row.0" not in s["places"], "the rows to scroll")
        rows = {n for n in state["places"] if n.startswith("properties.row.")}
        window.click("entities.row.3", 0.6)
        window.wait(lambda s: s["selected"] != state["selected"], "another vehicle")
        after = window.settled()
        self.assertNotIn("properties.row.0", after["places"])
        self.assertTrue(rows & {n for n in after["places"]})

    def test_what_two_clients_believed_stands_side_by_side(self):
        window = self.open(TWO_CLIENTS, "--select", "3", "--time", "4")
        state = window.wait(lambda s: s["selected"], "the selection")
        window.settled()
        window.click("entities.selection", 0.5, button=3)
        window.choose("entities.menu.counterpart")
        window.wait(lambda s: len(s["pinned"]) == 2, "both to be pinned")
        window.key("o")
        window.wait(lambda s: not s["pinned"], "them to be unpinned by a key")
        window.click("properties.counterpart", 0.2)
        state = window.wait(lambda s: len(s["pinned"]) == 2, "both to be pinned by a click")
        self.assertEqual({e["name"] for e in state["pinned"]}, {"Intruder", "Player"})
        window.settled()
        all_rows = window.picture("two-clients-all-rows")
        window.click("pinned.differences")
        state = window.settled()
        rows = [place for name, place in state["places"].items() if name.startswith("pinned.row.")]
        self.assertTrue(rows)
        only_some = window.picture("two-clients-side-by-side")
        self.assertGreater(sum(difference(all_rows, only_some, *row) for row in rows), 100, "other rows")
        # Both have one id: which of them it was is kept, also in a link.
        window.click("entities.selection", 0.5)
        self.assertIn("--select 3#1", window.settled()["link"].replace("'", ""))
        self.assertEqual(window.quit(), 0)
        again = self.open(TWO_CLIENTS)
        state = again.wait(lambda s: len(s["pinned"]) == 2, "both to be pinned again")
        self.assertEqual({e["name"] for e in state["pinned"]}, {"Intruder", "Player"})

    def test_searches_and_filters_end_with_their_recording(self):
        window = self.open_sample()
        window.key("slash")
        window.wait(lambda s: s["typing"], "the search to take the keyboard")
        window.type("walker")
        window.wait(lambda s: s["entity_search"] == "walker", "the search")
        window.key("Escape")
        window.key("ctrl+shift+f")
        window.click("filters.add.event")
        window.wait(lambda s: s["filters"], "a filter")
        window.click("filters.name")
        window.type("collision")
        window.key("ctrl+shift+f")
        window.wait(lambda s: "filters" not in s["open_windows"], "the filters to close")
        window.key("ctrl+w")
        state = window.wait(lambda s: not s["recordings"], "the recording to close")
        self.assertEqual(state["entity_search"], "")
        self.assertEqual(state["filters"], [])
        window.drop(SAMPLE)
        window.wait(lambda s: s["filters"], "its filters to come back with it")


class Events(WindowTest):
    def test_the_entity_gets_the_room_that_short_names_leave(self):
        window = self.open_sample("--time", "13")
        window.click("tabs.events")
        width = window.place("events.column.entity")[2]
        window.click("events.filter")
        window.type("name:added")
        window.wait(lambda s: s["places"]["events.column.entity"][2] > width + 20, "a wider column")
        window.settled()
        window.picture("events-short-names")


class Plots(WindowTest):
    def test_a_value_is_plotted_over_time_and_removed(self):
        window = self.open_sample("--select", "37", "--time", "3")
        window.wait(lambda s: s["selected"], "the selection")
        window.click("properties.search")
        window.type("speed")
        window.wait(lambda s: s["property_search"] == "speed" and not s["busy"], "the search")
        before = window.picture("plot-before")
        window.click("properties.row.1", button=3)
        window.choose("properties.menu.plot")
        frames = window.state()["recordings"][0]["frames"]
        state = window.wait(lambda s: s["plots"] and s["plots"][0]["looked_at"] == frames and not s["busy"],
                            "the plot")
        plot = state["plots"][0]
        self.assertEqual(plot["entity"]["id"], "37")
        series = subprocess.run([PROGRAM, "series", SAMPLE, "--entity", "37", "--property", plot["path"], "--json"],
                                check=True, capture_output=True)
        values = json.loads(series.stdout)["value"]
        self.assertAlmostEqual(plot["range"][0], min(values), places=5)
        self.assertAlmostEqual(plot["range"][1], max(values), places=5)
        window.move(*window.point("scene"))
        window.settled()
        after = window.picture("plot")
        self.assertGreater(difference(before, after, *state["places"]["timeline.plot.0"]), 300)
        # It follows the choice of coordinates: metres become centimetres.
        window.click("timeline.coordinates")
        window.choose("timeline.coordinates.ros")
        window.wait(lambda s: s["coordinates"] == "ros" and s["plots"][0]["looked_at"] == frames, "it again")
        window.click("timeline.plot.0.name", button=3)
        window.choose("timeline.plot.remove")
        window.wait(lambda s: not s["plots"], "it to go")


class FrameByFrame(WindowTest):
    def test_a_dropped_recording_of_two_clients_shows_both(self):
        window = self.open()
        window.drop(TWO_CLIENTS)
        window.indexed()
        state = window.wait(lambda s: len(s["frames"]) == 2 and not s["busy"], "a frame of each client")
        self.assertEqual(state["recordings"][0]["format"], "framebyframe")
        self.assertIn("entities.stream.0.0", state["places"])
        window.click("tabs.events")
        window.place("events.column.entity")
        picture = window.picture("two-clients")
        self.assertGreater(colors(picture, *state["places"]["scene"]), 200)

    def test_a_layer_is_switched_off_and_on(self):
        window = self.open_indexed(TWO_CLIENTS, "--time", "2")
        state = window.settled()
        before = window.picture("layers-all")
        window.click("scene.layers")
        window.choose("layer.Ground.off")
        window.wait(lambda s: s["layers"].get("Ground") == "off", "the layer to be off")
        window.picture("layers-menu")
        window.key("Escape")
        window.settled()
        after = window.picture("layers-one-off")
        self.assertGreater(difference(before, after, *state["places"]["scene"]), 2000)
        window.click("scene.layers")
        window.choose("layer.Ground.all")
        window.wait(lambda s: s["layers"].get("Ground", "all") == "all", "the layer to be back")

    def test_a_click_on_a_shape_selects_its_entity(self):
        window = self.open_indexed(TWO_CLIENTS, "--select", "Guard Ada", "--time", "2")
        far = window.wait(lambda s: s["selected"], "the selection")["camera"]["distance"]
        window.key("f")
        window.wait(lambda s: s["camera"]["distance"] < far / 2, "the camera to come near")
        window.settled()
        window.key("Escape")
        window.wait(lambda s: not s["selected"], "nothing selected")
        window.move(*window.point("scene"))
        window.wait(lambda s: "hovered_shape" in s and s["hovered_shape"]["entity"]["name"] == "Guard Ada",
                    "a shape of hers under the mouse")
        window.click("scene")
        picked = window.wait(lambda s: s["selected"], "the pick")["selected"][0]["name"]
        self.assertEqual(picked, "Guard Ada")
        window.settled()
        window.picture("shape-picked")

    def test_a_picture_is_pinned_and_follows_the_playhead(self):
        window = self.open_indexed(TWO_CLIENTS, "--select", "Intruder", "--time", "2")
        window.wait(lambda s: s["selected"] and "properties.search" in s["places"], "the properties")
        window.click("properties.search")
        window.type("Screenshot")
        window.settled()
        rows = [name for name in window.state()["places"] if name.startswith("properties.row.")]
        last = max(rows, key=lambda name: int(name.rsplit(".", 1)[1]))
        window.click(last, 0.3, button=3)
        window.click("properties.menu.pin_picture")
        state = window.wait(lambda s: "pinned_picture" in s and "picture.image" in s["places"], "the picture")
        self.assertIn("Screenshot", state["pinned_picture"])
        window.key("Escape")
        window.settled()
        before = window.picture("picture-pinned")
        place = window.place("picture.image")
        window.key("End")
        window.settled()
        self.assertGreater(difference(before, window.picture("picture-later"), *place), 50)

    def test_events_are_filtered_and_found_by_a_filter(self):
        window = self.open_indexed(TWO_CLIENTS)
        window.click("tabs.events")
        window.click("events.filter")
        window.type("tag:combat")
        window.wait(lambda s: s["event_filter"] == "tag:combat", "the filter text")
        window.settled()
        window.picture("events-filtered")
        window.key("Escape")
        window.key("ctrl+shift+f")
        window.click("filters.add.event")
        window.click("filters.name")
        window.type("Footstep")
        state = window.wait(lambda s: s["filters"] and s["filters"][0]["hits"] == 6, "its hits")
        window.settled()
        window.picture("filters")

    def test_a_filter_is_made_by_keys_and_escape_takes_nothing_back(self):
        window = self.open_sample()
        window.key("ctrl+shift+f")
        window.choose("filters.add.property")
        window.wait(lambda s: s["typing"], "the property's field")
        window.type("speed")
        window.key("Tab")
        # It is a number, as the recording has it, though nobody chose that.
        window.wait(lambda s: s["filters"] and s["filters"][0]["title"] == "speed is 0", "its type")
        window.double_click("filters.member.0.value", 0.3)
        window.key("ctrl+a")
        window.type("90")
        title = "speed is 90"
        window.wait(lambda s: s["filters"][0]["title"] == title, "the value")
        window.key("Escape")
        window.wait(lambda s: not s["typing"], "the field to be left")
        self.assertEqual(window.settled()["filters"][0]["title"], title)
        window.key("Escape")
        state = window.wait(lambda s: "filters" not in s["open_windows"], "the window to close")
        self.assertEqual(state["filters"][0]["title"], title)


class Xrec(WindowTest):
    def shared(self, name):
        path = os.path.join(SHARED_DATA, "xrec", name)
        if not os.path.exists(path):
            self.skipTest(f"{path} is not there")
        return path

    def open_session(self, *arguments):
        window = self.open_indexed(self.shared("session60_zstd.xrec"), *arguments)
        return window

    def test_a_dropped_recording_shows_its_chapters_and_goes_to_them(self):
        window = self.open()
        window.drop(self.shared("session60_zstd.xrec"))
        state = window.wait(lambda s: "timeline.chapters.0" in s["places"], "the lane of chapters")
        self.assertEqual(state["recordings"][0]["format"], "xrec")
        window.settled()
        window.picture("xrec-chapters")
        window.key("Next")
        state = window.wait(lambda s: "selected_event" in s, "the next chapter")
        first = state["time"]
        window.key("Next")
        second = window.wait(lambda s: s["time"] > first, "the chapter after it")["time"]
        window.key("Prior")
        window.wait(lambda s: s["time"] == first, "the chapter before")
        x, y, width, height = window.place("timeline.chapters.0")
        window.click("timeline.chapters.0", 0.9)
        last = window.wait(lambda s: s["time"] != first, "the chapter that was clicked")
        self.assertGreaterEqual(last["time"], second)
        self.assertIn("selected_event", last)

    def test_states_between_samples_are_interpolated_when_asked(self):
        window = self.open_session("--time", "5.016")
        state = window.settled()
        self.assertFalse(state["interpolated"])
        held = window.picture("xrec-held")
        window.click("timeline.sampling")
        window.choose("timeline.sampling.linear")
        window.wait(lambda s: s["interpolated"] and not s["busy"], "the state between samples")
        window.key("Escape")
        window.settled()
        drawn = window.picture("xrec-interpolated")
        self.assertGreater(difference(held, drawn, *state["places"]["scene"]), 0)

    def test_that_a_recording_was_cut_off_cannot_be_missed(self):
        window = self.open(self.shared("session60_cut.xrec"))
        window.wait(lambda s: "banner.ending.0" in s["places"], "the sentence")
        window.settled()
        window.picture("xrec-cut-off")
        window.click("banner.ending.dismiss.0")
        window.wait(lambda s: "banner" not in s["places"], "the sentence to go")


class Flecs(WindowTest):
    def shared(self, name):
        path = os.path.join(SHARED_DATA, "flecs", name)
        if not os.path.exists(path):
            self.skipTest(f"{path} is not there")
        return path

    def test_a_dropped_file_shows_its_tree_and_what_is_inherited(self):
        window = self.open()
        window.drop(self.shared("solar-v4.1.6/world_wrapped.ndjson"))
        state = window.indexed()
        self.assertEqual(state["recordings"][0]["format"], "flecs")
        self.assertEqual(state["recordings"][0]["frames"], 10)
        window.click("entities.search")
        window.type("Earth")
        window.settled()
        rows = [name for name in window.state()["places"] if name.startswith("entities.row.")]
        window.click(max(rows, key=lambda name: int(name.rsplit(".", 1)[1])))
        window.wait(lambda s: s["selected"], "the selection")
        window.settled()
        window.picture("flecs-inherited")

    def test_a_folder_of_snapshots_is_one_recording(self):
        folder = os.path.join(self.folder, "snapshots")
        os.mkdir(folder)
        with open(self.shared("hub-city-v4.1.6/world_wrapped.ndjson"), encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                with open(os.path.join(folder, f"snapshot_{number:04}.json"), "w", encoding="utf-8") as file:
                    file.write(line)
        window = self.open()
        window.drop(folder)
        state = window.indexed()
        self.assertEqual(state["recordings"][0]["frames"], 60)
        window.picture("flecs-folder")

    def test_how_it_is_read_is_chosen_and_remembered(self):
        path = self.shared("solar-v4.1.6/world_wrapped.ndjson")
        window = self.open(path)
        window.indexed()
        window.click("menu.File")
        window.choose("menu.reading")
        window.wait(lambda s: "reading.positions" in s["places"], "the choices")
        window.settled()
        window.click("reading.positions")
        window.choose("reading.positions.world")
        window.wait(lambda s: "reading.apply" in s["places"], "a choice to apply")
        window.settled()
        window.picture("flecs-how-it-is-read")
        window.click("reading.apply")
        window.wait(lambda s: "reading.reset" in s["places"], "the recording to be read so")
        window.indexed()
        window.picture("flecs-read-anew")


class Colyseus(WindowTest):
    def test_a_dropped_har_of_two_clients_shows_what_each_of_them_sees(self):
        path = os.path.join(SHARED_DATA, "colyseus", "live", "live-core-0.18.17-schema-5.0.34.har")
        if not os.path.exists(path):
            self.skipTest(f"{path} is not there")
        window = self.open()
        window.drop(path)
        state = window.indexed()
        self.assertEqual(state["recordings"][0]["format"], "colyseus")
        x, y, width, height = window.place("timeline.ruler")
        window.click("timeline.ruler", 0.5)
        state = window.wait(lambda s: len(s["frames"]) == 2 and not s["busy"], "a frame of each client")
        self.assertIn("entities.stream.0.0", state["places"])
        self.assertIn("entities.stream.0.1", state["places"])
        # Room for the rows of both.
        window.drag("splitter.bottom", (0.5, 0.5), (0.5, 12.5))
        window.settled()
        window.picture("colyseus-two-clients")
        window.click("entities.stream.0.1", 0.97)
        state = window.wait(lambda s: len(s["frames"]) == 1 and not s["busy"], "one client alone")
        window.picture("colyseus-one-client")
        window.click("entities.stream.0.1", 0.97)
        window.wait(lambda s: len(s["frames"]) == 2, "both again")

    def test_a_client_that_has_not_begun_or_has_left_is_not_drawn_as_if_it_were_there(self):
        path = os.path.join(SHARED_DATA, "colyseus", "live", "live-core-0.18.17-schema-5.0.34.har")
        if not os.path.exists(path):
            self.skipTest(f"{path} is not there")
        window = self.open_indexed(path)

        def at(place, earliest, latest):
            window.key("End") if place == "end" else window.click("timeline.ruler", place)
            return window.wait(lambda s: earliest <= s["time"] <= latest and len(s["frames"]) == 2
                               and not s["busy"], f"both frames at {earliest} s")

        def presences(state):
            return [frame["presence"] for frame in state["frames"]]

        both = at(0.5, 2, 3.5)
        self.assertEqual(presences(both), ["live", "live"])
        before = at(0.02, 0, 1)
        window.picture("colyseus-not-begun")
        self.assertEqual(presences(before), ["live", "absent"])
        self.assertLess(before["drawn"], before["frames"][0]["entities"] + 1)
        after = at("end", 5, 6)
        window.picture("colyseus-left")
        self.assertEqual(presences(after), ["live", "absent"])
        self.assertGreater(both["drawn"], after["drawn"])


class Coordinates(WindowTest):
    def test_values_are_shown_converted_beside_those_recorded(self):
        window = self.open_sample("--select", "37", "--time", "3")
        state = window.wait(lambda s: s["selected"] and not s["busy"], "the selection")
        self.assertNotIn("properties.columns", state["places"])
        recorded = window.picture("as-recorded")
        window.click("timeline.coordinates")
        window.choose("timeline.coordinates.ros")
        state = window.wait(lambda s: "properties.columns" in s["places"] and not s["busy"], "the columns")
        self.assertEqual(state["coordinates"], "ros")
        shown = window.picture("converted")
        self.assertGreater(difference(recorded, shown, *state["places"]["properties"]), 500)
        window.click("timeline.coordinates")
        window.choose("timeline.coordinates.recorded")
        window.wait(lambda s: "properties.columns" not in s["places"], "one column again")

    def test_a_vector_of_the_games_own_is_given_a_meaning(self):
        window = self.open(os.path.join(os.path.dirname(SAMPLE), "sample.fbf"), "--select", "Guard Ada",
                           "--coordinates", "unreal")
        window.wait(lambda s: s["selected"] and s["recordings"][0]["index"] == "done" and not s["busy"], "the guard")
        window.click("properties.search")
        window.type("Goal")
        window.wait(lambda s: s["property_search"] == "Goal" and not s["busy"], "the search")
        before = window.picture("meaning-none")
        window.click("properties.row.1", button=3)
        window.choose("properties.menu.means")
        window.choose("properties.menu.means.point")
        window.wait(lambda s: "properties.menu.means" not in s["places"], "the menu to close")
        state = window.wait(lambda s: s["recordings"][0]["read_options"] and not s["busy"], "it to be read so")
        self.assertEqual(state["recordings"][0]["read_options"], ["vectors=properties/behaviour/Goal=point"])
        self.assertEqual(state["recordings"][0]["index"], "done")
        after = window.picture("meaning-point")
        # Shown in the other system, beside what was recorded.
        self.assertGreater(difference(before, after, *state["places"]["properties.row.1"]), 50)

    def open_to_save(self, *arguments):
        window = self.open_indexed(self.copy_of_sample("drive.log"), *arguments)
        window.key("ctrl+s")
        window.wait(lambda s: "save.format" in s["places"], "the window")
        window.settled()
        return window

    def test_what_is_shown_is_saved_in_another_format(self):
        window = self.open_to_save("--coordinates", "opengl")
        window.click("save.format")
        window.choose("save.format.xrec")
        window.settled()
        window.picture("save-as")
        window.click("save.save")
        window.wait(lambda s: "save.outcome" in s["places"], "the outcome")
        window.picture("saved")
        path = os.path.join(self.folder, "drive.xrec")
        info = subprocess.run([PROGRAM, "info", path, "--json"], check=True, capture_output=True)
        saved = json.loads(info.stdout)
        self.assertEqual(saved["coordinates"]["name"], "opengl")
        self.assertEqual(saved["frames"], window.state()["recordings"][0]["frames"])
        self.assertEqual(os.listdir(self.folder).count("drive.xrec"), 1)

    def test_a_name_that_cannot_be_saved_to_is_typed_anew(self):
        window = self.open_to_save()
        window.click("save.path")
        window.key("ctrl+a")
        window.type("/no/such/folder/b.xrec")
        window.key("ctrl+Return")
        window.wait(lambda s: "save.outcome" in s["places"] and s["typing"], "the field to have the keyboard again")
        window.key("ctrl+a")
        window.type(os.path.join(self.folder, "c.xrec"))
        self.assertNotIn("changes", window.state()["open_windows"])
        window.key("ctrl+Return")
        window.wait(lambda s: os.path.exists(os.path.join(self.folder, "c.xrec")), "the file")


class Files(WindowTest):
    def test_a_file_cut_while_open_is_told_and_does_not_end_the_window(self):
        path = self.copy_of_sample("shrinking.log")
        window = self.open_indexed(path)
        os.truncate(path, 5000)
        window.key("End")
        state = window.wait(lambda s: s["recordings"][0]["file_change"] == "truncated", "the banner")
        window.key("Home")
        window.wait(lambda s: frame_of(s) == 0, "the window to go on")
        window.picture("file-truncated")

    def test_a_file_replaced_while_open_is_told(self):
        path = self.copy_of_sample("replaced.log")
        window = self.open_indexed(path)
        os.replace(self.copy_of_sample("other.log"), path)
        window.wait(lambda s: s["recordings"][0]["file_change"] == "replaced", "the banner")

    def test_what_was_seen_is_remembered_between_runs(self):
        path = self.copy_of_sample("again.log")
        window = self.open_indexed(path)
        window.key("shift+Right", "shift+Right")
        state = window.wait(lambda s: frame_of(s) == 20, "frame 20")
        window.drag("splitter.left", (0.5, 0.5), (20.5, 0.5))
        window.wait(lambda s: s["places"]["entities"][2] > state["places"]["entities"][2] + 60,
                    "the splitter to move")
        left = window.settled()["places"]["entities"][2]
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" in s and s["ask"]["typing"], "the window of queries")
        window.type("id = '35' and frame < 9")
        window.click("ask.watch")
        window.wait(lambda s: s["watches"] and s["watches"][0]["bands"], "a watch")
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" not in s and "timeline.watch.0" in s["places"], "the window of queries to close")
        window.click("timeline.watch.0.name", button=3)
        window.choose("timeline.watch.stops")
        window.wait(lambda s: s["watches"][0]["stops"], "the choice")
        window.click("entities.row.3", 0.6)
        window.wait(lambda s: s["selected"], "an entity")
        window.click("properties.search")
        window.type("speed")
        window.wait(lambda s: s["property_search"] == "speed" and not s["busy"], "the search")
        window.click("properties.row.1", button=3)
        window.choose("properties.menu.plot")
        lane = window.wait(lambda s: s["plots"], "a lane")["plots"][0]
        self.assertEqual(window.quit(), 0)
        again = self.open()
        state = again.wait(lambda s: "welcome.recent.0" in s["places"], "the welcome page")
        again.picture("welcome-recent")
        again.click("welcome.recent.0")
        state = again.wait(lambda s: s["recordings"] and not s["busy"] and frame_of(s) == 20, "frame 20 again")
        self.assertAlmostEqual(state["places"]["entities"][2], left, delta=2)
        state = again.wait(lambda s: s["watches"] and s["watches"][0]["bands"], "the watch again")
        self.assertEqual(state["watches"][0]["condition"], "id = '35' and frame < 9")
        self.assertTrue(state["watches"][0]["stops"])
        self.assertEqual([(plot["entity"]["id"], plot["path"]) for plot in state["plots"]],
                         [(lane["entity"]["id"], lane["path"])])
        again.picture("remembered-lanes")

    def test_what_was_seen_in_two_recordings_is_remembered(self):
        paths = [self.copy_of_sample("one.log"), self.copy_of_sample("two.log")]
        window = self.open(*paths)
        both = lambda s: len(s["recordings"]) == 2 and all(r["index"] == "done" for r in s["recordings"])
        window.wait(both, "both")
        window.settled()
        window.key("shift+Right")
        rows = [n for n in window.state()["places"] if n.startswith("entities.row.")]
        self.assertGreater(len(rows), 3)
        window.click("entities.row.3", 0.6)
        state = window.wait(lambda s: s["selected"], "the selection")
        window.settled()
        self.assertEqual(window.quit(), 0)
        again = self.open(*paths)
        state_again = again.wait(lambda s: both(s) and s["selected"] and not s["busy"], "the selection again")
        self.assertEqual([e["id"] for e in state_again["selected"]], [e["id"] for e in state["selected"]])
        self.assertEqual(state_again["recordings"][state_again["selected"][0]["recording"]]["file"],
                         state["recordings"][state["selected"][0]["recording"]]["file"])
        self.assertAlmostEqual(state_again["time"], state["time"])

    def saved_settings(self):
        path = self.settings_file()
        if not os.path.exists(path):
            return {}
        with open(path, encoding="utf8") as file:
            return json.load(file)

    def test_a_window_that_is_told_to_end_saves_what_was_seen(self):
        path = self.copy_of_sample("ended.log")
        for told in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            window = self.open_indexed(path, "--frame", "0")
            window.key(*["Right"] * (10 + told))
            at = window.wait(lambda s: frame_of(s) == 10 + told, "the frame")["time"]
            window.process.send_signal(told)
            self.assertEqual(window.process.wait(timeout=PATIENCE), 0, window.said())
            self.assertEqual([known["playhead"] for known in self.saved_settings()["recordings"].values()], [at])

    def test_what_was_seen_survives_a_crash(self):
        window = self.open_indexed(self.copy_of_sample("crashing.log"))
        window.key("End")
        end = window.wait(lambda s: s["time"] > 0, "the last frame")["time"]
        # Nothing else happens: the window wakes up for it by itself.
        window.wait(lambda s: any(known["playhead"] == end for known in
                                  self.saved_settings().get("recordings", {}).values()), "it to be saved")
        window.process.kill()

    def test_ctrl_w_closes_and_the_welcome_page_is_back(self):
        window = self.open_sample()
        window.key("ctrl+w")
        window.wait(lambda s: not s["recordings"] and "welcome.open" in s["places"], "the welcome page")
        self.assertEqual(window.title(), "Scrubjay")


    def test_a_long_name_leaves_room_for_the_others_in_the_status_line(self):
        files = [self.copy_of_sample("night_" + 120 * letter + "_17.log") for letter in "ab"]
        window = self.open(*files)
        places = window.indexed(2)["places"]
        # Name, format and size of each; and the memory, once it is known.
        self.assertGreaterEqual(sum(1 for name in places if name.startswith("status.")), 6)


class Folders(WindowTest):
    def test_a_dropped_folder_lists_its_recordings(self):
        folder = os.path.join(self.folder, "drives")
        os.makedirs(os.path.join(folder, "more"))
        for name in ("one.log", os.path.join("more", "two.log")):
            os.rename(self.copy_of_sample("copy.log"), os.path.join(folder, name))
        with open(os.path.join(folder, "notes.txt"), "w") as file:
            file.write("no recording")
        window = self.open()
        window.drop(folder)
        state = window.wait(lambda s: "folder.open_all" in s["places"], "the list")
        self.assertIn("folder.file.1", state["places"])
        self.assertNotIn("folder.file.2", state["places"])
        window.settled()
        window.picture("folder")
        window.choose("folder.open_all")
        state = window.wait(lambda s: len(s["recordings"]) == 2, "both recordings")
        self.assertEqual({r["file"] for r in state["recordings"]}, {"one.log", "two.log"})

    def test_a_folder_of_one_recording_opens_it(self):
        folder = os.path.join(self.folder, "drives")
        os.makedirs(folder)
        os.rename(self.copy_of_sample("copy.log"), os.path.join(folder, "one.log"))
        window = self.open(folder)
        state = window.wait(lambda s: s["recordings"], "the recording")
        self.assertEqual(state["recordings"][0]["file"], "one.log")


class Looks(WindowTest):
    SCREEN = (1920, 1080)

    AREAS = ("entities", "events", "scene", "properties", "timeline")

    def assert_areas_are_apart(self, state, width, height):
        places = {name: state["places"][name] for name in self.AREAS if name in state["places"]}
        # Where the window is low, entities and events are behind each other.
        self.assertEqual(set(self.AREAS) - set(places), {"events"} if "tabs.events" in state["places"] else set())
        for name, (x, y, w, h) in places.items():
            self.assertGreater(w, 60, name)
            self.assertGreater(h, 60, name)
            self.assertGreaterEqual(x, 0, name)
            self.assertLessEqual(x + w, width + 1, name)
            self.assertLessEqual(y + h, height + 1, name)
        for one in places:
            for other in places:
                if one >= other:
                    continue
                ax, ay, aw, ah = places[one]
                bx, by, bw, bh = places[other]
                apart = ax + aw <= bx + 1 or bx + bw <= ax + 1 or ay + ah <= by + 1 or by + bh <= ay + 1
                self.assertTrue(apart, f"{one} {places[one]} and {other} {places[other]} overlap")

    def look(self, name, width, height, keys=(), **settings):
        self.write_settings(window={"width": width, "height": height}, **settings)
        window = self.open_sample("--time", "8")
        window.click("entities.row.2", 0.6)
        window.wait(lambda s: s["selected"], "the selection")
        for key in keys:
            window.key(key)
        state = window.settled()
        if not keys:
            self.assert_areas_are_apart(state, width, height)
        window.picture(name)
        return window

    def test_large_text_in_a_low_window_cuts_no_time_and_leaves_rows(self):
        self.write_settings(window={"width": 1280, "height": 720}, scale=2)
        window = self.open_indexed(os.path.join(os.path.dirname(SAMPLE), "sample.xrec"), "--time", "12")
        places = window.state()["places"]
        window.picture("look-200-percent-low")
        x, _, width, _ = places["timeline.time"]
        self.assertLessEqual(x + width, 1280)
        self.assertLessEqual(places["timeline"][3], 0.35 * 720 + 1)
        rows = [name for name in places if name.startswith("entities.row.")]
        self.assertGreaterEqual(len(rows), 3)
        # The axes are not below the buttons.
        button, axes = places["scene.picture"], places["scene.gizmo"]
        apart = button[0] + button[2] <= axes[0] or button[1] + button[3] <= axes[1] + 2
        self.assertTrue(apart, f"{button} and {axes}")
        # What happens is in view, whose it is can be scrolled to.
        _, top, _, height = places["timeline.events"]
        self.assertLess(top, places["timeline"][1] + places["timeline"][3])

    def test_a_first_window_follows_its_screen(self):
        window = self.open_sample()
        window.picture("look-first")
        self.assertEqual(self.size(window), "1600x996")
        window.xdotool("windowsize", "--sync", window.id, "1000", "600")
        window.wait(lambda s: sum(s["places"]["scene"][0::2]) < 1000, "the window to be smaller")
        self.assertEqual(window.quit(), 0)
        self.assertEqual(self.size(self.open_sample()), "1000x600")

    def size(self, window):
        return window.xdotool("getwindowgeometry", window.id).split()[-1]

    def test_the_window_is_readable_at_1280x720(self):
        self.look("look-1280x720", 1280, 720)

    def test_the_window_is_readable_at_1920x1080(self):
        self.look("look-1920x1080", 1920, 1080)

    def test_the_window_is_readable_at_200_percent(self):
        window = self.look("look-200-percent", 1920, 1080, scale=2)
        self.assertEqual(window.state()["scale"], 2)

    def test_the_light_theme(self):
        window = self.look("look-light", 1920, 1080, theme="light")
        self.assertEqual(window.state()["theme"], "light")

    def test_keys_are_listed_under_f1(self):
        window = self.look("look-keys", 1280, 720, keys=["F1"])
        window.wait(lambda s: "help.row.10" in s["places"], "the list of keys")
        window.type("plot a")
        found = window.wait(lambda s: "help.row.10" not in s["places"], "what is searched for")
        self.assertIn("help.row.0", found["places"])
        window.key("Escape")
        window.wait(lambda s: "help" not in s["open_windows"], "it to close")

    def test_shift_f11_shows_the_scene_alone(self):
        window = self.look("look-scene", 1280, 720, keys=["shift+F11"])
        state = window.wait(lambda s: "entities" not in s["places"], "the scene alone")
        self.assertGreater(state["places"]["scene"][2], 1200)


if __name__ == "__main__":
    main()

"""The window without a mouse: the palette, walking from area to area, search, menus, dialogs."""
import json
import os
import subprocess

from harness import PATIENCE, PROGRAM, SAMPLE, SHARED_DATA, WindowTest, colors, difference, main


class Lanes(WindowTest):
    def test_those_that_have_no_room_are_reached_with_shift_and_arrows(self):
        self.write_settings(window={"width": 1366, "height": 768}, scale=2)
        window = self.open_sample("--select", "35")
        window.wait(lambda s: s["selected"], "the selection")
        window.settled()
        window.key("Tab")
        for _ in range(6):
            if window.wait(lambda s: s.get("keyboard_area"), "an area")["keyboard_area"] == "timeline":
                break
            window.key("Tab")
            window.settled()
        self.assertEqual(window.state()["keyboard_area"], "timeline")
        before = {place for place in window.state()["places"] if place.startswith("timeline.")}
        shown = window.state()["shown_time"]
        for _ in range(12):
            window.key("shift+Down")
        state = window.wait(lambda s: any(place.startswith("timeline.") and place not in before
                                          for place in s["places"]), "other lanes")
        self.assertEqual(state["shown_time"], shown, "time is as it was")
        for _ in range(12):
            window.key("shift+Up")
        window.wait(lambda s: before <= set(s["places"]), "those of before")


class Palette(WindowTest):
    def opened(self, window, text):
        window.key("ctrl+k")
        window.wait(lambda s: "palette" in s and s["typing"], "the palette to take the keyboard")
        window.type(text)
        return window.wait(lambda s: s["palette"]["typed"] == text and s["palette"]["done"], "what is found")

    def events(self, *arguments):
        return json.loads(subprocess.run([PROGRAM, "events", SAMPLE, *arguments, "--json"],
                                         check=True, capture_output=True).stdout)

    def test_ctrl_k_finds_a_contact(self):
        window = self.open_sample()
        window.wait(lambda s: any(place.startswith("timeline.contact.") for place in s["places"]), "the contacts")
        contact = self.events("--derived", "contacts")[0]
        state = self.opened(window, "hits " + contact["properties"][0]["value"])
        self.assertEqual(state["palette"]["rows"][0]["kind"], "Contact")
        window.key("Return")
        state = window.wait(lambda s: len(s["selected"]) == 2, "both")
        self.assertAlmostEqual(state["time"], contact["time"])

    def test_enter_that_is_faster_than_the_palette_waits_for_it(self):
        window = self.open_sample()
        window.key("ctrl+k")
        window.wait(lambda s: "palette" in s and s["typing"], "the palette to take the keyboard")
        window.keys_at_once(*"problems", "Return")
        window.wait(lambda s: "problems" in s["open_windows"], "the window")

    def test_layers_and_colours_of_the_scene_are_in_the_palette(self):
        window = self.open_indexed(os.path.join(os.path.dirname(SAMPLE), "sample.fbf"))
        self.opened(window, "layer of shapes off")
        window.key("Return")
        window.wait(lambda s: "off" in [state for name, state in s["layers"].items()
                                        if not name.startswith("Entity") and name != "References"], "a layer to be off")
        self.opened(window, "colour by speed")
        window.key("Return")
        window.wait(lambda s: s["scene"]["color_by"] == "speed", "the colours of speed")
        self.opened(window, "references selected")
        window.key("Return")
        window.wait(lambda s: s["layers"]["References"] == "selected", "arrows of what is selected")

    def test_ctrl_k_finds_a_car_and_goes_to_what_happens_to_it_next(self):
        window = self.open_sample()
        window.wait(lambda s: any(place.startswith("timeline.contact.") for place in s["places"]), "the contacts")
        event = next(e for e in self.events("--name", "collision") if e["time"] > 0)
        shown = json.loads(subprocess.run([PROGRAM, "show", SAMPLE, "--time", str(event["time"]), "--json"],
                                          check=True, capture_output=True).stdout)
        entity = next(e for e in shown["entities"] if e["id"] == event["entity"])
        state = self.opened(window, entity["name"].split(".")[1] + " " + entity["id"])
        self.assertEqual(state["palette"]["rows"][0]["kind"], "Vehicle")
        window.picture("palette")
        window.key("Return")
        state = window.wait(lambda s: s["selected"], "the selection")
        self.assertEqual(state["selected"][0]["id"], entity["id"])
        self.assertNotIn("palette", state["open_windows"])
        times = [e["time"] for e in self.events("--entity", entity["id"]) if e["time"] > 0]
        times += [c["time"] for c in self.events("--derived", "contacts") if entity["id"] in (c["entity"], c["properties"][0]["value"])]
        for time in sorted(set(times))[:3]:
            window.key("ctrl+alt+Right")
            state = window.wait(lambda s: abs(s["time"] - time) < 1e-6, f"what happens to it at {time} s")
            self.assertEqual([e["id"] for e in state["selected"]], [entity["id"]])

    def test_keys_go_through_the_events_that_the_filter_leaves(self):
        window = self.open_sample("--select", "37")
        window.key("ctrl+e")
        window.click("events.filter")
        window.type("name:door")
        window.wait(lambda s: s["event_filter"] == "name:door" and not s["busy"], "the filter")
        window.click("tabs.events")
        window.wait(lambda s: not s["typing"], "its field to be left")
        for event in self.events("--name", "door")[:3]:
            window.key("ctrl+Right")
            state = window.wait(lambda s: abs(s["time"] - event["time"]) < 1e-6, f"what passes at {event['time']} s")
            self.assertEqual(state["selected_event"]["name"], event["name"])

    def test_arrows_choose_and_escape_closes(self):
        window = self.open_sample()
        state = self.opened(window, "frame")
        self.assertGreater(len(state["palette"]["rows"]), 3)
        window.key("Down", "Down")
        window.wait(lambda s: s["palette"]["chosen"] == 2, "the third row")
        window.key("Up", "Up", "Up")
        last = window.wait(lambda s: s["palette"]["chosen"] > 2, "the last row, around the begin")
        self.assertEqual(last["palette"]["chosen"], last["palette"]["found"] - 1)
        self.assertTrue(window.state()["typing"])
        window.key("Escape")
        window.wait(lambda s: "palette" not in s["open_windows"], "it to close")
        self.assertEqual(window.state()["time"], 0)

    def test_commands_settings_events_properties_and_files_are_in_it(self):
        window = self.open_sample("--select", "37")
        window.wait(lambda s: s["selected"], "the selection")
        self.opened(window, "theme light")
        window.key("Return")
        window.wait(lambda s: s["theme"] == "light", "the light theme")
        self.opened(window, "look above")
        window.key("Return")
        window.wait(lambda s: s["camera"]["pitch"] < -1.5, "the view from above")
        state = self.opened(window, "collision")
        row = next(i for i, r in enumerate(state["palette"]["rows"]) if r["kind"].startswith("Event"))
        window.key(*["Down"] * row, "Return")
        window.wait(lambda s: s.get("selected_event", {}).get("name") == "collision", "the event")
        state = self.opened(window, "velocity")
        row = next(i for i, r in enumerate(state["palette"]["rows"]) if r["kind"] == "Property")
        # Entities before it have one, too: their names are none of its siblings.
        self.assertNotIn("#", state["palette"]["rows"][row]["text"])
        window.key(*["Down"] * row, "Return")
        window.wait(lambda s: "velocity" in s["property_search"] and "#" not in s["property_search"], "the property")
        state = self.opened(window, "sample.log")
        self.assertIn("File", [row["kind"] for row in state["palette"]["rows"]])


class Walking(WindowTest):
    def assert_focus_is_seen(self, window, name):
        """Two pixels and more of a rim that stands out around what has the keyboard."""
        picture = window.picture(name)
        x, y, width, height = window.place("focus")
        self.assertGreaterEqual(colors(picture, x, y, width, 4), 2)

    def test_tab_goes_from_area_to_area_and_escape_leaves(self):
        window = self.open_sample("--select", "37")
        window.wait(lambda s: s["selected"], "the selection")
        seen = []
        for _ in range(4):
            window.key("Tab")
            state = window.wait(lambda s: s.get("keyboard_area") not in [None, *seen[-1:]], "the next area")
            seen.append(state["keyboard_area"])
        self.assertEqual(seen, ["entities", "properties", "timeline", "scene"])
        window.key("shift+Tab")
        window.wait(lambda s: s.get("keyboard_area") == "timeline", "the area before")
        window.key("Escape")
        window.wait(lambda s: "keyboard_area" not in s, "no area to have it")
        self.assertTrue(window.state()["selected"])
        # Here events are a tab behind the entities.
        window.key("ctrl+e")
        window.wait(lambda s: "events" in s["places"], "the events")
        window.key("Tab")
        window.wait(lambda s: s.get("keyboard_area") == "events", "them to have the keyboard")

    def test_the_list_that_comes_to_the_front_gets_the_keyboard(self):
        window = self.open_sample("--select", "37")
        window.key("ctrl+e")
        window.wait(lambda s: "events" in s["places"], "the events")
        self.assertNotIn("keyboard_area", window.settled())
        window.key("Tab", "Tab")
        window.wait(lambda s: s.get("keyboard_area") == "properties", "the properties")
        for area in ("entities", "events"):
            window.key("ctrl+e")
            window.wait(lambda s: s.get("keyboard_area") == area, f"{area} to have the keyboard")

    def test_tab_goes_to_what_can_be_chosen_not_to_a_scroll_bar(self):
        window = self.open_sample()
        window.key("Tab", "Tab")
        window.settled()
        x, y, width, height = window.place("focus")
        area = window.place("properties")
        self.assertGreater(width, area[2] / 2)
        self.assertLess(height, area[3] / 4)
        self.assertGreaterEqual(x, area[0])

    def test_arrows_walk_the_entities_and_enter_selects(self):
        window = self.open_sample()
        window.key("Tab", "Down", "Down", "Down")
        window.wait(lambda s: "focus" in s["places"], "something to have the keyboard")
        self.assert_focus_is_seen(window, "focus-entities")
        window.key("Down", "Down", "Return")
        state = window.wait(lambda s: s["selected"], "the selection")
        self.assertEqual(state["time"], 0)
        first = state["selected"][0]["id"]
        window.key("End", "Return")
        state = window.wait(lambda s: s["selected"][0]["id"] != first, "the last row")
        bottom = state["places"]["entities"][1] + state["places"]["entities"][3]
        self.assertLessEqual(state["places"]["focus"][1] + state["places"]["focus"][3], bottom)
        last = state["selected"][0]["id"]
        low = state["places"]["focus"][1]
        window.key("Prior")
        window.wait(lambda s: s["places"]["focus"][1] < low, "a row a page before")
        window.key("Down", "Return")
        window.wait(lambda s: s["selected"][0]["id"] not in (first, last), "the row below it")
        # Letters go on meaning what they mean everywhere.
        window.key("h")
        window.wait(lambda s: len(s["hidden"]) == 1, "it to be hidden")

    def test_a_group_is_folded_and_a_row_has_its_menu(self):
        window = self.open_sample()
        rows = lambda s: [name for name in s["places"] if name.startswith("entities.row.")]
        window.key("Tab", "Down", "Down", "Down", "Home")
        before = window.settled()
        window.key("Left")
        window.wait(lambda s: len(rows(s)) < len(rows(before)), "all to fold")
        window.key("Right")
        window.wait(lambda s: rows(s) == rows(before), "it to unfold")
        window.key("Down", "Down", "shift+F10")
        window.settled()
        window.picture("focus-menu")
        window.key("Down", "Down", "Return")
        window.wait(lambda s: "followed" in s or s["hidden"], "an entry of the menu to be done")

    def test_arrows_turn_the_camera_and_zoom_the_timeline(self):
        window = self.open_sample()
        window.key("shift+Tab")
        state = window.wait(lambda s: s.get("keyboard_area") == "scene", "the scene")
        window.picture("focus-scene")
        yaw = state["camera"]["yaw"]
        window.key("Left", "Left")
        window.wait(lambda s: s["camera"]["yaw"] != yaw and s["time"] == 0, "the camera to turn")
        far = window.state()["camera"]["distance"]
        window.key("equal")
        window.wait(lambda s: s["camera"]["distance"] < far, "it to come nearer")
        window.key("shift+Tab")
        window.wait(lambda s: s.get("keyboard_area") == "timeline", "the timeline")
        shown = window.state()["shown_time"]
        window.key("Up")
        window.wait(lambda s: s["shown_time"][1] - s["shown_time"][0] < shown[1] - shown[0], "the zoom")
        window.key("Right")
        window.wait(lambda s: s["frames"][0]["frame"] == 1, "the next frame")

    def test_the_menu_bar_is_worked_by_keys(self):
        window = self.open_sample()
        window.key("F10")
        window.wait(lambda s: "menu.open" in s["places"], "the menu File")
        window.settled()
        window.key("Right")
        window.wait(lambda s: "menu.undo" in s["places"], "the menu Edit")
        window.settled()
        window.picture("focus-menu-bar")
        window.key("Right")
        window.wait(lambda s: "menu.play" not in s["places"] and "menu.undo" not in s["places"], "the menu View")
        window.settled()
        window.key("Right")
        window.wait(lambda s: "menu.play" in s["places"], "the menu Playback")
        window.settled()
        window.key("Down", "Return")
        window.wait(lambda s: "menu.play" not in s["places"], "it to close")
        window.wait(lambda s: s["playing"] or s["time"] > 0, "an entry of it to be done")
        window.key("F10")
        window.wait(lambda s: "menu.open" in s["places"], "the menu File")
        window.key("Escape")
        window.wait(lambda s: "menu.open" not in s["places"], "it to close")


    def test_escape_closes_a_menu_with_the_mouse_on_a_submenu(self):
        window = self.open_sample()
        window.click("menu.View")
        window.wait(lambda s: "menu.theme" in s["places"], "the menu View")
        window.move(*window.point("menu.theme"))
        window.wait(lambda s: "menu.theme.dark" in s["places"], "the menu Theme")
        window.key("Escape")
        window.wait(lambda s: "menu.theme" not in s["places"], "both to close")


    def test_escape_closes_the_window_in_front(self):
        window = self.open_sample()
        opened = []
        for keys, name in (("ctrl+shift+f", "filters"), ("ctrl+b", "notes"), ("c", "changes"), ("ctrl+s", "save")):
            window.key(keys)
            opened.append(name)
            window.wait(lambda s: sorted(s["open_windows"]) == sorted(opened), f"{name} to open")
            window.settled()
            if window.state()["typing"]:  # the first press leaves the field
                window.key("Escape")
                window.wait(lambda s: not s["typing"], "the field to be left")
        while opened:
            opened.pop()
            window.key("Escape")
            window.wait(lambda s: sorted(s["open_windows"]) == sorted(opened), f"{opened} to stay")
            window.settled()


class LowWindow(WindowTest):
    """A laptop with large text: few rows have room."""

    SCREEN = (1366, 768)

    def open_low(self, *arguments):
        self.write_settings(window={"width": self.SCREEN[0], "height": self.SCREEN[1]}, scale=1.5)
        return self.open_sample(*arguments)

    def row(self, state):
        """Which of the properties has the keyboard: None for what is above or below their rows."""
        focus = state["places"].get("focus")
        for name, place in state["places"].items():
            if focus and name.startswith("properties.row.") and abs(place[1] - focus[1]) < 1 and place[3] == focus[3]:
                return int(name.rsplit(".", 1)[1])
        return None

    def first_row(self, window):
        window.key("Tab", "Tab")
        window.wait(lambda s: s.get("keyboard_area") == "properties", "the properties")
        for _ in range(8):
            if self.row(window.settled()) == 0:
                return
            window.key("Down")
        self.fail("the first row was not reached")

    def test_arrows_reach_every_property_and_then_what_is_below(self):
        window = self.open_low("--select", "37")
        self.first_row(window)
        rows = [0]
        while rows[-1] is not None:
            window.key("Down")
            state = window.settled()
            self.assertIn("focus", state["places"], f"after row {rows[-1]}")
            rows.append(self.row(state))
        self.assertEqual(rows[:-1], list(range(len(rows) - 1)))
        self.assertGreater(len(rows), 20)
        self.assertGreater(state["places"]["focus"][1], state["places"][f"properties.row.{rows[-2]}"][1])
        window.picture("low-properties")
        window.key("Up")
        self.assertEqual(self.row(window.settled()), rows[-2])

    def test_no_row_is_cut_in_half(self):
        window = self.open_low("--select", "37")
        self.first_row(window)
        window.key(*["Down"] * 4)
        for _ in range(12):
            window.key("Down")
            window.settled()
            x, y, width, height = window.place("focus")
            picture = window.picture("low-properties-rows")
            self.assertEqual(colors(picture, x + 12, y + height + 1, width - 24, 14), 1)

    def test_pages_stay_within_the_properties(self):
        window = self.open_low("--select", "37")
        self.first_row(window)
        at = [0]
        for key in ("Next", "Next", "End", "Prior", "Home"):
            window.key(key)
            at.append(self.row(window.settled()))
            self.assertIsNotNone(at[-1], key)
        self.assertLess(at[0], at[1])
        self.assertLess(at[1], at[2])
        self.assertGreater(at[3], 20)
        self.assertLess(at[4], at[3])
        self.assertEqual(at[5], 0)

    def test_tables_and_charts_do_not_hold_up_the_keyboard(self):
        self.write_settings(window={"width": self.SCREEN[0], "height": self.SCREEN[1]}, scale=1.5)
        window = self.open(os.path.join(os.path.dirname(SAMPLE), "sample.fbf"), "--select", "2")
        window.wait(lambda s: s["selected"] and s["recordings"][0]["index"] == "done", "the squad")
        self.first_row(window)
        window.key("End")
        last = self.row(window.settled())
        window.key("Home")
        seen = []
        while last not in seen:
            seen.append(self.row(window.settled()))
            self.assertLess(len(seen), 60, f"{last} was not reached: {seen}")
            window.key("Down")

    def test_what_gives_way_to_an_entity_leaves_it_the_keyboard(self):
        window = self.open_low()
        window.key("Tab", "Tab", "Return")
        window.wait(lambda s: s["selected"], "what a row of the summary stands for")
        window.settled()
        window.key("Down")
        state = window.wait(lambda s: "focus" in s["places"], "something to have the keyboard")
        self.assertEqual(state["keyboard_area"], "properties")
        self.assertGreaterEqual(state["places"]["focus"][0], state["places"]["properties"][0])

    def test_headings_do_not_hold_up_the_keyboard(self):
        window = self.open_low()
        window.key("Tab", "Tab")
        for _ in range(20):
            before = window.settled()["places"]["focus"]
            window.key("Down")
            if window.settled()["places"]["focus"] == before:
                break
        # Below the kinds: what happens, and who goes farthest.
        window.key("Return")
        window.wait(lambda s: s["time"] > 0 or len(s["selected"]) == 1, "the last row to be followed")


class Search(WindowTest):
    def first_hit(self, window, wanted):
        """Who is selected when that was typed into the search, and Enter."""
        window.key("slash")
        window.wait(lambda s: s["typing"], "the search to take the keyboard")
        window.type(wanted)
        window.wait(lambda s: s["entity_search"] == wanted and not s["busy"], "the search")
        window.key("Return")
        return window.wait(lambda s: s["selected"], "the first hit")["selected"][0]

    def test_enter_goes_to_the_first_hit_and_arrows_to_the_next(self):
        window = self.open_sample()
        first = self.first_hit(window, "walker")
        self.assertTrue(first["name"].startswith("walker"))
        window.key("Down")
        second = window.wait(lambda s: s["selected"][0] != first, "the next hit")["selected"][0]
        self.assertTrue(second["name"].startswith("walker"))
        window.key("Up")
        window.wait(lambda s: s["selected"][0] == first, "the hit before")
        window.key("slash")
        window.wait(lambda s: s["typing"], "the search to take the keyboard again")
        window.type("audi")
        window.wait(lambda s: s["entity_search"] == "audi", "the new text in place of the old")
        window.key("Escape")
        window.wait(lambda s: s["entity_search"] == "" and not s["typing"], "the search to be cleared")

    def test_enter_that_is_faster_than_the_search_waits_for_it(self):
        window = self.open_sample()
        window.key("slash")
        window.wait(lambda s: s["typing"], "the search to take the keyboard")
        window.keys_at_once(*"walker", "Return")
        state = window.wait(lambda s: s["selected"], "the first hit")
        self.assertTrue(state["selected"][0]["name"].startswith("walker"))

    def test_enter_takes_who_is_called_so_before_who_holds_the_text(self):
        window = self.open_indexed(os.path.join(os.path.dirname(SAMPLE), "sample.fbf"))
        self.assertEqual(self.first_hit(window, "ada")["name"], "Guard Ada")

    def test_enter_takes_who_calls_itself_so_before_what_lists_them(self):
        path = os.path.join(SHARED_DATA, "colyseus", "benchmark", "bench100-5.0.34.colycap")
        if not os.path.exists(path):
            self.skipTest("the recordings are not here")
        window = self.open_indexed(path)
        self.assertEqual(self.first_hit(window, "player")["id"], "2",
                         "Player 0, not the room that holds the list of players")


class OpenDialog(WindowTest):
    def test_it_lists_a_folder_from_the_beginning(self):
        window = self.open()
        window.key("ctrl+o")
        window.wait(lambda s: "open" in s["open_windows"] and s["typing"] and "open.entry.0" in s["places"], "entries")
        window.picture("open_dialog")
        # What is typed takes the place of the folder.
        window.type(SAMPLE)
        window.key("Return")
        window.wait(lambda s: s["recordings"], "the recording")


    def opened(self, window, text):
        """The dialog with that typed, and its folder listed."""
        window.key("ctrl+o")
        window.wait(lambda s: "open" in s["open_windows"] and s["typing"] and not s["busy"], "the dialog")
        window.type(text)
        window.settled()

    def test_tab_and_enter_that_are_faster_than_the_folder_wait_for_it(self):
        self.copy_of_sample("common.log")
        self.copy_of_sample("zebra.log")
        window = self.open()
        self.opened(window, self.folder + "/")
        window.keys_at_once("z", "Tab", "Return")
        state = window.wait(lambda s: s["recordings"], "the recording")
        self.assertEqual(state["recordings"][0]["file"], "zebra.log")

    def test_the_only_match_is_opened_by_enter_and_reached_by_the_arrow(self):
        path = self.copy_of_sample("drive.log")
        window = self.open()
        self.opened(window, path[:-6])
        window.key("Return")
        window.wait(lambda s: len(s["recordings"]) == 1, "the only match")
        window.key("ctrl+w")
        window.wait(lambda s: not s["recordings"], "it to be closed")
        self.opened(window, path[:-6])
        window.key("Down")
        window.wait(lambda s: not s["typing"], "the list to have the keyboard")
        window.key("Return")
        window.wait(lambda s: len(s["recordings"]) == 1, "the first entry")

    def test_it_begins_anew_with_the_folder(self):
        path = self.copy_of_sample("drive.log")
        window = self.open()
        self.opened(window, os.path.join(self.folder, "no such.log"))
        window.key("Return")
        window.wait(lambda s: "open" not in s["open_windows"], "it to fail")
        window.key("ctrl+o")
        window.place("open.entry.0")
        window.picture("open_dialog-again")
        window.type(path)
        window.key("Return")
        window.wait(lambda s: s["recordings"], "the recording: what is typed takes the place of the folder")

    def test_it_stays_within_a_window_that_becomes_smaller(self):
        window = self.open()
        window.key("ctrl+o")
        window.wait(lambda s: "open" in s["open_windows"], "the dialog")
        window.settled()
        window.xdotool("windowsize", "--sync", window.id, "700", "560")
        window.wait(lambda s: "open" in s["places"] and s["places"]["open"][0] + s["places"]["open"][2] <= 700,
                    "the right side to be seen")
        x, y, width, height = window.place("open")
        self.assertGreaterEqual(min(x, y), 0)
        self.assertLessEqual(y + height, 560)

    def test_it_says_what_is_open(self):
        os.mkdir(os.path.join(self.folder, "drives"))
        paths = [self.copy_of_sample(os.path.join("drives", name)) for name in ("one.log", "two.log")]
        window = self.open_indexed(paths[0])
        window.key("ctrl+o")
        window.place("open.entry.0.open")
        self.assertNotIn("open.entry.1.open", window.settled()["places"])
        window.picture("open_dialog-is-open")
        window.choose("open.entry.1")
        window.wait(lambda s: len(s["recordings"]) == 2 and "open" not in s["open_windows"], "both")
        window.key("ctrl+o")
        window.place("open.entry.1.open")


class WithoutAMouse(WindowTest):
    def test_a_whole_visit(self):
        """Open, find, select, jump, hide, follow, pin, filter, save as, close: keys only."""
        path = self.copy_of_sample("visit.log")
        window = self.open()
        window.key("ctrl+o")
        window.wait(lambda s: "open" in s["open_windows"] and s["typing"], "the dialog")
        window.type(path)
        window.key("Return")
        window.indexed()
        window.key("slash")
        window.wait(lambda s: s["typing"], "the search")
        window.type("vehicle.audi")
        window.wait(lambda s: s["entity_search"] == "vehicle.audi" and not s["busy"], "the search to be done")
        window.key("Return")
        car = window.wait(lambda s: s["selected"] and not s["typing"], "the car")["selected"][0]
        self.assertIn("audi", car["name"])
        window.key("ctrl+Right")
        window.wait(lambda s: s["time"] > 0, "the next event")
        window.key("h")
        window.wait(lambda s: s["hidden"], "it to be hidden")
        window.key("h", "v", "shift+p")
        window.wait(lambda s: not s["hidden"] and "followed" in s and s["pinned"], "it to be followed and pinned")
        window.key("ctrl+shift+f")
        window.wait(lambda s: "filters" in s["open_windows"], "the filters")
        window.settled()
        window.key("Down")
        window.wait(lambda s: "focus" in s["places"], "the keyboard to be seen there")
        window.picture("visit-filters")
        window.key("Escape")
        window.wait(lambda s: "filters" not in s["open_windows"], "them to close")
        window.key("ctrl+s")
        window.wait(lambda s: "save" in s["open_windows"] and "save.save" in s["places"], "Save as")
        window.settled()
        window.key("ctrl+Return")
        window.wait(lambda s: "save.outcome" in s["places"], "it to be saved")
        window.picture("visit-saved")
        saved = [name for name in os.listdir(self.folder) if name.startswith("visit") and name != "visit.log"]
        self.assertEqual(len(saved), 1, saved)
        # Out of the field, then out of the dialog.
        window.key("Escape")
        window.wait(lambda s: not s["typing"], "the field to be left")
        window.settled()
        window.key("Escape")
        window.wait(lambda s: not s["open_windows"], "the dialog to close")
        window.key("ctrl+w")
        window.wait(lambda s: not s["recordings"], "the recording to be closed")
        self.assertEqual(window.quit(), 0)


class Themes(WindowTest):
    def test_high_contrast_and_larger_text(self):
        window = self.open_sample("--select", "37", "--time", "8")
        for name, theme in (("high contrast", "high contrast"), ("dark", "dark")):
            window.key("ctrl+k")
            window.wait(lambda s: "palette" in s and s["typing"], "the palette")
            window.type("theme " + name)
            window.wait(lambda s: s["palette"]["typed"] == "theme " + name and s["palette"]["done"], "the theme")
            window.key("Return")
            window.wait(lambda s: s["theme"] == theme, "the theme")
            window.settled()
            window.picture("theme-" + name.replace(" ", "-"))
        window.key("ctrl+plus")
        window.wait(lambda s: s["scale"] == 1.25, "larger text")
        window.key("ctrl+minus")
        window.wait(lambda s: s["scale"] == 1, "smaller text")

    def test_the_palette_stays_on_the_screen_however_large_the_text_is(self):
        window = self.open_sample()
        for scale in (1.25, 1.5, 1.75, 2):
            window.key("ctrl+plus")
            window.wait(lambda s: s["scale"] == scale, f"text of {scale}")
        window.key("ctrl+k")
        window.wait(lambda s: "palette" in s and s["typing"], "the palette")
        window.settled()
        x, y, width, height = window.place("palette")
        self.assertLessEqual(y + height, self.SCREEN[1])
        window.key("Page_Down", "Page_Down")
        state = window.settled()
        self.assertGreater(state["palette"]["chosen"], 4)
        window.picture("palette-large-text")


if __name__ == "__main__":
    main()

"""Tools that stand in the dock below the scene, in the real window: what their rows lead to stays in
sight."""
from harness import SAMPLE, WindowTest, main


class Dock(WindowTest):
    def put_into_dock(self, window, key, name):
        """By the button in its title bar."""
        window.key(key)
        window.wait(lambda s: name in s["open_windows"] and f"{name}.dock" in s["places"], name)
        window.settled()
        window.click(f"{name}.dock")
        window.wait(lambda s: s["dock"][:1] == [name] and "dock" in s["places"], f"{name} in the dock")
        window.settled()

    def bottom(self, window, name):
        _, top, _, height = window.place(name)
        return top + height

    def test_a_tool_in_the_dock_covers_nothing_and_its_rows_lead_to_their_moments(self):
        window = self.open_indexed(SAMPLE)
        self.put_into_dock(window, "ctrl+shift+k", "ask")
        self.assertLessEqual(self.bottom(window, "scene"), window.place("dock")[1])
        self.assertLessEqual(self.bottom(window, "dock"), window.place("timeline")[1])
        self.assertGreaterEqual(window.place("scene")[3], 96)
        # Where it is low, the questions are behind a button and the rows beside the field.
        state = window.wait(lambda s: s["ask"].get("questions"), "the questions to be known")
        listed = next(i for i, title in enumerate(state["ask"]["questions"]) if title.endswith(": when"))
        window.click("ask.lists")
        window.wait(lambda s: f"ask.list.{listed}" in s["places"], "the questions")
        window.settled()
        window.click(f"ask.list.{listed}")
        state = window.wait(lambda s: s["ask"].get("end") == "done" and "ask.row.1" in s["places"], "its rows")
        window.settled()
        self.assertNotIn(f"ask.list.{listed}", window.state()["places"])
        for row in ("ask.row.0", "ask.row.1"):
            left, top, _, _ = window.place(row)
            self.assertGreater(left, window.place("ask.sql")[0] + window.place("ask.sql")[2])
            self.assertGreater(top, window.place("dock")[1])
        window.picture("dock-ask")
        before = state["time"]
        window.click("ask.row.1", across=0.1)
        window.wait(lambda s: s["time"] != before and s["selected"], "the row's moment")
        # Esc closes what lies above all; what is docked stays.
        window.key("Escape")
        window.key("Escape")
        state = window.settled()
        self.assertEqual(state["dock"], ["ask"])
        self.assertEqual(state["selected"], [])

    def test_several_take_turns_by_tabs_and_keys(self):
        window = self.open_indexed(SAMPLE)
        self.put_into_dock(window, "ctrl+shift+k", "ask")
        window.key("Escape")
        window.wait(lambda s: not s["typing"], "its field to be left")
        self.put_into_dock(window, "c", "changes")
        self.assertEqual(window.state()["dock"], ["changes", "ask"])
        self.assertNotIn("ask.run", window.state()["places"])
        window.picture("dock-two")
        window.click("dock.ask")
        window.wait(lambda s: s["dock"] == ["ask", "changes"] and s["typing"], "Ask in front")
        window.key("Escape")
        window.wait(lambda s: not s["typing"], "its field to be left")
        # The key of what is behind brings it forward; of what is in front, closes it.
        window.key("c")
        window.wait(lambda s: s["dock"] == ["changes", "ask"], "the other one in front")
        window.key("c")
        window.wait(lambda s: s["dock"] == ["ask"] and s["open_windows"] == ["ask"], "it to be closed")
        window.key("c")
        window.wait(lambda s: s["dock"] == ["changes", "ask"], "it in the dock again")
        window.click("dock.changes.close")
        window.wait(lambda s: s["dock"] == ["ask"] and s["open_windows"] == ["ask"], "its cross to close it")
        window.click("dock.float")
        window.wait(lambda s: s["dock"] == [] and s["open_windows"] == ["ask"] and "ask.dock" in s["places"],
                    "a window of its own")
        self.assertNotIn("dock", window.state()["places"])
        window.wait(lambda s: s["typing"], "its field to take the keyboard")
        window.key("Escape", "Escape")
        window.wait(lambda s: s["open_windows"] == [], "Esc to leave the field, then to close it")

    def test_what_stands_there_is_remembered_and_chosen_in_the_menu_and_by_keys(self):
        window = self.open_indexed(SAMPLE)
        window.click("menu.View")
        window.settled()
        window.click("menu.dock")
        window.wait(lambda s: "menu.dock.history" in s["places"], "its menu")
        window.settled()
        window.click("menu.dock.history")
        window.settled()
        self.assertEqual(window.state()["dock"], [], "it is not open")
        height = window.place("scene")[3]
        window.key("shift+h")
        state = window.wait(lambda s: s["dock"] == ["history"] and s.get("keyboard_area") == "dock",
                            "the keyboard in the dock")
        self.assertLess(window.place("scene")[3], height)
        x, y = window.point("splitter.dock")
        window.move(x, y)
        window.press()
        for up in (10, 20, 30, 40):
            window.move(x, y - up)
        window.release()
        window.settled()
        taller = window.place("dock")[3]
        self.assertGreater(taller, state["places"]["dock"][3] + 20)
        window.quit()
        window = self.open_indexed(SAMPLE)
        self.assertEqual(window.state()["dock"], [], "windows open when they are asked for")
        window.key("shift+h")
        window.wait(lambda s: s["dock"] == ["history"], "it in the dock again")
        self.assertAlmostEqual(window.place("dock")[3], taller, delta=2)
        # The scene alone has no dock, and opening one ends it.
        window.key("shift+F11")
        window.wait(lambda s: "dock" not in s["places"], "the scene alone")
        window.key("c")
        window.wait(lambda s: "changes" in s["places"], "what changed, above")
        window.key("shift+F11")
        window.wait(lambda s: "dock" in s["places"], "all areas")

    def test_where_it_has_no_room_the_window_lies_above_all(self):
        self.write_settings(window={"width": 1280, "height": 720}, scale=2)
        window = self.open_indexed(SAMPLE)
        window.key("c")
        window.wait(lambda s: "changes.dock" in s["places"], "the window")
        window.settled()
        window.click("changes.dock")
        window.wait(lambda s: "no room" in s.get("bar", ""), "it to be said")
        window.settled()
        state = window.state()
        self.assertIn("changes", state["places"], "it is seen")
        self.assertNotIn("dock", state["places"])
        window.key("Escape")
        window.wait(lambda s: s["open_windows"] == [], "Esc to close it")


if __name__ == "__main__":
    main()

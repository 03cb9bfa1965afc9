"""Asking the recordings in SQL: by mouse and by keys alone, with errors at their place, rows that lead
somewhere, and queries that are stopped."""
import os
import unittest

import harness

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"


def bands_of(state, watch):
    """Of the watch at that place, once it was looked for; else none."""
    watches = state["watches"]
    return watches[watch]["bands"] if watch < len(watches) and not watches[watch]["running"] else []


class Ask(harness.WindowTest):
    def open_ask(self, *arguments):
        window = self.open_sample(*arguments)
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" in s and s["ask"]["knows"] and s["ask"]["typing"], "the window")
        return window

    def answer(self, window):
        """What came of the query that stands in the field."""
        return window.wait(lambda s: s["ask"].get("asked") == s["ask"]["text"] and not s["ask"]["running"]
                           and "end" in s["ask"], "the answer")["ask"]

    def write(self, window, text):
        """Types it in place of what stands in the field."""
        if not window.state()["ask"]["typing"]:
            window.click("ask.sql", 0.9, 0.9)
            window.wait(lambda s: s["ask"]["typing"], "the field")
        window.key("ctrl+a")
        window.type(text)
        window.wait(lambda s: s["ask"]["text"] == text, "the text")

    def ask(self, window, sql):
        self.write(window, sql)
        window.key("ctrl+Return")
        return self.answer(window)

    def test_a_question_runs_and_a_row_leads_to_its_time_and_entity(self):
        window = self.open_ask()
        self.assertGreaterEqual(len(window.state()["ask"]["questions"]), 10)
        self.assertEqual(window.state()["ask"]["questions"][0], "Collisions: who hit whom")
        window.click("ask.list.0")
        answer = self.answer(window)
        self.assertEqual(answer["end"], "done")
        self.assertEqual(answer["columns"], ["time", "who", "whom"])
        self.assertEqual(answer["rows"], 6)
        time, a, b = answer["first_rows"][3]
        window.click("ask.row.3")
        state = window.wait(lambda s: len(s["selected"]) == 2, "the selection")
        # Who is in a row is called by name and id.
        self.assertEqual([f"{one['name']} · {one['id']}" for one in state["selected"]], [a, b])
        self.assertAlmostEqual(state["time"], float(time))
        self.assertEqual(state["ask"]["row"], 3)
        window.settled()
        window.picture("ask")

    def test_with_large_text_in_a_low_window_no_control_is_cut(self):
        self.write_settings(window={"width": 1280, "height": 720}, scale=2)
        window = self.open_ask()
        window.click("ask.list.0")
        self.answer(window)
        places = window.settled()["places"]
        window.picture("ask-200-percent-low")
        for name in ("ask.run", "ask.lane", "ask.save", "ask.command", "ask.watch", "ask.words"):
            x, y, width, height = places[name]
            self.assertLessEqual(x + width, 1280, name)
            self.assertLessEqual(y + height, 720, name)
            self.assertGreaterEqual(width, 80, name)

    def test_an_error_is_marked_at_its_place(self):
        window = self.open_ask()
        answer = self.ask(window, "select tyme from frames")
        self.assertEqual(answer["end"], "failed")
        self.assertIn("no such column: tyme", answer["error"])
        self.assertEqual(answer["error_at"], 7)
        window.place("ask.message")
        x, y, width, height = window.place("ask.error")
        field = window.place("ask.sql")
        self.assertTrue(field[0] < x < field[0] + field[2] / 2)
        self.assertTrue(field[1] <= y < field[1] + field[3])
        window.picture("ask_error")
        # Once it is mended the mark is gone.
        window.key("BackSpace")
        window.wait(lambda s: "ask.error" not in s["places"], "the mark to go")

    def test_words_are_completed(self):
        window = self.open_ask()
        window.type("select * from ev")
        window.wait(lambda s: s["ask"]["completions"][:1] == ["events"], "the completion")
        window.key("Tab")
        window.wait(lambda s: s["ask"]["text"] == "select * from events", "the word to be whole")
        window.type(" where name = 'col")
        state = window.wait(lambda s: "collision continues" in s["ask"]["completions"], "names of events")
        window.picture("ask_completion")
        place = state["ask"]["completions"].index("collision continues")
        self.assertGreater(place, 0)
        window.key(*["Down"] * place)
        window.key("Return")
        window.wait(lambda s: s["ask"]["text"].endswith("'collision continues'"), "the name")
        window.key("ctrl+Return")
        self.assertEqual(self.answer(window)["rows"], 33)
        self.ask(window, "select name, time from ent")
        self.assertEqual(window.state()["ask"]["completions"], [])
        window.key("ctrl+a")
        window.type("select kinematics/sp")
        window.wait(lambda s: s["ask"]["completions"][:1] == ["kinematics/speed"], "the path")
        window.click("ask.completion.0")
        window.wait(lambda s: s["ask"]["text"] == 'select "kinematics/speed"' and s["ask"]["typing"],
                    "the path in quotes")

    def test_escape_leaves_the_completions_then_the_field_then_the_window(self):
        window = self.open_ask()
        window.type("select * from ev")
        window.wait(lambda s: s["ask"]["text"] == "select * from ev" and s["ask"]["completions"],
                    "the completions")
        window.key("Escape")
        window.wait(lambda s: not s["ask"]["completions"] and s["ask"]["typing"], "them to go")
        self.assertEqual(window.state()["ask"]["text"], "select * from ev")
        window.key("Escape")
        window.wait(lambda s: not s["ask"]["typing"], "the field to be left")
        # The keys still go to it.
        window.key("ctrl+Return")
        self.assertIn("no such table: ev", self.answer(window)["error"])
        window.key("Escape")
        window.wait(lambda s: not s["ask"]["typing"], "the field to be left again")
        window.key("Escape")
        window.wait(lambda s: "ask" not in s["open_windows"], "the window to close")

    def test_an_endless_query_is_stopped_and_the_window_goes_on(self):
        window = self.open_ask()
        window.type(ENDLESS)
        window.wait(lambda s: s["ask"]["text"] == ENDLESS, "the text")
        window.key("ctrl+Return")
        window.wait(lambda s: s["ask"]["running"], "the query")
        before = window.state()["pictures"]
        window.move(300, 300)
        window.wait(lambda s: s["pictures"] > before and s["ask"]["running"], "another picture")
        window.click("ask.stop")
        window.wait(lambda s: not s["ask"]["running"], "the query to end")
        self.assertEqual(self.answer(window)["end"], "stopped")
        # Again by keys, and by closing the window.
        window.click("ask.sql", 0.9, 0.9)
        window.wait(lambda s: s["ask"]["typing"], "the field")
        window.key("ctrl+Return")
        window.wait(lambda s: s["ask"]["running"], "the query")
        window.key("Escape")
        window.wait(lambda s: not s["ask"]["running"], "the query to end")
        self.assertEqual(self.answer(window)["end"], "stopped")
        window.key("ctrl+Return")
        window.wait(lambda s: s["ask"]["running"], "the query")
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" not in s, "the window to close")
        window.key("ctrl+shift+k")
        window.wait(lambda s: not s["ask"]["running"], "the query to have ended")

    def test_everything_by_keys(self):
        window = self.open_ask()
        self.ask(window, "select time, entity from events where name = 'collision' order by time")
        rows = window.state()["ask"]["first_rows"]
        window.key("Tab")
        window.wait(lambda s: s["ask"].get("row") == 0 and not s["ask"]["typing"], "the first row")
        window.key("Down")
        window.wait(lambda s: s["ask"]["row"] == 1, "the second row")
        window.key("Down")
        window.wait(lambda s: s["ask"]["row"] == 2, "the third row")
        window.key("Return")
        state = window.wait(lambda s: s["selected"], "the selection")
        self.assertAlmostEqual(state["time"], float(rows[2][0]))
        # And back to the field, either way.
        for back in ("shift+Tab", "Tab"):
            window.key(back)
            window.wait(lambda s: s["ask"]["typing"], "the field to have the keyboard")
            window.key("Tab")
            window.wait(lambda s: not s["ask"]["typing"], "the rows to have it")
        window.key("Tab")
        self.assertEqual(self.ask(window, "select 1 as one")["rows"], 1)

    def test_rows_are_sorted_and_filtered(self):
        window = self.open_ask()
        answer = self.ask(window, "select name, tag from events group by name, tag")
        names = [row[0] for row in answer["first_rows"]]
        self.assertEqual(names, sorted(names))
        window.click("ask.column.0", 0.3)
        window.click("ask.column.0", 0.3)
        window.wait(lambda s: [row[0] for row in s["ask"]["first_rows"]] == sorted(names, reverse=True),
                    "the other order")
        window.click("ask.words")
        window.type("door veh")
        state = window.wait(lambda s: s["ask"]["listed"] == 2, "the rows with the words")
        self.assertEqual([row[0] for row in state["ask"]["first_rows"]], ["door opened", "door closed"])

    def test_many_rows_are_bounded_with_a_word(self):
        window = self.open_ask()
        answer = self.ask(window, ENDLESS.replace("max(i)", "i"))
        self.assertEqual(answer["end"], "rows", answer.get("error"))
        self.assertEqual(answer["rows"], 250000)

    def test_rows_are_saved_and_earlier_queries_are_kept(self):
        window = self.open_ask()
        self.ask(window, "select name, count(*) as n from events group by name order by n desc, name")
        path = os.path.join(self.folder, "rows.csv")
        window.click("ask.save")
        window.place("ask.path")
        window.settled()
        window.key("ctrl+a")
        window.type(path)
        window.key("Return")
        window.wait(lambda s: "written" in s["ask"]["told"], "the word that it is written")
        with open(path, encoding="utf8") as file:
            self.assertEqual(file.read().splitlines()[:2], ["name,n", "added,78"])
        window.click("ask.save")
        window.choose("ask.path.other")
        window.settled()
        window.picture("ask_save")
        window.choose("ask.path.go")
        window.wait(lambda s: s["ask"]["told"].endswith("rows.parquet"), "the word that it is written, too")
        with open(os.path.join(self.folder, "rows.parquet"), "rb") as file:
            written = file.read()
        self.assertEqual(written[:4] + written[-4:], b"PAR1PAR1")
        # Those that a word leaves.
        window.click("ask.words")
        window.type("door")
        window.wait(lambda s: s["ask"]["listed"] == 2, "the rows with the word")
        window.click("ask.save")
        window.choose("ask.path.other")
        window.choose("ask.path.go")
        window.wait(lambda s: s["ask"]["told"].startswith("2 of 9 rows written to "), "how many rows are written")
        with open(path, encoding="utf8") as file:
            self.assertEqual(file.read().splitlines(), ["name,n", "door opened,4", "door closed,3"])
        window.quit()
        again = self.open_ask()
        again.click("ask.earlier")
        again.choose("ask.list.0")
        self.assertEqual(self.answer(again)["columns"], ["name", "n"])

    def test_a_table_and_a_path_are_put_into_the_query_by_a_click(self):
        window = self.open_ask()
        window.type("select count(*) from")
        window.wait(lambda s: s["ask"]["text"] == "select count(*) from", "the text")
        window.click("ask.schema")
        window.wait(lambda s: s["places"].get("ask.schema.search"), "the tables")
        window.choose("ask.list.2")
        window.wait(lambda s: s["ask"]["text"] == "select count(*) from frames" and s["ask"]["typing"],
                    "the table's name")
        window.key("ctrl+Return")
        self.assertEqual(self.answer(window)["first_rows"], [["600"]])

    def test_rows_are_a_lane_along_which_n_walks(self):
        window = self.open_ask()
        answer = self.ask(window, "select time, entity, name from events where name like 'collision%' or name "
                                  "like 'door%' order by name")
        window.click("ask.lane")
        state = window.wait(lambda s: "ask_lane" in s, "the lane")
        self.assertEqual(state["ask_lane"], {"title": "name", "kind": "texts", "marks": answer["rows"], "texts": 4})
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" not in s and "timeline.asked" in s["places"], "the timeline")
        window.settled()
        window.picture("ask_lane")
        times = []
        for _ in range(3):
            window.key("n")
            times.append(window.wait(lambda s: not times or s["time"] > times[-1], "the next row")["time"])
        self.assertTrue(window.settled()["selected"])
        window.key("shift+n")
        window.wait(lambda s: s["time"] == times[1], "the row before")
        # A number is plotted, and the menu of the lane removes it.
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" in s and s["ask"]["typing"], "the window")
        self.ask(window, "select time, count(*) as n from frames join places using (recording, frame, time) "
                         "group by frame")
        window.click("ask.lane")
        window.wait(lambda s: s["ask_lane"]["kind"] == "numbers" and s["ask_lane"]["marks"] == 600, "the numbers")
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" not in s, "the window to close")
        window.settled()
        window.picture("ask_lane_numbers")
        window.click("timeline.asked.name", button=3)
        window.choose("timeline.asked.remove")
        window.wait(lambda s: "ask_lane" not in s, "the lane to go")

    def test_a_watched_condition_is_a_lane_and_stops_playback_once_asked_for(self):
        window = self.open_ask()
        condition = "(frame between 40 and 60 or frame = 100) and id = '39'"
        window.type(condition)
        window.wait(lambda s: s["ask"]["text"] == condition, "the condition")
        window.click("ask.watch")
        state = window.wait(lambda s: bands_of(s, 0), "the bands")
        bands = bands_of(state, 0)
        self.assertEqual([round(band["begin"], 2) for band in bands], [2, 5])
        self.assertEqual({band["entity"] for band in bands}, {"39"})
        self.assertFalse(state["watches"][0]["stops"])
        window.settled()
        self.write(window, "sped > 3")
        window.click("ask.watch")
        state = window.wait(lambda s: "ask.told" in s["places"], "a word that it cannot be asked")
        self.assertEqual([watch["condition"] for watch in state["watches"]], [condition])
        self.assertEqual(bands_of(state, 0), bands)
        self.write(window, condition)
        window.click("ask.watch")
        window.wait(lambda s: "ask.told" in s["places"], "a word that it is watched already")
        other = "frame = 50 and id = '35'"
        self.write(window, other)
        window.click("ask.watch")
        state = window.wait(lambda s: len(s["watches"]) == 2 and bands_of(s, 1), "a second watch")
        self.assertEqual([watch["condition"] for watch in state["watches"]], [condition, other])
        self.assertEqual(bands_of(state, 0), bands)
        self.assertEqual([(round(band["begin"], 2), band["entity"]) for band in bands_of(state, 1)], [(2.5, "35")])
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" not in s and "timeline.watch.1" in s["places"], "the lanes")
        window.settled()
        window.picture("watch")
        window.click("timeline.watch.0.name", button=3)
        window.choose("timeline.watch.stops")
        window.wait(lambda s: s["watches"][0]["stops"], "the choice")
        window.key("Home", "space")
        state = window.wait(lambda s: s["time"] > 0 and not s["playing"], "playback to stop")
        self.assertEqual(state["time"], bands[0]["begin"])
        window.key("space")
        state = window.wait(lambda s: s["time"] > bands[0]["end"] and not s["playing"], "it to stop again, not for the other")
        self.assertEqual(state["time"], bands[1]["begin"])
        self.assertEqual([found["id"] for found in state["selected"]], ["39"])
        self.assertIn("Stopped where it begins for", state["bar"])
        for begin, entity in [(2.5, "35"), (2, "39")]:
            window.key("shift+n")
            state = window.wait(lambda s: round(s["time"], 2) == begin and s["selected"], "Shift+N to walk along both")
            self.assertEqual([found["id"] for found in state["selected"]], [entity])
        window.key("ctrl+k")
        window.wait(lambda s: "palette" in s and s["typing"], "the palette")
        window.type("stop playback frame 60")
        window.wait(lambda s: s["palette"]["done"] and s["palette"]["found"] == 1, "the watch alone")
        window.key("Return")
        window.wait(lambda s: not s["watches"][0]["stops"], "playback not to stop any more")
        window.click("timeline.watch.1.name", button=3)
        window.choose("timeline.watch.next")
        window.wait(lambda s: round(s["time"], 2) == 2.5, "the menu to go to the lane's own")
        window.key("Escape", "End")
        window.wait(lambda s: not s["selected"], "nothing to be selected")
        window.settled()
        x = window.point("timeline.ruler", 2.5 / state["shown_time"][1])[0]
        window.click_at(x, window.point("timeline.watch.0")[1])
        state = window.wait(lambda s: s["selected"], "a click to take who it holds for")
        self.assertEqual([entity["id"] for entity in state["selected"]], ["39"])
        self.assertEqual(state["time"], bands[0]["begin"])
        window.click("timeline.watch.0.name", button=3)
        window.choose("timeline.watch.remove")
        window.wait(lambda s: [watch["condition"] for watch in s["watches"]] == [other] and bands_of(s, 0), "the watch to end")
        window.settled()
        window.key("ctrl+z")
        window.wait(lambda s: len(s["watches"]) == 2 and bands_of(s, 0) == bands, "Ctrl+Z to bring it back to its place")

    def test_an_expression_is_watched_as_its_numbers(self):
        window = self.open_ask()
        self.write(window, "case when id = '39' then frame * 2.5 end")
        window.click("ask.watch")
        watched = window.wait(lambda s: s["watches"] and not s["watches"][0]["running"], "the numbers")["watches"][0]
        self.assertEqual((watched["least"], watched["greatest"], watched["bands"]), (0, 599 * 2.5, []))
        self.write(window, '"control/handbrake"')
        window.click("ask.watch")
        state = window.wait(lambda s: len(s["watches"]) == 2 and not s["watches"][1]["running"], "what says yes and no")
        self.assertTrue(bands_of(state, 1))
        self.assertNotIn("least", state["watches"][1])
        self.write(window, "sped * 2")
        window.click("ask.watch")
        state = window.wait(lambda s: "ask.told" in s["places"], "a word that there is no such column")
        self.assertEqual(len(state["watches"]), 2)
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" not in s and "timeline.watch.1" in s["places"], "the lanes")
        places = window.settled()["places"]
        self.assertGreater(places["timeline.watch.0"][3], 1.5 * places["timeline.watch.1"][3])
        window.picture("watch_numbers")
        window.click("timeline.watch.0.name", button=3)
        places = window.wait(lambda s: "timeline.watch.remove" in s["places"], "the menu")["places"]
        self.assertNotIn("timeline.watch.stops", places)

    def test_no_more_than_eight_conditions_are_watched(self):
        window = self.open_ask()
        conditions = [f"frame = {frame}" for frame in range(10, 18)]
        for count, condition in enumerate(conditions, 1):
            self.write(window, condition)
            window.click("ask.watch")
            window.wait(lambda s: len(s["watches"]) == count, "one more")
        self.write(window, "frame = 18")
        window.click("ask.watch")
        window.wait(lambda s: "ask.told" in s["places"], "a word that these are enough")
        state = window.wait(lambda s: all(bands_of(s, i) for i in range(8)), "the bands of all")
        self.assertEqual([watch["condition"] for watch in state["watches"]], conditions)
        self.assertEqual([round(bands_of(state, i)[0]["begin"], 2) for i in range(8)],
                         [round(0.5 + 0.05 * i, 2) for i in range(8)])

    def test_the_palette_opens_it(self):
        window = self.open_sample()
        window.key("ctrl+k")
        window.wait(lambda s: s.get("palette", {}).get("done"), "the palette")
        window.type("ask")
        window.wait(lambda s: s["palette"]["done"] and s["palette"]["rows"]
                    and s["palette"]["rows"][0]["text"].startswith("Ask"), "the command")
        window.key("Return")
        window.wait(lambda s: "ask" in s["open_windows"], "the window")

    def test_a_filter_is_shown_as_a_query(self):
        window = self.open_sample()
        window.key("ctrl+shift+f")
        window.choose("filters.add.property")
        window.wait(lambda s: s["typing"] and "filters.member.0.suggestion.0" in s["places"], "what there is to ask for")
        window.click("filters.member.0.suggestion.0")
        window.wait(lambda s: "filters.member.0.suggestion.0" not in s["places"], "one to be taken")
        window.choose("filters.query")
        state = window.wait(lambda s: "ask" in s and "from state" in s["ask"]["text"], "the query")
        self.assertIn("where", state["ask"]["text"])
        self.assertEqual(self.answer_of_shown(window), "done")

    def answer_of_shown(self, window):
        window.wait(lambda s: s["ask"]["typing"], "the field")
        window.key("ctrl+Return")
        return self.answer(window)["end"]


if __name__ == "__main__":
    harness.main()

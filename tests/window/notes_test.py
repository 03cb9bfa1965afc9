"""Notes: written with three keys, kept beside the recording, restored by a click; links and cuts."""
import json
import os
import shlex
import subprocess
import unittest

import harness


class Notes(harness.WindowTest):
    def open_copy(self, *arguments, name=""):
        path = os.path.join(self.folder, "drive.log")
        if not os.path.exists(path):
            self.copy_of_sample("drive.log")
        window = self.open_indexed(path, *arguments, name=name)
        return window

    def on_disk(self):
        with open(os.path.join(self.folder, "drive.log.notes.json"), encoding="utf8") as file:
            return json.load(file)["notes"]

    def note(self, window, text):
        count = len(window.state()["notes"])
        window.key("b")
        window.wait(lambda s: "note" in s["open_windows"] and s["typing"], "the note to be written")
        window.type(text)
        window.key("Return")
        window.wait(lambda s: len(s["notes"]) == count + 1, "the note")
        window.settled()

    def test_b_text_enter_notes_the_moment(self):
        window = self.open_copy("--time", "2.5", "--select", "24")
        at = window.settled()["time"]
        self.note(window, "brakes late")
        [kept] = self.on_disk()
        self.assertEqual(kept["text"], "brakes late")
        self.assertEqual(kept["time"], at)
        self.assertEqual(kept["selected"], ["24"])
        self.assertIn("camera", kept["view"])
        self.assertEqual(window.state()["open_windows"], [])

    def test_a_click_restores_what_was_seen(self):
        window = self.open_copy("--time", "2.5", "--select", "24")
        before = window.settled()
        self.note(window, "here")
        window.key("Escape", "Home")
        window.drag("scene", (0.4, 0.5), (0.6, 0.6))
        changed = window.settled()
        self.assertNotEqual(changed["camera"], before["camera"])
        self.assertEqual(changed["selected"], [])
        window.click("timeline.note.0")
        restored = window.wait(lambda s: s["selected"] == before["selected"], "the selection")
        self.assertEqual(restored["time"], before["time"])
        self.assertEqual(restored["camera"], before["camera"])
        # The list does the same.
        window.key("Home", "ctrl+b")
        window.choose("notes.row.0")
        window.wait(lambda s: s["time"] == before["time"], "the moment of the note")

    def test_a_note_of_a_range_and_undo(self):
        window = self.open_copy()
        window.drag("timeline.ruler", (0.3, 0.5), (0.6, 0.5))
        window.wait(lambda s: "range" in s, "the range")
        self.note(window, "all of it")
        self.assertIn("end", window.state()["notes"][0])
        window.wait(lambda s: not s["busy"], "the change to settle")
        window.key("ctrl+z")
        window.wait(lambda s: not s["notes"], "the note to be taken back")
        window.settled()
        self.assertEqual(self.on_disk(), [])
        window.key("ctrl+y")
        window.wait(lambda s: s["notes"], "the note again")

    def test_two_windows_do_not_lose_each_others_notes(self):
        one = self.open_copy()
        other = self.open_copy(name="2")
        one.xdotool("windowfocus", "--sync", one.id)
        self.note(one, "first")
        other.xdotool("windowfocus", "--sync", other.id)
        other.wait(lambda s: len(s["notes"]) == 1, "the note of the other window")
        self.note(other, "second")
        self.assertEqual(sorted(n["text"] for n in self.on_disk()), ["first", "second"])

    def test_a_damaged_file_is_set_aside_with_a_word(self):
        path = os.path.join(self.folder, "drive.log.notes.json")
        with open(path, "w", encoding="utf8") as file:
            file.write('{"format":')
        window = self.open_copy()
        window.wait(lambda s: "drive.log.notes.json" in s.get("bar", "") or "JSON" in s.get("bar", ""), "a word")
        self.note(window, "new")
        window.wait(lambda s: "damaged-1" in s.get("bar", ""), "where it is kept")
        with open(path + ".damaged-1", encoding="utf8") as file:
            self.assertEqual(file.read(), '{"format":')
        self.assertEqual([n["text"] for n in self.on_disk()], ["new"])

    def test_a_notes_file_that_is_dropped_is_taken_in(self):
        window = self.open_copy()
        self.note(window, "mine")
        self.copy_of_sample("other.log")
        other = self.open_indexed(os.path.join(self.folder, "other.log"), name="2")
        other.drop(os.path.join(self.folder, "drive.log.notes.json"))
        other.wait(lambda s: [n["text"] for n in s["notes"]] == ["mine"], "the note of the file")
        other.settled()
        self.assertTrue(os.path.exists(os.path.join(self.folder, "other.log.notes.json")))

    def test_a_copied_link_opens_the_same_picture(self):
        window = self.open_copy("--time", "2.5", "--select", "24")
        window.drag("scene", (0.4, 0.5), (0.55, 0.6))
        window.wheel("scene", 2)
        window.move(2, 2)
        window.key("ctrl+shift+c")
        window.wait(lambda s: "Copied" in s.get("bar", ""), "the word that it is copied")
        before = window.wait(lambda s: "bar" not in s and not s["busy"], "the word to go")
        picture = window.picture("link_copied")
        command = shlex.split(before["link"])
        window.quit()
        self.assertEqual(command[0], "scrubjay")
        # Whoever opens it has settings of their own.
        self.write_settings(theme="light", scene={"grid": False, "names": "off"})
        other = self.open(*command[1:], name="2")
        after = other.wait(lambda s: s["recordings"] and not s["busy"] and s["selected"] == before["selected"],
                           "the view of the link")
        other.move(2, 2)
        after = other.settled()
        self.assertEqual(after["time"], before["time"])
        self.assertEqual(after["camera"], before["camera"])
        x, y, width, height = before["places"]["scene"]
        self.assertEqual(after["places"]["scene"], before["places"]["scene"])
        self.assertEqual(harness.difference(picture, other.picture("link_opened"), x, y, width, height), 0)

    def test_a_copied_link_takes_plots_and_filters_along(self):
        window = self.open_copy("--time", "2.5", "--select", "24")
        window.key("p")
        window.wait(lambda s: "plot.path.derived/speed" in s["places"], "the choice")
        window.click("plot.path.derived/speed")
        window.wait(lambda s: len(s["curves"]) == 1, "the curve")
        window.key("ctrl+shift+f")
        window.choose("filters.add.event")
        before = window.wait(lambda s: s["filters"] and not s["busy"], "the filter")
        command = shlex.split(before["link"])
        window.quit()
        os.remove(self.settings_file())
        other = self.open(*command[1:], name="2")
        after = other.wait(lambda s: s["recordings"] and not s["busy"] and s["curves"] and s["filters"],
                           "what the link takes along")
        self.assertEqual([(c["entity"]["id"], c["path"]) for c in after["curves"]], [("24", "derived/speed")])
        self.assertEqual([f["title"] for f in after["filters"]], [f["title"] for f in before["filters"]])

    def test_a_view_that_is_none_is_wrong_usage(self):
        answer = subprocess.run([harness.PROGRAM, harness.SAMPLE, "--view", "{"], capture_output=True,
                                text=True, env=dict(os.environ, DISPLAY=self.display.name, HOME=self.folder))
        self.assertEqual(answer.returncode, 2)
        self.assertIn("--view", answer.stderr)

    def test_a_cut_takes_range_selection_and_notes(self):
        window = self.open_copy("--time", "2.5", "--select", "24")
        self.note(window, "inside")
        window.drag("timeline.ruler", (0.02, 0.5), (0.6, 0.5))
        window.wait(lambda s: "range" in s, "the range")
        window.key("ctrl+k")
        window.wait(lambda s: s["typing"], "the palette")
        window.type("save a cut")
        window.wait(lambda s: s.get("palette", {}).get("done"), "what is found")
        window.key("Return")
        window.wait(lambda s: "save" in s["open_windows"], "the window for saving")
        window.choose("save.save")
        window.place("save.outcome")
        window.settled()
        cut = os.path.join(self.folder, "drive.xrec")
        info = json.loads(subprocess.run([harness.PROGRAM, "info", cut, "--json"], capture_output=True,
                                         text=True, check=True).stdout)
        self.assertLess(info["frames"], window.state()["recordings"][0]["frames"])
        self.assertEqual(info["entities"], 1)
        with open(cut + ".notes.json", encoding="utf8") as file:
            self.assertEqual([n["text"] for n in json.load(file)["notes"]], ["inside"])


if __name__ == "__main__":
    harness.main()

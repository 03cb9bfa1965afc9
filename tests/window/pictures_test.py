"""Pictures and films: how many clicks they take, and that they are what `render` makes of the copied view."""
import os
import shlex
import shutil
import struct
import subprocess
import unittest

import harness


def size_of(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


class Pictures(harness.WindowTest):
    def open_copy(self, *arguments):
        self.copy_of_sample("drive.log")
        window = self.open_indexed(os.path.join(self.folder, "drive.log"), *arguments)
        window.place("timeline.contacts")  # found in the background: their lane takes room of the scene
        window.settled()
        return window

    def saved(self, window):
        """The file that the bar says was saved."""
        said = window.wait(lambda s: s.get("bar", "").startswith("Saved: "), "the picture")["bar"]
        return said.removeprefix("Saved: ")

    def test_a_picture_takes_two_clicks_and_is_what_render_draws(self):
        window = self.open_copy("--time", "2.5", "--select", "24")
        window.drag("scene", (0.4, 0.5), (0.55, 0.6))
        window.move(2, 2)
        before = window.settled()
        window.click("scene.picture")
        window.choose("picture.save_picture")
        path = self.saved(window)
        self.assertEqual(os.path.dirname(path), self.folder)
        width, height = before["places"]["scene"][2:]
        self.assertEqual(size_of(path), (round(width), round(height)))
        command = shlex.split(before["link"])
        again = os.path.join(self.folder, "again.png")
        subprocess.run([harness.PROGRAM, "render", *command[1:], "-o", again], check=True,
                       env=window.environment, capture_output=True)
        with open(path, "rb") as one, open(again, "rb") as other:
            self.assertEqual(one.read(), other.read())

    def test_a_picture_shows_what_the_scene_shows(self):
        window = self.open_copy("--time", "2.5")
        window.move(2, 2)
        place = window.settled()["places"]["scene"]
        shown = window.picture("picture_window")
        window.key("ctrl+shift+p")
        path = self.saved(window)
        # But for what one works it by, at the edges, and for smoother edges of things.
        x, y, width, height = [int(value) for value in place]
        middle = (width // 4, height // 3, width // 2, height // 3)
        cut = os.path.join(self.folder, "cut.png")
        subprocess.run(["convert", shown, "-crop", f"{width}x{height}+{x}+{y}", "+repage", cut], check=True)
        differing = harness.difference(cut, path, *middle)
        self.assertLess(differing, 0.05 * middle[2] * middle[3])
        self.assertGreater(harness.colors(path, *middle), 20)

    def test_sizes_and_backgrounds(self):
        window = self.open_copy("--time", "2.5")
        width, height = window.settled()["places"]["scene"][2:]
        window.key("ctrl+p")
        window.choose("pictures.size.2")
        window.click("pictures.background.none")
        window.click("pictures.scale_bar")
        window.click("pictures.save")
        window.place("pictures.outcome")
        window.settled()
        [name] = [name for name in os.listdir(self.folder) if name.endswith(".png")]
        path = os.path.join(self.folder, name)
        self.assertEqual(size_of(path), (2 * round(width), 2 * round(height)))
        least = subprocess.run(["convert", path, "-alpha", "extract", "-format", "%[fx:minima] %[fx:maxima]",
                                "info:"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(least, "0 1")

    def test_a_picture_of_the_window_is_what_it_shows(self):
        window = self.open_copy("--time", "2.5")
        window.move(2, 2)
        window.settled()
        shown = window.picture("window_shown")
        window.key("ctrl+p")
        window.choose("pictures.window")
        path = self.saved(window)
        self.assertEqual(size_of(path), (1280, 720))
        # Without the status bar, which says how much memory is used by now.
        self.assertEqual(harness.difference(shown, path, 0, 0, 1280, 690), 0)

    def test_nobody_can_be_selected_in_a_picture_but_who_is_there(self):
        window = self.open_copy()
        path = os.path.join(self.folder, "nobody.png")
        said = subprocess.run([harness.PROGRAM, "render", harness.SAMPLE, "--time", "3", "--select", "999", "-o", path],
                              env=window.environment, capture_output=True, text=True)
        self.assertNotEqual(said.returncode, 0)
        self.assertIn('No entity has the id or the name "999"', said.stderr)
        self.assertFalse(os.path.exists(path))

    def film(self, window):
        """From a selected range to the film: three clicks."""
        window.drag("timeline.ruler", (0.1, 0.5), (0.16, 0.5))
        window.wait(lambda s: "range" in s, "the range")
        window.settled()
        window.click("scene.picture")
        window.choose("picture.film")
        window.choose("pictures.write_film")
        window.wait(lambda s: "pictures.outcome" in s["places"] and not s["busy"], "the film")

    def begin_film_of_pictures(self, window):
        """Of all of the recording, which takes a while."""
        window.key("ctrl+p")
        window.choose("pictures.film")
        window.choose("pictures.film.3")
        window.settled()
        window.choose("pictures.write_film")
        window.wait(lambda s: any("drive_0000" in name for name in os.listdir(self.folder)), "some pictures")

    def test_a_film_of_the_range_takes_three_clicks(self):
        if shutil.which("ffmpeg") is None or shutil.which("ffprobe") is None:
            self.skipTest("ffmpeg is not installed: no film is made")
        window = self.open_copy()
        self.film(window)
        path = os.path.join(self.folder, "drive.mp4")
        begin, end = window.state()["range"]
        said = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                               "stream=nb_read_frames,r_frame_rate", "-of", "csv=p=0", path],
                              check=True, capture_output=True, text=True).stdout.strip()
        self.assertEqual(said, f"30/1,{int((end - begin) * 30 + 1e-6) + 1}")

    def test_a_film_that_is_stopped_leaves_nothing(self):
        window = self.open_copy()
        self.begin_film_of_pictures(window)
        window.click("pictures.stop")
        window.wait(lambda s: "pictures.outcome" in s["places"] and not s["busy"], "the end")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith((".drive", "drive"))],
                         ["drive.log"])

    def test_a_film_that_is_written_is_told_and_not_lost_by_quitting_once(self):
        window = self.open_copy()
        self.begin_film_of_pictures(window)
        window.key("Escape")
        window.wait(lambda s: "pictures.stop" not in s["places"], "the window to be closed")
        window.picture("film-goes-on")
        window.key("ctrl+q")
        state = window.wait(lambda s: "Quit once more" in s.get("bar", ""), "a word")
        self.assertRegex(state["bar"], r"^Writing the film: \d+ %\. Quit once more to leave it unfinished\.$")
        self.assertEqual(window.quit(), 0)

    def test_without_ffmpeg_the_command_is_shown(self):
        programs = os.path.join(self.folder, "bin")
        os.mkdir(programs)
        self.copy_of_sample("drive.log")
        wrapper = os.path.join(self.folder, "no_ffmpeg")
        with open(wrapper, "w", encoding="utf8") as file:
            file.write(f'#!/bin/sh\nPATH={shlex.quote(programs)} exec {shlex.quote(harness.PROGRAM)} "$@"\n')
        os.chmod(wrapper, 0o755)
        program, harness.PROGRAM = harness.PROGRAM, wrapper
        try:
            window = self.open(os.path.join(self.folder, "drive.log"))
        finally:
            harness.PROGRAM = program
        window.indexed()
        window.key("ctrl+p")
        # What works here is chosen by itself.
        window.place("pictures.what_needs_ffmpeg")
        self.assertNotIn("pictures.no_ffmpeg", window.settled()["places"])
        window.choose("pictures.write_film")
        window.wait(lambda s: any(name.endswith("_00001.png") for name in os.listdir(self.folder)), "a picture")
        window.click("pictures.stop")
        window.wait(lambda s: "pictures.outcome" in s["places"] and not s["busy"], "the end")
        window.choose("pictures.film")
        window.choose("pictures.film.0")
        window.place("pictures.no_ffmpeg")
        window.place("pictures.copy_command")
        window.settled()
        window.choose("pictures.use_y4m")
        window.wait(lambda s: "pictures.no_ffmpeg" not in s["places"], "the other film")


if __name__ == "__main__":
    harness.main()

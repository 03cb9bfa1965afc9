"""What the window does where something around it is not as it should be."""
import contextlib
import json
import os
import subprocess
import unittest

from harness import PATIENCE, PROGRAM, SAMPLE, TWO_CLIENTS, Display, Window, WindowTest, main


class WithoutDisplay(unittest.TestCase):
    def test_without_a_display_it_says_so(self):
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        ended = subprocess.run([PROGRAM, SAMPLE], env=environment, capture_output=True, text=True,
                               timeout=PATIENCE)
        self.assertEqual(ended.returncode, 3)
        self.assertIn("window", ended.stderr)
        self.assertIn("scrubjay render", ended.stderr)


class LostDisplay(WindowTest):
    def test_settings_are_saved_when_the_display_goes(self):
        display = Display(1280, 720)
        self.addCleanup(display.close)
        window = Window(display, self.folder, SAMPLE)
        self.addCleanup(window.close)
        window.settled()
        path = self.settings_file()
        # Where the machine is slow the window has saved them by itself.
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)
        display.process.kill()
        self.assertEqual(window.process.wait(timeout=PATIENCE), 3)
        self.assertIn("the display is gone", window.said())
        with open(path, encoding="utf8") as file:
            settings = json.load(file)
        self.assertEqual([os.path.realpath(one) for one in settings["recordings"]],
                         [os.path.realpath(SAMPLE)])
        self.assertGreater(settings["window"]["width"], 0)


class OldDriver(WindowTest):
    """Mesa can be told to offer less than it has."""

    def ended(self, *arguments):
        environment = dict(os.environ, DISPLAY=self.display.name, HOME=self.folder,
                           XDG_CONFIG_HOME=os.path.join(self.folder, "config"), LIBGL_ALWAYS_SOFTWARE="1",
                           MESA_GL_VERSION_OVERRIDE="2.1", MESA_GLSL_VERSION_OVERRIDE="120")
        environment.pop("WAYLAND_DISPLAY", None)
        return subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, text=True,
                              timeout=PATIENCE)

    def test_a_driver_below_opengl_3_3_is_told_with_what_it_has(self):
        ended = self.ended(SAMPLE)
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertIn("OpenGL 3.3", ended.stderr)
        self.assertIn("OpenGL 2.1", ended.stderr)
        self.assertIn("scrubjay info", ended.stderr)

    def test_pictures_without_a_window_say_the_same(self):
        picture = os.path.join(self.folder, "scene.png")
        ended = self.ended("render", SAMPLE, "--time", "1", "-o", picture)
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertIn("OpenGL 3.3", ended.stderr)
        self.assertIn("OpenGL 2.1", ended.stderr)
        self.assertFalse(os.path.exists(picture))


class TwoWindows(WindowTest):
    def test_with_the_same_settings_lose_nothing_of_each_other(self):
        one = self.open(SAMPLE, name="-one")
        other = self.open(TWO_CLIENTS, name="-other")
        for window in (one, other):
            window.indexed()
        one.xdotool("windowfocus", "--sync", one.id)
        one.key("shift+Right")
        one.wait(lambda s: s["frames"][0]["frame"] == 10, "ten frames on")
        for window in (one, other):  # the second is asked while the first may still be writing
            window.xdotool("windowfocus", "--sync", window.id)
            window.key("ctrl+q")
        self.assertEqual([window.process.wait(timeout=PATIENCE) for window in (one, other)], [0, 0])
        with open(self.settings_file(), encoding="utf8") as file:
            settings = json.load(file)
        files = {os.path.realpath(SAMPLE), os.path.realpath(TWO_CLIENTS)}
        self.assertEqual({os.path.realpath(recent["path"]) for recent in settings["recent"]}, files)
        self.assertEqual({os.path.realpath(path) for path in settings["recordings"]}, files)


class QuietInput(WindowTest):
    def test_standard_input_that_nothing_comes_through_keeps_the_window_from_nothing(self):
        read, written = os.pipe()
        kept = os.dup(0)
        self.addCleanup(lambda: [os.close(end) for end in (read, written, kept)])
        os.dup2(read, 0)
        try:
            window = self.open("-")
        finally:
            os.dup2(kept, 0)
        self.assertEqual(window.quit(), 0)


class ShrinkingFile(WindowTest):
    def test_a_file_that_becomes_shorter_while_it_is_scrubbed_costs_frames_and_is_told(self):
        path = self.copy_of_sample("shrinking.log", os.path.getsize(SAMPLE))
        window = self.open_indexed(path)
        window.key("space")
        window.wait(lambda s: s["playing"], "it to play")
        os.truncate(path, os.path.getsize(path) // 3)
        for key in ("End", "Home", "End", "shift+Left", "shift+Left", "Home"):
            window.key(key)
        window.wait(lambda s: s["recordings"][0]["file_change"] == "truncated", "the loss to be told")
        window.key("Home")
        first = window.wait(lambda s: s["frames"] and s["frames"][0]["frame"] == 0, "the first frame")
        self.assertGreater(first["frames"][0]["entities"], 0)
        window.picture("file_became_shorter")
        self.assertEqual(window.quit(), 0)


class Problems(WindowTest):
    def test_the_window_lists_what_the_command_line_prints(self):
        path = self.copy_of_sample("cut.log", os.path.getsize(SAMPLE) * 2 // 3)
        printed = subprocess.run([PROGRAM, "info", "--json", path], capture_output=True, text=True,
                                 timeout=PATIENCE)
        problems = json.loads(printed.stdout)["problems"]
        self.assertTrue(problems)
        window = self.open(path)
        state = window.indexed()
        self.assertEqual(window.settled()["listed_problems"], problems)
        self.assertEqual(state["recordings"][0]["problems"], len(problems))


if __name__ == "__main__":
    main()

"""A real Scrubjay window under a display of its own, with hands: xdotool for mouse and keys, a real XDND
source for drops, ImageMagick for pictures. What the window shows is read from its title and from the
state that it writes on request (--state-file)."""
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("SCRUBJAY", "scrubjay")
# With Xlib, by which files are dropped.
PYTHON = os.environ.get("SCRUBJAY_PYTHON", "python3")
SAMPLE = os.environ.get("SCRUBJAY_SAMPLE", "assets/sample.log")
SHARED_DATA = os.environ.get("SCRUBJAY_SHARED_DATA", "")
MAKE_RECORDING = os.environ.get("SCRUBJAY_MAKE_RECORDING",
                                os.path.join(os.path.dirname(PROGRAM), "assets", "make_recording"))
TWO_CLIENTS = os.path.join(os.path.dirname(SAMPLE), "sample.fbf")
PICTURES = os.path.join(os.environ.get("SCRUBJAY_ARTEFACTS", "artefacts"), "pictures")
HERE = os.path.dirname(os.path.abspath(__file__))
# Generous, so that a slow or sanitized build passes: waiting ends as soon as the state is as expected.
PATIENCE = float(os.environ.get("SCRUBJAY_WINDOW_PATIENCE", "60"))


def missing_tools():
    """Names of programs that these tests need and that are not here."""
    return [tool for tool in ("Xvfb", "xdotool", "import", "convert") if shutil.which(tool) is None]


@functools.cache
def has_xlib():
    """What drops files can be run."""
    return subprocess.run([PYTHON, "-c", "import Xlib"], check=False, capture_output=True).returncode == 0


class Display:
    """An X server without a screen, on the first free number."""

    def __init__(self, width, height):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = ":" + number

    def close(self):
        self.process.terminate()
        self.process.wait()


class Window:
    """A running Scrubjay. Use `wait` before looking at what an action did."""

    def __init__(self, display, folder, *arguments, name=""):
        """`name` tells windows of one folder apart, which share their settings."""
        self.display = display
        self.folder = folder
        self.state_path = os.path.join(folder, f"state{name}.json")
        if os.path.exists(self.state_path):
            os.remove(self.state_path)
        self.environment = dict(os.environ, DISPLAY=display.name, HOME=folder,
                                XDG_CONFIG_HOME=os.path.join(folder, "config"),
                                LIBGL_ALWAYS_SOFTWARE="1")
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.log = open(os.path.join(folder, f"log{name}.txt"), "ab")
        self.process = subprocess.Popen([PROGRAM, *arguments, "--state-file", self.state_path],
                                        env=self.environment, stdout=self.log, stderr=self.log)
        self.wait(lambda state: True, "the first picture")
        self.id = self.xdotool("search", "--sync", "--onlyvisible", "--all", "--pid", str(self.process.pid),
                               "--class", "scrubjay").split()[0]
        self.xdotool("windowfocus", "--sync", self.id)

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()
        self.log.close()

    def quit(self):
        """Ends it as a user would, so that settings are saved. Returns the exit status."""
        self.key("ctrl+q")
        return self.process.wait(timeout=PATIENCE)

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=PATIENCE).stdout

    # What it shows.

    def state(self):
        with open(self.state_path, encoding="utf8") as file:
            return json.load(file)

    def wait(self, holds, what):
        """The first state for which `holds` is true."""
        end = time.monotonic() + PATIENCE
        state = None
        unread = ""
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the window ended with {self.process.returncode} while waiting for "
                                     f"{what}:\n{self.said()}")
            try:
                state = self.state()
                unread = ""
                if holds(state):
                    return state
            except (FileNotFoundError, json.JSONDecodeError) as error:
                unread = f" (it cannot be read any more: {error})"
            time.sleep(0.02)
        places = ", ".join(state["places"]) if state else ""
        raise AssertionError(f"waited {PATIENCE} s in vain for {what}; the state{unread} is "
                             f"{json.dumps(state)[:3000]}; places: {places[:3000]}")

    def settled(self):
        """The state once nothing is being read, indexed or computed any more."""
        return self.wait(lambda state: not state["busy"], "the window to come to rest")

    def indexed(self, count=None):
        """The state once all recordings that are open, `count` where that is said, are read and all is at rest."""
        def are_read(state):
            is_open = len(state["recordings"]) == count if count else state["recordings"]
            return is_open and all(one["index"] == "done" for one in state["recordings"])

        self.wait(are_read, "the recordings to be read")
        return self.settled()

    def said(self):
        with open(self.log.name, encoding="utf8", errors="replace") as file:
            return file.read()[-4000:]

    def title(self):
        return self.xdotool("getwindowname", self.id).rstrip("\n")

    def picture(self, name):
        """Keeps a picture of the window among the build's artefacts. Returns its path."""
        os.makedirs(PICTURES, exist_ok=True)
        path = os.path.join(PICTURES, name + ".png")
        subprocess.run(["import", "-window", self.id, path], env=self.environment, check=True,
                       timeout=PATIENCE)
        return path

    # What a user does. Each returns once the window has answered.

    def place(self, name):
        """Left, top, width and height of a named place of the window."""
        return self.wait(lambda state: name in state["places"], f"{name} to be shown")["places"][name]

    def point(self, name, across=0.5, down=0.5):
        x, y, width, height = self.place(name)
        return int(x + width * across), int(y + height * down)

    def answered(self, arrived):
        """Waits until the input has arrived and two more pictures were drawn: Dear ImGui answers a press in
        the picture after it, and what that changed shows in the next. Goes on in any case: whoever waits
        for an effect says what is missing."""
        end = time.monotonic() + PATIENCE / 4
        pictures = None
        while time.monotonic() < end and self.process.poll() is None:
            try:
                state = self.state()
                if pictures is None and arrived(state["input"]):
                    pictures = state["pictures"]
                if pictures is not None and (state["pictures"] >= pictures + 2 or not state["busy"]):
                    return
            except (FileNotFoundError, json.JSONDecodeError):
                pass
            time.sleep(0.01)

    def act(self, kind, count, *arguments):
        """Runs xdotool, which lets `count` events of a kind arrive."""
        before = self.wait(lambda state: True, "the state")["input"][kind]
        self.xdotool(*arguments)
        self.answered(lambda seen: seen[kind] >= before + count)

    def move(self, x, y):
        self.xdotool("mousemove", "--window", self.id, str(x), str(y))
        self.answered(lambda seen: seen["mouse"] == [x, y])

    def press(self, button=1):
        self.act("buttons", 1, "mousedown", str(button))

    def release(self, button=1):
        self.act("buttons", 1, "mouseup", str(button))

    def click_at(self, x, y, button=1):
        self.move(x, y)
        self.press(button)
        self.release(button)

    def click(self, name, across=0.5, down=0.5, button=1):
        self.click_at(*self.point(name, across, down), button)

    def choose(self, name):
        """Clicks what has just opened: a menu takes its place and size in its second picture."""
        self.place(name)
        self.settled()
        self.click(name)

    def double_click(self, name, across=0.5, down=0.5):
        self.move(*self.point(name, across, down))
        # One process for both, so that a busy machine does not tear them apart.
        self.act("buttons", 4, "click", "--repeat", "2", "--delay", "150", "1")

    def drag(self, name, begin, end, button=1):
        """From one point of a place to another, both as shares (across, down), in small steps."""
        self.move(*self.point(name, *begin))
        self.press(button)
        steps = 8
        for step in range(1, steps + 1):
            share = step / steps
            self.move(*self.point(name, begin[0] + (end[0] - begin[0]) * share,
                                  begin[1] + (end[1] - begin[1]) * share))
        self.release(button)

    def wheel(self, name, clicks, across=0.5, down=0.5):
        """Positive: away from the user."""
        self.move(*self.point(name, across, down))
        for _ in range(abs(clicks)):
            self.act("wheel", 1, "click", "4" if clicks > 0 else "5")

    def key(self, *names):
        for name in names:
            self.act("keys", name.count("+") + 1, "key", "--clearmodifiers", name)

    def type(self, text):
        self.act("characters", len(text), "type", "--delay", "40", text)

    def keys_at_once(self, *names):
        """As fast as keys can be: none of them is waited for."""
        self.xdotool("key", "--delay", "0", *names)

    def drop(self, *files):
        """Drags files onto the window as a file manager would, and waits until it has taken them."""
        if not has_xlib():
            raise unittest.SkipTest("not installed: Xlib of Python")
        subprocess.run([PYTHON, os.path.join(HERE, "xdnd_source.py"),
                        self.id, *files], env=self.environment, check=True, capture_output=True,
                       timeout=PATIENCE)


def main():
    """Runs the tests of the program that calls this, and ends with the status that ctest expects."""
    sys.argv[0] = os.path.basename(sys.argv[0]).removesuffix(".py")
    result = unittest.main(exit=False, verbosity=2).result
    if not result.wasSuccessful():
        sys.exit(1)
    # What ctest takes as skipped.
    sys.exit(77 if result.testsRun and len(result.skipped) == result.testsRun else 0)


def colors(picture, left, top, width, height):
    """How many different colours a part of a picture has."""
    answer = subprocess.run(
        ["convert", picture, "-crop", f"{int(width)}x{int(height)}+{int(left)}+{int(top)}", "+repage",
         "-format", "%k", "info:"], check=True, capture_output=True, text=True)
    return int(answer.stdout)


def difference(one, other, left, top, width, height):
    """In how many pixels two pictures differ within a part of them."""
    crop = ["-crop", f"{int(width)}x{int(height)}+{int(left)}+{int(top)}", "+repage"]
    answer = subprocess.run(
        ["convert", "(", one, *crop, ")", "(", other, *crop, ")", "-compose", "difference", "-composite",
         "-separate", "-evaluate-sequence", "max", "-threshold", "4%", "-format", "%[fx:mean*w*h]", "info:"],
        check=True, capture_output=True, text=True)
    return round(float(answer.stdout))


class WindowTest(unittest.TestCase):
    """A display and a folder of its own for each test; `self.open(...)` starts the program."""

    SCREEN = (1280, 720)

    def setUp(self):
        tools = missing_tools()
        if tools:
            self.skipTest("not installed: " + ", ".join(tools))
        self.folder = tempfile.mkdtemp(prefix="scrubjay-window-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.display = Display(*self.SCREEN)
        self.addCleanup(self.display.close)

    def settings_file(self):
        return os.path.join(self.folder, "config", "scrubjay", "window.json")

    def write_settings(self, **settings):
        """As an earlier run has left them."""
        os.makedirs(os.path.dirname(self.settings_file()), exist_ok=True)
        with open(self.settings_file(), "w", encoding="utf8") as file:
            json.dump({"version": 1, **settings}, file)

    def open(self, *arguments, name=""):
        window = Window(self.display, self.folder, *arguments, name=name)
        self.addCleanup(window.close)
        return window

    def open_indexed(self, *arguments, name=""):
        """The window with recordings that are read, at rest."""
        window = self.open(*arguments, name=name)
        window.indexed()
        return window

    def open_sample(self, *arguments):
        """The window with the sample, at rest. Once contacts are found, they get a lane, and the ruler moves."""
        window = self.open_indexed(SAMPLE, *arguments)
        window.wait(lambda s: not s["looking_for_contacts"], "the contacts")
        window.settled()
        return window

    def run_json(self, *arguments):
        """What the program prints."""
        return json.loads(subprocess.run([PROGRAM, *arguments, "--json"], check=True, capture_output=True).stdout)

    def copy_of_sample(self, name, bytes_kept=None):
        with open(SAMPLE, "rb") as file:
            content = file.read()
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if bytes_kept is None else content[:bytes_kept])
        return path

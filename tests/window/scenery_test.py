"""Cameras that ride along, and what lies under a recording, in the real window."""
import filecmp
import json
import math
import os
import shlex
import shutil
import subprocess

from harness import PROGRAM, SAMPLE, SHARED_DATA, WindowTest, main

CAR = "37"


class Camera(WindowTest):
    def ride(self, key):
        window = self.open_sample("--time", "12", "--select", CAR)
        window.wait(lambda s: s["recordings"] and s["recordings"][0]["index"] == "done" and s["selected"], "the car")
        window.move(3, 3)
        window.settled()
        window.key(key)
        window.settled()
        return window

    def test_behind_the_car_it_turns_with_it(self):
        window = self.ride("3")
        before = window.state()
        self.assertEqual(before["ride"], "chase")
        window.picture("chase")
        window.key("shift+Right", "shift+Right", "shift+Right")
        after = window.settled()
        moved = math.dist(before["camera"]["target"], after["camera"]["target"])
        self.assertGreater(moved, 1)
        self.assertAlmostEqual(before["camera"]["pitch"], after["camera"]["pitch"], 6)
        self.assertAlmostEqual(before["camera"]["distance"], after["camera"]["distance"], 6)
        # Back at the same moment it looks the same: nothing lags behind.
        window.key("shift+Left", "shift+Left", "shift+Left")
        again = window.settled()
        self.assertEqual(before["camera"], again["camera"])
        # What is turned by hand stays turned.
        window.drag("scene", (0.5, 0.5), (0.6, 0.5))
        turned = window.settled()["camera"]["yaw"] - again["camera"]["yaw"]
        self.assertGreater(abs(turned), 0.05)
        window.key("shift+Right", "shift+Right", "shift+Right")
        there = window.settled()
        self.assertAlmostEqual(math.sin(there["camera"]["yaw"] - after["camera"]["yaw"]), math.sin(turned), 3)

    def test_it_looks_the_same_when_it_is_opened_again(self):
        # At the first frame the car looks elsewhere, and that is shown before the moment that was kept.
        path = self.copy_of_sample("kept.log")
        for round in range(3):
            window = self.open_indexed(path, *(["--time", "23.05", "--select", "35"] if round == 0 else []), name=str(round))
            window.move(3, 3)
            if round == 0:
                window.wait(lambda s: s["selected"], "the car")
                window.settled()
                window.key("3")
            state = window.wait(lambda s: s["ride"] == "chase" and abs(s["time"] - 23.05) < 0.01, "the ride")
            window.settled()
            camera = window.settled()["camera"]
            if round == 0:
                kept = camera
            for name in ("yaw", "pitch", "distance"):
                self.assertAlmostEqual(camera[name], kept[name], 4)
            self.assertLess(math.dist(camera["target"], kept["target"]), 1e-3)
            self.assertEqual(window.quit(), 0)

    def test_as_recorded_goes_before_what_was_chosen(self):
        path = self.copy_of_sample("kept.log")
        for place, (chosen, shown) in enumerate([("ros", "ros"), ("", "ros"), ("source", "source"), ("", "source")]):
            window = self.open(path, *(["--coordinates", chosen] if chosen else []), name=str(place))
            state = window.indexed()
            self.assertEqual(window.settled()["coordinates"], shown)
            self.assertEqual(window.quit(), 0)

    def test_from_the_drivers_seat_the_car_itself_is_not_seen(self):
        window = self.ride("4")
        state = window.state()
        self.assertEqual(state["ride"], "driver")
        drawn = state["drawn"]
        window.picture("driver")
        window.key("1")
        state = window.settled()
        self.assertEqual(state["ride"], "")
        self.assertEqual(state["drawn"], drawn + 1)

    def test_from_above_the_heading_is_up(self):
        window = self.ride("5")
        state = window.state()
        self.assertEqual(state["ride"], "above")
        self.assertAlmostEqual(state["camera"]["pitch"], -math.pi / 2, 5)
        window.picture("above")

    def test_each_is_in_the_menu_and_the_last_one_is_remembered(self):
        window = self.ride("1")
        for ride in ("beside", "chase", "driver", "above"):
            window.click("scene.camera")
            window.choose("camera." + ride)
            self.assertEqual(window.settled()["ride"], ride)
        camera = window.state()["camera"]
        window.quit()
        window = self.open_sample()
        state = window.wait(lambda s: s["recordings"] and s["ride"] == "above", "the ride")
        state = window.settled()
        self.assertAlmostEqual(state["camera"]["distance"], camera["distance"], 3)


class Roads(WindowTest):
    """One road under all of the sample's town, a hundred times as wide as usual."""

    ROAD = """<OpenDRIVE><header revMajor="1" revMinor="7"/><road id="r1" length="2000" junction="-1"><planView>
        <geometry s="0" x="-1000" y="-3" hdg="0" length="2000"><line/></geometry></planView><lanes><laneSection s="0">
        <left><lane id="1" type="driving"><width sOffset="0" a="350" b="0" c="0" d="0"/></lane></left>
        <center><lane id="0" type="none"/></center>
        <right><lane id="-1" type="shoulder"><width sOffset="0" a="350" b="0" c="0" d="0"/></lane></right>
        </laneSection></lanes></road></OpenDRIVE>"""

    def setUp(self):
        super().setUp()
        self.road = os.path.join(self.folder, "wide.xodr")
        with open(self.road, "w", encoding="utf8") as file:
            file.write(self.ROAD)

    def series(self, name, *place):
        """Time and values of one as the command line prints them."""
        said = subprocess.run([PROGRAM, "series", SAMPLE, "--entity", CAR, "--property", "road/" + name,
                               *(place or ("--scenery", self.road)), "--json"], check=True, capture_output=True)
        return json.loads(said.stdout)

    def at(self, series, state):
        return series["value"][series["frame"].index(state["frames"][0]["frame"])]

    def on_road(self, *options):
        window = self.open_sample("--time", "12", "--select", CAR, *options)
        self.assertIsNone(window.settled()["road"])
        window.drop(self.road)
        state = window.wait(lambda s: s["road"] and "speed_along" in s["road"] and not s["busy"], "its road")
        return window, state

    def test_what_follows_from_roads_is_among_the_properties(self):
        window, state = self.on_road()
        road = state["road"]
        self.assertEqual(road["derived_from"], "wide.xodr")
        self.assertEqual(road["road"], "r1")
        for name in ("s", "t", "lane", "lane_type", "heading_error", "speed_along", "distance"):
            self.assertEqual(road[name], self.at(self.series(name), state), name)
        # At another moment, and where the roads lie elsewhere, they are others.
        window.move(3, 3)
        window.key("shift+Right")
        state = window.wait(lambda s: s["road"] and s["road"]["s"] != road["s"] and not s["busy"], "the next moment")
        self.assertEqual(state["road"]["s"], self.at(self.series("s"), state))
        window.click("properties.search")
        window.type("road/")
        window.wait(lambda s: s["property_search"] == "road/" and not s["busy"], "the search")
        window.settled()
        window.picture("road_rows")
        window.click("scene.layers")
        window.choose("scenery.how_it_lies")
        window.settled()
        before = window.state()["road"]
        window.drag("scenery.heading", (0.5, 0.5), (0.55, 0.5))
        state = window.wait(lambda s: s["road"] != before, "other values")
        turned = state["scenery"][0]["heading"]
        self.assertNotEqual(turned, 0)
        expected = math.remainder(before["heading_error"] - turned, 2 * math.pi)
        self.assertEqual(state["road"]["lane"], before["lane"])
        self.assertAlmostEqual(state["road"]["heading_error"], expected, 6)
        window.click("scenery.close")
        window.wait(lambda s: s["scenery"] == [] and s["road"] is None, "none without roads")

    def test_they_lie_as_their_file_says_where_that_is_wanted(self):
        with open(self.road, "w", encoding="utf8") as file:
            file.write(self.ROAD.replace('revMinor="7"/>', 'revMinor="7"><offset x="40" y="-2" z="0" hdg="0"/></header>'))
        window, state = self.on_road("--coordinates", "ros")
        before = state["road"]
        window.click("scene.layers")
        window.choose("scenery.how_it_lies")
        window.wait(lambda s: "scenery.stated" in s["places"], "the button")
        window.settled()
        window.picture("road_stated")
        window.click("scenery.stated")
        state = window.wait(lambda s: s["road"] != before and "scenery.stated" not in s["places"], "other values")
        self.assertAlmostEqual(state["road"]["s"], before["s"] - 40, 6)
        self.assertAlmostEqual(state["road"]["t"], before["t"] + 2, 6)
        # The palette finds them.
        window.settled()
        window.key("Escape", "ctrl+k")
        window.type("road/heading")
        window.wait(lambda s: s.get("palette") and s["palette"]["rows"]
                    and s["palette"]["rows"][0]["text"].startswith("road/heading_error  "), "the property")
        # A command asks of the same roads in the same place, in the same coordinates.
        window.key("Escape")
        window.wait(lambda s: not s.get("palette"), "the palette to close")
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" in s and s["ask"]["knows"] and s["ask"]["typing"], "the window")
        sql = f'select max("road/s"), max(x) from state where entity = {CAR}'
        window.type(sql)
        window.wait(lambda s: s["ask"]["text"] == sql, "the text")
        window.key("ctrl+Return")
        answer = window.wait(lambda s: s["ask"].get("asked") == sql and not s["ask"]["running"] and "end" in s["ask"],
                             "the answer")["ask"]["first_rows"]
        window.click("ask.command")
        window.settled()
        window.click("ask.sql")
        window.key("ctrl+a", "ctrl+v")
        words = shlex.split(window.wait(lambda s: s["ask"]["text"].startswith("scrubjay"), "the command")["ask"]["text"])
        self.assertEqual(words[words.index("--scenery-at") + 1], "40,-2,0,0")
        self.assertEqual(words[words.index("--coordinates") + 1], "ros")
        said = subprocess.run([PROGRAM, *words[1:]], check=True, capture_output=True, text=True).stdout
        for told, shown in zip(said.splitlines()[1].split(","), answer[0], strict=True):
            self.assertAlmostEqual(float(told), float(shown), 4)

    def test_they_lie_as_the_command_line_says(self):
        place = ("--scenery", self.road, "--scenery-at", "30,-2,0,180")
        window = self.open_sample("--time", "12", "--select", CAR, *place)
        state = window.wait(lambda s: s["road"] and "speed_along" in s["road"] and not s["busy"], "its road")
        # In the axes of the scene: x to the right, y forward.
        self.assertEqual(state["scenery"][0]["offset"], [2, 30, 0])
        self.assertAlmostEqual(state["scenery"][0]["heading"], math.pi, 6)
        self.assertAlmostEqual(state["road"]["s"], self.at(self.series("s", *place), state), 6)
        window.close()

        # Its header says nothing of it, which is told, and it lies as last time.
        window = self.open_sample("--scenery", self.road, "--scenery-at", "stated")
        failure = window.wait(lambda s: s["failures"] and s["scenery"], "the notice")["failures"][0]
        self.assertIn("does not say where", json.dumps(failure))
        self.assertEqual(window.state()["scenery"][0]["offset"], [2, 30, 0])

        pictures = []
        for at in ("0,0,0", "30,-2,0,180"):
            pictures.append(os.path.join(self.folder, f"{len(pictures)}.png"))
            subprocess.run([PROGRAM, "render", SAMPLE, "--time", "12", "--size", "320x200", "--scenery", self.road,
                            "--scenery-at", at, "-o", pictures[-1]], check=True, capture_output=True)
        self.assertFalse(filecmp.cmp(*pictures, shallow=False))

    def test_they_are_plotted_and_asked_like_others(self):
        window, _ = self.on_road()
        window.move(3, 3)
        window.key("p")
        window.wait(lambda s: "plot.path.road/s" in s["places"], "the choice")
        window.settled()
        window.picture("road_choice")
        window.click("plot.path.road/s")
        state = window.wait(lambda s: len(s["curves"]) == 1 and not s["busy"] and s["curves"][0]["samples"] > 0
                            and s["curves"][0]["looked_at"] == s["recordings"][0]["frames"], "the curve")
        series = self.series("s")
        curve = state["curves"][0]
        self.assertEqual((curve["path"], curve["unit"]), ("road/s", "m"))
        self.assertEqual(curve["range"], [min(series["value"]), max(series["value"])])
        self.assertEqual(curve["value"], [self.at(series, state)])
        window.picture("road_curve")
        window.key("ctrl+shift+k")
        window.wait(lambda s: "ask" in s and s["ask"]["knows"] and s["ask"]["typing"], "the window")
        sql = 'select distinct "road/road" from state where "road/lane" is not null'
        window.type(sql)
        window.wait(lambda s: s["ask"]["text"] == sql, "the text")
        window.key("ctrl+Return")
        state = window.wait(lambda s: s["ask"].get("asked") == sql and not s["ask"]["running"] and "end" in s["ask"],
                            "the answer")
        self.assertEqual((state["ask"]["end"], state["ask"]["first_rows"]), ("done", [["r1"]]))
        window.picture("road_ask")


class Scenery(WindowTest):
    LEVEL = os.path.join(os.path.dirname(SAMPLE), "sample_level.glb")
    COURTYARD = os.path.join(os.path.dirname(SAMPLE), "sample.fbf")

    def shown(self, window, file="sample_level.glb"):
        window.wait(lambda s: [one["file"] for one in s["scenery"]] == [file] and s["scenery_triangles"] > 0
                    and not s["scenery"][0]["reading"], "the level")
        return window.settled()

    def subfolder(self, name):
        path = os.path.join(self.folder, name)
        os.makedirs(path, exist_ok=True)
        return path

    def test_a_level_is_dropped_after_the_recording_before_it_and_with_it(self):
        window = self.open(self.COURTYARD)
        window.indexed(1)
        self.assertEqual(window.state()["scenery"], [])
        window.drop(self.LEVEL)
        state = self.shown(window)
        self.assertEqual(len(state["recordings"]), 1)
        self.assertEqual(state["scenery"][0]["format"], "gltf")
        window.picture("level_dark")
        window.close()

        window = self.open(name="before")
        window.drop(self.LEVEL)
        window.wait(lambda s: s["scenery"] and not s["scenery"][0]["reading"], "the level")
        window.drop(self.COURTYARD)
        window.indexed(1)
        self.shown(window)
        window.close()

        window = self.open(name="with")
        window.drop(self.COURTYARD, self.LEVEL)
        window.indexed(1)
        self.shown(window)

    def test_a_level_called_like_the_map_and_beside_the_recording_comes_by_itself(self):
        folder = self.subfolder("beside")
        shutil.copy(SAMPLE, os.path.join(folder, "drive.log"))
        shutil.copy(self.LEVEL, os.path.join(folder, "Jaytown.glb"))
        window = self.open(os.path.join(folder, "drive.log"))
        window.indexed(1)
        self.shown(window, "Jaytown.glb")
        # It was there from the begin: nothing to undo.
        window.key("ctrl+z")
        self.shown(window, "Jaytown.glb")

    def test_one_in_a_map_folder_is_asked_for_once(self):
        maps = self.subfolder("maps")
        shutil.copy(self.LEVEL, os.path.join(maps, "Jaytown.glb"))
        shutil.copy(self.LEVEL, os.path.join(maps, "other.glb"))
        window = self.open_sample()
        window.indexed(1)
        # A folder from which scenery is opened is a map folder.
        window.drop(os.path.join(maps, "other.glb"))
        self.shown(window, "other.glb")
        window.wait(lambda s: s.get("bar") == "other.glb is read as scenery; the recording's map is Jaytown.", "a word")
        window.quit()
        window = self.open(self.copy_of_sample("second.log"))
        window.indexed(1)
        window.wait(lambda s: "bar.use_map" in s["places"], "the question")
        window.picture("use_map")
        self.assertEqual(window.state()["scenery"], [])
        window.click("bar.use_map")
        self.shown(window, "Jaytown.glb")
        window.quit()
        window = self.open(self.copy_of_sample("third.log"))
        window.indexed(1)
        self.shown(window, "Jaytown.glb")
        self.assertNotIn("bar.use_map", window.state()["places"])

    def test_one_that_was_dropped_is_not_asked_for_again(self):
        maps = self.subfolder("maps")
        path = shutil.copy(self.LEVEL, os.path.join(maps, "Jaytown.glb"))
        copy = self.copy_of_sample("second.log")
        window = self.open(copy)
        window.indexed(1)
        window.drop(path)
        self.shown(window, "Jaytown.glb")
        window.settled()
        window.quit()
        window = self.open(copy)
        window.indexed(1)
        self.shown(window, "Jaytown.glb")
        window.settled()
        self.assertNotIn("bar.use_map", window.state()["places"])

    def test_it_can_be_switched_off_placed_closed_and_brought_back(self):
        window = self.open(self.COURTYARD, "--scenery", self.LEVEL)
        window.indexed(1)
        self.shown(window)
        window.click("scene.layers")
        window.choose("scenery.level")
        window.wait(lambda s: s["scenery_triangles"] == 0, "no level")
        window.key("Escape")
        window.click("scene.layers")
        window.choose("scenery.level")
        self.shown(window)
        window.key("Escape")
        window.click("scene.layers")
        window.choose("scenery.how_it_lies")
        window.settled()
        window.picture("scenery_window")
        window.click("scenery.axes")
        window.choose("scenery.axes.unreal")
        state = window.wait(lambda s: s["scenery"][0]["coordinates"] == "unreal", "the axes")
        window.drag("scenery.heading", (0.5, 0.5), (0.8, 0.5))
        state = window.settled()
        self.assertNotEqual(state["scenery"][0]["heading"], 0)
        window.quit()

        # How it lies is remembered for the file.
        window = self.open(self.COURTYARD, name="again")
        window.indexed(1)
        self.shown(window)
        self.assertEqual(window.state()["scenery"][0]["coordinates"], "unreal")
        self.assertEqual(window.state()["scenery"][0]["heading"], state["scenery"][0]["heading"])
        window.key("ctrl+k")
        window.type("Scenery…")
        window.settled()
        window.key("Return")
        window.wait(lambda s: "scenery.reset" in s["places"], "the window")
        window.click("scenery.reset")
        state = window.wait(lambda s: s["scenery"][0]["heading"] == 0, "as the file says")
        self.assertNotEqual(state["scenery"][0]["coordinates"], "unreal")
        window.settled()
        window.click("scenery.close")
        window.wait(lambda s: s["scenery"] == [], "it to be closed")
        window.settled()
        window.key("Escape", "ctrl+z")
        self.shown(window)

    def test_a_damaged_file_is_told_and_the_recording_stays(self):
        broken = os.path.join(self.subfolder("broken"), "broken.glb")
        with open(self.LEVEL, "rb") as whole, open(broken, "wb") as cut:
            cut.write(whole.read()[:200])
        window = self.open(self.COURTYARD)
        window.indexed(1)
        window.drop(broken)
        state = window.wait(lambda s: s["failures"], "the notice")
        self.assertEqual(state["scenery"], [])
        self.assertEqual(len(state["recordings"]), 1)
        window.settled()
        window.picture("broken_scenery")


if __name__ == "__main__":
    main()

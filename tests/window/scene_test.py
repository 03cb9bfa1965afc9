"""What the scene shows by itself, and what a user can ask it for, in the real window."""
import os
import subprocess

from harness import PROGRAM, SAMPLE, SHARED_DATA, TWO_CLIENTS, WindowTest, main

ASSETS = os.path.dirname(SAMPLE)
SAMPLES = ["sample.log", "sample.fbf", "sample.xrec", "sample.ndjson", "sample_saved.fbf"]
MOST_LABELS = 25
LEAST_GLYPH = 10


class SceneTest(WindowTest):
    def open_files(self, *arguments):
        window = self.open_indexed(*arguments)
        window.move(3, 3)
        window.settled()
        return window

    def choose_layer(self, window, place):
        window.click("scene.layers")
        window.choose(place)
        window.settled()


class FirstLook(SceneTest):
    def look(self, *arguments):
        """Opens, and checks the first picture. Returns the window and what it says of the scene."""
        window = self.open_files(*arguments)
        scene = window.state()["scene"]
        self.assertLessEqual(scene["labels"], MOST_LABELS)
        self.assertEqual(scene["label_overlaps"], 0)
        self.assertEqual(scene["labels_cut"], 0)
        self.assertEqual(scene["overlay_overlaps"], 0)
        self.assertGreaterEqual(scene["moving_in_view"], scene["moving"] - scene["left_out"])
        self.assertGreaterEqual(scene["share"], 0.7)
        self.assertLessEqual(scene["share"], 2)
        if scene["least_glyph"]:
            self.assertGreaterEqual(scene["least_glyph"], LEAST_GLYPH - 0.01)
        self.assertEqual(scene["resolution"], 1)
        return window, scene

    def test_of_each_sample_what_moves_is_in_view_and_named_legibly(self):
        for sample in SAMPLES:
            with self.subTest(sample):
                window, _ = self.look(os.path.join(ASSETS, sample))
                window.close()

    def test_of_each_real_recording_what_moves_is_in_view_and_named_legibly(self):
        found = [os.path.join(folder, name) for folder, _, names in os.walk(SHARED_DATA) for name in sorted(names)
                 if name.endswith((".log", ".xrec", ".har", ".colycap"))
                 or name in ("ExampleFrameData.txt", "world_wrapped.ndjson")]
        if not found:
            self.skipTest("the recordings are not here")
        looked_at = 0
        for path in sorted(found):
            with self.subTest(path):
                window = self.open_files(path)
                scene = window.state()["scene"]
                window.close()
                if scene["moving"] == 0:
                    continue  # nothing to look at is no fault of the look
                looked_at += 1
                self.assertLessEqual(scene["labels"], MOST_LABELS)
                self.assertEqual((scene["label_overlaps"], scene["labels_cut"]), (0, 0))
                self.assertGreaterEqual(scene["moving_in_view"], scene["moving"] - scene["left_out"])
                self.assertGreaterEqual(scene["share"], 0.7)
                self.assertGreaterEqual(scene["least_glyph"], LEAST_GLYPH - 0.01)
        self.assertGreater(looked_at, 10)

    def test_in_a_small_picture_axes_and_notes_keep_apart(self):
        # In coordinates whose name is long, with a client that has not begun.
        window = self.open_files(os.path.join(ASSETS, "sample.fbf"), "--coordinates",
                                 "right=+x,up=+z,forward=-y,metres=1")
        self.assertEqual(window.state()["scene"]["overlay_overlaps"], 0)
        for _ in range(10):
            if window.state()["scale"] >= 2:
                break
            window.key("ctrl+plus")
        window.wait(lambda s: s["scale"] >= 2, "large text")
        scene = window.settled()["scene"]
        self.assertEqual((scene["overlay_overlaps"], scene["label_overlaps"], scene["labels_cut"]), (0, 0, 0))
        window.picture("small_scene")

    def test_who_aims_at_whom_is_two_clicks(self):
        window = self.open_files(os.path.join(ASSETS, "sample.fbf"), "--time", "2")
        self.assertEqual(window.state()["scene"]["references"], 0)
        self.choose_layer(window, "layer.References.all")
        state = window.wait(lambda s: s["scene"]["references"] > 0, "the arrows")
        self.assertEqual(state["layers"]["References"], "all")
        window.key("Escape")
        window.settled()
        window.picture("references")

    def test_later_moments_are_in_view_as_well(self):
        window = self.open_files(SAMPLE, "--time", "12")
        scene = window.state()["scene"]
        self.assertGreater(scene["moving"], 1)
        self.assertGreaterEqual(scene["moving_in_view"], scene["moving"] - scene["left_out"])

    def test_a_car_that_moves_less_than_it_is_long_is_seen_from_outside(self):
        # It is 4.5 m long, and goes 0.6 m.
        part = os.path.join(self.folder, "part.log")
        subprocess.run([PROGRAM, "convert", SAMPLE, "-o", part, "--entity", "37", "--from", "5", "--to-time", "5.2",
                        "--quiet"], check=True)
        window, scene = self.look(part)
        self.assertEqual((scene["moving"], scene["moving_in_view"]), (1, 1))
        self.assertGreater(window.state()["camera"]["distance"], 4.5)
        window.picture("one_car")

    def test_two_recordings_are_both_looked_at(self):
        self.look(SAMPLE, os.path.join(ASSETS, "sample.ndjson"))

    def test_the_car_among_signs_and_lights_is_what_one_sees(self):
        log = os.path.join(SHARED_DATA, "carla", "DistanceToLaneCenter.log")
        if not os.path.exists(log):
            self.skipTest("the recording is not here")
        window, scene = self.look(log, "--time", "10")
        self.assertGreaterEqual(scene["moving"], 1)
        self.assertEqual(scene["moving_in_view"], scene["moving"])


class Isolated(SceneTest):
    SCREEN = (1920, 1080)

    def test_a_change_of_size_goes_no_closer_to_what_is_isolated(self):
        window = self.open_sample("--select", "35", "--time", "8")
        before = window.settled()["camera"]
        window.key("i")
        place = window.settled()["places"]["scene"]
        window.xdotool("windowsize", "--sync", window.id, "1610", "1010")
        window.wait(lambda s: s["places"]["scene"] != place, "the scene to be larger")
        self.assertEqual(window.settled()["camera"], before)


class Layers(SceneTest):
    def test_all_of_the_menu_is_within_a_low_window(self):
        window = self.open_files(TWO_CLIENTS, "--time", "2")
        window.click("scene.layers")
        window.place("layers.back_faces")
        window.settled()
        _, y, _, height = window.place("layers.back_faces")
        self.assertLessEqual(y + height, self.SCREEN[1])
        window.picture("layers-low")
        window.click("layers.back_faces")
        window.wait(lambda s: "layers.back_faces" not in s["places"], "the menu to close")


class Camera(SceneTest):
    def test_f_fits_what_moves_then_everything(self):
        window = self.open_files(SAMPLE)
        first = window.state()["camera"]
        window.drag("scene", (0.6, 0.6), (0.4, 0.5))
        window.key("f")
        moved = window.wait(lambda s: abs(s["camera"]["yaw"] - first["yaw"]) < 1e-9, "the fit")["camera"]
        self.assertAlmostEqual(moved["distance"], first["distance"], delta=first["distance"] * 0.2)
        window.key("f")
        window.wait(lambda s: s["camera"]["distance"] != moved["distance"], "a fit to everything")
        window.key("f")
        window.wait(lambda s: s["camera"]["distance"] == moved["distance"], "a fit to what moves again")

    def test_v_centres_at_once(self):
        window = self.open_files(SAMPLE, "--select", "38", "--time", "5")
        window.wait(lambda s: s["selected"], "the selection")
        before = window.state()["camera"]
        window.key("v")
        state = window.wait(lambda s: "followed" in s, "it to be followed")
        state = window.wait(lambda s: s["camera"]["target"] != before["target"], "the camera to centre it")
        self.assertEqual(state["camera"]["distance"], before["distance"])
        window.key("Right")
        target = state["camera"]["target"]
        window.wait(lambda s: s["camera"]["target"] != target, "the camera to go along")

    def test_a_mark_at_the_edge_points_to_a_selection_outside(self):
        window = self.open_files(SAMPLE, "--select", "38", "--time", "5")
        window.wait(lambda s: s["selected"], "the selection")
        self.assertEqual(window.settled()["scene"]["pointers"], 0)
        window.key("f")
        window.settled()
        window.drag("scene", (0.2, 0.5), (0.9, 0.5), button=2)
        window.wait(lambda s: s["scene"]["pointers"] == 1, "the mark")
        window.settled()
        window.picture("scene-pointer")
        target = window.state()["camera"]["target"]
        window.click("scene.pointer")
        window.wait(lambda s: s["scene"]["pointers"] == 0 and s["camera"]["target"] != target, "the camera to turn to it")


class Colours(SceneTest):
    def test_entities_are_coloured_by_speed_with_a_legend(self):
        window = self.open_files(SAMPLE, "--time", "8")
        self.assertNotIn("scene.legend", window.state()["places"])
        self.choose_layer(window, "color_by.speed")
        window.wait(lambda s: s["scene"]["color_by"] == "speed" and "scene.legend" in s["places"], "the legend")
        window.key("Escape")
        window.settled()
        window.picture("scene-speed")
        self.assertEqual(window.state()["scene"]["label_overlaps"], 0)
        self.assertEqual(window.quit(), 0)
        window = self.open_files(SAMPLE)
        self.assertEqual(window.state()["scene"]["color_by"], "speed", "it is kept between runs")

    def test_entities_are_coloured_by_a_property(self):
        window = self.open_files(SAMPLE, "--time", "8", "--select", "24")
        self.choose_layer(window, "color_by.property")
        window.choose("color_by.properties")
        state = window.wait(lambda s: any(n.startswith("color_by.property.") for n in s["places"]), "the list")
        window.choose(sorted(n for n in state["places"] if n.startswith("color_by.property."))[0])
        window.wait(lambda s: "scene.legend" in s["places"], "the legend")
        window.settled()
        window.picture("scene-property")


class Speed(SceneTest):
    SCREEN = (1920, 1080)

    def test_the_picture_is_whole_again_once_nothing_moves(self):
        window = self.open_files(SAMPLE)
        window.key("space")
        window.wait(lambda s: s["playing"] and s["pictures"] > 20, "it to play")
        window.key("space")
        window.wait(lambda s: not s["playing"], "it to pause")
        window.settled()
        self.assertEqual(window.state()["scene"]["resolution"], 1)


if __name__ == "__main__":
    main()

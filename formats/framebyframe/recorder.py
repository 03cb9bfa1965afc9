"""Records what happens in a game or simulation, as raw Frame by Frame JSON, which Scrubjay opens.

Copy this file into your project; it needs nothing but Python 3.8. In another language, write the
same lines: one object a frame, and no frame has to wait for the next one. A recording that ends in a
crash opens up to there.

    with Recorder("match.fbf", metres_per_unit=0.01) as recorder:
        while running:
            recorder.begin_frame(seconds)
            for unit in units:
                recorder.entity(unit.id, unit.name, unit.position, forward=unit.forward,
                                combat={"health": unit.health, "target": Ref(unit.target)})
            recorder.event(a.id, "Attack", tag="combat", target=Ref(b.id), damage=8)
            recorder.end_frame()

    python3 recorder.py match.fbf      records a short match of its own, to look at
"""

import json
import sys


class Ref:
    """Names an entity by its id, as the value of a property: it becomes a link and an arrow."""

    def __init__(self, id, name=""):
        self.id = id
        self.name = name


def _vector(names, numbers):
    return dict(zip(names, (float(number) for number in numbers)))


def _property(name, value):
    """bool, number, text, 2 or 3 numbers (a vector), Ref, or a dict of these (a group)."""
    if isinstance(value, bool):
        return {"name": name, "type": "boolean", "value": value}
    if isinstance(value, (int, float)):
        return {"name": name, "type": "number", "value": value}
    if isinstance(value, Ref):
        return {"name": name, "type": "eref", "value": {"name": value.name, "id": value.id}}
    if isinstance(value, dict):
        inside = [_property(key, item) for key, item in value.items()]
        return {"name": name, "type": "group", "value": inside}
    if isinstance(value, (tuple, list)) and len(value) in (2, 3):
        return {"name": name, "type": f"vec{len(value)}", "value": _vector("xyz", value)}
    return {"name": name, "type": "string", "value": str(value)}


class Recorder:
    """Writes one file. `z_up`: x right, y forward, z up; else x right, y up, z forward.

    Ids of entities are integers other than 0. What is not in a frame does not live in it. Several
    recorders with other `client` numbers (0 to 255) record what server and clients believe: the
    frames of their files may stand in one."""

    def __init__(self, path, metres_per_unit=1.0, z_up=True, client=0, client_name="Game"):
        self._file = open(path, "w", encoding="utf-8")
        self._file.write('{"type":1,"version":4,"rawFrames":[\n')
        self._head = {"clientId": client, "tag": client_name,
                      "coordSystem": 0 if z_up else 1, "scale": metres_per_unit}
        self._up = (0, 0, 1) if z_up else (0, 1, 0)
        self._forward = (0, 1, 0) if z_up else (0, 0, 1)
        self._frames = 0
        self._seconds = None
        self._entities = {}
        self._events = 0

    def begin_frame(self, seconds):
        """`seconds` since the beginning. The clock of all clients, if there are several."""
        self._elapsed = 0.0 if self._seconds is None else seconds - self._seconds
        self._seconds = seconds
        self._entities = {}
        self._events = 0

    def entity(self, id, name, position, forward=None, up=None, parent=0, **values):
        """Someone or something in this frame; `values` are its properties. Position in your units;
        up and forward have length 1 and stand at right angles."""
        own = [_property(key, value) for key, value in values.items()]
        place = {"name": name, "position": position, "up": up or self._up,
                 "forward": forward or self._forward}
        self._entities[id] = {
            "id": id, "parentId": parent, "events": [],
            "properties": [{"name": "properties", "type": "group", "value": own},
                           _property("special", place)]}

    def event(self, id, name, tag="", **values):
        """Something that happens to an entity of this frame, or that it does."""
        self._entities[id]["events"].append(
            {"name": name, "tag": tag, "idx": self._events,
             "properties": _property("properties", values)})
        self._events += 1

    def end_frame(self):
        self._frames += 1
        frame = dict(frameId=self._frames, serverTime=round(1000 * self._seconds, 3),
                     elapsedTime=self._elapsed, **self._head)
        frame["entities"] = list(self._entities.values())
        comma = "" if self._frames == 1 else ",\n"
        self._file.write(comma + json.dumps(frame, separators=(",", ":")))
        self._file.flush()

    def close(self):
        self._file.write("\n]}\n")
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _record_match(path):
    """Two archers walk towards each other and shoot."""
    health = {1: 40, 2: 40}
    names = {1: "Red archer", 2: "Blue archer"}
    with Recorder(path) as recorder:
        for frame in range(90):
            recorder.begin_frame(frame / 30)
            for id, other, side in ((1, 2, -1.0), (2, 1, 1.0)):
                recorder.entity(id, names[id], (side * (20 - frame / 6), 0, 0), forward=(-side, 0, 0),
                                combat={"health": health[id], "target": Ref(other, names[other]),
                                        "state": "Shooting" if frame % 30 < 5 else "Walking"})
                if frame % 30 == 4 * id:
                    damage = 3 + (frame + id) % 5
                    health[other] -= damage
                    recorder.event(id, "Attack", tag="combat", damage=damage,
                                   target=Ref(other, names[other]))
            recorder.end_frame()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 recorder.py FILE.fbf")
    _record_match(sys.argv[1])

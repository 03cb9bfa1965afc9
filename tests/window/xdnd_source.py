"""Drops files on a window as a file manager does: a source of the XDND protocol, version 5.

    xdnd_source.py WINDOW-ID FILE...

Ends with 0 when the window accepted the drop and said that it had finished reading."""
import os
import sys
import time
import urllib.parse

from Xlib import X, display
from Xlib.protocol import event

SECONDS = 20


def main(window_id, files):
    server = display.Display()
    atom = server.intern_atom
    target = server.create_resource_object("window", int(window_id))
    root = server.screen().root
    source = root.create_window(0, 0, 1, 1, 0, server.screen().root_depth)
    uris = "".join("file://" + urllib.parse.quote(os.path.abspath(name)) + "\r\n" for name in files)
    source.set_selection_owner(atom("XdndSelection"), X.CurrentTime)

    def send(kind, values):
        target.send_event(event.ClientMessage(window=target, client_type=atom(kind), data=(32, values)))
        server.flush()

    size = target.get_geometry()
    corner = root.translate_coords(target, 0, 0)
    middle = ((corner.x + size.width // 2) << 16) | (corner.y + size.height // 2)
    send("XdndEnter", [source.id, 5 << 24, atom("text/uri-list"), 0, 0])
    send("XdndPosition", [source.id, 0, middle, X.CurrentTime, atom("XdndActionCopy")])
    dropped = False
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if not server.pending_events():
            time.sleep(0.01)
            continue
        got = server.next_event()
        if got.type == X.SelectionRequest:
            got.requestor.change_property(got.property, got.target, 8, uris.encode())
            got.requestor.send_event(event.SelectionNotify(
                time=got.time, requestor=got.requestor, selection=got.selection, target=got.target,
                property=got.property))
            server.flush()
        elif got.type == X.ClientMessage and got.client_type == atom("XdndStatus") and not dropped:
            if not got.data[1][1] & 1:
                return 1
            send("XdndDrop", [source.id, 0, X.CurrentTime, 0, 0])
            dropped = True
        elif got.type == X.ClientMessage and got.client_type == atom("XdndFinished"):
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

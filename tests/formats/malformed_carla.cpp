// Files of CARLA's layout (formats/carla/README.md) that are wrong.
#include "tests/core/test_values.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/damaged.h"
#include "tests/formats/malformed.h"

namespace scrubjay::carla {
namespace {

/// A header of 34 bytes; a FrameStart is 29 bytes long, a FrameEnd 5.
RawBytes file() { return RawBytes().header(); }

/// One frame around what stands in it, from byte 63 on.
std::vector<std::byte> frame_with(const RawBytes& packets) {
  return file().frame_start(1, 0).add(packets).frame_end().bytes();
}

RawBytes list(int id, std::size_t count, const RawBytes& records) {
  return RawBytes().packet(id, list_of(count, records));
}

/// An actor that lives, in a packet of 49 bytes.
RawBytes living() { return list(2, 1, raw_add(7, "vehicle.a")); }

std::vector<Malformed> bad_headers() {
  const auto header = file().bytes();
  return {
      {"nothing", {}, "fatal not-carla@2"},
      {"a version alone", cut(header, 32), "fatal not-carla@2"},
      {"cut in the magic", cut(header, 24), "fatal cut-header@10"},
      {"cut in the date", cut(header, 12), "fatal cut-header@22"},
      {"cut in the length of the map", cut(header, 7), "fatal cut-header@27"},
      {"cut in the map", cut(header, 1), "fatal cut-header@33"},
      {"another magic", RawBytes().put(std::uint16_t{1}).text("CARLA_RECORDES").zeros(20).bytes(),
       "fatal not-carla@2"},
      {"another length of the magic",
       RawBytes().put(std::uint16_t{1}).text("CARLA_RECORDER2").zeros(20).bytes(),
       "fatal not-carla@2"},
      {"version 0", RawBytes().put(std::uint16_t{0}).text(kMagic).zeros(10).bytes(),
       "fatal unknown-version@0"},
      {"version 3", RawBytes().put(std::uint16_t{3}).text(kMagic).zeros(10).bytes(),
       "fatal unknown-version@0"},
      {"a header alone", header, ""},
  };
}

std::vector<Malformed> bad_frames() {
  const RawBytes good = file().frame_start(1, 0).frame_end();
  const auto second = [&](double elapsed) {
    return RawBytes(good).frame_start(2, elapsed).frame_end().bytes();
  };
  return {
      {"cut in a packet's head", cut(good.bytes(), 3), "error cut-off@63"},
      {"cut in a FrameStart", cut(file().frame_start(1, 0).bytes(), 10), "error cut-off@34"},
      {"cut behind a FrameStart", file().frame_start(1, 0).bytes(), "warning cut-off@63"},
      {"a FrameEnd alone", file().frame_end().bytes(), "warning frame-end-alone@34"},
      {"two FrameEnds", RawBytes(good).frame_end().bytes(), "warning frame-end-alone@68"},
      {"two FrameStarts", file().frame_start(1, 0).frame_start(2, 1).frame_end().bytes(),
       "warning frame-without-end@34"},
      {"a FrameStart of 8 bytes",
       file().packet(0, RawBytes().zeros(8)).frame_end().add(RawBytes()).bytes(),
       "error record-size@34, warning frame-end-alone@47"},
      {"a FrameStart of 30 bytes", file().packet(0, RawBytes().zeros(30)).frame_end().bytes(), ""},
      {"a FrameEnd with a body", file().frame_start(1, 0).packet(1, RawBytes().zeros(3)).bytes(),
       ""},
      {"time runs back", RawBytes(good).frame_start(2, -1).frame_end().bytes(),
       "warning time-order@68"},
      {"time is not a number", second(kNaN), "warning time-order@68"},
      {"time is infinite", second(kInfinity), "warning time-order@68"},
      {"a packet before any frame", file().add(living()).add(good).bytes(),
       "warning packet-outside-frame@34, error cut-off@87, error packet-outside-frame@34"},
      {"a packet between frames",
       RawBytes(good).add(living()).frame_start(2, 1).frame_end().bytes(),
       "warning packet-outside-frame@68"},
      {"a packet behind the last frame", RawBytes(good).add(living()).bytes(),
       "warning packet-outside-frame@68, error packet-outside-frame@68"},
      {"a packet of a size behind the end",
       RawBytes(good).put(std::uint8_t{6}, 0x7FFFFFFFu).zeros(9).bytes(), "error cut-off@68"},
  };
}

std::vector<Malformed> bad_packets() {
  const auto after = [](const RawBytes& packets) { return frame_with(living().add(packets)); };
  return {
      {"an unknown packet", frame_with(RawBytes().packet(139, RawBytes().zeros(4))),
       "note unknown-packet@63"},
      {"two unknown packets", frame_with(RawBytes().packet(139).packet(139, RawBytes().zeros(4))),
       "note unknown-packet@63 x2"},
      {"a list without its count", frame_with(RawBytes().packet(6, RawBytes().zeros(1))),
       "error record-size@63"},
      {"an EventAdd cut in its name",
       frame_with(RawBytes().packet(
           2, RawBytes(list_of(1, raw_add(7, "vehicle.a"))).put(std::uint8_t{0}))),
       "warning record-size@63"},
      {"more EventAdds promised than there are", frame_with(list(2, 9, raw_add(7, "vehicle.a"))),
       "error record-size@63"},
      {"fewer EventAdds promised than there are",
       frame_with(list(2, 1, raw_add(7, "vehicle.a").add(raw_add(8, "vehicle.b")))),
       "warning record-size@63"},
      {"an actor added twice", after(living()), "warning actor-replaced@123"},
      {"a deleted actor that does not live", frame_with(list(3, 1, RawBytes().put(9u))),
       "note record-without-actor@63"},
      {"an EventDel of 3 bytes", after(list(3, 1, RawBytes().zeros(3))), "error record-size@116"},
      {"a parent that does not live", after(list(4, 1, RawBytes().put(7u, 9u))),
       "note record-without-actor@116"},
      {"an actor that is its own parent", after(list(4, 1, RawBytes().put(7u, 7u))),
       "warning parent-circle@123"},
      {"a circle of parents",
       frame_with(list(2, 2, raw_add(7, "a").add(raw_add(8, "b")))
                      .add(list(4, 2, RawBytes().put(7u, 8u, 8u, 7u)))),
       "warning parent-circle@161"},
      {"a position of nobody", frame_with(list(6, 1, raw_position(9, 1))),
       "note record-without-actor@63"},
      {"a position cut short", after(RawBytes().packet(6, RawBytes(list_of(1)).put(7u, 1.0f))),
       "error record-size@116"},
      {"more positions promised than there are", after(list(6, 3, raw_position(7, 1))),
       "error record-size@116"},
      {"a position and 5 bytes more", after(list(6, 1, raw_position(7, 1).zeros(5))),
       "warning record-size@116"},
      {"a light's state of 9 bytes", after(list(7, 1, RawBytes().put(7u).zeros(5))),
       "error record-size@116"},
      {"an animation of 20 bytes", after(list(8, 1, RawBytes().put(7u).zeros(16))),
       "error record-size@116"},
      {"a collision of 13 bytes", after(list(5, 1, RawBytes().zeros(13))), "error record-size@116"},
      {"a box of 20 bytes", after(list(13, 1, RawBytes().put(7u).zeros(16))),
       "error record-size@116"},
      {"physics cut in a curve", after(list(15, 1, RawBytes().put(7u).zeros(49).put(0xFFFFFFu))),
       "error record-size@116"},
      {"bones cut in a name", after(list(19, 1, RawBytes().put(7u, std::uint16_t{2}).zeros(3))),
       "error record-size@116"},
      {"wheels that are not there", after(list(21, 1, RawBytes().put(7u, 0xFFFFFFFFu))),
       "warning record-size@116"},
      {"weather of 55 bytes", after(list(24, 1, RawBytes().zeros(55))), "error record-size@116"},
      {"a packet of what is kept without its name",
       after(RawBytes().packet(183, RawBytes().zeros(3))), "note unknown-packet@116"},
      {"a packet of what is kept of an unknown kind",
       after(RawBytes().packet(183, RawBytes().text("Scrubjay").put(std::uint8_t{99}))),
       "note unknown-packet@116"},
  };
}

}  // namespace
}  // namespace scrubjay::carla

namespace scrubjay {

std::vector<Malformed> malformed_carla() {
  std::vector<Malformed> all = carla::bad_headers();
  for (const auto& part : {carla::bad_frames(), carla::bad_packets()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace scrubjay

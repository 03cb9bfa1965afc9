#include "tests/bench/large_files.h"

#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "assets/fbf_feed.h"
#include "assets/flecs_feed.h"
#include "assets/random.h"
#include "assets/xrec_feed.h"
#include "formats/carla/write/record_bytes.h"
#include "formats/xrec/write/packet_writer.h"
#include "tests/bench/colyseus_room.h"
#include "tests/bench/measure.h"
#include "tests/core/bytes_of.h"
#include "tests/core/script.h"

namespace scrubjay::bench {

namespace {

constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

void check(const Result<void>& written) {
  if (!written) give_up(written.error());
}

/// One CARLA packet: id, size, body (formats/carla/README.md, 3).
void put_packet(carla::Buffer& out, std::uint8_t id, const carla::Buffer& body) {
  put_little(out, id, static_cast<std::uint32_t>(body.size()));
  put_bytes(out, body);
}

void put_text(carla::Buffer& out, std::string_view text) {
  put_little(out, static_cast<std::uint16_t>(text.size()));
  put_bytes(out, std::as_bytes(std::span(text)));
}

/// An EventAdd packet of all entities, in a grid (formats/carla/README.md, 5.2).
carla::Buffer all_actors(std::uint32_t entities) {
  carla::Buffer body;
  put_little(body, static_cast<std::uint16_t>(entities));
  for (std::uint32_t i = 0; i < entities; ++i) {
    const auto x = static_cast<float>(i % 100) * 500.0F;
    const auto y = static_cast<float>(i / 100) * 500.0F;
    put_little(body, i + 1, std::uint8_t{1}, x, y, 0.0F, 0.0F, 0.0F, 0.0F, i + 1);
    put_text(body, "vehicle.audi.tt");
    put_little(body, std::uint16_t{0});
  }
  return body;
}

constexpr double kTownStep = 1.0 / 60;

/// A CARLA recording in whose first frame all entities come; `add_packets` says what else is in a
/// frame.
template <class AddPackets>
void write_town(std::size_t frames, std::uint32_t entities, const ByteSink& sink,
                AddPackets add_packets) {
  carla::Buffer out;
  put_little(out, std::uint16_t{1});
  put_text(out, "CARLA_RECORDER");
  put_little(out, std::int64_t{1637671165});
  put_text(out, "Town01");
  const carla::Buffer actors = all_actors(entities);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    carla::Buffer start;
    put_little(start, std::uint64_t{frame}, kTownStep, kTownStep * static_cast<double>(frame));
    put_packet(out, 0, start);
    if (frame == 0) put_packet(out, 2, actors);
    add_packets(frame, out);
    put_packet(out, 1, {});
    if (out.size() < kMega) continue;
    if (!sink(out)) return;
    out.clear();
  }
  sink(out);
}

/// That goes round in a circle, with twenty properties, all of which change.
void add_entity(std::uint32_t frame, std::uint32_t i, double phase, Frame& out) {
  static constexpr std::array kNumbers{"health", "armour", "speed",   "throttle", "steer",
                                       "brake",  "noise",  "tension", "reach"};
  static constexpr std::array kVectors{"aim", "velocity", "target place"};
  static constexpr std::array kCounts{"gear", "ammunition", "kills", "level"};
  const double t = frame / 60.0 + i + phase;
  const glm::dvec3 round(100 * std::cos(t), 100 * std::sin(t), i % 7);
  Entity& entity = out.entities.emplace_back();
  entity.index = EntityIndex(i);
  entity.name = "guard";
  entity.kind = EntityKind::person;
  entity.world.position = round;
  entity.world.rotation = glm::dquat(std::cos(t / 2), 0, 0, std::sin(t / 2));
  PropertyTree& tree = out.tree;
  const PropertyTree::Node mark = tree.size();
  const auto group = tree.open("state", PropertyType::group);
  for (std::size_t k = 0; k < kNumbers.size(); ++k) {
    tree.number(kNumbers[k], std::sin(t + static_cast<double>(k)), Precision::float64);
  }
  for (const char* name : kVectors) tree.vec3(name, round, Precision::float64);
  for (const char* name : kCounts) tree.integer(name, (frame / 10 + i) % 100);
  tree.text("mood", (frame / 30 + i) % 3 == 0 ? "alert" : "calm");
  tree.text("order", "hold the courtyard");
  tree.boolean("sees somebody", (frame + i) % 9 == 0);
  tree.boolean("is armed", true);
  tree.close(group);
  entity.properties = tree.since(mark);
}

}  // namespace

void write_many(const std::string& format, std::size_t frames, std::uint32_t entities,
                const ByteSink& sink, double phase) {
  const auto index = [=](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    for (std::uint32_t i = 0; i < entities; ++i) {
      const std::string id = std::to_string(i);
      builder.begin_life(builder.add_entity(id, "guard " + id, EntityKind::person, stream),
                         FrameIndex(0));
    }
    for (std::size_t i = 0; i < frames; ++i) {
      builder.add_frame(static_cast<double>(i) / 60, static_cast<std::int64_t>(i), {}, stream);
    }
    builder.set_complete(true);
  };
  const auto decode = [=](FrameIndex frame, Frame& out) {
    for (std::uint32_t i = 0; i < entities; ++i) add_entity(frame.value, i, phase, out);
  };
  const auto recording = indexed({.index = index, .decode = decode});
  const std::atomic<bool> is_cancelled{false};
  WriteRequest request{.recording = recording};
  // What the formats of text say themselves, not what is kept beside it.
  if (format == "framebyframe" || format == "flecs") request.options = {{"keep", "nothing"}};
  const auto report = find_format(format)->writer->write(request, is_cancelled, sink);
  if (!report) give_up(report.error());
}

std::string extension_of(const std::string& format) {
  return "." + std::string(find_format(format)->extensions.front());
}

void write_scene(const std::string& format, std::uint64_t bytes, std::uint32_t entities,
                 std::uint32_t properties, const ByteSink& sink, std::uint64_t seed) {
  if (format == "framebyframe") {
    return check(assets::write_framebyframe(
        {.arena = {.entities = entities, .seed = seed}, .properties = properties}, sink, kEndless,
        bytes));
  }
  if (format == "xrec") {
    if (!assets::write_xrec({.arena = {.entities = entities, .seed = seed}}, sink, kEndless,
                            bytes)) {
      give_up({.message = "The recording could not be written."});
    }
    return;
  }
  assets::Scene scene({.entities = entities, .properties_per_entity = properties, .seed = seed});
  check(format == "carla" ? assets::write_carla(scene, sink, kEndless, bytes)
                          : assets::write_flecs(scene, sink, kEndless, bytes));
}

void write_plain_xrec(std::uint64_t bytes, std::uint32_t entities, const ByteSink& sink,
                      std::uint64_t seed) {
  if (!assets::write_xrec(
          {.arena = {.entities = entities, .seed = seed}, .compression = xrec::Compression::none},
          sink, kEndless, bytes)) {
    give_up({.message = "The recording could not be written."});
  }
}

void write_room(double seconds, std::uint64_t bytes, std::uint32_t moving, const ByteSink& sink) {
  ColyseusRoom room(7);
  std::uint64_t written = 0;
  const auto put = [&](const std::vector<std::byte>& record) {
    written += record.size();
    return sink(record);
  };
  constexpr double kStep = 0.05;
  if (!put(ColyseusRoom::capture_head()) || !put(room.record(0, 0, room.handshake()))) return;
  if (!put(room.record(1, 0, room.full_state()))) return;
  for (double t = kStep; t < seconds && (bytes == 0 || written < bytes); t += kStep) {
    if (!put(room.record(2, t, room.patch(moving)))) return;
  }
}

void write_session(int seconds, const ByteSink& sink) {
  constexpr int kObjects = 100;
  constexpr int kHertz = 60;
  xrec::PacketWriter writer(sink, xrec::Compression::zstd);
  PropertyTree tree;
  writer.start({.version = 1}, tree, {});
  xrec::BlockBuilder block;
  assets::Random random(7);
  std::vector<std::string> paths;
  for (int i = 0; i < kObjects; ++i) paths.push_back("Scene/Object " + std::to_string(i));
  // As numbers of 32 bits, as a recorder has them.
  const auto recorded = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  for (int frame = 0; frame < seconds * kHertz; ++frame) {
    const double t = static_cast<double>(frame) / kHertz;
    for (int i = 0; i < kObjects; ++i) {
      const double angle = t * (0.1 + 0.01 * i);
      const double tremble = 1e-4 * static_cast<double>(random.below(1000));
      const glm::dvec3 place(recorded(3 * std::cos(angle) + tremble),
                             recorded(1 + 0.1 * std::sin(3 * angle)),
                             recorded(3 * std::sin(angle) - tremble));
      tree.clear();
      tree.text("Path", paths[static_cast<std::size_t>(i)]);
      tree.vec3("Position", place, Precision::float32);
      tree.boolean("IsLocal", false);
      block.add({"MAGES.Recorder.PositionChangeEvent", {}, frame, t}, tree, tree.since(0));
      if (!block.is_full()) continue;
      writer.events(block);
      block.clear();
    }
  }
  writer.events(block);
  tree.clear();
  writer.end(seconds, true, tree, {});
}

void write_sparse_town(std::size_t frames, std::uint32_t entities, const ByteSink& sink) {
  write_town(frames, entities, sink, [&](std::size_t frame, carla::Buffer& out) {
    carla::Buffer collision;
    put_little(collision, std::uint16_t{1}, static_cast<std::uint32_t>(frame),
               static_cast<std::uint32_t>(frame % entities + 1),
               static_cast<std::uint32_t>((frame + 1) % entities + 1), false, false);
    put_packet(out, 5, collision);
  });
}

void write_swinging_town(std::size_t frames, std::uint32_t entities, const ByteSink& sink) {
  write_town(frames, entities, sink, [&](std::size_t frame, carla::Buffer& out) {
    carla::Buffer places;
    put_little(places, static_cast<std::uint16_t>(entities));
    for (std::uint32_t i = 0; i < entities; ++i) {
      const double t = kTownStep * static_cast<double>(frame);
      const double x = 1000.0 * (i + 1) * std::sin(t * (1 + 0.1 * i)) + 50 * std::sin(31 * t);
      put_little(places, i + 1, static_cast<float>(x), static_cast<float>(i) * 500.0F, 0.0F, 0.0F,
                 0.0F, 0.0F);
    }
    put_packet(out, 6, places);
  });
}

std::shared_ptr<Recording> made_town(std::uint32_t entities, std::uint64_t frames,
                                     assets::CarlaPackets packets) {
  ByteVector bytes;
  assets::Scene scene({.entities = entities});
  check(assets::write_carla(scene, into(bytes), frames, 0, carla::VectorWidth::float32, packets));
  auto recording = open_recording(InputFile::from_memory("town", std::move(bytes)), "carla");
  if (!recording) give_up(recording.error());
  (*recording)->index();
  return *recording;
}

}  // namespace scrubjay::bench

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "assets/carla_feed.h"
#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::bench {

/// Writes a made-up recording of a format ("carla", "framebyframe", "flecs", "xrec"): about `bytes`
/// long, with about `entities`, of which each has at least about `properties`. With another seed
/// other things happen.
void write_scene(const std::string& format, std::uint64_t bytes, std::uint32_t entities,
                 std::uint32_t properties, const ByteSink& sink, std::uint64_t seed = 1);
/// `frames` frames of `entities` with 20 properties each (numbers, texts, vectors), as the writer
/// of that format tells them. With another `phase` [s] all of their numbers are others.
void write_many(const std::string& format, std::size_t frames, std::uint32_t entities,
                const ByteSink& sink, double phase = 0);
/// An XREC session of an arena whose blocks are not compressed: compressing takes most of the time
/// that large ones take to make. With another seed other things happen.
void write_plain_xrec(std::uint64_t bytes, std::uint32_t entities, const ByteSink& sink,
                      std::uint64_t seed = 1);
/// A capture of a Colyseus room of 2,000 players: 20 patches a second, each of which moves `moving`
/// of them; until the time or, where that is not 0, the size is reached.
void write_room(double seconds, std::uint64_t bytes, std::uint32_t moving, const ByteSink& sink);
/// An XREC session of a hundred objects that all move 60 times a second.
void write_session(int seconds, const ByteSink& sink);
/// A CARLA recording whose frames say next to nothing: `frames` of them, with an event each, among
/// `entities` that all live from the first to the last.
void write_sparse_town(std::size_t frames, std::uint32_t entities, const ByteSink& sink);
/// A CARLA recording of `entities` that swing to and fro, each in a rhythm of its own, and nothing
/// else.
void write_swinging_town(std::size_t frames, std::uint32_t entities, const ByteSink& sink);

/// A town in CARLA's format, made in memory and indexed.
std::shared_ptr<Recording> made_town(std::uint32_t entities, std::uint64_t frames,
                                     assets::CarlaPackets packets = {});

/// ".log", ".fbf", ...
std::string extension_of(const std::string& format);

}  // namespace scrubjay::bench

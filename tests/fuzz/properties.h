#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "formats/format.h"

namespace scrubjay::fuzz {

/// Ends the program with a sentence: the fuzzer keeps the input as a finding.
[[noreturn]] void fail(const std::string& what);
inline void require(bool holds, const char* what) {
  if (!holds) fail(what);
}

/// What the fuzzer gave.
using Input = std::span<const std::uint8_t>;
std::vector<std::byte> owned_bytes(Input input);

/// Holds for any bytes: how much memory what is done with them may take at once.
///
///     kFixedBytes + kBytesForEachByte * bytes of the input
///
/// The fixed part is what readers keep whatever comes (blocks of arenas, buffers of decompressors,
/// checkpoints); the factor is that of text that deflate made small (1,032 at most), decoded.
class MemoryBound {
 public:
  static constexpr std::size_t kFixedBytes = std::size_t{96} << 20;
  static constexpr std::size_t kBytesForEachByte = 4096;

  explicit MemoryBound(std::size_t input_bytes);
  /// Fails when more was taken since it was made.
  ~MemoryBound();
  MemoryBound(const MemoryBound&) = delete;
  MemoryBound& operator=(const MemoryBound&) = delete;

 private:
  std::size_t most_;
  std::size_t before_;
};

/// How bytes become a recording.
struct Target {
  const Format& format;
  const char* file_name;
};

/// Opens the file and requires of what it holds, besides that nothing crashes:
///
/// - memory stays within MemoryBound;
/// - each frame (the first kMostFrames) decodes into a frame that is sound in itself, and into the
///   same one again when it is sought in another order; one entity that alone is wanted is as it is
///   in the whole frame;
/// - each event alone has the properties that it has in its frame; comments are of frames that are
///   there, and what is wrong with a resource says so;
/// - opened again, the same is said of it; decoding changes nothing of what `info` says, so
///   `verify` agrees with it; with the index that the first opening left, too; all that is printed
///   as JSON is JSON, and no text for a terminal can steer one;
/// - held against itself, it is the same, by one thread and by several; SQL and a series say the
///   same of a number;
/// - written as XREC, which loses nothing, and read back, it is the same; written as any other
///   format, what comes out opens, with a kept index as without; written in parts, in other
///   coordinates and with other options, or read with any choices, it holds to the first two;
/// - an index pass that is stopped leaves what is sound; writing that is stopped, or whose bytes
///   nobody takes, ends and says so.
///
/// The costly checks are for a share of the inputs, chosen by a hash of them, so that the same
/// input is always checked alike. Null when the file does not open.
std::shared_ptr<const Recording> check_recording(const Target& target, std::vector<std::byte> file);

/// Many frames of many entities are slow and show nothing new.
inline constexpr std::size_t kMostFrames = 64;

/// The same for the same bytes.
std::uint64_t hash_of(std::span<const std::byte> bytes);
/// True for one of `n` inputs, by their bytes; for all after `choose_every_input`.
bool is_chosen(std::span<const std::byte> file, std::uint64_t n);
/// For tests with a few files: they go through all checks.
void choose_every_input(bool are_all);

}  // namespace scrubjay::fuzz

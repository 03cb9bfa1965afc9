#pragma once

#include <functional>
#include <span>

#include "formats/framebyframe/read/document_scan.h"
#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/frame_skim.h"

namespace scrubjay::framebyframe {

/// Receives one frame; false stops. What it gets may be moved from.
using TakeSkimmed = std::function<bool(const ScannedFrame&, SkimmedFrame&)>;

/// Which frames are looked at whole for whether they are strict JSON: all of a text of at most
/// kCheckedBytes, else the first ones and every so many after. People write small files by hand; a
/// program that writes large ones makes the same mistakes in all frames.
struct CheckedFrames {
  static constexpr std::uint64_t kCheckedBytes = 16 << 20;
  static constexpr std::size_t kFirst = 64;
  static constexpr std::size_t kStep = 256;

  bool is_small = false;

  bool contains(std::size_t n) const { return is_small || n < kFirst || n % kStep == 0; }
};

/// Skims all frames on several threads and hands them over in order, on the calling thread. Frames
/// go to a thread by the batch, and only so many batches are begun before they are taken: memory is
/// bounded by the frames of a few batches. `index` may grow meanwhile.
void skim_in_order(const FileIndex& index, std::span<const ScannedFrame> frames,
                   const TakeSkimmed& take);

}  // namespace scrubjay::framebyframe

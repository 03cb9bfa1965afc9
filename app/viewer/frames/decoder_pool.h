#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/time_cursor.h"

namespace scrubjay {

/// A state of a recording that the window asks for.
struct FrameRequest {
  FrameIndex frame;
  Seconds time = 0;  ///< the recording's own; counts where its format knows what is between frames
  Sampling sampling = Sampling::hold;
  bool operator==(const FrameRequest&) const = default;
};

/// The decoders of one recording for all that the window shows of it, however many streams that is:
/// made when they are needed, and no more than threads have steps at once and a few. Who reads
/// again gets the decoder that it had before, if nobody else needed it meanwhile: from there the
/// next frame is near. Any thread.
class DecoderPool {
 public:
  explicit DecoderPool(std::shared_ptr<const Recording> recording);

  const Recording& recording() const { return *recording_; }
  /// True when the state between frames is known: requests at other times give other states.
  bool knows_between() const { return knows_between_; }
  /// Calls `use(const Frame&)` with the state asked for. `reader` tells apart who reads.
  template <class Use>
  void read(const void* reader, const FrameRequest& wanted, Use use) {
    const Loan decoder(*this, reader);
    use(decoder->seek(wanted));
  }
  /// Calls `use(const Frame&)` with a frame as it was recorded.
  template <class Use>
  void read(const void* reader, FrameIndex wanted, Use use) {
    const Loan decoder(*this, reader);
    use(decoder->seek(wanted));
  }
  /// Decoders that were made.
  std::size_t size() const;
  /// So many are kept at most.
  static std::size_t most_decoders();

 private:
  struct Decoder {
    const Frame& seek(const FrameRequest& wanted);
    const Frame& seek(FrameIndex wanted);

    std::shared_ptr<const Recording> recording;
    bool knows_between = false;
    std::optional<TimeCursor> between = {};
    std::optional<Cursor> frames = {};
    const void* reader = nullptr;  ///< who had it last
    std::uint64_t used = 0;        ///< when; higher is later
    bool is_lent = false;
  };
  class Loan {
   public:
    Loan(DecoderPool& pool, const void* reader) : pool_(pool), decoder_(pool.lend(reader)) {}
    ~Loan() { pool_.take_back(decoder_); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Decoder* operator->() const { return &decoder_; }

   private:
    DecoderPool& pool_;
    Decoder& decoder_;
  };

  Decoder& lend(const void* reader);
  void take_back(Decoder& decoder);

  std::shared_ptr<const Recording> recording_;
  bool knows_between_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Decoder>> decoders_;
  std::uint64_t loans_ = 0;
};

}  // namespace scrubjay

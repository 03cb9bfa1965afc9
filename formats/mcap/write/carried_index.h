#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/recording.h"
#include "formats/mcap/write/container.h"
#include "formats/mcap/write/labels.h"
#include "formats/write_plan.h"

namespace scrubjay::mcap {

/// What the messages of one frame tell, as far as an index pass is interested. Used again and again
/// with its storage.
struct ToldFrame {
  struct OneEntity {
    std::uint32_t row = 0;                     ///< of the plan
    std::uint32_t parent = WritePlan::kNoRow;  ///< likewise
    std::size_t name_end = 0;                  ///< in `names`; it begins where the one before ends
  };
  struct OneEvent {
    EventIndex event;
    std::uint32_t message = 0;  ///< among those of the frame
  };

  std::int64_t number = 0;
  Seconds time = 0;
  StreamIndex stream;
  std::vector<OneEntity> entities;  ///< in order of their messages
  std::string names;
  std::vector<OneEvent> events;

  void clear();
};

/// Gathers what an index pass over the file would find, while the file is written: readers take it
/// from an attachment instead of inflating all chunks (formats/mcap/README.md, 6.1). Memory: what
/// is compressed already, some bytes a frame, a lifetime and an event.
class CarriedIndexWriter {
 public:
  /// Both must outlive the writer.
  CarriedIndexWriter(const WritePlan& plan, const Labels& labels);

  /// In the order of frames. `place`: of the frame's own message; `sequence`: of its messages.
  void add(const ToldFrame& frame, const ContainerWriter::Place& place, std::uint32_t sequence);
  /// The data of the attachment for a file with chunks of that sum; empty where no index of frames
  /// could be right, since their times run back.
  std::string finish(std::uint32_t chunks_sum);

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

  struct Known {
    std::uint32_t row = kNone;     ///< in the file: in order of their first messages
    std::uint32_t parent = kNone;  ///< likewise, the last one told
    std::uint64_t last_told = 0;   ///< number of the frame in the file, from 1
    bool lives = false;
  };

  void close_piece();

  const WritePlan& plan_;
  const Recording& recording_;
  const Labels& labels_;
  std::vector<Known> known_;  ///< by row of the plan
  std::uint32_t rows_ = 0;
  std::vector<std::vector<std::uint32_t>> living_;               ///< by stream: rows of the plan
  std::unordered_map<std::string, std::uint32_t> newest_by_id_;  ///< stream and id: row of the file
  std::uint64_t frames_ = 0;
  Seconds last_time_ = 0;
  bool is_good_ = true;
  std::string piece_;
  std::string packed_;
};

}  // namespace scrubjay::mcap

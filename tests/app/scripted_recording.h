#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "tests/core/script.h"

namespace scrubjay {

/// A recording whose index pass is a function of the test. Its frames decode to nothing.
inline std::shared_ptr<Recording> waiting_recording(std::function<void(RecordingBuilder&)> index,
                                                    const std::string& name = "scripted.log") {
  return waiting({.index = std::move(index), .name = name});
}

inline std::shared_ptr<Recording> scripted_recording(std::function<void(RecordingBuilder&)> index,
                                                     const std::string& name = "scripted.log") {
  return indexed({.index = std::move(index), .name = name});
}

/// Adds `count` frames, `step` seconds apart from `begin` on, numbered from 1 or on from the last.
inline void add_frames(RecordingBuilder& builder, StreamIndex stream, std::size_t count,
                       Seconds step, Seconds begin = 0) {
  for (std::size_t i = 0; i < count; ++i) {
    builder.add_frame(begin + step * static_cast<double>(i), builder.next_frame().value + 1u, {},
                      stream);
  }
}

/// An instant at the frame that comes next.
inline EventInfo instant(const RecordingBuilder& builder, Seconds time, std::string_view name,
                         std::string_view tag = "", EntityIndex entity = {}) {
  return {.frame = builder.next_frame(),
          .time = time,
          .end = time,
          .entity = entity,
          .name = name,
          .tag = tag};
}

}  // namespace scrubjay

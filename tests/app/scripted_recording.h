#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/recording.h"

namespace scrubjay {

/// A recording whose index pass is a function of the test. Its frames decode to nothing.
class ScriptedReader : public Reader {
 public:
  using Script = std::function<void(RecordingBuilder&)>;
  explicit ScriptedReader(Script script) : script_(std::move(script)) {}

  void index(RecordingBuilder& builder) override { script_(builder); }
  std::unique_ptr<FrameDecoder> decoder(const Recording&) const override {
    return std::make_unique<EmptyDecoder>();
  }

 private:
  class EmptyDecoder : public FrameDecoder {
    void decode(FrameIndex, Frame&) override {}
    void decode_event(EventIndex, PropertyTree&) override {}
  };
  Script script_;
};

/// Not indexed yet.
inline std::shared_ptr<Recording> waiting_recording(ScriptedReader::Script script,
                                                    const std::string& name = "scripted.log") {
  return std::make_shared<Recording>(
      InputFile::from_memory(name, std::vector<std::byte>(1000)),
      std::make_unique<ScriptedReader>(std::move(script)),
      RecordingInfo{
          .format = "scripted", .format_version = "1", .coordinates = {}, .metadata = {}});
}

inline std::shared_ptr<Recording> scripted_recording(ScriptedReader::Script script,
                                                     const std::string& name = "scripted.log") {
  auto recording = waiting_recording(std::move(script), name);
  recording->index();
  return recording;
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

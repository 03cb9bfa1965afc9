#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// A recording made up by functions. Those that are left out do nothing; all but `index` are called
/// by several threads.
struct Script {
  std::function<void(RecordingBuilder&)> index;
  std::function<void(FrameIndex, Frame&)> decode = {};
  std::function<void(EventIndex, PropertyTree&)> event = {};
  std::function<Result<ResourceData>(ResourceIndex)> resource = {};
  std::vector<Secret> secrets = {};
  RecordingInfo info = {.format = "scripted", .format_version = "1", .coordinates = {}};
  std::string name = "scripted.log";
  std::size_t bytes = 1000;  ///< of its file, all zeros
};

class ScriptReader final : public Reader {
 public:
  explicit ScriptReader(Script script)
      : script_(std::make_shared<const Script>(std::move(script))) {}

  void index(RecordingBuilder& builder) override { script_->index(builder); }
  std::unique_ptr<FrameDecoder> decoder(const Recording&) const override {
    return std::make_unique<Decoder>(script_);
  }
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override {
    return script_->resource ? script_->resource(resource)
                             : Reader::read_resource(recording, resource);
  }
  std::vector<Secret> secrets() const override { return script_->secrets; }

 private:
  class Decoder final : public FrameDecoder {
   public:
    explicit Decoder(std::shared_ptr<const Script> script) : script_(std::move(script)) {}
    void decode(FrameIndex frame, Frame& out) override {
      if (script_->decode) script_->decode(frame, out);
    }
    void decode_event(EventIndex event, PropertyTree& out) override {
      if (script_->event) script_->event(event, out);
    }

   private:
    std::shared_ptr<const Script> script_;
  };
  std::shared_ptr<const Script> script_;
};

/// Not indexed yet.
inline std::shared_ptr<Recording> waiting(Script script) {
  auto file = InputFile::from_memory(script.name, std::vector<std::byte>(script.bytes));
  RecordingInfo info = script.info;
  return std::make_shared<Recording>(
      std::move(file), std::make_unique<ScriptReader>(std::move(script)), std::move(info));
}

inline std::shared_ptr<Recording> indexed(Script script) {
  auto recording = waiting(std::move(script));
  recording->index();
  return recording;
}

}  // namespace scrubjay

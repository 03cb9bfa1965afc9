#pragma once

#include <array>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/xrec/read/reader.h"
#include "formats/xrec/write/packet_writer.h"
#include "formats/xrec/xrec.h"
#include "tests/formats/recording_facts.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {

/// Writes a recording event by event, packets closed by hand, in whatever order a test wants.
class RecordingMaker {
 public:
  explicit RecordingMaker(StartPacket start = {.version = 1}, Compression way = Compression::none)
      : writer_(
            [this](Bytes bytes) {
              file_.insert(file_.end(), bytes.begin(), bytes.end());
              return true;
            },
            way) {
    writer_.start(start, tree_, tree_.since(0));
  }

  void position(std::string_view path, std::int64_t frame, double rtss, const glm::dvec3& value,
                bool is_local = false) {
    tree_.clear();
    tree_.text("Path", path);
    tree_.vec3("Position", value, Precision::float32);
    tree_.boolean("IsLocal", is_local);
    add("MAGES.Recorder.PositionChangeEvent", frame, rtss);
  }
  void rotation(std::string_view path, std::int64_t frame, double rtss, const glm::dquat& q,
                bool is_local = false) {
    tree_.clear();
    tree_.text("Path", path);
    // A writer keeps what is no float as float64, which no RotationChangeEvent holds.
    std::array values{q.x, q.y, q.z, q.w};
    for (double& value : values) value = static_cast<double>(static_cast<float>(value));
    tree_.numbers("Rotation", PropertyType::quat, values, Precision::float32);
    tree_.boolean("IsLocal", is_local);
    add("MAGES.Recorder.RotationChangeEvent", frame, rtss);
  }
  void scale(std::string_view path, std::int64_t frame, double rtss, const glm::dvec3& value) {
    tree_.clear();
    tree_.text("Path", path);
    tree_.vec3("Scale", value, Precision::float32);
    add("MAGES.Recorder.ScaleChangeEvent", frame, rtss);
  }
  /// With text fields only.
  void event(std::string_view type, std::int64_t frame, double rtss,
             const std::vector<std::pair<std::string_view, std::string_view>>& fields) {
    tree_.clear();
    for (const auto& [name, value] : fields) tree_.text(name, value);
    add(type, frame, rtss);
  }
  /// With one field, a vector.
  void vector_event(std::string_view type, std::int64_t frame, double rtss, std::string_view field,
                    const glm::dvec3& value) {
    tree_.clear();
    tree_.vec3(field, value, Precision::float32);
    add(type, frame, rtss);
  }
  void scene_graph(std::string_view id, std::string_view label, std::int64_t frame, double rtss) {
    tree_.clear();
    tree_.text("ID", id);
    const auto type = tree_.open("Type", PropertyType::record);
    tree_.integer("value", 1);
    tree_.text("label", label);
    tree_.close(type);
    tree_.set_style(type, {.icon = {}, .color = {}, .type_name = "enum"});
    tree_.boolean("Skipped", false);
    add("MAGES.Recorder.SceneGraphEvent", frame, rtss);
  }

  /// Closes the event packet.
  void packet() {
    writer_.events(block_);
    block_.clear();
  }
  /// Closes the last event packet and writes the end packet.
  ByteVector finish(double rtss = 100) {
    packet();
    tree_.clear();
    writer_.end(rtss, true, tree_, tree_.since(0));
    return file_;
  }

 private:
  void add(std::string_view type, std::int64_t frame, double rtss) {
    block_.add({type, {}, frame, rtss}, tree_, tree_.since(0));
  }

  ByteVector file_;
  PropertyTree tree_;
  PacketWriter writer_;
  BlockBuilder block_;
};

/// Opened and indexed; null when it does not open.
inline std::shared_ptr<Recording> recording_of(ByteVector file) {
  auto opened = kFormat.open(InputFile::from_memory("made.xrec", std::move(file)));
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

inline const XrecReader& reader_of(const Recording& recording) {
  return static_cast<const XrecReader&>(recording.reader());
}

}  // namespace scrubjay::xrec

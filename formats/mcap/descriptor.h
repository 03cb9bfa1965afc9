#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::mcap {

// How Protobuf describes messages to a reader that has never seen them
// (formats/mcap/README.md, 3.1).

/// Numbers as in descriptor.proto.
enum class FieldType : std::uint8_t {
  number = 1,  ///< double
  int64 = 3,
  uint64 = 4,
  int32 = 5,
  fixed32 = 7,
  boolean = 8,
  text = 9,
  message = 11,
  bytes = 12,
  enumeration = 14,
};

struct FieldDescriptor {
  std::string name;
  std::uint32_t number = 0;
  FieldType type = FieldType::number;
  std::string type_name = {};  ///< of a message or enumeration: ".foxglove.Pose"
  bool is_repeated = false;
  bool is_optional = false;  ///< presence counts, also of a zero
};

struct EnumDescriptor {
  std::string name;
  std::vector<std::string> values;  ///< from 0 on
};

struct MessageDescriptor {
  std::string name;
  std::vector<FieldDescriptor> fields;
  std::vector<EnumDescriptor> enums = {};
};

struct FileDescriptor {
  std::string name;  ///< "foxglove/Pose.proto"
  std::string package;
  std::vector<std::string> dependencies;  ///< names of files
  std::vector<MessageDescriptor> messages;
};

/// Collects files, each once, with those of Foxglove and of Google that they need in front: the
/// data of a schema.
class DescriptorSet {
 public:
  /// With those it depends on, which must be known ones.
  void add(const FileDescriptor& file);
  /// "foxglove/Pose.proto", "google/protobuf/timestamp.proto".
  void add_known(std::string_view name);
  /// A FileDescriptorSet.
  const std::string& bytes() const { return bytes_; }

 private:
  std::vector<std::string> added_;
  std::string bytes_;
};

/// The schema of a message of Foxglove's: "SceneUpdate".
std::string foxglove_schema(std::string_view message);

}  // namespace scrubjay::mcap

#include "formats/mcap/descriptor.h"

#include <algorithm>
#include <array>
#include <optional>

#include "formats/mcap/wire.h"

namespace scrubjay::mcap {

namespace {

struct KnownMessage {
  std::string_view name;
  /// "name:type" with spaces between, numbered from 1. A type is double, string, bool, bytes,
  /// int32, int64, fixed32, a message's name, or "Type=A,B" for an enumeration of its own; [] is
  /// repeated.
  std::string_view fields;
};

constexpr std::array<KnownMessage, 24> kFoxglove{{
    {"Vector2", "x:double y:double"},
    {"Vector3", "x:double y:double z:double"},
    {"Point3", "x:double y:double z:double"},
    {"Quaternion", "x:double y:double z:double w:double"},
    {"Color", "r:double g:double b:double a:double"},
    {"Pose", "position:Vector3 orientation:Quaternion"},
    {"KeyValuePair", "key:string value:string"},
    {"FrameTransform",
     "timestamp:Timestamp parent_frame_id:string child_frame_id:string translation:Vector3 "
     "rotation:Quaternion"},
    {"FrameTransforms", "transforms:FrameTransform[]"},
    {"SceneUpdate", "deletions:SceneEntityDeletion[] entities:SceneEntity[]"},
    {"SceneEntityDeletion", "timestamp:Timestamp type:Type=MATCHING_ID,ALL id:string"},
    {"SceneEntity",
     "timestamp:Timestamp frame_id:string id:string lifetime:Duration frame_locked:bool "
     "metadata:KeyValuePair[] arrows:ArrowPrimitive[] cubes:CubePrimitive[] "
     "spheres:SpherePrimitive[] cylinders:CylinderPrimitive[] lines:LinePrimitive[] "
     "triangles:TriangleListPrimitive[] texts:TextPrimitive[] models:ModelPrimitive[]"},
    {"CubePrimitive", "pose:Pose size:Vector3 color:Color"},
    {"SpherePrimitive", "pose:Pose size:Vector3 color:Color"},
    {"CylinderPrimitive",
     "pose:Pose size:Vector3 bottom_scale:double top_scale:double color:Color"},
    {"ArrowPrimitive",
     "pose:Pose shaft_length:double shaft_diameter:double head_length:double "
     "head_diameter:double color:Color"},
    {"LinePrimitive",
     "type:Type=LINE_STRIP,LINE_LOOP,LINE_LIST pose:Pose thickness:double scale_invariant:bool "
     "points:Point3[] color:Color colors:Color[] indices:fixed32[]"},
    {"TriangleListPrimitive",
     "pose:Pose points:Point3[] color:Color colors:Color[] indices:fixed32[]"},
    {"TextPrimitive",
     "pose:Pose billboard:bool font_size:double scale_invariant:bool color:Color text:string"},
    {"ModelPrimitive",
     "pose:Pose scale:Vector3 color:Color override_color:bool url:string media_type:string "
     "data:bytes"},
    {"Log",
     "timestamp:Timestamp level:Level=UNKNOWN,DEBUG,INFO,WARNING,ERROR,FATAL message:string "
     "name:string file:string line:fixed32"},
    {"Event", "start_time:Timestamp end_time:Timestamp metadata:KeyValuePair[]"},
    {"PointCloud",
     "timestamp:Timestamp frame_id:string pose:Pose point_stride:fixed32 "
     "fields:PackedElementField[] data:bytes"},
    {"PackedElementField",
     "name:string offset:fixed32 "
     "type:NumericType=UNKNOWN,UINT8,INT8,UINT16,INT16,UINT32,INT32,FLOAT32,FLOAT64"},
}};

/// What stands before the first `sign` is taken off `text`; without one, all of it.
std::string_view take_to(std::string_view& text, char sign) {
  const std::size_t at = std::min(text.find(sign), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

bool is_googles(std::string_view message) {
  return message == "Timestamp" || message == "Duration";
}

std::string file_of(std::string_view message) {
  if (message == "Timestamp") return "google/protobuf/timestamp.proto";
  if (message == "Duration") return "google/protobuf/duration.proto";
  return "foxglove/" + std::string(message) + ".proto";
}

std::optional<FieldType> plain_type(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, FieldType>, 7> kTypes{
      {{"double", FieldType::number},
       {"string", FieldType::text},
       {"bool", FieldType::boolean},
       {"bytes", FieldType::bytes},
       {"int32", FieldType::int32},
       {"int64", FieldType::int64},
       {"fixed32", FieldType::fixed32}}};
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return std::nullopt;
}

void add_dependency(FileDescriptor& file, const std::string& needed) {
  if (std::ranges::find(file.dependencies, needed) == file.dependencies.end()) {
    file.dependencies.push_back(needed);
  }
}

FieldDescriptor read_field(std::string_view text, FileDescriptor& file,
                           MessageDescriptor& message) {
  FieldDescriptor field;
  field.name = take_to(text, ':');
  field.is_repeated = text.ends_with("[]");
  if (field.is_repeated) text.remove_suffix(2);
  std::string_view values = text;
  const std::string_view type = take_to(values, '=');
  if (const auto plain = plain_type(type)) {
    field.type = *plain;
  } else if (!values.empty()) {
    field.type = FieldType::enumeration;
    field.type_name = "." + file.package + "." + message.name + "." + std::string(type);
    EnumDescriptor& named = message.enums.emplace_back(EnumDescriptor{std::string(type), {}});
    while (!values.empty()) named.values.emplace_back(take_to(values, ','));
  } else {
    field.type = FieldType::message;
    field.type_name = (is_googles(type) ? ".google.protobuf." : ".foxglove.") + std::string(type);
    add_dependency(file, file_of(type));
  }
  return field;
}

FileDescriptor known_file(std::string_view package, const KnownMessage& known) {
  FileDescriptor file{file_of(known.name), std::string(package), {}, {}};
  MessageDescriptor message{std::string(known.name), {}};
  std::string_view rest = known.fields;
  while (!rest.empty()) {
    FieldDescriptor field = read_field(take_to(rest, ' '), file, message);
    field.number = static_cast<std::uint32_t>(message.fields.size() + 1);
    message.fields.push_back(std::move(field));
  }
  file.messages.push_back(std::move(message));
  return file;
}

void write_field(MessageWriter& out, const FieldDescriptor& field, std::uint32_t& oneofs) {
  constexpr std::uint32_t kSingle = 1;
  constexpr std::uint32_t kRepeated = 3;
  out.bytes(1, field.name);
  out.integer(3, field.number);
  out.integer(4, field.is_repeated ? kRepeated : kSingle);
  out.integer(5, static_cast<std::uint64_t>(field.type));
  out.bytes_field(6, field.type_name);
  if (!field.is_optional) return;
  out.integer(9, oneofs++);
  out.integer(17, 1);
}

void write_message(MessageWriter& out, const MessageDescriptor& message) {
  out.bytes(1, message.name);
  std::uint32_t oneofs = 0;
  for (const FieldDescriptor& field : message.fields) {
    out.message(2, [&](MessageWriter& inner) { write_field(inner, field, oneofs); });
  }
  for (const EnumDescriptor& named : message.enums) {
    out.message(4, [&](MessageWriter& inner) {
      inner.bytes(1, named.name);
      for (std::size_t i = 0; i < named.values.size(); ++i) {
        inner.message(2, [&](MessageWriter& value) {
          value.bytes(1, named.values[i]);
          value.integer(2, i);
        });
      }
    });
  }
  // What is optional stands in a choice of its own.
  for (const FieldDescriptor& field : message.fields) {
    if (!field.is_optional) continue;
    out.message(8, [&](MessageWriter& inner) { inner.bytes(1, "_" + field.name); });
  }
}

}  // namespace

void DescriptorSet::add(const FileDescriptor& file) {
  if (std::ranges::find(added_, file.name) != added_.end()) return;
  for (const std::string& needed : file.dependencies) add_known(needed);
  added_.push_back(file.name);
  MessageWriter(bytes_).message(1, [&](MessageWriter& out) {
    out.bytes(1, file.name);
    out.bytes(2, file.package);
    for (const std::string& needed : file.dependencies) out.bytes(3, needed);
    for (const MessageDescriptor& message : file.messages) {
      out.message(4, [&](MessageWriter& inner) { write_message(inner, message); });
    }
    out.bytes(12, "proto3");
  });
}

void DescriptorSet::add_known(std::string_view name) {
  constexpr std::string_view kMoment = "seconds:int64 nanos:int32";
  for (const std::string_view message : {"Timestamp", "Duration"}) {
    if (file_of(message) == name) add(known_file("google.protobuf", {message, kMoment}));
  }
  for (const KnownMessage& known : kFoxglove) {
    if (file_of(known.name) == name) add(known_file("foxglove", known));
  }
}

std::string foxglove_schema(std::string_view message) {
  DescriptorSet set;
  set.add_known(file_of(message));
  return set.bytes();
}

}  // namespace scrubjay::mcap

#include "formats/framebyframe/write/container_writer.h"

#include <cassert>

#include "core/base64.h"
#include "core/number_text.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::size_t kPieceBytes = 256 * 1024;

std::string quoted(std::string_view text) {
  std::string json;
  append_json_text(json, text);
  return json;
}

void write_texts(JsonWriter& json, std::span<const std::string> texts) {
  json.begin_array();
  for (const std::string& text : texts) json.text(text);
  json.end_array();
}

std::string hex_of(Bytes bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) add_hex(text, static_cast<unsigned char>(byte));
  return text;
}

std::string text_data(const ResourceData& data, std::string_view type) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  if (data.width != 0) {
    json.integer_field("width", data.width);
    json.integer_field("height", data.height);
    json.field("data", hex_of(data.bytes));
  } else {
    std::string url = "data:" + std::string(type) + ";base64,";
    append_base64(url, data.bytes);
    json.field("blob", url);
  }
  json.end_object();
  return text;
}

}  // namespace

ContainerWriter::ContainerWriter(ByteSink sink, FileKind container)
    : sink_(std::move(sink)), container_(container) {
  if (container == FileKind::raw) {
    add("{\n\"type\":1,\n\"version\":4,\n\"rawFrames\":[\n");
  } else {
    gzip_.emplace();
    add("{\"version\":4,\"type\":0,\"frameData\":[");
  }
}

void ContainerWriter::add(std::string_view text) {
  if (failed_) return;
  if (gzip_) {
    gzip_->add(out_, text);
  } else {
    out_ += text;
  }
  pass_on(kPieceBytes);
}

/// Gives the sink what waits, if it is that much.
void ContainerWriter::pass_on(std::size_t at_least) {
  if (failed_ || out_.size() < at_least) return;
  failed_ = !sink_(std::as_bytes(std::span(out_)));
  bytes_given_ += out_.size();
  out_.clear();
}

void ContainerWriter::add_frame(std::string_view frame, std::span<const std::string> resources,
                                std::string_view more) {
  assert(section_ == Section::frames && frame.ends_with('}'));
  assert(resources.empty() || container_ == FileKind::raw);
  if (!is_first_) add(container_ == FileKind::raw ? ",\n" : ",");
  is_first_ = false;
  add(frame.substr(0, frame.size() - 1));
  if (!resources.empty()) add(",\"resources\":[");
  for (std::size_t i = 0; i < resources.size(); ++i) {
    if (i > 0) add(",");
    add(resources[i]);
  }
  if (!resources.empty()) add("]");
  add(more);
  add("}");
}

void ContainerWriter::end_frames(std::span<const std::string> layers,
                                 std::span<const std::string> scenes) {
  if (container_ == FileKind::raw) return;
  std::string lists = "],\"layers\":";
  JsonWriter layer_list(lists);
  write_texts(layer_list, layers);
  lists += ",\"scenes\":";
  JsonWriter scene_list(lists);
  write_texts(scene_list, scenes);
  add(lists + ",\"clientIds\":{},\"resources\":{");
  section_ = Section::resources;
  is_first_ = true;
}

void ContainerWriter::add_member(std::string_view key, std::string_view object) {
  if (!is_first_) add(",");
  is_first_ = false;
  add(quoted(key));
  add(":");
  add(object);
}

void ContainerWriter::add_resource(std::string_view path, std::string_view object) {
  assert(section_ == Section::resources);
  add_member(path, object);
}

void ContainerWriter::add_comment(std::string_view id, std::string_view object) {
  assert(section_ != Section::frames);
  if (section_ == Section::resources) {
    add("},\"comments\":{");
    section_ = Section::comments;
    is_first_ = true;
  }
  add_member(id, object);
}

Result<void> ContainerWriter::finish() {
  if (container_ == FileKind::raw) {
    add("\n]}\n");
  } else {
    if (section_ == Section::resources) add("},\"comments\":{");
    add("},\"storageVersion\":4}");
    if (!failed_) gzip_->finish(out_);
  }
  pass_on(1);
  return status();
}

Result<void> ContainerWriter::status() const {
  if (!failed_) return {};
  return failure(not_written());
}

void write_resource(JsonWriter& json, std::string_view path, std::string_view type,
                    const ResourceData* data) {
  json.begin_object();
  json.field("path", path);
  if (data == nullptr) {
    json.null_field("type");
    json.null_field("textData");
  } else {
    const std::string_view written = data->width != 0 ? "image/raw" : type;
    json.field("type", written);
    json.field("textData", text_data(*data, written));
  }
  json.end_object();
}

void write_comment(JsonWriter& json, const WrittenComment& comment) {
  json.begin_object();
  json.key("id");
  // It is the key, which may be any text.
  const auto number = number_from<std::int64_t>(comment.id);
  if (number && format_number(*number).view() == comment.id) {
    json.integer(*number);
  } else {
    json.text(comment.id);
  }
  json.integer_field("type", static_cast<std::uint64_t>(comment.target));
  json.field("text", comment.text);
  json.key("pos");
  json.begin_object();
  json.number_field("x", comment.x);
  json.number_field("y", comment.y);
  json.end_object();
  if (!comment.color.empty()) json.field("color", comment.color);
  json.integer_field("frameId", comment.frame);
  if (comment.target != CommentInfo::Target::timeline) {
    json.key("entityId");
    json.integer(comment.entity);
    json.integer_field("propertyId", comment.property);
  }
  json.end_object();
}

}  // namespace scrubjay::framebyframe

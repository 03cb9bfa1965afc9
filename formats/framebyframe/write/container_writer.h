#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/format_writer.h"
#include "formats/framebyframe/write/frame_writer.h"
#include "formats/framebyframe/write/gzip_text.h"

namespace scrubjay::framebyframe {

/// The two kinds of file (formats/framebyframe/README.md, 1).
enum class FileKind : std::uint8_t { raw, saved };

constexpr EntityLayout entity_layout(FileKind container) {
  return container == FileKind::raw ? EntityLayout::array : EntityLayout::object;
}

/// Writes a file frame by frame into a sink. Memory holds a piece of the text.
///
///     ContainerWriter writer(sink, FileKind::saved);
///     writer.add_frame(frame_object);            // any number, by serverTime
///     writer.end_frames(layers, scenes);
///     writer.add_resource(path, object);         // saved only
///     writer.add_comment(id, object);            // saved only, after all resources
///     const Result<void> done = writer.finish();
///
/// A raw file has the resources in the frames that first need them, and no comments. Errors:
/// "not-written" when the sink refused; nothing is given to it after that.
class ContainerWriter {
 public:
  ContainerWriter(ByteSink sink, FileKind container);

  /// `frame` is what write_frame makes; `resources` are objects of write_resource (raw only);
  /// `more` are members behind all others, each with a comma in front.
  void add_frame(std::string_view frame, std::span<const std::string> resources = {},
                 std::string_view more = {});
  void end_frames(std::span<const std::string> layers, std::span<const std::string> scenes);
  void add_resource(std::string_view path, std::string_view object);
  void add_comment(std::string_view id, std::string_view object);
  Result<void> finish();

  FileKind container() const { return container_; }
  /// The error, once there is one.
  Result<void> status() const;
  /// Bytes of the file so far, those that still wait included.
  std::uint64_t bytes_written() const { return bytes_given_ + out_.size(); }

 private:
  enum class Section : std::uint8_t { frames, resources, comments };

  void add(std::string_view text);
  void add_member(std::string_view key, std::string_view object);
  void pass_on(std::size_t at_least);

  ByteSink sink_;
  FileKind container_;
  std::optional<GzipText> gzip_;
  std::string out_;  ///< of the file, not given to the sink yet
  Section section_ = Section::frames;
  bool is_first_ = true;  ///< in its section
  bool failed_ = false;
  std::uint64_t bytes_given_ = 0;
};

/// A resource's object (formats/framebyframe/README.md, 9.4): the content as a data URL, or as
/// eight hex digits a pixel where it has a width. `data` null: it is only named.
void write_resource(JsonWriter& json, std::string_view path, std::string_view type,
                    const ResourceData* data);

/// What a comment says beside the recording's words (formats/framebyframe/README.md, 9.5).
struct WrittenComment {
  std::string_view id = {};  ///< mostly decimal
  CommentInfo::Target target = CommentInfo::Target::timeline;
  std::string_view text = {};
  std::string_view color = {};  ///< left out when empty
  double x = 0;
  double y = 0;
  std::uint64_t frame = 0;     ///< index in frameData
  std::int64_t entity = 0;     ///< combined id
  std::uint64_t property = 0;  ///< as formats/framebyframe/README.md, 9.5 counts
};

void write_comment(JsonWriter& json, const WrittenComment& comment);

}  // namespace scrubjay::framebyframe

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"
#include "core/problem.h"

namespace scrubjay {

class TextStore;

/// What became of a file on disk since it was opened.
enum class FileChange : std::uint8_t {
  none,
  rewritten,  ///< same file, other size or time
  replaced,   ///< another file has its name now; the one opened is still read
  removed,    ///< its name is gone; the one opened is still read
  truncated,  ///< bytes that were read are gone: they read as zero from now on
};

/// What tells a file on disk from others, and from what it was.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;  ///< on that device
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;  ///< since 1970
};
/// Of what has that name now. Nothing where it cannot be found out; `is_removed`: because nothing
/// has. A system call or two.
std::optional<FileIdentity> file_identity(const std::string& path, bool& is_removed);

/// Extensions of files, without the dot: "json".
using FileExtensions = std::span<const std::string_view>;

/// One file of a folder that was opened as one input.
struct InputPart {
  std::string name;  ///< without its folder
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

/// The bytes of one input, read-only. A regular file is mapped; a pipe, standard input ("-") and
/// what cannot be mapped is read into memory.
///
/// A mapped file may be cut by another process while it is open (Windows lets nobody do so, but a
/// disk may be taken away, or a server's file be cut there). Touching a page that is gone would end
/// the process; here such a page is replaced by zeros and `change()` tells of it, so readers, which
/// check all they read, come to a problem instead of a crash.
class InputFile {
 public:
  /// Opens and maps, or reads to the end. A folder is opened as the files in it that have one of
  /// the extensions `in_folders`, one after another in natural order of their names, with bytes 0
  /// between them; `parts()` says which is where. Errors, all fatal: "not-found", "no-access",
  /// "is-directory" for a folder without such files, "unreadable".
  static Result<std::shared_ptr<InputFile>> open(const std::string& path,
                                                 FileExtensions in_folders = {});
  /// Bytes in memory, as if read from a file of that name.
  static std::shared_ptr<InputFile> from_memory(std::string name, std::vector<std::byte> bytes);
  /// The first `size` bytes of a file, or all where it has fewer, as if it were cut there. Not said
  /// to be mapped: what is kept of files for later is not kept of a part.
  static std::shared_ptr<InputFile> head_of(std::shared_ptr<const InputFile> whole,
                                            std::uint64_t size);

  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  Bytes bytes() const { return bytes_; }
  std::uint64_t size() const { return bytes_.size(); }
  const std::string& path() const { return path_; }
  /// The files of a folder; empty for a file.
  const std::vector<InputPart>& parts() const { return parts_; }
  bool is_mapped() const { return slot_ >= 0; }
  /// Whether pages had to be replaced so far. Cheap, any thread.
  bool lost_bytes() const;
  /// Looks at the disk: a system call or two. Any thread but the one that draws.
  FileChange change() const;
  /// When the file was changed last, as of its opening: nanoseconds since 1970; 0 when not mapped.
  std::int64_t modified_ns() const { return identity_.modified_ns; }
  /// Asks the system to have these bytes in memory soon, and does not wait for them. Nothing where
  /// the input is not mapped. Any thread but the one that draws: it may take a moment.
  void will_need(std::uint64_t begin, std::uint64_t size) const;
  /// Where a large text that is made of this file can be kept: in the user's cache folder. Null
  /// where the input is not mapped. Errors: "no-cache".
  Result<std::unique_ptr<TextStore>> text_store() const;

 private:
  InputFile() = default;
  static Result<std::shared_ptr<InputFile>> open_folder(const std::string& path,
                                                        FileExtensions extensions);

  std::string path_;
  Bytes bytes_;
  std::vector<std::byte> memory_;
  std::shared_ptr<const InputFile> whole_;  ///< of which this is the head
  std::vector<InputPart> parts_;
  FileIdentity identity_;
  int slot_ = -1;  ///< row in the table of mappings; -1: not mapped
};

/// Order of names in which runs of digits count as numbers: "s_9" before "s_10".
bool natural_less(std::string_view a, std::string_view b);

/// The part of a path after the last separator.
std::string file_name(const std::string& path);

}  // namespace scrubjay

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "scenery/obj/text.h"

namespace scrubjay::obj {

/// The lines of an OBJ file that Scrubjay reads (v, f, usemtl, mtllib), checked, as a stream for
/// tinyobjloader, which checks nothing: it takes what is no number for 0, and indices modulo 2^32.
/// Others are left out; damaged ones, too, which is told.
///
/// - A vertex has three numbers in reach of `LevelBuilder`; a damaged one stays as 0 0 0, so that
///   the next have their numbers, and is lost: faces that use it are left out.
/// - A face has three corners or more, each of which names a vertex above it, counted from the
///   first (1) or back from the last (-1).
class CheckedLines : public std::streambuf {
 public:
  /// The bytes must live as long as this, as must the list and the flag. Problems: "bad-vertex",
  /// "bad-face", "bad-index", "long-line", with the line's byte.
  CheckedLines(Bytes bytes, std::vector<Problem>& problems, const std::atomic<bool>& cancelled)
      : lines_(bytes), problems_(problems), cancelled_(cancelled) {}

  /// No further line comes.
  void stop() { is_stopped_ = true; }
  /// Of the line that was handed out last.
  std::uint64_t offset() const { return offset_; }

 protected:
  int_type underflow() override;

 private:
  /// The next line that may be handed out.
  std::optional<std::string_view> next_line();
  std::string_view checked_vertex(std::string_view line, std::string_view rest);
  bool is_face(std::string_view rest);
  bool is_corner(std::string_view word);
  void tell(std::string code, std::string message, std::string expected, std::string_view found);

  Lines lines_;
  std::vector<Problem>& problems_;
  const std::atomic<bool>& cancelled_;
  std::vector<std::uint64_t> lost_;  ///< numbers of damaged vertices, growing
  std::uint64_t vertices_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t looked_at_ = 0;
  bool ends_line_ = false;  ///< the line is read, its end is next
  bool is_stopped_ = false;
};

}  // namespace scrubjay::obj

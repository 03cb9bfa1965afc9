#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"

namespace scrubjay {

/// What can be wrong with a recording; a format has a constant for each.
struct ProblemCode {
  std::string_view text;  ///< "cut-off"
  Severity severity = Severity::error;
  std::string_view message = {};  ///< where it is always the same
};

inline Problem make_problem(const ProblemCode& code, std::uint64_t offset, std::string message) {
  return {.severity = code.severity,
          .code = std::string(code.text),
          .offset = offset,
          .message = std::move(message)};
}

/// Collects what is wrong with pieces of a recording (packets, messages, frames), in order of first
/// appearance: several problems of one code in one piece become one with a count and the first
/// one's place and message, so that a piece of a million bad values costs no memory. One a thread.
class Problems {
 public:
  /// What is added from here on concerns the next piece, which begins at `offset`.
  void begin(std::uint64_t offset) {
    offset_ = offset;
    first_ = list_.size();
  }

  /// `message()` returns a sentence; it is called for the piece's first problem of that code only.
  template <class Message>
  void add(const ProblemCode& code, Message message) {
    add_at(code, offset_, message);
  }
  /// One that does not stand where its piece begins.
  template <class Message>
  void add_at(const ProblemCode& code, std::uint64_t offset, Message message) {
    for (std::size_t i = first_; i < list_.size(); ++i) {
      if (list_[i].code != code.text) continue;
      ++list_[i].count;
      return;
    }
    list_.push_back(make_problem(code, offset, std::string(message())));
  }

  void add_at(const ProblemCode& code, std::uint64_t offset) {
    add_at(code, offset, [&] { return code.message; });
  }

  bool empty() const { return list_.empty(); }
  const std::vector<Problem>& list() const { return list_; }

  /// All found so far, leaving none.
  std::vector<Problem> take() {
    first_ = 0;
    return std::exchange(list_, {});
  }

 private:
  std::uint64_t offset_ = 0;
  std::size_t first_ = 0;  ///< of the piece at hand, in list_
  std::vector<Problem> list_;
};

}  // namespace scrubjay

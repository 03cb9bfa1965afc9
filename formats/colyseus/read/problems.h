#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"

namespace scrubjay::colyseus {

/// What can be wrong with a recording, in the order of formats/colyseus/README.md, 10.
enum class ProblemCode : std::uint8_t {
  not_colyseus,
  no_messages,
  bad_header,
  unsupported_version,
  no_handshake,
  bad_handshake,
  unsupported_serializer,
  unsupported_type,
  bad_json,
  bad_base64,
  bad_metadata,
  unknown_record,
  cut_off,
  bad_time,
  patch_without_state,
  bad_value,
  unknown_field,
  unknown_ref,
  unknown_type,
  limit,
  cycle,
  bad_utf8,
};
inline constexpr std::size_t kProblemCodes = 22;

/// "not-colyseus", ...
std::string_view to_text(ProblemCode code);
/// With the severity that the code has when something is left to show.
Problem make_problem(ProblemCode code, std::uint64_t offset, std::string message);
/// The same for what keeps a recording from opening.
Problem fatal_problem(ProblemCode code, std::uint64_t offset, std::string message);

/// Collects what is wrong with one message: several of one code become one with a count and the
/// first one's text, so that a message of a million bad operations costs no memory.
class Faults {
 public:
  void add(ProblemCode code, std::string_view message) {
    Fault& fault = faults_[static_cast<std::size_t>(code)];
    if (fault.count++ == 0) fault.message = message;
    is_empty_ = false;
  }
  bool empty() const { return is_empty_; }

  /// Calls `visit(Problem)` for each code met, and forgets them.
  template <class Visit>
  void take(std::uint64_t offset, Visit visit) {
    if (is_empty_) return;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
      if (faults_[i].count == 0) continue;
      Problem problem =
          make_problem(static_cast<ProblemCode>(i), offset, std::exchange(faults_[i].message, {}));
      problem.count = std::exchange(faults_[i].count, 0);
      visit(std::move(problem));
    }
    is_empty_ = true;
  }
  void clear() {
    take(0, [](Problem&&) {});
  }

 private:
  struct Fault {
    std::uint64_t count = 0;
    std::string message;
  };
  std::array<Fault, kProblemCodes> faults_;
  bool is_empty_ = true;
};

}  // namespace scrubjay::colyseus

#pragma once

#include "formats/colyseus/read/file_index.h"
#include "formats/colyseus/read/flat_reader.h"
#include "formats/colyseus/read/nested_reader.h"

namespace scrubjay::colyseus {

/// Applies steps to trees: the same way when indexing and when seeking. One per thread.
class StateMachine {
 public:
  /// `body`: of the step's message; not looked at for Step::Kind::begin. `problems` may be null.
  void apply(const Step& step, Bytes body, State& state, Problems* problems);

 private:
  FlatReader flat_;
  NestedReader nested_;
};

/// The trees of all streams at any of their steps: the nearest checkpoint and what came since, or
/// only what came since the last call. One per thread.
class StateSeeker {
 public:
  explicit StateSeeker(const FileIndex& index)
      : index_(index), records_(index.file), streams_(index.steps.size()) {}

  /// The tree after `step`. Its shape is marked as changed where it may differ from what the last
  /// call for the stream returned. Valid until the next call for the stream.
  State& seek(std::uint32_t stream, std::uint32_t step);

 private:
  struct Stream {
    State state;
    std::uint32_t next = 0;  ///< step to be applied
  };

  const FileIndex& index_;
  RecordReader records_;
  StateMachine machine_;
  std::vector<Stream> streams_;
};

}  // namespace scrubjay::colyseus

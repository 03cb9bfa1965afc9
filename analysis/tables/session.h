#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/tables/contact_rows.h"
#include "analysis/tables/row_source.h"
#include "core/problem.h"

namespace scrubjay::tables {

/// The recordings that are asked, opened when they are needed. Used by one thread.
class RecordingSet {
 public:
  virtual ~RecordingSet() = default;
  virtual std::size_t size() const = 0;
  /// As it was named.
  virtual std::string file(std::size_t recording) const = 0;
  /// Seconds that are added to its times.
  virtual Seconds offset(std::size_t /*recording*/) const { return 0; }
  /// Indexed. It may be closed by the set when others are opened; who holds it keeps it open.
  virtual Result<std::shared_ptr<const Recording>> open(std::size_t recording) = 0;
};

/// A recording that is open and indexed, alone.
class OneRecording final : public RecordingSet {
 public:
  OneRecording(std::string file, std::shared_ptr<const Recording> recording)
      : file_(std::move(file)), recording_(std::move(recording)) {}
  std::size_t size() const override { return 1; }
  std::string file(std::size_t) const override { return file_; }
  Result<std::shared_ptr<const Recording>> open(std::size_t) override { return recording_; }

 private:
  std::string file_;
  std::shared_ptr<const Recording> recording_;
};

/// What the queries of one thread share.
struct TableSession {
  RecordingSet& recordings;
  std::optional<CoordinateSystem> coordinates = {};  ///< none: as recorded
  /// Looked at now and then, on any thread: true ends what is running.
  std::function<bool()> is_stopped = [] { return false; };
  IdleCursors cursors = {};
  KnownContacts contacts = {};
  std::optional<Problem> failure = {};  ///< why a recording could not be read
  /// Gets, where it is set, what decoding a frame of a recording found wrong; once in each pass.
  std::function<void(std::size_t, FrameIndex, const std::vector<Problem>&)> tell_damage = {};

  /// Null where it does not open: `failure` then says why.
  std::shared_ptr<const Recording> open(std::size_t recording);
  /// What is asked of a table of a recording that is open, without filter and columns.
  RowRequest request(TableId table, std::size_t number,
                     std::shared_ptr<const Recording> recording) const;
  /// The rows that it asks for. Null where they cannot be had, or it was stopped: `failure` then
  /// says why, if anything does.
  std::unique_ptr<RowSource> rows(RowRequest request);
};

}  // namespace scrubjay::tables

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/tables/session.h"

namespace scrubjay::tables {

/// Found by views, too.
struct PathHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view path) const {
    return std::hash<std::string_view>()(path);
  }
};
using PathSet = std::unordered_set<std::string, PathHash, std::equal_to<>>;

/// The columns of `state` behind the fixed ones: a path each, in order of first appearance, named
/// so that no two columns differ in case only. A pass over the frames finds them, as far as it is
/// needed: what is known does not change when more is.
class StatePaths {
 public:
  /// Beyond so many paths the others are left out.
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  explicit StatePaths(TableSession& session);

  /// Looks at the first frame of all, unless more was looked at.
  void begin();
  /// Goes on until one of the columns `names`, in small letters, is known. False where none is in
  /// any recording, or where it was stopped.
  bool find(const std::vector<std::string>& names);
  /// Goes on to the end. False where it was stopped or a recording does not open.
  bool find_all();
  bool is_at_end() const { return is_at_end_; }
  /// A column without values: no recording has that path.
  void add_absent(const std::string& path) { add(path); }

  std::size_t size() const { return paths_.size(); }
  const std::string& path(std::size_t i) const { return paths_[i]; }
  const std::string& column(std::size_t i) const { return columns_[i]; }
  /// The column of that name, in small letters; size() where there is none.
  std::size_t index_of(const std::string& lower_name) const;

 private:
  /// Until `is_enough`, looked at after each frame.
  bool go_on(const std::function<bool()>& is_enough);
  bool scan_recording(const std::shared_ptr<const Recording>& recording,
                      const std::function<bool()>& is_enough);
  void add(const std::string& path);

  TableSession& session_;
  std::vector<std::string> paths_;
  std::vector<std::string> columns_;
  PathSet known_;
  std::unordered_map<std::string, std::size_t> taken_;  ///< names in small letters
  std::size_t recording_ = 0;
  std::size_t frame_ = 0;
  bool is_at_end_ = false;
};

/// The columns that a query gets: those that it names, or all.
struct StateColumns {
  std::vector<std::string> names;
  std::vector<std::string> doubts;  ///< the last of them: no path so far, but one may yet be found
  std::shared_ptr<const std::vector<std::string>> paths;  ///< of each
  std::size_t left_out = 0;                               ///< no room in SQLite
};

}  // namespace scrubjay::tables

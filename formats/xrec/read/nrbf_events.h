#pragma once

#include <cstdint>
#include <optional>

#include "formats/xrec/read/known_events.h"
#include "formats/xrec/read/nrbf.h"
#include "formats/xrec/read/nrbf_classes.h"

namespace scrubjay::xrec {

/// The captured events of a decoded NRBF stream (formats/xrec/README.md, 6.3): the root's elements,
/// those of a `List<T>` up to its size, or the root alone.
class NrbfEvents {
 public:
  /// False when the root is a list whose size is missing or wrong: see error(). It then has no
  /// events.
  bool open(const NrbfGraph& graph);
  const ValueError& error() const { return error_; }

  /// Elements, nulls included.
  std::uint32_t size() const { return count_; }
  bool is_null(const NrbfGraph& graph, std::uint32_t i) const;
  /// Row of the i-th element's object; nothing when it is no class record.
  std::optional<std::uint32_t> instance(const NrbfGraph& graph, std::uint32_t i) const;
  /// Where in the stream the i-th element is named.
  std::uint64_t place(const NrbfGraph& graph, std::uint32_t i) const;

 private:
  bool open_list(const NrbfGraph& graph, const NrbfObject& list);
  NrbfValue value(const NrbfGraph& graph, std::uint32_t i) const;

  std::optional<std::uint32_t> array_;  ///< row of the array of events; nothing: the root is alone
  std::uint32_t count_ = 0;
  ValueError error_;
};

/// The frame that an event's members tell, best name first.
std::optional<std::int64_t> frame_of(const NrbfGraph& graph, const NrbfClassPlan& plan,
                                     const NrbfObject& event);
/// The time, likewise; maybe not finite.
std::optional<double> time_of(const NrbfGraph& graph, const NrbfClassPlan& plan,
                              const NrbfObject& event);
/// The fields of formats/xrec/README.md, 7.2 by their shown names. Views point into the stream.
KnownFields known_fields(const NrbfGraph& graph, NrbfClasses& classes, const NrbfObject& event);

}  // namespace scrubjay::xrec

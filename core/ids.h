#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace scrubjay {

/// Seconds from the recording's own zero. Time has this one type and unit everywhere; clock text
/// and frame numbers are display.
using Seconds = double;

/// A row number of one kind of table. Rows of different tables do not mix; `none()` is no row.
template <class Tag>
struct RowId {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();

  constexpr RowId() = default;
  constexpr explicit RowId(std::size_t row) : value(static_cast<std::uint32_t>(row)) {}

  static constexpr RowId none() { return RowId(); }
  constexpr bool exists() const { return value != std::numeric_limits<std::uint32_t>::max(); }
  constexpr auto operator<=>(const RowId&) const = default;
};

/// Position of a frame in the whole recording, in time order, from 0.
using FrameIndex = RowId<struct FrameTag>;
/// Row of an entity in `Recording`'s table of entities. A re-used id of the source is a new entity.
using EntityIndex = RowId<struct EntityTag>;
/// Row of an event in `Recording`'s table of events.
using EventIndex = RowId<struct EventTag>;
/// Row of a stream (a client, a server, a room) in `Timeline`.
using StreamIndex = RowId<struct StreamTag>;
/// A string kept once in a `TextTable`.
using TextId = RowId<struct TextTag>;
/// Row of a lifetime in `Recording`.
using LifetimeIndex = RowId<struct LifetimeTag>;
/// Row of an embedded file (a picture, a text) in `Recording`.
using ResourceIndex = RowId<struct ResourceTag>;
/// Row of a person's comment in `Recording`.
using CommentIndex = RowId<struct CommentTag>;

}  // namespace scrubjay

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <vector>

#include "analysis/derived/oriented_box.h"
#include "analysis/derived/place.h"
#include "analysis/tables/frame_rows.h"
#include "analysis/tables/leaves.h"
#include "analysis/tables/near_pairs.h"
#include "analysis/tables/stream_frames.h"
#include "core/directions.h"
#include "core/shown_number.h"

namespace scrubjay::tables {

namespace {

/// The columns of `pairs` behind `time`.
struct PairColumn {
  enum : std::size_t { a = 3, b, distance, gap, closing, ttc };
};

glm::dvec3 shown_vector(const glm::dvec3& v, Precision precision) {
  return {shown_number(v.x, precision), shown_number(v.y, precision), shown_number(v.z, precision)};
}

/// The position of an entity that has one, as it is printed.
std::optional<glm::dvec3> position_of(const Entity& entity) {
  if (!entity.world.position) return std::nullopt;
  const glm::dvec3 position = shown_vector(*entity.world.position, entity.precision);
  return is_finite(position) ? std::optional(position) : std::nullopt;
}

/// The recorded box in the frame's coordinates.
std::optional<OrientedBox> box_of(const Entity& entity, const glm::dvec3& position) {
  if (!entity.box) return std::nullopt;
  return placed_box(*entity.box, position, entity.world.rotation, entity.world.scale);
}

/// Where the entities of one frame are.
struct FramePlaces {
  FrameIndex frame;
  Seconds time = 0;
  std::vector<EntityIndex> entities;  ///< ascending; those with a position
  std::vector<glm::dvec3> positions;

  void fill(const Frame& from) {
    frame = from.index;
    time = from.time;
    entities.clear();
    positions.clear();
    for (const Entity& entity : from.entities) {
      const auto position = position_of(entity);
      if (!position) continue;
      entities.push_back(entity.index);
      positions.push_back(*position);
    }
  }
  const glm::dvec3* find(EntityIndex entity) const {
    const auto found = std::ranges::lower_bound(entities, entity);
    if (found == entities.end() || *found != entity) return nullptr;
    return &positions[static_cast<std::size_t>(found - entities.begin())];
  }
};

/// A part is the first one of pairs.
class PairRows final : public FrameRows {
 public:
  explicit PairRows(const RowRequest& request)
      : request_(request), frames_(request.recording, request.coordinates) {}

  std::size_t add(const Frame& frame, std::size_t part, std::size_t most_bytes,
                  RowBatch& out) override {
    const double radius = request_.filter.radius.value_or(0);
    if (!(radius > 0)) return kDone;
    now_.fill(frame);
    const FramePlaces* before = seek_before(frame);
    near_.set(now_.positions, radius);
    boxes_.assign(now_.entities.size(), {});
    for (; part < now_.entities.size(); ++part) {
      if (out.bytes() >= most_bytes) return part;
      add_pairs_of(frame, static_cast<std::uint32_t>(part), before, out);
    }
    std::swap(kept_[frame.stream], now_);
    return kDone;
  }

 private:
  const FramePlaces* seek_before(const Frame& frame) {
    if (!request_.columns.wants(PairColumn::closing) && !request_.columns.wants(PairColumn::ttc)) {
      return nullptr;
    }
    const FrameIndex before = request_.recording->timeline().frame_before(frame.index);
    if (!before.exists()) return nullptr;
    FramePlaces& kept = kept_[frame.stream];
    if (kept.frame != before) {
      const Frame* decoded = frames_.seek_before(frame);
      if (decoded == nullptr) return nullptr;
      kept.fill(*decoded);
    }
    return &kept;
  }

  void add_pairs_of(const Frame& frame, std::uint32_t first, const FramePlaces* before,
                    RowBatch& out) {
    for (const NearPairs::Neighbour& near : near_.neighbours_after(first)) {
      begin_row(request_, frame, now_.entities[first], now_.entities[near.point].value, out);
      out.integer(PairColumn::a, now_.entities[first].value);
      out.integer(PairColumn::b, now_.entities[near.point].value);
      out.real(PairColumn::distance, near.distance);
      const auto gap = gap_of(frame, first, near.point, out);
      if (gap) out.real(PairColumn::gap, *gap);
      const auto closing = closing_of(first, near, before);
      if (!closing) continue;
      out.real(PairColumn::closing, *closing);
      if (*closing > 0) out.real(PairColumn::ttc, gap.value_or(near.distance) / *closing);
    }
  }

  std::optional<double> gap_of(const Frame& frame, std::uint32_t first, std::uint32_t second,
                               const RowBatch& out) {
    if (!out.wants(PairColumn::gap) && !out.wants(PairColumn::ttc)) return std::nullopt;
    const auto& left = box_at(frame, first);
    if (!left) return std::nullopt;
    const auto& right = box_at(frame, second);
    if (!right) return std::nullopt;
    return gap_between(*left, *right);
  }

  /// Worked out once a frame.
  const std::optional<OrientedBox>& box_at(const Frame& frame, std::uint32_t point) {
    KnownBox& known = boxes_[point];
    if (!known.is_known) {
      known.is_known = true;
      const Entity* entity = frame.find(now_.entities[point]);
      if (entity != nullptr) known.box = box_of(*entity, now_.positions[point]);
    }
    return known.box;
  }

  std::optional<double> closing_of(std::uint32_t first, const NearPairs::Neighbour& near,
                                   const FramePlaces* before) const {
    if (before == nullptr || !(now_.time > before->time)) return std::nullopt;
    const glm::dvec3* left = before->find(now_.entities[first]);
    const glm::dvec3* right = before->find(now_.entities[near.point]);
    if (left == nullptr || right == nullptr) return std::nullopt;
    return (glm::length(*right - *left) - near.distance) / (now_.time - before->time);
  }

  struct KnownBox {
    bool is_known = false;
    std::optional<OrientedBox> box;
  };

  const RowRequest& request_;
  StreamFrames frames_;
  NearPairs near_;
  FramePlaces now_;
  std::map<StreamIndex, FramePlaces> kept_;  ///< of the newest frame of each stream
  std::vector<KnownBox> boxes_;
};

}  // namespace

std::unique_ptr<FrameRows> make_pair_rows(const RowRequest& request) {
  return std::make_unique<PairRows>(request);
}

}  // namespace scrubjay::tables

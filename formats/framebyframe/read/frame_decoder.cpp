#include "formats/framebyframe/read/frame_decoder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "formats/framebyframe/read/frame_parser.h"
#include "formats/framebyframe/read/orientation.h"
#include "formats/framebyframe/special.h"

namespace scrubjay::framebyframe {

namespace {

std::optional<glm::dvec3> vector_at(const PropertyTree& tree, PropertyTree::Node node) {
  if (node == EntityGroups::Special::kNone) return std::nullopt;
  const auto values = tree.numbers_of(tree[node]);
  return glm::dvec3(values[0], values[1], values[2]);
}

class Decoder : public FrameDecoder {
 public:
  Decoder(const Recording& recording, const FileIndex& index)
      : recording_(recording), index_(index), text_(index) {}

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

 private:
  FrameSource source_of(const FrameRow& row);
  void write_frame_properties(const FrameRow& row, Frame& out) const;
  void write_entities(const FrameRow& row, Frame& out);
  Entity entity_of(const ParsedEntity& parsed, EntityIndex index, const Frame& out) const;
  void drop_duplicates(Frame& out);
  void set_parents(const FrameRow& row, Frame& out);
  void break_cycles(Frame& out);
  void tell_problems(const FrameRow& row, Frame& out);

  /// An entity of the frame that is decoded: its row in the recording and in `parsed_`.
  struct Place {
    EntityIndex entity;
    std::uint32_t parsed = 0;
  };

  const Recording& recording_;
  const FileIndex& index_;
  FrameText text_;
  FrameParser parser_;
  ParsedFrame parsed_;
  Problems event_problems_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> walks_;  ///< by entity of the frame: the walk that came by, from 1
};

FrameSource Decoder::source_of(const FrameRow& row) {
  const std::string_view text = text_.text(row);
  const std::less_equal<const char*> at_or_before;
  const std::string_view whole = index_.text;
  const bool stays = at_or_before(whole.data(), text.data()) &&
                     at_or_before(text.data() + text.size(), whole.data() + whole.size());
  return {text, stays};
}

void Decoder::decode(FrameIndex frame, Frame& out) {
  const FrameRow& row = index_.frames[frame.value];
  out.coordinates = index_.coordinates[row.coordinates];
  WantsEntity wants;
  if (out.only || row.has_combined_ids) {
    wants = [&](std::int64_t id) {
      const EntityKey key = index_.key_of(row, id);
      if (key.client != row.client) return false;
      const EntityIndex entity = index_.entities.find(key);
      return !entity.exists() || out.wants(entity);
    };
  }
  parser_.parse(source_of(row), out.coordinates, out.tree, parsed_, wants);
  write_entities(row, out);
  write_frame_properties(row, out);
  tell_problems(row, out);
}

void Decoder::decode_event(EventIndex event, PropertyTree& out) {
  const EventInfo info = recording_.event(event);
  const FrameSource frame = source_of(index_.frames[info.frame.value]);
  if (info.source_offset >= frame.text.size()) return;
  event_problems_ = {};
  parser_.parse_event({frame.text.substr(info.source_offset, info.source_detail), frame.stays}, out,
                      event_problems_);
}

void Decoder::write_frame_properties(const FrameRow& row, Frame& out) const {
  const FrameHead& head = parsed_.head;
  PropertyTree& tree = out.tree;
  const PropertyTree::Node mark = tree.size();
  const auto add_number = [&](std::string_view name, double value) {
    constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
    if (value == std::floor(value) && std::abs(value) <= kExactIntegers) {
      tree.integer(name, static_cast<std::int64_t>(value));
    } else {
      tree.number(name, value, Precision::float64);
    }
  };
  if (head.server_time) add_number("serverTime", *head.server_time);
  if (head.elapsed_time) tree.number("elapsedTime", *head.elapsed_time, Precision::float64);
  if (head.has_tag && head.client_id.value_or(0) == row.client) {
    tree.text("tag", tree.keep(head.tag));
  }
  if (head.has_scene) tree.text("scene", tree.keep(head.scene));
  if (head.coord_system) tree.integer("coordSystem", *head.coord_system);
  if (head.scale) tree.number("scale", *head.scale, Precision::float64);
  for (PropertyTree::Node node = mark; node < tree.size(); ++node) {
    if (tree[node].name != "scene") tree.node_for_edit(node).role = PropertyRole::capture;
  }
  tree.append_copy(parsed_.others, parsed_.others.since(0));
  out.properties = tree.since(mark);
}

void Decoder::write_entities(const FrameRow& row, Frame& out) {
  places_.clear();
  for (std::uint32_t i = 0; i < parsed_.entities.size(); ++i) {
    const ParsedEntity& parsed = parsed_.entities[i];
    const EntityKey key = index_.key_of(row, parsed.id);
    if (key.client != row.client) continue;
    const EntityIndex entity = index_.entities.find(key);
    if (entity.exists()) {
      places_.push_back({entity, i});
    } else {
      parsed_.problems.add_at(code::kLostEntity, parsed.offset);
    }
  }
  const auto order = [](const Place& place) { return std::pair(place.entity, place.parsed); };
  if (!std::ranges::is_sorted(places_, {}, order)) std::ranges::sort(places_, {}, order);
  for (const Place& place : places_) {
    out.entities.push_back(entity_of(parsed_.entities[place.parsed], place.entity, out));
  }
  drop_duplicates(out);
  set_parents(row, out);
  break_cycles(out);
}

Entity Decoder::entity_of(const ParsedEntity& parsed, EntityIndex index, const Frame& out) const {
  const PropertyTree& tree = out.tree;
  Entity entity;
  entity.index = index;
  if (!out.wants(index)) return entity;
  entity.properties = parsed.properties;
  const EntityGroups::Special& special = parsed.special;
  if (special.name != EntityGroups::Special::kNone) entity.name = tree[special.name].text_value();
  entity.stands_for_frame = entity.name == kFrameEntity;
  entity.world.position = vector_at(tree, special.position);
  const auto up = vector_at(tree, special.up);
  const auto forward = vector_at(tree, special.forward);
  entity.world.rotation =
      rotation_of(out.coordinates, up.value_or(glm::dvec3(0.0)), forward.value_or(glm::dvec3(0.0)));
  return entity;
}

void Decoder::drop_duplicates(Frame& out) {
  // The last one of each id stays (formats/framebyframe/README.md, 15.4).
  std::size_t kept = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (i + 1 < places_.size() && places_[i + 1].entity == places_[i].entity) {
      parsed_.problems.add_at(code::kDuplicateEntity, parsed_.entities[places_[i].parsed].offset);
      continue;
    }
    if (kept != i) {
      places_[kept] = places_[i];
      out.entities[kept] = out.entities[i];
    }
    ++kept;
  }
  places_.resize(kept);
  out.entities.resize(kept);
}

void Decoder::set_parents(const FrameRow& row, Frame& out) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::int64_t id = parsed_.entities[places_[i].parsed].parent_id;
    if (id == 0) continue;
    const EntityIndex parent = index_.entities.find(index_.key_of(row, id));
    // A parent that is not in the frame makes a root (formats/framebyframe/README.md, 4).
    if (parent.exists() && out.find(parent) != nullptr) out.entities[i].parent = parent;
  }
}

void Decoder::break_cycles(Frame& out) {
  walks_.assign(out.entities.size(), 0);
  for (std::size_t i = 0; i < out.entities.size(); ++i) {
    const auto walk = static_cast<std::uint32_t>(i + 1);
    Entity* entity = &out.entities[i];
    while (true) {
      const auto at = static_cast<std::size_t>(entity - out.entities.data());
      if (walks_[at] != 0) break;
      walks_[at] = walk;
      if (!entity->parent.exists()) break;
      const auto parent = static_cast<std::size_t>(out.find(entity->parent) - out.entities.data());
      if (walks_[parent] == walk) {
        parsed_.problems.add_at(code::kParentCycle, parsed_.entities[places_[at].parsed].offset);
        entity->parent = EntityIndex::none();
        break;
      }
      entity = &out.entities[parent];
    }
  }
}

void Decoder::tell_problems(const FrameRow& row, Frame& out) {
  for (Problem& problem : parsed_.problems.take()) {
    *problem.offset += row.bytes.begin;
    problem.frame = out.index;
    out.problems.push_back(std::move(problem));
  }
  if (parsed_.repairs == 0) return;
  out.problems.push_back({.severity = Severity::warning,
                          .code = "repaired",
                          .offset = row.bytes.begin,
                          .frame = out.index,
                          .count = parsed_.repairs,
                          .message = "The frame is not JSON; it was read as what was meant."});
}

}  // namespace

std::unique_ptr<FrameDecoder> make_decoder(const Recording& recording, const FileIndex& index) {
  return std::make_unique<Decoder>(recording, index);
}

}  // namespace scrubjay::framebyframe

#include "app/viewer/found/changes_here.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "app/viewer/found/property_survey.h"
#include "core/property_json.h"

namespace scrubjay {

namespace {

constexpr std::size_t kOfFrame = kEntityKinds;  ///< in place of a kind

/// Of one recording.
constexpr std::uint32_t kMostListers = 8;

std::optional<std::string> json_of(const tables::SideLeaf& leaf) {
  if (!leaf.exists()) return std::nullopt;
  std::string text;
  JsonWriter json(text);
  write_plain_value(json, *leaf.tree, leaf.node);
  return text;
}

/// What nobody knows stands behind what is rare, and before what is frequent.
double order_of(const std::optional<double>& rate) { return rate.value_or(0.5); }

}  // namespace

std::uint64_t change_key(std::size_t kind, std::string_view path) {
  return survey_key(static_cast<EntityKind>(kind), std::hash<std::string_view>()(path));
}

std::optional<double> ChangeRates::rate(std::size_t kind, std::uint64_t key) const {
  if (compared[kind] == 0) return std::nullopt;
  const auto found = properties.find(key);
  if (found == properties.end() || found->second.changes == 0) return 0;
  const auto changed = static_cast<double>(found->second.changes);
  // What went is not there any more, and is not counted.
  return changed / std::max(changed, static_cast<double>(found->second.compared));
}

ChangeFinder::OfShape* ChangeFinder::of_shape(std::size_t kind, const tables::LeafSide& side) {
  const tables::LeafShape* const shape = shapes_.of(side);
  if (shape == nullptr) return nullptr;
  OfShape& of = of_shapes_[kind][shape];
  if (of.shape == nullptr) {
    of.shape = shape;
    for (const auto& leaf : shape->leaves) of.subjects.push_back(subject_of(kind, leaf.path));
  }
  return &of;
}

void ChangeFinder::count(std::size_t kind, const tables::LeafSide& side) {
  if (OfShape* const of = of_shape(kind, side)) {
    ++of->counted;
    return;
  }
  walk_.walk(side.tree, side.range, [&](std::string_view path, PropertyTree::Node) {
    const std::uint32_t subject = subject_of(kind, path);
    if (subject >= of_no_shape_.size()) of_no_shape_.resize(subject + std::size_t{1});
    ++of_no_shape_[subject];
  });
}

std::vector<std::size_t> ChangeFinder::counted() const {
  std::vector<std::size_t> counts = of_no_shape_;
  counts.resize(subjects_.size());
  for (const auto& of_kind : of_shapes_) {
    for (const auto& [shape, of] : of_kind) {
      for (const std::uint32_t subject : of.subjects) counts[subject] += of.counted;
    }
  }
  return counts;
}

std::uint32_t ChangeFinder::subject_of(std::size_t kind, std::string_view path) {
  const std::uint64_t key = change_key(kind, path);
  const auto [found, is_new] =
      subject_of_.try_emplace(key, static_cast<std::uint32_t>(subjects_.size()));
  if (is_new) subjects_.push_back({std::string(path), kind, key});
  return found->second;
}

ChangeSurvey::ChangeSurvey(std::shared_ptr<const Recording> recording, Background& background)
    : before_(recording, std::nullopt),
      frames_(std::make_shared<DecoderPool>(recording), background,
              {.frames = kFrames, .least_of_stream = 32, .at_once = 2},
              {.begin =
                   [this] {
                     rates_ = {};
                     finder_ = {};
                     counts_.clear();
                   },
               .look_at = [this](const Frame& frame) { look_at(frame); },
               .report = [this](std::size_t, ChangeRates& out) { report(out); }}) {}

void ChangeSurvey::report(ChangeRates& out) const {
  out = rates_;
  const std::vector<std::size_t> compared = finder_.counted();
  for (std::size_t i = 0; i < compared.size(); ++i) {
    out.properties[finder_.subjects()[i].key] = {i < counts_.size() ? counts_[i] : 0, compared[i]};
  }
}

std::shared_ptr<const ChangeRates> ChangeSurvey::latest() {
  const ChangeRates* const found = frames_.latest();
  if (found != nullptr && (found != of_ || found->frames != of_frames_)) {
    found_ = std::make_shared<ChangeRates>(*found);
    of_ = found;
    of_frames_ = found->frames;
  }
  return found_;
}

void ChangeSurvey::look_at(const Frame& frame) {
  const Frame* const before = before_.seek_before(frame);
  if (before != nullptr) {
    ++rates_.frames;
    const auto compare = [&](std::size_t kind, const tables::LeafSide& from,
                             const tables::LeafSide& to) {
      ++rates_.compared[kind];
      finder_.count(kind, to);
      finder_.compare(kind, from, to, [&](std::uint32_t subject, const auto&, const auto&) {
        if (subject >= counts_.size()) counts_.resize(subject + std::size_t{1});
        ++counts_[subject];
      });
    };
    compare(kOfFrame, {before->tree, before->properties}, {frame.tree, frame.properties});
    for (const Entity& entity : frame.entities) {
      const Entity* const was = before->find(entity.index);
      if (was == nullptr) continue;
      compare(static_cast<std::size_t>(entity.kind), {before->tree, was->properties},
              {frame.tree, entity.properties});
    }
  }
  before_.keep(frame);
}

ChangeLister::ChangeLister(std::shared_ptr<const Recording> recording,
                           const std::optional<CoordinateSystem>& coordinates)
    : recording_(std::move(recording)), cursors_{Cursor(recording_), Cursor(recording_)} {
  for (Cursor& cursor : cursors_) cursor.set_coordinates(coordinates);
}

void ChangeLister::compare(std::size_t kind, EntityIndex entity, const tables::LeafSide& from,
                           const tables::LeafSide& to) {
  finder_.compare(
      kind, from, to,
      [&](std::uint32_t subject, const tables::SideLeaf& was, const tables::SideLeaf& is) {
        if (subject >= of_subjects_.size()) of_subjects_.resize(subject + std::size_t{1});
        of_subjects_[subject].found.push_back(static_cast<std::uint32_t>(found_.size()));
        found_.push_back({entity, was, is});
      });
}

void ChangeLister::list(FrameIndex index, std::size_t place, const ChangeRates* rates,
                        ChangesHere& out) {
  found_.clear();
  for (OfSubject& of : of_subjects_) of.found.clear();
  const FrameIndex index_before = recording_->timeline().frame_before(index);
  const bool is_second_there = cursors_[1].frame().index == index ||
                               (index_before.exists() && cursors_[0].frame().index == index_before);
  const Frame& frame = cursors_[is_second_there ? 1 : 0].seek(index);
  const Frame* const before =
      index_before.exists() ? &cursors_[is_second_there ? 0 : 1].seek(index_before) : nullptr;
  if (before != nullptr) {
    compare(kOfFrame, EntityIndex(), {before->tree, before->properties},
            {frame.tree, frame.properties});
    for (const Entity& entity : frame.entities) {
      const Entity* const was = before->find(entity.index);
      if (was == nullptr) continue;
      compare(static_cast<std::size_t>(entity.kind), entity.index, {before->tree, was->properties},
              {frame.tree, entity.properties});
    }
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < of_subjects_.size(); ++i) {
    if (of_subjects_[i].found.empty()) continue;
    const ChangeFinder::Subject& subject = finder_.subjects()[i];
    of_subjects_[i].rate = rates == nullptr ? std::nullopt : rates->rate(subject.kind, subject.key);
    order.push_back(i);
  }
  const auto rank = [&](std::uint32_t i) {
    const ChangeFinder::Subject& subject = finder_.subjects()[i];
    return std::make_tuple(order_of(of_subjects_[i].rate), of_subjects_[i].found.size(),
                           std::string_view(subject.path), subject.kind);
  };
  std::ranges::sort(order, {}, rank);
  const std::size_t most = out.rows.size() + ChangesHere::kMost;
  for (const std::uint32_t subject : order) {
    for (const std::uint32_t i : of_subjects_[subject].found) {
      if (out.rows.size() >= most) break;
      const Found& found = found_[i];
      ListedChange& row = out.rows.emplace_back();
      row.entity = {place, found.entity};
      row.path = finder_.subjects()[subject].path;
      row.before = json_of(found.was);
      row.after = json_of(found.is);
      const tables::SideLeaf& one = found.is.exists() ? found.is : found.was;
      row.is_reference = (*one).type == PropertyType::entity;
      row.rate = of_subjects_[subject].rate;
      if (found.was.exists() && found.is.exists()) {
        row.delta = tables::delta_between(*found.was.tree, *found.was, *found.is.tree, *found.is);
      }
    }
  }
  out.count += found_.size();
}

void sort_changes(ChangesHere& changes) {
  std::ranges::stable_sort(changes.rows, {},
                           [](const ListedChange& row) { return order_of(row.rate); });
  if (changes.rows.size() > ChangesHere::kMost) changes.rows.resize(ChangesHere::kMost);
}

ChangesChannel::ChangesChannel(Background& background)
    : listed_(background,
              [this](const ChangesWanted& wanted, ChangesHere& out) { return list(wanted, out); }) {
}

bool ChangesChannel::list(const ChangesWanted& wanted, ChangesHere& out) {
  out.rows.clear();
  out.count = 0;
  if (coordinates_ != wanted.coordinates) listers_.clear();
  coordinates_ = wanted.coordinates;
  std::erase_if(listers_, [&](const Lister& known) {
    return std::ranges::none_of(wanted.frames,
                                [&](const auto& one) { return one.recording == known.recording; });
  });
  for (const ChangesWanted::One& one : wanted.frames) {
    const std::uint32_t stream = one.recording->timeline().stream(one.frame).value % kMostListers;
    auto lister = std::ranges::find_if(listers_, [&](const Lister& known) {
      return known.recording == one.recording && known.stream == stream;
    });
    if (lister == listers_.end()) {
      listers_.push_back({one.recording, stream,
                          std::make_unique<ChangeLister>(one.recording, wanted.coordinates)});
      lister = std::prev(listers_.end());
    }
    lister->lister->list(one.frame, one.place, one.rates.get(), out);
  }
  if (wanted.frames.size() > 1) sort_changes(out);
  return true;
}

}  // namespace scrubjay

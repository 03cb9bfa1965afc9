#include "app/viewer/found/property_survey.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "app/shared/property_copy.h"
#include "app/viewer/panel.h"

namespace scrubjay {

namespace {

std::uint64_t mixed_hash(std::uint64_t hash, std::uint64_t more) {
  return (hash ^ more) * 0x9E3779B97F4A7C15ULL + (hash >> 29);
}

std::uint64_t leaf_hash(const PropertyTree& tree, const PropertyNode& node) {
  std::uint64_t hash = static_cast<std::uint64_t>(node.type);
  if (is_text(node.type)) {
    return mixed_hash(hash, std::hash<std::string_view>()(node.text_value()));
  }
  if (node.type == PropertyType::boolean) return mixed_hash(hash, node.boolean ? 1 : 0);
  if (node.type == PropertyType::integer) return mixed_hash(hash, node.unsigned_integer);
  if (node.type == PropertyType::number) {
    return mixed_hash(hash, std::bit_cast<std::uint64_t>(node.number));
  }
  if (has_numbers(node.type)) {
    for (const double value : tree.numbers_of(node)) {
      hash = mixed_hash(hash, std::bit_cast<std::uint64_t>(value));
    }
  }
  return hash;
}

/// `name` as filters take it: from the innermost group on.
KnownProperty known_property(const PropertyTree& tree, PropertyTree::Node node) {
  KnownProperty known;
  std::string inside;
  for (PropertyTree::Node at = 0; at < node;) {
    if (at + tree[at].subtree <= node) {
      at += tree[at].subtree;
      continue;
    }
    if (tree[at].type == PropertyType::group) {
      known.group = tree[at].name;
      inside.clear();
    } else {
      inside += std::string(tree[at].name) + ".";
    }
    ++at;
  }
  known.name = inside + std::string(tree[node].name);
  known.unit = tree[node].unit;
  known.type = tree[node].type;
  return known;
}

}  // namespace

std::uint64_t survey_key(EntityKind kind, std::uint64_t path_hash) {
  return path_hash ^ ((static_cast<std::uint64_t>(kind) + 1) * 0x9E3779B97F4A7C15ULL);
}

PropertySurvey::PropertySurvey(std::shared_ptr<DecoderPool> decoders, Background& background)
    : frames_(std::move(decoders), background,
              {.frames = kFrames, .least_of_stream = 3, .at_once = 2},
              {.begin = [this] { begin(); },
               .look_at = [this](const Frame& frame) { look_at(frame); },
               .report = [this](std::size_t frames, SurveyFound& out) { report(frames, out); }}) {}

void PropertySurvey::begin() {
  followed_.clear();
  of_kind_.assign(kEntityKinds, 0);
  above_.clear();
  properties_.clear();
  changing_.clear();
}

void PropertySurvey::look_at(const Frame& frame) {
  for (const Entity& entity : frame.entities) look_at_properties(frame, entity);
}

void PropertySurvey::look_at_properties(const Frame& frame, const Entity& entity) {
  auto found = followed_.find(entity.index.value);
  if (found == followed_.end()) {
    std::size_t& count = of_kind_[static_cast<std::size_t>(entity.kind)];
    if (count == kOfKind) return;
    ++count;
    found = followed_.try_emplace(entity.index.value).first;
  }
  Followed& followed = found->second;
  std::swap(followed.values, followed.before);
  followed.values.clear();
  copy_properties(frame, &entity, tree_);
  for_each_path(tree_, [&](PropertyTree::Node node, std::uint64_t hash, std::uint64_t above) {
    above_.try_emplace(hash, above);
    if (is_container(tree_[node].type)) return;
    followed.values[hash] = leaf_hash(tree_, tree_[node]);
    if (properties_.size() < kMostProperties && !properties_.contains(hash)) {
      properties_.emplace(hash, known_property(tree_, node));
    }
  });
  if (!followed.before.empty()) compare(entity, followed);
}

void PropertySurvey::compare(const Entity& entity, Followed& followed) {
  for (const auto& [path, value] : followed.values) {
    const auto before = followed.before.find(path);
    if (before == followed.before.end() || before->second != value) note_change(entity.kind, path);
  }
  for (const auto& [path, value] : followed.before) {
    if (!followed.values.contains(path)) note_change(entity.kind, path);
  }
}

/// What contains it changes, too.
void PropertySurvey::note_change(EntityKind kind, std::uint64_t path) {
  for (std::size_t depth = 0; depth < 64 && path != kRootPathHash; ++depth) {
    if (!changing_.insert(survey_key(kind, path)).second) return;
    const auto above = above_.find(path);
    if (above == above_.end()) return;
    path = above->second;
  }
}

void PropertySurvey::report(std::size_t frames, SurveyFound& out) const {
  out.frames = frames;
  out.changing = changing_;
  out.properties.clear();
  for (const auto& [path, known] : properties_) out.properties.push_back(known);
  std::ranges::sort(out.properties);
  const auto doubles = std::ranges::unique(out.properties);
  out.properties.erase(doubles.begin(), doubles.end());
}

void PropertySurveys::update(PanelContext& context) {
  const auto& recordings = context.session().recordings;
  surveys_.resize(recordings.size());
  found_.assign(recordings.size(), nullptr);
  travels_.assign(recordings.size(), nullptr);
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const bool is_same = surveys_[i] != nullptr &&
                         &surveys_[i]->properties.recording() == recordings[i].recording.get();
    if (!is_same) {
      surveys_[i] = std::make_unique<Surveys>(
          std::make_shared<DecoderPool>(recordings[i].recording), context.workspace.background());
    }
    Surveys& of = *surveys_[i];
    of.properties.request();
    of.travels.request();
    found_[i] = of.properties.latest();
    travels_[i] = of.travels.latest();
    if (!of.properties.is_current() || !of.travels.is_current()) context.needs_redraw = true;
  }
}

}  // namespace scrubjay

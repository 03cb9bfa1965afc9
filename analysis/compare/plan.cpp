#include "analysis/compare/plan.h"

#include <algorithm>
#include <utility>

#include "analysis/compare/offset_search.h"

namespace scrubjay::compare {

namespace {

/// Rows whose id or name is `text`.
template <class Visit>
void visit_called(const Recording& recording, std::string_view text, Visit visit) {
  for (std::size_t i = 0; i < recording.entity_count(); ++i) {
    const EntityInfo info = recording.entity(EntityIndex(i));
    if (info.id == text || info.name == text) visit(EntityIndex(i));
  }
}

}  // namespace

Plan::Plan(Sides sides, Options options, Pairing pairing, std::optional<double> offset_agreement,
           const std::atomic<bool>& cancelled)
    : sides_(std::move(sides)),
      options_(std::move(options)),
      pairing_(std::move(pairing)),
      offset_agreement_(offset_agreement),
      rules_(options_),
      ids_of_a_(*sides_.a),
      ids_of_b_(*sides_.b),
      matches_(match_entities(sides_, options_, pairing_, ids_of_a_, ids_of_b_, cancelled)),
      same_(find_same_frames(*sides_.a, *sides_.b, pairing_, cancelled)) {
  choose();
}

Plan::Plan(const Plan& before, Options options)
    : sides_(before.sides_),
      options_(std::move(options)),
      pairing_(before.pairing_),
      offset_agreement_(before.offset_agreement_),
      rules_(options_),
      ids_of_a_(before.ids_of_a_),
      ids_of_b_(before.ids_of_b_),
      matches_(before.matches_),
      same_(before.same_) {
  choose();
}

void Plan::choose() {
  if (options_.entities.empty()) return;
  chosen_.assign(subject_count(), false);
  for (const std::string& text : options_.entities) {
    visit_called(a(), text, [&](EntityIndex row) { chosen_[subject_of_a(row).value] = true; });
    visit_called(b(), text, [&](EntityIndex row) { chosen_[subject_of_b(row).value] = true; });
  }
}

Seconds Plan::time(const Item& item) const {
  if (item.a.exists()) return a().timeline().time(item.a);
  return b().timeline().time(item.b) + pairing_.offset;
}

CoordinateSystem Plan::coordinates(const Item& item) const {
  if (options_.coordinates) return *options_.coordinates;
  return item.a.exists() ? a().reader().coordinates(a(), item.a) : a().info().coordinates;
}

std::size_t Plan::stream_of(const Item& item) const {
  const StreamIndex stream =
      item.a.exists() ? a().timeline().stream(item.a) : b().timeline().stream(item.b);
  const auto pair = item.a.exists() ? sides_.pair_of_a(stream) : sides_.pair_of_b(stream);
  return pair.value_or(sides_.stream_pairs());
}

EntityIndex Plan::entity_a(Subject subject) const {
  return subject.value < a().entity_count() ? EntityIndex(subject.value) : EntityIndex();
}

EntityIndex Plan::entity_b(Subject subject) const {
  if (subject.value < a().entity_count()) return matches_.of_a[subject.value];
  return EntityIndex(subject.value - a().entity_count());
}

std::string_view Plan::name_of(Subject subject) const {
  const EntityIndex of_a = entity_a(subject);
  return of_a.exists() ? a().entity(of_a).name : b().entity(entity_b(subject)).name;
}

std::string_view Plan::id_of(Subject subject) const {
  if (!subject.exists()) return {};
  const EntityIndex of_a = entity_a(subject);
  return of_a.exists() ? a().entity(of_a).id : b().entity(entity_b(subject)).id;
}

EntityIndex Plan::named_in_a(StreamIndex stream, std::string_view id) const {
  const auto found = ids_of_a_.find(stream, id);
  return found.empty() ? EntityIndex() : found.front();
}

EntityIndex Plan::named_in_b(StreamIndex stream, std::string_view id) const {
  const auto found = ids_of_b_.find(stream, id);
  return found.empty() ? EntityIndex() : found.front();
}

bool Plan::is_same_reference(StreamIndex stream_a, std::string_view a, StreamIndex stream_b,
                             std::string_view b) const {
  const auto of_a = ids_of_a_.find(stream_a, a);
  const auto of_b = ids_of_b_.find(stream_b, b);
  if (of_a.empty() && of_b.empty()) return a == b;
  return std::ranges::any_of(of_a, [&](EntityIndex row) {
    const EntityIndex match = matches_.of_a[row.value];
    return match.exists() && std::ranges::binary_search(of_b, match);
  });
}

Result<std::unique_ptr<const Plan>> plan_comparison(Sides sides, Options options,
                                                    const std::atomic<bool>& cancelled,
                                                    const Plan* before) {
  if (sides.a->frame_count() == 0 && sides.b->frame_count() == 0) {
    return failure(fatal_problem("no-frames", "Two recordings without frames cannot be compared."));
  }
  for (const std::string& text : options.entities) {
    bool is_found = false;
    for (const Recording* recording : {sides.a.get(), sides.b.get()}) {
      visit_called(*recording, text, [&](EntityIndex) { is_found = true; });
    }
    if (is_found) continue;
    return failure({.severity = Severity::fatal,
                    .code = "no-such-entity",
                    .message = "No entity of either recording has this id or name.",
                    .found = text});
  }
  if (before != nullptr && has_same_pairs(before->options(), options)) {
    return std::make_unique<const Plan>(*before, std::move(options));
  }
  Seconds offset = options.offset.value_or(0.0);
  std::optional<double> agreement;
  if (!options.offset) {
    const FoundOffset found = find_offset(sides, options, cancelled);
    offset = found.offset;
    agreement = found.agreement;
  }
  if (cancelled) return std::unique_ptr<const Plan>();
  Pairing pairing = pair_frames(sides, options, offset);
  auto plan = std::make_unique<const Plan>(std::move(sides), std::move(options), std::move(pairing),
                                           agreement, cancelled);
  if (cancelled) plan.reset();
  return plan;
}

}  // namespace scrubjay::compare

#include "formats/flecs/read/sampler.h"

#include "formats/flecs/limits.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/transforms.h"

namespace scrubjay::flecs {

Sampler::Sampler(FileIndex& index, const Choices& choices)
    : texts_(index.texts),
      components_(choices),
      snapshot_(components_),
      mappings_(choices),
      member_kinds_(index.texts, index.member_forms) {}

bool Sampler::sample(std::string_view data, DocumentKind kind, const Outline& outline,
                     Sample& out) {
  out.units.clear();
  out.source = 0;
  if (!outline.is_whole) return false;
  return is_entity(kind) ? sample_entity(data, kind, outline, out)
                         : sample_results(data, kind, outline, out);
}

template <class Add>
void Sampler::make_snapshot(Add add) {
  snapshot_.clear();
  add();
  if (member_kinds_.look_at(snapshot_, components_)) {  // a 0 is a value after all
    snapshot_.clear();
    add();
    member_kinds_.look_at(snapshot_, components_);
  }
}

template <class Add>
void Sampler::take_unit(std::uint64_t fingerprint, Add add) {
  make_snapshot(add);
  const auto [found, is_new] = units_.try_emplace(fingerprint);
  KnownUnit& known = found->second;
  known.watches = member_kinds_.watches();
  known.is_watched = member_kinds_.is_watched(snapshot_);
  if (!has_degrees_) {
    const GuessedAngles angles = guessed_angles(snapshot_);
    has_degrees_ = angles.are_large;
    known.angles = angle_watch_.bits_of(angles.names);
  }
  if (!is_new) return;
  known.unit = std::make_unique<Unit>();
  known.unit->facts = facts_of(snapshot_, texts_);
  known.unit->order = next_order_++;
  dropped_ += snapshot_.dropped();
  mappings_.look_at(snapshot_);
  newest_units_.push_back(fingerprint);
}

/// Whether a unit is new, or its numbers may matter.
bool Sampler::needs_look(std::uint64_t fingerprint, std::string_view text) const {
  const auto found = units_.find(fingerprint);
  if (found == units_.end()) return true;
  const KnownUnit& known = found->second;
  if (known.is_watched || known.watches != member_kinds_.watches()) return true;
  return known.angles != 0 && !has_degrees_ && angle_watch_.may_be_large(text, known.angles);
}

bool Sampler::sample_entity(std::string_view data, DocumentKind kind, const Outline& outline,
                            Sample& out) {
  const std::uint64_t fingerprint = fingerprint_of({}, outline.units.front().fingerprint);
  if (needs_look(fingerprint, data)) {
    simdjson::dom::element element;
    if (!parse_json(parser_, data, element)) return false;
    Context context;
    context.read(element, kind, read_traits(data, kind), components_);
    take_unit(fingerprint, [&] { snapshot_.add_document(element, context); });
  }
  out.units.push_back(fingerprint);
  const Unit& known = unit(fingerprint);
  const std::string_view path =
      known.facts.empty() ? std::string_view() : texts_[known.facts.front().path];
  out.source = source_of_entity(path);
  return true;
}

/// What the document says beside its results; null when that is no strict JSON.
const Sampler::KnownContext* Sampler::context_of(std::string_view data, const Outline& outline,
                                                 DocumentKind kind, std::uint64_t& fingerprint) {
  const DocumentTraits traits = read_traits(data, kind);
  // Behind the results stand durations that always differ.
  UnitShape behind;
  scratch_.assign(1, '[');
  scratch_.append(data.substr(outline.behind));
  scratch_.back() = ']';  // the document's own bracket, opened in front of the results
  if (!scan_unit(scratch_, 0, {}, behind)) return nullptr;
  fingerprint = fingerprint_of(data.substr(0, outline.results), behind.fingerprint) +
                static_cast<std::uint64_t>(kind) * 4 + (traits.has_parents ? 1u : 0u) +
                (traits.is_rows3 ? 2u : 0u);
  const auto found = contexts_.find(fingerprint);
  if (found != contexts_.end()) return found->second.get();
  scratch_.assign(data.substr(0, outline.results));
  scratch_.append("[]");
  scratch_.append(data.substr(outline.behind));
  simdjson::dom::element element;
  if (!parse_json(context_parser_, scratch_, element)) return nullptr;
  if (contexts_.size() == limits::kMostContexts) contexts_.clear();
  auto known = std::make_unique<KnownContext>();
  known->context.read(element, kind, traits, components_);
  // The same query has the same terms (formats/flecs/README.md, 11.4).
  known->source = is_world(kind) ? kWorldSource : 3 + static_cast<std::uint64_t>(kind);
  for (const char* key : {"ids", "vars", "variables", "field_info", "query_info"}) {
    simdjson::dom::element part;
    if (is_world(kind) || element.at_key(key).get(part) != simdjson::SUCCESS) continue;
    const std::string text = simdjson::minify(part);
    known->source = fingerprint_of(text, known->source);
    known->terms = fingerprint_of(text, known->terms);
  }
  return contexts_.emplace(fingerprint, std::move(known)).first->second.get();
}

/// Nobody can tell of which kind results are where there are none: they are of the query whose
/// terms they have, without terms of what came before.
std::uint64_t Sampler::source_of_results(const KnownContext& known, DocumentKind kind) {
  if (kind == DocumentKind::empty_result) {
    if (known.terms == 0) return source_before_;
    const auto found = source_of_terms_.find(known.terms);
    return found == source_of_terms_.end() ? known.source : found->second;
  }
  if (known.terms != 0) {
    if (source_of_terms_.size() == limits::kMostContexts) source_of_terms_.clear();
    source_of_terms_[known.terms] = known.source;
  }
  source_before_ = known.source;
  return known.source;
}

bool Sampler::sample_results(std::string_view data, DocumentKind kind, const Outline& outline,
                             Sample& out) {
  std::uint64_t fingerprint = 0;
  const KnownContext* known = context_of(data, outline, kind, fingerprint);
  if (known == nullptr) return false;
  out.source = source_of_results(*known, kind);
  for (const UnitShape& unit : outline.units) {
    out.units.push_back(unit.fingerprint + fingerprint);
    const std::string_view text = data.substr(unit.begin, unit.end - unit.begin);
    if (!needs_look(out.units.back(), text)) continue;
    simdjson::dom::element element;
    if (!parse_json(parser_, text, element)) return false;
    take_unit(out.units.back(), [&] { snapshot_.add_result(element, known->context); });
  }
  return true;
}

void Sampler::drop_unused(std::span<const std::uint64_t> released) {
  const auto drop = [&](std::uint64_t fingerprint) {
    const auto found = units_.find(fingerprint);
    if (found != units_.end() && found->second.unit->uses == 0) units_.erase(found);
  };
  for (const std::uint64_t fingerprint : released) drop(fingerprint);
  for (const std::uint64_t fingerprint : newest_units_) drop(fingerprint);
  newest_units_.clear();
}

}  // namespace scrubjay::flecs

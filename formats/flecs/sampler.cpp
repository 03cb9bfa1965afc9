#include "formats/flecs/sampler.h"

#include "formats/flecs/json_parse.h"
#include "formats/flecs/transforms.h"

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
/// Contexts are few: one a query, or one a query and set of types.
constexpr std::size_t kMostContexts = 256;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

/// Where `results` begins in a document.
std::size_t find_results(std::string_view data) {
  const auto head = read_head(data);
  return head ? head->results : kNowhere;
}

}  // namespace

Sampler::Sampler(TextTable& texts, const Choices& choices)
    : texts_(texts), components_(choices), snapshot_(components_) {}

bool Sampler::sample(std::string_view data, DocumentKind kind, Sample& out) {
  out.units.clear();
  out.source = 0;
  if (is_entity(kind)) return sample_entity(data, kind, out);
  const std::size_t results = find_results(data);
  return results != kNowhere && sample_results(data, results, kind, out);
}

void Sampler::keep_unit(std::uint64_t fingerprint) {
  auto unit = std::make_unique<Unit>();
  unit->facts = facts_of(snapshot_, texts_);
  unit->order = next_order_++;
  has_degrees_ = has_degrees_ || has_large_angles(snapshot_);
  units_.insert_or_assign(fingerprint, std::move(unit));
  newest_units_.push_back(fingerprint);
}

bool Sampler::parse_unit(std::string_view text, const Context& context, std::uint64_t fingerprint) {
  simdjson::dom::element element;
  if (!parse_json(parser_, text, element)) return false;
  snapshot_.clear();
  snapshot_.add_result(element, context);
  keep_unit(fingerprint);
  return true;
}

bool Sampler::sample_entity(std::string_view data, DocumentKind kind, Sample& out) {
  UnitShape shape;
  if (!scan_unit(data, skip_blanks(data, 0), false, shape)) return false;
  const std::uint64_t fingerprint = fingerprint_of({}, shape.fingerprint);
  if (!units_.contains(fingerprint)) {
    simdjson::dom::element element;
    if (!parse_json(parser_, data, element)) return false;
    Context context;
    context.read(element, kind, read_traits(data, kind), components_);
    snapshot_.clear();
    snapshot_.add_document(element, context);
    keep_unit(fingerprint);
  }
  out.units.push_back(fingerprint);
  const Unit& known = unit(fingerprint);
  const std::string_view path =
      known.facts.empty() ? std::string_view() : texts_[known.facts.front().path];
  out.source = fingerprint_of(path, 1);
  return true;
}

/// What the document says beside its results; null when that is no strict JSON.
const Sampler::KnownContext* Sampler::context_of(std::string_view data, std::size_t results,
                                                 std::size_t end, DocumentKind kind,
                                                 std::uint64_t& fingerprint) {
  const DocumentTraits traits = read_traits(data, kind);
  // Behind the results stand durations that always differ.
  UnitShape behind;
  scratch_.assign("[");
  scratch_.append(data.substr(end));
  scratch_.back() = ']';  // the document's own bracket, opened in front of the results
  if (!scan_unit(scratch_, 0, false, behind)) return nullptr;
  fingerprint = fingerprint_of(data.substr(0, results), behind.fingerprint) +
                static_cast<std::uint64_t>(kind) * 4 + (traits.has_parents ? 1u : 0u) +
                (traits.is_rows3 ? 2u : 0u);
  const auto found = contexts_.find(fingerprint);
  if (found != contexts_.end()) return found->second.get();
  scratch_.assign(data.substr(0, results));
  scratch_.append("[]");
  scratch_.append(data.substr(end));
  simdjson::dom::element element;
  if (!parse_json(context_parser_, scratch_, element)) return nullptr;
  if (contexts_.size() == kMostContexts) contexts_.clear();
  auto known = std::make_unique<KnownContext>();
  known->context.read(element, kind, traits, components_);
  // The same query has the same terms (flecs.md 11.4).
  known->source = is_world(kind) ? 2 : 3 + static_cast<std::uint64_t>(kind);
  for (const char* key : {"ids", "vars", "variables", "field_info", "query_info"}) {
    simdjson::dom::element part;
    if (is_world(kind) || element.at_key(key).get(part) != simdjson::SUCCESS) continue;
    known->source = fingerprint_of(simdjson::minify(part), known->source);
  }
  return contexts_.emplace(fingerprint, std::move(known)).first->second.get();
}

bool Sampler::sample_results(std::string_view data, std::size_t results, DocumentKind kind,
                             Sample& out) {
  struct Stretch {
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Stretch> places;
  places.reserve(out.units.capacity());
  std::size_t at = skip_blanks(data, results + 1);
  UnitShape shape;
  while (at < data.size() && data[at] == '{') {
    if (!scan_unit(data, at, is_columns(kind), shape)) return false;
    places.push_back({shape.begin, shape.end});
    out.units.push_back(shape.fingerprint);
    at = skip_blanks(data, shape.end);
    if (at >= data.size() || data[at] != ',') break;
    at = skip_blanks(data, at + 1);
    if (at >= data.size() || data[at] != '{') return false;
  }
  if (at >= data.size() || data[at] != ']') return false;
  std::uint64_t fingerprint = 0;
  const KnownContext* known = context_of(data, results, at + 1, kind, fingerprint);
  if (known == nullptr) return false;
  out.source = known->source;
  for (std::size_t i = 0; i < places.size(); ++i) {
    out.units[i] += fingerprint;
    if (units_.contains(out.units[i])) continue;
    const std::string_view text = data.substr(places[i].begin, places[i].end - places[i].begin);
    if (!parse_unit(text, known->context, out.units[i])) return false;
  }
  return true;
}

void Sampler::drop_unused(std::span<const std::uint64_t> released) {
  const auto drop = [&](std::uint64_t fingerprint) {
    const auto found = units_.find(fingerprint);
    if (found != units_.end() && found->second->uses == 0) units_.erase(found);
  };
  for (const std::uint64_t fingerprint : released) drop(fingerprint);
  for (const std::uint64_t fingerprint : newest_units_) drop(fingerprint);
  newest_units_.clear();
}

}  // namespace scrubjay::flecs

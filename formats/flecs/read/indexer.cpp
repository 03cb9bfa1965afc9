#include "formats/flecs/read/indexer.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <ranges>
#include <unordered_set>
#include <utility>

#include "formats/flecs/read/clock.h"
#include "formats/flecs/read/dialect.h"
#include "formats/flecs/read/file_details.h"
#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {

namespace {

/// Kinds that make a frame.
bool is_sampled(const FoundDocument& document) {
  const DocumentKind kind = document.head.kind;
  return has_entities(kind) || kind == DocumentKind::commands || document.is_removal;
}

/// Who is missing in a sample of a query may only have stopped matching.
bool is_of_query(DocumentKind kind) { return !is_world(kind) && !is_entity(kind); }

/// JSON of something else.
bool is_foreign(const FoundDocuments& found) {
  return !found.documents.empty() &&
         std::ranges::all_of(found.documents, [](const FoundDocument& document) {
           return document.head.kind == DocumentKind::bare_value;
         });
}

}  // namespace

Indexer::Indexer(FileIndex& index, RecordingBuilder& builder, std::vector<InputPart> parts,
                 const Choices& choices, ByteRange share)
    : index_(index),
      builder_(builder),
      parts_(std::move(parts)),
      choices_(choices),
      share_(share),
      stream_(builder.add_stream("0", "")),
      sampler_(index, choices),
      world_(index, builder, stream_) {}

/// Of a folder a problem is in one of its files, at a place in that.
void Indexer::tell(Problem problem) {
  if (!parts_.empty() && problem.offset) {
    const auto behind = std::ranges::upper_bound(parts_, *problem.offset, {}, &InputPart::begin);
    const InputPart& part = *std::prev(behind);
    *problem.offset -= part.begin;
    problem.message = "\"" + part.name + "\": " + problem.message;
  }
  builder_.add_problem(std::move(problem));
}

void Indexer::problem(Severity severity, std::string code, std::string message, std::uint64_t count,
                      std::optional<std::uint64_t> offset) {
  if (count == 0) return;
  tell({.severity = severity,
        .code = std::move(code),
        .offset = offset,
        .count = count,
        .message = std::move(message)});
}

/// `done` bytes of the text.
void Indexer::progress(std::uint64_t done) {
  const double part =
      static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(index_.text.size(), 1));
  builder_.progress(share_.begin +
                    static_cast<std::uint64_t>(part * static_cast<double>(share_.size)));
}

/// All documents; false when cancelled.
bool Indexer::find() {
  const auto options = [this](std::uint64_t begin) {
    return FindOptions{.keep_going = [this, begin](std::uint64_t at) {
      progress((begin + at) / 8);
      return !builder_.cancelled();
    }};
  };
  if (parts_.empty()) {
    found_ = find_documents(index_.text, options(0));
  } else {
    for (std::size_t i = 0; i < parts_.size() && !builder_.cancelled(); ++i) {
      const InputPart& part = parts_[i];
      FoundDocuments in_part =
          find_documents(index_.text.substr(static_cast<std::size_t>(part.begin),
                                            static_cast<std::size_t>(part.size)),
                         options(part.begin));
      if (is_foreign(in_part)) {
        problem(Severity::warning, "foreign-file",
                "The file holds no flecs documents: it is left out.", 1, part.begin);
        continue;
      }
      for (FoundDocument& document : in_part.documents) {
        document.bytes.begin += part.begin;
        document.part = static_cast<std::uint32_t>(i);
        document.place += found_.places;
        found_.documents.push_back(document);
      }
      for (Problem& found : in_part.problems) {
        if (found.offset) *found.offset += part.begin;
        found_.problems.push_back(std::move(found));
      }
      for (const std::uint64_t place : in_part.missing) {
        found_.missing.push_back(found_.places + place);
      }
      found_.places += in_part.places;
      found_.nulls += in_part.nulls;
      found_.blanks += in_part.blanks;
      found_.unreadable += in_part.unreadable;
      found_.is_cut |= in_part.is_cut;
    }
  }
  leave_out_large();
  for (const Problem& found : found_.problems) {
    const bool is_told = index_.is_text_cut && found.code == "cut-off";
    if (!is_told) tell(found);
  }
  return !builder_.cancelled();
}

/// A small file may hold a document that would take gigabytes to be read.
void Indexer::leave_out_large() {
  std::optional<std::uint64_t> first;
  std::uint64_t count = 0;
  std::erase_if(found_.documents, [&](const FoundDocument& document) {
    if (document.bytes.size <= index_.most_document_bytes) return false;
    if (count++ == 0) first = document.bytes.begin;
    found_.missing.push_back(document.place);
    return true;
  });
  problem(Severity::error, "document-too-large",
          "A document of a compressed file is larger than is believed: its sample is missing.",
          count, first);
}

/// An error in place of the document of an entity that is polled says that it is gone
/// (formats/flecs/README.md, 11.4). Where no such entity is polled, an error is a sample that is
/// missing.
void Indexer::mark_removals() {
  const auto is_error = [](const FoundDocument& document) {
    return document.head.kind == DocumentKind::error && !document.is_repaired;
  };
  if (std::ranges::none_of(found_.documents, is_error)) return;
  std::unordered_set<std::string> polled;
  for (const FoundDocument& document : found_.documents) {
    if (is_entity(document.head.kind)) polled.insert(polled_path(index_.text, document));
  }
  polled.erase("");
  for (FoundDocument& document : found_.documents) {
    document.is_removal = is_error(document) && polled.contains(polled_path(index_.text, document));
  }
}

/// Counts kinds, and leaves the documents that make frames.
void Indexer::keep_sampled() {
  std::optional<std::uint64_t> first_error;
  std::optional<std::uint64_t> first_other;
  std::uint64_t others = 0;
  std::uint64_t lost = 0;
  mark_removals();
  for (const FoundDocument& document : found_.documents) {
    const DocumentKind kind = document.head.kind;
    ++kinds_[static_cast<std::size_t>(kind)];
    if (kind == DocumentKind::error) {
      ++errors_;
      if (document.is_removal) continue;
      if (lost++ == 0) first_error = document.bytes.begin;
      found_.missing.push_back(document.place);
      continue;
    }
    ++documents_;
    if (!is_sampled(document) && others++ == 0) first_other = document.bytes.begin;
  }
  std::erase_if(found_.documents,
                [](const FoundDocument& document) { return !is_sampled(document); });
  std::ranges::sort(found_.missing);
  problem(Severity::note, "error-reply",
          "A reply is an error message in place of a document: its sample is missing.", lost,
          first_error);
  problem(Severity::note, "missing-document",
          "A document is null, as flecs gives nothing when a value cannot be printed: its sample "
          "is missing.",
          found_.nulls);
  problem(Severity::warning, "not-a-sample",
          "A document is no sample of entities (statistics, a schema, a bare value or an old "
          "format), and is left out.",
          others, first_other);
}

/// Without a time of their own, equal samples one after another are one reply of the server's
/// cache (formats/flecs/README.md, 9.1).
void Indexer::drop_repeated() {
  if (times_.rule != TimeRule::position) return;
  std::vector<FoundDocument>& documents = found_.documents;
  const auto text_of = [&](const FoundDocument& document) {
    return index_.text.substr(static_cast<std::size_t>(document.bytes.begin),
                              static_cast<std::size_t>(document.bytes.size));
  };
  std::uint64_t dropped = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (kept != 0 && text_of(documents[kept - 1]) == text_of(documents[i])) {
      ++dropped;
      continue;
    }
    documents[kept] = documents[i];
    times_.times[kept] = times_.times[i];
    ++kept;
  }
  documents.resize(kept);
  times_.times.resize(kept);
  problem(Severity::note, "repeated-documents",
          "Documents that are equal byte by byte follow each other and have no time of their own: "
          "each run of them is one sample.",
          dropped);
}

void Indexer::sort() {
  if (std::ranges::is_sorted(times_.times)) return;
  std::vector<std::size_t> order(times_.times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return times_.times[i]; });
  std::vector<FoundDocument> documents;
  std::vector<Seconds> times;
  documents.reserve(order.size());
  times.reserve(order.size());
  for (const std::size_t i : order) {
    documents.push_back(found_.documents[i]);
    times.push_back(times_.times[i]);
  }
  found_.documents = std::move(documents);
  times_.times = std::move(times);
  problem(Severity::note, "out-of-order",
          "The documents are not in the order of their times: they were sorted.", 1);
}

/// Documents of equal time are one frame. Entity documents without any time are one until an
/// entity comes again (formats/flecs/README.md, 11.4).
std::size_t Indexer::end_of_frame(std::size_t first) const {
  const std::vector<FoundDocument>& documents = found_.documents;
  std::size_t last = first + 1;
  if (times_.rule != TimeRule::position) {
    while (last < documents.size() && times_.times[last] == times_.times[first]) ++last;
    return last;
  }
  if (!are_entities_) return last;
  std::unordered_set<std::string> seen{polled_path(index_.text, documents[first])};
  while (last < documents.size() && seen.insert(polled_path(index_.text, documents[last])).second) {
    ++last;
  }
  return last;
}

void Indexer::release(std::uint64_t fingerprint, bool is_query) {
  Unit& unit = sampler_.unit(fingerprint);
  if (--unit.uses != 0) return;
  released_.push_back(fingerprint);
  removed_.push_back({&unit, is_query, false});
}

void Indexer::use(std::uint64_t fingerprint, bool is_query, bool is_first) {
  Unit& unit = sampler_.unit(fingerprint);
  if (unit.uses++ == 0) added_.push_back({&unit, is_query, is_first});
}

/// Puts a sample in the place of the one before. O(units), and only those that differ are touched.
void Indexer::replace(Source& source, Sample& sample) {
  const bool is_query = is_of_query(source.kind);
  const std::size_t common = std::min(source.units.size(), sample.units.size());
  for (std::size_t i = 0; i < sample.units.size(); ++i) {
    if (i < common && source.units[i] == sample.units[i]) continue;
    use(sample.units[i], is_query, source.is_first);
  }
  for (std::size_t i = 0; i < source.units.size(); ++i) {
    if (i < common && source.units[i] == sample.units[i]) continue;
    release(source.units[i], is_query);
  }
  source.units.swap(sample.units);
}

bool Indexer::take_sample(std::string_view data, DocumentKind kind, const Outline& outline,
                          std::uint32_t row) {
  const bool is_taken = sampler_.sample(data, kind, outline, sample_);
  const std::uint64_t dropped = sampler_.take_dropped();
  if (!is_taken) return false;
  problem(Severity::error, "wrong-structure",
          "Something else stands where a row, its name, its components, tags or pairs, or a list "
          "of them should be; it is left out.",
          dropped, index_.documents[row].bytes.begin);
  has_world_ |= is_world(kind);
  const auto [found, is_new] = sources_.try_emplace(sample_.source);
  Source& source = found->second;
  source.kind = kind;
  if (source.frame == frames_ && !source.documents.empty()) {
    // Documents of one frame add to each other (formats/flecs/README.md, 11.4).
    for (const std::uint64_t unit : sample_.units) use(unit, is_of_query(kind), source.is_first);
    source.units.insert(source.units.end(), sample_.units.begin(), sample_.units.end());
  } else {
    end_hold(source);
    source.is_first = is_new;
    replace(source, sample_);
  }
  ++sampled_;
  source.documents.push_back(row);
  source.frame = frames_;
  return true;
}

/// Its documents hold no longer.
void Indexer::end_hold(Source& source) {
  for (const std::uint32_t row : source.documents) {
    index_.documents.writable(row).until.store(frame_number());
  }
  (source.frame == frames_ ? sampled_ : held_) -= source.documents.size();
  source.documents.clear();
}

/// What was polled is not there any more.
void Indexer::take_removal(std::size_t n) {
  const std::string path = polled_path(index_.text, found_.documents[n]);
  const auto found = sources_.find(Sampler::source_of_entity(path));
  if (found == sources_.end() || found->second.documents.empty()) return;
  Source& source = found->second;
  Sample nothing;
  replace(source, nothing);
  end_hold(source);
}

/// What a world document leaves out is gone, whoever said it before.
void Indexer::drop_older_sources() {
  if (!has_world_) return;
  for (auto at = sources_.begin(); at != sources_.end();) {
    Source& source = at->second;
    if (source.frame == frames_) {
      ++at;
      continue;
    }
    Sample nothing;
    replace(source, nothing);
    end_hold(source);
    at = sources_.erase(at);
  }
}

/// Samples that are missing between this frame and the next are a span in the timeline; the state
/// holds (formats/flecs/README.md, 11.6).
void Indexer::mark_gap(std::size_t last) {
  const std::uint64_t place = found_.documents[last - 1].place;
  const bool is_last = last == found_.documents.size();
  const std::uint64_t next = is_last ? found_.places : found_.documents[last].place;
  const auto first_missing = std::ranges::upper_bound(found_.missing, place);
  const auto end = std::ranges::lower_bound(found_.missing, next);
  if (next < place || first_missing >= end) return;
  const Seconds begin = times_.times[last - 1];
  world_.add_event({.begin = begin, .end = is_last ? begin : times_.times[last]}, kSamplesMissing,
                   "gap", {}, std::to_string(end - first_missing), {}, {});
}

/// What went and came back in this frame did neither.
void Indexer::settle_changes() {
  std::unordered_map<const Unit*, int> balance;
  for (const UnitChange& change : added_) ++balance[change.unit];
  for (const UnitChange& change : removed_) --balance[change.unit];
  std::erase_if(added_, [&](const UnitChange& change) { return balance[change.unit] <= 0; });
  std::erase_if(removed_, [&](const UnitChange& change) { return balance[change.unit] >= 0; });
  const auto drop_repeats = [](std::vector<UnitChange>& changes) {
    std::unordered_map<const Unit*, bool> seen;
    std::erase_if(
        changes, [&](const UnitChange& change) { return !seen.emplace(change.unit, true).second; });
  };
  drop_repeats(added_);
  drop_repeats(removed_);
}

void Indexer::note_repairs(std::uint64_t count, std::uint64_t offset, std::uint64_t invalid_utf8) {
  repairs_ += count;
  problem(Severity::warning, "repaired",
          "Documents are no strict JSON, as flecs prints some names and values: irregularities "
          "were repaired.",
          count, offset);
  problem(Severity::warning, "invalid-utf8",
          "Texts hold bytes that are no UTF-8: each was replaced by U+FFFD.", invalid_utf8, offset);
}

void Indexer::take_document(std::size_t n, std::uint32_t row, const Outline& outline) {
  FoundDocument& document = found_.documents[n];
  DocumentRow& kept = index_.documents.writable(row);
  const std::string_view text = index_.text.substr(static_cast<std::size_t>(document.bytes.begin),
                                                   static_cast<std::size_t>(document.bytes.size));
  const auto data_of = [&](std::string_view whole) {
    return whole.substr(document.head.data_begin,
                        document.head.data_end - document.head.data_begin);
  };
  if (document.is_removal) {
    kept.until.store(frame_number());
    return take_removal(n);
  }
  if (!document.is_repaired) {
    if (kept.kind == DocumentKind::commands) {
      kept.until.store(frame_number());  // says nothing of any state
      take_commands(data_of(text), times_.times[n]);
      return;
    }
    if (take_sample(data_of(text), kept.kind, outline, row)) return;
  }
  auto repaired = repair_document(text);
  std::optional<DocumentHead> head;
  if (repaired) head = read_head(repaired->text);
  if (head) {
    note_repairs(repaired->repairs, document.bytes.begin + repaired->first_repair,
                 repaired->invalid_utf8);
    --kinds_[static_cast<std::size_t>(kept.kind)];
    ++kinds_[static_cast<std::size_t>(head->kind)];
    kept.kind = head->kind;
    kept.is_repaired = true;
    document.head = *head;
    scratch_ = std::move(repaired->text);
    if (has_entities(head->kind)) {
      const std::string_view data = data_of(scratch_);
      outline_of(data, *head, repaired_outline_);
      if (take_sample(data, head->kind, repaired_outline_, row)) return;
    }
  }
  kept.bytes.size = 0;
  kept.until.store(frame_number());
  tell({.severity = Severity::error,
        .code = "broken-document",
        .offset = document.bytes.begin,
        .message = "A document cannot be repaired: its sample is missing.",
        .found = repaired ? "" : describe(repaired.error())});
}

/// Captured commands become events (formats/flecs/README.md, 9.3).
void Indexer::take_commands(std::string_view data, Seconds time) {
  simdjson::dom::element document;
  if (!parse_json(parser_, data, document)) return;
  simdjson::dom::array syncs;
  if (document.at_key("syncs").get_array().get(syncs) != simdjson::SUCCESS) return;
  for (const simdjson::dom::element sync : syncs) {
    simdjson::dom::array commands;
    if (sync.at_key("commands").get_array().get(commands) != simdjson::SUCCESS) continue;
    for (const simdjson::dom::element command : commands) {
      const auto member = [&](const char* key) {
        std::string_view text;
        read_into(command.at_key(key).get_string(), text);
        return text;
      };
      if (member("kind").empty()) continue;
      world_.add_event({.begin = time, .end = time}, member("kind"), "command",
                       world_.find(member("entity")), member("id"), member("system"),
                       member("entity"));
    }
  }
}

void Indexer::take_frame(std::size_t first, std::size_t last, OutlinesAhead& outlines) {
  const auto first_row = static_cast<std::uint32_t>(index_.documents.size());
  for (std::size_t n = first; n < last; ++n) {
    const FoundDocument& document = found_.documents[n];
    index_.documents.append(document.bytes, document.head.kind, document.is_repaired);
  }
  removed_.clear();
  added_.clear();
  released_.clear();
  has_world_ = false;
  held_ += std::exchange(sampled_, 0);
  for (std::size_t n = first; n < last; ++n) {
    take_document(n, first_row + static_cast<std::uint32_t>(n - first), outlines.next());
  }
  drop_older_sources();
  if (!removed_.empty() && !added_.empty()) settle_changes();
  const Seconds time = times_.times[first];
  if (!removed_.empty() || !added_.empty()) world_.apply(removed_, added_, time);
  mark_gap(last);
  sampler_.drop_unused(released_);
  index_.frames.append(FrameRow{first_row, static_cast<std::uint32_t>(last - first),
                                static_cast<std::uint32_t>(held_)});
  if (sampler_.has_degrees()) index_.has_degrees.store(true, std::memory_order_relaxed);
  const FoundDocument& document = found_.documents[first];
  const std::int64_t number =
      document.head.frame.value_or(static_cast<std::int64_t>(document.place));
  builder_.add_frame(time, number, document.bytes, stream_);
  ++frames_;
}

void Indexer::write_details() {
  tell_details({.documents = documents_,
                .kinds = kinds_,
                .time_rule = times_.rule,
                .clock = times_.rule == TimeRule::property ? std::string_view(choices_.clock)
                                                           : std::string_view(),
                .clock_offered = clock_offered_,
                .repairs = repairs_,
                .nulls = found_.nulls,
                .errors = errors_,
                .blanks = found_.blanks,
                .unreadable = found_.unreadable,
                .start_time = times_.start},
               builder_);
}

/// What a person said of components that no document has, or of members that they have not.
void Indexer::report_mappings() {
  for (std::size_t i = 0; i < choices_.mappings.size(); ++i) {
    if (sampler_.mappings().is_used(i)) continue;
    const Choices::Mapping& mapping = choices_.mappings[i];
    const std::string name =
        mapping.member.empty() ? mapping.component : mapping.component + "/" + mapping.member;
    builder_.add_problem({.severity = Severity::warning,
                          .code = "no-such-component",
                          .message = "No entity has a value \"" + name +
                                     "\", which was chosen to say something of places.",
                          .expected = "one of " + sampler_.mappings().candidates(mapping)});
  }
}

void Indexer::run() {
  if (!find()) return;
  keep_sampled();
  std::vector<std::string> names;
  for (const InputPart& part : parts_) names.push_back(part.name);
  times_ = find_times(index_.text, found_.documents, names, choices_);
  if (!choices_.clock.empty() && times_.rule != TimeRule::property) {
    problem(Severity::warning, "no-such-clock",
            "No document has the property that was chosen for the time: " + choices_.clock, 1);
  }
  if (times_.rule == TimeRule::position) {
    clock_offered_ = find_clock(index_.text, found_.documents, choices_);
  }
  if (found_.places == 0 && !index_.is_text_cut && found_.problems.empty() &&
      !builder_.cancelled()) {
    problem(Severity::warning, "no-documents", "The file holds no documents: it is empty.", 1, 0);
  }
  sort();
  drop_repeated();
  write_details();
  are_entities_ = std::ranges::all_of(found_.documents, [](const FoundDocument& document) {
    return is_entity(document.head.kind) || document.is_removal;
  });
  if (found_.documents.size() == 1) {
    index_.has_one_document.store(true, std::memory_order_relaxed);
    sampler_.set_only_document();
  }
  OutlinesAhead outlines(index_.text, found_.documents);
  for (std::size_t first = 0; first < found_.documents.size() && !builder_.cancelled();) {
    const std::size_t last = end_of_frame(first);
    take_frame(first, last, outlines);
    progress(index_.text.size() / 8 + found_.documents[last - 1].bytes.begin / 8 * 7);
    first = last;
  }
  write_details();
  if (!builder_.cancelled()) report_mappings();
  builder_.set_complete(!found_.is_cut && !index_.is_text_cut && !builder_.cancelled());
}

}  // namespace scrubjay::flecs

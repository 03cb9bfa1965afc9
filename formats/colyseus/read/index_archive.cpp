#include "core/index_archive.h"

#include <utility>

#include "formats/colyseus/read/handshake.h"
#include "formats/colyseus/read/reader.h"
#include "formats/colyseus/read/state_archive.h"

// What the index pass leaves, in this order: records, types, texts, secrets, steps, frames, events,
// checkpoints. Types are kept as the places of their handshakes, and read from there again.

namespace scrubjay::colyseus {

namespace {

/// Which the file's head does not have; in a HAR file and others all are found when it is opened.
template <class Archive, class AnyRecord>
void archive_record(Archive& a, AnyRecord& record) {
  a(record.time, record.offset, record.data, record.size, record.payload);
  a.choice(record.kind, RecordKind::replay_message);
  const std::uint64_t file = a.limits().file_bytes;
  a.require(record.data <= file && record.size <= file - record.data);
}

template <class Archive, class AnyPlace>
void archive_handshake(Archive& a, AnyPlace& place, const FileIndex& index) {
  a.sure_row(place.record, index.source.records.size());
  a(place.begin, place.bytes);
  a.choice(place.nested, Generation::v0_5);
}

template <class Archive, class AnyTypes>
void archive_types(Archive& a, AnyTypes& types, const FileIndex& index) {
  std::uint32_t row = IndexReader::kNoRow;
  if constexpr (!Archive::kReads) {
    if (types != nullptr) row = types->row;
  }
  a.row(row, index.types.size());
  if constexpr (Archive::kReads) {
    types = a.ok() && row != IndexReader::kNoRow ? index.types[row].get() : nullptr;
  }
}

template <class Archive, class AnyStep>
void archive_step(Archive& a, AnyStep& step, const FileIndex& index) {
  a.choice(step.kind, Step::Kind::resync);
  a.sure_row(step.record, index.source.records.size());
  a(step.begin);
  archive_types(a, step.types, index);
  bool has_clock = step.clock.has_value();
  a(has_clock);
  if constexpr (Archive::kReads) {
    if (has_clock) step.clock.emplace();
  }
  if (has_clock) a(step.clock->milliseconds, step.clock->last_input);
}

template <class Archive, class AnyRow>
void archive_frame(Archive& a, AnyRow& row, const FileIndex& index) {
  a.sure_row(row.stream, index.steps.size());
  a.row(row.step, a.ok() ? index.steps[row.stream]->size() : 0);
  a(row.bytes, row.is_full);
}

template <class Archive, class AnyPlace>
void archive_place(Archive& a, AnyPlace& place, const FileIndex& index) {
  a(place.parent, place.position);
  a.row(place.collection, index.texts.size());
  a.row(place.key, index.texts.size());
}

template <class Archive, class AnyRow>
void archive_event(Archive& a, AnyRow& row, const FileIndex& index) {
  a.choice(row.kind, EventKind::plain);
  switch (row.kind) {
    case EventKind::entity: archive_place(a, row.from, index); break;
    case EventKind::moved:
      archive_place(a, row.from, index);
      archive_place(a, row.to, index);
      break;
    case EventKind::plain: break;
    default:
      a.sure_row(row.record, index.source.records.size());
      a(row.begin);
      archive_types(a, row.types, index);
  }
}

/// What is the same in both directions: all from the texts to the events.
template <class Archive, class AnyIndex>
void archive(Archive& a, AnyIndex& index) {
  a.texts(index.texts);
  if constexpr (Archive::kReads) {
    index.secrets.load(a, index.texts);
  } else {
    index.secrets.save(a, index.texts);
  }
  for (const auto& steps : index.steps) {
    a.rows(*steps, [&](auto& step) { archive_step(a, step, index); });
  }
  a.rows(index.frames, [&](auto& row) { archive_frame(a, row, index); });
  a.rows(index.events, [&](auto& row) { archive_event(a, row, index); });
}

void save_records(IndexWriter& out, const Source& source) {
  out(std::uint64_t{source.records.size()});
  if (!is_read_step_by_step(source.container)) return;
  for (const Record& record : source.records) archive_record(out, record);
}

void load_records(IndexReader& in, Source& source) {
  const std::uint64_t count = in.count();
  if (!is_read_step_by_step(source.container)) {
    in.require(count == source.records.size());
    return;
  }
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    archive_record(in, source.records.emplace_back());
  }
}

/// A record has one handshake at most.
void load_types(IndexReader& in, FileIndex& index) {
  RecordReader records(index.file);
  const std::uint64_t count = in.count();
  std::uint32_t next = 0;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    HandshakePlace place;
    archive_handshake(in, place, index);
    in.require(place.record >= next);
    if (!in.ok()) return;
    next = place.record + 1;
    const auto bytes = records.read(index.source.records[place.record]);
    in.require(bytes && place.begin <= bytes->size() && place.bytes <= bytes->size() - place.begin);
    if (!in.ok()) return;
    auto schema = read_handshake(bytes->subspan(place.begin, place.bytes), place.nested);
    in.require(schema.has_value());
    if (in.ok()) index.add_types(place, std::move(*schema));
  }
}

/// A tree has the types of the step that began it until another begins it anew.
bool are_possible(const GrowingColumn<Step>& steps) {
  const Types* types = nullptr;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool begins = step.kind == Step::Kind::begin || step.kind == Step::Kind::restart;
    if (begins) types = step.types;
    if (types == nullptr || step.types != types) return false;
    const bool is_resync = step.kind == Step::Kind::resync;
    if (is_resync && types->schema->generation != Generation::v5) return false;
  }
  return true;
}

void save_checkpoints(IndexWriter& out, const FileIndex& index) {
  const auto list = index.checkpoints.list();
  out.rows(list, [&](const auto& checkpoint) {
    out.sure_row(checkpoint->stream, index.steps.size());
    out(checkpoint->step);
    save_state(out, checkpoint->state);
  });
}

void load_checkpoints(IndexReader& in, FileIndex& index) {
  State state;
  const std::uint64_t count = in.count();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    std::uint32_t stream = 0;
    std::uint32_t step = 0;
    in.sure_row(stream, index.steps.size());
    in.sure_row(step, in.ok() ? index.steps[stream]->size() : 0);
    if (!in.ok()) return;
    load_state(in, *(*index.steps[stream])[step].types->schema, state);
    if (in.ok()) index.checkpoints.add(stream, step, state);
  }
}

void load(IndexReader& in, FileIndex& index) {
  // The streams of the recording are those of the file.
  in.require(in.limits().streams <= index.steps.size());
  load_records(in, index.source);
  if (in.ok()) load_types(in, index);
  if (in.ok()) archive(in, index);
  in.require(index.frames.size() == in.limits().frames &&
             index.events.size() == in.limits().events);
  for (const auto& steps : index.steps) in.require(in.ok() && are_possible(*steps));
  if (in.ok()) load_checkpoints(in, index);
}

void clear(FileIndex& index) {
  index.types.clear();
  index.texts.clear();
  index.secrets = SecretFinder();
  for (const auto& steps : index.steps) steps->clear();
  index.frames.clear();
  index.events.clear();
  index.checkpoints.clear();
}

}  // namespace

bool ColyseusReader::save_index(IndexWriter& out) const {
  save_records(out, index_.source);
  out.rows(index_.types, [&](const auto& types) { archive_handshake(out, types->place, index_); });
  archive(out, index_);
  save_checkpoints(out, index_);
  return true;
}

bool ColyseusReader::load_index(IndexReader& in) {
  Source& source = index_.source;
  std::vector<Record> found;
  if (is_read_step_by_step(source.container)) found.swap(source.records);
  load(in, index_);
  if (in.ok()) return true;
  clear(index_);
  if (is_read_step_by_step(source.container)) source.records.swap(found);
  return false;
}

}  // namespace scrubjay::colyseus

#include "app/shared/notes_file.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "core/fnv_hash.h"
#include "core/json_writer.h"
#include "core/number_text.h"
#include "core/platform/file_lock.h"
#include "core/platform/output_file.h"
#include "core/platform/text_file.h"
#include "core/platform/user_folders.h"
#include "core/printed.h"
#include "core/text.h"
#include "core/utc_text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

namespace fs = std::filesystem;
using simdjson::dom::element;

constexpr std::string_view kNotesFormat = "scrubjay notes";
constexpr std::int64_t kNotesVersion = 1;
constexpr std::string_view kNotesEnding = ".notes.json";
constexpr std::size_t kMostSelected = 10'000;

std::string random_id() {
  std::random_device device;
  const unsigned long long high = device();
  return printed("%016llx", (high << 32) | device());
}

std::string time_now_text() {
  return utc_text(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

std::string_view text_in(const element& object, std::string_view key) {
  std::string_view text;
  return object[key].get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::optional<double> number_in(const element& object, std::string_view key) {
  double value = 0;
  if (object[key].get(value) != simdjson::SUCCESS || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<Note> read_note(const element& object) {
  const auto time = object.is_object() ? number_in(object, "time") : std::nullopt;
  if (!time) return std::nullopt;
  Note note;
  note.time = *time;
  note.id = text_in(object, "id");
  note.end = number_in(object, "end");
  if (note.end && *note.end <= note.time) note.end.reset();
  const std::string_view text = text_in(object, "text");
  if (text.size() > kLongestNote) return std::nullopt;
  note.text = text;
  note.color = read_note_color(text_in(object, "color")).value_or(Note::kUsualColor);
  note.created = text_in(object, "created");
  simdjson::dom::array selected;
  if (object["selected"].get(selected) == simdjson::SUCCESS) {
    for (const element one : selected) {
      std::string_view id;
      if (note.selected.size() == kMostSelected) break;
      if (one.get(id) == simdjson::SUCCESS) note.selected.emplace_back(id);
    }
  }
  element view;
  if (object["view"].get(view) == simdjson::SUCCESS && view.is_object()) {
    note.view = simdjson::minify(view);
  }
  return note;
}

/// Each note has an id that no other one has, and they are in order.
void put_in_order(std::vector<Note>& notes) {
  std::set<std::string_view> ids;
  for (Note& note : notes) {
    if (note.id.empty() || ids.contains(note.id)) note.id = random_id();
    ids.insert(note.id);
  }
  std::ranges::stable_sort(notes, {}, &Note::time);
}

void write_note(JsonWriter& json, const Note& note) {
  json.begin_object();
  json.field("id", note.id);
  json.number_field("time", note.time);
  if (note.end) json.number_field("end", *note.end);
  json.field("text", note.text);
  json.field("color", note_color_text(note.color));
  if (!note.selected.empty()) json.texts_field("selected", note.selected);
  if (!note.view.empty()) {
    json.key("view");
    json.raw(note.view);
  }
  if (!note.created.empty()) json.field("created", note.created);
  json.end_object();
}

/// The bytes of a file; nothing where there is none. What is no file, such as a pipe, might never
/// end.
Result<std::optional<std::string>> bytes_of(const std::string& path) {
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    return failure(fatal_problem("not-a-file", "\"" + path + "\" is no file that can be read."));
  }
  auto text = read_text_file(path, kMostNotesBytes);
  if (text) return std::optional(std::move(*text));
  if (text.error().code == "not-found") return std::nullopt;
  return failure(std::move(text.error()));
}

/// A file of notes as it is on the disk; empty where there is none.
struct NotesOnDisk {
  std::string path;
  bool exists = false;
  std::string bytes;
  NotesFile content;
  std::optional<Problem> failure;  ///< why it cannot be read
  bool is_changed = false;
};

NotesOnDisk notes_at(const std::string& path) {
  NotesOnDisk found{.path = path, .bytes = {}, .content = {}, .failure = {}};
  if (path.empty()) return found;
  auto bytes = bytes_of(path);
  if (!bytes) {
    found.exists = true;
    found.failure = std::move(bytes.error());
    return found;
  }
  if (!*bytes) return found;
  found.exists = true;
  found.bytes = std::move(**bytes);
  auto content = read_notes(found.bytes);
  if (content) {
    found.content = std::move(*content);
  } else {
    found.failure = std::move(content.error());
    found.failure->message = path + ": " + found.failure->message;
  }
  return found;
}

bool is_damaged(const NotesOnDisk& file) {
  return file.failure ? file.failure->code != "version" && file.failure->code != "not-readable"
                      : !file.content.problems.empty();
}

/// Keeps a damaged file beside itself, under a name that is free.
Result<std::string> set_aside(const NotesOnDisk& file) {
  for (int number = 1; number < 1000; ++number) {
    const std::string path = file.path + ".damaged-" + std::to_string(number);
    std::error_code error;
    if (fs::copy_file(file.path, path, error)) return path;
    if (error && error != std::errc::file_exists) {
      return failure(fatal_problem("not-writable", path + ": " + error.message() + "."));
    }
  }
  return failure(fatal_problem("not-writable", file.path + " is damaged and cannot be set aside."));
}

/// Writes a file whole. What was damaged in it is set aside first, and told in `problems`. Errors:
/// "too-many-notes" for what could not be read again.
Result<void> write_notes(NotesOnDisk& file, std::vector<Problem>& problems) {
  const std::string text = notes_text(file.content);
  if (file.content.notes.size() > kMostNotes || text.size() > kMostNotesBytes) {
    return failure(fatal_problem("too-many-notes",
                                 file.path + " has no room for more notes: remove some first."));
  }
  std::optional<Problem> word;
  if (file.exists && is_damaged(file)) {
    const auto aside = set_aside(file);
    if (!aside) return failure(aside.error());
    word = Problem{.severity = Severity::warning,
                   .code = "set-aside",
                   .message = "The notes in " + file.path +
                              " were damaged: what was there is kept as " + *aside + "."};
  }
  auto done = write_whole_file(file.path, std::as_bytes(std::span(text)));
  if (!done) return done;
  if (word) problems.push_back(std::move(*word));
  return {};
}

std::set<std::string_view> ids_of(const std::vector<Note>& notes) {
  std::set<std::string_view> ids;
  for (const Note& note : notes) ids.insert(note.id);
  return ids;
}

void change_file(NotesOnDisk& file, const std::vector<NoteChange>& changes) {
  make_changes(file.content.notes, changes);
  file.is_changed = file.is_changed || !changes.empty();
}

NotesFile joined_notes(const NotesOnDisk& beside, const NotesOnDisk& of_user,
                       const std::string& recording) {
  NotesFile all;
  std::set<std::string_view> ids;
  all.recording = fs::path(recording).filename().string();
  for (const NotesOnDisk* file : {&of_user, &beside}) {
    for (const Note& note : file->content.notes) {
      if (ids.insert(note.id).second) all.notes.push_back(note);
    }
    if (file->failure) all.problems.push_back(*file->failure);
    for (Problem problem : file->content.problems) {
      problem.message = file->path + ": " + problem.message;
      all.problems.push_back(std::move(problem));
    }
  }
  put_in_order(all.notes);
  return all;
}

/// Keeps the user's other programs out of the notes. Nothing to hold where there is no folder to
/// make a lock in.
Result<std::optional<FileLock>> lock_notes() {
  const fs::path folder = user_data_folder();
  std::error_code error;
  if (folder.empty() || (fs::create_directories(folder, error), error)) return std::nullopt;
  // A second each.
  constexpr int kTries = 10;
  const std::string path = (folder / "notes.lock").string();
  for (int i = 0; i < kTries; ++i) {
    if (auto lock = FileLock::take(path)) return lock;
    if (!fs::exists(path, error)) return std::nullopt;
  }
  return failure(fatal_problem("busy", "Another program is writing notes; try again."));
}

}  // namespace

std::string note_color_text(std::uint32_t color) {
  return printed("#%06X", static_cast<unsigned>(color & 0xFFFFFF));
}

std::optional<std::uint32_t> read_note_color(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.size() != 6 || error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

Note new_note(Seconds time, std::string text) {
  Note note;
  note.id = random_id();
  note.time = time;
  note.text = valid_utf8(whole_characters(text, kLongestNote));
  // What stands for bytes that are no text is longer than these.
  note.text.resize(whole_characters(note.text, kLongestNote).size());
  note.created = time_now_text();
  return note;
}

Result<NotesFile> read_notes(std::string_view text) {
  if (text.size() > kMostNotesBytes) {
    return failure(fatal_problem("too-large", "The file is too large for notes."));
  }
  simdjson::dom::parser parser;
  element root;
  const simdjson::padded_string padded(text);
  if (const auto error = parser.parse(padded).get(root); error != simdjson::SUCCESS) {
    Problem problem = fatal_problem("not-json", "The notes are no valid JSON.");
    problem.found = clause_of(simdjson::error_message(error));
    return failure(std::move(problem));
  }
  simdjson::dom::array notes;
  std::int64_t version = 0;
  const bool is_ours = root.is_object() && text_in(root, "format") == kNotesFormat &&
                       root["version"].get(version) == simdjson::SUCCESS;
  if (is_ours && version > kNotesVersion) {
    Problem problem = fatal_problem("version", "The notes were written by a later Scrubjay.");
    problem.expected = "version " + std::to_string(kNotesVersion);
    problem.found = "version " + std::to_string(version);
    return failure(std::move(problem));
  }
  if (!is_ours || version < 1 || root["notes"].get(notes) != simdjson::SUCCESS) {
    return failure(fatal_problem("not-notes", "The file holds no notes of Scrubjay."));
  }
  NotesFile file;
  file.recording = text_in(root, "recording");
  for (const element one : notes) {
    auto note = file.notes.size() < kMostNotes ? read_note(one) : std::nullopt;
    if (note) {
      file.notes.push_back(std::move(*note));
    } else {
      fold_into(file.problems,
                {.severity = Severity::error,
                 .code = "note",
                 .message = "A note cannot be read: it has no usable time or text."});
    }
  }
  put_in_order(file.notes);
  return file;
}

std::string notes_text(const NotesFile& file) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_object();
  json.field("format", kNotesFormat);
  json.integer_field("version", kNotesVersion);
  json.field("recording", file.recording);
  json.key("notes");
  json.begin_array();
  for (const Note& note : file.notes) write_note(json, note);
  json.end_array();
  json.end_object();
  return text + "\n";
}

bool is_notes_file(std::string_view path) { return path.ends_with(kNotesEnding); }

std::string notes_path_beside(const std::string& recording) {
  return recording + std::string(kNotesEnding);
}

std::string notes_path_of_user(const std::string& recording) {
  const fs::path folder = user_data_folder();
  if (folder.empty()) return "";
  std::error_code error;
  const fs::path full = fs::weakly_canonical(recording, error);
  const std::string path = error ? recording : full.string();
  const std::string name = fs::path(path).filename().string().substr(0, 200);
  return (folder / "notes" / (hexadecimal(fnv_hash(path)) + "-" + name + std::string(kNotesEnding)))
      .string();
}

Result<NotesFile> read_notes_file(const std::string& path) {
  const auto text = read_text_file(path, kMostNotesBytes);
  if (!text) return failure(text.error());
  return read_notes(*text);
}

void make_changes(std::vector<Note>& notes, std::span<const NoteChange> changes) {
  std::map<std::string_view, const NoteChange*> last;
  for (const NoteChange& change : changes) last[change.note.id] = &change;
  std::erase_if(notes, [&](const Note& note) { return last.contains(note.id); });
  for (const NoteChange& change : changes) {
    const bool holds = change.kind == NoteChange::Kind::set && last[change.note.id] == &change;
    if (holds) notes.push_back(change.note);
  }
  std::ranges::stable_sort(notes, {}, &Note::time);
}

NotesFile load_notes(const std::string& recording) {
  return joined_notes(notes_at(notes_path_beside(recording)),
                      notes_at(notes_path_of_user(recording)), recording);
}

Result<NotesFile> change_notes(const std::string& recording,
                               const std::vector<NoteChange>& changes) {
  const auto lock = lock_notes();
  if (!lock) return failure(lock.error());
  NotesOnDisk beside = notes_at(notes_path_beside(recording));
  NotesOnDisk of_user = notes_at(notes_path_of_user(recording));
  for (const NotesOnDisk* file : {&beside, &of_user}) {
    const bool is_foreign = file->failure && !is_damaged(*file);
    if (is_foreign && file->failure->code == "version") return failure(*file->failure);
  }
  const std::string name = fs::path(recording).filename().string();
  beside.content.recording = of_user.content.recording = name;
  std::vector<NoteChange> to_user;
  std::vector<NoteChange> to_beside;
  const auto ids_of_user = ids_of(of_user.content.notes);
  for (const NoteChange& change : changes) {
    (ids_of_user.contains(change.note.id) ? to_user : to_beside).push_back(change);
  }
  change_file(of_user, to_user);
  change_file(beside, to_beside);
  std::vector<Problem> told;
  if (beside.is_changed) {
    auto written = write_notes(beside, told);
    if (!written) {
      if (written.error().code == "too-many-notes") return failure(std::move(written.error()));
      // Its folder cannot be written: what is new goes to the user's own. What was there stays.
      const NotesOnDisk before = notes_at(beside.path);
      const auto kept = ids_of(beside.content.notes);
      for (const Note& note : before.content.notes) {
        if (!kept.contains(note.id)) return failure(std::move(written.error()));
      }
      std::error_code ignored;
      if (of_user.path.empty()) return failure(std::move(written.error()));
      fs::create_directories(fs::path(of_user.path).parent_path(), ignored);
      std::erase_if(to_beside,
                    [](const NoteChange& change) { return change.kind != NoteChange::Kind::set; });
      change_file(of_user, to_beside);
      beside = before;
    }
  }
  if (of_user.is_changed) {
    if (auto written = write_notes(of_user, told); !written) return failure(written.error());
  }
  // What was damaged has been set aside.
  for (NotesOnDisk* file : {&beside, &of_user}) {
    if (!file->is_changed) continue;
    file->content.problems.clear();
    file->failure.reset();
  }
  NotesFile now = joined_notes(beside, of_user, recording);
  now.problems.insert(now.problems.begin(), told.begin(), told.end());
  return now;
}

Result<void> copy_notes(const std::string& recording, const std::string& target,
                        std::optional<Seconds> from, std::optional<Seconds> to, Seconds moved_by) {
  std::vector<NoteChange> changes;
  for (Note& note : notes_within(load_notes(recording).notes, from, to)) {
    note.time += moved_by;
    if (note.end) *note.end += moved_by;
    changes.push_back({NoteChange::Kind::set, std::move(note)});
  }
  if (changes.empty()) return {};
  const auto done = change_notes(target, changes);
  if (!done) return failure(done.error());
  return {};
}

std::vector<Note> notes_within(const std::vector<Note>& notes, std::optional<Seconds> from,
                               std::optional<Seconds> to) {
  std::vector<Note> within;
  for (const Note& note : notes) {
    const bool is_before = from && note.end.value_or(note.time) < *from;
    const bool is_behind = to && note.time > *to;
    if (!is_before && !is_behind) within.push_back(note);
  }
  return within;
}

}  // namespace scrubjay

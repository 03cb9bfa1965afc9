#include <algorithm>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/shared/notes_file.h"
#include "app/shared/plain_text.h"
#include "app/shared/printed_time.h"
#include "core/text.h"
#include "core/unique_id.h"

namespace scrubjay::cli {

namespace {

/// A note, or a comment that the recording itself holds.
struct ListedNote {
  Note note;
  FrameIndex frame;
  bool is_comment = false;
};

std::vector<ListedNote> listed_notes(const Recording& recording, const NotesFile& file) {
  std::vector<ListedNote> listed;
  const Timeline& timeline = recording.timeline();
  for (const Note& note : file.notes) listed.push_back({note, timeline.frame_at(note.time)});
  for (std::size_t i = 0; i < recording.comment_count(); ++i) {
    const CommentInfo comment = recording.comment(CommentIndex(i));
    if (!comment.frame.exists()) continue;
    Note note;
    note.id = comment.id;
    note.time = timeline.time(comment.frame);
    note.text = comment.text;
    note.color = read_note_color(comment.color).value_or(Note::kUsualColor);
    if (comment.entity.exists()) note.selected.emplace_back(recording.entity(comment.entity).id);
    listed.push_back({std::move(note), comment.frame, true});
  }
  std::ranges::stable_sort(listed, {}, [](const ListedNote& one) { return one.note.time; });
  return listed;
}

void print_notes_json(const std::vector<ListedNote>& listed, Console& console) {
  std::string text;
  JsonWriter json(text, console.json_layout());
  json.begin_array();
  for (const ListedNote& one : listed) {
    json.begin_object();
    json.field("id", one.note.id);
    json.number_field("time", one.note.time);
    if (one.note.end) json.number_field("end", *one.note.end);
    if (one.frame.exists()) json.integer_field("frame", one.frame.value);
    json.field("text", one.note.text);
    json.field("color", note_color_text(one.note.color));
    json.field("source", one.is_comment ? "recording" : "notes");
    json.texts_field("selected", one.note.selected);
    if (!one.note.view.empty()) {
      json.key("view");
      json.raw(one.note.view);
    }
    if (!one.note.created.empty()) json.field("created", one.note.created);
    json.end_object();
  }
  json.end_array();
  console.print(text + "\n");
}

void print_notes_table(const std::vector<ListedNote>& listed, Console& console) {
  if (listed.empty()) {
    console.note("nothing is noted on this recording");
    return;
  }
  std::vector<std::vector<std::string>> rows;
  for (const ListedNote& one : listed) {
    const Note& note = one.note;
    std::string selected;
    for (const std::string& id : note.selected) selected += (selected.empty() ? "" : " ") + id;
    rows.push_back(
        {printable(note.id),
         seconds_text(note.time) + (note.end ? " \u2013 " + seconds_text(*note.end) : ""),
         one.frame.exists() ? std::to_string(one.frame.value) : "", printable(selected),
         printable(note.text)});
  }
  console.print(table_text(
      {{"id"}, {"time", Align::right}, {"frame", Align::right}, {"selected"}, {"text"}}, rows));
}

/// What is asked for beside listing. Errors: those of find_entities, "usage" for a note that is not
/// there.
Result<std::vector<NoteChange>> changes_of(const NotesOptions& options, const Input& input,
                                           NotesFile imported) {
  std::vector<NoteChange> changes;
  if (!options.text.empty()) {
    Note note = new_note(options.time ? *options.time : *options.from, options.text);
    if (options.to && *options.to > note.time) note.end = options.to;
    const TimeRange range{note.time, note.end.value_or(note.time)};
    if (const auto outside = outside_text(*input.recording, range, Inside::some)) {
      return failure(fatal_problem("usage", *outside + ": the note would lie outside of it."));
    }
    if (options.color) note.color = *options.color;
    auto chosen = find_entities(*input.recording, options.selected);
    if (!chosen) return failure(chosen.error());
    if (*chosen) {
      for (const EntityIndex entity : (*chosen)->entities) {
        note.selected.push_back(unique_id(*input.recording, entity));
      }
    }
    changes.push_back({NoteChange::Kind::set, std::move(note)});
  }
  for (Note& note : imported.notes) changes.push_back({NoteChange::Kind::set, std::move(note)});
  if (!options.remove.empty()) {
    const NotesFile known = load_notes(options.file);
    if (std::ranges::find(known.notes, options.remove, &Note::id) == known.notes.end()) {
      return failure(
          fatal_problem("usage", "There is no note \"" + printable(options.remove) + "\"."));
    }
    NoteChange change{NoteChange::Kind::remove, {}};
    change.note.id = options.remove;
    changes.push_back(std::move(change));
  }
  return changes;
}

ExitStatus refuse_notes(const NotesOptions& options, const std::string& file,
                        const Problem& problem, Console& console) {
  console.report_failure(file, problem);
  if (options.json) print_failure(problem, console);
  const bool is_usage = problem.code == "usage" || problem.code == "no-such-entity";
  return is_usage ? ExitStatus::wrong_usage : ExitStatus::nothing_done;
}

}  // namespace

ExitStatus run_notes(const NotesOptions& options, Console& console) {
  Input input;
  input.file = options.file;
  if (!load_input(input, options.common, console)) {
    if (options.json && input.failure) print_failure(*input.failure, console);
    return status_of_unread(input);
  }
  NotesFile imported;
  if (!options.import.empty()) {
    auto read = read_notes_file(options.import);
    if (!read) return refuse_notes(options, options.import, read.error(), console);
    imported = std::move(*read);
  }
  if (options.time) {
    const Timeline& timeline = input.recording->timeline();
    const FrameIndex after = frame_printed_like(timeline, *options.time);
    if (after.exists() && after != timeline.frame_at(*options.time)) {
      console.note(frame_just_after_text(timeline, after) +
                   ": the note is about the frame before it");
    }
  }
  const auto changes = changes_of(options, input, std::move(imported));
  if (!changes) return refuse_notes(options, options.file, changes.error(), console);
  const bool is_piped = options.file == "-";
  if (is_piped && !changes->empty()) {
    return refuse_notes(options, options.file,
                        fatal_problem("usage", "Notes are kept beside a file: name the recording."),
                        console);
  }
  Result<NotesFile> notes = !changes->empty() ? change_notes(options.file, *changes)
                            : is_piped        ? NotesFile()
                                              : load_notes(options.file);
  if (!notes) return refuse_notes(options, options.file, notes.error(), console);
  const auto listed = listed_notes(*input.recording, *notes);
  if (options.json) {
    print_notes_json(listed, console);
  } else if (changes->empty()) {
    print_notes_table(listed, console);
  }
  std::vector<Problem> problems = input.recording->problems();
  for (Problem& problem : notes->problems) {
    // A file of notes that cannot be read is no fault of the recording, but something is lost.
    if (problem.severity == Severity::fatal) problem.severity = Severity::error;
    if (problem.code == "set-aside") console.note(problem.message);
    fold_into(problems, std::move(problem));
  }
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "core/timeline.h"

namespace scrubjay {

/// What somebody wrote on a moment, or a range, of a recording.
struct Note {
  static constexpr std::uint32_t kUsualColor = 0xE69F00;

  std::string id;                     ///< no other note of the recording has it
  Seconds time = 0;                   ///< the recording's own; of a range its begin
  std::optional<Seconds> end;         ///< of a range; not before `time`
  std::string text;                   ///< valid UTF-8, may have several lines
  std::uint32_t color = kUsualColor;  ///< 0xRRGGBB
  std::vector<std::string> selected;  ///< ids of entities
  std::string view;     ///< what was seen, one line of JSON for whoever shows it; empty: unknown
  std::string created;  ///< "2026-11-23T04:05:06Z"; empty: unknown
  bool operator==(const Note&) const = default;
};

/// The notes of a recording, ascending by time.
struct NotesFile {
  std::string recording;  ///< name of the file that they are about; may be empty
  std::vector<Note> notes;
  std::vector<Problem> problems;  ///< what of the text could not be taken as it is
};

inline constexpr std::size_t kMostNotesBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMostNotes = 100'000;
inline constexpr std::size_t kLongestNote = 64 * 1024;  ///< bytes of its text

/// The text of a notes file. Notes that cannot be read are left out with a problem "note" each;
/// two of one id both stay, the later one with an id of its own. Errors, all fatal: "too-large",
/// "not-json", "not-notes", "version" (of a later program).
Result<NotesFile> read_notes(std::string_view text);
std::string notes_text(const NotesFile& file);

/// "#E69F00", and back: nothing for what is no colour.
std::string note_color_text(std::uint32_t color);
std::optional<std::uint32_t> read_note_color(std::string_view text);

/// A note made now, with an id of its own.
Note new_note(Seconds time, std::string text);

/// "drive.log.notes.json": the ending that notes files have.
bool is_notes_file(std::string_view path);
/// Where the notes of a recording are: beside it, and, where its folder cannot be written, in the
/// user's own folder by its absolute path.
std::string notes_path_beside(const std::string& recording);
std::string notes_path_of_user(const std::string& recording);

/// Of a file that was sent, say. Errors: those of read_text_file and read_notes.
Result<NotesFile> read_notes_file(const std::string& path);

/// A change to the notes of a recording. `set` adds a note, or replaces that of the same id.
struct NoteChange {
  enum class Kind : std::uint8_t { set, remove };
  Kind kind = Kind::set;
  Note note;  ///< of `remove` only its id matters
};

/// Makes changes to notes in order of time, which stay so; of several to one note the last holds.
/// O((notes + changes) * log).
void make_changes(std::vector<Note>& notes, std::span<const NoteChange> changes);

/// What is noted on a recording in both places; problems name the file. Never fails: what cannot be
/// read is a problem.
NotesFile load_notes(const std::string& recording);

/// Makes changes to the notes as they are on the disk by now, so that what other programs noted
/// meanwhile stays, and returns what there is then. A file that is damaged is first copied to
/// "NAME.notes.json.damaged-1", and a problem "set-aside" says so. Errors: "busy" when another
/// program holds the notes for ten seconds, "not-writable" and others of AtomicFile when neither
/// place can be written, "too-many-notes" for what could not be read again, "version" for a file of
/// a later program, which is left alone.
Result<NotesFile> change_notes(const std::string& recording,
                               const std::vector<NoteChange>& changes);

/// The notes that touch a part of the recording, for a file that holds only that part.
std::vector<Note> notes_within(const std::vector<Note>& notes, std::optional<Seconds> from,
                               std::optional<Seconds> to);

/// Gives a file that was written from a recording the notes on its part of it, beside it,
/// `moved_by` later. Errors: those of change_notes.
Result<void> copy_notes(const std::string& recording, const std::string& target,
                        std::optional<Seconds> from, std::optional<Seconds> to,
                        Seconds moved_by = 0);

}  // namespace scrubjay

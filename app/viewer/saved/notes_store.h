#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shared/notes_file.h"
#include "app/viewer/panel.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// A note of an open recording.
struct NoteRef {
  std::size_t recording = 0;
  const Note* note = nullptr;  ///< until notes change
};

/// The notes of the open recordings. Files are read and written on threads of their own; what is
/// changed here shows at once, and is made on the file as it is by then.
class NotesStore {
 public:
  NotesStore() = default;
  /// Waits until everything is on the disk.
  ~NotesStore();
  NotesStore(const NotesStore&) = delete;
  NotesStore& operator=(const NotesStore&) = delete;

  /// Loads what is not loaded, takes what was read or written, and makes `state.note_changes` of
  /// the changes hold: those behind are taken back, as Ctrl+Z wants it.
  void update(const Session& session, ViewState& state, const std::function<void()>& wake);
  /// Another recording of the same file stands in the place of one: its notes, and what was changed
  /// of them, are those of the other one now.
  void exchange(const std::shared_ptr<const Recording>& before,
                const std::shared_ptr<const Recording>& now);
  /// Reads all files again, which other windows may have written.
  void reload();
  /// Takes over the notes of a file: into the recording that it names, else the first one.
  void import(const std::string& path);

  /// Adds a note, or replaces that of the same id.
  void set(const Session& session, ViewState& state, std::size_t recording, Note note);
  void remove(const Session& session, ViewState& state, std::size_t recording,
              const std::string& id);

  /// Ascending by time.
  const std::vector<Note>& of(const Session& session, std::size_t recording) const;
  std::size_t count() const;
  /// Another one whenever notes have changed: those of before are gone then.
  std::uint64_t version() const { return version_; }
  /// Something is read or written.
  bool is_busy() const;
  /// What went wrong with the notes of a recording; empty: nothing.
  std::string problem_of(const Session& session, std::size_t recording) const;
  /// What the user is to be told, once; empty: nothing.
  std::string take_word() { return std::exchange(word_, {}); }

 private:
  struct OfRecording {
    std::weak_ptr<const Recording> recording;
    std::string path;  ///< empty: no file, the notes end with the window
    std::vector<Note> notes;
    std::vector<NoteChange> waiting;  ///< not yet being written
    std::vector<NoteChange> written;  ///< being written
    std::string problem;
    bool is_wanted = true;  ///< to be read
    Awaited<Result<NotesFile>> work;
    bool is_to_be_read() const { return is_wanted && !path.empty(); }
  };
  /// What was changed: without `before` added, without `after` removed.
  struct Change {
    std::weak_ptr<const Recording> recording;
    std::optional<Note> before;
    std::optional<Note> after;
  };

  OfRecording* find(const Session& session, std::size_t recording);
  const OfRecording* find(const Session& session, std::size_t recording) const;
  OfRecording* find(const std::weak_ptr<const Recording>& recording);
  void take(OfRecording& one);
  void start(OfRecording& one, const std::function<void()>& wake);
  void make(std::span<const Change> changes, bool back);
  void add_changes(ViewState& state, std::vector<Change> changes);
  void take_import(const Session& session, ViewState& state);

  std::vector<std::unique_ptr<OfRecording>> recordings_;
  std::vector<Change> changes_;
  std::size_t made_ = 0;  ///< of `changes_`, those that hold
  std::vector<std::string> imports_;
  Awaited<Result<NotesFile>> import_;
  std::string word_;
  std::uint64_t version_ = 0;
};

/// Goes to the moment of a note and shows what was seen there.
void go_to_note(PanelContext& context, std::size_t recording, const Note& note);
/// A note of now, or of the selected range, with what is seen; of the selection's recording.
Note note_of_now(const ViewContext& context, std::size_t recording);
/// The recording that a new note is about.
std::size_t recording_to_note(const ViewContext& context);

/// What is being written; the window `note` shows it.
struct NoteDraft {
  std::weak_ptr<const Recording> recording;
  Note note;
  bool begins = false;  ///< the text takes the keyboard
};
/// Opens the window in which a note is written. False where there is nothing to note on.
bool begin_note(PanelContext& context);
void edit_note(PanelContext& context, std::size_t recording, const Note& note);

}  // namespace scrubjay

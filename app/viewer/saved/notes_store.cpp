#include "app/viewer/saved/notes_store.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "app/viewer/saved/linked_view.h"
#include "core/unique_id.h"

namespace scrubjay {

namespace {

bool is_same_recording(const std::weak_ptr<const Recording>& a,
                       const std::weak_ptr<const Recording>& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

std::string words_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (problem.code == "set-aside") continue;
    if (!text.empty()) text += ' ';
    text += describe(problem);
  }
  return text;
}

Result<NotesFile> notes_of_file(const std::string& path) {
  auto notes = read_notes_file(path);
  if (notes && notes->recording.empty()) notes->recording = path;
  return notes;
}

}  // namespace

NotesStore::~NotesStore() {
  for (const auto& one : recordings_) {
    one->work.wait();
    if (!one->waiting.empty() && !one->path.empty()) {
      static_cast<void>(change_notes(one->path, one->waiting));
    }
  }
}

NotesStore::OfRecording* NotesStore::find(const std::weak_ptr<const Recording>& recording) {
  const auto found = std::ranges::find_if(
      recordings_, [&](const auto& one) { return is_same_recording(one->recording, recording); });
  return found == recordings_.end() ? nullptr : found->get();
}

NotesStore::OfRecording* NotesStore::find(const Session& session, std::size_t recording) {
  if (recording >= session.recordings.size()) return nullptr;
  return find(std::weak_ptr<const Recording>(session.recordings[recording].recording));
}

const NotesStore::OfRecording* NotesStore::find(const Session& session,
                                                std::size_t recording) const {
  if (recording >= session.recordings.size()) return nullptr;
  const std::weak_ptr<const Recording> wanted = session.recordings[recording].recording;
  const auto found = std::ranges::find_if(
      recordings_, [&](const auto& one) { return is_same_recording(one->recording, wanted); });
  return found == recordings_.end() ? nullptr : found->get();
}

void NotesStore::take(OfRecording& one) {
  auto result = one.work.take();
  if (!result) return;
  ++version_;
  if (*result) {
    one.notes = std::move((*result)->notes);
    for (const Problem& problem : (*result)->problems) {
      if (problem.code == "set-aside") word_ = problem.message;
    }
    const std::string problem = words_of((*result)->problems);
    if (!problem.empty() && problem != one.problem) word_ = problem;
    one.problem = problem;
  } else {
    one.problem = "Not saved: " + describe(result->error());
    word_ = one.problem;
    // They are tried again with the next change.
    one.waiting.insert(one.waiting.begin(), one.written.begin(), one.written.end());
  }
  one.written.clear();
  make_changes(one.notes, one.waiting);
}

void NotesStore::start(OfRecording& one, const std::function<void()>& wake) {
  if (one.work.is_running() || !one.is_to_be_read()) return;
  one.is_wanted = false;
  one.written = std::exchange(one.waiting, {});
  one.work.start(wake, [path = one.path, changes = one.written]() -> Result<NotesFile> {
    if (changes.empty()) return load_notes(path);
    return change_notes(path, changes);
  });
}

void NotesStore::make(std::span<const Change> changes, bool back) {
  std::map<OfRecording*, std::vector<NoteChange>> steps;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[back ? changes.size() - 1 - i : i];
    OfRecording* const one = find(change.recording);
    if (one == nullptr) continue;
    const std::optional<Note>& wanted = back ? change.before : change.after;
    steps[one].push_back({wanted ? NoteChange::Kind::set : NoteChange::Kind::remove,
                          wanted ? *wanted : (back ? *change.after : *change.before)});
  }
  for (const auto& [one, made] : steps) {
    make_changes(one->notes, made);
    one->waiting.insert(one->waiting.end(), made.begin(), made.end());
    one->is_wanted = true;
  }
  ++version_;
}

void NotesStore::add_changes(ViewState& state, std::vector<Change> changes) {
  changes_.resize(made_);
  std::ranges::move(changes, std::back_inserter(changes_));
  make(std::span(changes_).subspan(made_), false);
  state.note_changes = made_ = changes_.size();
}

void NotesStore::set(const Session& session, ViewState& state, std::size_t recording, Note note) {
  OfRecording* const one = find(session, recording);
  if (one == nullptr) return;
  const auto same = std::ranges::find(one->notes, note.id, &Note::id);
  std::optional<Note> before;
  if (same != one->notes.end()) before = *same;
  add_changes(state, {{one->recording, std::move(before), std::move(note)}});
}

void NotesStore::remove(const Session& session, ViewState& state, std::size_t recording,
                        const std::string& id) {
  OfRecording* const one = find(session, recording);
  if (one == nullptr) return;
  const auto same = std::ranges::find(one->notes, id, &Note::id);
  if (same != one->notes.end()) add_changes(state, {{one->recording, *same, std::nullopt}});
}

void NotesStore::exchange(const std::shared_ptr<const Recording>& before,
                          const std::shared_ptr<const Recording>& now) {
  OfRecording* const one = find(before);
  if (one == nullptr) return;
  one->recording = now;
  one->is_wanted = true;
  for (Change& change : changes_) {
    if (is_same_recording(change.recording, before)) change.recording = now;
  }
}

void NotesStore::reload() {
  for (const auto& one : recordings_) one->is_wanted = true;
}

void NotesStore::import(const std::string& path) { imports_.push_back(path); }

void NotesStore::take_import(const Session& session, ViewState& state) {
  const auto read = import_.take();
  if (!read) return;
  if (!*read) {
    word_ = describe(read->error());
    return;
  }
  const auto is_it = [&](const OpenRecording& open) {
    const std::string name =
        std::filesystem::path(open.recording->file().path()).filename().string();
    return std::filesystem::path((*read)->recording).filename().string().starts_with(name);
  };
  const auto found = std::ranges::find_if(session.recordings, is_it);
  const std::size_t place = found == session.recordings.end()
                                ? 0
                                : static_cast<std::size_t>(found - session.recordings.begin());
  OfRecording* const one = find(session, place);
  if (one == nullptr) return;
  std::map<std::string_view, const Note*> known;
  for (const Note& note : one->notes) known[note.id] = &note;
  std::vector<Change> taken;
  for (const Note& note : (*read)->notes) {
    const auto same = known.find(note.id);
    if (same == known.end()) {
      taken.push_back({one->recording, std::nullopt, note});
    } else if (*same->second != note) {
      taken.push_back({one->recording, *same->second, note});
    }
  }
  word_ = std::to_string(taken.size()) +
          (taken.size() == 1 ? " note was taken over." : " notes were taken over.");
  if (!taken.empty()) add_changes(state, std::move(taken));
  if (const std::string problem = words_of((*read)->problems); !problem.empty()) {
    word_ += ' ' + problem;
  }
}

void NotesStore::update(const Session& session, ViewState& state,
                        const std::function<void()>& wake) {
  for (const OpenRecording& open : session.recordings) {
    if (open.recording->is_preview() ||
        find(std::weak_ptr<const Recording>(open.recording)) != nullptr) {
      continue;
    }
    auto& one = *recordings_.emplace_back(std::make_unique<OfRecording>());
    one.recording = open.recording;
    ++version_;
    if (open.recording->file().is_mapped()) one.path = open.recording->file().path();
  }
  const std::size_t gone = std::erase_if(recordings_, [](const auto& one) {
    return one->recording.expired() && !one->work.is_running() && one->waiting.empty();
  });
  if (gone > 0) ++version_;
  for (const auto& one : recordings_) take(*one);
  const bool are_read =
      std::ranges::none_of(recordings_, [](const auto& one) { return one->is_to_be_read(); });
  if (!import_.is_running() && !imports_.empty() && !session.recordings.empty() && are_read) {
    import_.start(wake, [path = imports_.front()] { return notes_of_file(path); });
    imports_.erase(imports_.begin());
  }
  const bool is_any_unknown = std::ranges::any_of(session.recordings, [&](const auto& open) {
    return find(std::weak_ptr<const Recording>(open.recording)) == nullptr;
  });
  if (!is_any_unknown) take_import(session, state);
  const std::size_t wanted = std::min(state.note_changes, changes_.size());
  if (made_ != wanted) {
    const auto [from, to] = std::minmax(made_, wanted);
    make(std::span(changes_).subspan(from, to - from), wanted < made_);
    made_ = wanted;
  }
  state.note_changes = made_;
  for (const auto& one : recordings_) start(*one, wake);
}

const std::vector<Note>& NotesStore::of(const Session& session, std::size_t recording) const {
  static const std::vector<Note> none;
  const OfRecording* const one = find(session, recording);
  return one == nullptr ? none : one->notes;
}

std::size_t NotesStore::count() const {
  std::size_t count = 0;
  for (const auto& one : recordings_) count += one->recording.expired() ? 0 : one->notes.size();
  return count;
}

bool NotesStore::is_busy() const {
  return import_.is_running() || std::ranges::any_of(recordings_, [](const auto& one) {
           return one->work.is_running() || one->is_to_be_read();
         });
}

std::string NotesStore::problem_of(const Session& session, std::size_t recording) const {
  const OfRecording* const one = find(session, recording);
  if (one == nullptr) return "";
  if (one->path.empty()) return "This recording is no file: its notes end with the window.";
  return one->problem;
}

void go_to_note(PanelContext& context, std::size_t recording, const Note& note) {
  const Seconds offset = context.session().recordings[recording].offset;
  ViewState& state = context.state;
  state.playback.playing = false;
  context.commands.emplace_back(SeekTo{note.time + offset});
  if (note.end) {
    context.commands.emplace_back(SetRange{TimeRange{note.time + offset, *note.end + offset}});
  }
  if (!note.view.empty()) {
    if (const auto view = read_view(note.view)) {
      apply_view(*view, ViewExtent::scene, state, context.session(), recording);
      return;
    }
  }
  clear_selection(state);
  for (const std::string& id : note.selected) {
    const auto found = entity_of_unique_id(*context.session().recordings[recording].recording, id);
    if (found) select(state, {recording, *found}, SelectMode::add);
  }
}

std::size_t recording_to_note(const ViewContext& context) {
  const auto primary = primary_selection(context.state);
  if (primary && primary->recording < context.session().recordings.size()) {
    return primary->recording;
  }
  const auto& recordings = context.session().recordings;
  const auto visible = std::ranges::find(recordings, true, &OpenRecording::visible);
  return visible == recordings.end() ? 0 : static_cast<std::size_t>(visible - recordings.begin());
}

Note note_of_now(const ViewContext& context, std::size_t recording) {
  const ViewState& state = context.state;
  const OpenRecording& open = context.session().recordings[recording];
  const Seconds now = own_time(state.playback.playhead, open.offset);
  Note note = new_note(now, "");
  if (state.playback.range) {
    const TimeRange own = own_range(*state.playback.range, open.offset);
    note.time = own.begin;
    note.end = own.end;
  }
  const LinkedView view = linked_view(state, context.session(), recording);
  for (const LinkedEntity& entity : view.selected) note.selected.push_back(entity.id);
  note.view = view_text(view, ViewExtent::scene);
  return note;
}

bool begin_note(PanelContext& context) {
  if (context.session().recordings.empty()) return false;
  const std::size_t recording = recording_to_note(context);
  NoteDraft& draft = context.caches.of<NoteDraft>();
  draft.recording = context.session().recordings[recording].recording;
  draft.note = note_of_now(context, recording);
  draft.note.color = context.state.note_color;
  draft.begins = true;
  context.state.windows[WindowId::note] = true;
  return true;
}

void edit_note(PanelContext& context, std::size_t recording, const Note& note) {
  NoteDraft& draft = context.caches.of<NoteDraft>();
  draft.recording = context.session().recordings[recording].recording;
  draft.note = note;
  draft.begins = true;
  context.state.windows[WindowId::note] = true;
}

}  // namespace scrubjay

#include "app/shared/written_notes.h"

#include <algorithm>

#include "app/shared/notes_file.h"

namespace scrubjay {

namespace {

/// Frame by Frame keeps comments in what its application saves, not in what games write.
bool holds_comments(const FormatWriter& writer, const WriteOptions& options) {
  const auto container = std::ranges::find(writer.options, "container", &WriteOption::name);
  return writer.name == "framebyframe" && container != writer.options.end() &&
         chosen_value(*container, options) == "saved";
}

/// Of a file that keeps a recording of another format whole, this one is seen, which has no
/// comments: the notes have to be beside it, too.
bool is_whole_kept(const FormatWriter& writer, const WriteRequest& request) {
  const auto keep = std::ranges::find(writer.options, "keep", &WriteOption::name);
  return request.recording->info().format != writer.name && keep != writer.options.end() &&
         chosen_value(*keep, request.options) == "everything";
}

}  // namespace

void add_notes_as_comments(const FormatWriter& writer, WriteRequest& request) {
  if (!holds_comments(writer, request.options)) return;
  const NotesFile file = load_notes(request.recording->file().path());
  for (const Note& note : notes_within(file.notes, request.from, request.to)) {
    request.comments.push_back({note.time, note.text, note_color_text(note.color)});
  }
}

Result<void> put_notes_beside(const FormatWriter& writer, const WriteRequest& request,
                              const std::string& target) {
  if (holds_comments(writer, request.options) && !is_whole_kept(writer, request)) return {};
  return copy_notes(request.recording->file().path(), target, request.from, request.to);
}

}  // namespace scrubjay

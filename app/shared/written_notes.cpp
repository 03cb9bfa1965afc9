#include "app/shared/written_notes.h"

#include <algorithm>

#include "app/shared/notes_file.h"
#include "formats/kept/packets.h"

namespace scrubjay {

namespace {

/// Of a file that keeps a recording of another format whole, this one is seen, which has no
/// comments: the notes have to be beside it, too.
bool is_whole_kept(const FormatWriter& writer, const WriteRequest& request) {
  const auto keep = std::ranges::find(writer.options, kept::kWriteOption.name, &WriteOption::name);
  return request.recording->info().format != writer.name && keep != writer.options.end() &&
         kept::is_kept(request);
}

}  // namespace

void add_notes_as_comments(const FormatWriter& writer, WriteRequest& request) {
  if (!writer.has_comments(request.options)) return;
  const NotesFile file = load_notes(request.recording->file().path());
  for (const Note& note : notes_within(file.notes, request.from, request.to)) {
    request.comments.push_back({note.time, note.text, note_color_text(note.color)});
  }
}

Result<void> put_notes_beside(const FormatWriter& writer, const WriteRequest& request,
                              const WriteReport& report, const std::string& target) {
  if (writer.has_comments(request.options) && !is_whole_kept(writer, request)) return {};
  return copy_notes(request.recording->file().path(), target, request.from, request.to,
                    report.moved_by);
}

}  // namespace scrubjay

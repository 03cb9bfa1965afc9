#include "core/index_archive.h"
#include "formats/flecs/read/gzip.h"
#include "formats/flecs/read/reader.h"

namespace scrubjay::flecs {

namespace {

constexpr auto kLastKind = static_cast<DocumentKind>(kDocumentKinds - 1);

template <class Archive, class AnyIndex>
void archive(Archive& a, AnyIndex& index) {
  a(index.has_degrees, index.has_one_document);
  a.texts(index.texts);
  const std::uint64_t texts = index.texts.size();
  a.rows(index.documents, [&](auto& document) {
    a.range(document.bytes, index.text.size());
    a.choice(document.kind, kLastKind);
    a(document.is_repaired, document.until);
  });
  const std::uint64_t documents = index.documents.size();
  a.rows(index.frames, [&](auto& frame) {
    a(frame.first_document, frame.documents, frame.held);
    a.require(frame.first_document <= documents &&
              frame.documents <= documents - frame.first_document);
  });
  // An older naming stands before a newer one, so that every chain ends.
  std::uint64_t before = 0;
  a.rows(index.namings, [&](auto& naming) {
    a.row(naming.from, a.limits().frames);
    a.row(naming.entity, a.limits().entities);
    a(naming.before);
    a.require(naming.before <= before++);
  });
  a.rows(index.paths, [&](auto& path) {
    // A path is one of the texts.
    TextId id;
    if constexpr (!Archive::kReads) id = index.texts.find(path.path);
    a.sure_row(id, texts);
    if constexpr (Archive::kReads) {
      if (a.ok()) path.path = index.texts[id];
    }
    a(path.newest);
    a.require(path.newest <= index.namings.size());
  });
  a.rows(index.events, [&](auto& event) {
    a.row(event.subject, texts);
    a.row(event.from, texts);
    a.row(event.to, texts);
  });
  a.rows(index.changing_tags, [&](auto& tag) {
    a.row(tag.entity, a.limits().entities);
    a.sure_row(tag.id, texts);
  });
  a.rows(index.member_forms, [&](auto& row) {
    a.sure_row(row.path, texts);
    a.choice(row.form, MemberForm::group);
    a(row.takes_quoted, row.is_scalar, row.lacks_value);
  });
}

void clear(FileIndex& index) {
  index.text = {};
  index.has_degrees.store(false);
  index.has_one_document.store(false);
  index.texts.clear();
  index.documents.clear();
  index.frames.clear();
  index.namings.clear();
  index.paths.clear();
  index.events.clear();
  index.changing_tags.clear();
  index.member_forms.clear();
}

}  // namespace

bool FlecsReader::save_index(IndexWriter& out) const {
  if (!text_.save(out)) return false;
  archive(out, index_);
  return true;
}

bool FlecsReader::load_index(IndexReader& in) {
  if (!text_.load(form_of(text_.file().bytes()), in)) return false;
  index_.text = text_.text();
  archive(in, index_);
  in.require(index_.frames.size() == in.limits().frames &&
             index_.events.size() == in.limits().events);
  if (!in.ok()) clear(index_);
  return in.ok();
}

}  // namespace scrubjay::flecs

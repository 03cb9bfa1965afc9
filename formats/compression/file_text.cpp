#include "formats/compression/file_text.h"

#include "core/index_archive.h"
#include "formats/compression/inflated_text.h"

namespace scrubjay::compression {

namespace {

Problem problem_of(const InflatedText& text) {
  Problem problem{.severity = Severity::error, .offset = text.bytes_taken};
  switch (text.end) {
    case InflatedText::End::too_large:
      problem.code = "inflate-too-large";
      problem.message =
          "The compressed recording becomes larger than a recording of its size can be, or than "
          "the folder for cached files may become; what was inflated before is shown.";
      problem.found = "more than " + std::to_string(text.text->size()) + " bytes of text";
      break;
    case InflatedText::End::damaged:
      problem.code = "compressed-damaged";
      problem.message =
          "The compressed data is damaged; what was inflated before this place is shown.";
      break;
    default:
      problem.code = "cut-off";
      problem.message = "The compressed data ends before its end mark; what is there is shown.";
  }
  return problem;
}

}  // namespace

bool FileText::find(const OuterForm& form, RecordingBuilder& builder) {
  text_ = as_text(file_->bytes());
  if (!form.is_compressed()) return true;
  const auto store = file_->text_store();
  if (!store) {
    Problem problem = store.error();
    problem.message += " A large compressed recording is kept in memory instead.";
    problem.severity = Severity::note;
    builder.add_problem(std::move(problem));
  }
  const auto inflated =
      inflate_file(*file_, form, store ? store->get() : nullptr, [&](std::uint64_t bytes) {
        builder.progress(bytes / 2);
        return !builder.cancelled();
      });
  if (!inflated) {
    Problem problem = inflated.error();
    problem.severity = Severity::error;
    builder.add_problem(std::move(problem));
    return false;
  }
  if (inflated->end == InflatedText::End::stopped) return false;
  is_whole_ = inflated->end == InflatedText::End::whole;
  if (!is_whole_) builder.add_problem(problem_of(*inflated));
  inflated_ = inflated->text;
  text_ = as_text(inflated_->bytes());
  return true;
}

bool FileText::save(IndexWriter& out) const {
  if (!is_whole_) return false;
  out(std::uint64_t{text_.size()});
  return true;
}

bool FileText::load(const OuterForm& form, IndexReader& in) {
  std::uint64_t expected = 0;
  in(expected);
  if (!in.ok()) return false;
  std::shared_ptr<InputFile> whole = file_;
  if (form.is_compressed()) {
    const auto store = file_->text_store();
    const auto inflated = inflate_file(*file_, form, store ? store->get() : nullptr,
                                       [](std::uint64_t) { return true; });
    if (!inflated || inflated->end != InflatedText::End::whole) return false;
    whole = inflated->text;
  }
  if (whole->size() != expected) return false;
  if (form.is_compressed()) inflated_ = whole;
  text_ = as_text(whole->bytes());
  return true;
}

}  // namespace scrubjay::compression

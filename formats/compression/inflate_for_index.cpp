#include "formats/compression/inflate_for_index.h"

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

std::shared_ptr<InputFile> inflate_for_index(const InputFile& file, const OuterForm& form,
                                             RecordingBuilder& builder, bool& is_whole) {
  const auto store = file.text_store();
  if (!store) {
    Problem problem = store.error();
    problem.message += " A large compressed recording is kept in memory instead.";
    problem.severity = Severity::note;
    builder.add_problem(std::move(problem));
  }
  const auto inflated =
      inflate_file(file, form, store ? store->get() : nullptr, [&](std::uint64_t bytes) {
        builder.progress(bytes / 2);
        return !builder.cancelled();
      });
  if (!inflated) {
    Problem problem = inflated.error();
    problem.severity = Severity::error;
    builder.add_problem(std::move(problem));
    return nullptr;
  }
  if (inflated->end == InflatedText::End::stopped) return nullptr;
  is_whole = inflated->end == InflatedText::End::whole;
  if (!is_whole) builder.add_problem(problem_of(*inflated));
  return inflated->text;
}

std::shared_ptr<InputFile> inflate_whole(const InputFile& file, const OuterForm& form) {
  const auto store = file.text_store();
  const auto inflated =
      inflate_file(file, form, store ? store->get() : nullptr, [](std::uint64_t) { return true; });
  if (!inflated || inflated->end != InflatedText::End::whole) return nullptr;
  return inflated->text;
}

}  // namespace scrubjay::compression

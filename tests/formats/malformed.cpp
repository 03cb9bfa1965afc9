#include "tests/formats/malformed.h"

namespace scrubjay {

std::string said_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += ", ";
    text += std::string(to_text(problem.severity)) + " " + problem.code;
    if (problem.offset) text += "@" + std::to_string(*problem.offset);
    if (problem.count != 1) text += " x" + std::to_string(problem.count);
  }
  return text;
}

std::vector<Problem> problems_of_all(const std::shared_ptr<const Recording>& recording) {
  std::vector<Problem> problems = recording->problems();
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    for (Problem problem : cursor.seek(FrameIndex(i)).problems) {
      if (!problem.frame) problem.frame = FrameIndex(i);
      fold_into(problems, std::move(problem));
    }
  }
  return problems;
}

}  // namespace scrubjay

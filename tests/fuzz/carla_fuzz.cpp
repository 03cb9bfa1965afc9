// Any bytes as a CARLA recording, which is also asked all that only such can be.
#include "formats/carla/carla.h"

#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

void ask(const std::shared_ptr<const Recording>& recording) {
  const std::atomic<bool> cancelled{false};
  for (const Query& query : carla::kFormat.queries) {
    for (const char* style : {"scrubjay", "carla"}) {
      std::vector<std::string> values;
      for (const QueryParameter& parameter : query.parameters) {
        values.emplace_back(parameter.name == "style"      ? style
                            : parameter.name == "show_all" ? "true"
                            : parameter.name == "min_time" ? "0"
                                                           : parameter.default_value);
      }
      const auto answer = query.run(recording, values, cancelled);
      require(answer.has_value(), "a query has no answer");
      for (const QueryRow& row : answer->rows) {
        require(row.cells.size() == answer->columns.size(), "a row has other columns");
        require(!row.frame.exists() || row.frame.value < recording->frame_count(),
                "a row leads to a frame that is not there");
      }
    }
  }
}

}  // namespace

void carla_fuzz(Input input) {
  std::vector<std::byte> file = owned_bytes(input);
  const bool is_asked = is_chosen(file, 4);
  const auto recording = check_recording({carla::kFormat, "fuzz.log"}, std::move(file));
  if (recording != nullptr && is_asked) ask(recording);
}

}  // namespace scrubjay::fuzz

#include "app/shared/writers.h"

#include <algorithm>
#include <array>

#include "app/shared/csv_writer.h"
#include "app/shared/ndjson_writer.h"
#include "formats/format.h"

namespace scrubjay {

namespace {

// A format that is read, too, says itself that it is written (Format::writer).
constexpr std::array<const FormatWriter*, 2> kTexts{
    &kNdjsonWriter,
    &kCsvWriter,
};

std::vector<const FormatWriter*> all_writers() {
  std::vector<const FormatWriter*> all;
  for (const Format* format : formats()) {
    if (format->writer != nullptr) all.push_back(format->writer);
  }
  all.insert(all.end(), kTexts.begin(), kTexts.end());
  return all;
}

}  // namespace

std::span<const FormatWriter* const> writers() {
  static const std::vector<const FormatWriter*> all = all_writers();
  return all;
}

std::span<const FormatWriter* const> text_writers() { return kTexts; }

const FormatWriter* find_writer(std::string_view name) {
  const auto found = std::ranges::find(writers(), name, &FormatWriter::name);
  return found == writers().end() ? nullptr : *found;
}

std::vector<OfferedOption> offered_write_options() {
  std::vector<OfferedOption> offered;
  for (const FormatWriter* writer : writers()) {
    for (const WriteOption& option : writer->options) {
      auto found = std::ranges::find_if(
          offered, [&](const OfferedOption& other) { return other.option->name == option.name; });
      if (found == offered.end()) found = offered.insert(offered.end(), {&option, {}, {}});
      found->writers.push_back(writer->name);
      for (const std::string_view value : option.values) {
        const bool is_known = std::ranges::find(found->values, value) != found->values.end();
        if (!is_known) found->values.push_back(value);
      }
    }
  }
  return offered;
}

}  // namespace scrubjay

#include "formats/mcap/write/labels.h"

#include <algorithm>

#include "core/text.h"
#include "formats/mcap/write/names.h"

namespace scrubjay::mcap {

namespace {

std::string label_of(const EntityInfo& entity) {
  if (is_digits(entity.id)) return word(entity.name) + "_" + std::string(entity.id);
  std::string label;
  std::string_view rest = entity.id;
  do {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    if (!label.empty()) label += '/';
    label += word(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  } while (!rest.empty());
  return label;
}

}  // namespace

Labels::Labels(const WritePlan& plan) {
  const Recording& recording = plan.recording();
  const std::size_t count = recording.timeline().stream_count();
  UniqueNames stream_names;
  for (std::size_t i = 0; i < count; ++i) {
    const Stream stream = recording.timeline().stream_info(StreamIndex(i));
    const std::string name = stream.name.empty() ? "stream_" + word(stream.id) : word(stream.name);
    streams.push_back(count > 1 ? "/" + stream_names.add(name) : "");
  }
  std::vector<UniqueNames> taken(std::max<std::size_t>(count, 1), UniqueNames{"world"});
  for (const EntityIndex entity : plan.entities()) {
    const EntityInfo info = recording.entity(entity);
    entities.push_back(taken[info.stream.value].add(label_of(info)));
  }
}

FrameLabel Labels::frame_of(std::size_t row, StreamIndex stream) const {
  const std::string& front = streams[stream.value];
  if (front.empty()) return {.kept = entities[row], .made = {}};
  return {.kept = {}, .made = front.substr(1) + "/" + entities[row]};
}

std::string common_word(const std::vector<std::string_view>& names) {
  std::string_view common = names.empty() ? std::string_view() : names.front();
  for (const std::string_view name : names) {
    const auto end = std::ranges::mismatch(common, name).in1;
    common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
  }
  if (common.empty()) return "entity";
  const std::string out = lower_case(word(common));
  return out == "x" ? "entity" : out;
}

}  // namespace scrubjay::mcap

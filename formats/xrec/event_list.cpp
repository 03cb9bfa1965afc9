#include "formats/xrec/event_list.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace scrubjay::xrec {

namespace {

constexpr std::string_view kInitialize = "initialize";
constexpr std::string_view kPerform = "perform";

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// "MAGES.Recorder.Outer+Inner": "Inner".
std::string_view last_part(std::string_view type_name) {
  const std::size_t cut = type_name.find_last_of(".+");
  return cut == std::string_view::npos ? type_name : type_name.substr(cut + 1);
}

/// "MAGES.Recorder.Outer+Inner": "MAGES.Recorder".
std::string_view name_space(std::string_view type_name) {
  const std::string_view outer = type_name.substr(0, type_name.find('+'));
  const std::size_t dot = outer.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : outer.substr(0, dot);
}

}  // namespace

void EventList::add(const CapturedEvent& event, std::uint32_t packet, std::uint32_t entity) {
  const KnownFields& known = event.known;
  Row row{.rtss = event.rtss,
          .end_rtss = event.rtss,
          .frame = event.frame,
          .packet = packet,
          .place = event.place,
          .entity = entity,
          .name = {},
          .tag = {},
          .kind = known.kind};
  const auto name = [&](std::string_view text, std::string_view tag) {
    row.name = texts_.add(text);
    row.tag = texts_.add(tag);
  };
  switch (known.kind) {
    case EventKind::chapter: name(known.text, "chapter"); break;
    case EventKind::scene_graph:
      name(known.text, known.label.empty() ? "scene-graph" : lower_case(known.label));
      break;
    case EventKind::client_enter: name(known.text, "client"); break;
    default: name(last_part(event.type_name), name_space(event.type_name));
  }
  rows_.push_back(row);
}

void EventList::finish() {
  std::ranges::sort(rows_, {},
                    [](const Row& row) { return std::tuple(row.rtss, row.packet, row.place); });
  const TextId initialize = texts_.find(kInitialize);
  const TextId perform = texts_.find(kPerform);
  std::unordered_map<std::uint32_t, std::size_t> begun;  // row of the action's last Initialize
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (row.kind != EventKind::scene_graph) continue;
    if (row.tag == initialize) {
      begun[row.name.value] = i;
    } else if (row.tag == perform) {
      if (const auto at = begun.find(row.name.value); at != begun.end()) {
        rows_[at->second].end_rtss = row.rtss;
        begun.erase(at);
      }
    }
  }
}

std::vector<std::string_view> EventList::clients() const {
  std::vector<std::string_view> names;
  std::vector<bool> is_known(texts_.size());
  for (const Row& row : rows_) {
    if (row.kind != EventKind::client_enter || is_known[row.name.value]) continue;
    is_known[row.name.value] = true;
    names.push_back(texts_[row.name]);
  }
  return names;
}

}  // namespace scrubjay::xrec

#include "app/shared/recording_text.h"

#include <algorithm>
#include <array>
#include <map>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "core/printed.h"
#include "core/text.h"

namespace scrubjay {

namespace {

void add_line(std::string& out, std::string_view label, std::string_view value) {
  constexpr std::size_t kLabelWidth = 16;
  out += "  ";
  out += label;
  out.append(label.size() < kLabelWidth ? kLabelWidth - label.size() : 1, ' ');
  out += value;
  out += '\n';
}

/// ": 12 added, 3 collision", the most frequent first; nothing for no counts.
std::string counts_text(const std::map<std::string, std::size_t>& counts) {
  constexpr std::size_t kShown = 12;
  std::vector<std::pair<std::size_t, std::string>> sorted;
  for (const auto& [name, count] : counts) sorted.emplace_back(count, name);
  std::ranges::stable_sort(sorted, std::ranges::greater(),
                           &std::pair<std::size_t, std::string>::first);
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kShown); ++i) {
    text += (i == 0 ? ": " : ", ") + grouped_digits(sorted[i].first) + " " + sorted[i].second;
  }
  if (sorted.size() > kShown) text += ", ...";
  return text;
}

std::string entities_text(const Recording& recording) {
  std::map<std::string, std::size_t> kinds;
  const std::size_t count = recording.entity_count();
  for (std::size_t i = 0; i < count; ++i) {
    ++kinds[std::string(to_text(recording.entity(EntityIndex(i)).kind))];
  }
  return grouped_digits(count) + counts_text(kinds);
}

std::string events_text(const Recording& recording) {
  std::map<std::string, std::size_t> names;
  const std::size_t count = recording.event_count();
  for (std::size_t i = 0; i < count; ++i) {
    ++names[printable(recording.event(EventIndex(i)).name)];
  }
  return grouped_digits(count) + counts_text(names);
}

std::string frames_text(const Recording& recording) {
  const std::size_t count = recording.frame_count();
  std::string text = grouped_digits(count);
  const Seconds length = recording.timeline().range().length();
  if (count > 1 && length > 0) {
    text += printed(", on average %.4g a second", static_cast<double>(count - 1) / length);
  }
  return text;
}

std::string coordinates_text(const CoordinateSystem& system) {
  return system.name() + ": " + std::string(to_text(system.handedness())) + "-handed, right " +
         std::string(to_text(system.right)) + ", up " + std::string(to_text(system.up)) +
         ", forward " + std::string(to_text(system.forward)) + ", " +
         number_text(system.metres_per_unit) + " m a unit";
}

std::string stream_text(const Timeline& timeline, StreamIndex stream) {
  const Stream& info = timeline.stream_info(stream);
  std::string text = printable(info.id);
  if (!info.name.empty()) text += " \"" + printable(info.name) + "\"";
  return text + ", " + grouped_digits(timeline.frame_count(stream)) + " frames";
}

void add_properties(std::string& out, const PropertyTree& tree, PropertyRange range,
                    std::size_t indent) {
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    out.append(indent, ' ');
    out += printable(property.name);
    if (!is_container(property.type)) {
      out += "  " + value_text(tree, node);
    } else if (property.type > PropertyType::list) {
      out += "  (" + std::string(to_text(property.type)) + ")";
    }
    out += '\n';
    if (is_container(property.type)) {
      add_properties(out, tree, children_of(tree, node), indent + 2);
    }
  });
}

std::string vector_text(std::span<const double> values, Precision precision) {
  const auto text_of = [&](double value) { return number_text(value, precision); };
  return "(" + joined_by(values, text_of) + ")";
}

void add_transform(std::string& out, const Transform& transform, Precision precision,
                   std::string_view prefix) {
  const auto add = [&](std::string_view name, std::span<const double> values) {
    out += "  ";
    out += prefix;
    out += name;
    out += "  " + vector_text(values, precision) + "\n";
  };
  if (const auto& p = transform.position) add("position", std::array{p->x, p->y, p->z});
  if (const auto& q = transform.rotation) add("rotation", std::array{q->x, q->y, q->z, q->w});
  if (const auto& s = transform.scale) add("scale", std::array{s->x, s->y, s->z});
}

void add_entity(std::string& out, const Recording& recording, const Frame& frame,
                const Entity& entity) {
  out += printable(recording.entity(entity.index).id) + "  " + printable(entity.name);
  if (entity.parent.exists()) {
    out += "  (child of " + entity_text(recording, entity.parent) + ")";
  }
  out += '\n';
  add_transform(out, entity.world, entity.precision, "");
  add_transform(out, entity.local, entity.precision, "local ");
  add_properties(out, frame.tree, entity.properties, 2);
}

void add_event(std::string& out, const Recording& recording, const Frame& frame,
               const FrameEvent& shown) {
  const EventInfo event = recording.event(shown.index);
  out += "event " + printable(event.name);
  if (!event.tag.empty()) out += " [" + printable(event.tag) + "]";
  if (event.entity.exists()) out += "  " + entity_text(recording, event.entity);
  out += '\n';
  add_properties(out, frame.tree, shown.properties, 2);
}

}  // namespace

std::string problem_text(const Problem& problem) {
  std::string text = std::string(to_text(problem.severity)) + ": " + printable(describe(problem));
  std::string place;
  const auto add = [&](const std::string& part) { place += (place.empty() ? "" : ", ") + part; };
  if (problem.offset) add("offset " + std::to_string(*problem.offset));
  if (problem.frame && problem.frame->exists())
    add("frame " + std::to_string(problem.frame->value));
  if (problem.count > 1) add(std::to_string(problem.count) + " times");
  if (!place.empty()) text += " (" + place + ")";
  return text;
}

std::string entity_text(const Recording& recording, EntityIndex entity) {
  if (!entity.exists()) return "";
  const EntityInfo info = recording.entity(entity);
  if (info.name.empty() || info.name == info.id) return printable(info.id);
  return printable(info.id) + " " + printable(info.name);
}

std::string info_text(const std::string& file, const Recording& recording,
                      std::span<const Problem> problems,
                      const std::optional<CoordinateSystem>& chosen) {
  const RecordingInfo& info = recording.info();
  const Timeline& timeline = recording.timeline();
  const TimeRange range = timeline.range();
  std::string out = printable(file) + "\n";
  add_line(out, "format",
           info.format_version.empty()
               ? info.format
               : info.format + ", version " + printable(info.format_version));
  const std::uint64_t size = stored_bytes(recording);
  add_line(out, "size",
           byte_size_text(size) + (size < 1000 ? "" : " (" + grouped_digits(size) + " bytes)"));
  add_line(out, "length",
           seconds_text(range.length()) + ", from " + seconds_text(range.begin) + " to " +
               seconds_text(range.end));
  add_line(out, "frames", frames_text(recording));
  add_line(out, "entities", entities_text(recording));
  add_line(out, "events", events_text(recording));
  if (timeline.stream_count() > 1) {
    for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
      add_line(out, "stream", stream_text(timeline, StreamIndex(i)));
    }
  }
  add_line(out, "coordinates", coordinates_text(chosen.value_or(info.coordinates)));
  for (const auto& [name, value] : info.metadata) {
    // Some formats have a name for theirs: it stands above already.
    if (name == "coordinates" && value == info.coordinates.name()) continue;
    add_line(out, printable(name), printable(value));
  }
  add_line(out, "complete", recording.is_complete() ? "yes" : "no: it was cut off");
  if (problems.empty()) add_line(out, "problems", "none");
  for (const Problem& problem : problems) add_line(out, "problem", problem_text(problem));
  return out;
}

std::string frame_text(const Recording& recording, const Frame& frame, const EntityFilter* filter) {
  const Timeline& timeline = recording.timeline();
  std::string out = "frame " + std::to_string(frame.index.value) + " of " +
                    std::to_string(recording.frame_count()) + ", number " +
                    std::to_string(frame.number) + ", " + number_text(frame.time) + " s";
  if (timeline.stream_count() > 1) {
    out += ", stream " + printable(timeline.stream_info(frame.stream).id);
  }
  out += ", " + frame.coordinates.name() + " coordinates\n";
  if (filter == nullptr) add_properties(out, frame.tree, frame.properties, 2);
  for (const Entity& entity : frame.entities) {
    if (filter == nullptr || filter->passes(entity.index)) {
      add_entity(out, recording, frame, entity);
    }
  }
  for (const FrameEvent& event : frame.events) {
    if (filter == nullptr || filter->passes(recording.event(event.index).entity)) {
      add_event(out, recording, frame, event);
    }
  }
  return out;
}

}  // namespace scrubjay

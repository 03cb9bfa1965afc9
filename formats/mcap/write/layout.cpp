#include "formats/mcap/write/layout.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/text.h"
#include "formats/mcap/descriptor.h"
#include "formats/mcap/write/names.h"

namespace scrubjay::mcap {

namespace {

/// With more entities each kind is one table: viewers parse a schema anew for each channel.
constexpr std::size_t kMostTopics = 1'000;
constexpr std::size_t kMostKinds = 1'000;

void join(SeenProperties::Forms& into, const SeenProperties::Forms& more) {
  SeenProperties::Forms all;
  auto a = into.begin();
  for (const auto& [node, form] : more) {
    for (; a != into.end() && a->first < node; ++a) all.emplace_back(a->first, a->second | kAbsent);
    const bool is_in_both = a != into.end() && a->first == node;
    all.emplace_back(node, form | (is_in_both ? (a++)->second : std::uint32_t{kAbsent}));
  }
  for (; a != into.end(); ++a) all.emplace_back(a->first, a->second | kAbsent);
  into = std::move(all);
}

/// Entities that have the same properties of the same types, in the order in which they come.
struct Group {
  SeenProperties::Forms forms;
  std::vector<std::size_t> rows;
};

std::vector<Group> grouped(const Survey& survey) {
  std::map<SeenProperties::Forms, std::size_t> known;
  std::vector<Group> groups;
  for (std::size_t row = 0; row < survey.entities.size(); ++row) {
    const SeenProperties::Forms& forms = survey.entities[row];
    SeenProperties::Forms key;
    for (const auto& [node, form] : forms) {
      if ((form & kTypes) != 0) key.emplace_back(node, form & (kTypes | kNothing));
    }
    const auto [found, is_new] = known.try_emplace(std::move(key), groups.size());
    if (is_new) {
      groups.push_back({.forms = forms, .rows = {}});
    } else {
      join(groups[found->second].forms, forms);
    }
    groups[found->second].rows.push_back(row);
  }
  if (groups.size() <= kMostKinds) return groups;
  // The smallest become one.
  std::ranges::stable_sort(groups, std::greater(),
                           [](const Group& group) { return group.rows.size(); });
  for (std::size_t i = kMostKinds; i < groups.size(); ++i) {
    join(groups[kMostKinds - 1].forms, groups[i].forms);
    auto& rows = groups[kMostKinds - 1].rows;
    rows.insert(rows.end(), groups[i].rows.begin(), groups[i].rows.end());
  }
  groups.resize(kMostKinds);
  return groups;
}

std::string schema_of(const FileDescriptor& file) {
  DescriptorSet set;
  set.add(file);
  return set.bytes();
}

void add_kinds(const WritePlan& plan, const Survey& survey, Layout& layout) {
  layout.has_tables = plan.entities().size() > kMostTopics;
  layout.kind_of.resize(plan.entities().size());
  UniqueNames names{"frame"};
  for (const Group& group : grouped(survey)) {
    std::vector<std::string_view> entities;
    for (const std::size_t row : group.rows) {
      entities.push_back(plan.recording().entity(plan.entities()[row]).name);
      layout.kind_of[row] = layout.kinds.size();
    }
    layout.kinds.push_back(entity_kind(survey.names, group.forms, names.add(common_word(entities)),
                                       layout.has_tables));
  }
  layout.frame = frame_kind(survey.names, survey.frames);
}

}  // namespace

std::size_t Layout::table_channel(StreamIndex stream, std::size_t kind) {
  const auto [known, is_new] = table_channels.try_emplace({stream, kind}, channels.size());
  if (is_new) {
    constexpr std::string_view kPackages = "scrubjay.";
    const Stream& of = streams[stream.value];
    channels.push_back({of.front + "/kinds/" + kinds[kind].package.substr(kPackages.size()),
                        first_kind + kind, of.metadata});
  }
  return known->second;
}

Layout layout_of(const WritePlan& plan, const Survey& survey, const Labels& labels) {
  Layout layout;
  add_kinds(plan, survey, layout);
  const auto schema = [&](std::string name, std::string data) {
    layout.schemas.push_back({std::move(name), std::move(data)});
    return layout.schemas.size() - 1;
  };
  const auto foxglove = [&](const char* message) {
    return schema(std::string("foxglove.") + message, foxglove_schema(message));
  };
  const std::size_t frame = schema("scrubjay.frame.State", schema_of(layout.frame.file));
  const std::size_t transforms = foxglove("FrameTransforms");
  const std::size_t scene = foxglove("SceneUpdate");
  const std::size_t points = foxglove("PointCloud");
  const std::size_t event = foxglove("Event");
  const std::size_t log = foxglove("Log");
  layout.first_kind = layout.schemas.size();
  for (const Kind& kind : layout.kinds) {
    schema(kind.package + (layout.has_tables ? ".Table" : ".State"), schema_of(kind.file));
  }
  const Timeline& timeline = plan.recording().timeline();
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    Layout::Stream& stream = layout.streams.emplace_back();
    stream.front = labels.streams[i];
    stream.metadata = {{"stream", valid_utf8(timeline.stream_info(StreamIndex(i)).id)}};
    const auto channel = [&](const char* topic, std::size_t carried) {
      layout.channels.push_back({stream.front + topic, carried, stream.metadata});
      return layout.channels.size() - 1;
    };
    stream.frame = channel("/frame", frame);
    stream.transforms = channel("/tf", transforms);
    stream.scene = channel("/scene", scene);
    stream.positions = channel("/positions", points);
    stream.events = channel("/events", event);
    stream.log = channel("/log", log);
    stream.comments = channel("/comments", log);
  }
  if (layout.has_tables) return layout;
  for (std::size_t row = 0; row < plan.entities().size(); ++row) {
    const EntityInfo info = plan.recording().entity(plan.entities()[row]);
    layout.channel_of.push_back(layout.channels.size());
    layout.channels.push_back(
        {labels.streams[info.stream.value] + "/entities/" + labels.entities[row],
         layout.first_kind + layout.kind_of[row],
         {{"stream", valid_utf8(timeline.stream_info(info.stream).id)},
          {"entity", valid_utf8(info.id)}}});
  }
  return layout;
}

}  // namespace scrubjay::mcap

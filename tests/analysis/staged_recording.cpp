#include "staged_recording.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/compare/pair_scan.h"
#include "tests/core/script.h"

namespace scrubjay {

namespace {

using Key = std::tuple<std::uint32_t, std::string, std::uint32_t>;  // stream, id, life

/// A stage, and the rows that the index pass gave its entities.
struct Staged {
  Stage stage;
  std::shared_ptr<std::atomic<std::size_t>> decoded;
  std::map<Key, EntityIndex> rows = {};

  void index(RecordingBuilder& builder) {
    for (std::uint32_t s = 0; s < stage.streams; ++s) {
      builder.add_stream(std::to_string(s), "stream " + std::to_string(s));
    }
    std::map<Key, LifetimeIndex> living;
    std::map<std::uint32_t, FrameIndex> newest;  // of each stream
    for (const StagedFrame& frame : stage.frames) {
      const FrameIndex index = builder.next_frame();
      std::map<Key, LifetimeIndex> still;
      for (const StagedEntity& entity : frame.entities) {
        const Key key{frame.stream, entity.id, entity.life};
        if (!rows.contains(key)) {
          rows[key] =
              builder.add_entity(entity.id, entity.name, entity.kind, StreamIndex(frame.stream));
        }
        const auto life = living.find(key);
        still[key] = life != living.end() ? life->second : builder.begin_life(rows[key], index);
      }
      for (const auto& [key, life] : living) {
        if (std::get<0>(key) != frame.stream) {
          still[key] = life;
        } else if (!still.contains(key)) {
          builder.end_life(life, newest[frame.stream]);
        }
      }
      living = std::move(still);
      add_events(builder, frame);
      newest[frame.stream] = builder.add_frame(frame.time, static_cast<std::int64_t>(frame.number),
                                               {index.value * 10u, 10}, StreamIndex(frame.stream));
    }
    if (stage.cut_frame) {
      builder.add_problem({.code = "cut-off", .frame = FrameIndex(*stage.cut_frame)});
    }
    builder.set_complete(!stage.cut_frame);
  }

  void decode(FrameIndex index, Frame& out) const {
    if (decoded) {
      std::size_t highest = decoded->load();
      while (highest < index.value && !decoded->compare_exchange_weak(highest, index.value)) {
      }
    }
    const StagedFrame& frame = stage.frames[index.value];
    if (frame.properties) frame.properties(out.tree);
    out.properties = out.tree.since(0);
    for (const StagedEntity& staged : frame.entities) add_entity(frame.stream, staged, out);
    std::ranges::sort(out.entities, {}, &Entity::index);
    if (frame.is_damaged) {
      out.problems.push_back({.severity = Severity::error, .code = "damaged"});
    }
  }

  void event(EventIndex event, PropertyTree& out) const {
    std::size_t row = event.value;
    for (const StagedFrame& frame : stage.frames) {
      if (row >= frame.events.size()) {
        row -= frame.events.size();
        continue;
      }
      if (frame.events[row].properties) frame.events[row].properties(out);
      return;
    }
  }

 private:
  void add_entity(std::uint32_t stream, const StagedEntity& staged, Frame& out) const {
    Entity& entity = out.entities.emplace_back();
    entity.index = rows.at({stream, staged.id, staged.life});
    const auto parent = rows.find({stream, staged.parent, 0});
    if (parent != rows.end()) entity.parent = parent->second;
    entity.name = staged.name;
    entity.kind = staged.kind;
    entity.precision = staged.precision;
    entity.world.position = staged.position;
    entity.world.rotation = staged.rotation;
    const PropertyTree::Node mark = out.tree.size();
    if (staged.properties) staged.properties(out.tree);
    entity.properties = out.tree.since(mark);
  }

  void add_events(RecordingBuilder& builder, const StagedFrame& frame) const {
    std::uint32_t order = 0;
    for (const StagedEvent& event : frame.events) {
      const auto entity = rows.find({frame.stream, event.entity, 0});
      EventInfo info;
      info.frame = builder.next_frame();
      info.time = frame.time;
      info.end = frame.time;
      if (entity != rows.end()) info.entity = entity->second;
      info.name = event.name;
      info.tag = event.tag;
      info.order = order++;
      builder.add_event(info);
    }
  }
};

std::string id_or_dash(const Recording& recording, EntityIndex row) {
  return row.exists() ? std::string(recording.entity(row).id) : "-";
}

std::string frame_or_dash(FrameIndex frame) {
  return frame.exists() ? std::to_string(frame.value) : "-";
}

}  // namespace

StagedEntity& Stage::entity(std::size_t frame, const std::string& id) {
  return *std::ranges::find(frames[frame].entities, id, &StagedEntity::id);
}

Stage steady_stage(std::size_t frames,
                   const std::function<std::vector<StagedEntity>(std::size_t)>& entities) {
  Stage stage;
  for (std::size_t i = 0; i < frames; ++i) {
    stage.frames.push_back(
        {.time = 0.1 * static_cast<double>(i), .number = i + 1, .entities = entities(i)});
  }
  return stage;
}

std::shared_ptr<const Recording> staged_recording(
    Stage stage, std::shared_ptr<std::atomic<std::size_t>> decoded) {
  RecordingInfo info{.format = "staged", .format_version = "", .coordinates = stage.coordinates};
  const auto staged = std::make_shared<Staged>(std::move(stage), std::move(decoded));
  return indexed({.index = [=](RecordingBuilder& builder) { staged->index(builder); },
                  .decode = [=](FrameIndex frame, Frame& out) { staged->decode(frame, out); },
                  .event = [=](EventIndex event, PropertyTree& out) { staged->event(event, out); },
                  .info = std::move(info)});
}

std::vector<std::string> Compared::lines() const {
  std::vector<std::string> lines;
  for (const compare::ListedDifference& one : summary->list()) {
    const compare::Item& item = plan->items()[one.item];
    const compare::Difference& difference = one.difference;
    std::string line = frame_or_dash(item.a) + "/" + frame_or_dash(item.b) + " " +
                       std::string(to_text(difference.kind));
    if (difference.subject.exists()) {
      line += " " + id_or_dash(plan->a(), plan->entity_a(difference.subject)) + "/" +
              id_or_dash(plan->b(), plan->entity_b(difference.subject));
    }
    if (difference.path.exists()) line += " " + std::string(plan->paths()[difference.path]);
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> Compared::spread() const {
  const auto id_of = [&](compare::Subject subject) {
    const EntityIndex row = plan->entity_a(subject);
    return row.exists() ? id_or_dash(plan->a(), row)
                        : id_or_dash(plan->b(), plan->entity_b(subject));
  };
  std::vector<std::string> lines;
  for (const compare::SpreadStep& step : summary->spread()) {
    std::string line = id_of(step.subject) + "@" + frame_or_dash(plan->items()[step.item].a);
    if (step.from.exists()) line += "<" + id_of(step.from);
    lines.push_back(line);
  }
  return lines;
}

const compare::PathSum* Compared::path(std::string_view text) const {
  const auto found = std::ranges::find_if(summary->by_path(), [&](const compare::PathSum& sum) {
    return plan->paths()[sum.path] == text;
  });
  return found == summary->by_path().end() ? nullptr : &*found;
}

Compared compare_sides(compare::Sides sides, compare::Options options, unsigned threads) {
  const std::atomic<bool> cancelled{false};
  auto plan = compare::plan_comparison(std::move(sides), std::move(options), cancelled);
  if (!plan) return {};
  Compared compared{std::move(*plan), nullptr};
  compared.summary = std::make_unique<compare::Summary>(*compared.plan);
  compare::compare_pairs(
      *compared.plan, *compared.summary, {.threads = threads}, cancelled,
      [&](compare::ItemResult& result) { return compared.summary->add(result); });
  return compared;
}

Compared compare_stages(Stage a, Stage b, compare::Options options, unsigned threads) {
  return compare_sides({staged_recording(std::move(a)), staged_recording(std::move(b))},
                       std::move(options), threads);
}

}  // namespace scrubjay

// What stands beside frames: layers, scenes, resources and comments.
#include <algorithm>
#include <string>
#include <utility>

#include "formats/framebyframe/limits.h"
#include "formats/framebyframe/read/indexer.h"
#include "formats/framebyframe/read/json_list.h"

namespace scrubjay::framebyframe {

/// The lists that the application saved come before what the frames name
/// (formats/framebyframe/README.md, 9.1).
void Indexer::take_saved_lists() {
  FrameText text(index_);
  simdjson::ondemand::parser parser;
  std::string scratch;
  const auto each_text = [&](const std::optional<ByteRange>& range, auto visit) {
    if (!range) return;
    for_each_element(text, parser, *range, [&](simdjson::ondemand::value value) {
      const std::string_view token = value.raw_json_token();
      if (is_string_token(token)) visit(text_of_string(token, scratch));
    });
  };
  each_text(scan_.layers, [&](std::string_view name) { add_layer(name); });
  each_text(scan_.scenes, [&](std::string_view name) { add_scene(name); });
}

/// Adds a name that is not in `names` yet; beyond `most` of them, tells it instead.
bool Indexer::is_new_name(Names& names, std::string_view name, std::size_t most,
                          std::string_view what) {
  if (names.size() < most) return names.emplace(name).second;
  if (names.contains(std::string(name))) return false;
  builder_.add_problem({.severity = Severity::error,
                        .code = "too-many-names",
                        .message = "The recording names too many different " + std::string(what) +
                                   "; the rest is not listed.",
                        .expected = "at most " + std::to_string(most)});
  return false;
}

void Indexer::add_named(std::string_view path) {
  if (is_new_name(named_set_, path, limits::kMostNamedResources, "files")) {
    named_.emplace_back(path);
  }
}

void Indexer::add_layer(std::string_view name) {
  if (!is_new_name(layers_, name, limits::kMostLayers, "layers")) return;
  layer_order_.emplace_back(name);
  builder_.add_layer(name);
}

void Indexer::add_scene(std::string_view name) {
  // Mostly the one before.
  if (name.empty() || (!scenes_.empty() && scenes_.back() == name)) return;
  if (!is_new_name(scene_set_, name, limits::kMostScenes, "scenes")) return;
  scenes_.emplace_back(name);
}

void Indexer::take_saved_resources() {
  FrameText text(index_);
  simdjson::ondemand::parser parser;
  TextArena texts;
  std::string scratch;
  for (const ScannedResource& saved : scan_.resources) {
    texts.clear();
    SkimmedResource resource;
    simdjson::ondemand::document document;
    simdjson::ondemand::value value;
    const bool is_resource = open_json(text.padded(saved.bytes), parser, document, value) &&
                             skim_resource(value, resource, texts);
    if (!is_resource) {
      builder_.add_problem({.severity = Severity::error,
                            .code = "resource-damaged",
                            .offset = saved.bytes.begin,
                            .message = "A resource is no object that can be read."});
      continue;
    }
    if (resource.path.empty()) resource.path = unescaped(saved.key, scratch);
    take_resource(resource, {.frame = FrameIndex::none(), .bytes = saved.bytes}, saved.bytes.begin);
  }
}

void Indexer::take_frame_resources(const FrameRow& row, const SkimmedFrame& frame) {
  for (const SkimmedResource& resource : frame.resources) {
    const ResourceRow place{.frame = builder_.next_frame(),
                            .bytes = {resource.offset, resource.size}};
    take_resource(resource, place, row.bytes.begin + (row.is_repaired ? 0 : resource.offset));
  }
  for (const std::string_view name : frame.named) {
    add_named(name);
  }
}

/// Lists a resource that has content; the first of a path counts. One without is only named.
void Indexer::take_resource(const SkimmedResource& resource, const ResourceRow& row,
                            std::uint64_t text_offset) {
  if (resource.data_bytes == 0) {
    add_named(resource.path);
    return;
  }
  if (!delivered_.emplace(resource.path).second) return;
  index_.resources.append(row);
  builder_.add_resource({.path = resource.path,
                         .type = resource.type,
                         .size_bytes = resource.data_bytes,
                         .source_offset = text_offset,
                         .source_size = row.bytes.size});
  ++resource_count_;
}

void Indexer::add_named_resources() {
  for (const std::string& path : named_) {
    if (!delivered_.insert(path).second) continue;
    index_.resources.append(ResourceRow{});
    builder_.add_resource({.path = path, .type = {}});
    ++resource_count_;
  }
}

/// Before the frames are taken: of those that comments on events lie on, the events are noted.
void Indexer::read_saved_comments() {
  if (!scan_.comments) return;
  FrameText text(index_);
  std::size_t damaged = 0;
  comments_ = read_comments(text, *scan_.comments, damaged);
  if (damaged > 0) {
    builder_.add_problem({.severity = Severity::error,
                          .code = "comment-damaged",
                          .offset = scan_.comments->begin,
                          .count = damaged,
                          .message = "A comment is no object that can be read."});
  }
  for (const SavedComment& comment : comments_) {
    if (comment.type != 2 || !comment.frame) continue;
    if (*comment.frame < 0 || *comment.frame >= std::ssize(frame_by_place_)) continue;
    // Events of other clients' frames are shown with it.
    const auto place = static_cast<std::size_t>(*comment.frame);
    for (std::size_t back = 0; back <= std::min(place, CommentNumbers::kReach); ++back) {
      commented_.insert(static_cast<std::uint32_t>(place - back));
    }
  }
}

void Indexer::add_comments() {
  CommentNumbers numbers(index_);
  for (const SavedComment& saved : comments_) {
    builder_.add_comment(comment_info(saved, numbers));
    ++comment_count_;
  }
}

CommentInfo Indexer::comment_info(const SavedComment& saved, CommentNumbers& numbers) const {
  CommentInfo info{.id = saved.id,
                   .text = saved.text,
                   .color = saved.color,
                   .target = saved.type == 1   ? CommentInfo::Target::property
                             : saved.type == 2 ? CommentInfo::Target::event
                                               : CommentInfo::Target::timeline,
                   .frame = {},
                   .entity = {},
                   .event = {},
                   .x = saved.x,
                   .y = saved.y};
  // Its frameId is a place in frameData, not a frame's own frameId
  // (formats/framebyframe/README.md, 9.5).
  if (saved.frame && *saved.frame >= 0 && *saved.frame < std::ssize(frame_by_place_)) {
    info.frame.value = frame_by_place_[static_cast<std::size_t>(*saved.frame)];
  }
  if (info.target == CommentInfo::Target::timeline) return info;
  if (saved.entity) {
    info.entity = index_.entities.find({*saved.entity & 0xFF, *saved.entity >> 8});
  }
  if (!info.frame.exists() || !saved.property || *saved.property < 1) return info;
  const auto found = numbers.find(info.frame, static_cast<std::uint64_t>(*saved.property));
  if (!found) return info;
  info.entity = found->entity;
  info.property = found->node;
  if (found->event_offset) {
    const auto event = commented_events_.find(event_key(found->frame, *found->event_offset));
    if (event != commented_events_.end()) info.event = event->second;
  }
  return info;
}

}  // namespace scrubjay::framebyframe

#include "assets/fbf_feed.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "assets/angles.h"
#include "assets/arena_pictures.h"

namespace scrubjay::assets {

namespace {

using framebyframe::FileKind;

constexpr std::uint64_t kStart = 86'400'000;  ///< the server's clock at the first tick [ms]
constexpr std::uint64_t kClientDelay = 7;     ///< [ms] of each client's clock after the one before
constexpr double kLag = 0.1;                  ///< seconds by which clients show the past
constexpr std::uint64_t kFramesBetweenPauses = 150;
constexpr std::uint64_t kFirstPause = 30;
constexpr std::uint64_t kPauseTicks = 6;

constexpr std::string_view kScene = "Courtyards";
constexpr std::string_view kReadMe =
    "A made-up courtyard.\n\nGuards patrol, look (fans), hear (spheres) and shoot at an "
    "intruder.\n";

/// Milliseconds between the frames of a client: two of a server's ticks hold three of them.
std::uint64_t period_ms(const ArenaOptions& options, std::uint32_t client, std::uint64_t frame) {
  const auto tick = static_cast<std::uint64_t>(std::llround(options.step * 1000));
  return client == 0 ? tick : (frame + 1) * tick * 2 / 3 - frame * tick * 2 / 3;
}

std::string tag_of(std::uint32_t client) {
  return client == 0 ? "Server" : "Client " + std::to_string(client);
}

ResourceData bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  ResourceData data;
  data.bytes.assign(bytes.begin(), bytes.end());
  return data;
}

}  // namespace

FbfFeed::FbfFeed(framebyframe::ContainerWriter& writer, const FbfOptions& options)
    : writer_(writer),
      options_(options),
      arena_(options.arena),
      telling_(options.properties),
      clients_(std::clamp(options.clients, 1U, 256U)) {
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    clients_[i].next_ms = kStart + i * kClientDelay;
    clients_[i].number = 1 + 1000 * i;
  }
}

void FbfFeed::add_frame() {
  const auto next = std::ranges::min_element(clients_, {}, &Client::next_ms);
  const auto client = static_cast<std::uint32_t>(next - clients_.begin());
  new_resources_.clear();
  if (frames_ == 0) add_first_resources();
  tell(client);
  write(client);
  plan_next(client);
}

void FbfFeed::tell(std::uint32_t client) {
  const Client& source = clients_[client];
  telling_.begin(tag_of(client), client);
  if (client == 0) {
    for (const Courtyard& yard : arena_.courtyards()) telling_.add_server_view(yard, arena_.tick());
    add_screenshots();
    return;
  }
  const std::size_t row = (client - 1) % arena_.courtyards().size();
  const double now = static_cast<double>(source.next_ms - kStart) / 1000.0;
  const double latency = 45 + 18 * sin_cos(0.21 * static_cast<double>(source.frames)).sin;
  telling_.add_client_view(arena_.courtyards()[row], arena_.intruder_at(row, now - kLag),
                           source.frames, latency);
}

void FbfFeed::write(std::uint32_t client) {
  const Client& source = clients_[client];
  const std::string time = std::to_string(source.next_ms);
  framebyframe::WrittenFrame& frame = telling_.frame();
  frame.number = static_cast<std::int64_t>(source.number);
  frame.server_time = time;
  const std::uint64_t last =
      source.last_ms.value_or(source.next_ms - period_ms(options_.arena, client, 0));
  frame.elapsed = static_cast<double>(source.next_ms - last) / 1000.0;
  frame.scene = kScene;
  frame.coord_system = 1;

  std::string text;
  JsonWriter json(text, JsonLayout::compact, NonFinite::null);
  framebyframe::LossCounts losses;
  framebyframe::PropertyWriter properties(json, losses);
  write_frame(json, properties, frame, entity_layout(writer_.container()));
  if (writer_.container() == FileKind::raw) {
    std::vector<std::string> objects;
    for (Resource& resource : new_resources_) objects.push_back(std::move(resource.second));
    writer_.add_frame(text, objects);
  } else {
    std::ranges::move(new_resources_, std::back_inserter(saved_resources_));
    writer_.add_frame(text);
    note_layers();
    note_comments();
  }
  ++frames_;
}

/// Moves a client's clock on, and the arena with the server's.
void FbfFeed::plan_next(std::uint32_t client) {
  Client& source = clients_[client];
  source.last_ms = source.next_ms;
  const bool pauses = client == 0 && source.frames % kFramesBetweenPauses == kFirstPause;
  const std::uint64_t steps = pauses ? kPauseTicks : 1;
  source.number += steps;
  for (std::uint64_t i = 0; i < steps; ++i) {
    source.next_ms += period_ms(options_.arena, client, source.frames);
    if (client == 0) arena_.advance();
  }
  ++source.frames;
}

void FbfFeed::add_resource(const std::string& path, std::string_view type,
                           const ResourceData& data) {
  std::string object;
  JsonWriter json(object);
  framebyframe::write_resource(json, path, type, &data);
  new_resources_.emplace_back(path, std::move(object));
}

void FbfFeed::add_first_resources() {
  const PalettePicture paving = paving_picture();
  ResourceData paving_data;
  paving_data.bytes = rgba_of(paving);
  paving_data.width = paving.width;
  paving_data.height = paving.height;
  add_resource("textures/paving", "image/raw", paving_data);
  ResourceData crate;
  crate.bytes = png_of(crate_picture());
  add_resource("textures/crate.png", "image/png", crate);
  add_resource("notes/read me.txt", "text/plain", bytes_of(kReadMe));
}

/// Pictures that this tick's properties are the first to name.
void FbfFeed::add_screenshots() {
  const std::uint64_t tick = arena_.tick();
  const std::uint64_t taken = CourtyardTelling::screenshot_tick(tick);
  const bool is_first = clients_[0].frames == 0;
  const std::uint64_t before = is_first ? 0 : CourtyardTelling::screenshot_tick(last_tick_);
  last_tick_ = tick;
  if (!is_first && taken == before) return;
  for (const Courtyard& yard : arena_.courtyards()) {
    ResourceData picture;
    picture.bytes = png_of(intruder_view(yard));
    add_resource(CourtyardTelling::screenshot_path(yard, tick), "image/png", picture);
  }
}

void FbfFeed::note_comment(framebyframe::WrittenComment comment) {
  const std::string id = std::to_string(comments_.size() + 1);
  comment.id = id;
  comment.frame = frames_;
  std::string object;
  JsonWriter json(object);
  write_comment(json, comment);
  comments_.emplace_back(id, std::move(object));
}

/// What somebody wrote on the frame that has just been told.
void FbfFeed::note_comments() {
  const framebyframe::WrittenFrame& frame = telling_.frame();
  numbers_.add(count_properties(frame));
  if (frames_ == 0) {
    note_comment({.text = "The patrol starts here. Compare with frame 40.", .x = 12, .y = 24});
  }
  if (frame.client != "0") return;
  if (!has_property_comment_ && frames_ >= 10) has_property_comment_ = comment_on_state();
  if (!has_event_comment_) has_event_comment_ = comment_on_shot();
}

/// On "State" of the first guard. Before it stand: "properties", "health" with three, "behaviour".
bool FbfFeed::comment_on_state() {
  const std::int64_t guard = arena_.courtyards().front().guards.front().id;
  const auto number = numbers_.number({.client = 0, .entity = guard, .event = {}, .before = 6});
  if (!number) return false;
  note_comment({.target = CommentInfo::Target::property,
                .text = "Is this the state that the designers want here?",
                .color = "#A1D6CB",
                .x = 30,
                .y = 60,
                .entity = *framebyframe::combined_id(guard, 0),
                .property = *number});
  return true;
}

/// On the trajectory of the first shot: behind its event's group and target.
bool FbfFeed::comment_on_shot() {
  const framebyframe::WrittenFrame& frame = telling_.frame();
  const auto shot = std::ranges::find(frame.events, std::string_view("Shot fired"),
                                      &framebyframe::WrittenEvent::name);
  if (shot == frame.events.end()) return false;
  const auto is_of_guard = [&](const framebyframe::WrittenEvent& event) {
    return event.entity == shot->entity;
  };
  const auto before = std::count_if(frame.events.begin(), shot, is_of_guard);
  const std::int64_t guard = std::stoll(std::string(frame.entities[shot->entity].id));
  const auto number = numbers_.number(
      {.client = 0, .entity = guard, .event = static_cast<std::size_t>(before), .before = 2});
  if (!number) return false;
  note_comment({.target = CommentInfo::Target::event,
                .text = "The first shot. See https://example.org/tickets/12",
                .color = "#e59494",
                .x = 20,
                .y = 40,
                .entity = *framebyframe::combined_id(guard, 0),
                .property = *number});
  return true;
}

/// Layers in the order in which shapes first name them.
void FbfFeed::note_layers() {
  const PropertyTree& tree = *telling_.frame().tree;
  for (PropertyTree::Node i = 0; i < tree.size(); ++i) {
    if (!is_shape(tree[i].type)) continue;
    const std::string_view layer = tree[i + 1].text_value();
    if (std::ranges::find(layers_, layer) == layers_.end()) layers_.emplace_back(layer);
  }
}

void FbfFeed::finish() {
  writer_.end_frames(layers_, std::array{std::string(kScene)});
  if (writer_.container() == FileKind::raw) return;
  for (const Resource& resource : saved_resources_) {
    writer_.add_resource(resource.first, resource.second);
  }
  for (const Resource& comment : comments_) writer_.add_comment(comment.first, comment.second);
}

Result<void> write_framebyframe(const FbfOptions& options, const ByteSink& sink,
                                std::uint64_t frames, std::uint64_t most_bytes) {
  framebyframe::ContainerWriter writer(sink, options.container);
  FbfFeed feed(writer, options);
  for (std::uint64_t i = 0; i < frames && writer.status(); ++i) {
    feed.add_frame();
    if (most_bytes != 0 && writer.bytes_written() >= most_bytes) break;
  }
  feed.finish();
  return writer.finish();
}

}  // namespace scrubjay::assets

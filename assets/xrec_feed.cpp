#include "assets/xrec_feed.h"

#include <array>

#include "assets/angles.h"
#include "formats/xrec/values.h"

namespace scrubjay::assets {

namespace {

constexpr std::string_view kRecorder = "MAGES.Recorder.Runtime";
constexpr std::int64_t kFirstFrame = 750;  ///< the application ran before
constexpr double kFirstRtss = 12.5;
constexpr std::int64_t kStartUtcNs = 1'700'000'000'000'000'000;

std::string folder(const Courtyard& yard) { return "Courtyards/" + yard.name + "/"; }
std::string player(const Courtyard& yard) { return folder(yard) + "Player"; }

/// GCC 12 leaves out the rounding of two neighbouring doubles to floats and back when it makes a
/// vector of them; it cannot of a volatile one.
float as_float(double value) {
  const volatile float rounded = static_cast<float>(value);
  return rounded;
}

glm::vec3 as_floats(const glm::dvec3& v) { return {as_float(v.x), as_float(v.y), as_float(v.z)}; }

glm::quat facing(double heading) {
  const auto half = sin_cos(heading / 2);
  return {as_float(half.cos), 0.0F, as_float(half.sin), 0.0F};
}

void add_rotation(PropertyTree& tree, const glm::quat& q) {
  const std::array values{double{q.x}, double{q.y}, double{q.z}, double{q.w}};
  tree.numbers("Rotation", PropertyType::quat, values, Precision::float32);
}

}  // namespace

XrecFeed::XrecFeed(xrec::PacketWriter& writer, const XrecOptions& options)
    : writer_(writer), arena_(options.arena), frame_(kFirstFrame) {
  PropertyTree metadata;
  metadata.text("app.name", "Courtyards");
  metadata.text("app.version", "1.4.2");
  metadata.text("scene", "Courtyards");
  metadata.text("device", "Made-up headset");
  metadata.text("coordinates", "unity");
  metadata.integer("users", static_cast<std::int64_t>(arena_.courtyards().size()));
  writer_.start({.version = 1, .frame = kFirstFrame, .rtss = kFirstRtss, .utc_ns = kStartUtcNs},
                metadata, metadata.since(0));
}

double XrecFeed::rtss() const { return kFirstRtss + arena_.time(); }

/// The event whose fields are in tree_.
bool XrecFeed::add(std::string_view type, std::string_view assembly) {
  block_.add({type, assembly, frame_, rtss()}, tree_, tree_.since(0));
  tree_.clear();
  if (!block_.is_full()) return true;
  const bool is_written = writer_.events(block_);
  block_.clear();
  return is_written;
}

/// Captors tell what has changed only.
bool XrecFeed::move(const std::string& path, const glm::dvec3& position, double heading,
                    bool is_local) {
  Place& place = places_[path];
  const glm::vec3 now = as_floats(rounded(position));
  const glm::quat turned = facing(rounded(heading));
  bool is_good = true;
  if (!place.is_known || now != place.position) {
    tree_.text("Path", path);
    tree_.vec3("Position", now, Precision::float32);
    tree_.boolean("IsLocal", is_local);
    is_good = add("MAGES.Recorder.PositionChangeEvent", kRecorder);
  }
  if (is_good && (!place.is_known || turned != place.rotation)) {
    tree_.text("Path", path);
    add_rotation(tree_, turned);
    tree_.boolean("IsLocal", is_local);
    is_good = add("MAGES.Recorder.RotationChangeEvent", kRecorder);
  }
  place = {now, turned, true};
  return is_good;
}

bool XrecFeed::furnish(const Courtyard& yard) {
  bool is_good = true;
  for (const ArenaCrate& crate : yard.crates) {
    const std::string path = folder(yard) + "Crate " + std::to_string(crate.id);
    tree_.text("Path", path);
    tree_.vec3("Position", as_floats(rounded(crate.center)), Precision::float32);
    add_rotation(tree_, facing(rounded(crate.heading)));
    tree_.vec3("Scale", as_floats(rounded(crate.size)), Precision::float32);
    tree_.boolean("IsLocal", false);
    is_good = is_good && add("MAGES.Recorder.TransformChangeEvent", kRecorder);
  }
  return is_good;
}

bool XrecFeed::enter(const Courtyard& yard, int number) {
  const std::string name = "Player of " + yard.name;
  tree_.text("ClientName", name);
  xrec::tag(tree_, tree_.integer("ClientNumber", number), "i32");
  tree_.null("AvatarData");
  return add("MAGES.Recorder.ClientEnterEvent", kRecorder);
}

/// An action of the scene graph: crossing the courtyard unseen.
bool XrecFeed::act(const Courtyard& yard, std::string_view label, std::int64_t value) {
  const std::string id = "Cross " + yard.name;
  tree_.text("ID", id);
  const auto type = tree_.open("Type", PropertyType::record);
  tree_.integer("value", value);
  tree_.text("label", label);
  tree_.close(type);
  tree_.set_style(type, {.icon = {}, .color = {}, .type_name = "enum"});
  tree_.boolean("Skipped", false);
  return add("MAGES.Recorder.SceneGraphEvent", kRecorder);
}

/// The head in the world, hands and a tool beside it in its space.
bool XrecFeed::tell_player(const Courtyard& yard) {
  const ArenaIntruder& intruder = yard.intruder;
  const std::string head = player(yard) + "/Head";
  const double sway = 0.08 * sin_cos(6 * arena_.time()).sin;
  bool is_good = move(head, intruder.position + glm::dvec3(0, 1.6, 0), intruder.heading, false) &&
                 move(head + "/Left hand", {-0.25, -0.5, 0.2 + sway}, 0, true) &&
                 move(head + "/Right hand", {0.25, -0.5, 0.2 - sway}, 0, true) &&
                 move("#tool/Tip", intruder.position + glm::dvec3(0, 1.2 + sway, 0.4), 0, false);
  if (is_good && intruder.has_died) {
    is_good = act(yard, "Undo", 2) && act(yard, "Initialize", 0);
  }
  return is_good;
}

bool XrecFeed::tell_guard(const Courtyard& yard, const ArenaGuard& guard) {
  const std::string path = folder(yard) + "Guards/" + guard.name;
  bool is_good = move(path, guard.position, guard.heading, false);
  if (is_good && guard.state == GuardState::attack && guard.state_before != guard.state) {
    const std::string chapter = guard.name + " attacks";
    tree_.text("Name", chapter);
    is_good = add("MAGES.Recorder.ChapterEvent", kRecorder);
  }
  if (is_good && guard.has_fired) {
    const std::string target = player(yard);
    tree_.text("Path", path);
    tree_.text("Target", target);
    xrec::tag(tree_, tree_.integer("Shots", static_cast<std::int64_t>(guard.shots)), "i32");
    tree_.number("Distance", rounded(guard.distance), Precision::float64, "m");
    tree_.boolean("Sees", guard.sees);
    is_good = add("Courtyards.Combat.ShotEvent", "Courtyards");
  }
  return is_good;
}

bool XrecFeed::add_frame() {
  bool is_good = true;
  int number = 0;
  for (const Courtyard& yard : arena_.courtyards()) {
    if (frame_ == kFirstFrame) {
      is_good = is_good && furnish(yard) && enter(yard, number++) && act(yard, "Initialize", 0);
    }
    is_good =
        is_good &&
        move(folder(yard) + "Door", yard.center + glm::dvec3(0, 0, 13), yard.door_angle, false) &&
        move(folder(yard) + "Turret", yard.center, yard.turret_heading, false) && tell_player(yard);
    for (const ArenaGuard& guard : yard.guards) is_good = is_good && tell_guard(yard, guard);
  }
  arena_.advance();
  ++frame_;
  return is_good;
}

bool XrecFeed::finish() {
  for (const Courtyard& yard : arena_.courtyards()) {
    if (!act(yard, "Perform", 1)) return false;
  }
  const PropertyTree nothing;
  return writer_.events(block_) && writer_.end(rtss(), true, nothing, {});
}

bool write_xrec(const XrecOptions& options, const ByteSink& sink, std::uint64_t frames,
                std::uint64_t most_bytes) {
  std::uint64_t written = 0;
  xrec::PacketWriter writer(
      [&](Bytes bytes) {
        written += bytes.size();
        return sink(bytes);
      },
      options.compression);
  XrecFeed feed(writer, options);
  for (std::uint64_t i = 0; i < frames; ++i) {
    if (!feed.add_frame()) return false;
    if (most_bytes != 0 && written >= most_bytes) break;
  }
  return feed.finish();
}

}  // namespace scrubjay::assets

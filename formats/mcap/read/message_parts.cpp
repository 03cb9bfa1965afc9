#include "formats/mcap/read/message_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/byte_reader.h"
#include "formats/mcap/read/json_values.h"

namespace scrubjay::mcap {

namespace {

/// The numbers of a vector, or members of these names, those that are missing 0. False where it is
/// something else.
bool read_numbers(const PropertyTree& tree, PropertyTree::Node node, std::string_view names,
                  std::span<double> out) {
  if (has_numbers(tree[node].type)) {
    const auto values = tree.numbers_of(tree[node]);
    if (values.size() != out.size()) return false;
    std::ranges::copy(values, out.begin());
    return true;
  }
  if (tree[node].type != PropertyType::group) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto part = member(tree, children_of(tree, node), names.substr(i, 1));
    out[i] = part ? tree[*part].as_number().value_or(0) : 0;
  }
  return true;
}

}  // namespace

MessageOutcome MessageValues::append(PropertyTree& tree, const ReadChannel& channel, Bytes message,
                                     std::uint32_t first_field) {
  if (!channel.is_json) {
    return protobuf_.append(tree, *channel.schema, channel.message, message, first_field);
  }
  return append_json_members(tree, as_text(message));
}

std::optional<Problem> problem_of(MessageOutcome outcome, const ReadChannel& channel) {
  Problem problem;
  problem.severity = Severity::error;
  problem.message = "A message on " + channel.topic;
  switch (outcome) {
    case MessageOutcome::whole: return std::nullopt;
    case MessageOutcome::unknown:
      problem.severity = Severity::note;
      problem.code = "unknown-field";
      problem.message += " has fields that its schema does not name: they are left out.";
      break;
    case MessageOutcome::damaged:
      problem.code = "bad-message";
      problem.message += " cannot be read whole.";
      break;
    case MessageOutcome::limited:
      problem.code = "limit";
      problem.message += " has more than is read: the rest is left out.";
      break;
  }
  return problem;
}

std::optional<PropertyTree::Node> member(const PropertyTree& tree, PropertyRange range,
                                         std::string_view name) {
  for (std::uint32_t i = range.first; i < range.first + range.count; i += tree[i].subtree) {
    if (tree[i].name == name) return i;
  }
  return std::nullopt;
}

std::string_view text_member(const PropertyTree& tree, PropertyRange range, std::string_view name) {
  const auto node = member(tree, range, name);
  return node && tree[*node].type == PropertyType::string ? tree[*node].text_value()
                                                          : std::string_view();
}

std::optional<double> number_member(const PropertyTree& tree, PropertyRange range,
                                    std::string_view name) {
  const auto node = member(tree, range, name);
  return node ? tree[*node].as_number() : std::nullopt;
}

std::optional<glm::dvec3> vec3_member(const PropertyTree& tree, PropertyRange range,
                                      std::string_view name) {
  const auto node = member(tree, range, name);
  std::array<double, 3> values{};
  if (!node || !read_numbers(tree, *node, "xyz", values)) return std::nullopt;
  return glm::dvec3(values[0], values[1], values[2]);
}

std::optional<glm::dquat> quat_member(const PropertyTree& tree, PropertyRange range,
                                      std::string_view name) {
  const auto node = member(tree, range, name);
  std::array<double, 4> values{};
  if (!node || !read_numbers(tree, *node, "xyzw", values)) return std::nullopt;
  const double largest = std::max(
      {std::abs(values[0]), std::abs(values[1]), std::abs(values[2]), std::abs(values[3])});
  // First by the largest one, so that squares neither vanish nor overflow.
  if (!std::isfinite(largest) || largest < 1e-150) return std::nullopt;
  double size = 0;
  for (double& value : values) {
    value /= largest;
    size += value * value;
  }
  size = std::sqrt(size);
  if (!std::isfinite(size)) return std::nullopt;
  // One that is of unit length stays as it is, to the bit.
  const double scale = std::abs(size * largest - 1) < 1e-9 ? largest : 1 / size;
  return glm::dquat(values[3] * scale, values[0] * scale, values[1] * scale, values[2] * scale);
}

std::optional<std::int64_t> time_member(const PropertyTree& tree, PropertyRange range,
                                        std::string_view name) {
  const auto node = member(tree, range, name);
  if (!node) return std::nullopt;
  if (tree[*node].type == PropertyType::integer) return tree[*node].integer;
  if (tree[*node].type != PropertyType::group) return std::nullopt;
  const auto part = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view each : names) {
      const auto value = number_member(tree, children_of(tree, *node), each);
      if (value && std::abs(*value) < 9e9) return static_cast<std::int64_t>(*value);
    }
    return std::int64_t{0};
  };
  return part({"sec", "seconds", "secs"}) * 1'000'000'000 +
         part({"nsec", "nanos", "nsecs", "nanosec"});
}

Transform pose_member(const PropertyTree& tree, PropertyRange range, std::string_view name) {
  Transform place;
  const auto node = member(tree, range, name);
  if (!node) return place;
  place.position = vec3_member(tree, children_of(tree, *node), "position");
  place.rotation = quat_member(tree, children_of(tree, *node), "orientation");
  return place;
}

std::string frame_key(std::string_view frame) { return "f" + std::string(frame); }

std::string topic_key(const ReadChannel& channel) { return "t" + channel.topic; }

std::string scene_key(const ReadChannel& channel, std::string_view id) {
  return "s" + channel.topic + '\0' + std::string(id);
}

std::string own_key(StreamIndex stream, std::string_view label) {
  return "o" + std::to_string(stream.value) + '\0' + std::string(label);
}

std::string key_of(const ReadChannel& channel, const PropertyTree& tree, const Item& item) {
  switch (channel.role) {
    case Role::transform:
    case Role::transforms: return frame_key(text_member(tree, item.properties, "child_frame_id"));
    case Role::scene: return scene_key(channel, text_member(tree, item.properties, "id"));
    default: return topic_key(channel);
  }
}

}  // namespace scrubjay::mcap

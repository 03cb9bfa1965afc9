#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/frame.h"
#include "core/problem.h"
#include "core/property_tree.h"
#include "formats/mcap/read/block_store.h"
#include "formats/mcap/read/channel.h"
#include "formats/mcap/read/protobuf_values.h"

namespace scrubjay::mcap {

/// Makes properties of messages, Protobuf or JSON. One a thread.
class MessageValues {
 public:
  /// Appends the message's fields; of Protobuf those with numbers from `first_field` on.
  MessageOutcome append(PropertyTree& tree, const ReadChannel& channel, Bytes message,
                        std::uint32_t first_field = 0);

 private:
  ProtobufValues protobuf_;
};

/// What people are told of a message of that channel, without a place; nothing where it is whole.
std::optional<Problem> problem_of(MessageOutcome outcome, const ReadChannel& channel);

// Members of a message, whether it was Protobuf or JSON.

std::optional<PropertyTree::Node> member(const PropertyTree& tree, PropertyRange range,
                                         std::string_view name);
/// Empty for none.
std::string_view text_member(const PropertyTree& tree, PropertyRange range, std::string_view name);
std::optional<glm::dvec3> vec3_member(const PropertyTree& tree, PropertyRange range,
                                      std::string_view name);
std::optional<double> number_member(const PropertyTree& tree, PropertyRange range,
                                    std::string_view name);
/// Of unit length; none where it has no direction.
std::optional<glm::dquat> quat_member(const PropertyTree& tree, PropertyRange range,
                                      std::string_view name);
/// Nanoseconds of a time or duration.
std::optional<std::int64_t> time_member(const PropertyTree& tree, PropertyRange range,
                                        std::string_view name);
/// A Pose.
Transform pose_member(const PropertyTree& tree, PropertyRange range, std::string_view name);

/// A part of a message that is about one entity.
struct Item {
  std::uint32_t number = 0;
  PropertyRange properties;
};

/// Calls `visit(Item)` for each entity that a message of that channel is about; `roots`: of it.
template <class Visit>
void each_item(const ReadChannel& channel, const PropertyTree& tree, PropertyRange roots,
               Visit visit) {
  const bool has_list = channel.role == Role::transforms || channel.role == Role::scene;
  if (!has_list) {
    visit(Item{0, roots});
    return;
  }
  const auto list = member(tree, roots, channel.role == Role::scene ? "entities" : "transforms");
  if (!list) return;
  std::uint32_t number = 0;
  for_each_root(tree, children_of(tree, *list), [&](PropertyTree::Node node, const PropertyNode&) {
    visit(Item{number++, children_of(tree, node)});
  });
}

/// What tells entities apart within a recording: of what kind they are, then by which name.
std::string frame_key(std::string_view frame);
std::string topic_key(const ReadChannel& channel);
std::string scene_key(const ReadChannel& channel, std::string_view id);
std::string own_key(StreamIndex stream, std::string_view label);
/// Of what an item is about.
std::string key_of(const ReadChannel& channel, const PropertyTree& tree, const Item& item);

}  // namespace scrubjay::mcap

#include "app/viewer/panels/entity_label.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

/// The label of an entity of that name with these texts as properties.
std::string label_of(std::string_view name,
                     const std::vector<std::pair<std::string_view, std::string_view>>& texts) {
  Frame frame;
  // Of another entity, before this one's.
  frame.tree.text("name", "someone else");
  const PropertyTree::Node mark = frame.tree.size();
  const auto group = frame.tree.open("inside", PropertyType::group);
  frame.tree.text("name", "of a part");
  frame.tree.close(group);
  frame.tree.integer("label", 5);
  for (const auto& [key, text] : texts) frame.tree.text(key, text);
  Entity entity;
  entity.name = name;
  entity.properties = frame.tree.since(mark);
  return std::string(entity_label(frame, entity));
}

TEST(EntityLabel, IsTheFirstTextThatIsCalledLikeAName) {
  EXPECT_EQ(label_of("nF1gKq_2Z", {{"team", "red"}, {"username", "Ann"}, {"name", "Bob"}}), "Ann");
  EXPECT_EQ(label_of("nF1gKq_2Z", {{"displayName", "Ann"}}), "Ann");
  EXPECT_EQ(label_of("nF1gKq_2Z", {{"Name", "Ann"}}), "");
}

TEST(EntityLabel, IsNoneWhereItSaysNothingNew) {
  EXPECT_EQ(label_of("Ann", {{"name", "Ann"}}), "");
  EXPECT_EQ(label_of("nF1gKq_2Z", {{"name", ""}, {"nickname", "Ann"}}), "Ann");
  EXPECT_EQ(label_of("nF1gKq_2Z", {}), "");
}

}  // namespace
}  // namespace scrubjay

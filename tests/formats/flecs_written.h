#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "core/number_text.h"
#include "formats/flecs/flecs.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"

namespace scrubjay::flecs {

/// What a request gave.
struct Written {
  std::string text;
  WriteReport report;
};

inline Written written(WriteRequest request) {
  Written result;
  request.options.emplace_back("keep", "nothing");  // what documents themselves say
  const auto report = kWriter.write(request, kNotCancelled, into(result.text));
  EXPECT_TRUE(report.has_value());
  if (report) result.report = *report;
  return result;
}

inline std::string text_of(const PropertyTree& tree, const PropertyNode& node) {
  if (is_container(node.type)) return "{}";
  if (is_text(node.type))
    return std::string(to_text(node.type)) + " " + std::string(node.text_value());
  std::string text(to_text(node.type));
  text += " ";
  switch (node.type) {
    case PropertyType::boolean: return text + (node.boolean ? "true" : "false");
    case PropertyType::integer:
      return text + (node.is_unsigned ? std::to_string(node.unsigned_integer)
                                      : std::to_string(node.integer));
    case PropertyType::number: return text + number_text(node.number, node.precision) + node.unit;
    case PropertyType::null: return text;
    default: break;
  }
  for (const double each : tree.numbers_of(node)) text += number_text(each, node.precision) + " ";
  return text + node.unit;
}

using Values = std::multimap<std::string, std::string>;

/// Every value by its path, in no order: releases list components in different ones.
inline void flatten(const PropertyTree& tree, PropertyRange range, const std::string& above,
                    Values& out) {
  for_each_root(tree, range, [&](PropertyTree::Node at, const PropertyNode& node) {
    const std::string path = above + "/" + std::string(node.name);
    out.emplace(path, text_of(tree, node));
    if (is_container(node.type)) flatten(tree, children_of(tree, at), path, out);
  });
}

inline Values values_of(const Frame& frame, const Entity& entity) {
  Values values;
  flatten(frame.tree, entity.properties, "", values);
  // Of queries: stands at the entity that it belongs to.
  std::erase_if(values, [](const auto& value) { return value.first.starts_with("/shared"); });
  return values;
}

inline void expect_same_place(const Transform& a, const Transform& b) {
  ASSERT_EQ(a.position.has_value(), b.position.has_value());
  ASSERT_EQ(a.rotation.has_value(), b.rotation.has_value());
  ASSERT_EQ(a.scale.has_value(), b.scale.has_value());
  if (a.position) {
    EXPECT_LT(glm::distance(*a.position, *b.position), 1e-5);  // written with 32 bits
  }
  if (a.rotation) {
    EXPECT_GT(std::abs(glm::dot(glm::normalize(*a.rotation), glm::normalize(*b.rotation))),
              1 - 1e-9);
  }
  if (a.scale) {
    EXPECT_LT(glm::distance(*a.scale, *b.scale), 1e-6);  // likewise
  }
}

}  // namespace scrubjay::flecs

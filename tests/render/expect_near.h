#pragma once

#include <gtest/gtest.h>

#include <glm/vec3.hpp>
#include <string>

namespace scrubjay {

inline void expect_near(const glm::dvec3& a, const glm::dvec3& b, double tolerance,
                        const std::string& what = "") {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << what << " component " << i;
}

/// As near as floats of a scene are.
inline void expect_near(const glm::vec3& a, const glm::vec3& b, const std::string& what = "") {
  expect_near(glm::dvec3(a), glm::dvec3(b), 1e-4, what);
}

}  // namespace scrubjay

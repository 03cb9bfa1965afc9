#include "analysis/compare/nearest_places.h"

#include <gtest/gtest.h>

#include <functional>
#include <glm/geometric.hpp>
#include <limits>
#include <random>

namespace scrubjay::compare {
namespace {

using Places = std::vector<std::optional<glm::dvec3>>;

/// Each held against each.
std::optional<std::size_t> nearest(const Places& places, const glm::dvec3& from) {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double distance = places[i] ? glm::distance(from, *places[i]) : least;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

/// Finds and takes all of them, from places at random.
void expect_as_each_against_each(Places places, const std::function<glm::dvec3()>& some) {
  NearestPlaces sought(places);
  for (std::size_t i = 0; i <= places.size(); ++i) {
    const glm::dvec3 from = some();
    const auto expected = nearest(places, from);
    const auto found = sought.find(from);
    ASSERT_EQ(found.has_value(), expected.has_value());
    if (!found) continue;
    ASSERT_EQ(found->row, *expected);
    ASSERT_EQ(found->distance, glm::distance(from, *places[found->row]));
    sought.take(found->row);
    places[found->row].reset();
  }
}

TEST(NearestPlaces, AreThoseThatAreFoundByHoldingEachAgainstEach) {
  std::mt19937 random(5);
  const auto one_of = [&](int n) {
    return static_cast<double>(random() % static_cast<unsigned>(n));
  };
  // On a plane, a line, few corners of a grid with many at one of them, and all at one.
  const std::function<glm::dvec3()> ways[] = {
      [&] { return glm::dvec3(one_of(100000), one_of(90000), one_of(10)) * 0.01; },
      [&] { return glm::dvec3(0, 0, one_of(50)); },
      [&] { return glm::dvec3(one_of(3), one_of(3), one_of(2)); },
      [&] { return glm::dvec3(7); },
  };
  for (const auto& some : ways) {
    for (const std::size_t count : {0UZ, 1UZ, 2UZ, 300UZ}) {
      Places places;
      for (std::size_t i = 0; i < count; ++i) {
        places.emplace_back(some());
        if (one_of(20) == 0) places.back().reset();
      }
      expect_as_each_against_each(places, some);
    }
  }
}

TEST(NearestPlaces, LeaveOutWhatIsNoPlace) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double most = std::numeric_limits<double>::max();
  NearestPlaces sought(
      Places{glm::dvec3(nan, 0, 0), glm::dvec3(most, most, 0), std::nullopt, glm::dvec3(3, 0, 0)});
  ASSERT_TRUE(sought.find({0, 0, 0}));
  EXPECT_EQ(sought.find({0, 0, 0})->row, 3u);
  EXPECT_FALSE(sought.find({nan, 0, 0}));
  sought.take(3);
  EXPECT_FALSE(sought.find({0, 0, 0})) << "so far away that no number says it";
  sought.take(2);
}

}  // namespace
}  // namespace scrubjay::compare

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/derived/contacts.h"
#include "analysis/derived/place.h"
#include "analysis/tables/contact_rows.h"
#include "analysis/tables/query.h"
#include "analysis/tables/session.h"
#include "tests/analysis/derived_scene.h"

namespace scrubjay::tables {
namespace {

constexpr auto kNeverStopped = [] { return false; };

/// Cars that go along x together, all in one place, or each in its own.
std::shared_ptr<Recording> convoy(std::uint32_t cars, double apart) {
  DerivedScene scene;
  scene.coordinates = kDerivedCoordinates;
  scene.kinds.assign(cars, EntityKind::vehicle);
  for (int f = 0; f < 3; ++f) {
    DerivedFrame& frame = scene.frames.emplace_back();
    frame.time = f;
    for (std::uint32_t row = 0; row < cars; ++row) {
      DerivedEntity& car = frame.entities.emplace_back();
      car.row = row;
      car.world.position = glm::dvec3(f, row * apart, 0);
    }
  }
  return derived_recording(std::move(scene));
}

TEST(TableOfContacts, AreLookedForOnce) {
  KnownContacts known;
  const auto recording = convoy(2, 1);
  const auto first = known.find(0, recording, kNeverStopped);
  ASSERT_TRUE(first.has_value());
  ASSERT_NE(*first, nullptr);
  EXPECT_EQ((*first)->size(), 1U);
  EXPECT_EQ(*known.find(0, recording, kNeverStopped), *first) << "the same object";
  EXPECT_NE(*known.find(1, recording, kNeverStopped), *first) << "another recording's";
}

TEST(TableOfContacts, AreNotRememberedWhereTheSearchWasStopped) {
  KnownContacts known;
  const auto recording = convoy(2, 1);
  const auto stopped = known.find(0, recording, [] { return true; });
  ASSERT_TRUE(stopped.has_value());
  EXPECT_EQ(*stopped, nullptr);
  const auto found = known.find(0, recording, kNeverStopped);
  ASSERT_TRUE(found.has_value());
  EXPECT_NE(*found, nullptr);
}

/// Rows, or why there are none.
Result<std::size_t> count_rows(const std::shared_ptr<Recording>& recording, const char* sql) {
  OneRecording set("convoy", recording);
  TableSession session{.recordings = set};
  StatePaths paths(session);
  auto query = Query::prepare(session, paths, sql);
  if (!query) return failure(std::move(query.error()));
  for (std::size_t rows = 0;; ++rows) {
    const auto step = (*query)->step();
    if (!step) return failure(step.error());
    if (*step != Query::Step::row) return rows;
  }
}

TEST(TableOfContacts, WithMoreThanAreLookedAtIsRefusedInsteadOfCut) {
  EXPECT_EQ(count_rows(convoy(2, 1), "select * from contacts").value_or(99), 1U);
  EXPECT_EQ(count_rows(convoy(2, 100), "select * from contacts").value_or(99), 0U);
  const auto cut = count_rows(convoy(800, 0), "select * from contacts");
  ASSERT_FALSE(cut.has_value());
  EXPECT_EQ(cut.error().code, kTooManyContacts);
}

}  // namespace
}  // namespace scrubjay::tables

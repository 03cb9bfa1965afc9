// Pairs of recordings with one planted change at a known place.
#include <gtest/gtest.h>

#include <random>

#include "staged_recording.h"

namespace scrubjay {
namespace {

constexpr std::size_t kFrames = 12;

/// Deterministic: the same seed, the same recording.
Stage random_stage(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  const std::size_t entities = 2 + below(10);
  struct Thing {
    std::size_t first;
    std::size_t end;
    double x;
    double speed;
    bool has_place;
  };
  std::vector<Thing> things;
  for (std::size_t i = 0; i < entities; ++i) {
    const std::size_t first = below(4) == 0 ? below(kFrames - 2) : 0;
    const std::size_t end = below(4) == 0 ? first + 2 + below(kFrames - first) : kFrames;
    things.push_back({first, end, static_cast<double>(below(1000)),
                      0.25 * static_cast<double>(below(8)), below(5) != 0});
  }
  return steady_stage(kFrames, [&](std::size_t frame) {
    std::vector<StagedEntity> all;
    for (std::size_t i = 0; i < things.size(); ++i) {
      const Thing& thing = things[i];
      if (frame < thing.first || frame >= thing.end) continue;
      const double x = thing.x + thing.speed * static_cast<double>(frame);
      StagedEntity entity{.id = "e" + std::to_string(i), .name = "name " + std::to_string(i % 4)};
      if (thing.has_place) entity.position = glm::dvec3(x, 1, 2);
      entity.properties = [x, i](PropertyTree& tree) {
        tree.number("x", x, Precision::float64);
        const auto group = tree.open("group", PropertyType::group);
        tree.integer("n", static_cast<std::int64_t>(i));
        tree.text("said", i % 2 == 0 ? "even" : "odd");
        tree.boolean("flag", i % 3 == 0);
        tree.close(group);
        tree.vec3("v", {x, x, x}, Precision::float32);
      };
      all.push_back(entity);
    }
    return all;
  });
}

/// Changes one value of one entity in one frame; says what that is.
std::string plant(Stage& stage, std::uint64_t seed) {
  std::mt19937_64 random(seed * 77 + 5);
  std::size_t frame = 0;
  do {
    frame = static_cast<std::size_t>(random() % kFrames);
  } while (stage.frames[frame].entities.empty());
  auto& entities = stage.frames[frame].entities;
  StagedEntity& entity = entities[static_cast<std::size_t>(random() % entities.size())];
  static const char* const kPaths[] = {"x", "group/n", "group/said", "group/flag", "v", "position"};
  const std::string path = kPaths[random() % (entity.position ? 6 : 5)];
  if (path == "position") {
    entity.position->y += 0.5;
  } else {
    entity.properties = [before = entity.properties, path](PropertyTree& tree) {
      const PropertyTree::Node mark = tree.size();
      before(tree);
      for (PropertyTree::Node i = mark; i < tree.size(); ++i) {
        PropertyNode& node = tree.node_for_edit(i);
        if (!path.ends_with(node.name) || is_container(node.type)) continue;
        if (node.type == PropertyType::number) node.number += 1e-9 + node.number * 1e-9;
        if (node.type == PropertyType::integer) ++node.integer;
        if (node.type == PropertyType::boolean) node.boolean = !node.boolean;
        if (node.type == PropertyType::string) node.text = {"other", 5};
        if (node.type == PropertyType::vec3) tree.numbers_for_edit(node)[2] += 1;
      }
    };
  }
  const std::string id = entity.id;
  const std::string at = std::to_string(frame);
  return at + "/" + at + " value " + id + "/" + id + " " + path;
}

TEST(ComparePlanted, TheFirstDifferenceIsExactInAThousandPairs) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Stage changed = random_stage(seed);
    const std::string planted = plant(changed, seed);
    const Compared compared =
        compare_stages(random_stage(seed), changed, {}, static_cast<unsigned>(1 + seed % 3));
    ASSERT_EQ(compared.lines(), std::vector{planted}) << seed;
    ASSERT_EQ(compared.spread().size(), 1u) << seed;
  }
}

TEST(ComparePlanted, EqualPairsAreTheSame) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Compared compared = compare_stages(random_stage(seed), random_stage(seed));
    ASSERT_TRUE(compared.summary->is_same()) << seed;
    ASSERT_EQ(compared.summary->frames_compared(), kFrames);
    ASSERT_GT(compared.summary->values_compared(), 0u);
  }
}

TEST(ComparePlanted, OtherIdsAreMatchedAndTheFirstDifferenceIsExact) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Stage changed = random_stage(seed);
    std::string planted = plant(changed, seed);
    for (StagedFrame& frame : changed.frames) {
      for (StagedEntity& entity : frame.entities) entity.id = "new " + entity.id;
    }
    planted.insert(planted.find("/e") + 1, "new ");
    const Compared compared = compare_stages(random_stage(seed), changed);
    ASSERT_EQ(compared.plan->matches().by, compare::EntitiesBy::name);
    ASSERT_EQ(compared.lines(), std::vector{planted}) << seed;
  }
}

/// A wave that goes from each entity to the next: `push` is who begins, in frame 5.
Stage wave(std::uint64_t seed, std::optional<std::size_t> push, std::vector<std::string>* order) {
  std::mt19937_64 random(seed);
  constexpr std::size_t kThings = 12;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> hits(60);
  for (auto& in_frame : hits) {
    if (random() % 2 == 0) in_frame.emplace_back(random() % kThings, random() % kThings);
  }
  std::vector<double> values(kThings, 1.0);
  std::vector<bool> differs(kThings, false);
  Stage stage;
  for (std::size_t frame = 0; frame < hits.size(); ++frame) {
    std::vector<bool> next = differs;
    StagedFrame& made = stage.frames.emplace_back();
    made.time = 0.1 * static_cast<double>(frame);
    made.number = frame;
    for (const auto& [p, q] : hits[frame]) {
      if (p == q) continue;
      const double sum = values[p] + values[q];
      values[p] = values[q] = sum / 2;
      if (differs[p] || differs[q]) next[p] = next[q] = true;
      made.events.push_back(
          {.name = "hit", .entity = "t" + std::to_string(p), .properties = [q](PropertyTree& tree) {
             tree.text("other", tree.keep("t" + std::to_string(q)), PropertyType::entity);
           }});
    }
    if (push && frame == 5) {
      values[*push] += 1;
      next[*push] = true;
    }
    for (std::size_t i = 0; i < kThings; ++i) {
      if (order != nullptr && next[i] && !differs[i]) {
        order->push_back("t" + std::to_string(i) + "@" + std::to_string(frame));
      }
      made.entities.push_back(
          {.id = "t" + std::to_string(i), .properties = [value = values[i]](PropertyTree& tree) {
             tree.number("value", value, Precision::float64);
           }});
    }
    differs = next;
  }
  return stage;
}

TEST(ComparePlanted, TheOrderInWhichAChangeSpreadsIsRight) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<std::string> order;
    const Stage changed = wave(seed, seed % 12, &order);
    const Compared compared = compare_stages(wave(seed, std::nullopt, nullptr), changed);
    std::vector<std::string> found;
    for (const std::string& step : compared.spread())
      found.push_back(step.substr(0, step.find('<')));
    ASSERT_EQ(found, order) << seed;
    // All but the first have it from somebody that a hit joins them to.
    for (std::size_t i = 1; i < found.size(); ++i) {
      EXPECT_NE(compared.spread()[i], found[i]) << seed << " " << found[i];
    }
  }
}

}  // namespace
}  // namespace scrubjay

#include "formats/carla/read/state_log.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace scrubjay::carla {
namespace {

TEST(CarlaStateLog, FindsWhatHoldsAtAFrameAsALinearScanDoes) {
  std::mt19937 random(7);
  StateLog log;
  std::vector<ChainHead> heads(5);
  for (ChainHead& head : heads) head.store(Change::kNone);
  std::vector<std::vector<std::uint32_t>> frames(heads.size());
  std::uint32_t frame = 3;
  for (int i = 0; i < 4000; ++i) {
    frame += static_cast<std::uint32_t>(random() % 3);
    const std::size_t thing = random() % heads.size();
    log.append(heads[thing], {.offset = frame, .frame = frame});
    frames[thing].push_back(frame);
  }
  for (std::uint32_t at = 0; at < frame + 3; ++at) {
    for (std::size_t thing = 0; thing < heads.size(); ++thing) {
      std::int64_t expected = -1;
      for (const std::uint32_t changed : frames[thing]) {
        if (changed <= at) expected = changed;
      }
      const Change* found = log.at(heads[thing], at);
      ASSERT_EQ(found == nullptr ? -1 : static_cast<std::int64_t>(found->frame), expected)
          << thing << " at " << at;
    }
  }
}

TEST(CarlaStateLog, TheLastOfSeveralChangesInOneFrameHolds) {
  StateLog log;
  ChainHead head{Change::kNone};
  for (const std::uint64_t offset : {10u, 20u, 30u})
    log.append(head, {.offset = offset, .frame = 4});
  EXPECT_EQ(log.at(head, 3), nullptr);
  EXPECT_EQ(log.at(head, 4)->offset, 30u);
  EXPECT_EQ(log.at(head, 9)->offset, 30u);
}

/// Steps from the newest change to the one that holds at `frame`, as StateLog::at walks.
TEST(CarlaStateLog, JumpsMakeFarChangesNear) {
  StateLog log;
  ChainHead head{Change::kNone};
  std::vector<Change> chain;
  constexpr std::uint32_t kChanges = 100000;
  for (std::uint32_t i = 0; i < kChanges; ++i) {
    log.append(head, {.frame = i});
    chain.push_back(*log.newest(head));
  }
  std::size_t steps = 0;
  for (std::uint32_t row = kChanges - 1; row > 12; ++steps) {
    row = chain[row].jump >= 12 ? chain[row].jump : chain[row].previous;
  }
  EXPECT_LT(steps, 60u);
}

}  // namespace
}  // namespace scrubjay::carla

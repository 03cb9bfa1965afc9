#include "core/concurrency/ordered_pipeline.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace scrubjay {
namespace {

struct Square {
  std::uint64_t number = 0;
  std::uint64_t squared = 0;
  std::vector<std::uint64_t> storage;
};

/// Squares of the numbers below `count`, each at the same cost.
struct Squares {
  std::uint64_t count = 0;
  std::uint64_t cost = 1;
  std::atomic<std::uint64_t> claimed{0};
  std::atomic<std::uint64_t> workers{0};

  OrderedPipeline<Square>::Claim claim() {
    return [this](Square& job) -> std::optional<std::uint64_t> {
      if (claimed == count) return std::nullopt;
      job.number = claimed++;
      return cost;
    };
  }
  std::function<OrderedPipeline<Square>::Work()> work() {
    return [this] {
      ++workers;
      return [](Square& job) {
        job.squared = job.number * job.number;
        job.storage.resize(100);
      };
    };
  }
};

class OrderedPipelineOf : public testing::TestWithParam<unsigned> {};

TEST_P(OrderedPipelineOf, JobsAreTakenInOrderAndOnce) {
  Squares squares{.count = 5000};
  OrderedPipeline<Square> ahead(GetParam(), squares.claim(), squares.work());
  EXPECT_EQ(squares.workers, GetParam() + 1) << "each thread has one of its own";
  std::uint64_t next = 0;
  while (const Square* job = ahead.take()) {
    EXPECT_EQ(job->number, next);
    EXPECT_EQ(job->squared, next * next);
    ++next;
  }
  EXPECT_EQ(next, 5000u);
  EXPECT_EQ(ahead.take(), nullptr) << "the end stays the end";
}

TEST_P(OrderedPipelineOf, OnlySoManyAreBegun) {
  Squares squares{.count = 5000};
  OrderedPipeline<Square> ahead(GetParam(), squares.claim(), squares.work());
  for (std::uint64_t taken = 1; taken <= 1000; ++taken) {
    ASSERT_NE(ahead.take(), nullptr);
    EXPECT_LE(squares.claimed, taken + 2 * GetParam() + 2);
  }
}

TEST_P(OrderedPipelineOf, WhatCostsMuchIsBegunAlone) {
  Squares squares{.count = 100, .cost = OrderedPipeline<Square>::kMostCost};
  OrderedPipeline<Square> ahead(GetParam(), squares.claim(), squares.work());
  for (std::uint64_t taken = 1; taken <= 100; ++taken) {
    ASSERT_NE(ahead.take(), nullptr);
    if (taken <= 10) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // others may try
    EXPECT_LE(squares.claimed, taken) << "while one is held, no other is begun";
  }
}

TEST_P(OrderedPipelineOf, StorageIsUsedAgain) {
  Squares squares{.count = 1000};
  OrderedPipeline<Square> ahead(GetParam(), squares.claim(), squares.work());
  std::vector<const std::uint64_t*> storages;
  while (const Square* job = ahead.take()) storages.push_back(job->storage.data());
  std::ranges::sort(storages);
  const auto repeated = std::ranges::unique(storages);
  EXPECT_LE(static_cast<std::size_t>(repeated.begin() - storages.begin()), 2 * GetParam() + 3);
}

TEST_P(OrderedPipelineOf, NoJobsAreTheEnd) {
  Squares squares{.count = 0};
  OrderedPipeline<Square> ahead(GetParam(), squares.claim(), squares.work());
  EXPECT_EQ(ahead.take(), nullptr);
}

TEST_P(OrderedPipelineOf, MayBeLeftAtAnyTime) {
  for (std::uint64_t taken = 0; taken < 20; ++taken) {
    Squares squares{.count = 1000};
    OrderedPipeline<Square> ahead(GetParam(), squares.claim(), squares.work());
    for (std::uint64_t i = 0; i < taken; ++i) ahead.take();
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, OrderedPipelineOf, testing::Values(0u, 1u, 3u));

}  // namespace
}  // namespace scrubjay

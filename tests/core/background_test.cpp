#include "core/concurrency/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <set>

#include "core/concurrency/background_scan.h"
#include "core/concurrency/latest_wanted.h"
#include "core/concurrency/newest_first.h"

namespace scrubjay {
namespace {

/// Is given once. No semaphore: two threads with two of them hang at times in mingw's library.
class Signal {
 public:
  void give() { promise_.set_value(); }
  void wait() const { given_.wait(); }

 private:
  std::promise<void> promise_;
  std::future<void> given_ = promise_.get_future();
};

/// A step that began and waits to be let go.
struct Gate {
  Signal begun;
  Signal open;
  void pass() {
    begun.give();
    open.wait();
  }
};

TEST(Background, HasNoThreadsBeforeThereIsWork) {
  const Background background([] {});
  EXPECT_EQ(background.thread_count(), 0u);
}

TEST(Background, StepsAreDoneUntilThereIsNoMoreAndEachWakes) {
  std::atomic<int> steps{0};
  std::atomic<int> wakes{0};
  Background background([&] { ++wakes; });
  Background::Task task(background, Steps::short_ones, [&] { return ++steps < 5; });
  task.begin();
  background.wait_until_idle();
  EXPECT_EQ(steps, 5);
  EXPECT_EQ(wakes, 5);
  task.begin();
  background.wait_until_idle();
  EXPECT_EQ(steps, 6);
  EXPECT_EQ(background.thread_count(), 1u);
}

TEST(Background, ATaskIsNeverDoneTwiceAtOnceAndBeginsOnceMore) {
  Gate gate;
  std::atomic<int> steps{0};
  Background background([] {});
  Background::Task task(background, Steps::short_ones, [&] {
    if (++steps == 1) gate.pass();
    return false;
  });
  task.begin();
  gate.begun.wait();
  for (int i = 0; i < 10; ++i) task.begin();
  EXPECT_EQ(steps, 1);
  gate.open.give();
  background.wait_until_idle();
  EXPECT_EQ(steps, 2);
}

TEST(Background, ThreadsAreBoundedHoweverManyTasksThereAre) {
  std::atomic<int> steps{0};
  Background background([] {});
  std::vector<std::unique_ptr<Background::Task>> tasks;
  for (int i = 0; i < 400; ++i) {
    tasks.push_back(std::make_unique<Background::Task>(
        background, i % 2 == 0 ? Steps::short_ones : Steps::scans, [&] {
          ++steps;
          return false;
        }));
  }
  for (const auto& task : tasks) task->begin();
  background.wait_until_idle();
  EXPECT_EQ(steps, 400);
  EXPECT_LE(background.thread_count(),
            Background::most_threads(Steps::short_ones) + Background::most_threads(Steps::scans));
}

TEST(Background, ScansKeepNoShortStepWaiting) {
  std::vector<std::unique_ptr<Gate>> gates;
  std::vector<std::unique_ptr<Background::Task>> scans;
  Background background([] {});
  for (std::size_t i = 0; i < Background::most_threads(Steps::scans); ++i) {
    gates.push_back(std::make_unique<Gate>());
    scans.push_back(
        std::make_unique<Background::Task>(background, Steps::scans, [&gate = *gates.back()] {
          gate.pass();
          return false;
        }));
    scans.back()->begin();
    gates.back()->begun.wait();
  }
  Signal done;
  Background::Task task(background, Steps::short_ones, [&] {
    done.give();
    return false;
  });
  task.begin();
  done.wait();
  for (const auto& gate : gates) gate->open.give();
  background.wait_until_idle();
}

TEST(Background, ATaskMayGoWhileItWaitsOrIsDone) {
  Background background([] {});
  for (int i = 0; i < 200; ++i) {
    std::vector<std::unique_ptr<Background::Task>> tasks;
    for (int k = 0; k < 8; ++k) {
      tasks.push_back(
          std::make_unique<Background::Task>(background, Steps::short_ones, [] { return true; }));
      tasks.back()->begin();
    }
    tasks.erase(tasks.begin() + 3);
  }
  background.wait_until_idle();
}

TEST(LatestWanted, ANewerRequestReplacesOneThatHasNotBegun) {
  Gate gate;
  std::vector<int> made;
  Background background([] {});
  LatestWanted<int, int> squares(background, [&](int number, int& out) {
    made.push_back(number);
    if (number == 1) gate.pass();
    out = number * number;
    return true;
  });
  EXPECT_EQ(squares.latest(), nullptr);
  squares.request(1);
  gate.begun.wait();
  for (int i = 2; i <= 9; ++i) squares.request(i);
  EXPECT_EQ(squares.latest(), nullptr);
  EXPECT_FALSE(squares.is_current());
  gate.open.give();
  background.wait_until_idle();
  ASSERT_NE(squares.latest(), nullptr);
  EXPECT_EQ(*squares.latest(), 81);
  EXPECT_TRUE(squares.is_current());
  EXPECT_EQ(made, (std::vector{1, 9}));
}

TEST(LatestWanted, WhatIsShownStaysUntilItIsAskedForAgain) {
  Background background([] {});
  LatestWanted<int, int> numbers(background, [](int number, int& out) {
    out = number;
    return true;
  });
  numbers.request(1);
  background.wait_until_idle();
  const int* shown = numbers.latest();
  for (int i = 2; i < 9; ++i) {
    numbers.request(i);
    background.wait_until_idle();
    EXPECT_EQ(*shown, 1);
  }
  EXPECT_EQ(*numbers.latest(), 8);
}

TEST(NewestFirst, AnswersTheNewestFirstAndDropsTheOldest) {
  Gate gate;
  std::vector<int> order;
  Background background([] {});
  NewestFirst<int, int> doubles(background, 3, [&](int number) {
    if (number == 0) gate.pass();
    order.push_back(number);
    return 2 * number;
  });
  doubles.ask(0);
  gate.begun.wait();
  for (int i = 1; i <= 3; ++i) EXPECT_EQ(doubles.ask(i), std::nullopt);
  EXPECT_EQ(doubles.ask(2), std::nullopt) << "it waits already";
  EXPECT_EQ(doubles.ask(4), 1);
  doubles.forget_if([](int number) { return number == 3; });
  EXPECT_TRUE(doubles.is_waiting());
  gate.open.give();
  background.wait_until_idle();
  EXPECT_EQ(order, (std::vector{0, 4, 2}));
  EXPECT_EQ(doubles.take(), (std::vector<std::pair<int, int>>{{0, 0}, {4, 8}, {2, 4}}));
  EXPECT_FALSE(doubles.is_waiting());
}

TEST(BackgroundScan, BeginsAnewWhenSomethingElseIsWanted) {
  Gate gate;
  std::atomic<int> begun{0};
  Background background([] {});
  BackgroundScan scan(background, [&](const std::atomic<bool>& cancelled, const auto& report) {
    report();
    if (++begun == 1) gate.pass();
    return cancelled.load();
  });
  scan.go_on();
  gate.begun.wait();
  scan.restart();
  gate.open.give();
  background.wait_until_idle();
  EXPECT_EQ(begun, 2);
}

TEST(BackgroundScan, EndsInTheMiddleWhenItGoes) {
  Background background([] {});
  Signal begun;
  BackgroundScan scan(background, [&](const std::atomic<bool>& cancelled, const auto&) {
    begun.give();
    while (!cancelled.load()) std::this_thread::yield();
    return true;
  });
  scan.go_on();
  begun.wait();
}

}  // namespace
}  // namespace scrubjay

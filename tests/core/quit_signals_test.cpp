#include "core/platform/quit_signals.h"

#include <gtest/gtest.h>

#if defined(__unix__) || defined(__APPLE__)

#include <signal.h>

#include <future>

namespace scrubjay {
namespace {

TEST(QuitSignals, AFirstSignalIsToldUntilItIsHeardAndDoesNotEndTheProcess) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const auto before = ::signal(signal, SIG_DFL);  // a shell may have it ignored
    {
      int count = 0;  // of the listener's thread
      std::promise<void> told;
      const QuitSignals signals([&] {
        if (++count == 2) told.set_value();
      });
      EXPECT_FALSE(signals.has_come());
      raise(signal);
      EXPECT_TRUE(signals.has_come());
      told.get_future().wait();
    }
    ::signal(signal, before);
  }
}

TEST(QuitSignalsDeathTest, ASecondOneEndsIt) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        const QuitSignals signals([] {});
        raise(SIGTERM);
        raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST(QuitSignals, WhatWasIgnoredStaysIgnored) {
  const auto before = ::signal(SIGHUP, SIG_IGN);
  {
    const QuitSignals signals([] {});
    raise(SIGHUP);
    raise(SIGHUP);
    EXPECT_FALSE(signals.has_come());
  }
  ::signal(SIGHUP, before);
}

}  // namespace
}  // namespace scrubjay

#endif

// What tests of asking have in common.
#pragma once

#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/viewer/ask/ask_facts.h"
#include "app/viewer/ask/ask_job.h"
#include "app/viewer/ask/ask_rows.h"

namespace scrubjay {

inline std::string sample(const std::string& name) {
  return std::string(SCRUBJAY_ASSETS) + "/" + name;
}

/// All rows of a query, asked as the window does; the problem's message where there is one.
struct Answer {
  AskRows rows;
  AskJob::Outcome outcome;
  std::string message() const { return outcome.problem ? outcome.problem->message : ""; }
};

inline Answer ask(const std::vector<AskedRecording>& recordings, const std::string& sql) {
  AskJob job;
  job.start({recordings, std::nullopt, sql}, [] {});
  while (job.is_running()) {
    job.update();
    std::this_thread::yield();
  }
  return {job.rows(), *job.outcome()};
}

inline AskFacts facts_of(const std::vector<AskedRecording>& recordings) {
  return find_facts(recordings, AskedFrames::all, [] { return false; });
}

}  // namespace scrubjay

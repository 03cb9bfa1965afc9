#include "app/viewer/pictures/picture_job.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <utility>

#include "core/platform/child_process.h"
#include "core/platform/desktop.h"
#include "core/platform/own_program.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// This program, to be started once more.
std::string program_to_start() {
  const auto path = own_program();
  return path.empty() ? "scrubjay" : path.string();
}

}  // namespace

void PictureJob::start(std::vector<std::string> words, std::string path, bool to_clipboard,
                       std::function<void()> wake) {
  cancelled_.store(false);
  done_.store(0);
  total_.store(0);
  running_.start(wake, [this, words = std::move(words), path = std::move(path), to_clipboard,
                        wake] { return run(words, path, to_clipboard, wake); });
}

/// Takes whole lines "picture 3 of 100" out of what was printed.
void PictureJob::read_progress(std::string& text) {
  std::size_t end;
  std::string rest;
  std::size_t begin = 0;
  for (; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    unsigned long long done = 0;
    unsigned long long total = 0;
    if (std::sscanf(line.c_str(), "scrubjay: picture %llu of %llu", &done, &total) == 2) {
      done_.store(done);
      total_.store(total);
    } else {
      rest += line + "\n";
    }
  }
  text = rest + text.substr(begin);
}

PictureOutcome PictureJob::run(const std::vector<std::string>& words, const std::string& path,
                               bool to_clipboard, const std::function<void()>& wake) {
  PictureOutcome outcome{path, to_clipboard, {}, false};
  std::vector<std::string> all{program_to_start()};
  all.insert(all.end(), words.begin(), words.end());
  auto program = ChildProcess::start(all);
  if (!program) {
    outcome.failure = describe(program.error());
    return outcome;
  }
  program->close_input();
  std::string said;
  while (!program->ended()) {
    if (cancelled_.load() && !std::exchange(outcome.is_stopped, true)) program->interrupt();
    const std::string more = program->read();
    said += more;
    const auto before = done_.load();
    read_progress(said);
    if (done_.load() != before && wake) wake();
    if (more.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const int status = program->wait(said);
  read_progress(said);
  if (outcome.is_stopped) return outcome;
  // With 1 the picture is there, and something in the recording is lost.
  if (status != 0 && status != 1) {
    outcome.failure = said.empty() ? "The picture could not be taken." : valid_utf8(said);
  } else if (to_clipboard) {
    outcome.failure = copy_picture(path);
  }
  if (to_clipboard) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  return outcome;
}

}  // namespace scrubjay

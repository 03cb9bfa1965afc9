#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>

#include "core/platform/crash_report.h"
#include "core/platform/crash_report_state.h"

namespace scrubjay {

namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
std::array<char, 4096> report_folder{};
std::array<char, 64> program_version{};
std::atomic<bool> is_reporting{false};
alignas(16) std::array<char, 64 * 1024> handler_stack{};

/// Text put together without allocating.
class Line {
 public:
  Line& add(const char* text) {
    while (*text != 0 && size_ + 1 < text_.size()) text_[size_++] = *text++;
    return *this;
  }
  Line& add(std::uint64_t number) {
    std::array<char, 21> digits{};
    std::size_t at = digits.size() - 1;
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return add(&digits[at]);
  }
  Line& add_file_at_work() {
    for (const std::atomic<char>& at : crash_report_state::file()) {
      const char c = at.load(std::memory_order_relaxed);
      if (c == 0 || size_ + 1 == text_.size()) break;
      // The line is printed on terminals.
      text_[size_++] = static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
    }
    return *this;
  }
  const char* text() const { return text_.data(); }
  void write_to(int descriptor) const {
    for (std::size_t done = 0; done < size_;) {
      const ssize_t count = write(descriptor, text_.data() + done, size_ - done);
      if (count <= 0) return;
      done += static_cast<std::size_t>(count);
    }
  }

 private:
  std::array<char, 8192> text_{};
  std::size_t size_ = 0;
};

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGABRT: return "SIGABRT";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    default: return "signal";
  }
}

void write_report(int descriptor, int signal) {
  Line head;
  head.add("Scrubjay ").add(program_version.data()).add(" ended by ").add(name_of(signal));
  head.add("\nfile: ").add_file_at_work();
  const std::uint32_t frame = crash_report_state::frame();
  head.add("\nframe: ");
  if (frame == crash_report_state::kNoFrame) {
    head.add("none");
  } else {
    head.add(std::uint64_t{frame});
  }
  head.add("\nwhere:\n");
  head.write_to(descriptor);
  std::array<void*, 64> calls{};
  const int count = backtrace(calls.data(), static_cast<int>(calls.size()));
  backtrace_symbols_fd(calls.data(), count, descriptor);
}

void on_crash(int signal) {
  // A crash of the report itself, or of another thread meanwhile, only ends the process.
  if (!is_reporting.exchange(true)) {
    Line path;
    path.add(report_folder.data()).add("/crash-").add(static_cast<std::uint64_t>(time(nullptr)));
    path.add("-").add(static_cast<std::uint64_t>(getpid())).add(".txt");
    const int descriptor = open(path.text(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    Line told;
    told.add("scrubjay: ended by ").add(name_of(signal));
    if (descriptor >= 0) {
      write_report(descriptor, signal);
      close(descriptor);
      told.add("; what is known of it is in ").add(path.text());
    }
    told.add("\n");
    told.write_to(STDERR_FILENO);
  }
  // Now the signal does what it does without us, whoever may have put a handler in front of ours.
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void copy_text(std::string_view text, std::span<char> out) {
  const std::size_t size = std::min(text.size(), out.size() - 1);
  std::memcpy(out.data(), text.data(), size);
  out[size] = 0;
}

}  // namespace

void report_crashes_to(const std::string& folder, std::string_view version) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || folder.size() >= report_folder.size()) return;
  copy_text(folder, report_folder);
  copy_text(version, program_version);
  // The first call loads a library and allocates: not in a handler.
  std::array<void*, 1> ready{};
  backtrace(ready.data(), 1);
  stack_t stack = {};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

}  // namespace scrubjay

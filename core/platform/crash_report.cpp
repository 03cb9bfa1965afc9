#include "core/platform/crash_report.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <span>
#include <system_error>

#include "core/platform/crash_report_state.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostName = 512;
constexpr std::uint32_t kNoFrame = 0xFFFFFFFF;

// A handler can reach nothing but variables of static lifetime, and no locks. A name that is being
// written while a signal comes may be half of one and half of another: it ends all the same.
std::array<std::atomic<char>, kMostName + 1> file_at_work{};
std::atomic<std::uint32_t> frame_at_work{kNoFrame};
std::atomic<int> status_without_memory{1};
std::array<char, 4096> report_folder{};
std::array<char, 64> program_version{};
std::atomic<bool> is_reporting{false};

void copy_text(std::string_view text, std::span<char> out) {
  const std::size_t size = std::min(text.size(), out.size() - 1);
  std::memcpy(out.data(), text.data(), size);
  out[size] = 0;
}

}  // namespace

namespace crash_report_state {

Line& Line::add(const char* text) {
  while (*text != 0 && size_ + 1 < text_.size()) text_[size_++] = *text++;
  return *this;
}

Line& Line::add_digits(std::uint64_t number, unsigned base) {
  std::array<char, 21> digits{};
  std::size_t at = digits.size() - 1;
  do {
    digits[--at] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number != 0);
  return add(&digits[at]);
}

Line& Line::add(std::uint64_t number) { return add_digits(number, 10); }
Line& Line::add_address(std::uint64_t address) { return add("0x").add_digits(address, 16); }

bool set_up(const std::string& folder, std::string_view version) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || folder.size() >= report_folder.size()) return false;
  copy_text(folder, report_folder);
  copy_text(version, program_version);
  return true;
}

Line report_path(std::uint64_t seconds_since_1970, std::uint64_t process) {
  Line path;
  path.add(report_folder.data()).add("/crash-").add(seconds_since_1970);
  path.add("-").add(process).add(".txt");
  return path;
}

Line report_head(const char* reason) {
  Line head;
  head.add("Scrubjay ").add(program_version.data()).add(" ended by ").add(reason).add("\nfile: ");
  for (const std::atomic<char>& at : file_at_work) {
    const char c = at.load(std::memory_order_relaxed);
    if (c == 0 || head.size_ + 1 == head.text_.size()) break;
    // The line is printed on terminals.
    head.text_[head.size_++] = static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  }
  const std::uint32_t frame = frame_at_work.load(std::memory_order_relaxed);
  head.add("\nframe: ");
  if (frame == kNoFrame) {
    head.add("none");
  } else {
    head.add(std::uint64_t{frame});
  }
  head.add("\nwhere:\n");
  return head;
}

Line told(const char* reason, const char* path) {
  Line line;
  line.add("scrubjay: ended by ").add(reason);
  if (path != nullptr) line.add("; what is known of it is in ").add(path);
  line.add("\n");
  return line;
}

bool is_first() { return !is_reporting.exchange(true); }

}  // namespace crash_report_state

void end_when_memory_is_short(int exit_status) {
  status_without_memory = exit_status;
  std::set_new_handler([] {
    std::fputs("scrubjay: there is not enough memory for this.\n", stderr);
    std::_Exit(status_without_memory);
  });
}

void note_work(std::string_view file) {
  const std::size_t size = std::min(file.size(), kMostName);
  for (std::size_t i = 0; i < size; ++i) {
    file_at_work[i].store(file[i], std::memory_order_relaxed);
  }
  file_at_work[size].store(0, std::memory_order_relaxed);
  frame_at_work.store(kNoFrame, std::memory_order_relaxed);
}

void note_work(FrameIndex frame) { frame_at_work.store(frame.value, std::memory_order_relaxed); }

}  // namespace scrubjay

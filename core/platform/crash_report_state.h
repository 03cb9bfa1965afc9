#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What the handlers of the systems share. Nothing here allocates, and only variables of static
/// lifetime are read: any signal may call it.
namespace scrubjay::crash_report_state {

/// Text put together without allocating; what does not fit is left out.
class Line {
 public:
  Line& add(const char* text);
  Line& add(std::uint64_t number);
  /// "0x1f".
  Line& add_address(std::uint64_t address);

  const char* text() const { return text_.data(); }
  std::string_view view() const { return {text_.data(), size_}; }

 private:
  friend Line report_head(const char* reason);
  Line& add_digits(std::uint64_t number, unsigned base);

  std::array<char, 8192> text_{};
  std::size_t size_ = 0;
};

/// Where reports go, made if need be, and what they call the program. False: there can be none.
bool set_up(const std::string& folder, std::string_view version);
/// The name of the report of this process at that time.
Line report_path(std::uint64_t seconds_since_1970, std::uint64_t process);
/// The report's beginning: what ended the process, what it worked on. Where it was follows.
Line report_head(const char* reason);
/// What is told on standard error; `path`: of the report, null where there is none.
Line told(const char* reason, const char* path);
/// True for the first that asks: a crash of the report itself, or of another thread meanwhile, only
/// ends the process.
bool is_first();

}  // namespace scrubjay::crash_report_state

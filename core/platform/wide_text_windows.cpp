#include "core/platform/wide_text_windows.h"

#include <windows.h>

#include <cerrno>
#include <locale>

// libstdc++ 12 reads names of files as the C locale says, where it should do so as UTF-8, in which
// it writes them: std::filesystem::path(text).string() is another text. Its conversion is a part of
// the library of its own; linked statically, this one stands in its place. Any size of buffer will
// do, and what is no valid text becomes U+FFFD.
namespace std {

using PathText = codecvt<wchar_t, char, mbstate_t>;

codecvt_base::result PathText::do_in(mbstate_t&, const char* from, const char* from_end,
                                     const char*& from_next, wchar_t* to, wchar_t* to_end,
                                     wchar_t*& to_next) const {
  const wstring wide = scrubjay::wide_text({from, from_end});
  from_next = from;
  to_next = to;
  if (static_cast<size_t>(to_end - to) < wide.size()) return partial;
  from_next = from_end;
  to_next = to + wide.copy(to, wide.size());
  return ok;
}

codecvt_base::result PathText::do_out(mbstate_t&, const wchar_t* from, const wchar_t* from_end,
                                      const wchar_t*& from_next, char* to, char* to_end,
                                      char*& to_next) const {
  const string narrow = scrubjay::narrow_text({from, from_end});
  from_next = from;
  to_next = to;
  if (static_cast<size_t>(to_end - to) < narrow.size()) return partial;
  from_next = from_end;
  to_next = to + narrow.copy(to, narrow.size());
  return ok;
}

int PathText::do_encoding() const noexcept { return 0; }
int PathText::do_max_length() const noexcept { return 4; }
int PathText::do_length(mbstate_t&, const char* from, const char* end, size_t) const {
  return static_cast<int>(end - from);
}

}  // namespace std

namespace scrubjay {

std::wstring wide_text(std::string_view text) {
  const int size = static_cast<int>(text.size());
  const int count = MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(count), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), count);
  return wide;
}

std::string narrow_text(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const int count =
      WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
  std::string narrow(static_cast<std::size_t>(count), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), size, narrow.data(), count, nullptr, nullptr);
  return narrow;
}

int errno_of(unsigned long error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE: return EACCES;
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_DISK_FULL: return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_COMMITMENT_LIMIT: return ENOMEM;
    default: return EIO;
  }
}

}  // namespace scrubjay

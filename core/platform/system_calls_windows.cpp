#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <cerrno>
#include <ctime>
#include <vector>

#include "core/platform/system_calls.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay::system_calls {

namespace {

/// Renames over a file that others have open, too (Windows 10 of 2017 on, not on every disk).
bool replace_open_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  const HANDLE file =
      CreateFileW(from.c_str(), DELETE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                  nullptr, OPEN_EXISTING, 0, nullptr);
  if (file == INVALID_HANDLE_VALUE) return false;
  constexpr DWORD kReplaceIfExists = 1;
  constexpr DWORD kPosixSemantics = 2;
  const std::wstring name = std::filesystem::absolute(to).wstring();
  std::vector<std::byte> memory(sizeof(FILE_RENAME_INFO) + name.size() * sizeof(wchar_t));
  auto* const info = reinterpret_cast<FILE_RENAME_INFO*>(memory.data());
  info->Flags = kReplaceIfExists | kPosixSemantics;
  info->FileNameLength = static_cast<DWORD>(name.size() * sizeof(wchar_t));
  name.copy(info->FileName, name.size());
  constexpr auto kRenameInfoEx = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);  // FileRenameInfoEx
  const bool is_done =
      SetFileInformationByHandle(file, kRenameInfoEx, info, static_cast<DWORD>(memory.size())) != 0;
  CloseHandle(file);
  return is_done;
}

}  // namespace

std::string variable(const char* name) {
  const wchar_t* const value = _wgetenv(wide_text(name).c_str());
  return value == nullptr ? "" : narrow_text(value);
}

std::optional<std::tm> local_time(std::int64_t seconds_since_1970) {
  const auto time = static_cast<std::time_t>(seconds_since_1970);
  std::tm parts{};
  if (localtime_s(&parts, &time) != 0) return std::nullopt;
  return parts;
}

std::FILE* open_file(const std::filesystem::path& path, OpenFor what) {
  const bool reads = what == OpenFor::reading;
  const int flags = reads                          ? _O_RDONLY
                    : what == OpenFor::writing_new ? _O_WRONLY | _O_CREAT | _O_EXCL
                                                   : _O_WRONLY | _O_CREAT | _O_TRUNC;
  const int descriptor =
      _wsopen(path.c_str(), flags | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD | _S_IWRITE);
  return descriptor < 0 ? nullptr : _fdopen(descriptor, reads ? "rb" : "wb");
}

std::optional<std::FILE*> open_own(const std::filesystem::path&) { return std::nullopt; }

int replace_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (replace_open_file(from, to)) return 0;
  const DWORD flags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  return MoveFileExW(from.c_str(), to.c_str(), flags) != 0 ? 0 : errno_of(GetLastError());
}

int sync_stream(std::FILE* stream) {
  // What is no disk cannot be flushed to one.
  return _commit(_fileno(stream)) == 0 || errno == EBADF ? 0 : errno;
}

void sync_folder(const std::filesystem::path&) {}

}  // namespace scrubjay::system_calls

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <utility>

#include "core/platform/input_file_parts.h"
#include "core/platform/mapping_table.h"
#include "core/platform/system_calls.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

using input_file_parts::files_of;
using input_file_parts::from_errno;
using input_file_parts::from_standard_input;
using input_file_parts::is_a_folder;
using input_file_parts::read_all;

namespace {

constexpr std::uintptr_t kBlockBytes = 64 * 1024;

/// Closed unless taken.
struct Handle {
  HANDLE value = INVALID_HANDLE_VALUE;
  explicit Handle(HANDLE handle) : value(handle) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (is_open()) CloseHandle(value);
  }
  bool is_open() const { return value != INVALID_HANDLE_VALUE && value != nullptr; }
  HANDLE take() { return std::exchange(value, INVALID_HANDLE_VALUE); }
};

/// Others may read, write, rename and delete it meanwhile.
HANDLE open_shared(const std::string& path, DWORD access, DWORD flags) {
  return CreateFileW(wide_text(path).c_str(), access,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                     flags, nullptr);
}

/// What belongs to the rows of the table of mappings.
struct MappedFile {
  HANDLE file = INVALID_HANDLE_VALUE;
  bool is_replaced = false;  ///< by memory that is filled block by block
};
std::array<MappedFile, mapping_table::kRows> mapped_files;
std::mutex replacing;

/// Puts what the file still has of the block into memory; zeros for what it has not.
bool fill_block(const MappedFile& mapped, std::uintptr_t begin, std::size_t size,
                std::uintptr_t address) {
  const std::uintptr_t offset = (address - begin) / kBlockBytes * kBlockBytes;
  const auto count = static_cast<DWORD>(std::min<std::uintptr_t>(kBlockBytes, size - offset));
  void* const block =
      VirtualAlloc(reinterpret_cast<void*>(begin + offset), count, MEM_COMMIT, PAGE_READWRITE);
  if (block == nullptr) return false;
  OVERLAPPED at = {};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(std::uint64_t{offset} >> 32);
  DWORD got = 0;
  ReadFile(mapped.file, block, count, &got, &at);
  return true;
}

/// A page of ours that cannot be read from where it is: the mapping gives way to memory, which is
/// filled as it is looked at. Another thread may look while that is done: it tries again.
LONG CALLBACK on_page_error(EXCEPTION_POINTERS* info) {
  const EXCEPTION_RECORD& record = *info->ExceptionRecord;
  const DWORD code = record.ExceptionCode;
  const bool is_page = code == EXCEPTION_IN_PAGE_ERROR || code == EXCEPTION_ACCESS_VIOLATION;
  if (!is_page || record.NumberParameters < 2) return EXCEPTION_CONTINUE_SEARCH;
  const std::uintptr_t address = record.ExceptionInformation[1];
  const int row = mapping_table::find(address);
  if (row < 0) return EXCEPTION_CONTINUE_SEARCH;
  const std::lock_guard lock(replacing);
  mapping_table::Row& mapping = mapping_table::row_at(row);
  MappedFile& mapped = mapped_files[static_cast<std::size_t>(row)];
  const std::uintptr_t begin = mapping.begin.load();
  const std::size_t size = mapping.size.load();
  void* const memory = reinterpret_cast<void*>(begin);
  if (!mapped.is_replaced) {
    mapping.lost.store(true, std::memory_order_release);
    UnmapViewOfFile(memory);
    if (VirtualAlloc(memory, size, MEM_RESERVE, PAGE_READWRITE) != memory) {
      return EXCEPTION_CONTINUE_SEARCH;
    }
    mapped.is_replaced = true;
  }
  const bool is_done = fill_block(mapped, begin, size, address);
  return is_done ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
}

/// Keeps the file open as long as it is mapped. -1 when that cannot be.
int register_mapping(const void* begin, std::size_t size, Handle& file) {
  static const bool is_watched = AddVectoredExceptionHandler(1, on_page_error) != nullptr;
  const std::lock_guard lock(replacing);
  const int row = is_watched ? mapping_table::add(begin, size) : -1;
  if (row >= 0) mapped_files[static_cast<std::size_t>(row)] = {file.take(), false};
  return row;
}

/// Bytes of a file from first to last; null where it cannot be mapped.
const void* map(HANDLE file) {
  const Handle section(CreateFileMappingW(file, nullptr, PAGE_READONLY, 0, 0, nullptr));
  return section.is_open() ? MapViewOfFile(section.value, FILE_MAP_READ, 0, 0, 0) : nullptr;
}

std::uint64_t joined(DWORD high, DWORD low) { return (std::uint64_t{high} << 32) | low; }

std::optional<FileIdentity> identity_of_open(HANDLE handle) {
  BY_HANDLE_FILE_INFORMATION info = {};
  if (GetFileInformationByHandle(handle, &info) == 0) return std::nullopt;
  // Counted in 100 ns since 1601.
  constexpr std::int64_t kYear1970 = 116'444'736'000'000'000;
  const auto modified = static_cast<std::int64_t>(
      joined(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime));
  return FileIdentity{info.dwVolumeSerialNumber, joined(info.nFileIndexHigh, info.nFileIndexLow),
                      joined(info.nFileSizeHigh, info.nFileSizeLow), (modified - kYear1970) * 100};
}

}  // namespace

Result<std::shared_ptr<InputFile>> InputFile::open(const std::string& path,
                                                   FileExtensions in_folders) {
  if (path == "-") return from_standard_input();
  std::error_code ignored;
  if (std::filesystem::is_directory(wide_text(path), ignored)) return open_folder(path, in_folders);
  Handle file(open_shared(path, GENERIC_READ, FILE_ATTRIBUTE_NORMAL));
  if (!file.is_open()) return failure(from_errno(path, errno_of(GetLastError())));
  const auto identity = identity_of_open(file.value);
  if (identity && identity->size > 0 && GetFileType(file.value) == FILE_TYPE_DISK) {
    if (const void* const begin = map(file.value)) {
      const auto size = static_cast<std::size_t>(identity->size);
      const int slot = register_mapping(begin, size, file);
      if (slot >= 0) {
        std::shared_ptr<InputFile> input(new InputFile);
        input->path_ = path;
        input->bytes_ = {static_cast<const std::byte*>(begin), size};
        input->identity_ = *identity;
        input->slot_ = slot;
        return input;
      }
      UnmapViewOfFile(begin);
    }
  }
  const int descriptor =
      _open_osfhandle(reinterpret_cast<std::intptr_t>(file.take()), _O_RDONLY | _O_BINARY);
  std::FILE* stream = descriptor < 0 ? nullptr : _fdopen(descriptor, "rb");
  if (stream == nullptr) return failure(from_errno(path, errno));
  auto bytes = read_all(stream, path);
  std::fclose(stream);
  if (!bytes) return failure(std::move(bytes.error()));
  return from_memory(path, std::move(*bytes));
}

/// Read into memory: files that do not fill their last page cannot be mapped behind each other.
Result<std::shared_ptr<InputFile>> InputFile::open_folder(const std::string& path,
                                                          FileExtensions extensions) {
  std::vector<InputPart> parts = files_of(path, extensions);
  if (parts.empty()) return failure(is_a_folder(path, extensions));
  std::vector<std::byte> memory;
  for (InputPart& part : parts) {
    const std::filesystem::path name =
        std::filesystem::path(wide_text(path)) / wide_text(part.name);
    std::FILE* stream = system_calls::open_file(name, system_calls::OpenFor::reading);
    if (stream == nullptr) return failure(from_errno(narrow_text(name.wstring()), errno));
    const auto bytes = read_all(stream, narrow_text(name.wstring()));
    std::fclose(stream);
    if (!bytes) return failure(bytes.error());
    part.begin = memory.size();
    part.size = bytes->size();
    memory.insert(memory.end(), bytes->begin(), bytes->end());
    memory.push_back(std::byte{0});
  }
  std::shared_ptr<InputFile> file = from_memory(path, std::move(memory));
  file->parts_ = std::move(parts);
  return file;
}

InputFile::~InputFile() {
  if (slot_ < 0) return;
  const std::lock_guard lock(replacing);
  mapping_table::remove(slot_);
  MappedFile& mapped = mapped_files[static_cast<std::size_t>(slot_)];
  void* const memory = const_cast<std::byte*>(bytes_.data());
  if (mapped.is_replaced) {
    VirtualFree(memory, 0, MEM_RELEASE);
  } else {
    UnmapViewOfFile(memory);
  }
  CloseHandle(mapped.file);
}

void InputFile::will_need(std::uint64_t begin, std::uint64_t size) const {
  if (whole_ != nullptr) return whole_->will_need(begin, size);
  if (slot_ < 0 || begin >= bytes_.size()) return;
  WIN32_MEMORY_RANGE_ENTRY range{
      const_cast<std::byte*>(bytes_.data()) + static_cast<std::size_t>(begin),
      static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes_.size() - begin))};
  PrefetchVirtualMemory(GetCurrentProcess(), 1, &range, 0);
}

std::optional<FileIdentity> file_identity(const std::string& path, bool& is_removed) {
  const Handle file(open_shared(path, FILE_READ_ATTRIBUTES, FILE_FLAG_BACKUP_SEMANTICS));
  if (!file.is_open()) {
    const DWORD error = GetLastError();
    is_removed = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
    return std::nullopt;
  }
  return identity_of_open(file.value);
}

}  // namespace scrubjay

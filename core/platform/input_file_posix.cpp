#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>

#include "core/platform/input_file_parts.h"
#include "core/platform/mapping_table.h"

namespace scrubjay {

using input_file_parts::files_of;
using input_file_parts::from_errno;
using input_file_parts::from_standard_input;
using input_file_parts::is_a_folder;
using input_file_parts::read_all;
using input_file_parts::unreadable;

namespace {

std::size_t page_bytes = 4096;
struct sigaction previous_action;

/// SIGBUS on a page of ours: the file has become shorter. Puts a page of zeros there and lets the
/// read go on. mmap is a plain system call here and touches no lock of ours. Anything else goes to
/// whoever handled the signal before.
void on_bus_error(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (const int row = mapping_table::find(address); row >= 0) {
    void* page = reinterpret_cast<void*>(address / page_bytes * page_bytes);
    if (mmap(page, page_bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page) {
      mapping_table::row_at(row).lost.store(true, std::memory_order_release);
      return;
    }
  }
  if ((previous_action.sa_flags & SA_SIGINFO) != 0 && previous_action.sa_sigaction != nullptr) {
    previous_action.sa_sigaction(signal, info, context);
    return;
  }
  if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN) {
    previous_action.sa_handler(signal);
    return;
  }
  sigaction(SIGBUS, &previous_action,
            nullptr);  // returns to the fault, which then ends the process
}

void install_handler_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action = {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous_action);
  });
}

int register_mapping(const void* begin, std::size_t size) {
  install_handler_once();
  return mapping_table::add(begin, size);
}

std::int64_t change_time_ns(const struct stat& info) {
#ifdef __APPLE__
  return info.st_mtimespec.tv_sec * 1'000'000'000LL + info.st_mtimespec.tv_nsec;
#else
  return info.st_mtim.tv_sec * 1'000'000'000LL + info.st_mtim.tv_nsec;
#endif
}

FileIdentity identity_of_status(const struct stat& info) {
  return {info.st_dev, info.st_ino, static_cast<std::uint64_t>(info.st_size), change_time_ns(info)};
}

}  // namespace

Result<std::shared_ptr<InputFile>> InputFile::open(const std::string& path,
                                                   FileExtensions in_folders) {
  if (path == "-") return from_standard_input();
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return failure(from_errno(path, errno));
  struct stat info = {};
  if (fstat(descriptor, &info) != 0) {
    const int error = errno;
    ::close(descriptor);
    return failure(from_errno(path, error));
  }
  if (S_ISDIR(info.st_mode)) {
    ::close(descriptor);
    return open_folder(path, in_folders);
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  if (S_ISREG(info.st_mode) && size > 0) {
    void* begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (begin != MAP_FAILED) {
      const int slot = register_mapping(begin, size);
      if (slot >= 0) {
        ::close(descriptor);
        std::shared_ptr<InputFile> file(new InputFile);
        file->path_ = path;
        file->bytes_ = {static_cast<const std::byte*>(begin), size};
        file->identity_ = identity_of_status(info);
        file->slot_ = slot;
        return file;
      }
      munmap(begin, size);
    }
  }
  std::FILE* stream = fdopen(descriptor, "rb");
  if (stream == nullptr) {
    const int error = errno;
    ::close(descriptor);
    return failure(from_errno(path, error));
  }
  auto bytes = read_all(stream, path);
  std::fclose(stream);
  if (!bytes) return failure(std::move(bytes.error()));
  return from_memory(path, std::move(*bytes));
}

/// Maps the files into one range of addresses, each from a page's beginning on. What is left of its
/// last page reads as zeros.
Result<std::shared_ptr<InputFile>> InputFile::open_folder(const std::string& path,
                                                          FileExtensions extensions) {
  std::vector<InputPart> parts = files_of(path, extensions);
  if (parts.empty()) return failure(is_a_folder(path, extensions));
  install_handler_once();  // it also asks for the page size
  std::uint64_t total = 0;
  for (InputPart& part : parts) {
    part.begin = total;
    // One page more than is full, so that each file ends with a zero.
    total += (part.size / page_bytes + 1) * page_bytes;
  }
  const auto size = static_cast<std::size_t>(total);
  void* begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (begin == MAP_FAILED) return failure(from_errno(path, errno));
  std::shared_ptr<InputFile> file(new InputFile);
  file->path_ = path;
  file->bytes_ = {static_cast<const std::byte*>(begin), size};
  file->slot_ = register_mapping(begin, size);
  if (file->slot_ < 0) {
    munmap(begin, size);
    return failure(unreadable("unreadable", path, "too many files are open"));
  }
  for (const InputPart& part : parts) {
    const std::string name = (std::filesystem::path(path) / part.name).string();
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return failure(from_errno(name, errno));
    const auto offset = static_cast<std::size_t>(part.begin);
    const bool is_mapped =
        part.size == 0 ||
        mmap(static_cast<std::byte*>(begin) + offset, static_cast<std::size_t>(part.size),
             PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) != MAP_FAILED;
    const int error = errno;
    ::close(descriptor);
    if (!is_mapped) return failure(from_errno(name, error));
  }
  bool is_removed = false;
  file->identity_ = file_identity(path, is_removed).value_or(FileIdentity());
  file->parts_ = std::move(parts);
  return file;
}

InputFile::~InputFile() {
  if (slot_ < 0) return;
  mapping_table::remove(slot_);
  munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void InputFile::will_need(std::uint64_t begin, std::uint64_t size) const {
  if (whole_ != nullptr) return whole_->will_need(begin, size);
  if (slot_ < 0 || begin >= bytes_.size()) return;
  const std::uint64_t skipped = begin % page_bytes;  // what is asked for begins with a page
  const auto first = static_cast<std::size_t>(begin - skipped);
  size = std::min<std::uint64_t>(size, bytes_.size() - begin);
  const auto length = static_cast<std::size_t>(size + skipped);
  madvise(const_cast<std::byte*>(bytes_.data()) + first, length, MADV_WILLNEED);
}

std::optional<FileIdentity> file_identity(const std::string& path, bool& is_removed) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) {
    is_removed = errno == ENOENT || errno == ENOTDIR;
    return std::nullopt;
  }
  return identity_of_status(info);
}

}  // namespace scrubjay

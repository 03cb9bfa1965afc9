#pragma once

#include <cstdint>

namespace scrubjay::load {

/// Bytes of this process's memory that belong to no file, after what the heap does not need was
/// given back; 0 where the system does not tell.
std::uint64_t anonymous_bytes();

/// Bytes of the heap that are in use; 0 where the allocator does not tell (under sanitizers).
std::uint64_t heap_bytes();

/// What the process has open: files, pipes, sockets. 0 where the system does not tell.
std::uint64_t open_descriptors();

/// 0 where the system does not tell.
std::uint64_t threads();

}  // namespace scrubjay::load

#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

#include "core/byte_reader.h"

namespace scrubjay::system_calls {

/// What the portable sources of this folder need of a system: each has one source file with its own
/// way, chosen when the build is set up.

/// The value of a variable of the environment; "" without it.
std::string variable(const char* name);
/// Where this user's programs keep what they can make again; empty where nothing says so.
std::filesystem::path user_cache_folder();
/// Puts the bytes of a stream on the disk, past the system's cache. 0, or what errno said. Pipes
/// and the like have no disk: not an error.
int sync_stream(std::FILE* stream);
/// The same for the names in a folder. Best effort.
void sync_folder(const std::filesystem::path& folder);
/// Puts the pages of these bytes, a part of a mapped file, into this process's memory. False where
/// the system cannot do it, or the file has become shorter.
bool put_in_place(Bytes bytes);

}  // namespace scrubjay::system_calls

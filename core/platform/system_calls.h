#pragma once

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

#include "core/byte_reader.h"

namespace scrubjay::system_calls {

/// What the portable sources of this folder need of a system: each has one source file with its own
/// way, chosen when the build is set up.

/// The value of a variable of the environment; "" without it.
std::string variable(const char* name);
/// The day and time here and then; nothing where the system has no calendar for it.
std::optional<std::tm> local_time(std::int64_t seconds_since_1970);

enum class OpenFor : std::uint8_t { reading, writing, writing_new };
/// Bytes as they are; `writing_new` only where nothing has the name. Null: errno says why.
std::FILE* open_file(const std::filesystem::path& path, OpenFor what);
/// Where the path names what this process has open already (/dev/stdout, /dev/fd/3): a stream that
/// writes on from the place reached there. Null in it: errno says why. Nothing for other paths.
std::optional<std::FILE*> open_own(const std::filesystem::path& path);
/// Gives the file at `from` the name `to`, which goes from the old file to the new one at once. 0,
/// or the errno.
int replace_file(const std::filesystem::path& from, const std::filesystem::path& to);
/// Puts the bytes of a stream on the disk, past the system's cache. 0, or what errno said. Pipes
/// and the like have no disk: not an error.
int sync_stream(std::FILE* stream);
/// The same for the names in a folder. Best effort.
void sync_folder(const std::filesystem::path& folder);
/// Puts the pages of these bytes, a part of a mapped file, into this process's memory. False where
/// the system cannot do it, or the file has become shorter.
bool put_in_place(Bytes bytes);

}  // namespace scrubjay::system_calls

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"

namespace scrubjay::fuzz {

/// How records follow each other in a file: each has a head with the number of bytes behind it.
struct RecordLayout {
  std::size_t head = 0;          ///< bytes
  std::size_t length_at = 0;     ///< of the head
  std::size_t length_bytes = 0;  ///< little-endian
};

/// Little-endian.
void put_number(std::span<std::byte> bytes, std::size_t at, std::size_t size, std::uint64_t number);

/// The input of a target that consists of records.
struct RecordFile {
  std::string_view target;
  std::size_t (*begin)(Bytes file) = nullptr;  ///< of the first record
  RecordLayout layout = {};
  bool has_chunks = false;  ///< records of MCAP, some of which hold others
};

/// Of that target; null where its input has no records.
const RecordFile* record_file_of(std::string_view target);

struct RecordPlace {
  std::size_t begin = 0;  ///< of its head
  std::size_t end = 0;
};
/// The records that are whole, from `begin` to the first that is not.
std::vector<RecordPlace> records_of(Bytes file, std::size_t begin, const RecordLayout& layout);

/// Changes bytes in place; returns how many there are then, at most `most`.
using MutateBytes =
    std::function<std::size_t(std::byte* bytes, std::size_t size, std::size_t most)>;

/// Changes one record, so that all others stay where a reader finds them: its content by `mutate`,
/// its place, its type, or whether it is there. Changed bytes that move the others, as of plain
/// fuzzing, mostly end what a reader can read. False where there is no record, or no room.
bool mutate_record(std::vector<std::byte>& file, const RecordFile& kind, std::size_t most,
                   std::uint32_t seed, const MutateBytes& mutate);

}  // namespace scrubjay::fuzz

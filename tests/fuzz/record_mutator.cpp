#include "tests/fuzz/record_mutator.h"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <span>

#include "formats/carla/header.h"
#include "formats/mcap/records.h"
#include "formats/xrec/packets.h"

namespace scrubjay::fuzz {

namespace {

std::uint64_t number_at(Bytes bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    number |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  }
  return number;
}

/// The end of the file where its header cannot be read.
std::size_t carla_begin(Bytes file) {
  const auto header = carla::read_header(file);
  return header ? static_cast<std::size_t>(header->bytes) : file.size();
}

constexpr std::array kFiles{
    RecordFile{"carla_fuzz", carla_begin, {.head = 5, .length_at = 1, .length_bytes = 4}},
    RecordFile{"colyseus_wire_fuzz",
               [](Bytes) { return std::size_t{1}; },
               {.head = 1, .length_at = 0, .length_bytes = 1}},
    RecordFile{"mcap_fuzz",
               [](Bytes) { return mcap::kMagic.size(); },
               {.head = 9, .length_at = 1, .length_bytes = 8},
               true},
    RecordFile{"xrec_container_fuzz",
               [](Bytes) { return xrec::kSignature.size(); },
               {.head = 16, .length_at = 8, .length_bytes = 8}},
    RecordFile{"xrec_recording_fuzz",
               [](Bytes) { return xrec::kSignature.size(); },
               {.head = 16, .length_at = 8, .length_bytes = 8}},
};

/// One change to the records behind each other in `file`.
class Change {
 public:
  Change(std::vector<std::byte>& file, const RecordFile& kind, std::size_t most, std::uint32_t seed,
         const MutateBytes& mutate)
      : file_(file), kind_(kind), most_(most), random_(seed), mutate_(mutate) {}

  bool make(std::size_t begin) {
    const std::vector<RecordPlace> records = records_of(file_, begin, kind_.layout);
    if (records.empty()) return false;
    const RecordPlace one = records[random_() % records.size()];
    const RecordPlace other = records[random_() % records.size()];
    switch (random_() % 6) {
      case 0: file_.erase(at(one.begin), at(one.end)); return true;
      case 1: return insert_copy(other, one.begin);
      case 2: swap(one, other); return true;
      case 3: take_type(one, other); return true;
      default: return change_content(one);
    }
  }

 private:
  std::vector<std::byte>::iterator at(std::size_t place) {
    return file_.begin() + static_cast<std::ptrdiff_t>(place);
  }

  bool insert_copy(RecordPlace record, std::size_t place) {
    const std::vector<std::byte> copy(at(record.begin), at(record.end));
    if (copy.size() > most_ - std::min(most_, file_.size())) return false;
    file_.insert(at(place), copy.begin(), copy.end());
    return true;
  }

  void swap(RecordPlace one, RecordPlace other) {
    if (one.begin == other.begin) return;
    if (one.begin > other.begin) std::swap(one, other);
    std::vector<std::byte> turned(at(other.begin), at(other.end));
    turned.insert(turned.end(), at(one.end), at(other.begin));
    turned.insert(turned.end(), at(one.begin), at(one.end));
    std::ranges::copy(turned, at(one.begin));
  }

  /// All of the head but the length.
  void take_type(RecordPlace one, RecordPlace other) {
    for (std::size_t i = 0; i < kind_.layout.head; ++i) {
      const bool is_length = i - kind_.layout.length_at < kind_.layout.length_bytes;
      if (!is_length) file_[one.begin + i] = file_[other.begin + i];
    }
  }

  bool change_content(RecordPlace record) {
    const std::size_t begin = record.begin + kind_.layout.head;
    std::vector<std::byte> content(at(begin), at(record.end));
    const std::size_t room =
        std::min<std::size_t>(content.size() + (most_ - std::min(most_, file_.size())),
                              kind_.layout.length_bytes == 1 ? 0xFF : std::size_t{0xFFFF'FFFF});
    if (room == 0) return false;
    if (!change_chunk(record, content, room)) {
      const std::size_t size = std::min(content.size(), room);
      content.resize(room);
      content.resize(mutate_(content.data(), size, room));
    }
    file_.erase(at(begin), at(record.end));
    file_.insert(at(begin), content.begin(), content.end());
    put_number(file_, record.begin + kind_.layout.length_at, kind_.layout.length_bytes,
               content.size());
    return true;
  }

  /// A record inside a chunk that is not compressed; nothing but three numbers of the chunk's own
  /// changes with it (formats/mcap/README.md).
  bool change_chunk(RecordPlace record, std::vector<std::byte>& content, std::size_t room) {
    constexpr std::size_t kSize = 16;
    constexpr std::size_t kSum = 24;  // 0: not stated
    constexpr std::size_t kCompression = 28;
    constexpr std::size_t kLength = 32;
    constexpr std::size_t kRecords = 40;
    const bool is_chunk = kind_.has_chunks &&
                          file_[record.begin] == static_cast<std::byte>(mcap::kChunk) &&
                          content.size() > kRecords && number_at(content, kCompression, 4) == 0;
    if (!is_chunk || random_() % 4 == 0) return false;
    std::vector<std::byte> inner(content.begin() + kRecords, content.end());
    if (!Change(inner, kind_, room - std::min(room, kRecords),
                static_cast<std::uint32_t>(random_()), mutate_)
             .make(0)) {
      return false;
    }
    content.resize(kRecords);
    content.insert(content.end(), inner.begin(), inner.end());
    put_number(content, kSize, 8, inner.size());
    put_number(content, kSum, 4, 0);
    put_number(content, kLength, 8, inner.size());
    return true;
  }

  std::vector<std::byte>& file_;
  const RecordFile& kind_;
  std::size_t most_;
  std::minstd_rand random_;
  const MutateBytes& mutate_;
};

}  // namespace

void put_number(std::span<std::byte> bytes, std::size_t at, std::size_t size,
                std::uint64_t number) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes[at + i] = static_cast<std::byte>(number >> (8 * i) & 0xFF);
  }
}

const RecordFile* record_file_of(std::string_view target) {
  const auto found = std::ranges::find(kFiles, target, &RecordFile::target);
  return found == kFiles.end() ? nullptr : &*found;
}

std::vector<RecordPlace> records_of(Bytes file, std::size_t begin, const RecordLayout& layout) {
  std::vector<RecordPlace> records;
  while (begin <= file.size() && file.size() - begin >= layout.head) {
    const std::uint64_t length = number_at(file, begin + layout.length_at, layout.length_bytes);
    const std::size_t content = begin + layout.head;
    if (length > file.size() - content) break;
    records.push_back({begin, content + static_cast<std::size_t>(length)});
    begin = records.back().end;
  }
  return records;
}

bool mutate_record(std::vector<std::byte>& file, const RecordFile& kind, std::size_t most,
                   std::uint32_t seed, const MutateBytes& mutate) {
  return Change(file, kind, most, seed, mutate).make(kind.begin(file));
}

}  // namespace scrubjay::fuzz

#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/byte_reader.h"
#include "core/coordinate_system.h"
#include "core/growing_column.h"
#include "core/ids.h"
#include "core/text.h"
#include "core/timeline.h"

namespace scrubjay {

class Recording;

// How an index is written down and read again. Both directions have the same functions, so that
// one template says for both what belongs to a table and in which order:
//
//     template <class Archive, class Index>
//     void archive(Archive& a, Index& index) {
//       a(index.version);
//       a.rows(index.frames, [&](auto& row) {
//         a.range(row.bytes, a.limits().file_bytes);
//         a(row.client);
//       });
//     }
//
// What is read is believed no more than any other file: a wrong value makes the whole index
// unusable, `ok()` is false from then on, and all that is asked for later reads as zero.

/// What an index may refer to.
struct IndexLimits {
  std::uint64_t file_bytes = 0;
  std::uint64_t frames = 0;
  std::uint64_t entities = 0;
  std::uint64_t events = 0;
  std::uint64_t streams = 0;
  std::uint64_t resources = 0;
  std::uint64_t texts = std::numeric_limits<std::uint32_t>::max();
};

/// A plain number that is written as its bytes. Enumerations go through `choice`.
template <class T>
concept IndexNumber = std::is_arithmetic_v<T>;

template <class T>
inline constexpr bool kIsRowId = false;
template <class Tag>
inline constexpr bool kIsRowId<RowId<Tag>> = true;
template <class T>
concept IndexAtomic = requires(T value) {
  typename T::value_type;
  requires std::derived_from<T, std::atomic<typename T::value_type>>;
};
/// What takes the same few bytes whatever its value: numbers, rows, and such as may change.
template <class T>
concept IndexPlain = IndexNumber<T> || kIsRowId<T> || IndexAtomic<T>;

/// Writes an index, in pieces, to whoever takes bytes.
class IndexWriter {
 public:
  static constexpr bool kReads = false;
  /// `sink` is given pieces of kPiece bytes, and a last one; false stops the writing.
  static constexpr std::size_t kPiece = 1 << 16;

  IndexWriter(std::function<bool(Bytes)> sink, const IndexLimits& limits)
      : sink_(std::move(sink)), limits_(limits) {
    piece_.reserve(kPiece);
  }

  const IndexLimits& limits() const { return limits_; }
  bool ok() const { return ok_; }
  void require(bool) {}

  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  template <class Enum>
  void choice(const Enum& value, Enum) {
    put(static_cast<std::underlying_type_t<Enum>>(value));
  }
  template <class Row>
  void row(const Row& row, std::uint64_t) {
    put_row(row);
  }
  template <class Row>
  void sure_row(const Row& row, std::uint64_t) {
    put_row(row);
  }
  template <class Row>
  void check_row(const Row&, std::uint64_t) {}
  template <class Row>
  void check_sure_row(const Row&, std::uint64_t) {}
  void check_range(const ByteRange&, std::uint64_t) {}
  void range(const ByteRange& range, std::uint64_t) { (*this)(range.begin, range.size); }
  void coordinates(const CoordinateSystem& system) {
    choice(system.right, Axis::neg_z);
    choice(system.up, Axis::neg_z);
    choice(system.forward, Axis::neg_z);
    put(system.metres_per_unit);
  }
  void text(std::string_view text, TextArena&) { put(text); }
  void texts(const TextTable& table) {
    put(std::uint64_t{table.size()});
    for (std::size_t i = 0; i < table.size() && ok_; ++i) put(table[TextId(i)]);
  }

  /// All rows of a column or list; `fields(row)` writes one.
  template <class Rows, class Fields>
  void rows(const Rows& rows, Fields fields) {
    const std::size_t count = rows.size();
    put(std::uint64_t{count});
    for (std::size_t i = 0; i < count && ok_; ++i) fields(rows[i]);
  }

  /// Hands out what is left. False when anything was not taken.
  bool finish() {
    flush();
    return ok_;
  }

 private:
  template <IndexNumber T>
  void put(const T& value) {
    // Little-endian on every machine that this runs on; a cache never leaves its machine.
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    append(raw);
  }
  template <IndexAtomic T>
  void put(const T& value) {
    put(value.load(std::memory_order_relaxed));
  }
  template <class Tag>
  void put(const RowId<Tag>& row) {
    put(row.value);
  }
  void put(std::string_view text) {
    put(std::uint64_t{text.size()});
    append(std::as_bytes(std::span(text)));
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  template <class Tag>
  void put_row(const RowId<Tag>& row) {
    put(row.value);
  }
  void put_row(const std::uint32_t& row) { put(row); }
  void put_row(const std::atomic<std::uint32_t>& row) { put(row); }

  void append(Bytes bytes) {
    while (!bytes.empty() && ok_) {
      const std::size_t count = std::min(bytes.size(), kPiece - piece_.size());
      const std::size_t before = piece_.size();
      piece_.resize(before + count);
      std::memcpy(piece_.data() + before, bytes.data(), count);
      bytes = bytes.subspan(count);
      if (piece_.size() == kPiece) flush();
    }
  }
  void flush() {
    if (ok_ && !piece_.empty()) ok_ = sink_(piece_);
    piece_.clear();
  }

  std::function<bool(Bytes)> sink_;
  IndexLimits limits_;
  std::vector<std::byte> piece_;
  bool ok_ = true;
};

/// Reads what IndexWriter wrote, and checks it.
class IndexReader {
 public:
  static constexpr bool kReads = true;
  static constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

  IndexReader(Bytes bytes, const IndexLimits& limits) : reader_(bytes), limits_(limits) {}

  const IndexLimits& limits() const { return limits_; }
  void set_limits(const IndexLimits& limits) { limits_ = limits; }
  bool ok() const { return ok_; }
  bool at_end() const { return reader_.at_end(); }
  void require(bool holds) { ok_ = ok_ && holds; }

  /// Numbers in a row are checked as one: tables are long.
  template <class... Values>
  void operator()(Values&... values) {
    if constexpr (sizeof...(Values) > 1 && (IndexPlain<Values> && ...)) {
      get_plain(values...);
    } else {
      (get(values), ...);
    }
  }
  /// One of the values up to `last`.
  template <class Enum>
  void choice(Enum& value, Enum last) {
    std::underlying_type_t<Enum> number{};
    get(number);
    require(number <= static_cast<std::underlying_type_t<Enum>>(last));
    value = ok_ ? static_cast<Enum>(number) : Enum{};
  }
  /// A row below `count`, or none.
  template <class Row>
  void row(Row& row, std::uint64_t count) {
    (*this)(number_of(row));
    check_row(row, count);
  }
  /// A row below `count`.
  template <class Row>
  void sure_row(Row& row, std::uint64_t count) {
    (*this)(number_of(row));
    check_sure_row(row, count);
  }
  /// The same of rows that were read as numbers.
  template <class Row>
  void check_row(Row& row, std::uint64_t count) {
    const std::uint32_t number = number_of(row);
    require(number == kNoRow || number < count);
    if (!ok_) number_of(row) = kNoRow;
  }
  template <class Row>
  void check_sure_row(Row& row, std::uint64_t count) {
    require(number_of(row) < count);
    if (!ok_) number_of(row) = kNoRow;
  }
  /// A range inside of `size` bytes.
  void range(ByteRange& range, std::uint64_t size) {
    (*this)(range.begin, range.size);
    check_range(range, size);
  }
  void check_range(ByteRange& range, std::uint64_t size) {
    require(range.begin <= size && range.size <= size - range.begin);
    if (!ok_) range = {};
  }
  void coordinates(CoordinateSystem& system) {
    choice(system.right, Axis::neg_z);
    choice(system.up, Axis::neg_z);
    choice(system.forward, Axis::neg_z);
    get(system.metres_per_unit);
  }
  /// A view of a text that is copied into `arena`.
  void text(std::string_view& text, TextArena& arena) { text = arena.add(view()); }
  /// A text as it stands in what is read.
  std::string_view view() {
    std::uint64_t size = 0;
    get(size);
    const auto found = ok_ ? reader_.text(size) : std::nullopt;
    require(found.has_value());
    return found.value_or(std::string_view());
  }
  void texts(TextTable& table) {
    const std::uint64_t count = this->count();
    for (std::uint64_t i = 0; i < count && ok_; ++i) require(table.add(view()).value == i);
  }

  /// All rows of a column or list, which is empty. Stops at the first one that is not good, so that
  /// a wrong count takes no more memory than what is there.
  template <class T, class Fields>
  void rows(GrowingColumn<T>& column, Fields fields) {
    const std::uint64_t count = this->count();
    for (std::uint64_t i = 0; i < count && ok_; ++i) fields(column.append());
  }
  template <class T, class Fields>
  void rows(std::vector<T>& list, Fields fields) {
    const std::uint64_t count = this->count();
    for (std::uint64_t i = 0; i < count && ok_; ++i) fields(list.emplace_back());
  }

  /// A number of rows, of which each takes a byte at least.
  std::uint64_t count() {
    std::uint64_t count = 0;
    get(count);
    require(count <= reader_.left() && count < kNoRow);
    return ok_ ? count : 0;
  }

 private:
  template <IndexNumber T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      get(byte);
      require(byte <= 1);
      value = ok_ && byte == 1;
    } else {
      const auto found = ok_ ? reader_.little<T>() : std::nullopt;
      require(found.has_value());
      value = found.value_or(T{});
    }
  }
  template <IndexPlain... Values>
  void get_plain(Values&... values) {
    const auto bytes = ok_ ? reader_.bytes((sizeof(Values) + ...)) : std::nullopt;
    require(bytes.has_value());
    if (!bytes) {
      ((values = {}), ...);
      return;
    }
    const std::byte* next = bytes->data();
    (take_plain(next, values), ...);
  }
  template <IndexPlain T>
  void take_plain(const std::byte*& next, T& value) {
    if constexpr (IndexAtomic<T>) {
      typename T::value_type plain{};
      take_plain(next, plain);
      value.store(plain, std::memory_order_relaxed);
    } else {
      if constexpr (std::is_same_v<T, bool>) {
        require(*next <= std::byte{1});
        value = ok_ && *next == std::byte{1};
      } else {
        std::memcpy(&value, next, sizeof(T));
      }
      next += sizeof(T);
    }
  }
  template <IndexAtomic T>
  void get(T& value) {
    typename T::value_type plain{};
    get(plain);
    value.store(plain, std::memory_order_relaxed);
  }
  template <class Tag>
  void get(RowId<Tag>& row) {
    get(row.value);
  }
  void get(std::string& text) { text = view(); }
  void get(std::string_view& text) { text = view(); }
  template <class Tag>
  static std::uint32_t& number_of(RowId<Tag>& row) {
    return row.value;
  }
  template <class Row>
  static Row& number_of(Row& row) {
    return row;  // std::uint32_t or one that is atomic
  }

  ByteReader reader_;
  IndexLimits limits_;
  bool ok_ = true;
};

/// What the index of a recording may refer to.
IndexLimits index_limits_of(const Recording& recording);

}  // namespace scrubjay

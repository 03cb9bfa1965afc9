#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::parquet {

/// Appends structures in Apache Thrift's compact protocol, which Parquet's headers and footer are
/// in. Fields come in order of their numbers.
class ThriftWriter {
 public:
  explicit ThriftWriter(std::string& out) : out_(out) {}

  void boolean(int field, bool value) { header(field, value ? 1 : 2); }
  void i32(int field, std::int32_t value) { integer(field, 5, value); }
  void i64(int field, std::int64_t value) { integer(field, 6, value); }
  void binary(int field, std::string_view value) {
    header(field, 8);
    bytes(value);
  }
  void begin_struct(int field) {
    header(field, 12);
    last_.push_back(0);
  }
  void end_struct() {
    out_ += '\0';
    last_.pop_back();
  }

  enum class Element : unsigned char { i32 = 5, binary = 8, structure = 12 };
  void begin_list(int field, Element element, std::size_t size) {
    header(field, 9);
    const auto type = static_cast<unsigned>(element);
    if (size < 15) {
      out_ += static_cast<char>(size << 4 | type);
    } else {
      out_ += static_cast<char>(0xF0 | type);
      varint(size);
    }
  }
  // Elements of a list.
  void begin_element() { last_.push_back(0); }
  void element(std::int32_t value) { varint(zigzag(value)); }
  void element(std::string_view value) { bytes(value); }

  /// Behind the last field of the outermost structure.
  void end() { out_ += '\0'; }

 private:
  static std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
  }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_ += static_cast<char>(value | 0x80);
    out_ += static_cast<char>(value);
  }
  void bytes(std::string_view value) {
    varint(value.size());
    out_ += value;
  }
  void integer(int field, unsigned type, std::int64_t value) {
    header(field, type);
    varint(zigzag(value));
  }
  void header(int field, unsigned type) {
    const int step = field - last_.back();
    last_.back() = field;
    if (step > 0 && step < 16) {
      out_ += static_cast<char>(static_cast<unsigned>(step) << 4 | type);
    } else {
      out_ += static_cast<char>(type);
      varint(zigzag(field));
    }
  }

  std::string& out_;
  std::vector<int> last_ = {0};  ///< the number of the last field, one a level
};

}  // namespace scrubjay::parquet

#pragma once

#include <string_view>
#include <vector>

#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {

/// NRBF streams by hand ([MS-NRBF]), record by record.
struct NrbfMaker {
  Raw out;

  explicit NrbfMaker(std::int32_t root = 1) { out.u8(0).i32(root).i32(-1).i32(1).i32(0); }

  NrbfMaker& library(std::int32_t id, std::string_view name) {
    out.u8(12).i32(id).name(name);
    return *this;
  }
  /// A member's name and binary type, with the primitive type for 0 and 7.
  struct Member {
    std::string_view name;
    std::uint8_t binary_type;
    std::uint8_t primitive = 0;
  };
  /// Record 5 (or 4 with library 0) up to the members' values.
  NrbfMaker& instance(std::int32_t id, std::string_view name, const std::vector<Member>& members,
                      std::int32_t library = 0) {
    out.u8(library == 0 ? 4 : 5).i32(id).name(name);
    out.i32(static_cast<std::int32_t>(members.size()));
    for (const Member& member : members) out.name(member.name);
    for (const Member& member : members) out.u8(member.binary_type);
    for (const Member& member : members) {
      if (member.primitive != 0) out.u8(member.primitive);
    }
    if (library != 0) out.i32(library);
    return *this;
  }
  NrbfMaker& like(std::int32_t id, std::int32_t model) {
    out.u8(1).i32(id).i32(model);
    return *this;
  }
  NrbfMaker& string(std::int32_t id, std::string_view text) {
    out.u8(6).i32(id).name(text);
    return *this;
  }
  NrbfMaker& reference(std::int32_t id) {
    out.u8(9).i32(id);
    return *this;
  }
  NrbfMaker& null() {
    out.u8(10);
    return *this;
  }
  NrbfMaker& objects(std::int32_t id, std::int32_t length) {
    out.u8(16).i32(id).i32(length);
    return *this;
  }
  ByteVector end() {
    out.u8(11);
    return out.bytes;
  }
};

// Primitive and binary types (formats/xrec/README.md, 6.1).
inline constexpr std::uint8_t kBoolean = 1, kByte = 2, kChar = 3, kDecimal = 5, kDouble = 6,
                              kInt32 = 8, kInt64 = 9, kSingle = 11, kTimeSpan = 12, kDateTime = 13,
                              kUInt64 = 16;
inline constexpr std::uint8_t kPrimitiveMember = 0, kStringMember = 1, kObjectMember = 2;

}  // namespace scrubjay::xrec

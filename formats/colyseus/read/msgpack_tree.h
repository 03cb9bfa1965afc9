#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/byte_reader.h"
#include "core/property_tree.h"

namespace scrubjay::colyseus {

/// Appends the msgpack value at the beginning of `bytes` as a property of that name, texts copied;
/// `name` must outlive the tree. Returns the value's size; nothing, and nothing is added, for what
/// is none or nested too deeply. Maps become groups, arrays lists, binaries and extensions bytes.
std::optional<std::size_t> append_msgpack(PropertyTree& tree, std::string_view name, Bytes bytes);

/// The size of the msgpack value at the beginning of `bytes`, or nothing.
std::optional<std::size_t> msgpack_size(Bytes bytes);

}  // namespace scrubjay::colyseus

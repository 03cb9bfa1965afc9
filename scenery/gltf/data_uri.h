#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace scrubjay::gltf {

/// True for a "data:" URI.
bool is_data_uri(std::string_view uri);

/// The bytes of a "data:" URI in base64 (RFC 2397), the only form that glTF has. Nothing where it
/// is no base64.
std::optional<std::vector<std::byte>> bytes_of_data_uri(std::string_view uri);

}  // namespace scrubjay::gltf

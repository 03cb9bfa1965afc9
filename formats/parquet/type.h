#pragma once

#include <cstdint>

namespace scrubjay::parquet {

/// What the values of a column are.
enum class Type : std::uint8_t { boolean, int32, int64, real, text };

}  // namespace scrubjay::parquet

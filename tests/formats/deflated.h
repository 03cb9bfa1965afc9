#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/core/bytes_of.h"

namespace scrubjay {

/// As zlib packs it: `window_bits` say what is around it (kGzip, or a negative one: nothing).
inline ByteVector deflated(ByteVector bytes, int window_bits, int level = 6) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  ByteVector out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline constexpr int kGzip = 16 + MAX_WBITS;

}  // namespace scrubjay

#include "formats/kept/packed_bytes.h"

#include <zstd.h>

#include "core/little_bytes.h"
#include "formats/kept/limits.h"
#include "formats/zstd_frame.h"

namespace scrubjay::kept {

namespace {

/// Columns of a group hold what repeats far apart: a little more work finds it.
constexpr int kLevel = 9;

}  // namespace

bool pack(Bytes bytes, std::vector<std::byte>& out) {
  put_little(out, std::uint64_t{bytes.size()});
  return append_zstd(out, bytes, kLevel);
}

struct Unpacker::Context {
  ZSTD_DCtx* zstd = ZSTD_createDCtx();
  ~Context() { ZSTD_freeDCtx(zstd); }
};

Unpacker::Unpacker() : context_(std::make_unique<Context>()) {}
Unpacker::~Unpacker() = default;

const char* Unpacker::unpack(Bytes packed, std::uint64_t most, std::vector<std::byte>& out) {
  ByteReader reader(packed);
  const auto size = reader.little<std::uint64_t>();
  if (!size) return "their packet is too short";
  const Bytes frame = *reader.bytes(reader.left());
  if (*size > most || *size > limits::kMostRatio * frame.size()) {
    return "they promise too many bytes";
  }
  out.resize(static_cast<std::size_t>(*size));
  if (context_->zstd == nullptr) return "there is no memory to decompress them";
  const std::size_t found =
      ZSTD_decompressDCtx(context_->zstd, out.data(), out.size(), frame.data(), frame.size());
  if (ZSTD_isError(found) != 0 || found != *size) return "they cannot be decompressed";
  return nullptr;
}

}  // namespace scrubjay::kept

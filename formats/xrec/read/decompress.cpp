#include "formats/xrec/read/decompress.h"

#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <span>

#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

namespace {

using Output = std::span<std::byte>;
using Outcome = std::expected<void, std::string>;

constexpr int kRawDeflate = -MAX_WBITS;
constexpr int kGzip = 16 + MAX_WBITS;

std::unexpected<std::string> failed(std::string why) { return std::unexpected(std::move(why)); }

std::unexpected<std::string> too_short() {
  return failed("The block yields fewer bytes than its packet promises.");
}
std::unexpected<std::string> too_long() {
  return failed("The block yields more bytes than its packet promises.");
}
std::unexpected<std::string> bytes_behind() {
  return failed("Bytes follow the end of the compressed data.");
}
std::unexpected<std::string> damaged(const char* reason) {
  return failed(std::string("The compressed data is damaged") +
                (reason == nullptr ? "." : std::string(": ") + reason + "."));
}

}  // namespace

/// The libraries' states, made when first needed.
struct Decompressor::Contexts {
  Contexts() = default;
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;
  ~Contexts() {
    if (has_inflate) inflateEnd(&inflate_state);
    ZSTD_freeDCtx(zstd);
    LZ4F_freeDecompressionContext(lz4);
  }

  Outcome inflate_into(Output out, Bytes block, int window_bits);
  Outcome zstd_into(Output out, Bytes block);
  Outcome lz4_into(Output out, Bytes block);

  z_stream inflate_state{};
  bool has_inflate = false;
  ZSTD_DCtx* zstd = nullptr;
  LZ4F_dctx* lz4 = nullptr;
};

Outcome Decompressor::Contexts::inflate_into(Output out, Bytes block, int window_bits) {
  if (!has_inflate) {
    if (inflateInit2(&inflate_state, window_bits) != Z_OK) return failed("There is no memory.");
    has_inflate = true;
  } else if (inflateReset2(&inflate_state, window_bits) != Z_OK) {
    return failed("The decompressor cannot be set back.");
  }
  // A payload has at most 1 GiB and a block 256 MiB: both fit into zlib's 32 bits.
  inflate_state.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(block.data()));
  inflate_state.avail_in = static_cast<uInt>(block.size());
  // One byte more than promised, so that a stream that yields more is told apart.
  std::byte beyond{};
  inflate_state.next_out = reinterpret_cast<Bytef*>(out.data());
  inflate_state.avail_out = static_cast<uInt>(out.size());
  int state = out.empty() ? Z_BUF_ERROR : inflate(&inflate_state, Z_FINISH);
  if (state == Z_BUF_ERROR && inflate_state.avail_out == 0) {
    inflate_state.next_out = reinterpret_cast<Bytef*>(&beyond);
    inflate_state.avail_out = 1;
    state = inflate(&inflate_state, Z_FINISH);
    if (inflate_state.avail_out == 0) return too_long();
  } else if (inflate_state.avail_out != 0 && state == Z_STREAM_END) {
    return too_short();
  }
  if (state == Z_BUF_ERROR) return damaged("it ends too early");
  if (state != Z_STREAM_END) return damaged(inflate_state.msg);
  if (inflate_state.avail_in != 0) return bytes_behind();
  return {};
}

Outcome Decompressor::Contexts::zstd_into(Output out, Bytes block) {
  if (zstd == nullptr) zstd = ZSTD_createDCtx();
  if (zstd == nullptr) return failed("There is no memory.");
  // One frame and no more (formats/xrec/README.md, 4.6): ZSTD_decompressDCtx would also take
  // several.
  const std::size_t frame = ZSTD_findFrameCompressedSize(block.data(), block.size());
  if (ZSTD_isError(frame) != 0) return damaged(ZSTD_getErrorName(frame));
  if (frame != block.size()) return bytes_behind();
  const std::size_t written =
      ZSTD_decompressDCtx(zstd, out.data(), out.size(), block.data(), block.size());
  if (ZSTD_isError(written) != 0) {
    if (ZSTD_getErrorCode(written) == ZSTD_error_dstSize_tooSmall) return too_long();
    return damaged(ZSTD_getErrorName(written));
  }
  return written == out.size() ? Outcome{} : too_short();
}

Outcome Decompressor::Contexts::lz4_into(Output out, Bytes block) {
  if (lz4 == nullptr) {
    const std::size_t made = LZ4F_createDecompressionContext(&lz4, LZ4F_VERSION);
    if (LZ4F_isError(made) != 0) return failed("There is no memory.");
  }
  LZ4F_resetDecompressionContext(lz4);
  std::byte beyond{};
  std::size_t hint = 1;
  while (hint != 0) {
    const bool full = out.empty();
    std::size_t written = full ? 1 : out.size();
    std::size_t read = block.size();
    hint =
        LZ4F_decompress(lz4, full ? &beyond : out.data(), &written, block.data(), &read, nullptr);
    if (LZ4F_isError(hint) != 0) return damaged(LZ4F_getErrorName(hint));
    if (full && written != 0) return too_long();
    if (read == 0 && written == 0 && hint != 0) return damaged("it ends too early");
    block = block.subspan(read);
    if (!full) out = out.subspan(written);
  }
  if (!out.empty()) return too_short();
  if (!block.empty()) return bytes_behind();
  return {};
}

Decompressor::Decompressor() = default;
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;

bool Decompressor::knows(std::uint8_t compression) {
  return compression <= static_cast<std::uint8_t>(Compression::lz4);
}

std::expected<Bytes, std::string> Decompressor::decompress(Compression method, Bytes block,
                                                           std::uint64_t promised) {
  assert(promised <= limits::kMostBlockBytes);
  if (method == Compression::none) {
    if (block.size() == promised) return block;
    return failed("The block has another size than its packet promises.");
  }
  if (!contexts_) contexts_ = std::make_unique<Contexts>();
  const auto size = static_cast<std::size_t>(promised);
  if (size > capacity_) {
    buffer_.reset();
    capacity_ = std::min(std::bit_ceil(size), static_cast<std::size_t>(limits::kMostBlockBytes));
    buffer_ = std::make_unique_for_overwrite<std::byte[]>(capacity_);
  }
  const Output out(buffer_.get(), size);
  Outcome outcome;
  switch (method) {
    case Compression::none: break;
    case Compression::deflate: outcome = contexts_->inflate_into(out, block, kRawDeflate); break;
    case Compression::gzip: outcome = contexts_->inflate_into(out, block, kGzip); break;
    case Compression::zstd: outcome = contexts_->zstd_into(out, block); break;
    case Compression::lz4: outcome = contexts_->lz4_into(out, block); break;
  }
  if (!outcome) return failed(std::move(outcome.error()));
  return Bytes(out);
}

}  // namespace scrubjay::xrec

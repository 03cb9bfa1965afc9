#include "formats/compression/inflate.h"

// zlib then takes what it reads as const.
#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "formats/compression/base64_reader.h"

namespace scrubjay::compression {

namespace {

constexpr std::size_t kPiece = 256 * 1024;
/// Both kinds of header are told apart by zlib itself ("inflateInit2" in its manual).
constexpr int kAnyHeader = 15 + 32;

}  // namespace

struct Inflater::Stream {
  z_stream z{};
  bool is_ready = false;
  bool is_base64 = false;
  bool has_ended_base64 = false;
  bool has_bad_base64 = false;
  Base64Reader base64;
  std::vector<std::byte> decoded;
};

Inflater::Inflater(Bytes bytes, const OuterForm& form)
    : bytes_(bytes), taken_(form.begin), stream_(std::make_unique<Stream>()) {
  stream_->is_base64 = form.layer == OuterLayer::base64_gzip;
  stream_->is_ready = inflateInit2(&stream_->z, kAnyHeader) == Z_OK;
  if (!stream_->is_ready) state_ = State::damaged;
}

Inflater::~Inflater() {
  if (stream_->is_ready) inflateEnd(&stream_->z);
}

/// Gives zlib the next piece. False when there is none.
bool Inflater::refill() {
  Stream& stream = *stream_;
  const std::size_t size =
      std::min<std::size_t>(kPiece, bytes_.size() - static_cast<std::size_t>(taken_));
  const Bytes piece = bytes_.subspan(static_cast<std::size_t>(taken_), size);
  if (size == 0 || stream.has_ended_base64) return false;
  if (!stream.is_base64) {
    taken_ += size;
    stream.z.next_in = reinterpret_cast<const Bytef*>(piece.data());
    stream.z.avail_in = static_cast<uInt>(size);
    return true;
  }
  stream.decoded.clear();
  const std::string_view text(reinterpret_cast<const char*>(piece.data()), size);
  const std::size_t used = stream.base64.add(text, stream.decoded);
  taken_ += used;
  if (used < size) {
    stream.has_ended_base64 = true;
    stream.has_bad_base64 = !stream.base64.at_end();
  }
  stream.z.next_in = reinterpret_cast<const Bytef*>(stream.decoded.data());
  stream.z.avail_in = static_cast<uInt>(stream.decoded.size());
  return stream.z.avail_in > 0 || !stream.has_ended_base64;
}

std::size_t Inflater::read(std::span<char> out) {
  z_stream& z = stream_->z;
  std::size_t done = 0;
  bool is_between = false;  // behind a member's end
  while (state_ == State::more && done < out.size()) {
    if (z.avail_in == 0 && !refill()) {
      state_ = is_between ? State::whole : stream_->has_bad_base64 ? State::damaged : State::cut;
      break;
    }
    if (is_between) {
      // Another member, or padding and whatever else stands behind the last one.
      if (z.avail_in > 0 && *z.next_in != 0x1F) {
        state_ = State::whole;
        break;
      }
      inflateReset(&z);
      is_between = false;
    }
    const std::size_t room =
        std::min<std::size_t>(out.size() - done, std::numeric_limits<uInt>::max());
    z.next_out = reinterpret_cast<Bytef*>(out.data() + done);
    z.avail_out = static_cast<uInt>(room);
    const int result = inflate(&z, Z_NO_FLUSH);
    done += room - z.avail_out;
    if (result == Z_STREAM_END) {
      is_between = true;
      if (z.avail_in == 0 && !refill()) state_ = State::whole;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      state_ = State::damaged;
    }
  }
  return done;
}

}  // namespace scrubjay::compression

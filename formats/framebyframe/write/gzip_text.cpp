#include "formats/framebyframe/write/gzip_text.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <new>
#include <span>

#include "core/base64.h"

namespace scrubjay::framebyframe {

class GzipText::Deflater {
 public:
  Deflater() {
    // zlib's default level; 16 on top of the window's bits asks for the gzip wrapper.
    constexpr int kGzipWindow = 15 + 16;
    constexpr int kDefaultMemory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kDefaultMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();  // the only way in which these arguments fail
    }
  }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void run(std::string& out, std::string_view text, int flush) {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    // zlib does not write to its input; without ZLIB_CONST its pointer is not const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    do {
      const auto piece = static_cast<uInt>(std::min(text.size(), kMost));
      text.remove_prefix(piece);
      stream_.avail_in = piece;
      drain(out, text.empty() ? flush : Z_NO_FLUSH);
    } while (!text.empty());
    if (flush == Z_FINISH) base64_.finish(out);
  }

 private:
  void drain(std::string& out, int flush) {
    do {
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      [[maybe_unused]] const int result = deflate(&stream_, flush);
      assert(result != Z_STREAM_ERROR);
      const std::size_t size = buffer_.size() - stream_.avail_out;
      base64_.add(out, std::as_bytes(std::span(buffer_).first(size)));
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::array<Bytef, 64 * 1024> buffer_;
  Base64Stream base64_;
};

GzipText::GzipText() : deflater_(std::make_unique<Deflater>()) {}
GzipText::~GzipText() = default;

void GzipText::add(std::string& out, std::string_view text) {
  deflater_->run(out, text, Z_NO_FLUSH);
}

void GzipText::finish(std::string& out) { deflater_->run(out, {}, Z_FINISH); }

}  // namespace scrubjay::framebyframe

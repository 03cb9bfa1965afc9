#include "core/base64.h"

#include <algorithm>
#include <cstdint>

namespace scrubjay {

namespace {

/// Appends the four digits of one to three bytes.
void append_group(std::string& out, Bytes bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint32_t group = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    group = group << 8 | (k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[k]) : 0U);
  }
  for (std::size_t k = 0; k < 4; ++k) {
    out += k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
}

}  // namespace

void append_base64(std::string& out, Bytes bytes) {
  for (; !bytes.empty(); bytes = bytes.subspan(std::min<std::size_t>(3, bytes.size()))) {
    append_group(out, bytes.first(std::min<std::size_t>(3, bytes.size())));
  }
}

void Base64Stream::add(std::string& out, Bytes bytes) {
  while (rest_size_ > 0 && rest_size_ < 3 && !bytes.empty()) {
    rest_[rest_size_++] = bytes.front();
    bytes = bytes.subspan(1);
  }
  if (rest_size_ == 3) {
    append_group(out, rest_);
    rest_size_ = 0;
  }
  if (rest_size_ > 0) return;
  const std::size_t whole = bytes.size() / 3 * 3;
  append_base64(out, bytes.first(whole));
  for (const std::byte byte : bytes.subspan(whole)) rest_[rest_size_++] = byte;
}

void Base64Stream::finish(std::string& out) {
  append_base64(out, Bytes(rest_).first(rest_size_));
  rest_size_ = 0;
}

}  // namespace scrubjay

#include "formats/flecs/gzip.h"

#include <algorithm>
#include <array>
#include <span>

#include "formats/compression/inflate.h"

namespace scrubjay::flecs {

namespace {

std::string inflate(Bytes bytes, std::size_t most, bool& is_whole) {
  const compression::OuterForm form{.layer = compression::OuterLayer::gzip, .begin = 0};
  compression::Inflater inflater(bytes, form);
  std::string text;
  std::array<char, 64 * 1024> piece;
  while (text.size() < most) {
    const std::size_t got =
        inflater.read(std::span(piece).first(std::min(piece.size(), most - text.size())));
    text.append(piece.data(), got);
    if (got == 0 || inflater.state() != compression::Inflater::State::more) break;
  }
  is_whole = inflater.state() == compression::Inflater::State::whole;
  return text;
}

}  // namespace

bool is_gzip(Bytes bytes) {
  return bytes.size() > 2 && bytes[0] == std::byte{0x1F} && bytes[1] == std::byte{0x8B};
}

std::string inflate_head(Bytes bytes, std::size_t most) {
  bool ignored = false;
  return inflate(bytes, most, ignored);
}

std::string inflate_all(Bytes bytes, bool& is_whole) {
  return inflate(bytes, kMostInflated, is_whole);
}

}  // namespace scrubjay::flecs

#include "formats/flecs/read/gzip.h"

#include <algorithm>
#include <array>
#include <span>

#include "formats/compression/inflate.h"

namespace scrubjay::flecs {

bool is_gzip(Bytes bytes) {
  return bytes.size() > 2 && bytes[0] == std::byte{0x1F} && bytes[1] == std::byte{0x8B};
}

compression::OuterForm form_of(Bytes bytes) {
  using Layer = compression::OuterLayer;
  return {.layer = is_gzip(bytes) ? Layer::gzip : Layer::none};
}

std::string inflate_head(Bytes bytes, std::size_t most) {
  compression::Inflater inflater(bytes, form_of(bytes));
  std::string text;
  std::array<char, 64 * 1024> piece;
  while (text.size() < most && inflater.state() == compression::Inflater::State::more) {
    const std::size_t got =
        inflater.read(std::span(piece).first(std::min(piece.size(), most - text.size())));
    text.append(piece.data(), got);
    if (got == 0) break;
  }
  return text;
}

}  // namespace scrubjay::flecs

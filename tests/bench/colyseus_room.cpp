#include "tests/bench/colyseus_room.h"

#include <cstring>
#include <string>

namespace scrubjay::bench {

namespace {

constexpr const char* kMetadata = R"({"schema":"5.0.34"})";

void add_byte(ByteVector& out, unsigned byte) { out.push_back(static_cast<std::byte>(byte)); }

void add_number(ByteVector& out, std::uint32_t value) {
  if (value < 128) {
    add_byte(out, value);
    return;
  }
  add_byte(out, 0xCD);
  add_byte(out, value & 0xFF);
  add_byte(out, value >> 8);
}

void add_float(ByteVector& out, float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  add_byte(out, 0xCA);
  for (int shift = 0; shift < 32; shift += 8) add_byte(out, bits >> shift & 0xFF);
}

void add_place(ByteVector& out, std::uint32_t player, float x, float y) {
  add_byte(out, 0xFF);
  add_number(out, player + 2);
  add_byte(out, 0x81);
  add_float(out, x);
  add_byte(out, 0x82);
  add_float(out, y);
}

}  // namespace

ByteVector ColyseusRoom::full_state() const {
  ByteVector full = colyseus::bytes_of("80 01 FF 01");
  for (std::uint32_t i = 0; i < kPlayers; ++i) {
    add_byte(full, 0x80);
    add_number(full, i);
    const std::string key = "p" + std::to_string(i);
    add_byte(full, 0xA0 + static_cast<unsigned>(key.size()));
    for (const char c : key) add_byte(full, static_cast<unsigned char>(c));
    add_number(full, i + 2);
  }
  for (std::uint32_t i = 0; i < kPlayers; ++i) {
    add_place(full, i, static_cast<float>(i), static_cast<float>(i) / 3);
  }
  return full;
}

ByteVector ColyseusRoom::patch(std::uint32_t moving) {
  ByteVector message;
  for (std::uint32_t i = 0; i < moving; ++i) {
    const auto player = static_cast<std::uint32_t>(random_() % kPlayers);
    const auto x = static_cast<float>(random_() % 1000) / 7;
    add_place(message, player, x, static_cast<float>(random_() % 1000) / 7);
  }
  return message;
}

ByteVector ColyseusRoom::capture_head() { return colyseus::CaptureMaker(kMetadata).bytes(); }

ByteVector ColyseusRoom::record(std::uint8_t kind, double time, const ByteVector& message) {
  const colyseus::CaptureMaker empty;
  colyseus::CaptureMaker maker;
  maker.add(kind, time, message);
  const auto head = static_cast<std::ptrdiff_t>(empty.bytes().size());
  return {maker.bytes().begin() + head, maker.bytes().end()};
}

}  // namespace scrubjay::bench

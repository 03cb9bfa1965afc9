#include "formats/kept/json_packets.h"

#include <utility>

#include "core/ascii.h"
#include "core/base64.h"
#include "formats/compression/base64_reader.h"

namespace scrubjay::kept {

namespace {

constexpr std::string_view kHeadBegin = "\"scrubjay\":\"";
constexpr std::string_view kPacketsBegin = "\"scrubjay_packets\":[\"";
/// Bytes of a frame's object before the head at most: a time and a number.
constexpr std::size_t kMostBeforeHead = 96;

constexpr bool is_base64(char c) {
  return is_letter_or_digit(c) || c == '+' || c == '/' || c == '=';
}

/// Replaces `out`. False for what is no base64.
bool decode(std::string_view text, std::vector<std::byte>& out) {
  out.clear();
  return compression::read_base64(text, out);
}

/// Where the text of a frame's first packet begins; nothing when it has none. Looks from the end
/// and only at what can be packets.
std::optional<std::size_t> first_packet(std::string_view frame) {
  if (!frame.ends_with("\"]}")) return std::nullopt;
  std::size_t at = frame.size() - 3;
  while (at > 0 && (is_base64(frame[at - 1]) || frame[at - 1] == '"' || frame[at - 1] == ',')) --at;
  if (at == frame.size() - 3 || frame[at] != '"') return std::nullopt;
  const std::size_t begin = at + 1;
  if (!frame.substr(0, begin).ends_with(kPacketsBegin)) return std::nullopt;
  return begin;
}

}  // namespace

void JsonPackets::put(Bytes packet, bool) {
  const bool is_head = packet_of(packet)->kind == PacketKind::head;
  std::string& out = is_head ? head_ : packets_;
  if (!is_head) out += out.empty() ? "" : ",";
  out += '"';
  append_base64(out, packet);
  out += '"';
}

std::string JsonPackets::take_head() {
  if (head_.empty()) return {};
  return "\"" + std::string(kHeadMember) + "\":" + std::exchange(head_, {}) + ",";
}

std::string JsonPackets::take_packets() {
  if (packets_.empty()) return {};
  return ",\"" + std::string(kPacketsMember) + "\":[" + std::exchange(packets_, {}) + "]";
}

std::optional<Head> find_json_head(std::string_view frame) {
  const std::size_t found = frame.substr(0, kMostBeforeHead + kHeadBegin.size()).find(kHeadBegin);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view rest = frame.substr(found + kHeadBegin.size());
  const std::size_t end = rest.find('"');
  std::vector<std::byte> bytes;
  if (end == std::string_view::npos || !decode(rest.substr(0, end), bytes)) return std::nullopt;
  return read_head(packet_of(bytes));
}

bool has_json_packets(std::string_view text) {
  const std::size_t begin = text.find(kPacketsBegin);
  return begin != std::string_view::npos && text.find("\"]}", begin) != std::string_view::npos;
}

JsonPacketWalker::JsonPacketWalker(std::string_view text, ByteRange range) : text_(text) {
  const auto begin = first_packet(
      text.substr(static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.size)));
  is_at_end_ = !begin;
  next_ = range.begin + begin.value_or(0);
}

bool JsonPacketWalker::next() {
  if (is_at_end_ || next_ >= text_.size()) return false;
  const std::string_view rest = text_.substr(static_cast<std::size_t>(next_));
  const std::size_t size = rest.find('"');
  if (size == std::string_view::npos) return false;
  place_ = {next_, size};
  const bool is_good = decode(rest.substr(0, size), bytes_);
  packet_ = is_good ? packet_of(bytes_) : std::nullopt;
  // "...","..." goes on, "..."] ends.
  is_at_end_ = rest.substr(size, 3) != "\",\"";
  next_ += size + 3;
  return true;
}

namespace {

class JsonPacketSource final : public PacketSource {
 public:
  explicit JsonPacketSource(std::string_view text) : text_(text) {}

  std::optional<Packet> at(const PacketPlace& place) override {
    walker_.emplace(text_, place.bytes.begin);
    return next();
  }
  std::optional<Packet> next() override {
    return walker_->next() ? walker_->packet() : std::nullopt;
  }

 private:
  std::string_view text_;
  std::optional<JsonPacketWalker> walker_;
};

}  // namespace

std::unique_ptr<PacketSource> json_packets(std::string_view text) {
  return std::make_unique<JsonPacketSource>(text);
}

}  // namespace scrubjay::kept

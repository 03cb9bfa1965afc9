#include "formats/states/json_packets.h"

#include <utility>

#include "core/base64.h"
#include "formats/compression/base64_reader.h"
#include "formats/states/extension_indexer.h"

namespace scrubjay::states {

namespace {

constexpr std::string_view kHeadBegin = "\"scrubjay\":\"";
constexpr std::string_view kPacketsBegin = "\"scrubjay_packets\":[\"";
/// Bytes of a frame's object before the head at most: a time and a number.
constexpr std::size_t kMostBeforeHead = 96;

constexpr bool is_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '=';
}

/// Replaces `out`. False for what is no base64.
bool decode(std::string_view text, std::vector<std::byte>& out) {
  out.clear();
  while (text.ends_with('=')) text.remove_suffix(1);
  return compression::Base64Reader().add(text, out) == text.size();
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
  const bool is_head = extension_packet(packet)->kind == ExtensionKind::head;
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

std::optional<ExtensionHead> find_json_head(std::string_view frame) {
  const std::size_t found = frame.substr(0, kMostBeforeHead + kHeadBegin.size()).find(kHeadBegin);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view rest = frame.substr(found + kHeadBegin.size());
  const std::size_t end = rest.find('"');
  std::vector<std::byte> bytes;
  if (end == std::string_view::npos || !decode(rest.substr(0, end), bytes)) return std::nullopt;
  const auto packet = extension_packet(bytes);
  if (!packet || packet->kind != ExtensionKind::head) return std::nullopt;
  return read_extension_head(packet->payload);
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
  packet_ = is_good ? extension_packet(bytes_) : std::nullopt;
  // "...","..." goes on, "..."] ends.
  is_at_end_ = rest.substr(size, 3) != "\",\"";
  next_ += size + 3;
  return true;
}

namespace {

class JsonGroups final : public GroupSource {
 public:
  explicit JsonGroups(std::string_view text) : text_(text) {}

  std::optional<const char*> read(const Index::Group& group, std::vector<std::byte>& out) override {
    JsonPacketWalker walker(text_, group.place);
    return read_states(walker.next() ? walker.packet() : std::nullopt, unpacker_, out);
  }

  Problem problem(std::uint64_t place, std::string message) const override {
    return extension_damage(place, std::move(message));
  }

  std::string_view help() const override { return kExtensionHelp; }

 private:
  std::string_view text_;
  Unpacker unpacker_;
};

}  // namespace

std::unique_ptr<GroupSource> json_groups(std::string_view text) {
  return std::make_unique<JsonGroups>(text);
}

Result<ResourceData> read_json_resource(std::string_view text, std::uint64_t place) {
  JsonPacketWalker walker(text, place);
  JsonPacketWalker data(text, place);
  if (!walker.next() || !data.next()) return read_extension_resource(std::nullopt, {});
  return read_extension_resource(walker.packet(),
                                 [&] { return data.next() ? data.packet() : std::nullopt; });
}

}  // namespace scrubjay::states

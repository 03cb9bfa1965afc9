#include "formats/xrec/extension_index.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "formats/xrec/extension.h"
#include "formats/xrec/extension_fields.h"
#include "formats/xrec/problems.h"

namespace scrubjay::xrec::extension {

namespace {

class StatesEvents final : public states::GroupSource {
 public:
  explicit StatesEvents(Bytes file) : file_(file) {}

  std::optional<const char*> read(const states::Index::Group& group,
                                  std::vector<std::byte>& out) override {
    Problems told_before;
    const auto packet = event_packet_at(file_, group.place);
    if (!packet || !reader_.open(*packet, told_before)) return "their packet cannot be read";
    CapturedEvent event;
    while (reader_.next(event, told_before)) {
      if (event.type_name != kStates) continue;
      const auto part = states_part(reader_, event.place);
      if (!part || part->first != group.first) continue;
      out.insert(out.end(), part->data.begin(), part->data.end());
    }
    return std::nullopt;
  }

  Problem problem(std::uint64_t place, std::string message) const override {
    return make_problem(ProblemCode::bad_event, place, std::move(message));
  }

 private:
  Bytes file_;
  EventPacketReader reader_;
};

}  // namespace

std::unique_ptr<states::GroupSource> groups_of(Bytes file) {
  return std::make_unique<StatesEvents>(file);
}

std::optional<StatesPart> states_part(EventPacketReader& reader, std::uint32_t place) {
  static constexpr std::array kKinds{Kind::i64, Kind::i64, Kind::i64, Kind::bytes};
  const auto fields = reader.raw_fields(place, kKinds);
  if (!fields) return std::nullopt;
  ByteReader raw(*fields);
  const auto first = raw.little<std::int64_t>();
  const auto frames = raw.little<std::int64_t>();
  const auto part = raw.little<std::int64_t>();
  const auto size = raw.little<std::uint32_t>();
  const auto data = size ? raw.bytes(*size) : std::nullopt;
  if (!data || *first < 0 || *frames < 0 || *part < 0 || *first > 0xFFFFFFFF ||
      *frames > 0xFFFFFFFF) {
    return std::nullopt;
  }
  return StatesPart{static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*frames),
                    static_cast<std::uint64_t>(*part), *data};
}

namespace {

Problem damaged() {
  return {.severity = Severity::error,
          .code = "resource-damaged",
          .message = "The file that the recording carries cannot be read."};
}

/// Reads the data behind a resource's event, over as many packets as they take.
class ResourceRead {
 public:
  explicit ResourceRead(Bytes file) : file_(file) {}

  Result<ResourceData> run(const Index::Resource& place);

 private:
  bool read_head(const Index::Resource& place);
  void take(std::uint32_t after, bool is_first);

  Bytes file_;
  EventPacketReader reader_;
  ResourceData data_;
  std::uint64_t size_ = 0;
  bool is_named_ = false;
  bool is_done_ = false;
};

bool ResourceRead::read_head(const Index::Resource& place) {
  Problems told_before;
  const auto packet = event_packet_at(file_, place.packet);
  if (!packet || !reader_.open(*packet, told_before)) return false;
  PropertyTree tree;
  const Fields fields(tree, reader_.properties(place.place, tree));
  const auto size = fields.integer("DataSize");
  const auto type = fields.text("DataType");
  const auto width = fields.row("Width");
  const auto height = fields.row("Height");
  if (!size || !type || !width || !height) return false;
  is_named_ = *size < 0;
  size_ = is_named_ ? 0 : static_cast<std::uint64_t>(*size);
  data_.type = *type;
  data_.width = *width;
  data_.height = *height;
  return true;
}

/// Appends the data of the packet that is open, up to the next resource.
void ResourceRead::take(std::uint32_t after, bool is_first) {
  static constexpr std::array kKinds{Kind::bytes};
  Problems told_before;
  CapturedEvent event;
  while (!is_done_ && reader_.next(event, told_before)) {
    if (is_first && event.place <= after) continue;
    if (event.type_name == kResource) is_done_ = true;
    if (event.type_name != kResourceData) continue;
    const auto fields = reader_.raw_fields(event.place, kKinds);
    if (!fields) continue;
    const Bytes piece = fields->subspan(sizeof(std::uint32_t));
    data_.bytes.insert(data_.bytes.end(), piece.begin(), piece.end());
    is_done_ = data_.bytes.size() >= size_;
  }
}

Result<ResourceData> ResourceRead::run(const Index::Resource& place) {
  if (!read_head(place)) return failure(damaged());
  if (is_named_) {
    return failure({.severity = Severity::note,
                    .code = "resource-missing",
                    .message = "The recording only names this file."});
  }
  PacketWalker walker(file_, place.packet);
  is_done_ = size_ == 0;
  for (bool is_first = true; !is_done_; is_first = false) {
    const auto packet = walker.next();
    if (!packet || packet->is(PacketType::end)) break;
    const auto event_packet = event_packet_at(file_, packet->offset);
    Problems told_before;
    if (!event_packet || !reader_.open(*event_packet, told_before)) break;
    take(place.place, is_first);
  }
  if (data_.bytes.size() != size_) return failure(damaged());
  return std::move(data_);
}

}  // namespace

Result<ResourceData> read_resource(const Index& index, ResourceIndex resource) {
  return ResourceRead(index.file).run(index.resources[resource.value]);
}

}  // namespace scrubjay::xrec::extension

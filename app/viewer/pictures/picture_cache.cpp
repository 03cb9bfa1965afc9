#include "app/viewer/pictures/picture_cache.h"

#include <algorithm>

#include "app/shared/decode_picture.h"
#include "core/text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

std::size_t bytes_of(const Picture& picture) {
  return picture.text.size() + (picture.image ? picture.image->pixels.size() : 0);
}

Picture failed(std::string why) {
  Picture picture;
  picture.state = Picture::State::failed;
  picture.error = std::move(why);
  return picture;
}

/// Whether bytes read as text: valid UTF-8 (a character may be cut off at the end of what is looked
/// at) without control characters that texts do not have.
bool looks_like_text(std::string_view head) {
  const auto is_odd = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  };
  if (std::ranges::any_of(head, is_odd)) return false;
  for (std::size_t cut = 0; cut < 4 && cut <= head.size(); ++cut) {
    if (is_valid_utf8(head.substr(0, head.size() - cut))) return true;
  }
  return false;
}

Picture picture_of(Image&& image, std::string type, std::uint64_t size) {
  Picture picture;
  picture.state = Picture::State::ready;
  picture.type = std::move(type);
  picture.size_bytes = size;
  picture.image = std::make_shared<const Image>(std::move(image));
  return picture;
}

}  // namespace

Picture decode_resource(const ResourceData& data) {
  if (data.width > 0 || is_picture_file(data.bytes)) {
    Result<Image> image = decode_picture(data);
    if (image) return picture_of(std::move(*image), data.type, data.bytes.size());
    Picture picture = failed(image.error().message);
    picture.type = data.type;
    picture.size_bytes = data.bytes.size();
    return picture;
  }
  Picture picture;
  picture.state = Picture::State::ready;
  picture.type = data.type;
  picture.size_bytes = data.bytes.size();
  constexpr std::size_t kLookedAt = 65536;
  const std::string_view text(reinterpret_cast<const char*>(data.bytes.data()), data.bytes.size());
  if (looks_like_text(text.substr(0, kLookedAt))) {
    picture.text = valid_utf8(whole_characters(text, Picture::kLongestText));
  }
  return picture;
}

void PictureCache::begin_picture(const std::vector<const Recording*>& open) {
  ++now_;
  collect();
  if (open != open_) {
    open_ = open;
    const auto is_closed = [&](const Recording* recording) {
      return std::ranges::find(open_, recording) == open_.end();
    };
    std::erase_if(entries_, [&](const auto& entry) {
      if (!is_closed(entry.first.recording)) return false;
      bytes_ -= bytes_of(entry.second.picture);
      return true;
    });
    if (reading_) {
      reading_->forget_if(
          [&](const Request& request) { return is_closed(request.recording.get()); });
    }
  }
  make_room();
}

void PictureCache::collect() {
  if (!reading_) return;
  for (auto& [request, picture] : reading_->take()) {
    const auto found = entries_.find(KeyView{request.recording.get(), request.path});
    if (found == entries_.end()) continue;
    Entry& entry = found->second;
    entry.asked = false;
    bytes_ -= bytes_of(entry.picture);
    entry.picture = std::move(picture);
    entry.texture = {};
    bytes_ += bytes_of(entry.picture);
  }
}

void PictureCache::make_room() {
  if (bytes_ <= most_bytes && entries_.size() <= kEntries) return;
  // What the last picture of the window showed stays: it will be shown again.
  std::vector<std::pair<std::uint64_t, decltype(entries_)::iterator>> oldest;
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (entry->second.used + 1 < now_) oldest.emplace_back(entry->second.used, entry);
  }
  std::ranges::sort(oldest, {}, &decltype(oldest)::value_type::first);
  for (const auto& [used, entry] : oldest) {
    if (bytes_ <= most_bytes && entries_.size() <= kEntries) return;
    bytes_ -= bytes_of(entry->second.picture);
    entries_.erase(entry);
  }
}

const Picture& PictureCache::find(const std::shared_ptr<const Recording>& recording,
                                  std::string_view path, Background& background) {
  auto found = entries_.find(KeyView{recording.get(), path});
  if (found == entries_.end()) {
    found = entries_.try_emplace(Key{recording.get(), std::string(path)}).first;
  }
  Entry& entry = found->second;
  entry.used = now_;
  const bool may_be_listed_now = entry.picture.state == Picture::State::failed &&
                                 entry.known_when < recording->resource_count();
  if (!entry.asked && (entry.picture.state == Picture::State::waiting || may_be_listed_now)) {
    ask(recording, path, entry, background);
  }
  return entry.picture;
}

void PictureCache::ask(const std::shared_ptr<const Recording>& recording, std::string_view path,
                       Entry& entry, Background& background) {
  entry.asked = true;
  // A damaged one is not read again and again while others are found.
  const bool is_listed = entry.picture.state == Picture::State::failed;
  entry.known_when = is_listed || recording->is_indexed() ? static_cast<std::size_t>(-1)
                                                          : recording->resource_count();
  if (!reading_) reading_.emplace(background, kAsked, read);
  const auto dropped = reading_->ask({recording, std::string(path)});
  if (!dropped) return;
  // Asked for again when it is looked for again.
  const auto entry_dropped = entries_.find(KeyView{dropped->recording.get(), dropped->path});
  if (entry_dropped != entries_.end()) entry_dropped->second.asked = false;
}

unsigned PictureCache::texture(const Recording& recording, std::string_view path) {
  if (!use_gl) return 0;
  const auto found = entries_.find(KeyView{&recording, path});
  if (found == entries_.end() || !found->second.picture.image) return 0;
  Entry& entry = found->second;
  entry.used = now_;
  if (entry.texture.name() == 0) entry.texture = PictureTexture::create(*entry.picture.image);
  return entry.texture.name();
}

Picture PictureCache::read(const Request& request) {
  const Recording& recording = *request.recording;
  const ResourceIndex resource = recording.find_resource(request.path);
  if (!resource.exists()) return failed("The recording does not hold this file; it only names it.");
  const auto data = recording.reader().read_resource(recording, resource);
  return data ? decode_resource(*data) : failed(data.error().message);
}

}  // namespace scrubjay

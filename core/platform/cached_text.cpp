#include "core/platform/cached_text.h"

#include <algorithm>
#include <utility>

namespace scrubjay {

namespace {

/// Room is made step by step: how much a text needs is known at its end only.
constexpr std::uint64_t kLeastRoom = std::uint64_t{64} << 20;

class CachedText : public TextStore {
 public:
  CachedText(CacheFolder folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}

  std::uint64_t most_bytes() const override { return folder_.most_bytes(); }

  std::shared_ptr<InputFile> find() const override {
    const auto path = folder_.find(name_);
    if (!path) return nullptr;
    return InputFile::open(*path).value_or(nullptr);
  }

  bool append(Bytes bytes) override {
    if (!file_ && !create()) return false;
    if (file_->bytes_written() + bytes.size() > room_) {
      const std::uint64_t written = file_->bytes_written();
      room_ = written + std::max(written, kLeastRoom) + bytes.size();
      folder_.make_room(std::min(room_, folder_.most_bytes()));
    }
    return file_->write(bytes);
  }

  Result<std::shared_ptr<InputFile>> finish(bool is_whole) override {
    if (!file_) return failure(problem_);
    if (const auto done = file_->commit(); !done) return failure(done.error());
    auto text = InputFile::open(folder_.path_of(name_));
    // The mapping stays when its name goes.
    if (!is_whole) folder_.remove(name_);
    return text;
  }

 private:
  bool create() {
    auto created = folder_.create(name_);
    if (created) {
      file_.emplace(std::move(*created));
    } else {
      problem_ = std::move(created.error());
    }
    return file_.has_value();
  }

  CacheFolder folder_;
  std::string name_;
  std::optional<AtomicFile> file_;
  std::uint64_t room_ = 0;
  Problem problem_;
};

}  // namespace

std::unique_ptr<TextStore> cached_text(CacheFolder folder, const InputFile& file) {
  auto name = cache_name_of(file);
  if (!name) return nullptr;
  return std::make_unique<CachedText>(std::move(folder), std::move(*name));
}

Result<std::unique_ptr<TextStore>> InputFile::text_store() const {
  if (!is_mapped()) return nullptr;
  auto folder = CacheFolder::open();
  if (!folder) return failure(std::move(folder.error()));
  return cached_text(std::move(*folder), *this);
}

}  // namespace scrubjay

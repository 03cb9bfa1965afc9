#include "core/platform/input_file.h"

#include <algorithm>
#include <filesystem>

#include "core/ascii.h"
#include "core/platform/mapping_table.h"

namespace scrubjay {

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() && k < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[k])) {
      if (a[i] != b[k]) return a[i] < b[k];
      ++i;
      ++k;
      continue;
    }
    const auto number_at = [&](std::string_view text, std::size_t& at) {
      while (at < text.size() && text[at] == '0') ++at;
      const std::size_t first = at;
      while (at < text.size() && is_digit(text[at])) ++at;
      return text.substr(first, at - first);
    };
    const std::string_view x = number_at(a, i);
    const std::string_view y = number_at(b, k);
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
  }
  if (i < a.size() || k < b.size()) return i == a.size();
  return a < b;  // names that differ in zeros alone
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::shared_ptr<InputFile> InputFile::from_memory(std::string name, std::vector<std::byte> bytes) {
  std::shared_ptr<InputFile> file(new InputFile);
  file->path_ = std::move(name);
  file->memory_ = std::move(bytes);
  file->bytes_ = file->memory_;
  file->identity_.size = file->memory_.size();
  return file;
}

std::shared_ptr<InputFile> InputFile::head_of(std::shared_ptr<const InputFile> whole,
                                              std::uint64_t size) {
  std::shared_ptr<InputFile> head(new InputFile);
  head->path_ = whole->path_;
  head->bytes_ = whole->bytes_.first(
      static_cast<std::size_t>(std::min<std::uint64_t>(size, whole->bytes_.size())));
  head->whole_ = std::move(whole);
  return head;
}

bool InputFile::lost_bytes() const {
  if (whole_ != nullptr) return whole_->lost_bytes();
  return slot_ >= 0 && mapping_table::row_at(slot_).lost.load(std::memory_order_acquire);
}

FileChange InputFile::change() const {
  if (whole_ != nullptr) return whole_->change();
  if (lost_bytes()) return FileChange::truncated;
  if (slot_ < 0) return FileChange::none;
  bool is_removed = false;
  const auto now = file_identity(path_, is_removed);
  if (!now) return is_removed ? FileChange::removed : FileChange::none;
  if (now->device != identity_.device || now->number != identity_.number) {
    return FileChange::replaced;
  }
  if (now->size < identity_.size) return FileChange::truncated;
  const bool is_same = now->size == identity_.size && now->modified_ns == identity_.modified_ns;
  return is_same ? FileChange::none : FileChange::rewritten;
}

}  // namespace scrubjay

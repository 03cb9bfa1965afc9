#include "formats/flecs/read/file_index.h"

#include "formats/flecs/read/dialect.h"

namespace scrubjay::flecs {

void documents_at(const FileIndex& index, FrameIndex frame, std::vector<std::uint32_t>& out) {
  out.clear();
  const FrameRow& row = index.frames[frame.value];
  const auto holds = [&](std::uint32_t document) {
    return index.documents[document].until.load(std::memory_order_relaxed) > frame.value;
  };
  for (std::uint32_t i = 0; i < row.documents; ++i) {
    if (holds(row.first_document + i)) out.push_back(row.first_document + i);
  }
  std::uint32_t left = row.held;
  for (std::uint32_t i = row.first_document; i != 0 && left != 0; --i) {
    if (!holds(i - 1)) continue;
    out.push_back(i - 1);
    --left;
  }
}

EntityIndex PathFinder::find(std::string_view path, FrameIndex frame) {
  for (const std::size_t size = index_->paths.size(); seen_ < size; ++seen_) {
    rows_.emplace(index_->paths[seen_].path, static_cast<std::uint32_t>(seen_));
  }
  const auto row = rows_.find(path);
  if (row == rows_.end()) return {};
  std::uint32_t naming = index_->paths[row->second].newest.load(std::memory_order_acquire);
  while (naming != 0 && index_->namings[naming - 1].from > frame) {
    naming = index_->namings[naming - 1].before;
  }
  return naming == 0 ? EntityIndex() : index_->namings[naming - 1].entity;
}

std::string_view DocumentText::data(const DocumentRow& row) {
  if (row.is_repaired) return repaired_data(row);
  return inner(index_->text.substr(row.bytes.begin, row.bytes.size));
}

std::string_view DocumentText::repaired_data(const DocumentRow& row) {
  auto repaired = repair_document(index_->text.substr(row.bytes.begin, row.bytes.size));
  if (!repaired) return {};
  repaired_ = std::move(repaired->text);
  return inner(repaired_);
}

std::string_view DocumentText::inner(std::string_view document) const {
  const std::optional<DocumentHead> head = read_head(document);
  if (!head) return {};
  return document.substr(head->data_begin, head->data_end - head->data_begin);
}

}  // namespace scrubjay::flecs

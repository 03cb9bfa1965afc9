#include "formats/flecs/read/member_types.h"

namespace scrubjay::flecs {

namespace {

const MemberNode* told_of(const MemberNode* told, std::string_view name) {
  if (told == nullptr) return nullptr;
  const auto found = told->members.find(name);
  return found == told->members.end() ? nullptr : found->second;
}

}  // namespace

ValueType ValueType::member(std::string_view name, std::size_t i) const {
  const Schema* of_member = nullptr;
  if (schema != nullptr) {
    of_member = schema->kind == Schema::Kind::map ? schema->element() : schema->member(name, i);
  }
  return {of_member, told_of(told, name), takes_quoted};
}

ValueType ValueType::element(std::string_view index) const {
  return {schema != nullptr ? schema->element() : nullptr, told_of(told, index), takes_quoted};
}

/// Of a path as MemberFormRow::path has it; it and those above are made.
MemberNode& MemberTypes::node_of(std::string_view path) {
  const auto found = by_path_.find(path);
  if (found != by_path_.end()) return *found->second;
  MemberNode& node = nodes_.emplace_back();
  by_path_.emplace(path, &node);
  const std::size_t above =
      path.size() < 2 ? std::string_view::npos : path.rfind(kPathEnd, path.size() - 2);
  if (above == std::string_view::npos) {
    components_.tell(path.substr(0, path.size() - 1), node);
  } else {
    node_of(path.substr(0, above + 1))
        .members.emplace(path.substr(above + 1, path.size() - above - 2), &node);
  }
  return node;
}

void MemberTypes::keep_up() {
  for (const std::size_t size = rows_.size(); seen_ < size; ++seen_) {
    const MemberFormRow& row = rows_[seen_];
    const std::string_view path = texts_[row.path];
    MemberNode& node = node_of(path);
    node.form = row.form;
    node.takes_quoted = row.takes_quoted;
    node.is_told = true;
    if (!row.is_scalar && !row.lacks_value) continue;
    const ComponentId& id = components_.get(path.substr(0, path.find(kPathEnd)));
    if (row.is_scalar) components_.set_scalar(id);
    if (row.lacks_value) components_.set_valued(id);
  }
}

}  // namespace scrubjay::flecs

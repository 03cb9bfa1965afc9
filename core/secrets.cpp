#include "core/secrets.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/recording_rows.h"

namespace scrubjay {

namespace {

std::size_t first_two(std::string_view text, std::size_t at) {
  return static_cast<std::size_t>(static_cast<unsigned char>(text[at])) << 8 |
         static_cast<unsigned char>(text[at + 1]);
}

}  // namespace

SecretTable::SecretTable(const std::vector<Secret>& secrets) {
  for (const Secret& secret : secrets) {
    if (secret.text.size() < kLeastBytes) continue;
    if (!stand_ins_.try_emplace(secret.text, secret.stand_in).second) continue;
    sizes_.push_back(secret.text.size());
    begins_.set(first_two(secret.text, 0));
  }
  std::ranges::sort(sizes_, std::greater());
  const auto repeated = std::ranges::unique(sizes_);
  sizes_.erase(repeated.begin(), repeated.end());
}

SecretTable::Found SecretTable::next(std::string_view text, std::size_t from) const {
  for (std::size_t at = from; at + kLeastBytes <= text.size(); ++at) {
    if (!begins_.test(first_two(text, at))) continue;
    for (const std::size_t size : sizes_) {
      if (size > text.size() - at) continue;
      const auto found = stand_ins_.find(std::string(text.substr(at, size)));
      if (found != stand_ins_.end()) return {at, size, found->second};
    }
  }
  return {};
}

bool SecretTable::replace(std::string_view text, std::string& out) const {
  Found found = next(text, 0);
  if (found.size == 0) return false;
  out.clear();
  std::size_t at = 0;
  for (; found.size != 0; found = next(text, at)) {
    out += text.substr(at, found.begin - at);
    out += found.stand_in;
    at = found.begin + found.size;
  }
  out += text.substr(at);
  return true;
}

bool SecretTable::replace_in_place(std::string_view bytes, std::string& out) const {
  Found found = next(bytes, 0);
  if (found.size == 0) return false;
  out = bytes;
  for (; found.size != 0; found = next(bytes, found.begin + found.size)) {
    std::string filled(found.stand_in.substr(0, found.size));
    filled.resize(found.size, '-');
    out.replace(found.begin, found.size, filled);
  }
  return true;
}

namespace {

/// Replaces texts, one after the other, through storage of its own.
class Replacer {
 public:
  explicit Replacer(const SecretTable& secrets) : secrets_(secrets) {}

  void replace(std::string& text) {
    if (secrets_.replace(text, replaced_)) text = replaced_;
  }
  /// All texts of a row. What stands in their places stays until the next call.
  template <class Row>
  void replace_row(Row& row) {
    row_texts_.clear();
    const auto each = [this]<class... Fields>(const Fields&... fields) {
      (this->replace_field(fields.value), ...);
    };
    describe(each, row);
  }
  /// What stands in its place is kept by the tree.
  void replace(std::string_view& text, PropertyTree& tree) {
    if (secrets_.replace(text, replaced_)) text = tree.keep(replaced_);
  }
  /// The nodes of the tree from `first` on.
  void replace(PropertyTree& tree, PropertyTree::Node first) {
    for (PropertyTree::Node i = first; i < tree.size(); ++i) {
      replace(tree.node_for_edit(i).name, tree);
      if (is_text(tree[i].type)) replace_text(tree, i);
      if (tree[i].style != 0) replace_style(tree, i);
    }
  }

 private:
  void replace_field(std::string& text) { replace(text); }
  void replace_field(std::string_view& text) {
    if (secrets_.replace(text, replaced_)) text = row_texts_.add(replaced_);
  }
  template <class T>
  void replace_field(const T&) {}

  void replace_text(PropertyTree& tree, PropertyTree::Node node) {
    const std::string_view text = tree[node].text_value();
    const bool is_found = tree[node].type == PropertyType::bytes
                              ? secrets_.replace_in_place(text, replaced_)
                              : secrets_.replace(text, replaced_);
    if (!is_found) return;
    const std::string_view kept = tree.keep(replaced_);
    tree.node_for_edit(node).text = {kept.data(), static_cast<std::uint32_t>(kept.size())};
  }

  void replace_style(PropertyTree& tree, PropertyTree::Node node) {
    PropertyStyle style = tree.style_of(tree[node]);
    if (!secrets_.replace(style.label, replaced_)) return;
    style.label = tree.keep(replaced_);
    tree.set_style(node, style);
  }

  const SecretTable& secrets_;
  std::string replaced_;
  TextArena row_texts_;
};

class DecoderWithoutSecrets final : public FrameDecoder {
 public:
  DecoderWithoutSecrets(std::unique_ptr<FrameDecoder> decoder, const SecretTable& secrets)
      : decoder_(std::move(decoder)), replacer_(secrets) {}

  void decode(FrameIndex frame, Frame& out) override {
    decoder_->decode(frame, out);
    replacer_.replace(out.tree, 0);
    for (Entity& entity : out.entities) replacer_.replace(entity.name, out.tree);
    for (Problem& problem : out.problems) replacer_.replace_row(problem);
  }

  void decode_event(EventIndex event, PropertyTree& out) override {
    const PropertyTree::Node mark = out.size();
    decoder_->decode_event(event, out);
    replacer_.replace(out, mark);
  }

 private:
  std::unique_ptr<FrameDecoder> decoder_;
  Replacer replacer_;
};

/// Copies the rows of another recording and decodes through its reader.
class ReaderWithoutSecrets final : public Reader {
 public:
  ReaderWithoutSecrets(std::shared_ptr<const Recording> from, SecretTable secrets)
      : from_(std::move(from)), secrets_(std::move(secrets)), replacer_(secrets_) {}

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording&) const override {
    return std::make_unique<DecoderWithoutSecrets>(from_->reader().decoder(*from_), secrets_);
  }
  CoordinateSystem coordinates(const Recording&, FrameIndex frame) const override {
    return from_->reader().coordinates(*from_, frame);
  }
  Result<ResourceData> read_resource(const Recording&, ResourceIndex resource) const override {
    return from_->reader().read_resource(*from_, resource);
  }

 private:
  std::shared_ptr<const Recording> from_;
  SecretTable secrets_;
  Replacer replacer_;
};

void ReaderWithoutSecrets::index(RecordingBuilder& builder) {
  PropertyTree details;
  from_->details(details);
  replacer_.replace(details, 0);
  builder.set_details(details);
  builder.set_complete(from_->is_complete());
  visit_rows(*from_, [&](auto row) {
    replacer_.replace_row(row);
    add_row(builder, row);
  });
}

}  // namespace

std::shared_ptr<Recording> without_secrets(std::shared_ptr<Recording> recording) {
  SecretTable secrets(recording->reader().secrets());
  if (secrets.empty()) return recording;
  RecordingInfo info = recording->info();
  Replacer replacer(secrets);
  for (MetadataEntry& entry : info.metadata) replacer.replace_row(entry);
  std::shared_ptr<InputFile> file = recording->shared_file();
  const std::span<const MeaningChoice> chosen = recording->chosen_meanings();
  std::vector<MeaningChoice> meanings(chosen.begin(), chosen.end());
  auto made = std::make_shared<Recording>(
      std::move(file),
      std::make_unique<ReaderWithoutSecrets>(std::move(recording), std::move(secrets)),
      std::move(info));
  made->choose_meanings(std::move(meanings));
  made->index();
  return made;
}

}  // namespace scrubjay

#include "formats/colyseus/read/secret_finder.h"

#include <algorithm>

#include "core/ascii.h"
#include "core/index_archive.h"

namespace scrubjay::colyseus {

namespace {

constexpr std::size_t kLeastBytes = 6;
constexpr std::size_t kMostBytes = 64;

/// Servers make ids of 9 such characters; games that give their own take those of an account.
bool may_be_session(std::string_view key) {
  const auto is_id_character = [](char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; };
  return key.size() >= kLeastBytes && key.size() <= kMostBytes &&
         std::ranges::all_of(key, is_id_character);
}

/// Counts up, over names that the recording has itself.
class StandIns {
 public:
  StandIns(std::string_view word, const TextTable& texts) : word_(word), texts_(texts) {}

  std::string next() {
    std::string name;
    do {
      name = word_ + std::to_string(++count_);
    } while (texts_.find(name).exists());
    return name;
  }

 private:
  std::string word_;
  const TextTable& texts_;
  std::size_t count_ = 0;
};

}  // namespace

void SecretFinder::Texts::add(std::string_view text) {
  if (text.empty() || known.contains(text)) return;
  known.emplace(text);
  list.emplace_back(text);
}

void SecretFinder::add_key(std::uint32_t stream, std::uint64_t parent, TextId collection,
                           TextId key, const TextTable& texts) {
  if (may_be_session(texts[key])) keys_[{stream, parent, collection}].insert(key);
}

std::vector<std::string_view> SecretFinder::keys_of_other_clients(const TextTable& texts) const {
  const auto is_known = [&](std::string_view key) { return sessions_.known.contains(key); };
  std::set<TextId> found;
  for (const auto& [place, keys] : keys_) {
    const auto known = std::ranges::find_if(keys, [&](TextId key) { return is_known(texts[key]); });
    if (known == keys.end()) continue;
    for (const TextId key : keys) {
      if (texts[key].size() == texts[*known].size() && !is_known(texts[key])) found.insert(key);
    }
  }
  std::vector<std::string_view> others;
  for (const TextId key : found) others.push_back(texts[key]);
  return others;
}

void SecretFinder::save(IndexWriter& out, const TextTable& texts) const {
  for (const Texts* found : {&sessions_, &tokens_}) {
    out.rows(found->list, [&](const std::string& text) { out(text); });
  }
  out(std::uint64_t{keys_.size()});
  for (const auto& [place, keys] : keys_) {
    const auto& [stream, parent, collection] = place;
    out(stream, parent);
    out.sure_row(collection, texts.size());
    out(std::uint64_t{keys.size()});
    for (const TextId key : keys) out.sure_row(key, texts.size());
  }
}

void SecretFinder::load(IndexReader& in, const TextTable& texts) {
  *this = SecretFinder();
  for (Texts* found : {&sessions_, &tokens_}) {
    const std::uint64_t count = in.count();
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) found->add(in.view());
  }
  const std::uint64_t places = in.count();
  for (std::uint64_t i = 0; i < places && in.ok(); ++i) {
    std::uint32_t stream = 0;
    std::uint64_t parent = 0;
    TextId collection;
    in(stream, parent);
    in.sure_row(collection, texts.size());
    const std::uint64_t count = in.count();
    for (std::uint64_t k = 0; k < count && in.ok(); ++k) {
      TextId key;
      in.sure_row(key, texts.size());
      if (in.ok()) keys_[{stream, parent, collection}].insert(key);
    }
  }
}

std::vector<Secret> SecretFinder::list(const TextTable& texts) const {
  std::vector<Secret> secrets;
  StandIns clients("client-", texts);
  for (const std::string& session : sessions_.list) secrets.push_back({session, clients.next()});
  for (const std::string_view key : keys_of_other_clients(texts)) {
    secrets.push_back({std::string(key), clients.next()});
  }
  StandIns token_names("token-", texts);
  for (const std::string& token : tokens_.list) secrets.push_back({token, token_names.next()});
  return secrets;
}

}  // namespace scrubjay::colyseus

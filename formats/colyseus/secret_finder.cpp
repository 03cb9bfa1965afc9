#include "formats/colyseus/secret_finder.h"

#include <algorithm>

namespace scrubjay::colyseus {

namespace {

constexpr std::size_t kLeastBytes = 6;
constexpr std::size_t kMostBytes = 64;

/// Servers make ids of 9 such characters; games that give their own take those of an account.
bool may_be_session(std::string_view key) {
  const auto is_id_character = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
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

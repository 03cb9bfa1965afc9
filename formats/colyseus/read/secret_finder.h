#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/recording.h"
#include "core/text.h"

namespace scrubjay::colyseus {

/// Gathers the session ids and reconnection tokens of a recording
/// (formats/colyseus/README.md, 8.1): those that the room protocol names, and those of other
/// clients, which nothing names, but which stand as keys beside a known one: a map that has a
/// session id for a key is keyed by session ids.
class SecretFinder {
 public:
  void add_session(std::string_view id) { sessions_.add(id); }
  void add_token(std::string_view token) { tokens_.add(token); }
  /// A key of a map of instances: the field `collection` of the entity `parent`.
  void add_key(std::uint32_t stream, std::uint64_t parent, TextId collection, TextId key,
               const TextTable& texts);

  /// "client-1", "client-2", ... for session ids in order, then for keys in order of appearance;
  /// "token-1", ... for tokens. What is a text of the state already stands for nothing.
  std::vector<Secret> list(const TextTable& texts) const;

  /// Of an index that is kept (core/index_archive.h). `texts`: as at the end of the pass.
  void save(IndexWriter& out, const TextTable& texts) const;
  void load(IndexReader& in, const TextTable& texts);

 private:
  using MapPlace = std::tuple<std::uint32_t, std::uint64_t, TextId>;

  /// In order of their addition, each once.
  struct Texts {
    std::vector<std::string> list;
    std::set<std::string, std::less<>> known;

    void add(std::string_view text);
  };

  std::vector<std::string_view> keys_of_other_clients(const TextTable& texts) const;

  Texts sessions_;
  Texts tokens_;
  std::map<MapPlace, std::set<TextId>> keys_;  ///< those that could be session ids
};

}  // namespace scrubjay::colyseus

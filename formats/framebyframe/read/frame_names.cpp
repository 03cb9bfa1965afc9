// What a frame's shapes and properties name: found by their keys, without parsing what lies around.
#include <string>
#include <unordered_set>
#include <vector>

#include "formats/framebyframe/read/frame_skim.h"
#include "formats/json/json_token.h"
#include "formats/json/json_walker.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::string_view kWhite = " \t\r\n";
/// How far before its type a property may begin.
constexpr std::size_t kMostBack = 4096;
constexpr int kMostBraces = 4;

/// The string that follows a key which ends at `at`, with its quotes; empty when none does.
std::string_view string_behind_key(std::string_view text, std::size_t at) {
  at = text.find_first_not_of(kWhite, at);
  if (at == kNowhere || text[at] != ':') return {};
  at = text.find_first_not_of(kWhite, at + 1);
  if (at == kNowhere || text[at] != '"') return {};
  const std::size_t end = json::end_of_string(text, at);
  return end == kNowhere ? std::string_view() : text.substr(at, end - at);
}

/// Lists what string tokens mean, each once.
class OnceEach {
 public:
  OnceEach(std::vector<std::string_view>& names, TextArena& texts) : names_(names), texts_(texts) {}

  void add(std::string_view token) {
    std::string scratch;
    const std::string_view name = text_of_string(token, scratch);
    // Neighbouring shapes mostly name the same.
    const bool is_known = (!names_.empty() && names_.back() == name) || known_.contains(name);
    if (is_known) return;
    names_.push_back(texts_.add(name));
    known_.insert(names_.back());
  }

 private:
  std::vector<std::string_view>& names_;
  TextArena& texts_;
  std::unordered_set<std::string_view> known_;
};

/// The value of the property whose object begins at `brace`, if its type stands at `place`.
std::string_view value_of_property(std::string_view text, std::size_t brace, std::size_t place) {
  JsonWalker walker(text, brace + 1);
  std::string_view value;
  bool has_type = false;
  while (true) {
    const auto key = walker.key();
    if (!key) return {};
    const auto range = walker.value();
    if (!range) return {};
    if (*key == "type" && range->begin == place) has_type = true;
    if (*key == "value") value = walker.view(*range);
    if (!has_type && walker.at() > place) return {};
    if (walker.take('}')) return has_type && is_string_token(value) ? value : std::string_view();
    if (!walker.take(',')) return {};
  }
}

/// The value of the property whose type is the string at `place`.
std::string_view value_around(std::string_view text, std::size_t place) {
  const std::size_t least = place > kMostBack ? place - kMostBack : 0;
  std::size_t brace = place;
  for (int i = 0; i < kMostBraces; ++i) {
    brace = text.rfind('{', brace - 1);
    if (brace == kNowhere || brace < least) return {};
    if (const auto value = value_of_property(text, brace, place); !value.empty()) return value;
    if (brace == 0) return {};
  }
  return {};
}

}  // namespace

void find_layers(std::string_view text, SkimmedFrame& out) {
  constexpr std::string_view kKey = "\"layer\"";
  OnceEach layers(out.layers, out.texts);
  for (std::size_t at = json::find_quoted(text, kKey, 0); at != kNowhere;
       at = json::find_quoted(text, kKey, at + kKey.size())) {
    const std::string_view name = string_behind_key(text, at + kKey.size());
    if (!name.empty()) layers.add(name);
  }
}

void find_named_resources(std::string_view text, SkimmedFrame& out) {
  constexpr std::string_view kTexture = "\"texture\"";
  OnceEach named(out.named, out.texts);
  for (std::size_t at = json::find_quoted(text, kTexture, 0); at != kNowhere;
       at = json::find_quoted(text, kTexture, at + kTexture.size())) {
    const std::string_view name = string_behind_key(text, at + kTexture.size());
    if (name.size() > 2) named.add(name);
  }
  constexpr std::string_view kType = "\"resource\"";
  for (std::size_t at = json::find_quoted(text, kType, 0); at != kNowhere;
       at = json::find_quoted(text, kType, at + kType.size())) {
    if (at == 0) continue;
    const std::string_view name = value_around(text, at);
    if (name.size() > 2) named.add(name);
  }
}

}  // namespace scrubjay::framebyframe

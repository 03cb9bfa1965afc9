#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/byte_reader.h"
#include "core/text.h"

namespace scrubjay {

/// The leading bytes of a file and its extension, for telling formats apart.
struct ProbeInput {
  static constexpr std::size_t kHeadBytes = 64 * 1024;
  /// Of a file that nobody recognises by so little: members of JSON come in any order, and long
  /// ones may come first.
  static constexpr std::size_t kFarBytes = 64 << 20;

  Bytes head;                     ///< at most `most`
  std::string_view extension;     ///< lower case, without the dot; may be empty
  std::size_t most = kHeadBytes;  ///< bytes that are looked at, of what is compressed, too
};

/// How sure a format is that a file is its own. The surest wins; an extension only breaks ties.
enum class Match : std::uint8_t { none, possible, certain };

/// The format that is surest of a file, and how sure; a larger score wins.
template <class F>
struct Recognised {
  static constexpr int kSurest = 2 * static_cast<int>(Match::certain) + 1;
  const F* format = nullptr;
  int score = 0;
};

/// Asks one format, which has `name`, `extensions` and `probe`, and keeps it where it is surer.
/// Behind one that nobody can be surer than it is not asked: to look for text in 64 KiB takes
/// longer than to index many a file.
template <class F>
void keep_surest(Recognised<F>& best, const F& format, const ProbeInput& input) {
  if (best.score == Recognised<F>::kSurest) return;
  const Match match = format.probe(input);
  if (match == Match::none) return;
  const bool has_extension =
      std::ranges::find(format.extensions, input.extension) != format.extensions.end();
  const int score = 2 * static_cast<int>(match) + (has_extension ? 1 : 0);
  if (score > best.score) best = {&format, score};
}

/// The names of formats, for people: "carla, flecs".
template <class F>
std::string names_of(std::span<const F* const> formats) {
  return joined_by(formats, &F::name);
}

/// What is probed of a file of that name's extension.
inline ProbeInput probe_input(Bytes bytes, std::string_view extension,
                              std::size_t most = ProbeInput::kHeadBytes) {
  return {bytes.first(std::min(bytes.size(), most)), extension, most};
}

/// Of a file's name: lower case, without the dot; may be empty.
std::string extension_of(const std::string& path);

/// What people need to see of bytes that nobody recognised: "89 50 4E", of a text "6E 6F (\"no\")".
std::string first_bytes(Bytes bytes);

}  // namespace scrubjay

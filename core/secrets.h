#pragma once

#include <bitset>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// Finds secrets in texts.
class SecretTable {
 public:
  /// A secret shorter than this is found in nothing: it would be found everywhere, and no server
  /// gives such a one.
  static constexpr std::size_t kLeastBytes = 6;

  explicit SecretTable(const std::vector<Secret>& secrets);

  bool empty() const { return stand_ins_.empty(); }
  /// Puts `text` with a stand-in for each secret in it into `out`; where several begin at one place
  /// the longest counts. False, and `out` stays, where there is none. O(bytes of `text`).
  bool replace(std::string_view text, std::string& out) const;
  /// The same for raw bytes, whose size stays: a stand-in is filled up with '-' or cut.
  bool replace_in_place(std::string_view bytes, std::string& out) const;

 private:
  struct Found {
    std::size_t begin = 0;
    std::size_t size = 0;  ///< 0: none
    std::string_view stand_in;
  };

  Found next(std::string_view text, std::size_t from) const;

  std::unordered_map<std::string, std::string> stand_ins_;
  std::vector<std::size_t> sizes_;  ///< of secrets, each once, longest first
  std::bitset<0x10000> begins_;     ///< the first two bytes of secrets
};

/// The recording with stand-ins for what its reader calls secrets, wherever they stand: names, ids,
/// texts, bytes and labels of properties, metadata, events, streams, problems. All rows (frames,
/// entities, events) are the same. `recording` must be indexed; without secrets it is returned as
/// it is. O(rows): nothing is decoded; frames are replaced as they are sought.
std::shared_ptr<Recording> without_secrets(std::shared_ptr<Recording> recording);

}  // namespace scrubjay

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/format_writer.h"

namespace scrubjay {

/// One way in which a format cannot say what other sources do.
struct LossText {
  std::string_view what;
  std::string_view became;  ///< empty: left out
};

/// How often each loss of a writer happened. `kTexts` is an array with a LossText for each value
/// of the enumeration `Loss`, in its order.
template <class Loss, const auto& kTexts>
class LossCounts {
 public:
  void add(Loss loss, std::uint64_t count = 1) { counts_[static_cast<std::size_t>(loss)] += count; }
  void add(const LossCounts& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }
  void clear() { counts_ = {}; }

  /// Those that happened, in the order of `Loss`. `is_kept(Loss)`: see WriteLoss.
  template <class IsKept>
  std::vector<WriteLoss> list(IsKept is_kept) const {
    std::vector<WriteLoss> losses;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      losses.push_back({std::string(kTexts[i].what), std::string(kTexts[i].became), counts_[i],
                        is_kept(static_cast<Loss>(i))});
    }
    return losses;
  }
  std::vector<WriteLoss> list() const {
    return list([](Loss) { return false; });
  }

 private:
  std::array<std::uint64_t, kTexts.size()> counts_{};
};

}  // namespace scrubjay

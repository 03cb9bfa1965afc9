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
/// of the enumeration `Loss`, in its order (see SCRUBJAY_LOSSES).
template <class Loss, const auto& kTexts>
class LossCounts {
 public:
  void add(Loss loss, std::uint64_t count = 1) { counts_[static_cast<std::size_t>(loss)] += count; }
  void add(const LossCounts& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }
  void clear() { counts_ = {}; }

  /// Those that happened, in the order of `Loss`, each after `complete(Loss, WriteLoss&)`.
  template <class Complete>
  std::vector<WriteLoss> list(Complete complete) const {
    std::vector<WriteLoss> losses;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      losses.push_back({std::string(kTexts[i].what), std::string(kTexts[i].became), counts_[i]});
      complete(static_cast<Loss>(i), losses.back());
    }
    return losses;
  }
  std::vector<WriteLoss> list() const {
    return list([](Loss, WriteLoss&) {});
  }

 private:
  std::array<std::uint64_t, kTexts.size()> counts_{};
};

/// What a format cannot say as other sources do: `enum class Loss`, the texts of its values and
/// their LossCounts, out of LIST(NAME), which has NAME(loss, what, became) for each (see LossText).
#define SCRUBJAY_LOSSES(LIST)                                       \
  enum class Loss : std::uint8_t { LIST(SCRUBJAY_LOSS_NAME) };      \
  inline constexpr std::array kLossTexts{LIST(SCRUBJAY_LOSS_TEXT)}; \
  using LossCounts = scrubjay::LossCounts<Loss, kLossTexts>;
#define SCRUBJAY_LOSS_NAME(loss, what, became) loss,
#define SCRUBJAY_LOSS_TEXT(loss, what, became) scrubjay::LossText{what, became},

}  // namespace scrubjay

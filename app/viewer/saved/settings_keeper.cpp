#include "app/viewer/saved/settings_keeper.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace scrubjay {

namespace {

constexpr double kLooks = 1;   ///< seconds between two
constexpr double kSaves = 10;  ///< likewise

}  // namespace

SettingsKeeper::SettingsKeeper(const Settings& begun, std::function<void(const Settings&)> save)
    : save_(std::move(save)), saved_(to_json(begun)) {}

void SettingsKeeper::look(double now, const std::function<Settings()>& current) {
  is_look_left_ = now < next_look_;
  if (is_look_left_) return;
  next_look_ = now + kLooks;
  const Settings settings = current();
  std::string text = to_json(settings);
  const bool was_changed = std::exchange(is_changed_, text != saved_);
  if (!is_changed_) return;
  if (!was_changed) next_save_ = std::max(next_save_, now + kLooks);
  if (now < next_save_) return;
  save_(settings);
  saved_ = std::move(text);
  is_changed_ = false;
  next_save_ = now + kSaves;
}

double SettingsKeeper::rest(double now) const {
  if (is_changed_) return std::max(0.0, std::max(next_save_, next_look_) - now);
  if (is_look_left_) return std::max(0.0, next_look_ - now);
  return std::numeric_limits<double>::infinity();
}

}  // namespace scrubjay

#pragma once

#include <functional>
#include <string>

#include "app/viewer/saved/settings.h"

namespace scrubjay {

/// Saves what is to be remembered while the window is open, so that little is lost should it not be
/// closed in order: a second after something of it changed, and not more often than every ten
/// seconds. Times are of any clock [s].
class SettingsKeeper {
 public:
  /// `begun`: what is saved already. `save` saves, once for each call.
  SettingsKeeper(const Settings& begun, std::function<void(const Settings&)> save);

  /// Looks whether what is to be remembered, as `current` tells, has changed, and saves it when it
  /// is time. Looks once a second at most: else it is left for later.
  void look(double now, const std::function<Settings()>& current);
  /// How long until `look` has something to do; infinity: not before something happens.
  double rest(double now) const;

 private:
  std::function<void(const Settings&)> save_;
  std::string saved_;          ///< as JSON
  bool is_changed_ = false;    ///< since then
  bool is_look_left_ = false;  ///< there was no time to look
  double next_look_ = -1e300;  ///< not before
  double next_save_ = -1e300;  ///< not before
};

}  // namespace scrubjay

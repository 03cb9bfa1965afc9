#pragma once

#include <map>
#include <set>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/entity_rows.h"

namespace scrubjay {

/// Which groups of the entity tree are hidden as a whole; found anew when something is hidden or
/// shown, at the latest in the next picture.
class HiddenGroups {
 public:
  bool contains(const ViewContext& context, const EntityRow& group);

 private:
  std::set<EntityRef> hidden_;  ///< key
  std::size_t known_ = 0;       ///< and how many entities there are
  int picture_ = -1;            ///< in which `hidden_` was last looked at
  std::map<EntityRef, bool> groups_;
};

/// Hides all of a group, or shows them again where all are hidden.
void toggle_hidden_group(ViewContext& context, const EntityRow& group);

/// What can be done with all of a group, as entries of the menu that is open.
void entity_group_menu(ViewContext& context, const EntityRow& group);

}  // namespace scrubjay

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/work_budget.h"

namespace scrubjay {

/// Finds the entities that references mean, by the ids of their source. Kept among the caches of
/// the panels: `context.caches.of<EntityReferences>()`.
class EntityReferences {
 public:
  /// The entity of `stream`, or of any where that is none, with that id which lives at the
  /// playhead, else the last one that ever had it. The work for entities that came since the last
  /// call is bounded: what is not found yet is asked for again with the next picture.
  std::optional<EntityRef> find(ViewContext& context, std::size_t recording, StreamIndex stream,
                                std::string_view id);
  /// `text`, the id in a property of `of`, with the name of the entity that it means where it has
  /// one.
  std::string name_of(ViewContext& context, EntityRef of, const std::string& text);

 private:
  /// Those of one recording; grows in slices with it.
  class Ids {
   public:
    EntityIndex find(std::string_view id, StreamIndex stream, const Frame* frame) const;
    /// True when all are known. Begins anew for another recording.
    bool advance(const std::shared_ptr<const Recording>& recording, WorkBudget& budget);

   private:
    std::weak_ptr<const Recording> recording_;  ///< so that a closed one is not kept
    std::size_t known_ = 0;
    std::unordered_multimap<std::string_view, EntityIndex> ids_;  ///< texts of the recording
  };
  std::vector<Ids> ids_;  ///< by recording
};

/// `text`, the value of a property of `of`, as it is shown: a reference by name.
std::string named_value(PanelContext& context, EntityRef of, bool is_reference,
                        const std::string& text);

}  // namespace scrubjay

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/panels/widgets/work_budget.h"
#include "app/viewer/workspace.h"

namespace scrubjay {

/// True when `word` is found in the id, the name or the kind.
bool is_in_title(const EntityInfo& entity, std::string_view word);

/// Finds living entities by texts in their properties: `role_name hero` when "hero" is searched.
/// Each word must be in the id, the name, the kind or in some text of the entity. In slices, over
/// the frames at the playhead; while that moves, it goes on in the frames that come.
class EntityValueSearch {
 public:
  struct Found {
    EntityRef entity;
    std::string text;  ///< the property that was found, "role_name hero"
  };

  /// Goes on; true when `found` changed.
  bool advance(const Session& session, const Moment& moment, std::string_view search,
               WorkBudget& budget);
  /// False while entities were not looked at yet.
  bool is_done() const { return done_; }

  /// Entities that their id, name and kind alone would not give, ascending.
  const std::vector<Found>& found() const { return found_; }
  /// What of an entity was found, or null.
  const std::string* text_of(EntityRef entity) const;

 private:
  void look_at(const Session& session, std::size_t recording, const Frame& frame,
               const Entity& entity);
  bool finish();

  std::string search_;
  std::vector<std::string> words_;
  std::vector<FrameRef> frames_;  ///< key: what the pass is about, or was begun with
  std::size_t frame_ = 0;         ///< place in Moment::frames
  std::size_t entity_ = 0;        ///< place in the frame
  bool done_ = true;
  std::vector<Found> next_;  ///< of the pass that goes on
  std::vector<Found> found_;
};

}  // namespace scrubjay

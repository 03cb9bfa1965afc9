#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/viewer/fuzzy_match.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/work_budget.h"

namespace scrubjay {

/// Something that the palette does, besides going to what a recording holds.
struct PaletteChoice {
  std::string kind = {};  ///< "Command", "File"
  std::string title = {};
  std::string detail = {};
  std::string_view keys = {};  ///< as of commands.h
  bool can_run = true;
  std::function<void(PanelContext&)> run = {};
  std::string_view words = {};  ///< what else people call it: found by how they begin
};

/// A property of an entity in the frame that is shown.
struct PaletteProperty {
  EntityRef entity;
  std::string path;
};

enum class PaletteSource : std::uint8_t { choice, entity, event, property };

/// Something that was found.
struct PaletteHit {
  PaletteSource source = PaletteSource::choice;
  std::size_t recording = 0;
  std::uint32_t index = 0;  ///< of the choice, entity, group of events or property
  int score = 0;
  bool operator==(const PaletteHit&) const = default;
};

/// Events of one recording by name and entity: one that happens a thousand times is found once.
class EventGroups {
 public:
  struct Group {
    EventIndex first;
    std::size_t count = 0;
  };

  /// Goes on with events that are new; true when all that there are were looked at.
  bool advance(const Recording& recording, WorkBudget& budget);
  const std::vector<Group>& groups() const { return groups_; }

  static constexpr std::size_t kMost = 200'000;

 private:
  using Key = std::pair<const char*, std::uint32_t>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const char*>()(key.first) * 31 + key.second;
    }
  };
  std::size_t looked_at_ = 0;
  std::vector<Group> groups_;
  std::unordered_map<Key, std::size_t, Hash> known_;
};

/// The fuzzy search over all that the palette finds, a piece in each picture.
class PaletteSearch {
 public:
  static constexpr std::size_t kMostHits = 200;

  std::vector<PaletteChoice> choices;
  std::vector<PaletteProperty> properties;

  /// Begins anew. With an empty pattern all choices are found, in their order, and nothing else.
  void start(std::string_view typed);
  /// True when nothing is left to be looked at.
  bool advance(const Session& session, WorkBudget& budget);

  /// The best so far, the best first.
  const std::vector<PaletteHit>& hits() const { return hits_; }
  /// How many there are so far.
  std::size_t found() const { return found_; }
  const FuzzyPattern& pattern() const { return pattern_; }
  EventGroups::Group group(const PaletteHit& hit) const;

 private:
  struct KnownEvents {
    std::weak_ptr<const Recording> recording;
    EventGroups groups;
  };

  void look_at(const PaletteHit& hit, std::optional<int> score, int bonus);
  std::optional<int> score_of_path(std::string_view path) const;
  bool advance_entities(const Session& session, WorkBudget& budget);
  bool advance_events(const Session& session, WorkBudget& budget);

  FuzzyPattern pattern_;
  std::string typed_;
  std::vector<PaletteHit> hits_;
  std::size_t found_ = 0;
  std::size_t next_choice_ = 0;
  std::size_t next_property_ = 0;
  std::size_t recording_ = 0;  ///< whose entities are looked at
  std::size_t next_entity_ = 0;
  std::size_t event_recording_ = 0;
  std::size_t next_group_ = 0;
  std::vector<KnownEvents> events_;  ///< beside the session's recordings
  std::string text_;
};

/// What is searched of an entity and of an event, and shown; `title` is how much of it is no
/// detail.
struct PaletteText {
  std::string text;
  std::size_t title = 0;  ///< bytes
};
void entity_palette_text(const Recording& recording, EntityIndex entity, PaletteText& out);
/// The path, which is searched, then whose it is.
void property_palette_text(const Session& session, const PaletteProperty& property,
                           PaletteText& out);
void event_palette_text(const Recording& recording, EventIndex event, PaletteText& out);

}  // namespace scrubjay

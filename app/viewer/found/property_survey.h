#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "app/viewer/found/travel_survey.h"
#include "app/viewer/frames/frame_survey.h"
#include "core/property_tree.h"

namespace scrubjay {

struct PanelContext;

/// A property of some entity, as filters name it.
struct KnownProperty {
  std::string name;   ///< with what it is part of, up to the innermost group: "position"
  std::string group;  ///< the innermost group; empty for the outermost
  std::string unit;
  PropertyType type = PropertyType::null;
  auto operator<=>(const KnownProperty&) const = default;
};

/// What some frames of a recording say of all of it.
struct SurveyFound {
  std::size_t frames = 0;  ///< that the recording had: less is known of those that came since
  /// Kinds and path hashes (survey_key) of values that were seen to change.
  std::unordered_set<std::uint64_t> changing;
  std::vector<KnownProperty> properties;  ///< ascending
};

std::uint64_t survey_key(EntityKind kind, std::uint64_t path_hash);

/// A FrameSurvey of what changes and what there is over a recording.
class PropertySurvey {
 public:
  static constexpr std::size_t kFrames = 32;  ///< looked at
  /// Entities of one kind whose properties are looked at.
  static constexpr std::size_t kOfKind = 48;
  static constexpr std::size_t kMostProperties = 2000;

  /// `background` must outlive this.
  PropertySurvey(std::shared_ptr<DecoderPool> decoders, Background& background);

  const Recording& recording() const { return frames_.recording(); }
  void request() { frames_.request(); }
  /// What was found last; null before the first. Valid until the next call.
  const SurveyFound* latest() { return frames_.latest(); }
  /// True when `latest` gave what was asked for last.
  bool is_current() const { return frames_.is_current(); }

 private:
  /// An entity's values in the frame that was looked at before.
  using Values = std::unordered_map<std::uint64_t, std::uint64_t>;  ///< path hash: value hash
  struct Followed {
    Values values;
    Values before;
  };

  void begin();
  void look_at(const Frame& frame);
  void look_at_properties(const Frame& frame, const Entity& entity);
  void compare(const Entity& entity, Followed& followed);
  void note_change(EntityKind kind, std::uint64_t path);
  void report(std::size_t frames, SurveyFound& out) const;

  // Of the background:
  std::unordered_map<std::uint32_t, Followed> followed_;
  std::vector<std::size_t> of_kind_;
  std::unordered_map<std::uint64_t, std::uint64_t> above_;  ///< path hash: of what it is part of
  std::unordered_map<std::uint64_t, KnownProperty> properties_;
  std::unordered_set<std::uint64_t> changing_;
  PropertyTree tree_;
  FrameSurvey<SurveyFound> frames_;  ///< last: it ends before the others
};

/// The surveys of all open recordings. One of them in the panels' caches.
class PropertySurveys {
 public:
  /// Asks for what is open, and has the window drawn again until that is known.
  void update(PanelContext& context);
  /// What is known of the recording in a place; null before anything is. Valid until `update`.
  const SurveyFound* of(std::size_t recording) const {
    return recording < found_.size() ? found_[recording] : nullptr;
  }
  const Travels* travels_of(std::size_t recording) const {
    return recording < travels_.size() ? travels_[recording] : nullptr;
  }

 private:
  struct Surveys {
    PropertySurvey properties;
    TravelSurvey travels;

    Surveys(const std::shared_ptr<DecoderPool>& decoders, Background& background)
        : properties(decoders, background), travels(decoders, background) {}
  };

  std::vector<std::unique_ptr<Surveys>> surveys_;  ///< beside Session::recordings
  std::vector<const SurveyFound*> found_;          ///< likewise
  std::vector<const Travels*> travels_;            ///< likewise
};

}  // namespace scrubjay

#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/entity_names.h"
#include "app/viewer/frames/motion_survey.h"
#include "app/viewer/frames/trail_tracker.h"
#include "app/viewer/held_places.h"
#include "app/viewer/panels/scene/scene_resolution.h"
#include "app/viewer/theme.h"
#include "app/viewer/view_state.h"
#include "core/session.h"
#include "render/camera.h"
#include "render/fit.h"
#include "render/label_layout.h"
#include "render/renderer.h"
#include "render/ride.h"
#include "render/scene.h"

namespace scrubjay {

/// What decides the content of the scene: as long as it stays equal, what was built is used again.
/// Names in it live in the frames, which their decoding tells from any other.
struct SceneContentKey {
  struct Part {
    std::uint64_t decoding = 0;
    FrameRef frame;
    std::size_t entities = 0, events = 0;  ///< known of its recording
    bool may_have_shapes = false, is_past = false, is_ghost = false, has_motion = false;
    std::uint32_t client_color = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
  glm::dvec3 origin{0.0};
  std::vector<EntityRef> selected;
  std::vector<EntityRef> hidden;
  std::vector<EntityRef> isolated;
  std::vector<EntityRef> in_event;
  std::size_t survey_version = 0;
  std::optional<EntityRef> hovered;
  std::optional<ShapeRef> hovered_shape;
  LayerStates layers;
  bool has_props = true;
  std::uint64_t trails_version = 0;
  std::uint64_t colors_version = 0;
  const Theme* theme = nullptr;
  std::shared_ptr<const void> compared;  ///< by which run of the comparison
  std::optional<ChosenComparison> comparison;
  ShownRuns shown_runs = ShownRuns::both;
  bool operator==(const SceneContentKey&) const = default;
};

/// What decides the picture of the scene: as long as it stays equal, the last picture is shown
/// again.
struct ScenePictureKey {
  SceneContentKey content;
  Camera camera;
  int width = 0;
  int height = 0;
  float scale = 1;
  std::vector<unsigned> textures;
  std::uint32_t switches = 0;
  std::vector<PlacedScenery> scenery;
  std::optional<EntityRef> driver;
  bool operator==(const ScenePictureKey&) const = default;
};

/// What the camera is fitted to: what moves or what happens, or all there is.
enum class FitTo : std::uint8_t { happening, everything };

/// The colours of a scene that is not coloured by kind, and what they mean.
struct SceneColors {
  std::vector<std::vector<std::uint32_t>> of_frames;  ///< beside SceneCache::frames
  /// Of numbers: what the ends of the scale stand for.
  struct Range {
    double least = 0;
    double most = 0;
  };
  std::optional<Range> range;
  std::map<std::string, std::uint32_t, std::less<>> categories;  ///< of texts, by value
  std::string property;  ///< that `range` and `categories` are of; "" of another choice
  std::vector<const Recording*> recordings;  ///< likewise
  HeldPlaces places;
};

/// What the mouse is doing to the camera, from press to release.
enum class SceneDrag : std::uint8_t { none, orbit, pan, fly };

/// How the scene is drawn for a picture of it: without what one works it by.
struct ScenePictureStyle {
  bool labels = true;
  bool scale_bar = false;
  std::optional<glm::vec3> ground;  ///< one colour behind it; none: the sky
};

/// What the scene panel keeps between pictures.
struct SceneCache {
  bool use_gl = false;  ///< false: no context, the panel draws no picture (tests without a display)

  std::optional<ScenePictureStyle> picture;  ///< none: the scene is a part of the window

  std::optional<Renderer> renderer;
  std::string renderer_error;  ///< why there is no renderer
  int samples = 4;             ///< a pixel
  std::vector<SceneFrame> frames;
  std::vector<std::uint64_t> decodings;  ///< beside them
  SceneContent content;
  SceneContentKey content_key;  ///< of what is built
  bool lacks_driver = false;    ///< what is built was changed by leave_out_driver
  ScenePictureKey key;
  bool has_picture = false;
  ScreenRect shown_at;  ///< of the window
  SceneResolution resolution;
  double drawn_resolution = 1;  ///< of the picture there is
  std::string grid_label;       ///< "10 m"; empty without a grid

  glm::dvec3 origin{0.0};
  RobustFit fit;      ///< of the positions when the camera was fitted last
  double ground = 0;  ///< metres, viewer space
  Camera fitted_camera;
  FitTo fitted_to = FitTo::happening;
  Viewport fitted_viewport;
  std::size_t fitted_recordings = 0;
  std::size_t fitted_survey = 0;        ///< versions of the surveys it was fitted by
  std::optional<double> first_look_at;  ///< since when the first picture waits

  struct PlaceOfEntity {
    EntityRef entity;
    glm::dvec3 at;
  };
  std::map<const Recording*, std::unique_ptr<MotionSurvey>> surveys;
  /// Beside the session's recordings; null: not known yet. Valid for one picture.
  std::vector<const MotionFound*> motions;
  bool has_moving = false;          ///< something is known to move
  std::vector<EntityRef> in_event;  ///< something happens to them now; ascending

  std::map<std::pair<const Recording*, StreamIndex>, std::unique_ptr<TrailTracker>> trackers;
  std::vector<Trail> trail_lines;
  // What trail_lines looks at beside the trackers' points; none of them moves when others come.
  std::deque<std::vector<std::uint32_t>> trail_colors;
  std::deque<std::vector<std::array<glm::dvec3, 2>>> trail_ticks;
  std::deque<std::vector<glm::dvec3>> reference_points;
  std::size_t references = 0;  ///< found
  std::size_t references_drawn = 0;
  std::vector<PlacedScenery> scenery;     ///< as it is drawn
  std::vector<SeenThrough> seen_through;  ///< what it must not hide
  SceneryDrawn scenery_drawn;             ///< in the last picture
  std::size_t scenery_names = 0;          ///< drawn
  SceneColors colors;
  // Of two runs that are compared, in this picture.
  std::size_t ghosts = 0;                    ///< entities of B
  std::size_t apart = 0;                     ///< that are not where their match is
  std::vector<EntityRef> alone;              ///< entities that have no match there; ascending
  std::vector<std::uint32_t> instance_of_b;  ///< by entity of B; storage only
  std::vector<bool> is_ghost_met;            ///< beside it; storage only

  std::vector<LayerChoice> layers;  ///< of ViewState, as the scene takes them
  /// Whether pictures let through what is behind them, so that each is looked through once.
  struct KnownAlpha {
    std::weak_ptr<const Image> image;
    bool has_alpha = false;
  };
  std::vector<KnownAlpha> alphas;
  std::string layer_search;

  LabelLayout label_layout;
  /// Width and height that labels were chosen in, and the surveys they were chosen by: where these
  /// are others, labels that were there before have no advantage.
  std::array<std::size_t, 3> labelled_by{};
  std::vector<SceneLabel> labels;
  std::vector<LabelCandidate> label_candidates;
  std::vector<std::string> label_texts;  ///< beside the candidates
  std::vector<LabelPlacement> label_placements;
  /// Buttons, axes and notes over the picture: what they took in the last one, and take in this.
  std::vector<LabelObstacle> overlays;
  std::vector<LabelObstacle> new_overlays;
  /// The corner up to which notes lie in the lower left of the scene [window pixels].
  ImVec2 notes_corner{};
  std::size_t pointers = 0;                 ///< drawn at the edges
  bool has_keyboard = false;                ///< it is walked by keys
  bool measures_middle = false;             ///< a key asks for what is in the middle of the view
  std::optional<double> measured;           ///< between the places chosen [m]
  std::optional<double> selected_distance;  ///< of the two that are selected [m]
  Viewport viewport;                        ///< of the picture
  float least_size = 0;                     ///< of the entities in view, pixels at 100 %

  SceneDrag drag = SceneDrag::none;
  bool dragged = false;  ///< the mouse has moved since the press: not a click
  Follow follow;
  std::optional<RidingCamera> ride;  ///< none: the camera does not ride along
  EntityRef ridden;                  ///< by it
  std::optional<EntityRef> followed;
};

}  // namespace scrubjay

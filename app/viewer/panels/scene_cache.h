#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/trail_tracker.h"
#include "app/viewer/view_state.h"
#include "core/session.h"
#include "render/camera.h"
#include "render/fit.h"
#include "render/label_layout.h"
#include "render/renderer.h"
#include "render/scene.h"

namespace scrubjay {

/// What decides the picture of the scene: as long as it stays equal, the last picture is shown
/// again.
struct ScenePictureKey {
  Camera camera;
  int width = 0;
  int height = 0;
  float scale = 1;
  bool is_dark = true;
  std::vector<FrameRef> frames;
  std::vector<std::uint64_t> decodings;  ///< which states of those frames
  std::vector<bool> past;                ///< as of those frames
  std::vector<EntityRef> selected;
  std::vector<EntityRef> hidden;
  std::optional<EntityRef> isolated;
  std::optional<EntityRef> hovered;
  std::optional<ShapeRef> hovered_shape;
  LayerStates layers;
  std::vector<unsigned> textures;
  std::uint64_t trails_version = 0;
  std::uint32_t switches = 0;
  bool operator==(const ScenePictureKey&) const = default;
};

/// What the mouse is doing to the camera, from press to release.
enum class SceneDrag : std::uint8_t { none, orbit, pan, fly };

/// What the scene panel keeps between pictures.
struct SceneCache {
  bool use_gl = false;  ///< false: no context, the panel draws no picture (tests without a display)

  std::optional<Renderer> renderer;
  std::string renderer_error;  ///< why there is no renderer
  int samples = 4;             ///< a pixel
  std::vector<SceneFrame> frames;
  SceneContent content;
  ScenePictureKey key;
  bool has_picture = false;
  std::string grid_label;  ///< "10 m"; empty without a grid

  glm::dvec3 origin{0.0};
  RobustFit fit;      ///< of the positions when the camera was fitted last
  double ground = 0;  ///< metres, viewer space
  std::size_t fitted_recordings = 0;

  std::map<std::pair<const Recording*, StreamIndex>, std::unique_ptr<TrailTracker>> trackers;
  std::vector<Trail> trail_lines;
  std::vector<std::vector<TrailPoints>> trail_points;  ///< by frame of the moment

  std::vector<LayerChoice> layers;  ///< of ViewState, as the scene takes them
  /// Whether pictures let through what is behind them, so that each is looked through once.
  struct KnownAlpha {
    std::weak_ptr<const Image> image;
    bool has_alpha = false;
  };
  std::vector<KnownAlpha> alphas;
  std::string layer_search;

  LabelLayout label_layout;
  std::vector<SceneLabel> labels;
  std::vector<LabelCandidate> label_candidates;
  std::vector<LabelPlacement> label_placements;

  SceneDrag drag = SceneDrag::none;
  bool dragged = false;  ///< the mouse has moved since the press: not a click
  Follow follow;
  std::optional<EntityRef> followed;
};

}  // namespace scrubjay

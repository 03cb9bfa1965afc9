#pragma once

#include "app/value_plots.h"
#include "app/viewer/panels/comment_lookup.h"
#include "app/viewer/panels/entity_rows.h"
#include "app/viewer/panels/event_rows.h"
#include "app/viewer/panels/filters_list.h"
#include "app/viewer/panels/picture_panel.h"
#include "app/viewer/panels/properties_cache.h"
#include "app/viewer/panels/queries_cache.h"
#include "app/viewer/panels/reading_window.h"
#include "app/viewer/panels/resource_view.h"
#include "app/viewer/panels/save_window.h"
#include "app/viewer/panels/scene_cache.h"
#include "app/viewer/panels/timeline_cache.h"
#include "app/viewer/picture_cache.h"

namespace scrubjay {

/// What panels computed and may keep for the next picture. Each part holds the key it was computed
/// for.
struct PanelCaches {
  EntityRowsCache entities;
  EventRowsCache events;
  FiltersCache filters;
  ValuePlots plots;
  PropertiesCache properties;
  QueriesCache queries;
  ReadingCache reading;
  SaveCache save;
  SceneCache scene;
  TimelineCache timeline;
  CommentLookup comments;
  PictureCache pictures;
  PicturePanelCache picture_panel;
  ResourceViewCache resource_view;
};

}  // namespace scrubjay

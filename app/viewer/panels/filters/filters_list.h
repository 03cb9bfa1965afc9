#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/filter_file.h"
#include "app/shared/filter_search.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/filters/filter_suggestions.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// What the panel of filters and the lanes of their hits keep between pictures.
struct FiltersCache {
  FilterSearch search;

  // Reading and writing filter files goes on beside the window.
  enum class Path : std::uint8_t { none, import, export_to };
  Path asks = Path::none;  ///< which path field is open
  bool just_asked = false;
  std::string path;
  Awaited<Result<FilterFile>> loading;
  Awaited<Result<void>> saving;
  std::string told;     ///< what became of the last import or export
  bool is_bad = false;  ///< and that it failed

  std::vector<FilterSuggestion> suggestions;
  std::vector<std::size_t> suggested_of;  ///< their key: how much is known of each recording

  bool just_added = false;  ///< its first field takes the keyboard
  ListScroll scroll;
  MouseRest rest;
};

/// Has conditions that all say nothing yet: every entity of every frame would be a hit, and none is
/// searched for.
bool is_blank(const Filter& filter);

/// Searches for what is on in what is visible. Cheap when nothing changed; each picture.
void update_filter_search(PanelContext& context);

/// The title of a filter, else what it asks for, on one line.
std::string filter_title(const Filter& filter);
/// Hits in all visible recordings so far.
std::uint64_t count_hits(const Session& session, const FilterSearch::Found& found,
                         const Filter& filter);
/// "Guard: Health = 12", "Guard: Death, damage = 40".
std::string hit_text(const Session& session, std::size_t recording, const FilterHit& hit);
/// Goes to a hit and selects what was found; with `keep_selection` the entity stays as it is.
void go_to_hit(ViewContext& context, std::size_t recording, const FilterHit& hit,
               bool keep_selection);

/// Adds a filter in the first colour that no other has; returns its place.
std::size_t add_filter(ViewState& state, Filter filter, bool is_on = true);
void remove_filter(ViewState& state, std::size_t place);

/// A filter for a property as it is: its value (a number within a tenth, a text as a whole, the
/// first part of a vector), inside the group that it stands in. Nothing for what filters cannot
/// compare.
std::optional<Filter> filter_of_property(const PropertyTree& tree, PropertyTree::Node node);
/// The same with the panel of filters opened at it: for the menu of a property's row. False when
/// the property cannot be filtered by.
bool add_filter_from_property(ViewState& state, const PropertyTree& tree, PropertyTree::Node node);
/// A filter for events of this name and tag, opened.
void add_filter_from_event(ViewState& state, const EventInfo& event);

/// Reads a filter file in the background and adds its filters: for a file dropped on the window.
/// False while another one is being read.
bool import_filters(PanelContext& context, const std::string& path);
/// Takes what was read or written in the background; each picture, also while the panel of filters
/// is behind another one.
void update_filter_files(PanelContext& context);

}  // namespace scrubjay

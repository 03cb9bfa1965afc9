// Any bytes as a file of filters: what is read is written again, and then read
// without loss or complaint; each filter is asked about a recording.
#include "app/shared/filter_file.h"

#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

void check_written(const FilterFile& file) {
  const auto again = read_filters(filters_text(file.filters));
  require(again.has_value(), "filters that were written are not read");
  require(again->filters == file.filters, "filters change when they are written");
  for (const Problem& problem : again->problems) {
    require(problem.severity == Severity::note, "filters that were written are odd");
  }
}

/// A tree of every kind of property.
PropertyTree made_tree() {
  PropertyTree tree;
  const auto group = tree.open("stats", PropertyType::group);
  tree.number("Health", 12.5, Precision::float32);
  tree.text("State", "Run");
  tree.boolean("alive", true);
  tree.integer("count", -3);
  tree.vec3("velocity", {1, 2, 3}, Precision::float64);
  tree.null("nothing");
  const auto table = tree.open("loot", PropertyType::table);
  const auto row = tree.open("0", PropertyType::list);
  tree.text("0", "sword");
  tree.close(row);
  tree.close(table);
  tree.close(group);
  return tree;
}

void check_matching(const FilterFile& file) {
  static const PropertyTree tree = made_tree();
  FilterScratch scratch;
  for (const Filter& filter : file.filters) {
    require(!describe(filter).empty(), "a filter has no words");
    require(same_condition(filter, filter), "a filter is not like itself");
    const FilterMatcher matcher(filter);
    const bool matches = matcher.matches_event(tree, {0, tree.size()}, scratch);
    require(matches == matcher.matches_event(tree, {0, tree.size()}, scratch),
            "a filter says another thing the second time");
    require(matches || matcher.needs_properties(), "a filter without conditions finds nothing");
  }
}

}  // namespace

void filter_file_fuzz(Input input) {
  const MemoryBound bound(input.size());
  const auto file = read_filters({reinterpret_cast<const char*>(input.data()), input.size()});
  if (!file) {
    require(file.error().severity == Severity::fatal, "what is not read is not fatal");
    return;
  }
  check_written(*file);
  check_matching(*file);
}

}  // namespace scrubjay::fuzz

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scrubjay::flecs {

// Names, paths and ids as flecs prints them (formats/flecs/README.md, 3). A path joins escaped
// names with dots.

/// The component that holds the properties of an entity that cannot be components. Written and
/// read.
inline constexpr std::string_view kOwnComponent = "properties";

/// `name` as it stands inside a path: a dot and a backslash get a backslash before them.
std::string escaped_name(std::string_view name);
/// The name that an element of a path stands for.
std::string unescaped_name(std::string_view element);

/// Where the last element of a path begins: behind the last dot that has no backslash before it
/// and does not stand between `<` and `>` (formats/flecs/README.md, 3.1). 0 for a path of one
/// element.
std::size_t last_element_at(std::string_view path);
/// The last element, still escaped.
inline std::string_view last_element(std::string_view path) {
  return path.substr(last_element_at(path));
}
/// The path without its last element; "" for a path of one element.
std::string_view parent_of_path(std::string_view path);

/// True for "::Scene::Mars", as C++ code shows paths (formats/flecs/README.md, 3.1).
inline bool has_colons(std::string_view path) { return path.starts_with("::"); }
/// The same path with dots: "Scene.Mars". Colons inside of `<...>` stay.
std::string dotted_path(std::string_view path);
/// The path with dots, however it was written.
inline std::string with_dots(std::string_view path) {
  return has_colons(path) ? dotted_path(path) : std::string(path);
}

/// `path` without a leading "flecs.core.": built-in names are printed with and without it
/// (formats/flecs/README.md, 3.4).
std::string_view without_core(std::string_view path);

/// True for "#123": how 4.x prints an entity without a name.
bool is_anonymous(std::string_view name);
/// "#123" for 123.
std::string anonymous_name(std::uint64_t id);

/// A component, a tag or a pair. The views point into what it was parsed from.
struct IdText {
  std::string_view flag;    ///< "toggle", "OVERRIDE", ...; several stay joined with '|'
  std::string_view first;   ///< the component, the tag, or the relation of a pair
  std::string_view second;  ///< the target of a pair
  bool is_pair = false;
};

/// Reads an id that is written as one text: "Position", "(Likes,Apples)", "toggle|Fuel",
/// "?Velocity" (formats/flecs/README.md, 3.4). Never fails: what is not understood is a name.
IdText parse_id(std::string_view text);

/// The same id as text: "toggle|Fuel", "(Likes,Apples)"; paths with dots, built-in names without
/// "flecs.core.".
std::string id_text(const IdText& id);

/// The number of a value pair's target, "@7" (formats/flecs/README.md, 3.4).
std::optional<std::int64_t> value_target(std::string_view target);

/// A number that stands in quotes, as flecs prints large and odd ones: "1e4", "-.25e7", "NaN",
/// "Inf", "2147483648" (formats/flecs/README.md, 4.2). With `is_number`, when the schema says that
/// it is one, any decimal number is taken.
std::optional<double> quoted_number(std::string_view text, bool is_number);

}  // namespace scrubjay::flecs

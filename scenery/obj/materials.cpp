#include "scenery/obj/materials.h"

#include <array>
#include <optional>
#include <string_view>

#include "core/text.h"
#include "scenery/level_builder.h"
#include "scenery/obj/text.h"

namespace scrubjay::obj {

namespace {

/// One material as far as it is read.
struct Material {
  std::string name;
  std::optional<std::array<double, 3>> color;  ///< as screens have it
  double opacity = 1.0;
};

void keep(const Material& material, Materials& materials) {
  if (material.name.empty() || materials.size() >= kMostMaterials) return;
  const std::uint32_t color = material.color
                                  ? packed_color((*material.color)[0], (*material.color)[1],
                                                 (*material.color)[2], material.opacity)
                                  : 0;
  materials.emplace(material.name, color);
}

std::string_view trimmed_name(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return rest.substr(0, rest.find_last_not_of(" \t") + 1);
}

/// False where it is not as it should be.
bool take_value(Material& material, std::string_view word, std::string_view rest) {
  if (word == "Kd") {
    std::array<double, 3> color{};
    for (double& part : color) {
      const auto number = number_of(next_word(rest));
      if (!number) return false;
      part = *number;
    }
    material.color = color;
    return true;
  }
  const auto number = number_of(next_word(rest));
  if (number) material.opacity = word == "d" ? *number : 1.0 - *number;
  return number.has_value();
}

}  // namespace

void read_materials(Bytes bytes, Materials& materials, std::vector<Problem>& problems) {
  constexpr std::size_t kShown = 60;
  Lines lines(bytes);
  Material material;
  while (const auto line = lines.next()) {
    std::string_view rest = line->text;
    const std::string_view word = next_word(rest);
    if (word == "newmtl") {
      keep(material, materials);
      material = {.name = std::string(trimmed_name(rest)), .color = {}};
    } else if (word == "Kd" || word == "d" || word == "Tr") {
      if (take_value(material, word, rest)) continue;
      fold_into(problems, {.severity = Severity::warning,
                           .code = "bad-material",
                           .offset = line->offset,
                           .message = "A material's value cannot be read: it keeps the usual one.",
                           .expected = "numbers",
                           .found = valid_utf8(line->text.substr(0, kShown))});
    }
  }
  keep(material, materials);
}

}  // namespace scrubjay::obj

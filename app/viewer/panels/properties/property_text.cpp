#include "app/viewer/panels/properties/property_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/shared/plain_text.h"
#include "core/printed.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestText = 400;

std::string fixed(double value, int decimals) { return printed("%.*f", decimals, value); }

double largest_of(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  return largest;
}

/// Of a number of which no digit is shown beside others: whether it is zero.
std::string text_of_little(double value, double largest) {
  // What is less of its neighbours is what computing leaves of a zero.
  constexpr double kNoise = 1e-7;
  return std::abs(value) < kNoise * largest || value == 0 ? "0" : "~0";
}

}  // namespace

std::string bare_value_text(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (is_text(property.type) && property.type != PropertyType::bytes &&
      property.text.size > kLongestText) {
    return printable(property.text_value().substr(0, kLongestText)) + "...";
  }
  std::string text = value_text(tree, node);
  if (property.unit[0] != '\0') {
    const std::size_t unit = printable(property.unit).size() + 1;
    text.resize(text.size() - std::min(unit, text.size()));
  }
  // Brackets cost room and say nothing beside a name.
  if (has_numbers(property.type) && text.size() >= 2) text = text.substr(1, text.size() - 2);
  return text;
}

std::string short_value_text(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (property.type == PropertyType::number) return significant_text(property.number);
  constexpr std::size_t kMostNumbers = 4;
  const auto values =
      has_numbers(property.type) ? tree.numbers_of(property) : std::span<const double>();
  if (values.empty() || values.size() > kMostNumbers) return bare_value_text(tree, node);
  const double largest = largest_of(values);
  return joined_by(values, [&](double value) {
    // Of what is a hundred-thousandth of its neighbours no digit is of use beside them.
    return std::abs(value) < 1e-5 * largest ? text_of_little(value, largest)
                                            : significant_text(value);
  });
}

std::string rounded_value_text(const PropertyTree& tree, PropertyTree::Node node,
                               std::size_t longest) {
  const PropertyNode& property = tree[node];
  std::array<double, 4> values{};
  std::size_t count = 0;
  if (property.type == PropertyType::number) {
    values[count++] = property.number;
  } else if (has_numbers(property.type) && property.type != PropertyType::numbers &&
             property.type != PropertyType::points) {
    for (const double value : tree.numbers_of(property)) {
      if (count < values.size()) values[count++] = value;
    }
  }
  const double largest = largest_of(std::span(values).first(count));
  // Of what is a ten-millionth of its neighbours no digit is of use beside them; where room is
  // short, of what is a ten-thousandth or a hundredth of them.
  struct Try {
    double least;
    int most_digits;
    int least_digits;
  };
  for (const Try& way : {Try{1e-7, 7, 2}, Try{1e-4, 4, 2}, Try{1e-2, 3, 1}}) {
    for (int digits = way.most_digits; digits >= way.least_digits && count > 0; --digits) {
      const std::string text = joined_by(std::span(values).first(count), [&](double value) {
        return std::abs(value) < way.least * largest ? text_of_little(value, largest)
                                                     : rounded_text(value, digits);
      });
      if (text.size() <= longest) return text;
    }
  }
  return {};
}

std::string angles_text(const glm::dvec3& roll_pitch_yaw) {
  const auto line = [](const char* name, double angle, const char* sense) {
    // A zero that was rounded from below would read -0.00.
    return std::string(name) + " " + fixed(std::fabs(angle) < 0.005 ? 0.0 : angle, 2) +
           "\xC2\xB0 (" + sense + ")";
  };
  return line("roll", roll_pitch_yaw.x, "right side down") + "\n" +
         line("pitch", roll_pitch_yaw.y, "nose up") + "\n" +
         line("yaw", roll_pitch_yaw.z, "to the right");
}

std::string turn_text(const glm::dvec3& roll_pitch_yaw) {
  constexpr std::array kNames{"roll ", "pitch ", "yaw "};
  std::string text;
  for (int axis = 2; axis >= 0; --axis) {
    const double angle = std::round(roll_pitch_yaw[axis] * 10) / 10;
    if (angle == 0) continue;
    if (!text.empty()) text += ", ";
    text += kNames[static_cast<std::size_t>(axis)] + significant_text(angle) + "\xC2\xB0";
  }
  return text.empty() ? "not turned" : text;
}

}  // namespace scrubjay

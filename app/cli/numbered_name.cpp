#include "app/cli/numbered_name.h"

#include <charconv>

namespace scrubjay::cli {

std::optional<NumberedName> NumberedName::parse(const std::string& text) {
  NumberedName name;
  bool has_place = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& part = has_place ? name.after : name.before;
    if (text[i] != '%') {
      part += text[i];
    } else if (text.compare(i, 2, "%%") == 0) {
      part += '%';
      ++i;
    } else {
      const std::size_t end = text.find_first_not_of("0123456789", i + 1);
      if (has_place || end == std::string::npos || text[end] != 'd') return std::nullopt;
      std::from_chars(text.data() + i + 1, text.data() + end, name.digits);
      if (end - i > 8 || name.digits > 20) return std::nullopt;
      has_place = true;
      i = end;
    }
  }
  if (!has_place) return std::nullopt;
  return name;
}

std::string NumberedName::operator()(std::uint64_t number) const {
  std::string text = std::to_string(number);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return before + text + after;
}

}  // namespace scrubjay::cli

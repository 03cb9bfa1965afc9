#include "core/probe.h"

#include "core/number_text.h"
#include "core/platform/input_file.h"
#include "core/text.h"

namespace scrubjay {

std::string extension_of(const std::string& path) {
  const std::string name = file_name(path);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return "";
  return lower_case(name.substr(dot + 1));
}

std::string first_bytes(Bytes bytes) {
  std::string text;
  std::string read_aloud;
  bool is_plain = true;
  for (const std::byte byte : bytes.first(std::min<std::size_t>(bytes.size(), 16))) {
    if (!text.empty()) text += ' ';
    const auto character = static_cast<unsigned char>(byte);
    add_hex(text, character, kCapitalHex);
    const bool is_break = character == '\n' || character == '\r' || character == '\t';
    is_plain = is_plain && (is_break || (character >= 0x20 && character < 0x7F));
    read_aloud += is_break ? ' ' : static_cast<char>(character);
  }
  return is_plain && !text.empty() ? text + " (\"" + read_aloud + "\")" : text;
}

}  // namespace scrubjay

#include "app/viewer/missing_glyphs.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "core/platform/desktop.h"
#include "core/printed.h"
#include "core/text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostAtOnce = 2000;  ///< signs looked for together
constexpr std::size_t kMostFonts = 8;
constexpr int kMostTries = 3;  ///< of one sign: there is always some font

std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i) {
    value = (value << 8) | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

bool can_be_loaded(const std::string& path) {
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  std::string bytes(4096, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return has_outlines(bytes);
}

/// Neighbours together.
std::vector<ImWchar> ranges_of(const std::vector<ImWchar>& signs) {
  std::vector<ImWchar> ranges;
  for (const ImWchar sign : signs) {
    if (!ranges.empty() && ranges.back() + 1 == sign) {
      ranges.back() = sign;
    } else {
      ranges.insert(ranges.end(), {sign, sign});
    }
  }
  ranges.push_back(0);
  return ranges;
}

}  // namespace

std::string find_font_with(const std::vector<ImWchar>& signs) {
  const std::vector<char32_t> characters(signs.begin(), signs.end());
  for (const std::string& path : fonts_with(characters)) {
    if (can_be_loaded(path)) return path;
  }
  return "";
}

void MissingGlyphs::serve() { ImGui::GetIO().UserData = this; }

void MissingGlyphs::want(char32_t character) {
  // Dear ImGui knows characters of 16 bits only.
  if (character == 0 || character > IM_UNICODE_CODEPOINT_MAX) return;
  const auto sign = static_cast<ImWchar>(character);
  if (wanted_.size() < kMostAtOnce && !looked_for_.contains(sign)) wanted_.insert(sign);
}

bool MissingGlyphs::update(const std::function<void()>& wake) {
  if (auto font = found_.take(); font && !font->path.empty()) {
    fonts_.push_back(std::move(*font));
    // Whichever of them it lacks are wanted again, together with what is new since.
    for (const ImWchar sign : last_) {
      if (++tries_[sign] < kMostTries) looked_for_.erase(sign);
    }
    return true;
  }
  if (wanted_.empty() || found_.is_running() || fonts_.size() >= kMostFonts) return false;
  last_.assign(wanted_.begin(), wanted_.end());
  looked_for_.merge(wanted_);
  wanted_.clear();
  found_.start(wake, [find_font = find_font_, signs = last_] {
    return ExtraFont{find_font(signs), ranges_of(signs)};
  });
  return false;
}

std::string_view drawable(const ImFont* font, std::string_view text, std::string& scratch) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::ranges::all_of(text, is_ascii) || !is_valid_utf8(text)) return text;
  scratch.clear();
  bool is_changed = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 1;
    while (at + size < text.size() && continues_character(text[at + size])) ++size;
    const char32_t character = is_ascii(text[at]) ? char32_t(static_cast<unsigned char>(text[at]))
                                                  : code_point(text.substr(at), size);
    const bool is_small = character <= IM_UNICODE_CODEPOINT_MAX;
    if (character < 0x80 ||
        (is_small && font->FindGlyphNoFallback(static_cast<ImWchar>(character)) != nullptr)) {
      scratch.append(text.substr(at, size));
    } else {
      scratch += printed("[%04X]", static_cast<unsigned>(character));
      is_changed = true;
      if (auto* const missing = static_cast<MissingGlyphs*>(ImGui::GetIO().UserData)) {
        missing->want(character);
      }
    }
    at += size;
  }
  return is_changed ? std::string_view(scratch) : text;
}

bool has_outlines(std::string_view bytes) {
  const bool is_collection = bytes.starts_with("ttcf");
  const std::size_t begin = is_collection ? big_endian(bytes, 12, 4) : 0;
  if (begin > bytes.size() || bytes.size() - begin < 12) return false;
  const std::string_view font = bytes.substr(begin);
  const std::size_t tables = big_endian(font, 4, 2);
  for (std::size_t i = 0; i < tables && 12 + (i + 1) * 16 <= font.size(); ++i) {
    const std::string_view tag = font.substr(12 + i * 16, 4);
    if (tag == "glyf" || tag == "CFF ") return true;
  }
  return false;
}

}  // namespace scrubjay

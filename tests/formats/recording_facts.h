#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/recording.h"

/// What tests ask of recordings.
namespace scrubjay {

/// "code code", in order of first appearance.
inline std::string problem_codes(const Recording& recording) {
  std::string codes;
  for (const Problem& problem : recording.problems()) {
    if (!codes.empty()) codes += ' ';
    codes += problem.code;
  }
  return codes;
}

/// The first problem of that code.
inline std::optional<Problem> problem_of(const Recording& recording, std::string_view code) {
  for (const Problem& problem : recording.problems()) {
    if (problem.code == code) return problem;
  }
  return std::nullopt;
}

/// The entity of that id alive in the frame, or null.
inline const Entity* entity_of(const Recording& recording, const Frame& frame,
                               std::string_view id) {
  for (const Entity& entity : frame.entities) {
    if (recording.entity(entity.index).id == id) return &entity;
  }
  return nullptr;
}

}  // namespace scrubjay

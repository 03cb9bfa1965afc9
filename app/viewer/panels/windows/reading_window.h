#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/format.h"

namespace scrubjay {

/// What the window of choices keeps: what the user has set and not applied yet.
struct ReadingCache {
  std::weak_ptr<const Recording> recording;  ///< key
  ReadOptions edited;
  std::vector<std::string> names;  ///< properties seen: what a mapping may name
  std::string new_name;
};

/// What an empty field for a text shows: what is in use, else the example with which the option's
/// description ends.
std::string hint_of(const ReadOption& option, const RecordingInfo& info);
/// The value of a choice; its default when it is not named.
std::string value_of(const ReadOption& option, const ReadOptions& choices);
/// Sets a choice; its default takes it off the list.
void set_value(const ReadOption& option, std::string_view value, ReadOptions& choices);

}  // namespace scrubjay

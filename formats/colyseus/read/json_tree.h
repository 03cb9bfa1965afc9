#pragma once

#include <string>
#include <string_view>

#include "core/property_tree.h"
#include "formats/colyseus/read/source.h"

namespace scrubjay::colyseus {

/// Appends a JSON value as a property of that name, its texts copied; `name` must outlive the tree.
/// False, and nothing is added, when it is no JSON or nested too deeply.
bool append_json(PropertyTree& tree, std::string_view name, std::string_view json);

/// Reads the JSON object that a container carries about its recording into `source`: metadata,
/// room, schema, protocol. "bad-metadata" where it is none.
void read_metadata(std::string_view json, std::uint64_t offset, Source& source);

/// The session id of the metadata, which is taken out of it: it is a secret
/// (formats/colyseus/README.md, 8.1).
std::string take_session(Source& source);

/// The text member of that name in a JSON object, or "".
std::string json_text_member(std::string_view json, std::string_view name);

}  // namespace scrubjay::colyseus

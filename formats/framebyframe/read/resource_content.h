#pragma once

#include <string_view>

#include "core/problem.h"
#include "core/recording.h"

namespace scrubjay::framebyframe {

/// What is in a resource's JSON object (formats/framebyframe/README.md, 9.4): `json` is that
/// object, with simdjson's padding behind it. Bytes of a data URL or bare base64; for `image/raw`
/// the pixels as RGBA rows. The type is what the leading bytes tell, else what the data URL or the
/// object states. Errors: "resource-missing" where the object has no content, "resource-damaged".
Result<ResourceData> resource_content(std::string_view json);

/// "image/png" and the like by leading bytes; empty where these do not tell.
std::string_view type_by_magic(Bytes bytes);

}  // namespace scrubjay::framebyframe

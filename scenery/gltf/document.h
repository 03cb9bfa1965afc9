#pragma once

#include <tiny_gltf.h>

#include "core/problem.h"
#include "scenery/gltf/outline.h"

namespace scrubjay::gltf {

/// The outline as tinygltf's model: views, accessors, meshes, nodes, scenes, materials. It has no
/// buffers, and its indices are not checked. Errors, all fatal: "bad-document", "unknown-version",
/// "needs-extension".
Result<tinygltf::Model> read_document(const Outline& outline);

}  // namespace scrubjay::gltf

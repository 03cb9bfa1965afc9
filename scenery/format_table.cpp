#include <array>

#include "scenery/gltf/gltf.h"
#include "scenery/obj/obj.h"
#include "scenery/opendrive/opendrive.h"
#include "scenery/scenery_format.h"

namespace scrubjay {

namespace {

// One line a format.
const std::array kFormats = {
    &opendrive::kFormat,
    &gltf::kFormat,
    &obj::kFormat,
};

}  // namespace

std::span<const SceneryFormat* const> scenery_formats() { return kFormats; }

}  // namespace scrubjay

#pragma once

#include "render/gl_objects.h"

namespace scrubjay {

// GLSL 3.30.

extern const ShaderSource kBackgroundShader;     ///< sky and ground, over the whole picture
extern const ShaderSource kMeshShader;           ///< lit shapes, instanced
extern const ShaderSource kShadowShader;         ///< soft patches under shapes, instanced
extern const ShaderSource kGridShader;           ///< lines on the ground
extern const ShaderSource kBoxEdgeShader;        ///< the twelve edges of boxes, instanced
extern const ShaderSource kSegmentShader;        ///< pieces of polylines, instanced
extern const ShaderSource kSolidShader;          ///< lit solids of user-drawn shapes, instanced
extern const ShaderSource kTexturedSolidShader;  ///< the same under pictures
extern const ShaderSource kTrianglesShader;      ///< lit meshes of user-drawn shapes
extern const ShaderSource kShapeLineShader;      ///< lines of user-drawn shapes, instanced
extern const ShaderSource kSceneryShader;        ///< what stands still, in its own colours
extern const ShaderSource kOutlineShader;        ///< rims around what is selected or hovered

}  // namespace scrubjay

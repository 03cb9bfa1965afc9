// tinyobjloader in doubles, compiled here since it is a header: in floats, a level far from its
// origin would lose its shape.
#define TINYOBJLOADER_USE_DOUBLE
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

// tinygltf where it is no library of the system.
#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>

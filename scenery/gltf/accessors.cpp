#include "scenery/gltf/accessors.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/byte_reader.h"
#include "scenery/gltf/limits.h"

namespace scrubjay::gltf {

namespace {

/// Where an accessor, or a part of a sparse one, says that its numbers are.
struct Where {
  int view = -1;
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  int component = 0;
  std::size_t components = 1;
  bool has_stride = true;
};

std::unexpected<Problem> bad_accessor(int accessor, std::string expected, std::string found,
                                      std::optional<std::uint64_t> offset = {}) {
  return failure({.severity = Severity::error,
                  .code = "bad-accessor",
                  .offset = offset,
                  .message = "Accessor " + std::to_string(accessor) +
                             " cannot be read: what uses it is missing.",
                  .expected = std::move(expected),
                  .found = std::move(found)});
}

std::size_t size_of_component(int component) {
  switch (component) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT: return 4;
    default: return 0;
  }
}

template <class T>
const T* at(const std::vector<T>& items, int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= items.size()) return nullptr;
  return &items[static_cast<std::size_t>(index)];
}

/// The part of a buffer that holds them all, or why there is none.
Result<Elements> find_elements(const tinygltf::Model& model, const std::vector<Buffer>& buffers,
                               int accessor, const Where& where) {
  const tinygltf::BufferView* const view = at(model.bufferViews, where.view);
  if (view == nullptr) return bad_accessor(accessor, "a view of a buffer", "none");
  const Buffer* const buffer = at(buffers, view->buffer);
  if (buffer == nullptr) return bad_accessor(accessor, "a buffer", "none");
  const std::size_t size = where.components * size_of_component(where.component);
  const std::size_t stride = where.has_stride && view->byteStride != 0 ? view->byteStride : size;
  if (stride < size) {
    return bad_accessor(accessor, "elements at least " + std::to_string(size) + " bytes apart",
                        std::to_string(stride));
  }
  const std::uint64_t has = buffer->bytes.size();
  const auto place = [&]() -> std::optional<std::uint64_t> {
    if (!buffer->offset || view->byteOffset > has) return std::nullopt;
    return *buffer->offset + view->byteOffset;
  }();
  if (view->byteOffset > has || view->byteLength > has - view->byteOffset) {
    return bad_accessor(
        accessor, "a view inside its buffer of " + std::to_string(has) + " bytes",
        std::to_string(view->byteLength) + " bytes from byte " + std::to_string(view->byteOffset),
        place);
  }
  const std::uint64_t left =
      view->byteLength - std::min<std::uint64_t>(where.offset, view->byteLength);
  if (where.count == 0 || left < size || where.count - 1 > (left - size) / stride) {
    return bad_accessor(
        accessor,
        "at least one element, all of them inside the " + std::to_string(left) +
            " bytes of their view",
        std::to_string(where.count) + " elements, " + std::to_string(stride) + " bytes apart",
        place);
  }
  const std::uint64_t bytes = (where.count - 1) * stride + size;
  return Elements{.bytes = buffer->bytes.subspan(view->byteOffset + where.offset, bytes),
                  .count = where.count,
                  .stride = stride,
                  .component = where.component};
}

template <class T>
double number(ByteReader& reader, bool is_normalized) {
  const double value = static_cast<double>(*reader.little<T>());
  if constexpr (std::is_floating_point_v<T>) return value;
  if (!is_normalized) return value;
  return std::max(value / static_cast<double>(std::numeric_limits<T>::max()), -1.0);
}

double number_of(ByteReader& reader, const Elements& elements) {
  switch (elements.component) {
    case TINYGLTF_COMPONENT_TYPE_BYTE: return number<std::int8_t>(reader, elements.is_normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return number<std::uint8_t>(reader, elements.is_normalized);
    case TINYGLTF_COMPONENT_TYPE_SHORT: return number<std::int16_t>(reader, elements.is_normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return number<std::uint16_t>(reader, elements.is_normalized);
    default: return number<float>(reader, elements.is_normalized);
  }
}

glm::dvec3 place_of(const Elements& elements, std::size_t index) {
  if (elements.bytes.empty()) return glm::dvec3(0.0);
  ByteReader reader(elements.bytes.subspan(index * elements.stride));
  const double x = number_of(reader, elements);
  const double y = number_of(reader, elements);
  return {x, y, number_of(reader, elements)};
}

std::vector<std::uint32_t> read_all(const Elements& elements) {
  std::vector<std::uint32_t> indices;
  indices.reserve(elements.count);
  for (std::size_t i = 0; i < elements.count; ++i) {
    ByteReader reader(elements.bytes.subspan(i * elements.stride));
    switch (elements.component) {
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        indices.push_back(*reader.little<std::uint8_t>());
        break;
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        indices.push_back(*reader.little<std::uint16_t>());
        break;
      default: indices.push_back(*reader.little<std::uint32_t>());
    }
  }
  return indices;
}

bool is_index(int component) {
  return component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
         component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
         component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

bool is_place_number(int component) {
  return component != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT && size_of_component(component) != 0;
}

}  // namespace

Result<Places> Places::of(const tinygltf::Model& model, const std::vector<Buffer>& buffers,
                          int accessor) {
  const tinygltf::Accessor* const stated = at(model.accessors, accessor);
  if (stated == nullptr) return bad_accessor(accessor, "an accessor", "none of that number");
  if (stated->type != TINYGLTF_TYPE_VEC3 || !is_place_number(stated->componentType)) {
    return bad_accessor(accessor, "three floats, or integers of one or two bytes, a place",
                        "another type");
  }
  Where where{.view = stated->bufferView,
              .offset = stated->byteOffset,
              .count = stated->count,
              .component = stated->componentType,
              .components = 3};
  Places places;
  if (stated->bufferView < 0) {
    if (!stated->sparse.isSparse || stated->count > limits::kMostImplied) {
      return bad_accessor(accessor, "bytes of a buffer, or sparse ones for at most 1,000,000",
                          std::to_string(stated->count) + " elements without");
    }
    places.elements_.count = stated->count;
  } else {
    auto elements = find_elements(model, buffers, accessor, where);
    if (!elements) return failure(std::move(elements.error()));
    places.elements_ = *elements;
  }
  places.elements_.is_normalized = stated->normalized;
  if (!stated->sparse.isSparse) return places;
  const auto& sparse = stated->sparse;
  // Newer tinygltf has them without a sign.
  if (sparse.count < 1 || std::cmp_less(sparse.indices.byteOffset, 0) ||
      std::cmp_less(sparse.values.byteOffset, 0) || !is_index(sparse.indices.componentType)) {
    return bad_accessor(accessor, "sparse elements as glTF states them", "others");
  }
  const Where indices{.view = sparse.indices.bufferView,
                      .offset = static_cast<std::uint64_t>(sparse.indices.byteOffset),
                      .count = static_cast<std::uint64_t>(sparse.count),
                      .component = sparse.indices.componentType,
                      .has_stride = false};
  const auto found = find_elements(model, buffers, accessor, indices);
  if (!found) return failure(found.error());
  where.view = sparse.values.bufferView;
  where.offset = static_cast<std::uint64_t>(sparse.values.byteOffset);
  where.count = static_cast<std::uint64_t>(sparse.count);
  where.has_stride = false;
  const auto values = find_elements(model, buffers, accessor, where);
  if (!values) return failure(values.error());
  places.replacements_ = *values;
  places.replacements_.is_normalized = stated->normalized;
  places.replaced_ = read_all(*found);
  const bool grows = std::ranges::adjacent_find(places.replaced_, std::greater_equal<>()) ==
                     places.replaced_.end();
  if (!grows || places.replaced_.back() >= stated->count) {
    return bad_accessor(accessor, "sparse indices that grow and are elements", "others");
  }
  return places;
}

glm::dvec3 Places::operator[](std::size_t index) const {
  if (!replaced_.empty()) {
    const auto found = std::ranges::lower_bound(replaced_, index);
    if (found != replaced_.end() && *found == index) {
      return place_of(replacements_, static_cast<std::size_t>(found - replaced_.begin()));
    }
  }
  return place_of(elements_, index);
}

Result<std::vector<std::uint32_t>> read_indices(const tinygltf::Model& model,
                                                const std::vector<Buffer>& buffers, int accessor,
                                                std::size_t most) {
  const tinygltf::Accessor* const stated = at(model.accessors, accessor);
  if (stated == nullptr) return bad_accessor(accessor, "an accessor", "none of that number");
  if (stated->type != TINYGLTF_TYPE_SCALAR || !is_index(stated->componentType) ||
      stated->sparse.isSparse) {
    return bad_accessor(accessor, "one unsigned integer of 1, 2 or 4 bytes an index",
                        "another type");
  }
  const auto elements = find_elements(model, buffers, accessor,
                                      {.view = stated->bufferView,
                                       .offset = stated->byteOffset,
                                       .count = stated->count,
                                       .component = stated->componentType});
  if (!elements) return failure(elements.error());
  if (elements->count > most) {
    return failure({.severity = Severity::error,
                    .code = "too-large",
                    .message = "The level has more triangles than Scrubjay shows of one.",
                    .expected = {},
                    .found = {}});
  }
  return read_all(*elements);
}

}  // namespace scrubjay::gltf

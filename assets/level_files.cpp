// A level as the files of others: glTF and OBJ.
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assets/level.h"
#include "core/json_writer.h"
#include "core/little_bytes.h"
#include "core/number_text.h"

namespace scrubjay::assets {

namespace {

constexpr std::uint64_t kFloat = 5126;
constexpr std::uint64_t kShort = 5123;
constexpr std::uint64_t kInt = 5125;

/// Where the numbers of a shape stand in the buffer.
struct Stored {
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::size_t end = 0;
  bool is_short = false;
};

Stored store(const Level::Shape& shape, std::vector<std::byte>& buffer) {
  Stored stored{.vertices = buffer.size(), .is_short = shape.vertices.size() <= 0xFFFF};
  for (const glm::vec3& vertex : shape.vertices) put_little(buffer, vertex.x, vertex.y, vertex.z);
  stored.triangles = buffer.size();
  for (const std::uint32_t corner : shape.triangles) {
    if (stored.is_short) {
      put_little(buffer, static_cast<std::uint16_t>(corner));
    } else {
      put_little(buffer, corner);
    }
  }
  stored.end = buffer.size();
  while (buffer.size() % 4 != 0) buffer.emplace_back();
  return stored;
}

void write_view(JsonWriter& json, std::size_t begin, std::size_t end) {
  json.begin_object();
  json.integer_field("buffer", 0);
  json.integer_field("byteOffset", begin);
  json.integer_field("byteLength", end - begin);
  json.end_object();
}

void write_accessor(JsonWriter& json, std::size_t view, std::uint64_t component, std::size_t count,
                    std::string_view type, const Level::Shape* box) {
  json.begin_object();
  json.integer_field("bufferView", view);
  json.integer_field("componentType", component);
  json.integer_field("count", count);
  json.field("type", type);
  if (box != nullptr) {
    glm::vec3 least = box->vertices.front();
    glm::vec3 greatest = least;
    for (const glm::vec3& vertex : box->vertices) {
      least = glm::min(least, vertex);
      greatest = glm::max(greatest, vertex);
    }
    json.key("min");
    json.numbers(std::vector<double>{least.x, least.y, least.z}, Precision::float32);
    json.key("max");
    json.numbers(std::vector<double>{greatest.x, greatest.y, greatest.z}, Precision::float32);
  }
  json.end_object();
}

void write_geometry(JsonWriter& json, const Level& level, const std::vector<Stored>& stored) {
  json.key("bufferViews");
  json.begin_array();
  for (const Stored& shape : stored) {
    write_view(json, shape.vertices, shape.triangles);
    write_view(json, shape.triangles, shape.end);
  }
  json.end_array();
  json.key("accessors");
  json.begin_array();
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const Level::Shape& shape = level.shapes[i];
    write_accessor(json, 2 * i, kFloat, shape.vertices.size(), "VEC3", &shape);
    write_accessor(json, 2 * i + 1, stored[i].is_short ? kShort : kInt, shape.triangles.size(),
                   "SCALAR", nullptr);
  }
  json.end_array();
}

void write_materials(JsonWriter& json, const Level& level) {
  json.key("materials");
  json.begin_array();
  for (const Level::Color& color : level.colors) {
    json.begin_object();
    json.field("name", color.name);
    json.key("pbrMetallicRoughness");
    json.begin_object();
    json.key("baseColorFactor");
    json.numbers(std::vector<double>{color.linear[0], color.linear[1], color.linear[2], 1.0});
    json.integer_field("metallicFactor", 0);
    json.end_object();
    json.end_object();
  }
  json.end_array();
}

/// One mesh for each shape in a colour, one node for each part; all of them are the scene's.
void write_parts(JsonWriter& json, const Level& level) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> meshes;
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (const Level::Part& part : level.parts) {
    if (meshes.emplace(std::pair(part.shape, part.color), order.size()).second) {
      order.emplace_back(part.shape, part.color);
    }
  }
  json.key("meshes");
  json.begin_array();
  for (const auto& [shape, color] : order) {
    json.begin_object();
    json.field("name", level.shapes[shape].name);
    json.key("primitives");
    json.raw(R"([{"attributes":{"POSITION":)" + std::to_string(2 * shape) + R"(},"indices":)" +
             std::to_string(2 * shape + 1) + R"(,"material":)" + std::to_string(color) + "}]");
    json.end_object();
  }
  json.end_array();
  json.key("nodes");
  json.begin_array();
  for (const Level::Part& part : level.parts) {
    json.begin_object();
    json.field("name", part.name);
    json.integer_field("mesh", meshes.at(std::pair(part.shape, part.color)));
    json.key("translation");
    json.numbers(std::vector<double>{part.place.x, part.place.y, part.place.z});
    json.key("scale");
    json.numbers(std::vector<double>{part.scale.x, part.scale.y, part.scale.z});
    json.end_object();
  }
  json.end_array();
  json.key("scenes");
  json.begin_array();
  json.begin_object();
  json.key("nodes");
  json.begin_array();
  for (std::size_t i = 0; i < level.parts.size(); ++i) json.unsigned_integer(i);
  json.end_array();
  json.end_object();
  json.end_array();
  json.integer_field("scene", 0);
}

std::string document_of(const Level& level, const std::vector<Stored>& stored, std::size_t bytes) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.key("asset");
  json.begin_object();
  json.field("version", "2.0");
  json.field("generator", "make_level of Scrubjay");
  json.end_object();
  json.key("buffers");
  json.raw(R"([{"byteLength":)" + std::to_string(bytes) + "}]");
  write_geometry(json, level, stored);
  write_materials(json, level);
  write_parts(json, level);
  json.end_object();
  while (text.size() % 4 != 0) text += ' ';
  return text;
}

void add_numbers(std::string& out, std::string_view word, const glm::dvec3& numbers) {
  out += word;
  for (int i = 0; i < 3; ++i) {
    out += ' ';
    out += number_text(numbers[i]);
  }
  out += '\n';
}

/// Light as screens have it (IEC 61966-2-1), to hundredths.
double on_screen(double linear) {
  const double value =
      linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return std::floor(100 * value + 0.5) / 100;
}

}  // namespace

std::vector<std::byte> as_glb(const Level& level) {
  constexpr std::uint32_t kMagic = 0x46546C67;   // "glTF"
  constexpr std::uint32_t kJson = 0x4E4F534A;    // "JSON"
  constexpr std::uint32_t kBinary = 0x004E4942;  // "BIN" and a zero
  std::vector<std::byte> buffer;
  std::vector<Stored> stored;
  for (const Level::Shape& shape : level.shapes) stored.push_back(store(shape, buffer));
  const std::string document = document_of(level, stored, buffer.size());
  const auto json_size = static_cast<std::uint32_t>(document.size());
  const auto buffer_size = static_cast<std::uint32_t>(buffer.size());
  std::vector<std::byte> file;
  put_little(file, kMagic, std::uint32_t{2}, 28 + json_size + buffer_size, json_size, kJson);
  put_bytes(file, std::as_bytes(std::span(document)));
  put_little(file, buffer_size, kBinary);
  put_bytes(file, buffer);
  return file;
}

ObjFiles as_obj(const Level& level, const std::string& name) {
  ObjFiles files;
  for (const Level::Color& color : level.colors) {
    files.mtl += "newmtl " + color.name + "\n";
    add_numbers(
        files.mtl, "Kd",
        {on_screen(color.linear[0]), on_screen(color.linear[1]), on_screen(color.linear[2])});
  }
  files.obj = "mtllib " + name + ".mtl\n";
  std::size_t before = 1;
  for (const Level::Part& part : level.parts) {
    const Level::Shape& shape = level.shapes[part.shape];
    files.obj += "o " + part.name + "\nusemtl " + level.colors[part.color].name + "\n";
    for (const glm::vec3& vertex : shape.vertices) {
      add_numbers(files.obj, "v", part.place + part.scale * glm::dvec3(vertex));
    }
    for (std::size_t i = 0; i < shape.triangles.size(); ++i) {
      files.obj += i % 3 == 0 ? "f " : " ";
      files.obj += std::to_string(before + shape.triangles[i]);
      if (i % 3 == 2) files.obj += '\n';
    }
    before += shape.vertices.size();
  }
  return files;
}

}  // namespace scrubjay::assets

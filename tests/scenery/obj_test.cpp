// Levels as Wavefront OBJ: what is shown of them, and what is said of damaged ones.
#include "scenery/obj/obj.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <string>
#include <vector>

#include "scenery/level_builder.h"
#include "scenery/obj/polygon.h"
#include "tests/core/test_values.h"
#include "tests/scenery/gltf_maker.h"
#include "tests/scenery/level_facts.h"

namespace scrubjay {
namespace {

Result<std::shared_ptr<const Scenery>> read(const std::string& text,
                                            const Neighbours& neighbours = no_neighbours) {
  return read_scenery(*InputFile::from_memory("level.obj", bytes_of(text)), neighbours,
                      kNotCancelled);
}

std::vector<Triangle> triangles_in(const std::string& text) {
  const auto scenery = read(text);
  if (scenery && (*scenery)->problems.empty()) return triangles_of(**scenery);
  ADD_FAILURE() << describe(scenery ? (*scenery)->problems.front() : scenery.error());
  return {};
}

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
const Place kVertex1 = {0, 0, 0};
const Place kVertex2 = {1, 0, 0};
const Place kVertex3 = {1, 1, 0};
const Place kVertex4 = {0, 1, 0};

TEST(Obj, ShowsFaces) {
  const auto scenery = read("# a level\no thing\n" + kSquare + "vn 0 0 1\nf 1 2 3\n");
  ASSERT_TRUE(scenery.has_value()) << describe(scenery.error());
  EXPECT_EQ((*scenery)->format, "obj");
  EXPECT_EQ((*scenery)->path, "level.obj");
  EXPECT_FALSE((*scenery)->coordinates.has_value()) << "the format states none";
  EXPECT_EQ(triangles_of(**scenery), (std::vector<Triangle>{{kVertex1, kVertex2, kVertex3}}));
  EXPECT_EQ((*scenery)->meshes.at(0).surface, SceneryClass::level);
  EXPECT_EQ((*scenery)->meshes.at(0).color, 0U);
  EXPECT_EQ((*scenery)->greatest, glm::dvec3(1, 1, 0));
}

TEST(Obj, ReadsCornersInAllForms) {
  const std::vector<Triangle> expected = {{kVertex1, kVertex2, kVertex3}};
  for (const std::string face :
       {"f 1 2 3", "f 1/1 2/2 3/3", "f 1/1/1 2/1/1 3/1/1", "f 1//1 2//1 3//1", "f -4 -3 -2",
        "  f\t1  2 \t3  ", "f 1/-1 2/-1 3/-1"}) {
    EXPECT_EQ(triangles_in(kSquare + face + "\n"), expected) << face;
    EXPECT_EQ(triangles_in(kSquare + face), expected) << face << " at the end of the file";
  }
}

TEST(Obj, CountsBackFromWhereTheFaceStands) {
  EXPECT_EQ(
      triangles_in(kSquare + "f -4 -3 -2\nv 5 5 5\nf -5 -4 -3\n"),
      (std::vector<Triangle>{{kVertex1, kVertex2, kVertex3}, {kVertex1, kVertex2, kVertex3}}));
}

TEST(Obj, ReadsNumbersInAllForms) {
  EXPECT_EQ(triangles_in("v +0 -0 0.\nv 1e0 .0 0 1.0\nv 10E-1 1. 0 0.5 0.5 0.5\nf 1 2 3"),
            (std::vector<Triangle>{{kVertex1, kVertex2, kVertex3}}));
}

TEST(Obj, ReadsLinesHoweverTheyEnd) {
  const std::vector<Triangle> expected = {{kVertex1, kVertex2, kVertex3}};
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    EXPECT_EQ(triangles_in("v 0 0 0" + end + "v 1 0 0" + end + "v 1 1 0" + end + end + "f 1 2 3"),
              expected);
  }
  EXPECT_EQ(triangles_in(kSquare + "f 1 \\\n2 \\\r\n 3\n"), expected) << "a line that goes on";
}

TEST(Obj, KeepsMillimetresFarFromTheOrigin) {
  const auto triangles =
      triangles_in("v 4000000.25 0 0\nv 4000000.251 0 0\nv 4000000.25 1 0\nf 1 2 3\n");
  ASSERT_EQ(triangles.size(), 1U);
  EXPECT_NEAR(std::get<0>(triangles[0][1]) - std::get<0>(triangles[0][0]), 0.001, 1e-6);
}

TEST(Obj, CutsPolygonsInTheirShape) {
  EXPECT_EQ(triangles_in(kSquare + "f 1 2 3 4\n").size(), 2U);
  // An arrow whose third corner lies inside the triangle of the others: a fan from the first one
  // would cover what is no part of it.
  const std::vector<Triangle> arrow =
      triangles_in("v 0 2 0\nv -1 0 0\nv 0 0.5 0\nv 1 0 0\nf 2 3 4 1\n");
  ASSERT_EQ(arrow.size(), 2U);
  double area = 0;
  for (const auto& [a, b, c] : arrow) {
    const auto [ax, ay, az] = a;
    const auto [bx, by, bz] = b;
    const auto [cx, cy, cz] = c;
    const double twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    EXPECT_GT(twice, 0.0) << "all seen from one side";
    area += twice / 2;
  }
  EXPECT_NEAR(area, 1.5, 1e-9);
}

double area_of(const std::vector<glm::vec3>& corners) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  obj::triangulate(corners, triangles);
  EXPECT_EQ(triangles.size(), corners.size() - 2);
  double area = 0;
  for (const auto& [a, b, c] : triangles) {
    area += glm::length(glm::cross(glm::dvec3(corners.at(b) - corners.at(a)),
                                   glm::dvec3(corners.at(c) - corners.at(a)))) /
            2;
  }
  return area;
}

TEST(Obj, PolygonsInAnyPlaneHaveTheirArea) {
  // A comb of four teeth, in each of the three planes and from both sides.
  std::vector<glm::vec2> comb;
  for (int tooth = 0; tooth < 4; ++tooth) {
    const auto x = static_cast<float>(2 * tooth);
    comb.insert(comb.end(), {{x, 0}, {x + 1, 0}, {x + 1, 3}, {x + 2, 3}});
  }
  comb.insert(comb.end(), {{8, 4}, {0, 4}});
  const double expected = 8 * 4 - 4 * 3;
  for (int turned = 0; turned < 2; ++turned) {
    std::vector<glm::vec3> flat[3];
    for (const glm::vec2& p : comb) {
      flat[0].emplace_back(p.x, p.y, 7);
      flat[1].emplace_back(p.x, 7, p.y);
      flat[2].emplace_back(7, p.x, p.y);
    }
    for (const auto& corners : flat) EXPECT_NEAR(area_of(corners), expected, 1e-6);
    std::ranges::reverse(comb);
  }
}

TEST(Obj, PolygonsWithoutAShapeBecomeTriangles) {
  EXPECT_EQ(area_of({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}), 0.0);
  EXPECT_GT(area_of({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}), 0.0) << "it crosses itself";
  std::vector<glm::vec3> many;
  for (int i = 0; i < 200; ++i) {
    const double angle = 2 * 3.14159265358979 * i / 200;
    many.emplace_back(std::cos(angle), std::sin(angle), 0);
  }
  EXPECT_NEAR(area_of(many), 3.14, 0.01);
}

TEST(Obj, TakesColoursOfMaterials) {
  std::vector<std::string> asked;
  const Neighbours neighbours = [&](const std::string& name) {
    asked.push_back(name);
    return Result<std::shared_ptr<InputFile>>(
        InputFile::from_memory(name, bytes_of("newmtl red\nKa 0 0 0\nKd 1 0 0\n"
                                              "newmtl glass pane\r\nKd 0 0 1\r\nTr 0.5\r\n"
                                              "newmtl plain\nNs 10\nmap_Kd wall.png\n")));
  };
  const auto scenery = read("mtllib level.mtl\n" + kSquare +
                                "usemtl red\nf 1 2 3\nusemtl glass pane \nf 1 3 4\n"
                                "usemtl plain\nf 1 2 4\nusemtl unknown\nf 2 3 4\n",
                            neighbours);
  ASSERT_TRUE(scenery.has_value()) << describe(scenery.error());
  EXPECT_EQ(asked, (std::vector<std::string>{"level.mtl"}));
  EXPECT_TRUE((*scenery)->problems.empty());
  std::map<std::uint32_t, std::size_t> triangles;
  for (const SceneryMesh& mesh : (*scenery)->meshes)
    triangles[mesh.color] = mesh.triangles.size() / 3;
  const std::map<std::uint32_t, std::size_t> expected = {
      {0U, 2}, {0xFF0000FFU, 1}, {0x80FF0000U, 1}};
  EXPECT_EQ(triangles, expected);
}

TEST(Obj, IsShownWithoutItsMaterials) {
  const auto scenery = read("mtllib level.mtl\nmtllib ../x.mtl\nmtllib level.mtl\n" + kSquare +
                            "usemtl red\nf 1 2 3\n");
  ASSERT_TRUE(scenery.has_value());
  EXPECT_EQ(triangles_of(**scenery).size(), 1U);
  ASSERT_EQ((*scenery)->problems.size(), 1U);
  EXPECT_EQ((*scenery)->problems[0].code, "missing-file");
  EXPECT_EQ((*scenery)->problems[0].severity, Severity::warning);
  EXPECT_EQ((*scenery)->problems[0].count, 2U) << "each name is asked for once";
}

TEST(Obj, DamagedLinesAreToldWithTheirByte) {
  using namespace std::string_literals;
  const std::string good = kSquare + "f 1 2 3\n";
  struct Case {
    std::string what;
    std::string text;
    std::string expected;
  };
  const std::string at = std::to_string(good.size());
  const Case cases[] = {
      {"nothing", "", "fatal no-geometry"},
      {"no faces", kSquare, "fatal no-geometry"},
      {"a word for a number", good + "v 1 x 3\n", "error bad-vertex@" + at},
      {"two numbers", good + "v 1 2\n", "error bad-vertex@" + at},
      {"no number", good + "v nan 0 0\n", "error bad-vertex@" + at},
      {"without end", good + "v inf 0 0\n", "error bad-vertex@" + at},
      {"beyond doubles", good + "v 1e999 0 0\n", "error bad-vertex@" + at},
      {"an exponent beyond doubles", good + "v 0e999 0 0\n", "error bad-vertex@" + at},
      {"too far away", good + "v 0 0 1e10\n", "error bad-vertex@" + at},
      {"a fourth number beyond ints", good + "v 0 0 0 1e2147483648\n", ""},
      {"spaces behind a vertex", good + "v 0 0 0 \t \n", ""},
      {"hexadecimal", good + "v 0x10 0 0\n", "error bad-vertex@" + at},
      {"two corners", good + "f 1 2\n", "error bad-face@" + at},
      {"no corners", good + "f \n", "error bad-face@" + at},
      {"corner 0", good + "f 0 1 2\n", "error bad-index@" + at},
      {"a corner too many", good + "f 1 2 5\n", "error bad-index@" + at},
      {"a corner too far back", good + "f 1 2 -5\n", "error bad-index@" + at},
      {"a corner that comes later", "f 1 2 3\n" + good, "error bad-index@0"},
      {"a corner beyond 32 bits", good + "f 1 2 4294967299\n", "error bad-index@" + at},
      {"a corner beyond 64 bits", good + "f 1 2 18446744073709551619\n", "error bad-index@" + at},
      {"a corner that is a word", good + "f 1 2 three\n", "error bad-index@" + at},
      {"a corner with a fraction", good + "f 1 2 3.5\n", "error bad-index@" + at},
      {"another number beyond 32 bits", good + "f 1 2 3/4294967296\n", "error bad-face@" + at},
      {"four numbers a corner", good + "f 1 2 3/1/1/1\n", "error bad-face@" + at},
      {"a zero byte", good + "f 1 2\0 3\n"s, "error long-line@" + at},
      {"no end of a line", good + "f " + std::string(2'000'000, '1'), "error long-line@" + at},
      {"what is not read", good + "l 1 2\np 1\ncurv 0 1 x\nnonsense\n", ""},
      {"only bad faces", kSquare + "f 1 2 9\n",
       "fatal bad-index@" + std::to_string(kSquare.size())},
  };
  for (const Case& bad : cases) {
    EXPECT_EQ(said_of(obj::kFormat, "level.obj", bytes_of(bad.text)), bad.expected) << bad.what;
  }
}

TEST(Obj, DamagedVerticesKeepTheirNumber) {
  const auto scenery = read("v 0 0 0\nv ? 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nf 1 3 4\n");
  ASSERT_TRUE(scenery.has_value());
  EXPECT_EQ(triangles_of(**scenery), (std::vector<Triangle>{{kVertex1, kVertex2, kVertex3}}));
}

TEST(Obj, DamagedMaterialsAreWarnings) {
  const auto scenery =
      read("mtllib a.mtl\n" + kSquare + "usemtl red\nf 1 2 3\n", [](const std::string& name) {
        return Result<std::shared_ptr<InputFile>>(
            InputFile::from_memory(name, bytes_of("newmtl red\nKd 1 0 0\nKd spectral a.rfl\n")));
      });
  ASSERT_TRUE(scenery.has_value());
  EXPECT_EQ((*scenery)->meshes.at(0).color, 0xFF0000FFU);
  ASSERT_EQ((*scenery)->problems.size(), 1U);
  EXPECT_EQ((*scenery)->problems[0].code, "bad-material");
  EXPECT_EQ((*scenery)->problems[0].offset, 20U);
}

TEST(Obj, IsRecognisedByItsLines) {
  const auto format = [](const std::string& name, const std::string& text) -> std::string {
    const SceneryFormat* const found =
        recognise_scenery(*InputFile::from_memory(name, bytes_of(text)));
    return found == nullptr ? "" : std::string(found->name);
  };
  EXPECT_EQ(format("level", kSquare), "obj");
  EXPECT_EQ(format("level.txt", "# x\n\no a\n" + kSquare + "f 1 2"), "obj");
  EXPECT_EQ(format("level.obj", "something else\n"), "obj");
  EXPECT_EQ(format("level.txt", "something else\n"), "");
  EXPECT_EQ(format("level.obj", std::string("v 0 0 0\n\0\n", 10)), "") << "an object file";
}

TEST(Obj, IsCancelled) {
  const std::atomic<bool> cancelled{true};
  const auto scenery =
      obj::kFormat.read(*InputFile::from_memory("level.obj", bytes_of(kSquare + "f 1 2 3\n")),
                        no_neighbours, cancelled);
  ASSERT_FALSE(scenery.has_value());
  EXPECT_EQ(scenery.error().code, "cancelled");
}

}  // namespace
}  // namespace scrubjay

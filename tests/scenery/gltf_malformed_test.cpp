// glTF files that are wrong, and what is said of them: severity, code and byte.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scenery/gltf/gltf.h"
#include "tests/scenery/gltf_maker.h"
#include "tests/scenery/level_facts.h"

namespace scrubjay {
namespace {

std::string said_of_glb(std::vector<std::byte> bytes) {
  return said_of(gltf::kFormat, "level.glb", std::move(bytes));
}

/// What can be wrong in a file of three places and three indices, all else being right.
struct Parts {
  std::string asset = R"({"version":"2.0"})";
  std::string buffers = R"([{"byteLength":40}])";
  std::string views =
      R"([{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":4}])";
  std::string places = R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"})";
  std::string indices = R"({"bufferView":1,"componentType":5121,"count":3,"type":"SCALAR"})";
  std::string primitive = R"({"attributes":{"POSITION":0},"indices":1})";
  std::string nodes = R"([{"mesh":0}])";
  std::string scenes = R"([{"nodes":[0]}])";
  std::string more = {};
  BinaryMaker binary =
      BinaryMaker().add<float>({0, 0, 0, 1, 0, 0, 1, 0, 1}).add<std::uint8_t>({0, 1, 2, 0});

  std::string json() const {
    return R"({"asset":)" + asset + R"(,"buffers":)" + buffers + R"(,"bufferViews":)" + views +
           R"(,"accessors":[)" + places + "," + indices + R"(],"meshes":[{"primitives":[)" +
           primitive + R"(]}],"nodes":)" + nodes + R"(,"scenes":)" + scenes + more + "}";
  }
  std::vector<std::byte> file() const { return glb_of(json(), binary.bytes()); }
  /// Where the binary chunk's bytes begin.
  std::string binary_at() const { return std::to_string(20 + (json().size() + 3) / 4 * 4 + 8); }
};

TEST(GltfMalformed, PartsAreRightAsTheyAre) { EXPECT_EQ(said_of_glb(Parts().file()), ""); }

TEST(GltfMalformed, ContainersAreToldWithTheirByte) {
  const std::vector<std::byte> good = Parts().file();
  const auto changed = [&](std::size_t at, unsigned value) {
    std::vector<std::byte> bytes = good;
    bytes.at(at) = static_cast<std::byte>(value);
    return said_of_glb(bytes);
  };
  const auto first = [&](std::size_t size) {
    return said_of_glb({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)});
  };
  EXPECT_EQ(changed(4, 1), "fatal unknown-version@4");
  EXPECT_EQ(changed(4, 3), "fatal unknown-version@4");
  EXPECT_EQ(changed(16, 'B'), "fatal bad-header@12");
  EXPECT_EQ(changed(15, 0x7F), "fatal cut-off@" + std::to_string(good.size()));
  EXPECT_EQ(first(19), "fatal cut-off@19");
  EXPECT_EQ(first(200), "fatal cut-off@200");
  const std::string end = std::to_string(good.size() - 4);
  EXPECT_EQ(first(good.size() - 4), "fatal cut-off@" + end) << "its only indices are gone";
}

struct BadGltf {
  std::string what;
  Parts parts;
  std::string expected;
};

template <class Change>
BadGltf wrong(std::string what, std::string expected, Change change) {
  BadGltf made{.what = std::move(what), .parts = {}, .expected = std::move(expected)};
  change(made.parts);
  return made;
}

// Where all that there is is lost, the first error is why the file is not read.
std::vector<BadGltf> cases() {
  const auto places = [](std::string text) {
    return [text = std::move(text)](Parts& parts) { parts.places = text; };
  };
  const auto indices = [](std::string text) {
    return [text = std::move(text)](Parts& parts) { parts.indices = text; };
  };
  const auto views = [](std::string text) {
    return [text = std::move(text)](Parts& parts) { parts.views = text; };
  };
  const auto buffers = [](std::string text) {
    return [text = std::move(text)](Parts& parts) { parts.buffers = text; };
  };
  const auto primitive = [](std::string text) {
    return [text = std::move(text)](Parts& parts) { parts.primitive = text; };
  };
  return {
      wrong("no version", "", [](Parts& p) { p.asset = "{}"; }),
      wrong("another version", "fatal unknown-version",
            [](Parts& p) { p.asset = R"({"version":"1.0"})"; }),
      wrong("compressed", "fatal needs-extension",
            [](Parts& p) { p.more = R"(,"extensionsRequired":["KHR_draco_mesh_compression"])"; }),
      wrong("an extension of looks", "",
            [](Parts& p) { p.more = R"(,"extensionsRequired":["KHR_materials_unlit"])"; }),
      wrong("buffers are no list", "fatal bad-json@57", buffers("5")),
      wrong("a buffer is no object", "fatal bad-json@58", buffers("[5]")),
      wrong("a buffer of less than no bytes", "fatal bad-json@72",
            buffers(R"([{"byteLength":-40}])")),
      wrong("a buffer larger than the chunk", "error cut-off", buffers(R"([{"byteLength":41}])")),
      wrong("a second buffer without bytes", "error no-bytes",
            buffers(R"([{"byteLength":40},{"byteLength":40}])")),
      wrong("a buffer elsewhere", "fatal outside-name",
            buffers(R"([{"byteLength":40,"uri":"../level.bin"}])")),
      wrong("a buffer of the web", "fatal outside-name",
            buffers(R"([{"byteLength":40,"uri":"https://example.org/level.bin"}])")),
      wrong("a buffer elsewhere in other words", "fatal outside-name",
            buffers(R"([{"byteLength":40,"uri":"%2e%2e/level.bin"}])")),
      wrong("a buffer whose file is missing", "fatal missing-file",
            buffers(R"([{"byteLength":40,"uri":"level.bin"}])")),
      wrong("a data URI that is no base64", "fatal bad-data-uri",
            buffers(R"([{"byteLength":40,"uri":"data:;base64,AA*A"}])")),
      wrong("a view of no buffer", "fatal bad-accessor",
            views(R"([{"buffer":1,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":4}])")),
      wrong("a view without its buffer", "fatal bad-document",
            views(R"([{"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":4}])")),
      wrong("a view longer than its buffer", "fatal bad-accessor@B",
            views(R"([{"buffer":0,"byteLength":41},{"buffer":0,"byteOffset":36,"byteLength":4}])")),
      wrong("a view behind its buffer", "fatal bad-accessor",
            views(R"([{"buffer":0,"byteOffset":41,"byteLength":0},{"buffer":0,"byteLength":4}])")),
      wrong("a view whose end is beyond all numbers", "fatal bad-accessor",
            views(R"([{"buffer":0,"byteOffset":18446744073709551600,"byteLength":36},)"
                  R"({"buffer":0,"byteOffset":36,"byteLength":4}])")),
      wrong("elements closer than they are long", "fatal bad-accessor",
            views(R"([{"buffer":0,"byteLength":36,"byteStride":4},)"
                  R"({"buffer":0,"byteOffset":36,"byteLength":4}])")),
      wrong("an accessor of no view", "fatal bad-accessor",
            places(R"({"bufferView":9,"componentType":5126,"count":3,"type":"VEC3"})")),
      wrong("an accessor without bytes", "fatal bad-accessor",
            places(R"({"componentType":5126,"count":3,"type":"VEC3"})")),
      wrong("an accessor longer than its view", "fatal bad-accessor@B",
            places(R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"})")),
      wrong("an accessor longer than all numbers", "fatal bad-accessor@B",
            places(R"({"bufferView":0,"componentType":5126,"count":18446744073709551615,)"
                   R"("type":"VEC3"})")),
      wrong("an accessor behind its view", "fatal bad-accessor@B",
            places(R"({"bufferView":0,"byteOffset":37,"componentType":5126,"count":1,)"
                   R"("type":"VEC3"})")),
      wrong("an empty accessor", "fatal bad-accessor@B",
            places(R"({"bufferView":0,"componentType":5126,"count":0,"type":"VEC3"})")),
      wrong("places of two numbers", "fatal bad-accessor",
            places(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC2"})")),
      wrong("places of doubles", "fatal bad-accessor",
            places(R"({"bufferView":0,"componentType":5130,"count":1,"type":"VEC3"})")),
      wrong("places of nothing that is known", "fatal bad-document",
            places(R"({"bufferView":0,"componentType":1,"count":1,"type":"VEC3"})")),
      wrong("a place that is no number", "fatal bad-place",
            [](Parts& p) {
              p.binary = BinaryMaker()
                             .add<std::uint32_t>({0x7FC00000, 0, 0, 0, 0, 0, 0, 0, 0})
                             .add<std::uint8_t>({0, 1, 2, 0});
            }),
      wrong("a place without end", "fatal bad-place",
            [](Parts& p) {
              p.nodes = R"([{"mesh":0,"scale":[1e300,1e300,1e300],"translation":[1e300,0,0]}])";
            }),
      wrong("sparse elements in no order", "fatal bad-accessor",
            places(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":)"
                   R"({"count":2,"indices":{"bufferView":1,"byteOffset":2,"componentType":5121},)"
                   R"("values":{"bufferView":0}}})")),
      wrong("sparse elements that are none", "fatal bad-accessor",
            places(R"({"bufferView":0,"componentType":5126,"count":2,"type":"VEC3","sparse":)"
                   R"({"count":3,"indices":{"bufferView":1,"componentType":5121},)"
                   R"("values":{"bufferView":0}}})")),
      wrong("sparse elements behind their view", "fatal bad-accessor@B",
            places(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":)"
                   R"({"count":3,"indices":{"bufferView":1,"componentType":5121},)"
                   R"("values":{"bufferView":0,"byteOffset":4}}})")),
      wrong("zeros without end", "fatal bad-accessor",
            places(R"({"componentType":5126,"count":1000001,"type":"VEC3","sparse":)"
                   R"({"count":3,"indices":{"bufferView":1,"componentType":5121},)"
                   R"("values":{"bufferView":0}}})")),
      wrong("indices of floats", "fatal bad-accessor",
            indices(R"({"bufferView":0,"componentType":5126,"count":3,"type":"SCALAR"})")),
      wrong("indices behind their view", "fatal bad-accessor@I",
            indices(R"({"bufferView":1,"componentType":5121,"count":5,"type":"SCALAR"})")),
      wrong("an index of no place", "fatal bad-index",
            [](Parts& p) {
              p.binary = BinaryMaker()
                             .add<float>({0, 0, 0, 1, 0, 0, 1, 0, 1})
                             .add<std::uint8_t>({0, 1, 3, 0});
            }),
      wrong("an accessor that is not there", "fatal bad-accessor",
            primitive(R"({"attributes":{"POSITION":7}})")),
      wrong("an accessor of a negative number", "fatal bad-accessor",
            primitive(R"({"attributes":{"POSITION":-1}})")),
      wrong("indices that are not there", "fatal bad-document",
            primitive(R"({"attributes":{"POSITION":0},"indices":7})")),
      wrong("a number that is no index", "fatal bad-json",
            primitive(R"({"attributes":{"POSITION":4294967296}})")),
      wrong("an unknown mode", "fatal bad-mode",
            primitive(R"({"attributes":{"POSITION":0},"mode":7})")),
      wrong("no places", "fatal no-geometry", primitive(R"({"attributes":{"NORMAL":0}})")),
      wrong("no attributes", "fatal no-geometry", primitive("{}")),
      wrong("a mesh that is not there", "error bad-mesh",
            [](Parts& p) { p.nodes = R"([{"mesh":0,"children":[1]},{"mesh":1}])"; }),
      wrong("a child that is not there", "error bad-node",
            [](Parts& p) { p.nodes = R"([{"mesh":0,"children":[9,-2]}])"; }),
      wrong("its own parent", "error bad-node",
            [](Parts& p) { p.nodes = R"([{"mesh":0,"children":[0]}])"; }),
      wrong("an empty scene", "fatal no-geometry", [](Parts& p) { p.scenes = R"([{}])"; }),
      wrong("JSON that goes on", "fatal bad-json", [](Parts& p) { p.more = R"(,"scene":)"; }),
      wrong("a part that is repeated without end", "error too-large", [](Parts& p) {
        p.indices = R"({"bufferView":2,"componentType":5121,"count":30000,"type":"SCALAR"})";
        p.buffers = R"([{"byteLength":30040}])";
        p.views.pop_back();
        p.views += R"(,{"buffer":0,"byteOffset":40,"byteLength":30000}])";
        std::vector<std::byte> bytes = p.binary.bytes();
        for (int i = 0; i < 10'000; ++i) p.binary.add<std::uint8_t>({0, 1, 2});
        p.nodes = R"([{"mesh":0})";
        p.scenes = R"([{"nodes":[0)";
        for (int i = 1; i < 400; ++i) {
          p.nodes += R"(,{"mesh":0})";
          p.scenes += "," + std::to_string(i);
        }
        p.nodes += "]";
        p.scenes += "]}]";
      })};
}

/// A mesh of 3,000 triangles that have no area, in so many nodes.
std::vector<std::byte> without_area(int nodes) {
  Parts p;
  p.indices = R"({"bufferView":2,"componentType":5121,"count":9000,"type":"SCALAR"})";
  p.buffers = R"([{"byteLength":9040}])";
  p.views.pop_back();
  p.views += R"(,{"buffer":0,"byteOffset":40,"byteLength":9000}])";
  for (int i = 0; i < 9'000; ++i) p.binary.add<std::uint8_t>({0});
  p.nodes = R"([{"mesh":0})";
  p.scenes = R"([{"nodes":[0)";
  for (int i = 1; i < nodes; ++i) {
    p.nodes += R"(,{"mesh":0})";
    p.scenes += "," + std::to_string(i);
  }
  p.nodes += "]";
  p.scenes += "]}]";
  return p.file();
}

TEST(GltfMalformed, WhatHasNoAreaIsNotRepeatedWithoutEnd) {
  EXPECT_EQ(said_of_glb(without_area(10)), "fatal no-geometry");
  EXPECT_TRUE(said_of_glb(without_area(10'000)).ends_with("too-large"));
}

TEST(GltfMalformed, DocumentsAreToldWithCodeSeverityAndOffset) {
  for (const BadGltf& bad : cases()) {
    std::string said = said_of_glb(bad.parts.file());
    std::string expected = bad.expected;
    const std::string at_binary = bad.parts.binary_at();
    if (expected.ends_with("@B")) expected.replace(expected.size() - 1, 1, at_binary);
    if (expected.ends_with("@I")) {
      expected.replace(expected.size() - 1, 1, std::to_string(std::stoul(at_binary) + 36));
    }
    // Where no byte is stated, any will do.
    if (expected.find('@') == std::string::npos) said = said.substr(0, said.find('@'));
    EXPECT_EQ(said, expected) << bad.what;
  }
}

TEST(GltfMalformed, JsonIsToldWithItsByte) {
  const auto said = [](const std::string& json) { return said_of_glb(bytes_of(json)); };
  EXPECT_EQ(said(""), "fatal bad-json");
  EXPECT_EQ(said("[1]"), "fatal bad-json@0");
  EXPECT_EQ(said(R"({"nodes":[{"mesh":x}]})"), "fatal bad-json@18");
  EXPECT_EQ(said(R"({"nodes":[{"mesh":0})"), "fatal bad-json@20");
  EXPECT_EQ(said(R"({"nodes":)" + std::string(20, '[') + std::string(20, ']') + "}"),
            "fatal too-large");
  EXPECT_EQ(said(R"({"asset":{"version":"2.0"},"extras":)" + std::string(100'000, '[') +
                 std::string(100'000, ']') + "}"),
            "fatal no-geometry")
      << "what is not read may be as deep as it likes";
}

TEST(GltfMalformed, MoreObjectsThanAreReadAreRefusedBeforeTheyAreMade) {
  std::string json = R"({"asset":{"version":"2.0"},"nodes":[{})";
  for (int i = 0; i < 2'000'000; ++i) json += ",{}";
  EXPECT_EQ(said_of_glb(bytes_of(json + "]}")), "fatal too-large");
}

}  // namespace
}  // namespace scrubjay

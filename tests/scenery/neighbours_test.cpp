// Files that a scenery names beside itself: which names are asked for, and what is opened.
#include "scenery/neighbours.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#ifndef _WIN32
#include <sys/stat.h>
#endif

#include "app/shared/scenery_file.h"
#include "tests/core/test_folder.h"

namespace scrubjay {
namespace {

TEST(Neighbours, AreAskedForNamesInTheFolderOnly) {
  std::vector<std::string> asked;
  const Neighbours neighbours = [&](const std::string& name) {
    asked.push_back(name);
    return no_neighbours(name);
  };
  for (const std::string name : {"a.bin", "parts/a.bin", "parts\\b.bin", "a..b", "...", "./c"}) {
    const auto opened = open_neighbour(neighbours, name);
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, "not-found") << name;
  }
  const std::vector<std::string> expected = {"a.bin", "parts/a.bin", "parts/b.bin",
                                             "a..b",  "...",         "./c"};
  EXPECT_EQ(asked, expected);
}

TEST(Neighbours, AreNotAskedForNamesThatLeadElsewhere) {
  const Neighbours neighbours = [](const std::string& name) -> Result<std::shared_ptr<InputFile>> {
    ADD_FAILURE() << name;
    return no_neighbours(name);
  };
  using namespace std::string_literals;
  for (const std::string& name :
       {""s, "/etc/passwd"s, "\\\\server\\share"s, "../a.bin"s, "parts/../../a.bin"s, "..\\a.bin"s,
        "parts/.."s, "C:\\a.bin"s, "http://example.org/a.bin"s, "file:a.bin"s, "a\nb"s, "a\0b"s,
        "parts/"s}) {
    const auto opened = open_neighbour(neighbours, name);
    ASSERT_FALSE(opened.has_value()) << name;
    EXPECT_EQ(opened.error().code, "outside-name") << name;
  }
}

TEST(Neighbours, OfAPathAreRegularFilesInItsFolder) {
  const TestFolder folder;
  std::filesystem::create_directories(folder / "parts");
  std::ofstream(folder / "parts" / "a.bin") << "abc";
  const Neighbours neighbours = neighbours_of((folder / "level.gltf").string());
  const auto opened = open_neighbour(neighbours, "parts/a.bin");
  ASSERT_TRUE(opened.has_value());
  EXPECT_EQ(as_text((*opened)->bytes()), "abc");
  EXPECT_EQ(open_neighbour(neighbours, "b.bin").error().code, "not-found");
#ifndef _WIN32
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(open_neighbour(neighbours, "pipe").error().code, "unreadable");
#endif
}

}  // namespace
}  // namespace scrubjay

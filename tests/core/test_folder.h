#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace scrubjay {

/// An empty folder of one test, removed with all that is in it. Programs of tests run side by side,
/// and the tests of one program in several processes: a name that is the same in each of them would
/// be shared.
class TestFolder {
 public:
  TestFolder() {
    std::string name = testing::TempDir() + "scrubjay-test-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + " cannot be made");
    path_ = name;
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string string() const { return path_.string(); }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace scrubjay

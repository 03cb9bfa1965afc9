#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace scrubjay {

/// An empty folder of one test, removed with all that is in it. Programs of tests run side by side,
/// and the tests of one program in several processes: a name that is the same in each of them would
/// be shared.
class TestFolder {
 public:
  TestFolder() {
    std::random_device random;
    do {
      path_ = testing::TempDir() + "scrubjay-test-" + std::to_string(random());
    } while (!std::filesystem::create_directory(path_));
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

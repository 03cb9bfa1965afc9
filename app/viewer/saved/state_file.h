#pragma once

#include <string>

namespace scrubjay {

/// The window's state in a file, rewritten whole whenever it changes, so that tests and scripts can
/// read what the window shows.
class StateFile {
 public:
  explicit StateFile(std::string path) : path_(std::move(path)) {}
  bool is_wanted() const { return !path_.empty(); }
  void update(const std::string& text);

 private:
  std::string path_;
  std::string written_;
};

}  // namespace scrubjay

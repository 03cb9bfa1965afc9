#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace scrubjay::opendrive {

/// What is wrong with a file, equal problems folded (scenery/opendrive/README.md, 8).
class Problems {
 public:
  void add(Severity severity, std::string_view code, std::uint64_t offset, std::string_view message,
           std::string found = {}) {
    fold_into(list_, {.severity = severity,
                      .code = std::string(code),
                      .offset = offset,
                      .message = std::string(message),
                      .found = std::move(found)});
  }
  void error(std::string_view code, std::uint64_t offset, std::string_view message,
             std::string found = {}) {
    add(Severity::error, code, offset, message, std::move(found));
  }
  void warn(std::string_view code, std::uint64_t offset, std::string_view message,
            std::string found = {}) {
    add(Severity::warning, code, offset, message, std::move(found));
  }
  void note(std::string_view code, std::uint64_t offset, std::string_view message,
            std::string found = {}) {
    add(Severity::note, code, offset, message, std::move(found));
  }
  std::vector<Problem>& list() { return list_; }

 private:
  std::vector<Problem> list_;
};

}  // namespace scrubjay::opendrive

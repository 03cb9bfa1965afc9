#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace scrubjay::framebyframe {

/// Text on its way to the outer layer of a saved recording: gzip, then base64 in one line
/// (formats/framebyframe/README.md, 1.2). Memory does not grow with the text.
class GzipText {
 public:
  GzipText();
  ~GzipText();
  GzipText(const GzipText&) = delete;
  GzipText& operator=(const GzipText&) = delete;

  /// Compresses `text`, and appends to `out` what is ready.
  void add(std::string& out, std::string_view text);
  /// Appends the rest. Once, as the last call.
  void finish(std::string& out);

 private:
  class Deflater;
  std::unique_ptr<Deflater> deflater_;
};

}  // namespace scrubjay::framebyframe

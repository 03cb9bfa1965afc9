#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/platform/child_process.h"
#include "core/platform/output_file.h"
#include "core/problem.h"
#include "render/image.h"

namespace scrubjay::cli {

/// Whether a file of this name holds a film: .mp4, .webm, .webp (these by ffmpeg) or .y4m.
bool is_film(const std::string& target);

/// The words that start ffmpeg to make a film out of `input`, a file or "-".
std::vector<std::string> ffmpeg_words(const std::string& input, const std::string& target);
/// The same, as a shell reads it.
std::string ffmpeg_command(const std::string& input, const std::string& target);

/// One picture as a frame of a .y4m file: BT.709, all planes in full size. For tests, too.
std::string y4m_frame(const Image& image);
std::string y4m_head(int width, int height, double frames_per_second);

/// Writes pictures one after the other into a film. The file appears whole or not at all.
class FilmWriter {
 public:
  /// Errors: "no-program" with what to do where ffmpeg is not installed; those of AtomicFile.
  static Result<FilmWriter> create(const std::string& target, double frames_per_second);
  ~FilmWriter();
  FilmWriter(FilmWriter&&) noexcept = default;

  /// All pictures have one size. Errors: "not-written".
  Result<void> add(const Image& image);
  Result<void> finish();

 private:
  FilmWriter() = default;
  bool pass_on(const std::string& bytes);
  Problem refusal();

  std::string target_;
  std::string beside_;  ///< what ffmpeg writes; empty: nothing
  double frames_per_second_ = 0;
  bool has_begun_ = false;
  std::optional<AtomicFile> file_;
  std::optional<ChildProcess> ffmpeg_;
  std::string said_;
};

}  // namespace scrubjay::cli

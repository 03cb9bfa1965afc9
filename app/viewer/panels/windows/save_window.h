#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/viewer/open_dialog.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/windows/open_window.h"
#include "app/viewer/pictures/save_job.h"

namespace scrubjay {

/// In which coordinates a file is written: in those that its format has for the recording, as far
/// as it can hold the others.
enum class SavedCoordinates : std::uint8_t { usual, recorded, shown };

/// What the window "Save as" keeps between pictures.
struct SaveCache {
  std::weak_ptr<const Recording> recording;  ///< that is to be saved
  const FormatWriter* writer = nullptr;
  WriteOptions options;  ///< of the writer
  std::string path;
  std::string usual_path;       ///< that was put into the field
  bool is_path_edited = false;  ///< the field has the keyboard
  bool is_by_key = false;       ///< the keyboard saved, which a failure gives back to the field
  bool whole_time = true;       ///< not only the range that is selected on the timeline
  bool only_selection = false;  ///< not all entities
  SavedCoordinates coordinates = SavedCoordinates::usual;
  SaveJob job;
  std::optional<SaveOutcome> outcome;
  NativeChooser chooser;
  PathBrowser browser;  ///< where the desktop has no chooser
  bool is_browsing = false;
  std::optional<std::string> checked_path;  ///< that `path_exists` is about, or will be
  bool path_exists = false;
  Awaited<bool> checking;  ///< the disk, which may not answer
  bool is_asked = false;   ///< to save, once that is known
};

/// Takes what became of a file that was to be saved; each picture, also while the window is closed.
void update_saving(PanelContext& context);

/// `path` with the usual extension of `writer` instead of that of another one; one that is no
/// writer's stays.
std::string with_extension_of(const FormatWriter& writer, const std::string& path);

}  // namespace scrubjay

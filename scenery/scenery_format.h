#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string_view>

#include "core/platform/input_file.h"
#include "core/probe.h"
#include "core/problem.h"
#include "core/scenery.h"
#include "scenery/neighbours.h"

namespace scrubjay {

/// One kind of file with scenery. All of them stand in `scenery_formats()`.
struct SceneryFormat {
  std::string_view name;                         ///< "opendrive"
  std::string_view title;                        ///< "OpenDRIVE roads"
  std::span<const std::string_view> extensions;  ///< lower case, without the dot
  Match (*probe)(const ProbeInput& input);
  /// Reads and meshes all of it, with the files beside it that it names; looks at `cancelled` now
  /// and then ("cancelled"). Errors are fatal and name what was expected and found; what can be
  /// shown in spite of them is in `Scenery::problems`.
  Result<std::shared_ptr<const Scenery>> (*read)(const InputFile& file,
                                                 const Neighbours& neighbours,
                                                 const std::atomic<bool>& cancelled);
};

/// All scenery formats, in the order in which they are listed to people.
std::span<const SceneryFormat* const> scenery_formats();

/// The format that recognises a file, or null.
const SceneryFormat* recognise_scenery(const InputFile& file);

/// Reads a file as the format that recognises it. Errors: those of the format, "unknown-scenery",
/// "cancelled".
Result<std::shared_ptr<const Scenery>> read_scenery(const InputFile& file,
                                                    const Neighbours& neighbours,
                                                    const std::atomic<bool>& cancelled);

}  // namespace scrubjay

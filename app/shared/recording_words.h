#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/coordinate_system.h"
#include "core/problem.h"
#include "core/recording.h"

namespace scrubjay {

/// The format of a recording in the words of its users: "CARLA recorder 1", "Frame by Frame 4".
std::string format_words(const RecordingInfo& info);

/// The same without a version, of a format's name: "CARLA recorder" of "carla".
std::string format_words(std::string_view name);

/// What a problem says was expected; of a file of no known format the kinds by their titles in
/// place of the names that the command line takes.
std::string expected_words(const Problem& problem);

/// How large its file is on the disk; of a folder, its files together.
std::uint64_t stored_bytes(const Recording& recording);

/// Where it was recorded, without folders: "Town01" of "/Game/Carla/Maps/Town01". Empty where the
/// recording does not say it.
std::string map_name(const RecordingInfo& info);

/// "unreal", or "custom: right +x, up +z, forward −y" (and ", 0.5 m a unit" where that is not 1).
std::string coordinate_words(const CoordinateSystem& system);

}  // namespace scrubjay

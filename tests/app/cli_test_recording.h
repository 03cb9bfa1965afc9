#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/recording.h"

namespace scrubjay {

/// An indexed recording made by hand, with something of everything that can be printed:
///
///     frame    0        1        2        3        4
///     time     0.5      0.75     1.0      1.25     1.5
///     stream   server   client   server   client   server
///     car      x        x        x        x        x     child of "road" from the start
///     ghost                      x                       a name that is not UTF-8
///
/// Frame 2 has problems; an event lasts from frame 1 to 3.
std::shared_ptr<Recording> make_test_recording();

/// A recording of `frames` frames, each with a property that names it; every seventh frame has a
/// problem.
std::shared_ptr<Recording> make_long_recording(std::size_t frames);

/// Fails the running test unless `text` is one JSON value.
void expect_json(const std::string& text);

}  // namespace scrubjay

#pragma once

#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::sixth {

/// A format that no program writes: it shows that a format says what is special in typed fields,
/// and that nothing outside its folder and its line in the table has to know it. Text, a line for
/// each thing, words apart by one blank, "-" for none:
///
///     sixth 1 right=+x,up=+z,forward=+y,metres=1
///     frame 0.5
///     is lamp signal 0 0 5 green -     id, kind (frame: stands for it), place, lamp, label
///     is k3 person 1 2 0 - Ann
///     has k3 speed[m/s] 2.5            a number; its unit stands in its name: "speed [m/s]"
///     event k3 chapter Dusk            entity, chapter, name
///
/// A folder of *.sixthpart is one recording.
extern const Format kFormat;
extern const FormatWriter kWriter;

}  // namespace scrubjay::sixth

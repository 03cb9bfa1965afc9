#pragma once

#include "app/viewer/draw_context.h"
#include "app/viewer/panels/properties/chart_data.h"

namespace scrubjay {

/// Draws a chart between two corners: lines or bars from 0 to its top, labels, a legend, and the
/// values under the mouse. Where samples are denser than pixels each column shows its least and its
/// largest.
void draw_chart(DrawContext& context, const ChartData& chart, ImVec2 min, ImVec2 max);

/// "2 lines, 64 samples"
std::string chart_size_text(const ChartData& chart);

}  // namespace scrubjay

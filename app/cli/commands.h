#pragma once

#include "app/cli/console.h"
#include "app/cli/exit_status.h"
#include "app/cli/options.h"

namespace scrubjay::cli {

// One function a subcommand, each in its own file. They print to `console` and return what the
// program shall return; `interrupted()` is looked at by the caller.

ExitStatus run_info(const InfoOptions& options, Console& console);
ExitStatus run_verify(const InfoOptions& options, Console& console);
ExitStatus run_show(const ShowOptions& options, Console& console);
ExitStatus run_events(const EventsOptions& options, Console& console);
ExitStatus run_series(const SeriesOptions& options, Console& console);
ExitStatus run_find(const FindOptions& options, Console& console);
ExitStatus run_export(const ExportOptions& options, Console& console);
ExitStatus run_convert(const ConvertOptions& options, Console& console);
ExitStatus run_query(const QueryOptions& options, Console& console);
ExitStatus run_render(const RenderOptions& options, Console& console);
ExitStatus run_formats(const FormatsOptions& options, Console& console);

}  // namespace scrubjay::cli

#pragma once

#include "app/cli/console.h"
#include "app/cli/options.h"
#include "app/shared/exit_status.h"

namespace scrubjay::cli {

// One function a subcommand, each in its own file. They print to `console` and return what the
// program shall return; `interrupted()` is looked at by the caller.

ExitStatus run_info(const InfoOptions& options, Console& console);
ExitStatus run_verify(const InfoOptions& options, Console& console);
ExitStatus run_show(const ShowOptions& options, Console& console);
ExitStatus run_events(const EventsOptions& options, Console& console);
/// The contacts of `events --derived contacts`.
ExitStatus run_contacts(const EventsOptions& options, Console& console);
ExitStatus run_series(const SeriesOptions& options, Console& console);
ExitStatus run_find(const FindOptions& options, Console& console);
/// `find` with a condition.
ExitStatus run_find_condition(const FindOptions& options, Console& console);
ExitStatus run_sql(const SqlOptions& options, Console& console);
ExitStatus run_check(const CheckOptions& options, Console& console);
ExitStatus run_history(const HistoryOptions& options, Console& console);
ExitStatus run_export(const ExportOptions& options, Console& console);
/// `export --to parquet`: the tables of several recordings, into a folder.
ExitStatus run_export_parquet(const ExportOptions& options, Console& console);
ExitStatus run_convert(const ConvertOptions& options, Console& console);
ExitStatus run_diff(const DiffOptions& options, Console& console);
ExitStatus run_query(const QueryOptions& options, Console& console);
ExitStatus run_notes(const NotesOptions& options, Console& console);
/// `open_view`: draws views as the window does; null where there is none.
ExitStatus run_render(const RenderOptions& options, OpenViewPictures open_view, Console& console);
/// What is in a file of roads, and where places of it are.
ExitStatus run_road(const RoadOptions& options, Console& console);
ExitStatus run_formats(const FormatsOptions& options, Console& console);

}  // namespace scrubjay::cli

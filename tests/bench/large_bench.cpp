// What large recordings cost, as one table: each figure with what stands beside it in the same run,
// the ratio of the two, the goal, and whether it is reached.
//
//     large_bench [--small] [--megabytes N] [--json FILE] [--markdown FILE] [PART...]
//
// Parts: opening, first-picture, seeking, window, scans, comparing, intervals; without one, all of
// them. The recordings are made first, in SCRUBJAY_BENCH_DIR or else the system's temporary folder,
// up to 4.2 GB at a time, and deleted at the end. --small takes ones of a few MB: a smoke test;
// --megabytes other large ones than of 1,000, and up to twice as much at a time. What is compared
// is measured in turns, several times, and the best of each counts: on a machine that does other
// work, too, all figures are too high, and those of two threads most.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {
namespace {

/// Takes "FLAG VALUE" out of the arguments; empty where it is not there.
std::string take_value(std::vector<char*>& arguments, std::string_view flag) {
  const auto found =
      std::ranges::find(arguments, flag, [](const char* a) { return std::string_view(a); });
  if (found == arguments.end() || found + 1 == arguments.end()) return "";
  const std::string value = *(found + 1);
  arguments.erase(found, found + 2);
  return value;
}

bool write_text(const std::string& path, const std::string& text) {
  if (path.empty()) return true;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "large_bench: %s cannot be written.\n", path.c_str());
  return out.good();
}

int run(std::vector<char*> arguments) {
  LargeSizes sizes = take_flag(arguments, "--small") ? LargeSizes::small() : LargeSizes();
  const std::string megabytes = take_value(arguments, "--megabytes");
  if (!megabytes.empty()) sizes.large_bytes = std::stoull(megabytes) * kMega;
  sizes.huge_bytes = std::max(sizes.huge_bytes, sizes.large_bytes);
  const std::string json = take_value(arguments, "--json");
  const std::string markdown = take_value(arguments, "--markdown");
  const std::filesystem::path beside =
      std::filesystem::path(arguments[0]).parent_path() / "interval_tree_bench";
  const auto is_wanted = [&](std::string_view part) {
    return arguments.size() == 1 || std::any_of(arguments.begin() + 1, arguments.end(),
                                                [&](const char* given) { return given == part; });
  };
  GoalTable table;
  if (is_wanted("opening")) measure_opening(sizes, table);
  if (is_wanted("first-picture")) measure_first_picture(sizes, table);
  if (is_wanted("seeking")) measure_seeking(sizes, table);
  if (is_wanted("window")) measure_window(sizes, table);
  if (is_wanted("scans")) measure_scans(sizes, table);
  if (is_wanted("comparing")) measure_comparing(sizes, table);
  if (is_wanted("intervals")) measure_intervals(beside.string(), sizes, table);
  const bool is_written = write_text(json, table.json()) && write_text(markdown, table.markdown());
  return is_written ? 0 : 1;
}

}  // namespace
}  // namespace scrubjay::bench

int main(int argc, char** argv) {
  return scrubjay::bench::run(std::vector<char*>(argv, argv + argc));
}

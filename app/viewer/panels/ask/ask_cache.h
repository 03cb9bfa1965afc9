#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/viewer/ask/ask_completion.h"
#include "app/viewer/ask/ask_facts.h"
#include "app/viewer/ask/ask_job.h"
#include "app/viewer/ask/ask_lane.h"
#include "app/viewer/ask/ask_questions.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "core/concurrency/awaited.h"
#include "core/filter.h"

namespace scrubjay {

/// The field in which a query is written.
struct AskEditor {
  std::string text;
  std::size_t cursor = 0;  ///< byte
  bool focus = false;      ///< takes the keyboard once
  bool is_active = false;  ///< has it
  std::optional<std::size_t>
      move_to;  ///< where the cursor is to be, once the field has the keyboard

  /// What a part of the text is to become, while the field has the keyboard.
  struct Change {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
  };
  std::optional<Change> change;

  Completions completions;  ///< empty: none are shown
  std::size_t chosen = 0;
  std::size_t first = 0;  ///< row at the top
  bool is_list_hovered = false;
  bool is_walked = false;  ///< arrows went through the list: Enter takes one, else it ends the line
  bool is_tab = false;     ///< Tab was pressed in the field
};

/// In place of a column: rows as marks that are all alike.
inline constexpr std::size_t kMarksOnly = static_cast<std::size_t>(-1);

/// Which list stands beside the field.
enum class AskList : std::uint8_t { questions, schema, earlier };

/// The rows that are shown, in their order.
struct AskOrder {
  std::uint64_t query = 0;  ///< of AskJob::number
  std::size_t rows = 0;     ///< that were there
  AskOrderWish wish;
  std::vector<std::uint32_t> order;
  bool is_of(const AskOrder& other) const {
    return query == other.query && rows == other.rows && wish == other.wish;
  }
};

/// What the window keeps between pictures.
struct AskCache {
  AskCache() = default;
  AskCache(const AskCache&) = delete;
  AskCache& operator=(const AskCache&) = delete;
  ~AskCache() { stops_reading.store(true); }

  AskJob job;
  AskEditor editor;

  // What is known of the recordings.
  std::atomic<bool> stops_reading{false};
  Awaited<AskFacts> reading;
  std::vector<AskedKey> read_of;
  std::vector<AskedKey> facts_of;
  AskedFrames looked_at = AskedFrames::first;  ///< by what is read
  AskFacts facts;
  std::vector<Question> questions;
  double questions_in = 1;       ///< metres of a unit in them
  std::optional<Filter> filter;  ///< to be shown as a query, once the facts are known

  AskList list = AskList::questions;
  std::string schema_search;
  std::set<std::string> open_tables;
  ListScroll scroll;

  // The rows.
  std::string words;
  AskOrder order;
  Awaited<AskOrder> ordering;
  std::optional<std::size_t> row;  ///< chosen, of the result
  bool focus_rows = false;         ///< the rows take the keyboard once
  bool reveal_row = false;
  std::uint64_t widths_of = 0;  ///< the query that they are of
  std::vector<float> widths;    ///< of the columns [characters]

  // The rows over time, of this result or an earlier one.
  std::optional<AskLane> lane;
  std::optional<std::size_t> lane_column;  ///< that is to be drawn from now on
  Awaited<AskLane> making_lane;

  std::string told;  ///< what became of saving, or what a filter's query leaves out
  bool is_bad = false;
  std::string pressed_tool;  ///< under the mouse: its tooltip would lie over what became of it
  bool asks_path = false;
  bool just_asked_path = false;
  std::string path;
  std::string saved_rows;  ///< how many are being saved
  Awaited<Result<void>> saving;
};

}  // namespace scrubjay

#include "app/shared/comparison/comparison_text.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "app/shared/plain_text.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

using compare::Item;
using compare::Kind;
using compare::ListedDifference;
using compare::Plan;
using compare::Summary;

/// Rows that people get to see; programs get all that are listed.
constexpr std::size_t kShownRows = 20;

bool is_frame_alone(Kind kind) { return kind == Kind::frame_a || kind == Kind::frame_b; }

/// Frames of one side follow each other often: so many from `at` on are one row, those behind the
/// end of the list, too.
std::size_t frames_in_row(const Plan& plan, const Summary& summary, std::size_t at) {
  const std::vector<ListedDifference>& list = summary.list();
  const Kind kind = list[at].difference.kind;
  if (!is_frame_alone(kind)) return 1;
  std::size_t end = at + 1;
  while (end < list.size() && list[end].difference.kind == kind &&
         list[end].item == list[end - 1].item + 1) {
    ++end;
  }
  if (end < list.size() || plan.options().limit) return end - at;
  std::size_t count = end - at;
  const auto is_alone = [&](const Item& item) {
    return kind == Kind::frame_a ? !item.b.exists() : !item.a.exists();
  };
  for (std::size_t item = list.back().item + 1;
       item < plan.items().size() && is_alone(plan.items()[item]); ++item) {
    ++count;
  }
  return count;
}

/// Rows of differences, of which those that go on from frame to frame are one.
class DifferenceList {
 public:
  DifferenceList(const Plan& plan, const Summary& summary, DifferenceTexts& texts)
      : plan_(plan), summary_(summary), texts_(texts) {}

  std::size_t size() const { return rows_.size(); }
  /// The one at `at` of the summary's list, or those from it on that are told together. False,
  /// with nothing added, where they need another row than there may be.
  bool add(std::size_t at, std::size_t most_rows, std::size_t& together) {
    const ListedDifference& one = summary_.list()[at];
    const compare::Difference& difference = one.difference;
    together = frames_in_row(plan_, summary_, at);
    std::string what = texts_.what_differs(one);
    if (together > 1) {
      what = grouped_digits(together) + " frames of " +
             (difference.kind == Kind::frame_a ? "A" : "B") + " only";
    }
    const auto [place, is_new] =
        last_.try_emplace({difference.subject.value, difference.path.value});
    Last& last = place->second;
    const bool goes_on = !is_new && rows_[last.row].what == what && one.item <= last.item + 1;
    if (goes_on) {
      if (one.item > last.item) ++rows_[last.row].frames;
      last.item = one.item;
      return true;
    }
    if (rows_.size() == most_rows) return false;
    last = {rows_.size(), one.item};
    rows_.push_back({&one, std::move(what)});
    return true;
  }

  std::string text() const {
    const std::vector<TableColumn> columns{
        {"time", Align::right}, {"frame", Align::right}, {"entity"}, {"path"}, {"A / B"}};
    std::vector<std::vector<std::string>> cells;
    for (const Row& row : rows_) {
      const Item& item = plan_.items()[row.first->item];
      const auto path = row.first->difference.path;
      const std::string frames =
          row.frames == 1 ? "" : ", in " + grouped_digits(row.frames) + " frames";
      cells.push_back({seconds_text(plan_.time(item)), item_frames_text(item),
                       entity_text(plan_, row.first->difference.subject),
                       path.exists() ? printable(plan_.paths()[path]) : "", row.what + frames});
    }
    return table_text(columns, cells);
  }

 private:
  struct Row {
    const ListedDifference* first = nullptr;
    std::string what;
    std::uint64_t frames = 1;
  };
  struct Last {
    std::size_t row = 0;
    std::size_t item = 0;
  };

  const Plan& plan_;
  const Summary& summary_;
  DifferenceTexts& texts_;
  std::vector<Row> rows_;
  /// The last row of each entity and path.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Last> last_;
};

std::string list_text(const Plan& plan, const Summary& summary, DifferenceTexts& texts) {
  const std::vector<ListedDifference>& list = summary.list();
  const std::size_t most_rows = plan.options().limit ? list.size() : kShownRows;
  DifferenceList rows(plan, summary, texts);
  std::size_t shown = 0;
  for (std::size_t together = 0; shown < list.size(); shown += together) {
    if (!rows.add(shown, most_rows, together)) break;
  }
  std::string text = rows.text();
  if (summary.count() > shown) {
    text += "  and " + grouped_digits(summary.count() - shown) + " more\n";
  }
  return text;
}

std::string spread_text(const Plan& plan, const Summary& summary) {
  const std::vector<TableColumn> columns{
      {"time", Align::right}, {"entity"}, {"paths", Align::right}, {"perhaps from"}};
  std::vector<std::vector<std::string>> rows;
  for (const compare::SpreadStep& step : summary.spread()) {
    if (rows.size() == kShownRows) break;
    rows.push_back({seconds_text(plan.time(plan.items()[step.item])),
                    entity_text(plan, step.subject), std::to_string(step.paths),
                    step.beside.exists() && plan.is_matched(step.subject)
                        ? "with " + entity_text(plan, step.beside)
                        : entity_text(plan, step.from)});
  }
  std::string text = table_text(columns, rows);
  if (summary.spread().size() > rows.size()) {
    text += "  and " + grouped_digits(summary.spread().size() - rows.size()) + " more\n";
  }
  return text;
}

std::string paths_text(const Plan& plan, const Summary& summary) {
  const std::vector<TableColumn> columns{{"path"},
                                         {"entities", Align::right},
                                         {"frames", Align::right},
                                         {"first", Align::right},
                                         {"largest", Align::right}};
  std::vector<std::vector<std::string>> rows;
  for (const compare::PathSum& sum : summary.by_path()) {
    if (rows.size() == kShownRows) break;
    rows.push_back({printable(plan.paths()[sum.path]), std::to_string(sum.entities),
                    std::to_string(sum.frames),
                    seconds_text(plan.time(plan.items()[sum.first_item])),
                    apart_text(plan, sum.first_item, sum.path, sum.largest)});
  }
  std::string text = table_text(columns, rows);
  if (summary.by_path().size() > rows.size()) {
    text += "  and " + grouped_digits(summary.by_path().size() - rows.size()) + " more\n";
  }
  return text;
}

std::string how_compared(const Plan& plan, const Summary& summary) {
  std::string text = "frames by " + std::string(to_text(plan.pairing().by)) + ", entities by " +
                     std::string(to_text(plan.matches().by));
  if (plan.pairing().offset != 0 || plan.offset_agreement()) {
    text += ", B moved by " + number_text(plan.pairing().offset) + " s";
  }
  if (plan.offset_agreement()) {
    text += " (agreement " + number_text(std::round(*plan.offset_agreement() * 1000) / 10) + " %)";
  }
  return text + ": " + counted_text(summary.frames_compared(), "frame") + ", " +
         counted_text(summary.entities_compared(), "entity", "entities") + ", " +
         counted_text(summary.values_compared(), "value");
}

std::string rounding_text(const Summary& summary) {
  const auto rounding = rounding_of(summary);
  if (!rounding) return "";
  return "; no number is more than " + printed("%.2g", rounding->largest) +
         " apart: with --tolerance " + printed("%.0e", rounding->tolerance) + " no number differs";
}

}  // namespace

std::string comparison_text(const Plan& plan, const Summary& summary, const ComparedNames& names) {
  std::string text = "A  " + printable(names.a) + "\nB  " + printable(names.b) + "\n" +
                     how_compared(plan, summary) + "\n";
  for (const std::string& told : {cut_frames_text(plan), little_compared(plan, summary),
                                  unused_patterns_text(plan, summary)}) {
    if (!told.empty()) text += told + "\n";
  }
  if (summary.is_same() && summary.values_compared() == 0 && !plan.options().only.empty()) {
    return text + "Entities and events are the same.\n";
  }
  if (summary.is_same()) return text + "The same.\n";
  DifferenceTexts texts(plan, summary);
  text += "\nFirst: " + texts.sentence(*summary.first()) + "\n";
  text += "\n" + counted_text(summary.count(), "difference");
  text += summary.is_stopped() ? ", and not looked further" : rounding_text(summary);
  text += "\n" + list_text(plan, summary, texts);
  if (!summary.spread().empty()) {
    text += "\nEntities in the order in which they begin to differ\n" + spread_text(plan, summary);
  }
  if (!summary.by_path().empty()) text += "\nBy path\n" + paths_text(plan, summary);
  return text;
}

}  // namespace scrubjay

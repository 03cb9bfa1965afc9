#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/contact_events.h"
#include "app/shared/csv.h"
#include "app/shared/plain_text.h"
#include "app/shared/recording_text.h"
#include "core/printed.h"
#include "core/text.h"

namespace scrubjay::cli {

namespace {

/// Calls `visit(const Contact&)` for those asked for.
template <class Visit>
void for_each_contact(const EventsOptions& options, const FoundContacts& found,
                      const EntityFilter* entities, Visit visit) {
  if (!contains_ignoring_case(kContactName, options.name)) return;
  for (const Contact& contact : found.contacts) {
    if (options.from && contact.end < *options.from) continue;
    if (options.to && contact.begin > *options.to) continue;
    if (entities && !entities->passes(contact.entity) && !entities->passes(contact.other)) continue;
    visit(contact);
  }
}

std::string contacts_json(const EventsOptions& options, const Recording& recording,
                          const FoundContacts& found, const EntityFilter* entities,
                          JsonLayout layout) {
  std::string text;
  JsonWriter json(text, layout);
  json.begin_array();
  for_each_contact(options, found, entities, [&](const Contact& contact) {
    write_contact(json, recording, contact, PrintedAs::item_of_list);
  });
  json.end_array();
  return text + "\n";
}

/// The columns of recorded events, and the end; a contact has no order.
std::string contacts_csv(const EventsOptions& options, const Recording& recording,
                         const FoundContacts& found, const EntityFilter* entities) {
  std::string text = "frame,time,name,tag,entity,order,properties,stream,end\n";
  PropertyTree tree;
  std::string properties;
  const Timeline& timeline = recording.timeline();
  for_each_contact(options, found, entities, [&](const Contact& contact) {
    tree.clear();
    properties.clear();
    JsonWriter json(properties);
    write_properties(json, tree, contact_properties(recording, contact, tree));
    text += std::to_string(contact.first.value) + ',' + number_text(contact.begin) + ',' +
            std::string(kContactName) + ',' + std::string(kDerivedTag) + ',';
    append_csv(text, recording.entity(contact.entity).id, options.csv_texts);
    text += ",,";
    append_csv(text, properties, options.csv_texts);
    text += ',';
    append_csv(text, timeline.stream_info(timeline.stream(contact.first)).id, options.csv_texts);
    text += ',' + number_text(contact.end) + '\n';
  });
  return text;
}

std::string closing_text(const Contact& contact) {
  if (!contact.closing) return "";
  return printed("%.2f", *contact.closing);
}

/// What is to be known of how a contact was found.
std::string remark_on(const Contact& contact) {
  if (contact.is_recorded) return contact.is_assumed ? "recorded, assumed size" : "recorded";
  return contact.is_assumed ? "assumed size" : "";
}

std::vector<std::vector<std::string>> contact_rows(const EventsOptions& options,
                                                   const Recording& recording,
                                                   const FoundContacts& found,
                                                   const EntityFilter* entities) {
  std::vector<std::vector<std::string>> rows;
  for_each_contact(options, found, entities, [&](const Contact& contact) {
    rows.push_back({seconds_text(contact.begin), seconds_text(contact.end),
                    std::to_string(contact.first.value), entity_text(recording, contact.entity),
                    entity_text(recording, contact.other), closing_text(contact),
                    remark_on(contact)});
  });
  return rows;
}

void print_contacts(const EventsOptions& options, const Recording& recording,
                    const FoundContacts& found, const EntityFilter* entities, Console& console) {
  switch (options.output) {
    case ListOutput::json:
      console.print(contacts_json(options, recording, found, entities, console.json_layout()));
      return;
    case ListOutput::csv: console.print(contacts_csv(options, recording, found, entities)); return;
    case ListOutput::table: break;
  }
  const auto rows = contact_rows(options, recording, found, entities);
  if (rows.empty()) {
    console.note(
        found.has_bodies || !found.contacts.empty()
            ? "no contacts"
            : "no contacts: nothing has a box to touch others with, and no collision is recorded");
    return;
  }
  console.print(table_text({{"begin", Align::right},
                            {"end", Align::right},
                            {"frame", Align::right},
                            {"entity"},
                            {"hits"},
                            {"closing [m/s]", Align::right},
                            {"found by"}},
                           rows));
}

}  // namespace

ExitStatus run_contacts(const EventsOptions& options, Console& console) {
  Input input{.file = options.file};
  const auto print_none = [&] {
    if (options.output == ListOutput::json) console.print("[]\n");
  };
  if (!load_input(input, options.common, console)) {
    if (input.failure) print_none();
    return status_of_unread(input);
  }
  std::optional<EntityFilter> entities;
  if (!options.entity.empty()) {
    auto named = find_entities(*input.recording, options.entity);
    if (!named) {
      console.report_failure(input.file, named.error());
      print_none();
      return ExitStatus::wrong_usage;
    }
    entities = std::move(*named);
  }
  const auto found =
      find_contacts(input.recording, interrupted(), [&](std::uint64_t done, std::uint64_t total) {
        console.progress("looking", done, total, "frames");
      });
  console.end_progress();
  if (!found) return ExitStatus::nothing_done;
  print_contacts(options, *input.recording, *found, entities ? &*entities : nullptr, console);
  std::vector<Problem> problems = input.recording->problems();
  for (const Problem& problem : found->problems) fold_into(problems, problem);
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli

#include "app/cli/commands.h"
#include "app/shared/plain_text.h"
#include "core/text.h"
#include "formats/format.h"
#include "scenery/scenery_format.h"

namespace scrubjay::cli {

namespace {

std::string formats_json(JsonLayout layout) {
  std::string text;
  JsonWriter json(text, layout);
  json.begin_array();
  for (const Format* format : formats()) {
    json.begin_object();
    json.field("name", format->name);
    json.field("title", format->title);
    json.texts_field("extensions", format->extensions);
    json.texts_field("queries", format->queries, &Query::name);
    json.boolean_field("writable", format->writer != nullptr);
    json.end_object();
  }
  json.end_array();
  return text + "\n";
}

std::string formats_table() {
  std::vector<std::vector<std::string>> rows;
  for (const Format* format : formats()) {
    rows.push_back({std::string(format->name), std::string(format->title),
                    joined(format->extensions), format->writer != nullptr ? "yes" : ""});
  }
  return table_text({{"name"}, {"what it is"}, {"usual extensions"}, {"convert writes it"}}, rows);
}

/// What lies under recordings, which JSON leaves out: there all are formats of recordings.
std::string scenery_table() {
  std::vector<std::vector<std::string>> rows;
  for (const SceneryFormat* format : scenery_formats()) {
    rows.push_back(
        {std::string(format->name), std::string(format->title), joined(format->extensions)});
  }
  return table_text({{"scenery"}, {"what it is"}, {"usual extensions"}}, rows);
}

}  // namespace

ExitStatus run_formats(const FormatsOptions& options, Console& console) {
  console.print(options.json ? formats_json(console.json_layout())
                             : formats_table() + "\n" + scenery_table());
  return ExitStatus::done;
}

}  // namespace scrubjay::cli

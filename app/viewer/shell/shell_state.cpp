#include "app/viewer/report/window_report.h"
#include "app/viewer/shell/shell.h"
#include "core/json_writer.h"

namespace scrubjay {

std::string Shell::state_json(const InputSeen& seen) const {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_object();
  json.field("title", title());
  report_window(json, {state_, workspace_, *caches_, moment_});
  json.field("link", workspace_.session().recordings.empty() ? "" : link());
  if (bar_) json.field("bar", bar_->text);
  json.field("theme", theme_->name);
  json.number_field("scale", scale_, Precision::float32);
  if (const auto& area = keyboard_.area()) {
    json.field("keyboard_area", kAreas[static_cast<std::size_t>(*area)].name);
  }
  json.boolean_field("busy", is_busy() || !seen.is_answered);
  json.integer_field("pictures", seen.pictures);
  json.key("input");
  json.begin_object();
  json.key("mouse");
  json.numbers(seen.mouse);
  json.integer_field("buttons", seen.buttons);
  json.integer_field("wheel", seen.wheel);
  json.integer_field("keys", seen.keys);
  json.integer_field("characters", seen.characters);
  json.end_object();
  json.boolean_field("typing", ImGui::GetIO().WantTextInput);
  json.key("places");
  json.begin_object();
  for (const auto& [name, place] : places_.places) {
    json.key(name);
    json.numbers(std::array<double, 4>{place.x, place.y, place.width, place.height},
                 Precision::float32);
  }
  json.end_object();
  json.end_object();
  text += '\n';
  return text;
}

}  // namespace scrubjay

#include <string>

#include "app/shared/version.h"
#include "app/viewer/panel.h"

namespace scrubjay {

void about_window(PanelContext& context) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowSize({420 * context.scale, 0});
  ImGui::SetNextWindowPos({screen.x / 2, screen.y * 0.3F}, ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::Begin(
      "About Scrubjay", &context.state.windows[WindowId::about],
      ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize);
  ImGui::Text("Scrubjay %s", std::string(version()).c_str());
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(
      "A replay viewer for recordings of games and simulations. Free software under the MIT "
      "licence.");
  ImGui::Spacing();
  ImGui::TextUnformatted("It is made with");
  std::string made_with;
  for (const Library& library : libraries()) {
    made_with += std::string(made_with.empty() ? "" : ",  ") + std::string(library.name) + " (" +
                 std::string(library.licence) + ")";
  }
  ImGui::TextDisabled("%s", made_with.c_str());
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  if (ImGui::Button("Copy version")) {
    ImGui::SetClipboardText(("Scrubjay " + std::string(version())).c_str());
  }
  context.places.add_item("about.copy");
  ImGui::End();
}

}  // namespace scrubjay

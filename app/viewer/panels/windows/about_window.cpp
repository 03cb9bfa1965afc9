#include <string>

#include "app/shared/version.h"
#include "app/viewer/panel.h"

namespace scrubjay {

void about_window(PanelContext& context) {
  ImGui::SetNextWindowSize({420 * context.scale, 0});
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
  ImGui::End();
}

}  // namespace scrubjay

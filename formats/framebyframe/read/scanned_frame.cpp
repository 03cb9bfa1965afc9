#include "formats/framebyframe/read/scanned_frame.h"

#include "formats/framebyframe/read/file_index.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

void ScannedFrame::note(std::string_view key, std::string_view token) {
  constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();
  if (key == "serverTime") server_time = number_of_token(token).value_or(kNoTime);
  if (key == "clientId") client = id_of_token(token).value_or(0);
}

}  // namespace scrubjay::framebyframe

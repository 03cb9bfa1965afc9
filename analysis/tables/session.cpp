#include "analysis/tables/session.h"

#include <utility>

namespace scrubjay::tables {

std::shared_ptr<const Recording> TableSession::open(std::size_t recording) {
  auto opened = recordings.open(recording);
  if (opened) return std::move(*opened);
  failure = std::move(opened.error());
  return nullptr;
}

std::unique_ptr<RowSource> TableSession::rows(RowRequest request) {
  if (request.table != TableId::contacts) {
    return open_rows(std::move(request), cursors, is_stopped);
  }
  auto found = contacts.find(request.number, request.recording, is_stopped);
  if (!found) {
    failure = std::move(found.error());
    return nullptr;
  }
  return *found == nullptr ? nullptr : make_contact_rows(std::move(request), std::move(*found));
}

RowRequest TableSession::request(TableId table, std::size_t number,
                                 std::shared_ptr<const Recording> recording) const {
  RowRequest request;
  request.table = table;
  request.recording = std::move(recording);
  request.number = number;
  request.file = recordings.file(number);
  request.offset = recordings.offset(number);
  request.coordinates = coordinates;
  if (tell_damage) {
    request.tell_damage = [tell = tell_damage, number](FrameIndex frame,
                                                       const std::vector<Problem>& problems) {
      tell(number, frame, problems);
    };
  }
  return request;
}

}  // namespace scrubjay::tables

#include "analysis/tables/session.h"

#include <utility>

namespace scrubjay::tables {

std::shared_ptr<const Recording> TableSession::open(std::size_t recording) {
  auto opened = recordings.open(recording);
  if (opened) return std::move(*opened);
  failure = std::move(opened.error());
  return nullptr;
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
  return request;
}

}  // namespace scrubjay::tables

#pragma once

#include <initializer_list>
#include <memory>
#include <utility>

#include "app/shared/source_mark.h"
#include "core/session.h"

namespace scrubjay {

/// Recordings that are open side by side, as when they are opened one after the other.
inline Session session_of(std::initializer_list<std::shared_ptr<Recording>> recordings) {
  Session session;
  for (const auto& recording : recordings) {
    session.recordings.push_back({recording, 0, true, {}, free_mark(session)});
  }
  return session;
}

/// One, moved in time.
inline Session session_of(std::shared_ptr<Recording> recording, Seconds offset = 0) {
  Session session = session_of({std::move(recording)});
  session.recordings.front().offset = offset;
  return session;
}

}  // namespace scrubjay

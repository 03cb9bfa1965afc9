#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "analysis/derived/contacts.h"
#include "core/concurrency/background_scan.h"
#include "core/session.h"

namespace scrubjay {

struct PanelContext;
struct ViewContext;

/// A contact as the window lists it.
struct ListedContact {
  Contact contact;
  std::string title;     ///< "31 hits 24"; "31 \u2194 24" where neither came at the other
  std::size_t rows = 0;  ///< recorded collisions that it stands for
};

/// All contacts of a recording. Does not change any more.
struct FoundContactList {
  std::vector<ListedContact> contacts;  ///< by begin
  std::vector<EventIndex> gathered;     ///< recorded collisions that these stand for, ascending
  bool is_gathered(EventIndex event) const;
};

/// The contacts of all open recordings, looked for in the background once a recording is indexed.
/// One of them in the panels' caches.
class ContactList {
 public:
  /// Begins to look at what is open, and forgets what is closed; all while derived values are not
  /// shown. Once for each picture: what is found since is of the next one, so that all of a picture
  /// knows the same.
  void update(PanelContext& context);
  /// Those of the recording in a place of the session, as of the last update; null while they are
  /// not all known, also where the recording was opened since.
  std::shared_ptr<const FoundContactList> of(const Session& session, std::size_t recording) const;
  bool is_searching() const;
  /// Of the frames of what is looked at, from 0 to 1.
  float share() const;

 private:
  class Search;
  struct Looked {
    std::shared_ptr<Search> search;  ///< null: not begun
    std::shared_ptr<const FoundContactList> found;
  };
  std::vector<Looked> looked_;  ///< beside Session::recordings
};

/// "10.00\u201311.60 s \u00B7 closing 4.1 m/s \u00B7 68 recorded rows": what stands behind its
/// title.
std::string contact_details(const ListedContact& listed, Seconds offset);

/// A contact in a session.
struct FoundContact {
  std::size_t recording = 0;
  std::shared_ptr<const FoundContactList> list;
  std::size_t index = 0;  ///< in `list`
  Seconds time = 0;       ///< of the session, at which it begins

  const Contact& contact() const { return list->contacts[index].contact; }
};
/// The next (+1) or previous (-1) that begins after or before `t` and that `fits`, of all
/// recordings that are shown.
std::optional<FoundContact> neighbour_contact(
    const ContactList& contacts, const Session& session, Seconds t, int direction,
    const std::function<bool(std::size_t recording, const ListedContact&)>& fits);
/// Goes to its begin, and selects both unless `keeps_selection`.
void go_to_contact(ViewContext& context, std::size_t recording, const Contact& contact,
                   bool keeps_selection);

}  // namespace scrubjay

#include "app/viewer/found/contact_list.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <thread>
#include <utility>

#include "analysis/derived/recorded_contacts.h"
#include "app/shared/plain_text.h"
#include "app/viewer/panel.h"
#include "core/printed.h"
#include "core/short_name.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Ids of so many signs are what people call things by, where there is no room for more.
constexpr std::size_t kShortId = 8;
constexpr std::size_t kLongestName = 24;
constexpr double kApproaching = 0.05;  ///< [m/s]: what is slower comes at nobody

std::string who_text(const ShortNames& names, const EntityInfo& entity) {
  if (!entity.id.empty() && entity.id.size() <= kShortId) return valid_utf8(entity.id);
  const std::string name =
      entity.name.empty() ? std::string(entity.id) : names.of(entity.name, entity.id);
  return valid_utf8(std::string_view(name).substr(0, kLongestName));
}

std::string contact_title(const Recording& recording, const ShortNames& names,
                          const Contact& contact) {
  const bool hits = contact.closing && *contact.closing > kApproaching;
  return who_text(names, recording.entity(contact.entity)) + (hits ? " hits " : " \u2194 ") +
         who_text(names, recording.entity(contact.other));
}

/// How many of `gathered` are of a contact.
std::size_t rows_of(const Recording& recording, const std::vector<EventIndex>& gathered,
                    const Contact& contact) {
  const auto first = std::ranges::partition_point(
      gathered, [&](EventIndex event) { return recording.event(event).frame < contact.first; });
  std::size_t rows = 0;
  for (auto at = first; at != gathered.end(); ++at) {
    const EventInfo event = recording.event(*at);
    if (event.frame > contact.last) break;
    if (event.entity == contact.entity || event.entity == contact.other) ++rows;
  }
  return rows;
}

std::string two_decimals(double number) { return printed("%.2f", number); }

}  // namespace

bool FoundContactList::is_gathered(EventIndex event) const {
  return std::ranges::binary_search(gathered, event);
}

/// Looks for the contacts of one recording.
class ContactList::Search {
 public:
  Search(std::shared_ptr<const Recording> recording, Background& background)
      : recording_(std::move(recording)), finder_(recording_), scan_(background, step_function()) {
    scan_.go_on();
  }

  const Recording* recording() const { return recording_.get(); }
  std::shared_ptr<const FoundContactList> found() const {
    const std::lock_guard lock(mutex_);
    return found_;
  }
  std::size_t looked_at() const { return looked_at_.load(); }

 private:
  BackgroundScan::Scan step_function() {
    return [this](const auto& cancelled, const auto& report) { return go_on(cancelled, report); };
  }
  bool go_on(const std::atomic<bool>& cancelled, const std::function<void()>& report) {
    const auto deliver = [&](FrameIndex frame, std::span<const Contact> ended) {
      contacts_.insert(contacts_.end(), ended.begin(), ended.end());
      looked_at_.store(std::size_t{frame.value} + 1);
      report();
      return true;
    };
    // Frames are decoded for the picture, too.
    if (!finder_.go_on(cancelled, deliver, std::max(1U, std::thread::hardware_concurrency() / 2))) {
      return true;
    }
    std::vector<Contact> contacts = contacts_;
    const auto rest = finder_.rest();
    contacts.insert(contacts.end(), rest.begin(), rest.end());
    std::ranges::sort(contacts, comes_before);
    auto found = std::make_shared<FoundContactList>();
    found->gathered = gathered_collisions(recording_, contacts, cancelled);
    if (cancelled.load()) return true;
    ShortNames names;
    names.update(*recording_, recording_->entity_count());
    for (const Contact& contact : contacts) {
      found->contacts.push_back({contact, contact_title(*recording_, names, contact),
                                 rows_of(*recording_, found->gathered, contact)});
    }
    {
      const std::lock_guard lock(mutex_);
      found_ = std::move(found);
    }
    report();
    return false;
  }

  std::shared_ptr<const Recording> recording_;
  ContactFinder finder_;           ///< of the background, like the contacts
  std::vector<Contact> contacts_;  ///< delivered so far
  std::atomic<std::size_t> looked_at_{0};
  mutable std::mutex mutex_;
  std::shared_ptr<const FoundContactList> found_;
  BackgroundScan scan_;  ///< last: it ends before what it uses
};

void ContactList::update(PanelContext& context) {
  const auto& recordings = context.session().recordings;
  if (!context.state.show_derived) {
    looked_.clear();
    return;
  }
  std::vector<Looked> looked(recordings.size());
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const std::shared_ptr<Recording>& recording = recordings[i].recording;
    const auto known = std::ranges::find_if(looked_, [&](const Looked& one) {
      return one.search != nullptr && one.search->recording() == recording.get();
    });
    if (known != looked_.end()) {
      looked[i] = {known->search, known->search->found()};
    } else if (recording->is_indexed() && !recording->is_preview()) {
      looked[i].search = std::make_shared<Search>(recording, context.workspace.background());
    }
  }
  looked_ = std::move(looked);
}

std::shared_ptr<const FoundContactList> ContactList::of(const Session& session,
                                                        std::size_t recording) const {
  if (recording >= looked_.size() || looked_[recording].search == nullptr) return nullptr;
  const Looked& looked = looked_[recording];
  const bool is_of_now =
      looked.search->recording() == session.recordings[recording].recording.get();
  return is_of_now ? looked.found : nullptr;
}

bool ContactList::is_searching() const {
  return std::ranges::any_of(
      looked_, [](const Looked& one) { return one.search != nullptr && one.found == nullptr; });
}

float ContactList::share() const {
  std::size_t done = 0;
  std::size_t all = 0;
  for (const Looked& one : looked_) {
    if (one.search == nullptr) continue;
    done += one.search->looked_at();
    all += one.search->recording()->frame_count();
  }
  return all == 0 ? 1 : static_cast<float>(done) / static_cast<float>(all);
}

std::string contact_details(const ListedContact& listed, Seconds offset) {
  const Contact& contact = listed.contact;
  std::string text = two_decimals(contact.begin + offset);
  if (contact.end > contact.begin) text += "\u2013" + two_decimals(contact.end + offset);
  text += " s";
  if (contact.closing) {
    text += printed(" \u00B7 closing %.1f m/s", *contact.closing);
  }
  if (listed.rows > 0) {
    text += " \u00B7 " + counted_text(listed.rows, "recorded row");
  }
  if (contact.is_assumed) text += " \u00B7 assumed size";
  return text;
}

std::optional<FoundContact> neighbour_contact(
    const ContactList& contacts, const Session& session, Seconds t, int direction,
    const std::function<bool(std::size_t recording, const ListedContact&)>& fits) {
  std::optional<FoundContact> best;
  for (std::size_t r = 0; r < session.recordings.size(); ++r) {
    const OpenRecording& open = session.recordings[r];
    const auto list = open.visible ? contacts.of(session, r) : nullptr;
    if (list == nullptr) continue;
    const auto& all = list->contacts;
    const auto fits_here = [&](const ListedContact& listed) { return fits(r, listed); };
    // As go_to_contact goes there.
    const auto begin = [&](const ListedContact& listed) {
      return listed.contact.begin + open.offset;
    };
    auto found = all.end();
    if (direction > 0) {
      found = std::find_if(std::ranges::upper_bound(all, t, {}, begin), all.end(), fits_here);
    } else {
      const auto before = std::ranges::lower_bound(all, t, {}, begin);
      const auto last = std::find_if(std::make_reverse_iterator(before), all.rend(), fits_here);
      if (last != all.rend()) found = std::prev(last.base());
    }
    if (found == all.end()) continue;
    const Seconds time = begin(*found);
    if (!best || (direction > 0 ? time < best->time : time > best->time)) {
      best = FoundContact{r, list, static_cast<std::size_t>(found - all.begin()), time};
    }
  }
  return best;
}

void go_to_contact(ViewContext& context, std::size_t recording, const Contact& contact,
                   bool keeps_selection) {
  context.commands.emplace_back(
      SeekTo{contact.begin + context.session().recordings[recording].offset});
  if (keeps_selection) return;
  select(context.state, {recording, contact.other});
  select(context.state, {recording, contact.entity}, SelectMode::add);
}

}  // namespace scrubjay

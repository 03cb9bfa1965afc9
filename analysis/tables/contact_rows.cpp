#include "analysis/tables/contact_rows.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "analysis/derived/contacts.h"

namespace scrubjay::tables {

namespace {

class ContactRows final : public RowSource {
 public:
  ContactRows(RowRequest request, KnownContacts::Contacts contacts)
      : request_(std::move(request)), contacts_(std::move(contacts)) {}

  const RowBatch* next() override {
    constexpr std::size_t kBatch = 256;
    rows_.clear();
    for (; at_ < contacts_->size() && rows_.size() < kBatch; ++at_) add((*contacts_)[at_]);
    return rows_.size() > 0 ? &rows_ : nullptr;
  }

 private:
  void add(const Contact& contact) {
    const RowFilter& filter = request_.filter;
    const Seconds begin = contact.begin + request_.offset;
    if (filter.is_empty || !filter.passes_frame(contact.first.value) ||
        !filter.time.contains(begin)) {
      return;
    }
    rows_.add_row(request_.columns, at_);
    rows_.integer(0, static_cast<std::int64_t>(request_.number));
    rows_.integer(1, contact.first.value);
    rows_.real(2, begin);
    rows_.real(3, contact.end + request_.offset);
    rows_.integer(4, contact.last.value);
    rows_.integer(5, contact.entity.value);
    rows_.integer(6, contact.other.value);
    if (contact.closing) rows_.real(7, *contact.closing);
    rows_.integer(8, contact.is_assumed);
    rows_.integer(9, contact.is_recorded);
  }

  const RowRequest request_;
  const KnownContacts::Contacts contacts_;
  std::size_t at_ = 0;
  RowBatch rows_;
};

}  // namespace

Result<KnownContacts::Contacts> KnownContacts::find(
    std::size_t number, const std::shared_ptr<const Recording>& recording,
    const std::function<bool()>& is_stopped) {
  if (const auto known = known_.find(number); known != known_.end()) return known->second;
  std::atomic<bool> stops{false};
  auto found = find_contacts(recording, stops, [&](std::uint64_t, std::uint64_t) {
    if (is_stopped()) stops.store(true);
  });
  if (!found) return Contacts();
  const auto cut = std::ranges::find(found->problems, kTooManyContacts, &Problem::code);
  if (cut != found->problems.end()) return failure(std::move(*cut));
  if (count_ + found->contacts.size() > kMost) {
    known_.clear();
    count_ = 0;
  }
  count_ += found->contacts.size();
  return known_[number] = std::make_shared<const std::vector<Contact>>(std::move(found->contacts));
}

std::unique_ptr<RowSource> make_contact_rows(RowRequest request, KnownContacts::Contacts contacts) {
  return std::make_unique<ContactRows>(std::move(request), std::move(contacts));
}

}  // namespace scrubjay::tables

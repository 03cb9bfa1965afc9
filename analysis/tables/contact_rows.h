#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "analysis/derived/contact_spans.h"
#include "analysis/tables/row_source.h"
#include "core/problem.h"

namespace scrubjay::tables {

/// The contacts of recordings, by their numbers, looked for once each while they are remembered: a
/// join asks for the same ones again and again. Used by one thread.
class KnownContacts {
 public:
  using Contacts = std::shared_ptr<const std::vector<Contact>>;

  /// By begin. Every frame is decoded where they are not known. Null where it was stopped. Fails
  /// where some may be missing.
  Result<Contacts> find(std::size_t number, const std::shared_ptr<const Recording>& recording,
                        const std::function<bool()>& is_stopped);

 private:
  /// Of all recordings together, but for those found last.
  static constexpr std::size_t kMost = 100'000;

  std::map<std::size_t, Contacts> known_;
  std::size_t count_ = 0;
};

/// The rows of the table `contacts`. The contacts must be those of the recording, whatever the
/// filter is.
std::unique_ptr<RowSource> make_contact_rows(RowRequest request, KnownContacts::Contacts contacts);

}  // namespace scrubjay::tables

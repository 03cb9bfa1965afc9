#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/panels/widgets/list_scroll.h"
#include "core/concurrency/awaited.h"
#include "core/session.h"
#include "formats/format.h"

namespace scrubjay {

/// What the window of queries keeps between pictures: the choice, a running query and its answer.
struct QueriesCache {
  QueriesCache() = default;
  QueriesCache(const QueriesCache&) = delete;
  QueriesCache& operator=(const QueriesCache&) = delete;
  ~QueriesCache() { cancelled.store(true); }  // and `running` is waited for when it is destroyed

  std::size_t recording = 0;
  std::size_t query = 0;
  const Query* values_of = nullptr;  ///< the query that `values` belong to
  std::vector<std::string> values;

  std::atomic<bool> cancelled{false};
  Awaited<Result<QueryResult>> running;

  // The answer, and what it was asked of.
  bool has_result = false;
  std::weak_ptr<const Recording> asked;  ///< so that a closed one is not kept
  QueryResult result;
  std::vector<float> widths;            ///< of the columns, in characters
  std::vector<std::string_view> lines;  ///< of the text, when that is the answer
  std::string error;
  ListScroll scroll;
};

}  // namespace scrubjay

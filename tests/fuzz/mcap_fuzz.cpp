// Any bytes as an MCAP file: as they are, and with the sums put right that a fuzzer cannot guess.
#include "formats/mcap/mcap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "formats/mcap/read/carried_index.h"
#include "formats/mcap/read/file_map.h"
#include "formats/mcap/records.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/record_mutator.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

/// Attachments and the summary state no sum then.
void clear_sums(std::vector<std::byte>& bytes) {
  mcap::RecordReader records(Bytes(bytes).subspan(mcap::kMagic.size()), mcap::kMagic.size());
  std::vector<std::size_t> sums;
  while (const auto record = records.next()) {
    const bool has_sum = record->opcode == mcap::kAttachment || record->opcode == mcap::kFooter;
    if (has_sum && record->content.size() >= 4) {
      sums.push_back(static_cast<std::size_t>(records.offset()) - 4);
    }
  }
  for (const std::size_t at : sums) put_number(bytes, at, 4, 0);
}

/// The index that the file carries is one of its chunks then.
void fit_index(std::vector<std::byte>& bytes) {
  const auto map = mcap::read_front(bytes);
  if (!map) return;
  const auto found =
      std::ranges::find(map->attachments, mcap::kIndexAttachment, &mcap::Attachment::name);
  if (found == map->attachments.end() || found->size < 8) return;
  const auto at = static_cast<std::size_t>(found->offset);
  const std::uint32_t sum = mcap::CarriedIndex::sum_of(map->blocks);
  put_number(bytes, at, 4, mcap::kIndexLayout);
  put_number(bytes, at + 4, 4, sum);
}

}  // namespace

void mcap_fuzz(Input input) {
  const Target target{mcap::kFormat, "fuzz.mcap"};
  check_recording(target, owned_bytes(input));
  if (input.size() < mcap::kMagic.size()) return;
  std::vector<std::byte> bytes = owned_bytes(input);
  clear_sums(bytes);
  fit_index(bytes);
  if (!std::ranges::equal(bytes, std::as_bytes(input))) check_recording(target, std::move(bytes));
}

}  // namespace scrubjay::fuzz

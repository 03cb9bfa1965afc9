#include "tests/formats/written_again.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "tests/core/test_values.h"
#include "tests/formats/recording_dump.h"

namespace scrubjay {

Written written_as(std::string_view format, WriteRequest request, WriteOptions options) {
  std::ranges::move(options, std::back_inserter(request.options));
  Written out;
  if (request.recording == nullptr) {
    ADD_FAILURE() << "There is nothing to write.";
    return out;
  }
  auto report = find_format(format)->writer->write(request, kNotCancelled, into(out.file));
  if (report) {
    out.report = std::move(*report);
  } else {
    ADD_FAILURE() << describe(report.error());
  }
  return out;
}

std::string asset(const char* name) { return std::string(SCRUBJAY_ASSETS) + "/" + name; }
std::string shared(const char* name) { return std::string(SCRUBJAY_SHARED_DATA) + "/" + name; }

std::uint64_t count_of(const WriteReport& report, std::string_view what) {
  const auto found = std::ranges::find(report.losses, what, &WriteLoss::what);
  return found == report.losses.end() ? 0 : found->count;
}

namespace {

/// The tables of a recording but for its coordinates.
std::string tables_of(const Recording& recording) {
  std::string text = tables_and_extras_dump(recording);
  const std::string system = recording.info().coordinates.written_out();
  const std::size_t at = text.find(system);
  return at == std::string::npos ? text : text.erase(at, system.size());
}

}  // namespace

void expect_same(const std::shared_ptr<Recording>& source, const ByteVector& file,
                 const std::string& what) {
  const auto again = opened(file);
  ASSERT_NE(again, nullptr);
  for (const Problem& problem : again->problems()) ADD_FAILURE() << what << describe(problem);
  EXPECT_TRUE(tables_of(*again) == tables_of(*source)) << what;
  ASSERT_EQ(again->frame_count(), source->frame_count()) << what;
  Cursor there(source);
  there.set_coordinates(again->info().coordinates);
  Cursor here(again);
  for (std::size_t i = 0; i < source->frame_count(); ++i) {
    const Frame& a = there.seek(FrameIndex(i));
    const Frame& b = here.seek(FrameIndex(i));
    ASSERT_TRUE(same_frame(*source, a, *again, b)) << what << " frame " << i << "\n"
                                                   << frame_dump(*source, a).substr(0, 1500) << "\n"
                                                   << frame_dump(*again, b).substr(0, 1500);
  }
}

std::size_t use(const std::shared_ptr<const Recording>& recording) {
  Cursor cursor(recording);
  std::size_t whole = 0;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    if (frame.problems.empty()) ++whole;
    for (const Entity& entity : frame.entities) {
      EXPECT_LT(entity.index.value, recording->entity_count());
      EXPECT_LE(entity.properties.first + entity.properties.count, frame.tree.size());
    }
  }
  for (std::size_t i = 0; i < recording->event_count(); ++i) {
    PropertyTree tree;
    cursor.read_event(EventIndex(i), tree);
  }
  for (std::size_t i = 0; i < recording->resource_count(); ++i) {
    (void)recording->reader().read_resource(*recording, ResourceIndex(i));
  }
  return whole;
}

}  // namespace scrubjay

// The XREC sample and its generator.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assets/xrec_feed.h"
#include "core/recording.h"
#include "formats/format.h"
#include "formats/xrec/read/captured_events.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

using assets::XrecOptions;

const std::string kSample = std::string(SCRUBJAY_ASSETS) + "/sample.xrec";

/// As assets/SAMPLE.md says how the sample is made.
constexpr std::uint64_t kXrecFrames = 900;
XrecOptions sample_options(xrec::Compression compression) {
  return {.arena = {.entities = 14, .seed = 3, .step = double{0.05F}}, .compression = compression};
}

std::vector<std::byte> made(const XrecOptions& options, std::uint64_t frames,
                            std::uint64_t most_bytes = 0) {
  std::vector<std::byte> bytes;
  EXPECT_TRUE(assets::write_xrec(options, into(bytes), frames, most_bytes));
  return bytes;
}

/// All decompressed blocks and the payloads of other packets, one behind the other.
std::string content_of(Bytes file) {
  std::string content;
  const auto add = [&](Bytes bytes) {
    content.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  xrec::PacketWalker walker(file);
  xrec::Decompressor decompressor;
  while (const auto packet = walker.next()) {
    const auto event = xrec::event_packet_at(file, packet->offset);
    if (!event) {
      // The start packet's hint names the compression.
      std::vector<std::byte> payload(packet->payload.begin(), packet->payload.end());
      if (packet->is(xrec::PacketType::start)) payload[2] = std::byte{0};
      add(payload);
      continue;
    }
    const auto block =
        decompressor.decompress(static_cast<xrec::Compression>(event->header.compression),
                                event->block, event->header.block_bytes);
    if (block) add(*block);
  }
  return content;
}

std::shared_ptr<InputFile> xrec_sample() {
  auto file = InputFile::open(kSample);
  if (file) return *file;
  ADD_FAILURE() << describe(file.error());
  return nullptr;
}

TEST(XrecSample, IsWhatTheGeneratorMakes) {
  const auto file = xrec_sample();
  ASSERT_NE(file, nullptr);
  // Another zstd may compress otherwise: what is inside counts.
  const std::string expected =
      content_of(made(sample_options(xrec::Compression::none), kXrecFrames));
  EXPECT_GT(expected.size(), 400'000U);
  EXPECT_TRUE(content_of(file->bytes()) == expected) << "Make it again as assets/SAMPLE.md says.";
  EXPECT_LT(file->size(), 500'000U);
}

TEST(XrecSample, ShowsWhatASessionHolds) {
  const auto file = xrec_sample();
  ASSERT_NE(file, nullptr);
  const auto recording = opened(file);
  ASSERT_NE(recording, nullptr);
  for (const Problem& problem : recording->problems()) ADD_FAILURE() << describe(problem);
  EXPECT_EQ(recording->info().format, "xrec");
  EXPECT_TRUE(recording->is_complete());
  EXPECT_EQ(recording->frame_count(), kXrecFrames + 1);  // the end's events stand in one more
  for (const char* tag : {"chapter", "client", "initialize", "perform", "Courtyards.Combat"}) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < recording->event_count(); ++i) {
      if (recording->event(EventIndex(i)).tag == tag) ++count;
    }
    EXPECT_GT(count, 0U) << tag;
  }
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(100));
  std::size_t local = 0;
  for (const Entity& entity : frame.entities) local += entity.local.position ? 1U : 0U;
  EXPECT_EQ(local, 2U);  // two hands
}

TEST(XrecGenerator, StopsSoonBehindTheSizeAsked) {
  const auto bytes = made(sample_options(xrec::Compression::none), 1'000'000, 600'000);
  EXPECT_GE(bytes.size(), 600'000U);
  EXPECT_LT(bytes.size(), 1'200'000U);
}

}  // namespace
}  // namespace scrubjay

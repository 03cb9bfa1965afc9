// What Frame by Frame and flecs files keep beside their frames, damaged: every prefix, mutations of
// the base64 and of what it stands for. That nothing breaks is for the sanitizers to see.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/base64.h"
#include "formats/compression/base64_reader.h"
#include "formats/kept/json_packets.h"
#include "formats/kept/packed_bytes.h"
#include "tests/core/made_recording.h"
#include "tests/formats/recording_facts.h"
#include "tests/formats/written_again.h"

namespace scrubjay {
namespace {

constexpr std::size_t kFrames = 12;

std::string made_file(const char* format) {
  const auto source = made_recording(std::make_shared<MadeScene>(random_scene(7, kFrames, 3)));
  source->index();
  const auto file = written_as(format, {.recording = source}).file;
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

std::shared_ptr<Recording> indexed(std::string_view text, const char* format) {
  auto recording = open_recording(InputFile::from_memory("made", bytes_of(text)), format);
  if (!recording) return nullptr;
  (*recording)->index();
  return *recording;
}

/// Opened and used; returns the frames that decode without a problem.
std::size_t use(std::string_view text, const char* format) {
  const auto recording = indexed(text, format);
  return recording ? scrubjay::use(recording) : 0;
}

/// Where the texts of packets are: [begin, end).
std::vector<std::pair<std::size_t, std::size_t>> packets_in(std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const std::string key = '"' + std::string(kept::kPacketsMember) + "\":[\"";
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
    at += key.size();
    while (true) {
      const std::size_t end = text.find('"', at);
      found.emplace_back(at, end);
      at = end + 1;
      if (text[at] != ',') break;
      at += 2;
    }
  }
  return found;
}

class KeptJson : public testing::TestWithParam<const char*> {};

TEST_P(KeptJson, EveryPrefixIsReadAsFarAsItIsWhole) {
  const std::string file = made_file(GetParam());
  ASSERT_EQ(use(file, GetParam()), kFrames);
  const std::size_t step = file.size() / 400 + 1;
  for (std::size_t size = 0; size < file.size(); size += step) {
    const std::string_view part = std::string_view(file).substr(0, size);
    EXPECT_LE(use(part, GetParam()), kFrames);
    const auto recording = indexed(part, GetParam());
    if (recording && recording->info().kept) {
      EXPECT_FALSE(recording->is_complete()) << size;
    }
  }
}

TEST_P(KeptJson, MutationsDoNotBreakIt) {
  const std::string original = made_file(GetParam());
  const auto packets = packets_in(original);
  ASSERT_GE(packets.size(), 3U);
  std::mt19937 random(5);
  std::size_t whole = 0;
  for (int round = 0; round < 600; ++round) {
    std::string file = original;
    for (std::uint32_t n = random() % 4 + 1; n > 0; --n) {
      const auto [begin, end] = packets[random() % packets.size()];
      const std::size_t at = begin + random() % (end - begin + 1);
      file[at] = "ABz09+/=\",]}"[random() % 12];
    }
    whole += use(file, GetParam());
  }
  EXPECT_GT(whole, 100U);
}

/// The file with the bytes of each packet changed by `change`.
template <class Change>
std::string changed_inside(const std::string& file, Change change) {
  std::string out;
  std::size_t done = 0;
  for (const auto& [begin, end] : packets_in(file)) {
    std::vector<std::byte> bytes;
    std::string_view text = std::string_view(file).substr(begin, end - begin);
    while (text.ends_with('=')) text.remove_suffix(1);
    EXPECT_EQ(compression::Base64Reader().add(text, bytes), text.size());
    change(bytes);
    out += file.substr(done, begin - done);
    append_base64(out, bytes);
    done = end;
  }
  return out + file.substr(done);
}

TEST_P(KeptJson, MutationsInsideDoNotBreakIt) {
  const std::string original = made_file(GetParam());
  ASSERT_EQ(changed_inside(original, [](auto&) {}), original);
  std::mt19937 random(6);
  for (int round = 0; round < 600; ++round) {
    use(changed_inside(original,
                       [&](std::vector<std::byte>& bytes) {
                         for (auto n = random() % 3; n > 0 && !bytes.empty(); --n) {
                           bytes[random() % bytes.size()] = static_cast<std::byte>(random());
                         }
                         if (random() % 8 == 0) bytes.resize(random() % (bytes.size() + 1));
                       }),
        GetParam());
  }
}

TEST_P(KeptJson, WhatIsNoPacketIsToldWithItsPlace) {
  std::string file = made_file(GetParam());
  const auto [begin, end] = packets_in(file)[1];
  file.replace(begin, 4, "////");  // no kind of packet
  const auto recording = indexed(file, GetParam());
  ASSERT_NE(recording, nullptr);
  const auto problems = recording->problems();
  const auto found = std::ranges::find(problems, "bad-kept", &Problem::code);
  ASSERT_NE(found, problems.end());
  EXPECT_EQ(found->offset, begin);
}

/// A later program's head, or something else of that name, keeps nothing.
TEST_P(KeptJson, OtherVersionsShowTheFramesThemselves) {
  std::string file = made_file(GetParam());
  const std::size_t head = file.find("\"scrubjay\":\"");
  ASSERT_NE(head, std::string::npos);
  file.replace(head + 12, 4, "AAME");  // version 3
  const auto recording = indexed(file, GetParam());
  ASSERT_NE(recording, nullptr);
  EXPECT_FALSE(recording->info().kept);
  EXPECT_EQ(recording->frame_count(), kFrames);
  EXPECT_TRUE(recording->is_complete());
  EXPECT_FALSE(problem_of(*recording, "bad-kept"));
}

INSTANTIATE_TEST_SUITE_P(Formats, KeptJson, testing::Values("framebyframe", "flecs"),
                         [](const auto& format) { return std::string(format.param); });

}  // namespace
}  // namespace scrubjay

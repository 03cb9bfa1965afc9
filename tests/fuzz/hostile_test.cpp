// The seeds of the fuzz targets with damage: every prefix, and mutations. All that a target
// requires holds for them, and frames that stand in front of a cut are there.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>
#include <sstream>

#include "core/base64.h"
#include "core/little_bytes.h"
#include "formats/carla/header.h"
#include "formats/carla/kept.h"
#include "formats/compression/base64_reader.h"
#include "formats/format.h"
#include "formats/kept/json_packets.h"
#include "formats/kept/limits.h"
#include "formats/kept/packed_bytes.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/xrec_bytes.h"

namespace scrubjay::fuzz {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

/// The targets whose seeds are whole recordings, and their formats.
const std::map<std::string_view, std::string_view> kFormats{
    {"carla_fuzz", "carla"}, {"colyseus_har_fuzz", "colyseus"},
    {"flecs_fuzz", "flecs"}, {"framebyframe_fuzz", "framebyframe"},
    {"mcap_fuzz", "mcap"},   {"xrec_recording_fuzz", "xrec"}};

/// For each frame of a seed: how many of its bytes are needed, so that it is there.
const std::map<std::string_view, std::vector<std::size_t>> kFrameEnds{
    {"float32_doors_first.log", {61, 983, 1538}},
    {"float32_wheels_first.log", {61, 983, 1538}},
    {"float64_doors_first.log", {61, 1209, 1884}},
    {"float64_wheels_first.log", {61, 1209, 1884}},
    {"frames3.colycap", {191, 210}},
    {"frames5.colycap", {204, 233, 255}},
    {"messages.colreplay", {137, 146}},
    {"small.har", {472, 548}},
    {"tokens.har", {484, 653}},
    {"v0.colycap", {137, 156}},
    {"v1.colycap", {164, 182}},
    {"v3.colycap", {162, 180}},
    {"v5.colycap", {162, 180}},
    {"dump.txt", {2373}},
    {"messages.json", {2384, 4613}},
    {"raw.fbf", {2403, 4615}},
    {"saved_compressed.fbf", {984, 1036}},
    {"saved_members.fbf", {724, 1352}},
    {"saved_plain.fbf", {2408, 4626}},
    {"indexed.mcap", {259, 297, 335, 569, 607, 645, 879, 917, 955}},
    {"json.mcap", {309}},
    {"logs.mcap", {605, 707}},
    {"every_kind_none.xrec", {3622, 3622}},
    {"every_kind_zstd.xrec", {1201, 1201}},
    {"nrbf.xrec", {413, 413}},
    {"own_none.xrec", {5063, 5063, 5063, 5063, 5063, 5063}},
    {"page_none.xrec", {2878, 2878, 2878, 2878}}};

/// The seeds of a target by their paths; and the handshake and the first patches of real captures,
/// where they are there: enough to reach every kind of field.
std::map<fs::path, std::string> inputs_of(const NamedTarget& target) {
  std::map<fs::path, std::string> inputs;
  for (const auto& seed : fs::directory_iterator(fs::path(SCRUBJAY_TEST_DATA) / target.seeds)) {
    inputs[seed.path()] = file_text(seed.path());
  }
  const bool takes_captures = std::string_view(target.name) == "colyseus_har_fuzz";
  for (const char* version : {"0.5.41", "1.0.46", "3.0.76", "5.0.34"}) {
    const std::string path =
        std::string(SCRUBJAY_SHARED_DATA "/colyseus/arena/arena-") + version + ".colycap";
    if (takes_captures && fs::exists(path)) inputs[path] = file_text(path).substr(0, 4000);
  }
  return inputs;
}

std::shared_ptr<Recording> indexed(std::string_view format, const ByteVector& bytes) {
  if (format.empty()) return nullptr;
  auto recording = open_recording(InputFile::from_memory("hostile", bytes), format);
  if (!recording) return nullptr;
  (*recording)->index();
  return *recording;
}

class HostileInput : public testing::TestWithParam<NamedTarget> {
 protected:
  HostileInput() {
    choose_every_input(false);
    std::signal(SIGABRT, [](int) { std::fprintf(stderr, "with %s\n", given.c_str()); });
  }
  ~HostileInput() override { std::signal(SIGABRT, SIG_DFL); }

  std::string_view format() const {
    const auto found = kFormats.find(GetParam().name);
    return found == kFormats.end() ? "" : found->second;
  }

  /// What does not hold ends the program.
  void run(const ByteVector& bytes) const {
    GetParam().run({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  }

  inline static std::string given;
};

TEST_P(HostileInput, HoldsCutAnywhere) {
  for (const auto& [seed, whole] : inputs_of(GetParam())) {
    const auto known = kFrameEnds.find(seed.filename().string());
    const bool is_known = !format().empty() && known != kFrameEnds.end();
    const std::size_t step = 1 + whole.size() / 300;
    std::size_t before = 0;
    for (std::size_t size = 0; size <= whole.size(); size += is_known ? 1 : step) {
      given = seed.string() + ", bytes: " + std::to_string(size);
      const ByteVector part = bytes_of(std::string_view(whole).substr(0, size));
      if (size % step == 0) run(part);
      const auto recording = indexed(format(), part);
      const std::size_t frames = recording == nullptr ? 0 : recording->frame_count();
      if (is_known) {
        const auto& ends = known->second;
        ASSERT_EQ(frames, std::ranges::upper_bound(ends, size) - ends.begin()) << given;
      } else {
        // Of a frame that is cut there may be one, too.
        ASSERT_GE(frames + 1, before) << given;
        before = std::max(before, frames);
      }
      if (recording == nullptr) continue;
      EXPECT_TRUE(recording->is_complete() || !recording->problems().empty()) << given;
      const bool has_its_end = size + 1 >= whole.size();  // but for a line feed
      EXPECT_TRUE(has_its_end || !recording->info().kept || !recording->is_complete()) << given;
    }
  }
}

/// Numbers at the edge of their range, and what readers of text look for; the dictionary of a
/// target.
std::vector<std::string> tempting_words(const NamedTarget& target) {
  std::vector<std::string> words{"\0"s,
                                 "\xFF\xFF",
                                 "\0\0\0\0"s,
                                 "\xFF\xFF\xFF\x7F",
                                 "\xFF\xFF\xFF\xFF",
                                 "\xF0\xFF\xFF\xFF",
                                 "-1",
                                 "1e999",
                                 "NaN",
                                 "null",
                                 "9223372036854775808"};
  for (const char c : "\1\x7F\x80\xF0\xFF{}[]()\"\\,:.#@|\n"s) words.emplace_back(1, c);
  std::istringstream lines(
      file_text(fs::path(SCRUBJAY_TEST_DATA "/../fuzz") / (std::string(target.name) + ".dict")));
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 2 && line.front() == '"') words.push_back(line.substr(1, line.size() - 2));
  }
  return words;
}

std::string mutated(std::string bytes, std::mt19937& random,
                    const std::vector<std::string>& tempting) {
  for (auto left = 1 + random() % 4; left > 0 && !bytes.empty(); --left) {
    const std::size_t at = random() % bytes.size();
    const std::string& word = tempting[random() % tempting.size()];
    switch (random() % 6) {
      case 0: bytes[at] = static_cast<char>(random()); break;
      case 1: bytes[at] ^= static_cast<char>(1 << random() % 8); break;
      case 2: bytes.replace(at, word.size(), word); break;
      case 3: bytes.insert(at, word); break;
      case 4: bytes.erase(at, random() % 64); break;
      default: bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 256));
    }
  }
  return bytes;
}

using Change = std::function<std::string(std::string)>;

/// A packet of what is kept with what is packed in it changed; all of it where nothing is.
std::string packet_changed_inside(Bytes packet, const Change& change) {
  const auto kind = kept::packet_of(packet)->kind;
  if (kind != kept::PacketKind::group && kind != kept::PacketKind::rows) {
    return change(std::string(as_text(packet)));
  }
  const std::size_t head = kind == kept::PacketKind::group ? 9 : 13;
  ByteVector inside;
  EXPECT_EQ(kept::Unpacker().unpack(packet.subspan(head), kept::limits::kMostTableBytes, inside),
            nullptr);
  ByteVector out = bytes_of(as_text(packet.first(head)));
  EXPECT_TRUE(kept::pack(bytes_of(change(std::string(as_text(inside)))), out));
  return std::string(as_text(out));
}

std::string carla_changed_inside(const std::string& text, const Change& change) {
  const ByteVector file = bytes_of(text);
  const std::size_t begin = carla::read_header(file)->bytes;
  std::string out = text.substr(0, begin);
  carla::PacketWalker walker(file, begin, file.size());
  while (const auto packet = walker.next()) {
    std::string body(as_text(packet->body));
    if (carla::kept_packet(*packet)) {
      const std::size_t magic = carla::kKeptMagic.size();
      body.replace(magic, body.npos, packet_changed_inside(packet->body.subspan(magic), change));
    }
    ByteVector head{std::byte{packet->id}};
    put_little(head, static_cast<std::uint32_t>(body.size()));
    out.append(as_text(head)).append(body);
  }
  return out;
}

std::string json_changed_inside(const std::string& text, const Change& change) {
  const std::string key = '"' + std::string(kept::kPacketsMember) + "\":[";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = 0; (at = text.find(key, at)) != text.npos;) {
    at += key.size();
    for (; text[at] != ']'; ++at) {
      if (text[at] == ',') continue;
      out += text.substr(done, at + 1 - done);
      done = text.find('"', at + 1);
      std::string_view base64 = std::string_view(text).substr(at + 1, done - at - 1);
      while (base64.ends_with('=')) base64.remove_suffix(1);
      ByteVector packet;
      EXPECT_EQ(compression::Base64Reader().add(base64, packet), base64.size());
      append_base64(out, bytes_of(packet_changed_inside(packet, change)));
      at = done;
    }
  }
  return out + text.substr(done);
}

/// A file with all changed that it keeps of another format; others as a whole.
std::string changed_inside(std::string_view format, const std::string& text, const Change& change) {
  if (format == "carla") return carla_changed_inside(text, change);
  return format == "framebyframe" || format == "flecs" ? json_changed_inside(text, change)
                                                       : change(text);
}

TEST_P(HostileInput, HoldsMutated) {
  constexpr std::size_t kMutations = 100;
  const std::vector<std::string> tempting = tempting_words(GetParam());
  std::mt19937 random(20251121);
  const Change mutate = [&](std::string text) {
    return mutated(std::move(text), random, tempting);
  };
  const auto inputs = inputs_of(GetParam());
  std::size_t with_frames = 0;
  for (const auto& [seed, whole] : inputs) {
    const bool is_kept = !format().empty() && seed.filename().string().starts_with("kept_");
    if (is_kept) {
      const auto same =
          indexed(format(), bytes_of(changed_inside(format(), whole, std::identity())));
      ASSERT_TRUE(same != nullptr && same->info().kept) << seed;
      EXPECT_TRUE(same->problems().empty()) << seed;
    }
    for (std::size_t i = 0; i < kMutations; ++i) {
      given = seed.string() + ", mutation: " + std::to_string(i);
      ByteVector bytes =
          bytes_of(is_kept && i % 2 == 0 ? changed_inside(format(), whole, mutate) : mutate(whole));
      run(bytes);
      if (format() == "xrec") open_to_fuzzing(bytes);
      const auto recording = indexed(format(), bytes);
      if (recording != nullptr && recording->frame_count() > 0) ++with_frames;
    }
  }
  // Else they would show nothing but the first check of a reader.
  if (!format().empty()) {
    EXPECT_GT(with_frames, inputs.size() * kMutations / 10);
  }
}

INSTANTIATE_TEST_SUITE_P(All, HostileInput, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace scrubjay::fuzz

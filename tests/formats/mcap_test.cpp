// What the MCAP writer makes, taken apart by hand: records, sums, fields.
#include <gtest/gtest.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <atomic>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "formats/mcap/descriptor.h"
#include "formats/mcap/field_fact.h"
#include "formats/mcap/mcap.h"
#include "formats/mcap/read/block_store.h"
#include "formats/mcap/read/json_values.h"
#include "formats/mcap/read/wire_reader.h"
#include "formats/mcap/wire.h"
#include "formats/mcap/write/container.h"
#include "formats/mcap/write/kind.h"
#include "formats/mcap/write/scene.h"
#include "formats/mcap/write/written_parts.h"
#include "tests/core/bytes_of.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

/// Reads numbers and texts off bytes.
class Parts {
 public:
  explicit Parts(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    EXPECT_LE(bytes, rest_.size());
    for (std::size_t i = 0; i < bytes; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(bytes);
    return value;
  }
  std::string_view take(std::size_t bytes) {
    EXPECT_LE(bytes, rest_.size());
    const std::string_view part = rest_.substr(0, bytes);
    rest_.remove_prefix(part.size());
    return part;
  }
  std::string text() { return std::string(take(number(4))); }
  bool empty() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

std::string unpacked(const std::string& how, std::string_view packed, std::size_t size) {
  std::string out(size, '\0');
  if (how == "zstd") {
    EXPECT_EQ(ZSTD_decompress(out.data(), size, packed.data(), packed.size()), size);
  } else if (how == "lz4") {
    LZ4F_dctx* context = nullptr;
    LZ4F_createDecompressionContext(&context, LZ4F_VERSION);
    std::size_t written = size;
    std::size_t taken = packed.size();
    EXPECT_EQ(LZ4F_decompress(context, out.data(), &written, packed.data(), &taken, nullptr), 0U);
    EXPECT_EQ(written, size);
    LZ4F_freeDecompressionContext(context);
  } else {
    out = packed;
  }
  return out;
}

/// A file, taken apart; what does not fit is a failure of the test.
struct TakenApart {
  std::vector<std::string> topics;              ///< by channel id - 1
  std::map<std::string, std::size_t> messages;  ///< by topic
  std::map<std::string, std::string> last_of;   ///< the last message of a topic
  std::vector<std::uint64_t> times;             ///< of messages, in order
  std::vector<std::size_t> chunks;              ///< bytes before compression
  std::map<std::string, std::map<std::string, std::string>> metadata;
  std::size_t chunk_indexes = 0;

  explicit TakenApart(std::string_view file) {
    const std::string_view magic("\x89MCAP0\r\n", 8);
    EXPECT_TRUE(file.starts_with(magic) && file.ends_with(magic));
    Parts parts(file.substr(8, file.size() - 16));
    bool is_ended = false;
    while (!parts.empty()) {
      const std::size_t at = file.size() - 8 - parts.left();
      const auto opcode = static_cast<int>(parts.number(1));
      Parts content(parts.take(parts.number(8)));
      if (opcode == 0x0C) take_metadata(content);
      if (opcode == 0x06) take_chunk(content);
      if (opcode == 0x0F) {
        is_ended = true;
        EXPECT_EQ(content.number(4), sum_of(file.substr(0, at)));
      }
      if (opcode == 0x0B) compare_statistics(content);
      if (opcode == 0x08) {
        ++chunk_indexes;
        content.take(16);
        const std::uint64_t start = content.number(8);
        EXPECT_EQ(file[start], 0x06);
      }
      if (opcode == 0x02) {
        const std::uint64_t summary = content.number(8);
        content.number(8);
        EXPECT_EQ(content.number(4), sum_of(file.substr(summary, file.size() - 8 - 4 - summary)));
      }
    }
    EXPECT_TRUE(is_ended);
    EXPECT_EQ(chunk_indexes, chunks.size());
  }

 private:
  void compare_statistics(Parts& content) const {
    EXPECT_EQ(content.number(8), times.size());
    content.number(2);  // schemas
    EXPECT_EQ(content.number(4), topics.size());
    content.number(4);  // attachments
    content.number(4);  // metadata
    EXPECT_EQ(content.number(4), chunks.size());
    if (times.empty()) return;
    EXPECT_EQ(content.number(8), times.front());
    EXPECT_EQ(content.number(8), times.back());
    Parts counts(content.take(content.number(4)));
    std::size_t channels = 0;
    for (; !counts.empty(); ++channels) {
      const std::uint64_t channel = counts.number(2);
      ASSERT_TRUE(channel >= 1 && channel <= topics.size());
      EXPECT_EQ(counts.number(8), messages.at(topics[channel - 1])) << channel;
    }
    EXPECT_EQ(channels, topics.size());
  }
  void take_metadata(Parts& content) {
    auto& entries = metadata[content.text()];
    Parts pairs(content.take(content.number(4)));
    while (!pairs.empty()) {
      const std::string key = pairs.text();
      entries[key] = pairs.text();
    }
  }
  void take_chunk(Parts& content) {
    const std::uint64_t first = content.number(8);
    const std::uint64_t last = content.number(8);
    const std::uint64_t size = content.number(8);
    const std::uint64_t sum = content.number(4);
    const std::string how = content.text();
    const std::string bytes = unpacked(how, content.take(content.number(8)), size);
    EXPECT_EQ(sum_of(bytes), sum);
    chunks.push_back(bytes.size());
    Parts records(bytes);
    while (!records.empty()) {
      const auto opcode = static_cast<int>(records.number(1));
      Parts record(records.take(records.number(8)));
      if (opcode == 0x04) {
        EXPECT_EQ(record.number(2), topics.size() + 1);
        record.number(2);
        topics.push_back(record.text());
      } else if (opcode == 0x05) {
        const std::string& topic = topics[record.number(2) - 1];
        ++messages[topic];
        record.number(4);
        times.push_back(record.number(8));
        record.number(8);
        last_of[topic] = record.take(record.left());
        EXPECT_TRUE(times.back() >= first && times.back() <= last);
      }
    }
  }
};

std::string written(MadeScene scene, WriteOptions options = {}) {
  std::shared_ptr<Recording> recording =
      made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  std::string file;
  const auto report = kWriter.write({.recording = recording, .options = std::move(options)},
                                    kNotCancelled, into(file));
  EXPECT_TRUE(report) << describe(report.error());
  return file;
}

TEST(McapFile, HoldsTogetherHoweverItIsCompressed) {
  MadeScene scene = random_scene(3, 40, 5);
  scene.streams = 1;
  for (MadeFrame& frame : scene.frames) frame.stream = 0;
  for (const char* const how : {"zstd", "lz4", "none"}) {
    const std::string file = written(scene, {{"compression", how}});
    const TakenApart apart{file};
    EXPECT_EQ(apart.messages.at("/frame"), 40U) << how;
    EXPECT_EQ(apart.messages.at("/tf"), 40U) << how;
    EXPECT_EQ(apart.messages.at("/events"), scene.events.size()) << how;
    EXPECT_EQ(apart.messages.at("/log"), scene.events.size()) << how;
    EXPECT_TRUE(std::ranges::is_sorted(apart.times)) << how;
    EXPECT_EQ(apart.metadata.at("scrubjay.recording").at("frames"), "40") << how;
    EXPECT_EQ(apart.chunks.size(), 1U) << "far below what a chunk may hold";
    EXPECT_EQ(file, written(scene, {{"compression", how}})) << "the same bytes again";
  }
}

/// Of the last message on /log, or on that of the one stream that has it.
std::string name_of_log(const std::string& file) {
  std::string log;
  for (const auto& [topic, last] : TakenApart{file}.last_of) {
    if (topic.ends_with("/log")) log = last;
  }
  WireReader reader(std::as_bytes(std::span(log)));
  std::string name;
  while (const auto field = reader.next()) {
    EXPECT_LE(field->number, 4U);
    if (field->number == 4) name = as_text(field->bytes);
  }
  return name;
}

TEST(McapFile, LogsOfAnEntityAreCalledLikeIt) {
  MadeScene scene;
  scene.frames = steady_frames(2);
  scene.lives = {{0, 0, MadeLife::kOpen}};
  scene.events = {{0, 0.0, 0.0, EntityIndex(0), "hit", ""}};
  EXPECT_EQ(name_of_log(written(scene)), "e0");
}

TEST(McapFile, LogsOfAnEntityThatIsNotInTheFileHaveItsId) {
  MadeScene scene;
  scene.streams = 2;  // whose names stand in labels
  scene.frames = steady_frames(2);
  scene.lives = {{0, 0, 1}};
  scene.events = {{1, 0.1, 0.1, EntityIndex(0), "hit", ""}};
  const auto recording = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  std::string file;
  const auto report =
      kWriter.write({.recording = recording, .from = 0.05}, kNotCancelled, into(file));
  ASSERT_TRUE(report) << describe(report.error());
  EXPECT_EQ(name_of_log(file), recording->entity(EntityIndex(0)).id);
}

TEST(McapFile, NamesTheStreamOfATopicWhereThereAreSeveral) {
  MadeScene scene = random_scene(3, 40, 5);
  scene.streams = 2;
  std::size_t of_second = 0;
  for (std::size_t i = 0; i < scene.frames.size(); ++i) {
    scene.frames[i].stream = i % 3 == 0 ? 1 : 0;
    of_second += scene.frames[i].stream;
  }
  const TakenApart apart{written(scene)};
  std::size_t frames = 0;
  for (const auto& [topic, count] : apart.messages) {
    EXPECT_EQ(std::ranges::count(topic, '/') >= 2, true) << topic;
    if (topic.ends_with("/frame")) {
      EXPECT_TRUE(count == of_second || count == 40 - of_second) << topic;
      frames += count;
    }
  }
  EXPECT_EQ(frames, 40U);
}

TEST(McapFile, CountsFromAWholeSecondWhereTimesAreNegative) {
  MadeScene scene;
  scene.frames = {{-1.5, 0, 0}, {0.25, 1, 0}};
  const TakenApart apart{written(scene)};
  EXPECT_EQ(apart.times, (std::vector<std::uint64_t>{500'000'000, 2'250'000'000}));
  EXPECT_EQ(apart.metadata.at("scrubjay.recording").at("time_offset_ns"), "2000000000");
  const auto again =
      open_recording(InputFile::from_memory("again.mcap", bytes_of(written(scene))), "mcap");
  ASSERT_TRUE(again);
  (*again)->index();
  EXPECT_EQ((*again)->timeline().time(FrameIndex(0)), -1.5);
  EXPECT_EQ((*again)->timeline().time(FrameIndex(1)), 0.25);
}

TEST(McapFile, IsTablesWithVeryManyEntities) {
  MadeScene scene;
  scene.frames = steady_frames(2);
  for (std::uint32_t i = 0; i < 1000; ++i) scene.lives.push_back({i, 0});
  EXPECT_EQ(TakenApart{written(scene)}.messages.count("/kinds/name"), 0U);
  scene.lives.push_back({1000, 0});
  const TakenApart apart{written(scene)};
  EXPECT_EQ(apart.messages.at("/kinds/name"), 2U);
  EXPECT_LT(apart.topics.size(), 10U);
}

TEST(McapFile, OfNoFrameIsOneStill) {
  const TakenApart apart{written({})};
  EXPECT_TRUE(apart.topics.empty());
  EXPECT_EQ(apart.metadata.at("scrubjay.recording").at("frames"), "0");
}

TEST(McapFile, ComesBackHoweverMuchSmallerItBecame) {
  const std::vector<Schema> schemas{{"foxglove.Log", foxglove_schema("Log")}};
  const std::vector<Channel> channels{{"/log", 0, {}}};
  for (const ChunkCompression how : {ChunkCompression::zstd, ChunkCompression::lz4}) {
    for (const std::size_t size : {std::size_t{5} << 20, std::size_t{17} << 20}) {
      std::string file;
      const ByteSink sink = into(file);
      ContainerWriter writer(sink, how, schemas, channels);
      writer.begin("test");
      writer.begin_frame(size);
      writer.message({0, 0, kSecond, kSecond}, log(kSecond, 2, std::string(size, 'x')));
      writer.end_frame();
      writer.end();
      const TakenApart apart(file);
      EXPECT_GE(apart.chunks.at(0), size);
      const auto recording = recording_of(file);
      ASSERT_NE(recording, nullptr);
      EXPECT_EQ(recording->frame_count(), 1U) << size;
      EXPECT_EQ(told_of(recording), "") << size;
    }
  }
}

TEST(McapFile, TellsHowFarItIsWhileItLooksAtFramesAndWhileItWritesThem) {
  std::shared_ptr<Recording> recording =
      made_recording(std::make_shared<const MadeScene>(random_scene(4, 10, 3)));
  recording->index();
  std::vector<std::uint64_t> done;
  std::string file;
  const auto report = kWriter.write({.recording = recording,
                                     .progress =
                                         [&](std::uint64_t now, std::uint64_t all) {
                                           done.push_back(now);
                                           EXPECT_EQ(all, 20U);
                                         }},
                                    kNotCancelled, into(file));
  ASSERT_TRUE(report) << describe(report.error());
  std::vector<std::uint64_t> expected(20);
  std::iota(expected.begin(), expected.end(), 1U);
  EXPECT_EQ(done, expected);
}

TEST(McapFile, EndsWhenTheSinkRefuses) {
  std::shared_ptr<Recording> recording =
      made_recording(std::make_shared<const MadeScene>(random_scene(4, 10, 3)));
  recording->index();
  const std::atomic<bool> cancelled{false};
  const auto refused =
      kWriter.write({.recording = recording}, cancelled, [](Bytes) { return false; });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "not-written");
  const std::atomic<bool> stopped{true};
  const auto ended = kWriter.write({.recording = recording}, stopped, [](Bytes) { return true; });
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().code, "cancelled");
}

/// The kind of an entity that had these trees, one a frame.
Kind kind_of(const std::vector<std::function<void(PropertyTree&)>>& frames) {
  SeenProperties names;
  SeenProperties::Forms forms;
  for (const auto& fill : frames) {
    PropertyTree tree;
    fill(tree);
    names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  }
  return entity_kind(names, forms, "thing", false);
}

std::map<std::string, FieldDescriptor> fields_of(const Kind& kind) {
  std::map<std::string, FieldDescriptor> fields;
  for (const FieldDescriptor& field : kind.file.messages.back().fields) fields[field.name] = field;
  for (const MessageDescriptor& message : kind.file.messages) {
    if (message.name != "State") continue;
    fields.clear();
    for (const FieldDescriptor& field : message.fields) fields[field.name] = field;
  }
  return fields;
}

TEST(McapFields, FollowTypesThatChange) {
  const Kind kind = kind_of({[](PropertyTree& tree) {
                               tree.integer("speed", 3);
                               tree.text("state", "idle");
                               tree.integer("large", -1);
                               tree.integer("exact", (std::int64_t{1} << 53) + 1);
                               tree.integer("Health", 1);
                               tree.null("nothing");
                               tree.boolean("toString", true);
                             },
                             [](PropertyTree& tree) {
                               tree.number("speed", 3.5, Precision::float64);
                               tree.integer("state", 4);
                               tree.unsigned_integer("large", ~std::uint64_t{0});
                               tree.number("exact", 0.5, Precision::float64);
                               tree.integer("health", 2);
                             }});
  const auto fields = fields_of(kind);
  EXPECT_EQ(fields.at("self").number, 1U);
  EXPECT_EQ(fields.at("speed").type, FieldType::number);
  EXPECT_EQ(fields.at("speed").number, kFirstProperty);
  EXPECT_TRUE(fields.at("speed").is_optional);
  EXPECT_EQ(fields.at("state").type, FieldType::int64);
  EXPECT_EQ(fields.at("state_string").type, FieldType::text);
  EXPECT_EQ(fields.at("large").type, FieldType::text) << "no type holds both";
  EXPECT_EQ(fields.at("exact").type, FieldType::int64);
  EXPECT_EQ(fields.at("exact_number").type, FieldType::number);
  EXPECT_EQ(fields.count("Health") + fields.count("health_2"), 2U);
  EXPECT_EQ(fields.count("nothing"), 0U);
  EXPECT_EQ(fields.count("toString_2"), 1U);
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.at("health_2"), R"({"name":"health"})");
  EXPECT_EQ(names.at("large"), R"({"name":"large","as":"integer"})");
  EXPECT_EQ(names.count("speed"), 0U);
}

TEST(McapFields, OfListsAndGroups) {
  const auto fill = [](PropertyTree& tree) {
    const auto group = tree.open("stats", PropertyType::group);
    tree.integer("a", 1);
    tree.integer("a", 2);
    tree.close(group);
    const auto numbers = tree.open("numbers", PropertyType::list);
    tree.integer("0", 1);
    tree.number("1", 1.5, Precision::float64);
    tree.close(numbers);
    const auto mixed = tree.open("mixed", PropertyType::list);
    tree.integer("0", 1);
    tree.text("1", "b");
    tree.close(mixed);
    const std::array two{1.0, 2.0};
    tree.numbers("at", PropertyType::vec2, two, Precision::float64);
  };
  const auto longer = [](PropertyTree& tree) {
    const std::array three{1.0, 2.0, 3.0};
    tree.numbers("at", PropertyType::vec3, three, Precision::float64);
  };
  const Kind kind = kind_of({fill, longer});
  const auto fields = fields_of(kind);
  EXPECT_EQ(fields.at("stats").type_name, ".scrubjay.thing.stats");
  EXPECT_TRUE(fields.at("numbers").is_repeated);
  EXPECT_EQ(fields.at("numbers").type, FieldType::number);
  EXPECT_EQ(fields.at("mixed").type, FieldType::text);
  EXPECT_TRUE(fields.at("at").is_repeated) << "vectors of two lengths";
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.at("stats.a_2"), R"({"name":"a","nth":1})");
  EXPECT_EQ(names.at("mixed"), R"({"name":"mixed","as":"json","type":"list"})");
}

TEST(McapFields, TellNothingFromWhatIsNotThere) {
  const auto open = [](PropertyTree& tree, const char* name, PropertyType type) {
    tree.close(tree.open(name, type));
  };
  const Kind kind = kind_of({[&](PropertyTree& tree) {
                               open(tree, "on", PropertyType::list);
                               open(tree, "off", PropertyType::list);
                               tree.numbers("curve", PropertyType::numbers, {}, Precision::float64);
                               tree.null("late");
                               tree.null("odd");
                               open(tree, "attributes", PropertyType::group);
                             },
                             [&](PropertyTree& tree) {
                               const auto on = tree.open("on", PropertyType::list);
                               tree.text("0", "fog");
                               tree.close(on);
                               tree.numbers("curve", PropertyType::numbers, {}, Precision::float64);
                               tree.integer("late", 3);
                               open(tree, "odd", PropertyType::list);
                               open(tree, "attributes", PropertyType::group);
                             }});
  const auto fields = fields_of(kind);
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.at("on"), R"({"name":"on","type":"list","nothing":"list"})");
  EXPECT_TRUE(fields.at("on").is_repeated);
  EXPECT_EQ(names.at("curve"), R"({"name":"curve","nothing":"numbers"})");
  EXPECT_EQ(fields.count("curve"), 0U) << "nothing in all frames";
  EXPECT_EQ(names.at("late"), R"({"name":"late","nothing":"null"})");
  EXPECT_EQ(names.count("off") + fields.count("off"), 0U) << "not there in one frame";
  EXPECT_EQ(names.count("odd") + fields.count("odd"), 0U) << "nothing of two types";
  EXPECT_TRUE(kind.loses_nothing);
  EXPECT_EQ(names.at("attributes"), R"({"name":"attributes","as":"json","type":"group"})")
      << "viewers make nothing of a message without fields";
}

TEST(McapFields, OfOneNameHaveEachTheirOwnType) {
  const Kind kind = kind_of({[](PropertyTree& tree) { tree.integer("hit", 3); },
                             [](PropertyTree& tree) {
                               const auto hit = tree.open("hit", PropertyType::sphere);
                               tree.number("radius", 2, Precision::float64);
                               tree.close(hit);
                             }});
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.count("hit"), 0U);
  EXPECT_EQ(names.at("hit_group"), R"({"name":"hit","type":"sphere"})");
}

TEST(McapFields, OfAGroupAreAMessageUpTo256Names) {
  for (const int count : {256, 257}) {
    const auto fields = fields_of(kind_of({[&](PropertyTree& tree) {
      const auto group = tree.open("stats", PropertyType::group);
      for (int i = 0; i < count; ++i) {
        const std::string name = "n" + std::to_string(i);
        tree.integer(tree.keep(name), i);
      }
      tree.close(group);
    }}));
    EXPECT_EQ(fields.at("stats").type, count == 256 ? FieldType::message : FieldType::text);
  }
}

TEST(McapFields, OfAGroupThatHoldsNothingAreTheJsonOfAllOfIt) {
  const auto fields = fields_of(kind_of({[](PropertyTree& tree) {
    const auto outer = tree.open("outer", PropertyType::group);
    tree.close(tree.open("inner", PropertyType::group));
    tree.null("nothing");
    tree.close(outer);
    const auto mixed = tree.open("mixed", PropertyType::group);
    tree.close(tree.open("inner", PropertyType::group));
    tree.integer("x", 5);
    tree.close(mixed);
  }}));
  EXPECT_EQ(fields.at("outer").type, FieldType::text);
  EXPECT_EQ(fields.at("mixed").type, FieldType::message);
}

TEST(McapFields, OfAListWithNullsAreText) {
  const auto fields = fields_of(kind_of({[](PropertyTree& tree) {
    const auto list = tree.open("gaps", PropertyType::list);
    tree.integer("0", 1);
    tree.null("1");
    tree.close(list);
  }}));
  EXPECT_EQ(fields.at("gaps").type, FieldType::text);
  EXPECT_FALSE(fields.at("gaps").is_repeated);
}

TEST(McapFields, AreOfMessagesWhoseFilesAreNamed) {
  const Kind kind =
      kind_of({[](PropertyTree& tree) { tree.vec3("at", glm::dvec3(1), Precision::float64); }});
  for (const MessageDescriptor& message : kind.file.messages) {
    for (const FieldDescriptor& field : message.fields) {
      const std::string_view prefix = ".foxglove.";
      if (!field.type_name.starts_with(prefix)) continue;
      const std::string file = "foxglove/" + field.type_name.substr(prefix.size()) + ".proto";
      EXPECT_EQ(std::ranges::count(kind.file.dependencies, file), 1) << file;
    }
  }
}

TEST(McapFields, LoseWhatIsNotTheSameOfAllOfOneName) {
  const auto has_lost = [](const std::vector<const char*>& units) {
    SeenProperties names;
    SeenProperties::Forms forms;
    for (const char* const unit : units) {
      PropertyTree tree;
      tree.number("speed", 1, Precision::float64, unit);
      names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
    }
    return names.has_lost_facts();
  };
  EXPECT_FALSE(has_lost({"m/s"}));
  EXPECT_FALSE(has_lost({"m/s", "m/s"}));
  EXPECT_TRUE(has_lost({"m/s", "km/h"}));
}

TEST(McapFields, OfOneNameAreTheFirstWhereThereIsOneOnly) {
  SeenProperties names;
  SeenProperties::Forms forms;
  PropertyTree tree;
  for (const char* const name : {"a", "c", "a"}) tree.boolean(name, true);
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  SeenProperties::Walk walk(names);
  const auto nodes_of = [&](const std::vector<const char*>& group) {
    const std::uint64_t number = walk.begin(SeenProperties::kEntities);
    std::vector<SeenProperties::Node> nodes;
    for (const char* const name : group) {
      nodes.push_back(walk.child(SeenProperties::kEntities, name, number));
    }
    return nodes;
  };
  const auto all = nodes_of({"a", "c", "a"});
  EXPECT_EQ(names[all[0]].nth, 0u);
  EXPECT_EQ(names[all[2]].nth, 1u);
  // Behind "c" the second one is expected; the only one of a group is the first.
  EXPECT_EQ(nodes_of({"c", "a"}), (std::vector{all[1], all[0]}));
}

TEST(McapFields, OfGroupsThatNestTooDeepAreJson) {
  const auto as_json = [](std::size_t groups) {
    return kind_of({[&](PropertyTree& tree) {
             std::vector<PropertyTree::Node> open;
             for (std::size_t i = 0; i < groups; ++i) {
               open.push_back(tree.open("inner", PropertyType::group));
             }
             tree.boolean("value", true);
             for (std::size_t i = groups; i-- > 0;) tree.close(open[i]);
           }})
        .as_json;
  };
  EXPECT_EQ(as_json(SeenProperties::kDeepest - 1), 0u);
  EXPECT_EQ(as_json(SeenProperties::kDeepest), 1u);
}

TEST(McapFields, SayTheirRoles) {
  for (const PropertyRole role : {PropertyRole::own, PropertyRole::capture, PropertyRole::none}) {
    const auto fact = read_fact(R"({"name":"x","role":")" + std::string(role_text(role)) + R"("})");
    ASSERT_TRUE(fact);
    EXPECT_EQ(fact->role, role);
  }
}

TEST(McapMessages, ThatAreOfAnotherTimeOrTopicAreOthers) {
  const std::vector<MessagePlace> places{{5, 100, 30, 1}, {6, 130, 30, 1}};
  const std::uint64_t sum = sum_of_places(places);
  EXPECT_EQ(sum_of_places(places), sum);
  for (const auto& change : {+[](MessagePlace& place) { place.log_time = 7; },
                             +[](MessagePlace& place) { place.begin = 131; },
                             +[](MessagePlace& place) { place.channel = 2; }}) {
    auto others = places;
    change(others[1]);
    EXPECT_NE(sum_of_places(others), sum);
  }
}

TEST(McapFields, AreWrittenAsTheyWereDescribed) {
  SeenProperties names;
  SeenProperties::Forms forms;
  PropertyTree tree;
  tree.integer("a", -2);
  tree.text("b", "\xFF");
  tree.boolean("c", false);
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  const Kind kind = entity_kind(names, forms, "thing", false);
  SeenProperties::Walk walk(names);
  std::string out;
  MessageWriter writer(out);
  EXPECT_TRUE(FieldWriter(writer, tree, kind.state, walk).write(tree.since(0)));
  EXPECT_EQ(out, from_hex("8001"
                          "FEFFFFFFFFFFFFFFFF01"
                          "8A0103EFBFBD"
                          "900100"));
}

/// What is written of the tree's properties.
std::string written(const PropertyTree& tree) {
  SeenProperties names;
  SeenProperties::Forms forms;
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  const Kind kind = entity_kind(names, forms, "thing", false);
  SeenProperties::Walk walk(names);
  std::string out;
  MessageWriter writer(out);
  FieldWriter(writer, tree, kind.state, walk).write(tree.since(0));
  return out;
}

void add_rows(PropertyTree& tree) {
  const auto rows = tree.open("rows", PropertyType::list);
  for (const char* const row : {"0", "1"}) {
    const auto cells = tree.open(row, PropertyType::list);
    tree.text("0", "1");
    tree.text("1", row);
    tree.close(cells);
  }
  tree.close(rows);
}

TEST(McapFields, RowsOfATableAreTheJsonThatShowHas) {
  PropertyTree tree;
  const auto table = tree.open("loot", PropertyType::table);
  add_rows(tree);
  tree.close(table);
  const std::string json = R"([["1","0"],["1","1"]])";
  EXPECT_NE(written(tree).find(json), std::string::npos);
  PropertyTree back;
  ASSERT_TRUE(append_json_property(back, "rows", PropertyType::list, json));
  PropertyTree rows;
  add_rows(rows);
  ASSERT_EQ(back.size(), rows.size());
  for (PropertyTree::Node node = 0; node < rows.size(); ++node) {
    EXPECT_EQ(back[node].type, rows[node].type) << node;
    EXPECT_EQ(back[node].name, rows[node].name) << node;
  }
}

TEST(McapFields, AListInARecordHasItsTypesWhereItsJsonWouldLoseThem) {
  const auto json_of = [](PropertyType type) {
    PropertyTree tree;
    const auto outer = tree.open("outer", type);
    const auto list = tree.open("list", PropertyType::list);
    tree.number("0", 1, Precision::float64);
    tree.text("1", "b");
    tree.close(list);
    tree.close(outer);
    return written(tree);
  };
  const std::string typed = R"([{"name":"0","type":"number","value":1},)"
                            R"({"name":"1","type":"string","value":"b"}])";
  EXPECT_NE(json_of(PropertyType::record).find(typed), std::string::npos);
  EXPECT_NE(json_of(PropertyType::group).find(typed), std::string::npos);
}

TEST(McapFields, OfANameThatOthersHaveDependOnThem) {
  SeenProperties names;
  SeenProperties::Forms forms;
  PropertyTree tree;
  tree.integer("a", 1);
  tree.integer("b", 2);
  tree.integer("a", 3);
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  const Kind kind = entity_kind(names, forms, "thing", false);
  SeenProperties::Walk walk(names);
  std::string out;
  MessageWriter writer(out);
  FieldWriter fields(writer, tree, kind.state, walk);
  EXPECT_FALSE(fields.write({0, 1}));
  EXPECT_TRUE(fields.write({1, 1}));
  EXPECT_FALSE(fields.write({2, 1}));
  EXPECT_EQ(out, from_hex("800101"
                          "880102"
                          "900103"));
}

TEST(McapParts, AreKnownByOriginAndPlanUntilThereAreTooMany) {
  const int source = 0;
  const MessagePlan plan;
  const MessagePlan other;
  WrittenParts parts;
  parts.begin();
  parts.add({&source, 1}, plan, {.bytes = "one"});
  parts.add({&source, 1}, other, {.bytes = "another"});
  ASSERT_NE(parts.find({&source, 1}, plan), nullptr);
  EXPECT_EQ(parts.find({&source, 1}, plan)->bytes, "one");
  EXPECT_EQ(parts.find({&source, 1}, other)->bytes, "another");
  EXPECT_EQ(parts.find({&source, 2}, plan), nullptr);
  EXPECT_EQ(parts.find({&plan, 1}, plan), nullptr);

  parts.add({&source, 3}, plan, {.bytes = std::string(WrittenParts::kMostBytes, 'x')});
  parts.add({&source, 4}, plan, {.bytes = "too many"});
  EXPECT_EQ(parts.find({&source, 4}, plan), nullptr);
  parts.begin();
  EXPECT_NE(parts.find({&source, 1}, plan), nullptr);
  for (int frame = 0; frame < 64; ++frame) parts.begin();
  EXPECT_EQ(parts.find({&source, 1}, plan), nullptr);
  parts.add({&source, 4}, plan, {.bytes = "room again"});
  EXPECT_NE(parts.find({&source, 4}, plan), nullptr);
}

}  // namespace
}  // namespace scrubjay::mcap

#include "core/short_name.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "tests/core/script.h"

namespace scrubjay {
namespace {

std::shared_ptr<Recording> recording_with(
    const std::vector<std::pair<std::string, std::string>>& names) {
  return indexed({.index = [&](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    for (const auto& [name, id] : names) builder.add_entity(id, name, EntityKind::other, stream);
    builder.add_frame(0, 0, {}, stream);
  }});
}

TEST(LastPart, IsWhatStandsBehindTheLastSeparator) {
  EXPECT_EQ(last_part("vehicle.tesla.model3"), "model3");
  EXPECT_EQ(last_part("world/level/Gate"), "Gate");
  EXPECT_EQ(last_part("game::Enemy"), "Enemy");
  EXPECT_EQ(last_part("Head"), "Head");
  EXPECT_EQ(last_part("world\\Gate"), "Gate");
  EXPECT_EQ(last_part("potion of\\there"), "potion of\\there") << "a tab that is shown so";
  EXPECT_EQ(last_part(""), "");
}

TEST(LastPart, HoldsALetter) {
  EXPECT_EQ(last_part("walker.pedestrian.0015"), "pedestrian.0015");
  EXPECT_EQ(last_part("traffic.speed_limit.30"), "speed_limit.30");
  EXPECT_EQ(last_part("12.34"), "12.34");
  EXPECT_EQ(last_part("a.木"), "木");
  EXPECT_EQ(last_part("wing.A"), "A");
  EXPECT_EQ(last_part("wing.Z"), "Z");
}

TEST(LastPart, CutsNoSentence) {
  EXPECT_EQ(last_part("Mr. Smith"), "Mr. Smith");
  EXPECT_EQ(last_part("wall (2.5m)"), "wall (2.5m)");
  EXPECT_EQ(last_part("the end."), "the end.");
  EXPECT_EQ(last_part("."), ".");
}

TEST(ShortNames, NameTheIdWhereAnotherEntityIsCalledTheSame) {
  const auto recording = recording_with({{"vehicle.tesla.model3", "192"},
                                         {"vehicle.tesla.model3", "193"},
                                         {"toy.tesla.cybertruck", "194"},
                                         {"vehicle.audi.tt", "195"},
                                         {"toy.tt", "196"}});
  ShortNames names;
  names.update(*recording);
  EXPECT_EQ(names.of("vehicle.tesla.model3", "192"), "model3 192");
  EXPECT_EQ(names.of("toy.tesla.cybertruck", "194"), "cybertruck");
  EXPECT_EQ(names.of("vehicle.audi.tt", "195"), "tt 195");
}

TEST(ShortNames, OneEntitySeenByTwoClientsIsNotTwo) {
  const auto recording = recording_with({{"Player", "7"}, {"Player", "7"}});
  ShortNames names;
  names.update(*recording);
  EXPECT_EQ(names.of("Player", "7"), "Player");
}

TEST(ShortNames, CutIdsThatNobodyReads) {
  const auto recording = recording_with(
      {{"Cube", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"}, {"Cube", "9c5b94b1-35ad-49bb-b118"}});
  ShortNames names;
  names.update(*recording);
  EXPECT_EQ(names.of("Cube", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"), "Cube 3f2504");
}

TEST(ShortNames, OfIdsThatArePathsNameThePartsThatDiffer) {
  const auto recording = recording_with({{"Head", "Courtyards/Courtyard 1/Player/Head"},
                                         {"Head", "Courtyards/Courtyard 2/Player/Head"},
                                         {"Door", "Courtyards/Courtyard 1/Door"},
                                         {"Door", "Courtyards/Courtyard 2/Tower/Door"},
                                         {"Lamp", "Lamp"},
                                         {"Lamp", "Courtyards/Courtyard 1/Lamp"}});
  ShortNames names;
  names.update(*recording);
  EXPECT_EQ(names.of("Head", "Courtyards/Courtyard 2/Player/Head"), "Head Courtyard 2");
  EXPECT_EQ(names.of("Door", "Courtyards/Courtyard 1/Door"), "Door Courtyard 1");
  EXPECT_EQ(names.of("Door", "Courtyards/Courtyard 2/Tower/Door"), "Door Courtyard 2/Tower");
  EXPECT_EQ(names.of("Lamp", "Lamp"), "Lamp");
  EXPECT_EQ(names.of("Lamp", "Courtyards/Courtyard 1/Lamp"), "Lamp Courtyards/Courtyard 1");
}

TEST(ShortNames, LookAtSoManyAtOnce) {
  const auto recording = recording_with({{"Cube", "1"}, {"Cube", "2"}});
  ShortNames names;
  names.update(*recording, 1);
  EXPECT_EQ(names.of("Cube", "1"), "Cube");
  names.update(*recording, 1);
  EXPECT_EQ(names.of("Cube", "1"), "Cube 1");
}

TEST(ShortNames, WithoutANameThereIsTheId) {
  EXPECT_EQ(ShortNames().of("", "12"), "12");
  EXPECT_EQ(ShortNames().of("12", "12"), "12");
}

}  // namespace
}  // namespace scrubjay

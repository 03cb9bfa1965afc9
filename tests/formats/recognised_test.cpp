// Which format a file is taken for.
#include <gtest/gtest.h>

#include <string>

#include "formats/recognised_format.h"
#include "framebyframe_test_file.h"
#include "tests/core/bytes_of.h"

namespace scrubjay {
namespace {

std::string format_of(ByteVector bytes) {
  const Format* format = recognised_format(*InputFile::from_memory("made", std::move(bytes)));
  return format == nullptr ? "none" : std::string(format->name);
}

/// Longer than what is looked at first.
std::string member_past_the_head() { return std::string(ProbeInput::kHeadBytes + 5'000, 'x'); }

TEST(Recognised, ByWhatStandsFarBehindTheBeginning) {
  const std::string data = R"("data":{"results":[{"name":"A","components":{"P":{"x":1}}}]}})";
  const std::string wrapped = R"({"time":1,"note":")" + member_past_the_head() + R"(",)" + data;
  const std::string saved = R"({"layers":[],"resources":{"a":{"textData":")" +
                            member_past_the_head() + R"("}},"type":0,"frameData":{}})";
  EXPECT_EQ(format_of(bytes_of(wrapped)), "flecs");
  EXPECT_EQ(format_of(framebyframe::gzipped(wrapped)), "flecs");
  EXPECT_EQ(
      format_of(bytes_of(R"({"path":"A","components":{"N":")" + member_past_the_head() + R"("}})")),
      "flecs");
  EXPECT_EQ(format_of(bytes_of(saved)), "framebyframe");
  EXPECT_EQ(format_of(framebyframe::gzipped(saved)), "framebyframe");
  EXPECT_EQ(format_of(bytes_of(R"({"note":")" + member_past_the_head() + R"("})")), "none");
}

TEST(Recognised, FlecsByTheFirstAnswerThatIsNoError) {
  std::string errors;
  for (int i = 0; i < 20; ++i) errors += "{\"error\":\"not found\"}\n{\"frame\":3}\nnull\n";
  EXPECT_EQ(format_of(bytes_of(errors)), "none");
  errors += R"({"time":1,"data":{"results":[{"name":"A","components":{"P":{"x":1}}}]}})";
  EXPECT_EQ(format_of(bytes_of(errors)), "flecs");
}

}  // namespace
}  // namespace scrubjay

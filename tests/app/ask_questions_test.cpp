// The questions that Ask offers: they run, and answer what they say.
#include "app/viewer/ask/ask_questions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "ask_answer.h"
#include "core/platform/input_file.h"
#include "formats/format.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

class AskQuestions : public testing::TestWithParam<const char*> {};

TEST_P(AskQuestions, RunWithoutAnErrorAndThereAreManyOfThem) {
  const std::string path = GetParam();
  const auto recording = opened(path);
  ASSERT_NE(recording, nullptr) << path;
  const std::vector<AskedRecording> asked{{recording, 0}};
  const auto questions = questions_for(facts_of(asked), 1);
  EXPECT_GE(questions.size(), 6U);
  EXPECT_LE(questions.size(), 14U);
  for (const Question& question : questions) {
    const Answer answer = ask(asked, question.sql);
    EXPECT_EQ(answer.outcome.end, AskJob::End::done) << question.title << "\n"
                                                     << question.sql << "\n"
                                                     << answer.message();
    EXPECT_FALSE(answer.rows.columns.empty());
  }
}

std::vector<const char*> sample_paths() {
  static std::vector<std::string> kept;
  for (const char* const name :
       {"sample.log", "sample.fbf", "sample_saved.fbf", "sample.ndjson", "sample.xrec"}) {
    kept.push_back(sample(name));
  }
  // Whatever formats' own samples are here, and open.
  const std::filesystem::path shared(SCRUBJAY_SHARED_DATA);
  std::error_code ignored;
  std::vector<std::string> others;
  for (auto at = std::filesystem::recursive_directory_iterator(shared, ignored);
       at != std::filesystem::recursive_directory_iterator(); at.increment(ignored)) {
    if (!at->is_regular_file(ignored) || at->file_size(ignored) > 2'000'000) continue;
    auto file = InputFile::open(at->path().string());
    if (!file) continue;
    const auto recording = open_recording(std::move(*file));
    if (!recording) continue;
    (*recording)->index();
    if ((*recording)->frame_count() > 2) others.push_back(at->path().string());
  }
  std::ranges::sort(others);
  constexpr std::size_t kMost = 12;
  // Some of each folder, not all of the first.
  const std::size_t step = std::max<std::size_t>(1, others.size() / kMost);
  for (std::size_t i = 0; i < others.size(); i += step) kept.push_back(others[i]);
  std::vector<const char*> paths;
  for (const std::string& path : kept) paths.push_back(path.c_str());
  return paths;
}

INSTANTIATE_TEST_SUITE_P(Samples, AskQuestions, testing::ValuesIn(sample_paths()),
                         [](const auto& test) { return "Sample" + std::to_string(test.index); });

TEST(AskQuestionsOf, NameOnlyEventsAndPathsThatThereAre) {
  AskFacts facts;
  facts.recordings = 1;
  for (const Question& question : questions_for(facts, 1)) {
    EXPECT_EQ(question.sql.find("collision"), std::string::npos) << question.sql;
    EXPECT_EQ(question.sql.find("\"control/"), std::string::npos) << question.sql;
    EXPECT_EQ(question.sql.find("pairs"), std::string::npos) << question.sql;
  }
  EXPECT_TRUE(questions_for(AskFacts(), 1).empty());
  const auto of_sample = questions_for(facts_of({{opened(sample("sample.log")), 0}}), 0.01);
  EXPECT_EQ(of_sample.front().title, "Collisions: who hit whom");
}

TEST(AskQuestionsOf, SayWhoHitWhom) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.fbf")), 0}};
  const auto questions = questions_for(facts_of(asked), 1);
  const auto damage =
      std::ranges::find(questions, "Damage: who hit whom, and how much", &Question::title);
  ASSERT_NE(damage, questions.end());
  const Answer answer = ask(asked, damage->sql);
  ASSERT_GT(answer.rows.size(), 0U);
  const auto name_in = [&](std::size_t column) {
    const auto row = static_cast<std::size_t>(answer.rows.value(0, column).integer);
    return std::string(asked[0].recording->entity(EntityIndex(row)).name);
  };
  // Nobody has a box there, and no collision is recorded.
  EXPECT_EQ(std::ranges::find(questions, "Contacts: who hits whom, how fast", &Question::title),
            questions.end());
  // As contacts have it: a hits b. Guards shoot at intruders.
  EXPECT_EQ(name_in(1).substr(0, 5), "Guard");
  EXPECT_EQ(name_in(2), "Intruder");
  EXPECT_GT(answer.rows.value(0, 3).integer, 0) << "how much";
}

TEST(AskQuestionsOf, SayWhoDidWhatToWhomWhateverTheEventIsCalled) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.fbf")), 0}};
  AskFacts facts = facts_of(asked);
  const auto damage = std::ranges::find(facts.events, "Damage received", &AskFacts::Event::name);
  ASSERT_NE(damage, facts.events.end());
  EXPECT_TRUE(damage->names_another);
  EXPECT_EQ(damage->number, "Amount");
  EXPECT_FALSE(facts.find_event("Footstep")->names_another);
  damage->name = "Attack";  // as another game may call it
  const auto questions = questions_for(facts, 1);
  const auto found = std::ranges::find(questions, "Attack: who, whom, Amount", &Question::title);
  ASSERT_NE(found, questions.end());
  std::string sql = found->sql;
  sql.replace(sql.find("'Attack'"), 8, "'Damage received'");
  const Answer answer = ask(asked, sql);
  ASSERT_GT(answer.rows.size(), 0U);
  for (std::size_t column = 1; column < 4; ++column) {
    EXPECT_NE(answer.rows.value(0, column).kind, tables::Value::Kind::null) << column;
  }
}

TEST(AskQuestionsOf, CountEventsOfTwoRecordingsBesideEachOther) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0},
                                          {opened(sample("sample.fbf")), 0}};
  const auto questions = questions_for(facts_of(asked), 1);
  const auto often = std::ranges::find(questions, "How often each event happens in each recording",
                                       &Question::title);
  ASSERT_NE(often, questions.end());
  const Answer answer = ask(asked, often->sql);
  ASSERT_GT(answer.rows.size(), 5U);
  std::int64_t of_a = 0;
  std::int64_t of_b = 0;
  for (std::size_t row = 0; row < answer.rows.size(); ++row) {
    of_a += answer.rows.value(row, 2).integer;
    of_b += answer.rows.value(row, 3).integer;
  }
  EXPECT_EQ(of_a, static_cast<std::int64_t>(asked[0].recording->event_count()));
  EXPECT_EQ(of_b, static_cast<std::int64_t>(asked[1].recording->event_count()));
}

TEST(AskQuestionsOf, LookAsFarInMetresWhateverTheUnit) {
  // Recorded in centimetres.
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0}};
  const auto questions = questions_for(facts_of(asked), 0.01);
  const auto touch =
      std::ranges::find(questions, "About to touch (time to collision)", &Question::title);
  ASSERT_NE(touch, questions.end());
  EXPECT_GT(ask(asked, touch->sql).rows.size(), 2U);
  // What has boxes goes before a sensor in the place of what carries it.
  const auto near = std::ranges::find(questions, "Nearest to each other", &Question::title);
  ASSERT_NE(near, questions.end());
  const Answer answer = ask(asked, near->sql);
  const auto gap = answer.rows.find_column("gap");
  ASSERT_TRUE(gap);
  ASSERT_GT(answer.rows.size(), 0U);
  EXPECT_NE(answer.rows.value(0, *gap).kind, tables::Value::Kind::null);
}

}  // namespace
}  // namespace scrubjay

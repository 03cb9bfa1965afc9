#include "core/platform/input_file.h"
#include "core/platform/piped_input.h"
#include "core/platform/text_file.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#endif

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Each test works in a folder of its own.
class InputFileTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string put(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  TestFolder folder_;
};

std::shared_ptr<InputFile> opened(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) {
    ADD_FAILURE() << describe(file.error());
    return InputFile::from_memory(path, {});
  }
  return *file;
}

void expect_refused(const std::string& path, std::string_view code) {
  const auto file = InputFile::open(path);
  ASSERT_FALSE(file.has_value()) << path;
  EXPECT_EQ(file.error().code, code);
  EXPECT_EQ(file.error().severity, Severity::fatal);
  EXPECT_NE(file.error().message.find(path), std::string::npos) << file.error().message;
}

TEST_F(InputFileTest, GivesTheBytesOfAFile) {
  const auto file = opened(put("a.log", "some bytes"));
  EXPECT_EQ(text_of(file->bytes()), "some bytes");
  EXPECT_EQ(file->size(), 10u);
  EXPECT_EQ(file->path(), path("a.log"));
  EXPECT_FALSE(file->lost_bytes());
  EXPECT_EQ(file->change(), FileChange::none);
}

TEST_F(InputFileTest, AnEmptyFileHasNoBytes) {
  const auto file = opened(put("empty.log", ""));
  EXPECT_EQ(file->size(), 0u);
  EXPECT_EQ(file->change(), FileChange::none);
}

TEST_F(InputFileTest, OpensNeitherFoldersNorWhatIsMissing) {
  expect_refused(folder_.string(), "is-directory");
  expect_refused(path("missing.log"), "not-found");
  expect_refused("", "not-found");
}

TEST_F(InputFileTest, OpensTheFilesOfAFolderThatHaveTheExtensionsAskedFor) {
  put("s_10.part", "ten");
  put("s_9.part", "nine");
  put("a.other", "no");
  const std::array<std::string_view, 2> extensions{"part", "piece"};
  const auto file = InputFile::open(folder_.string(), extensions);
  ASSERT_TRUE(file);
  ASSERT_EQ((*file)->parts().size(), 2u);
  EXPECT_EQ((*file)->parts()[0].name, "s_9.part");
  EXPECT_EQ((*file)->parts()[1].name, "s_10.part");
  expect_refused(folder_.string(), "is-directory");
  const auto none = InputFile::open(folder_.string(), std::span(extensions).subspan(1));
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("snapshots in *.piece files"), std::string::npos);
}

TEST_F(InputFileTest, FromMemoryKeepsNameAndBytes) {
  const auto file = InputFile::from_memory("made up", {std::byte{1}, std::byte{2}});
  EXPECT_EQ(file->path(), "made up");
  EXPECT_EQ(file->size(), 2u);
  EXPECT_EQ(file->bytes()[1], std::byte{2});
  EXPECT_FALSE(file->is_mapped());
  EXPECT_FALSE(file->lost_bytes());
  EXPECT_EQ(file->change(), FileChange::none);
}

TEST(FileName, IsThePartAfterTheLastSeparator) {
  EXPECT_EQ(file_name("/data/runs/a.log"), "a.log");
  EXPECT_EQ(file_name("a.log"), "a.log");
  EXPECT_EQ(file_name("/data/.hidden"), ".hidden");
  EXPECT_EQ(file_name(""), "");
}

#ifndef _WIN32

TEST_F(InputFileTest, AFileOfAnotherOwnerWithoutAccessIsRefused) {
  const std::string secret = put("secret.log", "x");
  ASSERT_EQ(chmod(secret.c_str(), 0), 0);
  constexpr uid_t kNobody = 65534;
  const bool root = geteuid() == 0;  // who may read everything
  if (root) {
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  const auto file = InputFile::open(secret);
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().code, "no-access");
}

TEST_F(InputFileTest, ANamedPipeIsReadToItsEnd) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(3'000'000, 'p');  // more than a pipe holds and than one read takes
  const std::jthread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
  const auto file = opened(pipe);
  EXPECT_FALSE(file->is_mapped());
  EXPECT_TRUE(text_of(file->bytes()) == text);
  EXPECT_EQ(file->path(), pipe);
  const std::jthread another_writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
  const auto stoppable = open_input(pipe, {}, {});
  ASSERT_TRUE(stoppable.has_value());
  EXPECT_TRUE(text_of((*stoppable)->bytes()) == text);
  EXPECT_EQ((*stoppable)->path(), pipe);
}

TEST_F(InputFileTest, ANamedPipeIsWaitedForUntilItIsNotWantedAnyMore) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const bool has_writer : {false, true}) {
    const int writer = has_writer ? ::open(pipe.c_str(), O_RDWR | O_CLOEXEC) : -1;
    if (has_writer) {
      ASSERT_EQ(write(writer, "begun", 5), 5);
    }
    std::stop_source stop;
    const std::jthread stopping([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    const auto file = open_input(pipe, {}, stop.get_token());
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().code, "cancelled");
    if (has_writer) close(writer);
  }
}

TEST_F(InputFileTest, AMinusIsStandardInput) {
  for (const bool is_stoppable : {false, true}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(write(ends[1], "from a pipe", 11), 11);
    close(ends[1]);
    const int before = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    const auto file = is_stoppable ? open_input("-", {}, {}) : InputFile::open("-");
    dup2(before, STDIN_FILENO);
    close(before);
    std::clearerr(stdin);
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(text_of((*file)->bytes()), "from a pipe");
    EXPECT_EQ((*file)->path(), "standard input");
  }
}

TEST_F(InputFileTest, AFolderAsStandardInputIsReportedNotTakenForAnEmptyFile) {
  const int folder = ::open(folder_.path().c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(folder, 0);
  const int before = dup(STDIN_FILENO);
  dup2(folder, STDIN_FILENO);
  close(folder);
  const auto file = InputFile::open("-");
  dup2(before, STDIN_FILENO);
  close(before);
  std::clearerr(stdin);
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().code, "unreadable");
}

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

void cut(const std::string& path, std::size_t size) {
  ASSERT_EQ(truncate(path.c_str(), static_cast<off_t>(size)), 0);
}

/// Every byte is read, so that a page that is gone is touched.
void expect_text_then_zeros(const InputFile& file, std::size_t text_size) {
  for (std::size_t i = 0; i < file.size(); ++i) {
    const std::byte expected = i < text_size ? std::byte{'x'} : std::byte{0};
    ASSERT_EQ(file.bytes()[i], expected) << i;
  }
}

TEST_F(InputFileTest, CutWhileMappedReadsZerosAndTells) {
  const std::string log = put("a.log", std::string(page() * 5, 'x'));
  const auto file = opened(log);
  ASSERT_TRUE(file->is_mapped());
  cut(log, page() + 100);
  EXPECT_FALSE(file->lost_bytes());  // nobody has touched them yet
  EXPECT_EQ(file->change(), FileChange::truncated);
  expect_text_then_zeros(*file, page() + 100);
  EXPECT_TRUE(file->lost_bytes());
  EXPECT_EQ(file->size(), page() * 5);
  // Whatever is written there later, what was lost stays lost.
  std::ofstream(log, std::ios::binary) << std::string(page() * 5, 'x');
  EXPECT_EQ(file->change(), FileChange::truncated);
}

TEST_F(InputFileTest, CutToNothingWhileMappedReadsZeros) {
  const std::string log = put("a.log", std::string(page() * 2 + 1, 'x'));
  const auto file = opened(log);
  cut(log, 0);
  expect_text_then_zeros(*file, 0);
  EXPECT_TRUE(file->lost_bytes());
}

TEST_F(InputFileTest, CutInsideItsLastPageTellsThoughNoPageIsGone) {
  const std::string log = put("a.log", std::string(page() + 500, 'x'));
  const auto file = opened(log);
  cut(log, page() + 100);
  EXPECT_EQ(file->change(), FileChange::truncated);
  expect_text_then_zeros(*file, page() + 100);
}

TEST_F(InputFileTest, CutIsSurvivedByThreadsThatReadAtOnce) {
  const std::string log = put("a.log", std::string(page() * 64, 'x'));
  const auto file = opened(log);
  cut(log, page());
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 4; ++i) {
      readers.emplace_back([&] { expect_text_then_zeros(*file, page()); });
    }
  }
  EXPECT_TRUE(file->lost_bytes());
}

TEST_F(InputFileTest, OnlyTheMappingThatLostBytesTellsOfIt) {
  const std::string cut_one = put("cut.log", std::string(page() * 2, 'x'));
  const std::string other_one = put("other.log", std::string(page() * 2, 'x'));
  const auto file = opened(cut_one);
  const auto other = opened(other_one);
  cut(cut_one, 0);
  expect_text_then_zeros(*file, 0);
  expect_text_then_zeros(*other, page() * 2);
  EXPECT_TRUE(file->lost_bytes());
  EXPECT_FALSE(other->lost_bytes());
  EXPECT_EQ(other->change(), FileChange::none);
}

TEST_F(InputFileTest, OpenedAgainAfterACutItBeginsAfresh) {
  const std::string log = put("a.log", std::string(page() * 2, 'x'));
  {
    const auto file = opened(log);
    cut(log, 10);
    expect_text_then_zeros(*file, 10);
  }
  const auto again = opened(log);
  EXPECT_EQ(text_of(again->bytes()), std::string(10, 'x'));
  EXPECT_FALSE(again->lost_bytes());
  EXPECT_EQ(again->change(), FileChange::none);
}

TEST_F(InputFileTest, ReplacedByAnotherFileItReadsTheOneOpened) {
  const std::string log = put("a.log", "the first");
  const auto file = opened(log);
  fs::rename(put("b.log", "the second one"), log);
  EXPECT_EQ(file->change(), FileChange::replaced);
  EXPECT_EQ(text_of(file->bytes()), "the first");
  EXPECT_FALSE(file->lost_bytes());
}

TEST_F(InputFileTest, RemovedItReadsTheOneOpened) {
  const std::string log = put("a.log", "the first");
  const auto file = opened(log);
  fs::remove(log);
  EXPECT_EQ(file->change(), FileChange::removed);
  EXPECT_EQ(text_of(file->bytes()), "the first");
}

TEST_F(InputFileTest, RemovedWithItsFolderItIsRemoved) {
  fs::create_directory(folder_ / "inner");
  const auto file = opened(put("inner/a.log", "the first"));
  fs::remove_all(folder_ / "inner");
  EXPECT_EQ(file->change(), FileChange::removed);
  put("inner", "a file where the folder was");
  EXPECT_EQ(file->change(), FileChange::removed);
}

TEST_F(InputFileTest, AppendedToItIsRewritten) {
  const std::string log = put("a.log", "the first");
  const auto file = opened(log);
  std::ofstream(log, std::ios::binary | std::ios::app) << " and more";
  EXPECT_EQ(file->change(), FileChange::rewritten);
  EXPECT_EQ(text_of(file->bytes()), "the first");
}

TEST_F(InputFileTest, WrittenOverWithAsManyBytesItIsRewritten) {
  const std::string log = put("a.log", "the first");
  const auto file = opened(log);
  std::fstream(log, std::ios::binary | std::ios::in | std::ios::out) << "THE";
  // Set rather than waited for: two writes may fall into one tick of the file system's clock.
  fs::last_write_time(log, fs::last_write_time(log) + std::chrono::seconds(2));
  EXPECT_EQ(file->change(), FileChange::rewritten);
}

TEST_F(InputFileTest, MoreFilesThanTheTableOfMappingsHoldsAreReadIntoMemory) {
  const std::string log = put("a.log", "the bytes");
  std::vector<std::shared_ptr<InputFile>> files;
  for (int i = 0; i < 1100; ++i) files.push_back(opened(log));
  EXPECT_TRUE(files.front()->is_mapped());
  EXPECT_FALSE(files.back()->is_mapped());
  for (const auto& file : files) ASSERT_EQ(text_of(file->bytes()), "the bytes");
  files.clear();
  EXPECT_TRUE(opened(log)->is_mapped());
}

using InputFileDeathTest = InputFileTest;

TEST_F(InputFileDeathTest, ABusErrorElsewhereStillEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto ours = opened(put("a.log", std::string(page(), 'x')));
  const std::string log = put("foreign.log", std::string(page(), 'x'));
  const int descriptor = ::open(log.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  void* begin = mmap(nullptr, page(), PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  ASSERT_NE(begin, MAP_FAILED);
  EXPECT_DEATH(
      {
        cut(log, 0);
        const volatile char byte = *static_cast<const volatile char*>(begin);
        static_cast<void>(byte);
      },
      "");
  munmap(begin, page());
}

TEST_F(InputFileDeathTest, ABusErrorElsewhereIsLeftToWhoHandledItBefore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string log = put("a.log", "the bytes");
  EXPECT_EXIT(
      {
        struct sigaction before = {};
        before.sa_sigaction = [](int, siginfo_t*, void*) { _exit(7); };
        before.sa_flags = SA_SIGINFO;
        sigaction(SIGBUS, &before, nullptr);
        const auto file = opened(log);
        raise(SIGBUS);
      },
      testing::ExitedWithCode(7), "");
}

#endif

using TextFileTest = InputFileTest;

TEST_F(TextFileTest, IsReadWholeWhereItIsNotTooLarge) {
  const std::string_view text("a\0\r\n", 4);
  const std::string file = put("rules.sql", text);
  EXPECT_EQ(read_text_file(file).value_or(""), text);
  EXPECT_EQ(read_text_file(file, 4).value_or(""), text);
  EXPECT_EQ(read_text_file(file, 3).error().code, "too-large");
  EXPECT_EQ(read_text_file(path("other.sql")).error().code, "not-found");
  EXPECT_EQ(read_text_file(path(".")).error().code, "is-directory");
#ifndef _WIN32
  EXPECT_EQ(read_text_file(file + "/below").error().code, "not-found");
#endif
}

}  // namespace
}  // namespace scrubjay

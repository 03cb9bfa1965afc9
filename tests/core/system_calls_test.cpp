#include "core/platform/system_calls.h"
#include "core/platform/child_process.h"
#include "core/platform/file_lock.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#ifndef _WIN32

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

TEST(SyncStream, SaysWhyItCouldNot) {
  const TestFolder folder;
  std::FILE* const stream = system_calls::open_file(folder / "a", system_calls::OpenFor::writing);
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(system_calls::sync_stream(stream), 0);
  close(fileno(stream));
  EXPECT_EQ(system_calls::sync_stream(stream), EBADF);
  std::fclose(stream);
}

TEST(SyncStream, WhatNeedsNoneIsInOrder) {
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  std::FILE* const stream = fdopen(ends[1], "w");
  EXPECT_EQ(system_calls::sync_stream(stream), 0);
  std::fclose(stream);
  close(ends[0]);
}

TEST(FileLock, IsTakenWithoutStandardInputToo) {
  const TestFolder folder;
  const int kept = fcntl(0, F_DUPFD_CLOEXEC, 3);
  close(0);
  {
    const auto lock = FileLock::take((folder / "lock").string());
    EXPECT_TRUE(lock.has_value());
  }
  EXPECT_EQ(fcntl(0, F_GETFD), -1) << "the lock has been let go of";
  if (kept >= 0) {
    dup2(kept, 0);
    close(kept);
  }
}

TEST(FindProgram, LooksIntoEachFolderOfTheSearchPath) {
  const TestFolder folder;
  for (const char* const name : {"a", "b"}) fs::create_directory(folder / name);
  const fs::path program = folder / "b" / "scrubjay-test-program";
  std::ofstream(program) << "#!/bin/sh\n";
  const std::string before = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  setenv("PATH", ((folder / "a").string() + ":" + (folder / "b").string()).c_str(), 1);
  EXPECT_EQ(find_program("scrubjay-test-program"), std::nullopt) << "nobody may run it";
  fs::permissions(program, fs::perms::owner_all);
  EXPECT_EQ(find_program("scrubjay-test-program"), program.string());
  setenv("PATH", before.c_str(), 1);
}

}  // namespace
}  // namespace scrubjay

#endif

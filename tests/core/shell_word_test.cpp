#include "core/shell_word.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace scrubjay {
namespace {

TEST(ShellWord, PlainOnesStayAsTheyAre) {
  for (const char* const word : {"plain", "drive.log", "a-b_c", "--to-time=2.5", "/my/runs/1:2"}) {
    EXPECT_EQ(shell_word(word, ShellKind::posix), word);
    EXPECT_EQ(shell_word(word, ShellKind::windows), word);
  }
  EXPECT_EQ(shell_word("C:\\runs\\a.log", ShellKind::windows), "C:\\runs\\a.log");
}

#ifndef _WIN32
TEST(ShellWord, IsOneWordOfAPosixShell) {
  for (const std::string word : {"", "plain", "two words", "it's", "$HOME `x` \"y\" \\", "-o",
                                 "a\nb", "{\"a\":[1]}", "*?~"}) {
    const std::string command = "printf %s " + shell_word(word, ShellKind::posix) + "; printf .";
    std::FILE* const pipe =
        popen(("sh -c 'cat' <<'E_O_F' | sh\n" + command + "\nE_O_F\n").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string out;
    for (int c; (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
    pclose(pipe);
    EXPECT_EQ(out, word.empty() ? "." : word + ".") << command;
  }
}
#endif

/// The word that a program gets for it, by the rules of Microsoft's C library.
std::string taken_apart(const std::string& text) {
  std::string word;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t backslashes = 0;
    while (i + backslashes < text.size() && text[i + backslashes] == '\\') ++backslashes;
    const bool is_before_quote =
        backslashes > 0 && i + backslashes < text.size() && text[i + backslashes] == '"';
    if (is_before_quote) {
      word.append(backslashes / 2, '\\');
      i += backslashes;
      if (backslashes % 2 == 1) {
        word += '"';
      } else {
        is_quoted = !is_quoted;
      }
    } else if (backslashes > 0) {
      word.append(backslashes, '\\');
      i += backslashes - 1;
    } else if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else {
      EXPECT_TRUE(is_quoted || text[i] != ' ') << text;
      word += text[i];
    }
  }
  EXPECT_FALSE(is_quoted) << text;
  return word;
}

TEST(ShellWord, IsOneWordOnWindows) {
  EXPECT_EQ(shell_word("my runs", ShellKind::windows), "\"my runs\"");
  for (const std::string word : {"", "two words", "it's", "C:\\my runs\\", "a\\\"b", "{\"a\":[1]}",
                                 "\\\\", "a, b", "a\\ b\\\\\"c"}) {
    EXPECT_EQ(taken_apart(shell_word(word, ShellKind::windows)), word);
  }
}

}  // namespace
}  // namespace scrubjay

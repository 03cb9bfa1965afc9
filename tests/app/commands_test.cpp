#include "app/viewer/commands.h"
#include "tests/core/file_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace scrubjay {
namespace {

std::vector<std::string> split(std::string_view keys) {
  std::vector<std::string> all;
  std::stringstream text{std::string(keys)};
  for (std::string key; std::getline(text, key, '|');) all.push_back(key);
  return all;
}

TEST(Commands, NoTwoHaveTheSameKey) {
  std::map<std::string, std::string> owners;
  for (const CommandRow& command : kCommands) {
    for (const std::string& key : split(command.keys)) {
      EXPECT_TRUE(owners.emplace(key, command.title).second)
          << key << ": " << command.title << " and " << owners[key];
    }
  }
  for (const WindowRow& window : kWindows) {
    if (window.key.empty()) continue;
    EXPECT_TRUE(owners.emplace(window.key, window.title).second) << window.key;
  }
}

TEST(Commands, WhatHasAKeyIsOnThePageOfAllKeys) {
  const std::vector<KeyHelp> rows = key_help();
  for (const CommandRow& command : kCommands) {
    EXPECT_EQ(command.keys.empty(), command.help.empty()) << command.title;
    if (command.keys.empty()) continue;
    const auto row = std::ranges::find_if(rows, [&](const KeyHelp& help) {
      return help.subject == command.subject && help.what == command.help;
    });
    EXPECT_NE(row, rows.end()) << command.title;
  }
}

TEST(Commands, KeysOfOneRowShareTheirModifiers) {
  const std::vector<KeyHelp> rows = key_help();
  const auto keys_of = [&](std::string_view what) {
    const auto row = std::ranges::find(rows, what, &KeyHelp::what);
    return row == rows.end() ? "" : row->keys;
  };
  EXPECT_EQ(keys_of("Previous or next event or contact of the selection"),
            "Ctrl + Alt + Left|Right");
  EXPECT_EQ(keys_of("One frame back or forward"), "Left|Right");
  EXPECT_EQ(keys_of("Next or previous hit of a filter, query or watch"), "N|Shift + N");
  EXPECT_EQ(keys_of("Do it again"), "Ctrl + Shift + Z|Ctrl + Y");
  const auto found = [&](std::string_view words) {
    return std::ranges::count_if(rows, [&](const KeyHelp& row) { return has_words(row, words); });
  };
  EXPECT_EQ(found("ctrl+k"), 1);
  EXPECT_EQ(found("Ctrl + K"), 1);
  EXPECT_EQ(found("ctrl+alt+right"), 1);
  EXPECT_EQ(found("ctrl+alt+nothing"), 0);
}

TEST(Commands, MenusShowTheFirstKey) {
  EXPECT_EQ(menu_key("Ctrl + Shift + Z|Ctrl + Y"), "Ctrl+Shift+Z");
  EXPECT_EQ(menu_key("Ctrl + +"), "Ctrl++");
  EXPECT_EQ(menu_key(""), "");
  EXPECT_TRUE(has_key("Space|K", "K"));
  EXPECT_FALSE(has_key("Space|K", "Spac"));
  EXPECT_FALSE(has_key("", ""));
}

TEST(Commands, TheReadmeNamesTheKeysOfTheWindow) {
  const std::string readme = file_text(std::string(SCRUBJAY_ASSETS) + "/../README.md");
  for (const CommandId id :
       {CommandId::open, CommandId::close, CommandId::undo, CommandId::quit, CommandId::menu_bar,
        CommandId::scene_only, CommandId::context_menu, CommandId::larger}) {
    EXPECT_NE(readme.find(menu_key(row_of(id).keys)), std::string::npos) << row_of(id).title;
  }
  EXPECT_NE(readme.find("Ctrl+K"), std::string::npos);
}

}  // namespace
}  // namespace scrubjay

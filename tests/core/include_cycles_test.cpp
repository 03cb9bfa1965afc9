// Nothing includes itself on the way over others.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "include_lines.h"

namespace scrubjay {
namespace {

/// Who includes whom, by path from the root.
using Includes = std::map<std::string, std::set<std::string>>;

/// "core/frame" of "core/frame.h" and "core/frame.cpp", which are two halves of one thing.
std::string whole(std::string_view path) { return std::string(path.substr(0, path.rfind('.'))); }

Includes includes_below(const std::vector<std::string_view>& folders, bool halves_are_one) {
  Includes all;
  for (const std::string_view folder : folders) {
    for_each_source_line(folder, [&](const std::string& file, int, const std::string& line) {
      const auto name = included(line);
      if (!name || !name->starts_with('"')) return;
      const std::string_view other = name->substr(1);
      if (!halves_are_one) {
        all[file].emplace(other);
      } else if (whole(file) != whole(other)) {
        all[whole(file)].insert(whole(other));
      }
    });
  }
  return all;
}

/// Looks for cycles depth first; each file is walked once.
class CycleSearch {
 public:
  explicit CycleSearch(const Includes& includes) : includes_(includes) {
    for (const auto& [file, others] : includes) walk(file);
  }
  /// "a.h -> b.h -> a.h"
  const std::vector<std::string>& found() const { return found_; }

 private:
  void walk(const std::string& file) {
    if (on_way_.contains(file)) {
      std::string text = file;
      for (std::size_t i = way_.size(); i-- > 0;) {
        text = way_[i] + " -> " + text;
        if (way_[i] == file) break;
      }
      found_.push_back(text);
      return;
    }
    const auto others = includes_.find(file);
    if (others == includes_.end() || !walked_.insert(file).second) return;
    on_way_.insert(file);
    way_.push_back(file);
    for (const std::string& other : others->second) walk(other);
    way_.pop_back();
    on_way_.erase(file);
  }

  const Includes& includes_;
  std::set<std::string> walked_;
  std::set<std::string> on_way_;
  std::vector<std::string> way_;
  std::vector<std::string> found_;
};

std::string listed(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

const std::vector<std::string_view> kFolders = {"core",    "analysis", "formats",
                                                "scenery", "render",   "app"};

TEST(IncludeCycles, NoFileIncludesItself) {
  const Includes includes = includes_below(kFolders, false);
  EXPECT_GT(includes.size(), 100u);
  EXPECT_EQ(listed(CycleSearch(includes).found()), "");
}

TEST(IncludeCycles, NoHeaderNeedsItsOwnSourceOverOthers) {
  const Includes includes = includes_below(kFolders, true);
  EXPECT_GT(includes.size(), 100u);
  EXPECT_EQ(listed(CycleSearch(includes).found()), "");
}

TEST(IncludeCycles, AreFoundAndNamed) {
  const Includes includes = {{"a", {"b", "x"}}, {"b", {"c"}}, {"c", {"b", "x"}}, {"x", {}}};
  EXPECT_EQ(listed(CycleSearch(includes).found()), "b -> c -> b\n");
}

}  // namespace
}  // namespace scrubjay

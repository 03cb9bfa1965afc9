#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "app/viewer/shell/shell.h"

namespace scrubjay::load {

/// Does to a window what a person might, at random, the same for the same seed: mouse, wheel, keys,
/// text, seeks, selections, filters, open and closed panels and recordings, sizes of the window.
class RandomUser {
 public:
  /// `files` to open, and the folder in which their indexes are kept.
  RandomUser(std::uint32_t seed, std::vector<std::string> files, std::string cache)
      : random_(seed), files_(std::move(files)), cache_(std::move(cache)) {}

  /// Some actions before the next picture; may change the window's size in `facts`.
  void act(Shell& shell, WindowFacts& facts);
  /// One step towards rest: nothing open, selected, filtered or written, nothing pressed. True when
  /// there is nothing left to do; pictures have to be drawn between the steps.
  bool put_to_rest(Shell& shell);
  /// "120 seeks, 14 recordings opened, ...".
  std::string done() const;

 private:
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }
  bool once_in(std::size_t count) { return below(count) == 0; }
  double share() { return std::uniform_real_distribution<double>(0, 1)(random_); }

  void use_mouse(const WindowFacts& facts);
  void use_keys(Shell& shell);
  void remove_kept_indexes();
  void open_and_close(Shell& shell);
  void seek(Shell& shell);
  void choose(Shell& shell);
  void change_filters(ViewState& state);
  void resize(WindowFacts& facts);

  std::mt19937 random_;
  std::vector<std::string> files_;
  std::string cache_;
  std::size_t opened_ = 0;
  std::size_t closed_ = 0;
  std::size_t seeks_ = 0;
  std::size_t selections_ = 0;
  std::size_t searches_ = 0;
  std::size_t filters_ = 0;
  std::size_t keys_ = 0;
  std::size_t clicks_ = 0;
  std::size_t sizes_ = 0;
};

}  // namespace scrubjay::load

#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// Which value is followed over time.
struct PlotRequest {
  EntityIndex entity;
  std::string path;                             ///< what find_value() finds
  std::optional<CoordinateSystem> coordinates;  ///< none: as recorded
  bool operator==(const PlotRequest&) const = default;
};

/// The numbers of a value over time, as far as they were read: one of a number, a whole number or a
/// boolean (0 and 1), two to four of a vector, a quaternion or a colour.
class ValuePlot {
 public:
  static constexpr std::size_t kMostComponents = 4;

  struct Extent {
    double least = 0;
    double most = 0;
  };

  /// Samples; a sample says what holds until the next one.
  std::size_t size() const { return times_.size(); }
  /// 0 as long as there is no value.
  std::size_t components() const { return components_; }
  /// The recording's own time.
  Seconds time(std::size_t sample) const { return times_[sample]; }
  /// NaN where there is none, or none that can be drawn.
  double value(std::size_t sample, std::size_t component) const {
    return values_[sample * components_ + component];
  }
  const std::string& unit() const { return unit_; }
  /// Frames [0, looked_at) were looked at.
  std::size_t looked_at() const { return looked_at_; }

  /// The sample that holds at `t`; nothing before the first one. O(log samples).
  std::optional<std::size_t> at(Seconds t) const;
  /// The least and the most value among samples [first, last); nothing where there is no value.
  /// O(kBlock + samples / kBlock).
  std::optional<Extent> extent(std::size_t component, std::size_t first, std::size_t last) const;
  /// Of all samples and components.
  std::optional<Extent> extent() const;

  /// Adds what a frame says, later than all before; no numbers: it says nothing.
  void add(Seconds time, std::span<const double> numbers, std::string_view unit);
  void set_looked_at(std::size_t frames) { looked_at_ = frames; }

 private:
  static constexpr std::size_t kBlock = 256;  ///< samples
  static constexpr Extent kNothing{std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity()};

  void add_gap(Seconds time);

  std::size_t components_ = 0;
  std::vector<Seconds> times_;
  std::vector<double> values_;  ///< of each sample, one after another
  std::vector<Extent> blocks_;  ///< of each component of each run of kBlock samples
  std::string unit_;
  std::size_t looked_at_ = 0;
};

/// Reads plots in the background while they are wanted: what they hold can be looked at while it
/// grows.
class ValuePlots {
 public:
  struct Wanted {
    std::shared_ptr<const Recording> recording;
    PlotRequest request;
  };

  ValuePlots() = default;
  ~ValuePlots();
  ValuePlots(const ValuePlots&) = delete;
  ValuePlots& operator=(const ValuePlots&) = delete;

  /// Says what is wanted from now on; all else is forgotten. To be called again whenever recordings
  /// may have grown. `wake` is called from the reading thread now and then while something is
  /// found, and at the end.
  void want(const std::vector<Wanted>& wanted, const std::function<void()>& wake);

  /// What was read, locked as long as this lives: to be let go before long.
  class Found {
   public:
    /// Null when it is not wanted.
    const ValuePlot* find(const Recording* recording, const PlotRequest& request) const;

   private:
    friend class ValuePlots;
    explicit Found(const ValuePlots& plots) : lock_(plots.mutex_), plots_(plots) {}
    std::unique_lock<std::mutex> lock_;
    const ValuePlots& plots_;
  };
  Found found() const { return Found(*this); }

  /// True while frames are known that were not looked at.
  bool is_reading() const;

 private:
  struct Job {
    Wanted wanted;
    ValuePlot plot;
    bool is_behind() const { return plot.looked_at() < wanted.recording->frame_count(); }
  };
  using Jobs = std::vector<std::shared_ptr<Job>>;

  std::shared_ptr<Job> job_of(const Recording* recording, const PlotRequest& request) const;
  bool is_any_behind() const;
  Jobs next_group() const;
  void read(const Jobs& group, std::unique_lock<std::mutex>& lock);
  void work(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  Jobs jobs_;
  std::function<void()> wake_;
  std::atomic<bool> cancelled_{false};
  std::jthread thread_;
};

}  // namespace scrubjay

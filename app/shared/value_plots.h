#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/derived/motion.h"
#include "analysis/derived/road_recording.h"
#include "analysis/series/moments.h"
#include "analysis/series/state_runs.h"
#include "app/shared/curve_form.h"
#include "core/concurrency/background_scan.h"
#include "core/recording.h"

namespace scrubjay {

struct PlotSample;

/// Which value is followed over time.
struct PlotRequest {
  EntityIndex entity;
  std::string path;  ///< of a derived value, else what find_value() finds
  std::optional<CoordinateSystem> coordinates;  ///< none: as recorded
  EntityIndex other = {};                       ///< of a derived value between two
  CurveForm form = {};
  bool operator==(const PlotRequest&) const = default;
};

/// The numbers of a value over time, as far as they were read: one of a number, a whole number or a
/// boolean (0 and 1), two to four of a vector, a quaternion or a colour. Of a text its place among
/// `states`.
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
  /// O(log samples).
  std::optional<Extent> extent(std::size_t component, std::size_t first, std::size_t last) const;
  /// Of all samples and components.
  std::optional<Extent> extent() const;
  /// The first sample with the least value of [first, last).
  std::optional<std::size_t> least_sample(std::size_t component, std::size_t first,
                                          std::size_t last) const;
  /// Count, mean and spread of the values of samples [first, last). O(kSumBlock + samples /
  /// kSumBlock).
  Moments moments(std::size_t component, std::size_t first, std::size_t last) const;
  /// How many of samples [first, last) are others than the sample before. O(log samples).
  std::size_t change_count(std::size_t first, std::size_t last) const;

  /// Its values are whole numbers as recorded: between two samples there is none but the earlier
  /// one.
  bool is_stepped() const { return is_stepped_; }
  void set_stepped(bool is_stepped) { is_stepped_ = is_stepped; }

  /// Its values are states: booleans, texts, references.
  bool is_of_states() const { return is_of_states_; }
  /// What a value of it stands for.
  std::string_view state_text(double value) const;
  /// Of states: when each begins, kNoState where there is none. Ascending.
  std::span<const StateRun> runs() const { return runs_; }
  /// The first sample, and those that are others than the sample before. Ascending.
  std::span<const std::uint32_t> changes() const { return changes_; }

  /// Adds what a frame says, later than all before; no numbers: it says nothing.
  void add(Seconds time, std::span<const double> numbers, std::string_view unit);
  void add_state(Seconds time, std::string_view text);
  void set_looked_at(std::size_t frames) { looked_at_ = frames; }

 private:
  /// Samples for which an extent is kept, so that a long run costs few steps.
  static constexpr std::array<std::size_t, 3> kBlocks{16, 256, 4096};
  static constexpr std::size_t kSumBlock = 256;
  static constexpr std::size_t kMostStates = 4096;
  static constexpr Extent kNothing{std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity()};

  void add_gap(Seconds time);
  bool is_like_before(std::size_t sample) const;
  void add_to_blocks(std::size_t component, double value);

  std::size_t components_ = 0;
  std::vector<Seconds> times_;
  std::vector<double> values_;  ///< of each sample, one after another
  /// Of each component of each run of kBlocks samples.
  std::array<std::vector<Extent>, kBlocks.size()> blocks_;
  std::vector<Moments> sums_;  ///< likewise, of kSumBlock samples
  bool is_stepped_ = false;
  bool is_of_states_ = false;
  std::vector<std::string> states_;
  std::vector<StateRun> runs_;
  std::vector<std::uint32_t> changes_;
  std::string unit_;
  std::size_t looked_at_ = 0;
};

/// Makes of a value's samples, one after the other, what a form asks for.
class CurveFilter {
 public:
  /// Replaces `numbers` (`count` of them) by what is drawn at `time`; returns how many those are, 0
  /// where there is none.
  std::size_t apply(const CurveForm& form, Seconds time, std::span<double> numbers,
                    std::size_t count);
  /// The unit of that.
  static std::string unit_of(const CurveForm& form, std::string_view unit);

 private:
  struct Sample {
    Seconds time = 0;
    std::array<double, ValuePlot::kMostComponents> numbers{};
    std::size_t count = 0;
  };
  bool differ(Sample& sample);
  void average(Seconds length, Sample& sample);

  std::optional<Sample> before_;
  std::deque<Sample> window_;
  std::array<double, ValuePlot::kMostComponents> sums_{};
};

/// Reads plots in the background while they are wanted: what they hold can be looked at while it
/// grows.
class ValuePlots {
 public:
  struct Wanted {
    std::shared_ptr<const Recording> recording;
    PlotRequest request;
    /// Of a value that follows from roads: through this the recording is read.
    std::shared_ptr<RecordingOverRoads> roads = {};
  };

  /// Says what is wanted from now on; all else is forgotten. To be called again whenever recordings
  /// may have grown. `background`, which must outlive this, wakes the window now and then while
  /// something is found, and at the end.
  void want(const std::vector<Wanted>& wanted, Background& background);

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
    ValuePlot plot = {};
    CurveFilter filter = {};
    MotionTracker motion = {};      ///< of derived values
    ApproachTracker approach = {};  ///< of those between two
    /// Adds what a frame says.
    void add(Seconds time, PlotSample& sample);
    void derive(Seconds time, PlotSample& sample);
    bool is_behind() const { return plot.looked_at() < wanted.recording->frame_count(); }
  };
  using Jobs = std::vector<std::shared_ptr<Job>>;

  std::shared_ptr<Job> job_of(const Recording* recording, const PlotRequest& request) const;
  bool is_any_behind() const;
  Jobs next_group() const;
  bool read(const std::atomic<bool>& cancelled, const std::function<void()>& report);

  mutable std::mutex mutex_;
  Jobs jobs_;
  std::optional<BackgroundScan> scan_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay

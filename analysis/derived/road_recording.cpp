#include "analysis/derived/road_recording.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/platform/input_file.h"
#include "core/recording_rows.h"
#include "core/time_cursor.h"

namespace scrubjay {

namespace {

class DecoderWithRoads : public FrameDecoder {
 public:
  /// `decoder` is one of the recording's.
  DecoderWithRoads(std::shared_ptr<const Recording> recording,
                   std::unique_ptr<FrameDecoder> decoder, const RoadsOfRecording& roads)
      : recording_(std::move(recording)),
        decoder_(std::move(decoder)),
        cursor_before_(recording_),
        roads_(roads) {}

  void decode(FrameIndex frame, Frame& out) override {
    // Values follow from others, too.
    auto only = std::exchange(out.only, std::nullopt);
    decoder_->decode(frame, out);
    out.only = std::move(only);
    RoadActors now = actors_in(out);
    const FrameIndex before = recording_->timeline().frame_before(frame);
    add_values(road_values(now, actors_at(before), *roads_.roads), out);
    last_ = frame;
    last_actors_ = std::move(now);
  }

  void decode_event(EventIndex event, PropertyTree& out) override {
    decoder_->decode_event(event, out);
  }

 protected:
  FrameDecoder& inner() { return *decoder_; }

  /// Adds the values to what was decoded for a time, which may be later than its frame's.
  void add_values_at(Seconds time, Frame& out) {
    const Timeline& timeline = recording_->timeline();
    RoadActors now = actors_in(out);
    now.time = std::max(time, timeline.time(out.index));
    const bool is_later = now.time > timeline.time(out.index);
    const FrameIndex before = is_later ? out.index : timeline.frame_before(out.index);
    add_values(road_values(now, actors_at(before), *roads_.roads), out);
  }

 private:
  RoadActors actors_in(const Frame& frame) const {
    return actors_on_roads(frame, *roads_.roads, roads_.placement);
  }

  /// Null for no frame.
  const RoadActors* actors_at(FrameIndex frame) {
    if (!frame.exists()) return nullptr;
    if (last_ != frame) last_actors_ = actors_in(cursor_before_.seek(frame));
    last_ = frame;
    return &last_actors_;
  }

  // Properties stand in one array: those of the frame move to another one, each actor's with its
  // values behind them.
  void add_values(const std::vector<RoadValuesOf>& values, Frame& out) {
    if (values.empty()) return;
    tree_.clear();
    out.properties = tree_.append_copy(out.tree, out.properties);
    auto next = values.begin();
    for (Entity& entity : out.entities) {
      const PropertyTree::Node first = tree_.size();
      tree_.append_copy(out.tree, entity.properties);
      entity.name = tree_.keep(entity.name);
      while (next != values.end() && next->entity < entity.index) ++next;
      if (next != values.end() && next->entity == entity.index) {
        append_road_values(next->values, file_name(roads_.path), *recording_, tree_);
      }
      entity.properties = tree_.since(first);
    }
    for (FrameEvent& event : out.events) {
      event.properties = tree_.append_copy(out.tree, event.properties);
    }
    std::swap(tree_, out.tree);
  }

  std::shared_ptr<const Recording> recording_;
  std::unique_ptr<FrameDecoder> decoder_;
  Cursor cursor_before_;
  const RoadsOfRecording& roads_;
  PropertyTree tree_;
  FrameIndex last_;
  RoadActors last_actors_;  ///< of `last_`
};

/// The same of a format that knows the state between frames.
class TimeDecoderWithRoads final : public DecoderWithRoads, public TimeDecoder {
 public:
  using DecoderWithRoads::DecoderWithRoads;

  void decode_at(Seconds time, Sampling sampling, Frame& out) override {
    dynamic_cast<TimeDecoder&>(inner()).decode_at(time, sampling, out);
    add_values_at(time, out);
  }
};

/// Copies the rows of another recording and decodes through its reader.
class ReaderWithRoads final : public Reader {
 public:
  ReaderWithRoads(std::shared_ptr<const Recording> from, RoadsOfRecording roads)
      : from_(std::move(from)), roads_(std::move(roads)) {}

  void index(RecordingBuilder& builder) override {
    PropertyTree details;
    from_->details(details);
    builder.set_details(details);
    builder.set_complete(from_->is_complete());
    visit_rows(*from_, [&](auto row) { add_row(builder, row); });
  }
  std::unique_ptr<FrameDecoder> decoder(const Recording&) const override {
    auto decoder = from_->reader().decoder(*from_);
    if (dynamic_cast<TimeDecoder*>(decoder.get()) != nullptr) {
      return std::make_unique<TimeDecoderWithRoads>(from_, std::move(decoder), roads_);
    }
    return std::make_unique<DecoderWithRoads>(from_, std::move(decoder), roads_);
  }
  CoordinateSystem coordinates(const Recording&, FrameIndex frame) const override {
    return from_->reader().coordinates(*from_, frame);
  }
  Result<ResourceData> read_resource(const Recording&, ResourceIndex resource) const override {
    return from_->reader().read_resource(*from_, resource);
  }
  std::vector<Secret> secrets() const override { return from_->reader().secrets(); }
  bool hides_secrets() const override { return from_->reader().hides_secrets(); }

 private:
  std::shared_ptr<const Recording> from_;
  RoadsOfRecording roads_;
};

}  // namespace

void append_road_values(const RoadValues& values, const std::string& source, const Recording& of,
                        PropertyTree& tree) {
  const auto number = [&](std::string_view name, const std::optional<double>& value,
                          const char* unit) {
    if (value) tree.number(name, *value, Precision::float64, unit);
  };
  const auto group = tree.open("road", PropertyType::group);
  tree.text("derived_from", tree.keep(source));
  tree.text("road", values.road);
  tree.integer("lane", values.place.lane);
  if (!values.lane_type.empty()) tree.text("lane_type", values.lane_type);
  number("s", values.place.s, "m");
  number("t", values.place.t, "m");
  number("lane_offset", values.place.offset, "m");
  number("distance", values.place.distance, "m");
  number("heading_error", values.heading_error, "rad");
  number("speed_along", values.speed_along, "m/s");
  if (!values.junction.empty()) tree.text("junction", values.junction);
  tree.integer("overlapping", values.place.overlapping);
  if (values.ahead.exists()) {
    tree.text("ahead", tree.keep(of.entity(values.ahead).id), PropertyType::entity);
  }
  number("gap", values.gap, "m");
  number("ttc", values.ttc, "s");
  tree.close(group);
}

std::shared_ptr<const Recording> RecordingOverRoads::with_values() {
  const std::lock_guard lock(making_);
  if (with_values_ == nullptr) with_values_ = with_roads(recording_, roads_);
  return with_values_;
}

std::shared_ptr<Recording> with_roads(std::shared_ptr<const Recording> recording,
                                      RoadsOfRecording roads) {
  RecordingInfo info = recording->info();
  std::shared_ptr<InputFile> file = recording->shared_file();
  const std::span<const MeaningChoice> chosen = recording->chosen_meanings();
  std::vector<MeaningChoice> meanings(chosen.begin(), chosen.end());
  auto made = std::make_shared<Recording>(
      std::move(file), std::make_unique<ReaderWithRoads>(std::move(recording), std::move(roads)),
      std::move(info));
  made->choose_meanings(std::move(meanings));
  made->index();
  return made;
}

}  // namespace scrubjay

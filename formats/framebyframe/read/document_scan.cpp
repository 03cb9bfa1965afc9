#include "formats/framebyframe/read/document_scan.h"

#include "formats/framebyframe/limits.h"
#include "formats/framebyframe/read/frame_beginning.h"
#include "formats/framebyframe/read/frames_ahead.h"
#include "formats/json/json_token.h"
#include "formats/json/json_walker.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::uint64_t kReportBytes = 1 << 22;

class DocumentScanner {
 public:
  DocumentScanner(std::string_view text, const ScanOptions& options)
      : walker_(text, options.begin), options_(options) {}

  DocumentScan run() {
    // Whole values one after another, with or without commas or line breaks between them.
    while (!walker_.at_end()) {
      walker_.take_commas();
      if (walker_.at_end()) break;
      if (!take_element(0)) break;
    }
    return std::move(scan_);
  }

 private:
  /// What an object turns out to be is known at its end only.
  struct Candidate {
    std::optional<double> type;
    std::optional<Container> container;
    std::optional<ScannedFrame> data;
    bool has_entities = false;
    ScannedFrame self;
  };

  // Each returns false where the scan has to end; `scan_` then says how.

  bool fail() {
    scan_.end = walker_.is_cut() ? TextEnd::cut : TextEnd::broken;
    scan_.end_offset = walker_.at();
    return false;
  }

  /// Something that is not JSON stands next, or the text ends.
  bool fail_here() {
    scan_.end = walker_.at_end() ? TextEnd::cut : TextEnd::broken;
    scan_.end_offset = walker_.at();
    return false;
  }

  bool go_on() {
    if (scan_.frames.size() >= options_.most_frames) {
      scan_.end = TextEnd::stopped;
      return false;
    }
    if (walker_.at() < next_report_) return true;
    next_report_ = walker_.at() + kReportBytes;
    if (!options_.keep_going || options_.keep_going(walker_.at())) return true;
    scan_.end = TextEnd::stopped;
    return false;
  }

  bool take_element(int nesting) {
    const char first = walker_.peek();
    if (first == '{') return take_object();
    if (first == '[' && nesting < limits::kDeepestArray) {
      walker_.take('[');
      return take_items([this, nesting] { return take_element(nesting + 1); });
    }
    return pass_over();
  }

  bool pass_over() {
    const auto value = walker_.value();
    if (!value) return fail();
    if (scan_.passed_over++ == 0) scan_.first_passed_over = value->begin;
    return true;
  }

  /// The rest of an array, whose items `take_item` takes.
  template <class TakeItem>
  bool take_items(TakeItem take_item) {
    for (bool is_first = true;; is_first = false) {
      const std::uint64_t before = walker_.at();
      const std::size_t commas = walker_.take_commas();
      const bool at_close = walker_.peek() == ']';
      if (commas != (is_first || at_close ? 0u : 1u)) {
        // A text that is cut may end behind a comma.
        if (walker_.at_end()) return fail_here();
        if (scan_.comma_faults++ == 0) scan_.first_comma_fault = before;
      }
      if (walker_.take(']')) return true;
      if (walker_.at_end()) return fail_here();
      if (!take_item() || !go_on()) return false;
    }
  }

  /// An object's members: `take_member(key)` takes the value.
  template <class TakeMember>
  bool take_members(TakeMember take_member) {
    if (!walker_.take('{')) return fail_here();
    if (walker_.take('}')) return true;
    while (true) {
      const auto key = walker_.key();
      if (!key) return fail();
      if (!take_member(*key)) return false;
      if (walker_.take('}')) return true;
      if (!walker_.take(',')) return fail_here();
    }
  }

  bool take_value(std::optional<ByteRange>& out) {
    out = walker_.value();
    return out ? true : fail();
  }

  bool take_token(std::string_view& out) {
    const auto value = walker_.value();
    if (!value) return fail();
    out = walker_.view(*value);
    return true;
  }

  /// An object that may be any of the containers or a frame.
  bool take_object() {
    const std::uint64_t begin = walker_.at();  // peeked at: no white space before it
    Candidate candidate;
    const bool is_whole =
        take_members([&](std::string_view key) { return take_top_member(key, candidate); });
    if (candidate.container && !scan_.container) scan_.container = candidate.container;
    if (!is_whole) {
      if (candidate.has_entities) {
        if (!scan_.container) scan_.container = Container::dump;
        if (scan_.end == TextEnd::cut) scan_.cut_frame = begin;
      }
      return false;
    }
    settle(candidate, {begin, walker_.at() - begin});
    return true;
  }

  void settle(const Candidate& candidate, ByteRange bytes) {
    if (candidate.container) return;
    if (candidate.data) {
      if (candidate.type.value_or(0) == 0) add_frame(*candidate.data, Container::message);
      // Other messages are about options and the camera (formats/framebyframe/README.md, 13).
      return;
    }
    if (candidate.has_entities) {
      ScannedFrame frame = candidate.self;
      frame.bytes = bytes;
      frame.is_bare = true;
      add_frame(frame, Container::dump);
      return;
    }
    if (candidate.type) return;
    if (scan_.passed_over++ == 0) scan_.first_passed_over = bytes.begin;
  }

  void add_frame(const ScannedFrame& frame, Container container) {
    if (!scan_.container) scan_.container = container;
    scan_.frames.push_back(frame);
  }

  bool take_top_member(std::string_view key, Candidate& candidate) {
    const char first = walker_.peek();
    if ((key == "rawFrames" || key == "frameData") && first == '[') {
      const Container container = key == "rawFrames" ? Container::raw : Container::saved;
      candidate.container = container;
      if (!scan_.container) scan_.container = container;
      walker_.take('[');
      const bool is_whole = take_items([this, container] { return take_frame(container); });
      ahead_.reset();
      beginning_ = {};
      return is_whole;
    }
    if (key == "data" && first == '{') return take_message_data(candidate);
    if (key == "resources" && first == '{') return take_resources();
    if (key == "layers") return take_value(scan_.layers);
    if (key == "scenes") return take_value(scan_.scenes);
    if (key == "comments") return take_value(scan_.comments);
    if (key == "entities") candidate.has_entities = true;
    std::string_view token;
    if (!take_token(token)) return false;
    if (key == "type") candidate.type = number_of_token(token);
    if (key == "version") take_version(token);
    note(key, token, candidate.self);
    return true;
  }

  void take_version(std::string_view token) {
    const auto version = number_of_token(token);
    if (version && *version >= 0 && *version <= 0xFFFFFFFF) {
      scan_.version = static_cast<std::uint32_t>(*version);
    }
  }

  /// Keeps what orders a frame, and what is asked of the first one.
  void note(std::string_view key, std::string_view token, ScannedFrame& frame) {
    frame.note(key, token);
    if (!scan_.frames.empty()) return;
    if (key == "coordSystem") scan_.coord_system = token;
    if (key == "scale") scan_.scale = token;
    if (key == "serverTime") scan_.server_time = token;
  }

  /// One frame's object, its members looked at for what orders it.
  bool take_frame_object(ScannedFrame& frame, bool& has_entities) {
    const std::uint64_t begin = walker_.at();
    const bool is_whole = take_members([&](std::string_view key) {
      std::string_view token;
      if (key == "entities") has_entities = true;
      if (!take_token(token)) return false;
      note(key, token, frame);
      return true;
    });
    if (!is_whole && scan_.end == TextEnd::cut) scan_.cut_frame = begin;
    frame.bytes = {begin, walker_.at() - begin};
    return is_whole;
  }

  bool take_message_data(Candidate& candidate) {
    ScannedFrame frame;
    bool has_entities = false;
    const bool is_whole = take_frame_object(frame, has_entities);
    if (has_entities && !scan_.container) scan_.container = Container::message;
    if (!is_whole) return false;
    if (has_entities) candidate.data = frame;
    return true;
  }

  bool take_frame(Container container) {
    const bool is_object = walker_.peek() == '{';
    const std::size_t begin = walker_.at();
    if (!is_object) return pass_over() || give_up_frame(begin);
    if (take_run()) return true;
    ScannedFrame frame;
    bool has_entities = false;
    if (take_frame_object(frame, has_entities)) {
      if (!beginning_.is_known()) {
        beginning_ = FrameBeginning(walker_.text(), begin);
      } else if (!goes_on(frame) && give_up_frame(begin)) {
        return true;
      }
      add_frame(frame, container);
      return true;
    }
    return give_up_frame(begin);
  }

  /// Takes the frames from here on that were found ahead; false where there are none.
  bool take_run() {
    if (!ahead_ && !look_ahead()) return false;
    const FrameRun* const run = ahead_->take(walker_.at());
    if (run == nullptr) return false;
    scan_.frames.insert(scan_.frames.end(), run->frames.begin(), run->frames.end());
    walker_.go_to(run->end);
    return true;
  }

  /// Behind the first frame of a text that is large enough to share it among threads.
  bool look_ahead() {
    const std::size_t left = walker_.text().size() - walker_.at();
    if (options_.threads < 2 || !beginning_.is_known() || left < 4 * options_.piece_bytes) {
      return false;
    }
    ahead_.emplace(walker_.text(), beginning_, walker_.at(), options_.threads,
                   options_.piece_bytes);
    return true;
  }

  /// Whether a frame ends where it should and the array goes on behind it. Damage may leave
  /// brackets open, and the frame takes the next ones in, or close them in the middle of it: then
  /// the rest of it stands there, which is no frame, or the array seems to end though frames come.
  bool goes_on(const ScannedFrame& frame) {
    const auto begin = static_cast<std::size_t>(frame.bytes.begin);
    const auto end = static_cast<std::size_t>(frame.bytes.begin + frame.bytes.size);
    if (may_hold_frames(frame.bytes.size, scan_.frames.back().bytes.size) &&
        find_frame(begin + 1, end) != kNoPlace) {
      return false;
    }
    JsonWalker ahead(walker_.text(), end);
    ahead.take_commas();
    if (ahead.peek() == '{' && beginning_.stands_at(ahead.at())) return true;
    if (ahead.at_end() || looks_ >= limits::kMostLooksForFrames) return true;
    ++looks_;
    if (ahead.peek() == ']') {
      const std::size_t next = beginning_.find(ahead.at(), walker_.text().size());
      return next == kNoPlace || beginning_.before(next) != ',';
    }
    if (ahead.peek() != '{') return ahead.pass_value() && (ahead.take(',') || ahead.take(']'));
    return may_be_frame(ahead);
  }

  /// A frame does not end where it should. The next ones are whole, and only this one has to be
  /// repaired.
  bool give_up_frame(std::size_t begin) {
    if (scan_.frames_given_up >= limits::kMostFramesGivenUp) return false;
    const std::size_t next = next_frame(begin);
    if (next == kNoPlace) return false;
    ++scan_.frames_given_up;
    scan_.end = TextEnd::whole;
    scan_.cut_frame.reset();
    const std::size_t last = walker_.text().find_last_not_of(", \t\r\n", next - 1);
    scan_.frames.push_back({.bytes = {begin, last + 1 - begin}});
    walker_.go_to(last + 1);
    return true;
  }

  /// Behind the one that begins at `begin`: where a whole frame begins as frames do, or else a line
  /// that closes the array.
  std::size_t next_frame(std::size_t begin) {
    const std::string_view text = walker_.text();
    if (!beginning_.is_known()) beginning_ = FrameBeginning(text, begin);
    const std::size_t next = find_frame(begin + 1, text.size());
    if (next != kNoPlace || looks_ >= limits::kMostLooksForFrames) return next;
    const std::size_t line_end = text.find('\n', begin);
    return JsonWalker(text, line_end == kNoPlace ? text.size() : line_end).peek() == ']' ? line_end
                                                                                         : kNoPlace;
  }

  /// The first whole frame that begins in [from, end) as frames do; kNoPlace where there is none.
  std::size_t find_frame(std::size_t from, std::size_t end) {
    for (std::size_t at = beginning_.find(from, end); at != kNoPlace;
         at = beginning_.find(at + 1, end)) {
      if (looks_ >= limits::kMostLooksForFrames) return kNoPlace;
      ++looks_;
      if (is_whole_frame(walker_.text(), at)) return at;
    }
    return kNoPlace;
  }

  /// An object with nothing in it is a frame where one has to stand, too.
  static bool may_be_frame(JsonWalker ahead) {
    bool is_empty = true;
    bool is_one = false;
    const bool is_whole = ahead.members([&](std::string_view key) {
      is_empty = false;
      is_one = is_one || key == "frameId" || key == "serverTime" || key == "entities" ||
               key == "clientId" || key == "elapsedTime";
      return ahead.pass_value();
    });
    return is_whole && (is_one || is_empty);
  }

  bool take_resources() {
    return take_members([&](std::string_view key) {
      const auto value = walker_.value();
      if (!value) return fail();
      scan_.resources.push_back({key, *value});
      return go_on();
    });
  }

  JsonWalker walker_;
  const ScanOptions& options_;
  DocumentScan scan_;
  FrameBeginning beginning_;          ///< of the frames of the array that is being walked
  std::optional<FramesAhead> ahead_;  ///< in it
  std::size_t looks_ = 0;             ///< for whole frames, beside the walk
  std::uint64_t next_report_ = kReportBytes;
};

}  // namespace

DocumentScan scan_document(std::string_view text, const ScanOptions& options) {
  return DocumentScanner(text, options).run();
}

}  // namespace scrubjay::framebyframe

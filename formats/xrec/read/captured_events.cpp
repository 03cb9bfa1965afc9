#include "formats/xrec/read/captured_events.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace scrubjay::xrec {

bool EventPacketReader::open(const EventPacket& packet, Problems& problems) {
  problems.begin(packet.offset);
  header_ = packet.header;
  next_element_ = 0;
  found_ = 0;
  bad_texts_reported_ = 0;
  is_open_ = false;
  is_rest_lost_ = false;
  is_finished_ = false;
  range_.reset();
  const auto bytes = decompressor_.decompress(static_cast<Compression>(header_.compression),
                                              packet.block, header_.block_bytes);
  if (!bytes) {
    problems.add(code::kDecompressFailed, [&] {
      return "A packet cannot be decompressed; its events are lost. " + bytes.error();
    });
    return false;
  }
  if (is_nrbf() ? !open_nrbf(*bytes, problems) : !open_block(*bytes, problems)) return false;
  is_open_ = true;
  has_valid_range_ = header_.has_valid_range();
  if (!has_valid_range_) {
    problems.add(code::kBadRange, [] {
      return std::string(
          "A packet's range of frames or times is no range; that of its events is taken.");
    });
  }
  return true;
}

bool EventPacketReader::open_block(Bytes bytes, Problems& problems) {
  const auto lost = [&](const std::string& why) {
    problems.add(code::kBadEventPacket,
                 [&] { return "An event packet cannot be read; its events are lost. " + why; });
    return false;
  };
  if (!block_.open(bytes)) {
    return lost("At byte " + std::to_string(block_.error().at) +
                " of its block: " + block_.error().what + ".");
  }
  if (header_.events > block_.most_events_left()) {
    return lost("It promises " + std::to_string(header_.events) +
                " events, more than its block can hold.");
  }
  report_bad_texts(problems);
  return true;
}

bool EventPacketReader::open_nrbf(Bytes bytes, Problems& problems) {
  if (!graph_.decode(bytes)) {
    problems.add(code::kBadNrbf, [&] {
      return "An NRBF stream cannot be read; its events are lost. At byte " +
             std::to_string(graph_.error().at) + " of its block: " + graph_.error().what + ".";
    });
    return false;
  }
  classes_.reset(graph_);
  if (!elements_.open(graph_)) {
    // One event stands for all: how many there were cannot be told.
    report_bad_event(elements_.error().at, elements_.error().what, problems);
    found_ = 1;
    is_rest_lost_ = true;
  }
  return true;
}

bool EventPacketReader::next(CapturedEvent& event, Problems& problems) {
  if (!is_open_ || is_finished_) return false;
  const bool found = is_nrbf() ? next_in_nrbf(event, problems) : next_in_block(event, problems);
  if (!is_nrbf()) report_bad_texts(problems);
  if (found) {
    note(event, problems);
  } else {
    finish(problems);
  }
  return found;
}

bool EventPacketReader::next_in_block(CapturedEvent& event, Problems& problems) {
  EventHead head;
  while (true) {
    const Block::Step step = block_.next(head);
    if (step == Block::Step::end) return false;
    ++found_;
    if (step == Block::Step::event && fill(head, event)) return true;
    report_bad_event(block_.error().at, block_.error().what, problems);
    if (step == Block::Step::lost) {
      is_rest_lost_ = true;
      return false;
    }
  }
}

bool EventPacketReader::fill(const EventHead& head, CapturedEvent& event) {
  if (!block_.read_known(head, event.known)) return false;
  event.type_name = block_.type_name(head.type);
  event.assembly = block_.assembly(head.type);
  event.frame = head.frame;
  event.rtss = head.rtss;
  event.place = head.place;
  return true;
}

bool EventPacketReader::next_in_nrbf(CapturedEvent& event, Problems& problems) {
  while (next_element_ < elements_.size()) {
    const std::uint32_t element = next_element_++;
    if (elements_.is_null(graph_, element)) continue;
    ++found_;
    const auto object = elements_.instance(graph_, element);
    if (!object) {
      report_bad_event(elements_.place(graph_, element), "it is no class record", problems);
      continue;
    }
    const Missing missing = fill(*object, event);
    event.place = element;
    if (!std::isfinite(event.rtss)) {
      report_bad_event(elements_.place(graph_, element), "its time is not finite", problems);
      continue;
    }
    if (missing.frame || missing.time) {
      problems.add(code::kEventTimeMissing, [&] {
        return std::string("An event has no ") +
               (!missing.time    ? "frame"
                : !missing.frame ? "time"
                                 : "frame and no time") +
               "; its packet's begin is taken.";
      });
    }
    return true;
  }
  return false;
}

EventPacketReader::Missing EventPacketReader::fill(std::uint32_t row, CapturedEvent& event) {
  const NrbfObject& object = graph_.object(row);
  const NrbfClass& type = graph_.class_of(object);
  const NrbfClassPlan& plan = classes_.plan(graph_, object.type);
  event.type_name = graph_.text(type.name);
  event.assembly = graph_.text(type.library);
  const auto frame = frame_of(graph_, plan, object);
  const auto time = time_of(graph_, plan, object);
  event.frame = frame.value_or(header_.frame_begin);
  event.rtss = time.value_or(header_.rtss_begin);
  event.known = known_fields(graph_, classes_, object);
  return {!frame, !time};
}

PropertyRange EventPacketReader::properties(std::uint32_t place, PropertyTree& tree) {
  const auto mark = tree.size();
  if (!is_open_) return tree.since(mark);
  if (is_nrbf()) {
    const auto object = place < elements_.size() ? elements_.instance(graph_, place) : std::nullopt;
    if (object) nrbf_tree_.build(graph_, classes_, *object, tree);
    return tree.since(mark);
  }
  const std::uint32_t back = block_.place();
  EventHead head;
  KnownFields known;
  block_.seek(place);
  // The fields are checked first, so that no half of an event stays in the tree.
  if (block_.next(head) == Block::Step::event && block_.read_known(head, known)) {
    block_.build(head, tree);
  }
  block_.seek(back);
  // What is read again is not reported again.
  bad_texts_reported_ = block_.bad_texts();
  return tree.since(mark);
}

std::optional<Bytes> EventPacketReader::raw_fields(std::uint32_t place,
                                                   std::span<const Kind> kinds) {
  if (!is_open_ || is_nrbf()) return std::nullopt;
  const std::uint32_t back = block_.place();
  EventHead head;
  block_.seek(place);
  const bool found = block_.next(head) == Block::Step::event;
  block_.seek(back);
  if (!found || !std::ranges::equal(block_.type(head.type).fields, kinds, {}, &FieldType::kind)) {
    return std::nullopt;
  }
  return head.fields;
}

void EventPacketReader::report_bad_texts(Problems& problems) {
  for (; bad_texts_reported_ < block_.bad_texts(); ++bad_texts_reported_) {
    problems.add(code::kBadUtf8,
                 [] { return std::string("A text is not UTF-8; what is wrong shows as U+FFFD."); });
  }
}

void EventPacketReader::report_bad_event(std::uint64_t at, const char* why,
                                         Problems& problems) const {
  problems.add(code::kBadEvent, [&] {
    return "The event at byte " + std::to_string(at) + " of its packet's block is lost: " + why +
           ".";
  });
}

void EventPacketReader::note(const CapturedEvent& event, Problems& problems) {
  if (!range_) range_ = EventRange{event.frame, event.frame, event.rtss, event.rtss};
  range_->frame_begin = std::min(range_->frame_begin, event.frame);
  range_->frame_end = std::max(range_->frame_end, event.frame);
  range_->rtss_begin = std::min(range_->rtss_begin, event.rtss);
  range_->rtss_end = std::max(range_->rtss_end, event.rtss);
  if (!has_valid_range_) return;
  if (event.frame < header_.frame_begin || event.frame > header_.frame_end ||
      event.rtss < header_.rtss_begin || event.rtss > header_.rtss_end) {
    problems.add(code::kEventOutsideRange, [] {
      return std::string("An event is outside its packet's range of frames and times.");
    });
  }
}

void EventPacketReader::finish(Problems& problems) {
  is_finished_ = true;
  if (is_rest_lost_ || found_ == header_.events) return;
  problems.add(code::kEventCount, [&] {
    return "A packet promises " + std::to_string(header_.events) + " events and holds " +
           std::to_string(found_) + ".";
  });
}

}  // namespace scrubjay::xrec

#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/carla/write/writer.h"
#include "tests/formats/recording_facts.h"

namespace scrubjay::carla {

/// Bytes of a little-endian file, put together by hand, wrong ones too.
class RawBytes {
 public:
  template <class... Numbers>
  requires(std::is_arithmetic_v<Numbers>&&...) RawBytes& put(Numbers... numbers) {
    (append(&numbers, sizeof(numbers)), ...);
    return *this;
  }
  RawBytes& text(std::string_view text) {
    put(static_cast<std::uint16_t>(text.size()));
    append(text.data(), text.size());
    return *this;
  }
  RawBytes& zeros(std::size_t count) {
    bytes_.resize(bytes_.size() + count);
    return *this;
  }
  RawBytes& add(const RawBytes& other) {
    append(other.bytes_.data(), other.bytes_.size());
    return *this;
  }
  RawBytes& header(std::string_view map = "Town01", std::int64_t date = 1637671165) {
    return put(std::uint16_t{1}).text(kMagic).put(date).text(map);
  }
  RawBytes& packet(int id, const RawBytes& body = {}) {
    return put(static_cast<std::uint8_t>(id), static_cast<std::uint32_t>(body.size())).add(body);
  }
  RawBytes& frame_start(std::uint64_t id, double elapsed, double duration = 0.05) {
    return packet(0, RawBytes().put(id, duration, elapsed));
  }
  RawBytes& frame_end() { return packet(1); }

  std::size_t size() const { return bytes_.size(); }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  void append(const void* data, std::size_t size);

  std::vector<std::byte> bytes_;
};

/// A list packet's body: the count, then the records.
RawBytes list_of(std::size_t count, const RawBytes& records = {});
/// A float32 EventAdd record at `x`, 0, 0 without attributes.
RawBytes raw_add(std::uint32_t id, std::string_view description, float x = 0, int type = 0);
/// A float32 Position record.
RawBytes raw_position(std::uint32_t id, float x, float y = 0, float z = 0, float yaw = 0);

/// What `fill` writes.
std::vector<std::byte> written(const std::function<void(Writer&)>& fill,
                               const WriterOptions& options = {.map = "Town01",
                                                               .date = 1637671165});
/// An actor at a place; a shorthand for tests that write many.
EventAdd actor(std::uint32_t id, std::string_view description, ActorType type = ActorType::other,
               const glm::dvec3& location = glm::dvec3(0.0),
               const glm::dvec3& rotation = glm::dvec3(0.0));

/// Opened and indexed. Fails the test when it does not open.
std::shared_ptr<Recording> indexed(std::vector<std::byte> bytes);
std::shared_ptr<Recording> indexed(const RawBytes& bytes);

/// A frame of a recording and where in it things are.
class Sought {
 public:
  Sought(const std::shared_ptr<Recording>& recording, std::size_t frame);

  const Frame& frame() const { return cursor_.frame(); }
  /// The living entity with that actor id, or null.
  const Entity* entity(std::string_view id) const;
  /// The property of an actor, or, with an empty id, of the frame; null when there is none.
  const PropertyNode* property(std::string_view id, std::string_view path) const;
  /// Not a number when there is none.
  double number(std::string_view id, std::string_view path) const;
  /// "(none)" when there is none.
  std::string text(std::string_view id, std::string_view path) const;
  std::vector<double> numbers(std::string_view id, std::string_view path) const;
  /// The text of an event's property; numbers as text.
  std::string event_text(std::size_t event, std::string_view path) const;
  std::vector<double> event_numbers(std::size_t event, std::string_view path) const;
  /// Ids of living actors, joined by blanks.
  std::string living() const;
  /// Names of the frame's events with their actors' ids: "added 1, deleted 2".
  std::string events() const;

 private:
  std::string value_text(const PropertyNode& node) const;

  std::shared_ptr<Recording> recording_;
  Cursor cursor_;
};

}  // namespace scrubjay::carla

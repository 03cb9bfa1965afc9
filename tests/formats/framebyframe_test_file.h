#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/recording_facts.h"

namespace scrubjay::framebyframe {

/// The text of an entity's object. `user` and `events` are the items of its arrays.
struct EntityText {
  std::int64_t id = 1;
  std::int64_t parent = 0;
  std::string name = "Crate";
  std::string user = {};
  std::string events = {};

  std::string text() const;
};

/// The text of a frame's object.
struct FrameTextMaker {
  std::int64_t frame_id = 1;
  std::int64_t client = 0;
  std::string tag = "Server";
  double server_time = 0;  ///< ms
  std::vector<EntityText> entities = {};
  bool entities_as_map = false;
  std::string extra = {};  ///< members with a comma behind each

  std::string text() const;
};

std::string event_text(std::string_view name, std::string_view tag, int idx);
/// `{"type":1,"version":4,"rawFrames":[...]}`
std::string raw_text(const std::vector<std::string>& frames, int version = 4);
/// A saved recording; `extra`: more members, with a comma before each.
std::string saved_text(const std::vector<std::string>& frames, std::string_view extra = {});
std::string message_text(std::string_view frame);
/// gzip.
std::vector<std::byte> gzipped(std::string_view text);
/// gzip and base64, as the application saves.
std::string saved_compressed(std::string_view text);

/// Opened as this format and indexed. Fails the test when it does not open.
std::shared_ptr<Recording> indexed(std::string_view text);
std::shared_ptr<Recording> indexed_bytes(std::vector<std::byte> bytes);

/// One value of the details: a text or a number; "(none)" when it is not there.
std::string detail(const Recording& recording, std::string_view path);
/// "id name" of each entity that `frame` holds, decoded, joined by commas.
std::string entities_at(const std::shared_ptr<Recording>& recording, std::size_t frame);
/// Ids of the entities that live at `frame` by the index, ascending, joined by blanks.
std::string living_at(const Recording& recording, std::size_t frame);

}  // namespace scrubjay::framebyframe

#include "tests/formats/flecs_test_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/number_text.h"
#include "formats/flecs/flecs.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"

namespace scrubjay::flecs {

namespace {

std::shared_ptr<Recording> indexed(std::shared_ptr<InputFile> file) {
  auto opened = kFormat.open(std::move(file));
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

std::string path_of(const std::string& path) {
  return std::string(SCRUBJAY_SHARED_DATA) + "/flecs/" + path;
}

}  // namespace

std::shared_ptr<Recording> recording_of(std::string_view text) {
  return indexed(InputFile::from_memory("made.ndjson", bytes_of(text)));
}

std::shared_ptr<Recording> read_with(std::string_view text, const ReadOptions& options) {
  EXPECT_FALSE(check_read_options(kFormat, options));
  auto opened = kFormat.open(InputFile::from_memory("made.ndjson", bytes_of(text)), options);
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

std::shared_ptr<Recording> shared_recording(const std::string& path) {
  auto file = InputFile::open(path_of(path), folder_extensions());
  return file ? indexed(*file) : nullptr;
}

std::string shared_text(const std::string& path) { return file_text(path_of(path)); }

std::string events_text(const Recording& recording) {
  std::string text;
  PropertyTree tree;
  const auto decoder = recording.reader().decoder(recording);
  for (std::size_t i = 0; i < recording.event_count(); ++i) {
    const EventInfo event = recording.event(EventIndex(i));
    text += std::to_string(event.frame.value) + " " + std::string(event.name) + " ";
    text += event.entity.exists() ? recording.entity(event.entity).id : std::string_view("-");
    tree.clear();
    decoder->decode_event(EventIndex(i), tree);
    for (const PropertyNode& node : tree.nodes()) text += " " + std::string(node.text_value());
    text += "\n";
  }
  return text;
}

std::string value_of(const Recording& recording, const Frame& frame, std::string_view id,
                     std::string_view path) {
  const Entity* entity = entity_of(recording, frame, id);
  if (entity == nullptr) return "no entity";
  const auto found = find_path(frame.tree, entity->properties, path);
  if (!found) return "-";
  const PropertyNode& node = frame.tree[*found];
  if (is_text(node.type)) return std::string(node.text_value());
  if (node.type == PropertyType::boolean) return node.boolean ? "true" : "false";
  if (node.type == PropertyType::number) return number_text(node.number);
  if (node.type == PropertyType::integer) {
    return node.is_unsigned ? std::to_string(node.unsigned_integer) : std::to_string(node.integer);
  }
  if (!has_numbers(node.type)) return std::string(to_text(node.type));
  std::string text = "[";
  for (const double number : frame.tree.numbers_of(node)) {
    if (text.size() > 1) text += ", ";
    text += number_text(number);
  }
  return text + "]";
}

}  // namespace scrubjay::flecs

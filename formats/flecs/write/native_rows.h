#pragma once

#include <string>
#include <vector>

#include "formats/flecs/read/decoder.h"
#include "formats/flecs/write/row_writer.h"

namespace scrubjay::flecs {

/// Rows for the entities of recordings of this format: what their documents say, in the form of 4.x
/// (formats/flecs/README.md, 8.1, 8.3), the values as they stand there.
class NativeRows {
 public:
  NativeRows(const WritePlan& plan, Decoder& decoder, LossCounts& losses)
      : plan_(plan), decoder_(decoder), losses_(losses) {}

  /// The frame that the decoder has decoded last.
  void begin(const Frame& frame);
  void write(std::string& out, std::size_t place);

 private:
  using Item = Snapshot::Item;

  void facts(JsonWriter& json, const Snapshot::Entity& entity);
  template <class Accept>
  void parts(JsonWriter& json, const Snapshot::Entity& entity, Accept accept,
             const Transform* place = nullptr);
  bool lacks_somebody_above(const Entity& entity) const;
  void inherited(JsonWriter& json, const Snapshot::Entity& entity);
  void schemas(JsonWriter& json, const Snapshot::Entity& entity);
  bool has_order_of_rows(const Snapshot::Entity& entity);

  const WritePlan& plan_;
  Decoder& decoder_;
  LossCounts& losses_;
  const Frame* frame_ = nullptr;
  WrittenPaths paths_;
  std::vector<const Item*> items_;  ///< of one entity, for has_order_of_rows
};

}  // namespace scrubjay::flecs

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "core/property_tree.h"
#include "formats/mcap/read/json_values.h"
#include "formats/mcap/read/protobuf_schema.h"
#include "formats/mcap/read/wire_reader.h"

namespace scrubjay::mcap {

/// Makes properties of Protobuf messages by their schema. One a thread; steady use allocates
/// nothing of its own. Schemas must outlive the properties.
class ProtobufValues {
 public:
  /// Appends the fields of a message with numbers from `first_field` on as properties, in the order
  /// of the schema. What can be read of a damaged message is there.
  MessageOutcome append(PropertyTree& tree, const ProtoSchema& schema, std::uint32_t message,
                        Bytes bytes, std::uint32_t first_field = 0);

 private:
  struct Found {
    std::uint32_t field;  ///< row in its message
    WireField wire;
  };

  void fields(std::uint32_t message, std::size_t first, std::uint32_t first_field, int depth);
  /// Puts what stands in `bytes` behind `found_`. Those with numbers below `first_field` may be
  /// unknown.
  void collect(const ProtoMessage& message, Bytes bytes, std::uint32_t first_field = 0);
  void sort_from(std::size_t first);
  void keep_last_of_oneofs(const ProtoMessage& message, std::size_t first);
  void field(const ProtoField& field, std::size_t first, std::size_t end, int depth);
  void absent(const ProtoField& field);
  void absent_value(const ProtoMessage& entry, std::string_view key, int depth);
  bool has_wide(const ProtoField& field, std::size_t first, std::size_t end);
  void single(const ProtoField& field, std::string_view name, std::size_t first, std::size_t end,
              int depth);
  void repeated(const ProtoField& field, std::string_view name, std::size_t first, std::size_t end,
                int depth);
  void map(const ProtoField& field, std::string_view name, std::size_t first, std::size_t end,
           int depth);
  void message(const ProtoField& field, std::string_view name, std::size_t first, std::size_t end,
               PropertyType type, int depth);
  void known(KnownValue known, std::string_view name, std::size_t first, std::size_t end);
  void scalar(const ProtoField& field, std::string_view name, const WireField& wire);
  void text(const ProtoField& field, std::string_view name, Bytes bytes);
  /// Each element of a field of numbers, packed or not.
  template <class Visit>
  void each_element(const ProtoField& field, std::size_t first, std::size_t end, Visit visit);
  bool is_full();
  /// The worst counts.
  void note(MessageOutcome outcome) { outcome_ = std::max(outcome_, outcome); }
  void damage() { note(MessageOutcome::damaged); }

  PropertyTree* tree_ = nullptr;
  const ProtoSchema* schema_ = nullptr;
  PropertyTree::Node first_node_ = 0;
  MessageOutcome outcome_ = MessageOutcome::whole;
  std::vector<Found> found_;  ///< of all messages that are being read, the innermost last
  std::map<std::uint32_t, std::uint32_t> last_of_oneofs_;  ///< row of the field
  std::vector<double> numbers_;
};

}  // namespace scrubjay::mcap

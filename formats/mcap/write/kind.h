#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/mcap/descriptor.h"
#include "formats/mcap/wire.h"
#include "formats/mcap/write/container.h"
#include "formats/mcap/write/names.h"
#include "formats/mcap/write/seen_properties.h"

namespace scrubjay::mcap {

/// How a value stands on the wire.
enum class Value : std::uint8_t {
  boolean,
  int64,
  uint64,
  decimal,  ///< an integer as text
  number,
  text,
  bytes,
  vec2,
  vec3,
  vec4,
  quat,
  color,
  numbers,  ///< repeated double
  points,
  message,
  json,  ///< text
};

struct MessagePlan;

/// One of the fields that a property has, one for each of its types that needs one.
struct FieldPlan {
  std::uint32_t forms = 0;  ///< those that it takes
  std::uint32_t number = 0;
  Value value = Value::json;
  bool is_repeated = false;                   ///< a list of such values
  std::shared_ptr<MessagePlan> message = {};  ///< of `Value::message`
};

struct PropertyPlan {
  SeenProperties::Node node = 0;
  std::string_view name;   ///< as the source has it
  bool is_single = false;  ///< never beside another one of that name
  std::vector<FieldPlan> fields;
};

/// What properties below one node become.
struct MessagePlan {
  std::string name;
  SeenProperties::Node node = 0;
  std::vector<PropertyPlan> properties;  ///< ascending by node

  const PropertyPlan* find(SeenProperties::Node property) const;
};

/// A kind of entity, or frames: a package of messages of its own, made from the properties that its
/// entities have.
struct Kind {
  std::string package;  ///< "scrubjay.vehicle"
  MessagePlan state;    ///< of the properties
  FileDescriptor file;
  TextMap names;  ///< what the fields' names do not say (formats/mcap/README.md, 5.5)
  std::uint64_t renamed = 0;
  bool loses_nothing = false;  ///< null or a list of nothing that the way back does not know
  std::uint64_t of_several_types = 0;
  std::uint64_t as_json = 0;
};

/// Properties get the numbers from `kFirstProperty` on.
inline constexpr std::uint32_t kFirstProperty = 16;

/// Of entities; `word`: of the package. `has_table`: with a message of many states.
Kind entity_kind(const SeenProperties& names, const SeenProperties::Forms& forms,
                 const std::string& word, bool has_table);
Kind frame_kind(const SeenProperties& names, const SeenProperties::Forms& forms);

/// Writes properties that stand beside each other as the fields of one message.
class FieldWriter {
 public:
  /// `walk` is of the thread that calls.
  FieldWriter(MessageWriter& out, const PropertyTree& tree, const MessagePlan& plan,
              SeenProperties::Walk& walk);

  /// What follows are fields of a record, a table or a shape, in which `show` states no types.
  void enter_record() { is_in_record_ = true; }
  /// The next ones: whole subtrees. False where what becomes of them may depend on those before.
  bool write(PropertyRange range);
  /// The property that is likely to come next: they mostly stand in the plan's order.
  const PropertyPlan* next() const { return next_; }
  void expect(const PropertyPlan* next) { next_ = next; }

 private:
  const PropertyPlan* find(std::string_view name);

  MessageWriter& out_;
  const PropertyTree& tree_;
  const MessagePlan& plan_;
  SeenProperties::Walk& walk_;
  const std::uint64_t group_;
  const PropertyPlan* next_;
  bool is_in_record_ = false;
};

/// The message's `x`, `y`, `z`, ... or `r`, `g`, `b`, `a`.
void write_vector(MessageWriter& out, std::uint32_t field, std::span<const double> values);

}  // namespace scrubjay::mcap

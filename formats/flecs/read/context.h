#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

#include "formats/flecs/component_id.h"
#include "formats/flecs/read/document.h"
#include "formats/flecs/read/schema.h"

namespace scrubjay::flecs {

/// What the top of a document says of all its results (formats/flecs/README.md, 7.1, 8.2).
class Context {
 public:
  /// A field of a query.
  struct Field {
    const ComponentId* id = nullptr;  ///< null: nothing tells
    const Schema* schema = nullptr;   ///< of `field_info`; else it is looked up by the id
    bool is_not = false;              ///< a term that must not match
    std::string source;  ///< path of the entity that a term is fixed to; empty: the matched one
  };

  /// Takes what it needs out of `top`; `components` must live as long.
  void read(const simdjson::dom::element& top, DocumentKind kind, const DocumentTraits& traits,
            ComponentTable& components);

  DocumentKind kind() const { return kind_; }
  const DocumentTraits& traits() const { return traits_; }
  const std::vector<Field>& fields() const { return fields_; }
  /// Components that `type_info` of a query tells of, in its order, where nothing says of which
  /// ones the fields are; else none.
  const std::vector<const ComponentId*>& types() const { return types_; }
  const Schema* schema_of(const ComponentId& id) const { return schemas_.find(id.text); }

 private:
  void read_fields(const simdjson::dom::object& top, ComponentTable& components);
  void add_types(const simdjson::dom::element& type_info, ComponentTable& components);
  void read_terms(const simdjson::dom::object& top, ComponentTable& components);
  void read_schemas(const simdjson::dom::object& top, ComponentTable& components);
  Field& field(std::size_t i);

  DocumentKind kind_ = DocumentKind::empty_result;
  DocumentTraits traits_;
  std::vector<Field> fields_;
  std::vector<Schema> field_schemas_;
  std::vector<const ComponentId*> types_;
  std::vector<std::string> variables_;
  SchemaTable schemas_;
};

/// The id that stands there, in any of the forms of formats/flecs/README.md, 3.4; null for 0 and
/// what is no id.
const ComponentId* read_id(const simdjson::dom::element& source, ComponentTable& components);

/// The text of a string; of a number its digits, in `scratch`; "" for others.
std::string_view text_or_number(const simdjson::dom::element& source, std::string& scratch);

}  // namespace scrubjay::flecs

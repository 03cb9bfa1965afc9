#include "formats/flecs/read/context.h"

#include <unordered_set>

#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {

namespace {

using simdjson::SUCCESS;
using simdjson::dom::element;
using simdjson::dom::element_type;

}  // namespace

std::string_view text_or_number(const element& source, std::string& scratch) {
  std::string_view text;
  if (source.get_string().get(text) == SUCCESS) return text;
  std::uint64_t number = 0;
  if (source.get_uint64().get(number) != SUCCESS) return {};
  scratch = std::to_string(number);
  return scratch;
}

const ComponentId* read_id(const element& source, ComponentTable& components) {
  std::string_view text;
  if (source.get_string().get(text) == SUCCESS) return &components.get(text);
  simdjson::dom::array parts;
  if (source.get_array().get(parts) != SUCCESS) return nullptr;
  IdText id;
  std::string first;
  std::string second;
  std::size_t n = 0;
  for (const element part : parts) {
    if (n == 0) {
      id.first = text_or_number(part, first);
    } else if (n == 1) {
      // 0 stands beside a flag: no pair.
      id.is_pair = part.type() == element_type::STRING;
      if (id.is_pair) id.second = text_or_number(part, second);
    } else if (n == 2 && part.type() == element_type::STRING) {
      std::string_view flag;
      if (part.get_string().get(flag) == SUCCESS) id.flag = flag;
    }
    ++n;
  }
  if (id.first.empty()) return nullptr;
  return &components.get(id);
}

Context::Field& Context::field(std::size_t i) {
  if (i >= fields_.size()) fields_.resize(i + 1);
  return fields_[i];
}

void Context::read(const element& top, DocumentKind kind, const DocumentTraits& traits,
                   ComponentTable& components) {
  kind_ = kind;
  traits_ = traits;
  fields_.clear();
  field_schemas_.clear();
  types_.clear();
  variables_.clear();
  schemas_.clear();
  simdjson::dom::object object;
  if (top.get_object().get(object) != SUCCESS) return;
  if (!is_entity(kind)) {
    read_fields(object, components);
    read_terms(object, components);
    for (const char* key : {"vars", "variables"}) {
      simdjson::dom::array names;
      if (!variables_.empty() || object.at_key(key).get_array().get(names) != SUCCESS) continue;
      for (const element name : names) {
        std::string_view text;
        variables_.emplace_back(name.get_string().get(text) == SUCCESS ? text : "");
      }
    }
  }
  read_schemas(object, components);
}

void Context::read_fields(const simdjson::dom::object& top, ComponentTable& components) {
  simdjson::dom::array ids;
  if (top.at_key("ids").get_array().get(ids) == SUCCESS) {
    std::size_t i = 0;
    for (const element id : ids) field(i++).id = read_id(id, components);
  }
  simdjson::dom::array infos;
  if (top.at_key("field_info").get_array().get(infos) != SUCCESS) return;
  field_schemas_.reserve(infos.size());  // fields point into it
  std::size_t i = 0;
  for (const element info : infos) {
    Field& known = field(i++);
    simdjson::dom::object members;
    if (info.get_object().get(members) != SUCCESS) continue;
    element value;
    if (members.at_key("id").get(value) == SUCCESS) known.id = read_id(value, components);
    bool is_not = false;
    if (members.at_key("not").get_bool().get(is_not) == SUCCESS) known.is_not = is_not;
    if (members.at_key("schema").get(value) != SUCCESS) continue;
    if (std::optional<Schema> schema = read_schema(value)) {
      field_schemas_.push_back(std::move(*schema));
      known.schema = &field_schemas_.back();
    }
  }
}

/// Terms tell sources and, where there is no field_info, ids.
void Context::read_terms(const simdjson::dom::object& top, ComponentTable& components) {
  simdjson::dom::array terms;
  simdjson::dom::object info;
  if (top.at_key("query_info").get_object().get(info) != SUCCESS ||
      info.at_key("terms").get_array().get(terms) != SUCCESS) {
    return;
  }
  // A chain of "or" terms is one field.
  std::size_t i = 0;
  for (const element term : terms) {
    simdjson::dom::object members;
    if (term.get_object().get(members) != SUCCESS) return;
    simdjson::dom::object first;
    simdjson::dom::object source;
    if (members.at_key("first").get_object().get(first) == SUCCESS && field(i).id == nullptr) {
      if (const std::string_view id = string_member(first, "entity"); !id.empty()) {
        field(i).id = &components.get(id);
      }
    }
    if (members.at_key("src").get_object().get(source) == SUCCESS) {
      field(i).source = with_dots(string_member(source, "entity"));
    }
    if (string_member(members, "oper") != "or") ++i;
  }
}

/// Each one once, however often its key comes.
void Context::add_types(const element& type_info, ComponentTable& components) {
  simdjson::dom::object members;
  if (type_info.get_object().get(members) != SUCCESS) return;
  std::unordered_set<const ComponentId*> known;
  for (const auto& member : members) {
    const ComponentId& id = components.get(member.key);
    if (known.insert(&id).second) types_.push_back(&id);
  }
}

void Context::read_schemas(const simdjson::dom::object& top, ComponentTable& components) {
  element type_info;
  if (top.at_key("type_info").get(type_info) == SUCCESS) {
    schemas_.add_all(type_info);
    if (kind_ == DocumentKind::query_rows4 && fields_.empty()) add_types(type_info, components);
    simdjson::dom::array parallel;
    if (!is_entity(kind_) && type_info.get_array().get(parallel) == SUCCESS) {
      // As the 3.x manual has it: an array beside the ids (formats/flecs/README.md, 5).
      std::size_t i = 0;
      for (const element schema : parallel) {
        if (i < fields_.size() && fields_[i].id != nullptr)
          schemas_.add(fields_[i].id->text, schema);
        ++i;
      }
    }
  }
}

}  // namespace scrubjay::flecs

#include "formats/flecs/component_id.h"

#include <array>

#include "core/text.h"

namespace scrubjay::flecs {

namespace {

using Known = ComponentId::Known;

struct KnownName {
  std::string_view text;
  Known known;
};

/// By id_text(), thus without "flecs.core." (formats/flecs/README.md, 3.4, 12).
constexpr std::array kWhole{
    KnownName{"Prefab", Known::prefab},
    KnownName{"Disabled", Known::disabled},
    KnownName{"Component", Known::component},
    KnownName{"Module", Known::module},
    KnownName{"Observer", Known::observer},
    KnownName{"Query", Known::query},
    KnownName{"Parent", Known::parent},
    KnownName{"flecs.system.System", Known::system},
    KnownName{"System", Known::system},
    KnownName{"flecs.meta.Member", Known::member},
    KnownName{"flecs.meta.member", Known::member},
    KnownName{"flecs.meta.Constant", Known::constant},
    KnownName{"constant", Known::constant},
    KnownName{"(flecs.doc.Description,Name)", Known::label},
    KnownName{"(Description,Name)", Known::label},
    KnownName{"(flecs.doc.Description,flecs.doc.Brief)", Known::brief},
    KnownName{"(Description,Brief)", Known::brief},
    KnownName{"(flecs.doc.Description,flecs.doc.Detail)", Known::detail},
    KnownName{"(Description,Detail)", Known::detail},
    KnownName{"(flecs.doc.Description,flecs.doc.Link)", Known::link},
    KnownName{"(Description,Link)", Known::link},
    KnownName{"(flecs.doc.Description,flecs.doc.Color)", Known::color},
    KnownName{"(Description,Color)", Known::color},
};

/// By the relation of a pair.
constexpr std::array kRelations{
    KnownName{"ChildOf", Known::child_of},
    KnownName{"IsA", Known::is_a},
    KnownName{"SlotOf", Known::slot_of},
    KnownName{"Identifier", Known::identifier},
    KnownName{"ParentDepth", Known::parent_depth},
    KnownName{"flecs.meta.Constant", Known::constant},
    KnownName{"constant", Known::constant},
};

Known known_of(const ComponentId& id) {
  if (id.is_flagged) return Known::none;
  for (const KnownName& name : kWhole) {
    if (name.text == id.text) return name.known;
  }
  if (!id.is_pair) return Known::none;
  for (const KnownName& name : kRelations) {
    if (name.text == without_core(id.first)) return name.known;
  }
  if (without_core(id.first) == "Poly") {
    const std::string_view target = without_core(id.second);
    if (target == "Observer") return Known::observer;
    if (target == "Query") return Known::query;
    if (target == "System" || target == "flecs.system.System") return Known::system;
  }
  return Known::none;
}

std::string shown(std::string_view path) { return valid_utf8(unescaped_name(last_element(path))); }

std::unique_ptr<ComponentId> make_id(const IdText& parsed, std::string text) {
  auto id = std::make_unique<ComponentId>();
  id->text = std::move(text);
  id->first = with_dots(parsed.first);
  id->second = with_dots(parsed.second);
  id->is_pair = parsed.is_pair;
  id->is_flagged = !parsed.flag.empty();
  id->relation_name = shown(id->first);
  id->name = id->relation_name;
  if (id->is_pair) id->name += " → " + shown(id->second);
  if (id->is_flagged) id->name = std::string(parsed.flag) + "|" + id->name;
  id->known = known_of(*id);
  id->role = id->is_flagged || id->is_pair ? Role{} : role_of_component(id->first);
  return id;
}

}  // namespace

/// A person's own mapping stands in front of what a name tells (formats/flecs/README.md, 13).
void ComponentTable::choose_roles(ComponentId& id) const {
  if (id.is_flagged || id.is_pair) return;
  for (const Choices::Mapping& mapping : choices_->mappings) {
    if (!mapping.is_about(id.first)) continue;
    if (mapping.member.empty()) {
      id.role = mapping.role;
    } else {
      std::erase_if(id.members, [&](const auto& known) { return known.path == mapping.member; });
      id.members.push_back({mapping.member, mapping.role});
    }
  }
}

const ComponentId& ComponentTable::get(const IdText& id) {
  std::string text = id_text(id);
  const auto found = ids_.find(text);
  if (found != ids_.end()) return *found->second;
  std::unique_ptr<ComponentId> made = make_id(id, text);
  choose_roles(*made);
  return *ids_.emplace(std::move(text), std::move(made)).first->second;
}

const ComponentId& ComponentTable::get(std::string_view text) {
  const auto found = spellings_.find(text);
  if (found != spellings_.end()) return *found->second;
  const ComponentId& id = get(parse_id(text));
  spellings_.emplace(std::string(text), &id);
  return id;
}

}  // namespace scrubjay::flecs

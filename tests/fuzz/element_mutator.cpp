#include "tests/fuzz/element_mutator.h"

#include <algorithm>
#include <pugixml.hpp>
#include <random>
#include <span>
#include <sstream>
#include <string>

namespace scrubjay::fuzz {

namespace {

constexpr std::size_t kMostNodes = 4096;

struct Document {
  std::vector<pugi::xml_node> elements;
  std::vector<pugi::xml_attribute> attributes;

  void add(const pugi::xml_node& parent) {
    for (const pugi::xml_node& node : parent.children()) {
      if (node.type() != pugi::node_element || elements.size() >= kMostNodes) continue;
      elements.push_back(node);
      for (const pugi::xml_attribute& attribute : node.attributes()) {
        attributes.push_back(attribute);
      }
      add(node);
    }
  }
};

void change_value(pugi::xml_attribute attribute, const MutateBytes& mutate) {
  constexpr std::size_t kRoom = 16;
  std::string value = attribute.value();
  const std::size_t size = value.size();
  value.resize(size + kRoom);
  value.resize(mutate(reinterpret_cast<std::byte*>(value.data()), size, value.size()));
  // Other characters are no XML.
  std::erase_if(value, [](char c) { return c < ' ' || c > '~'; });
  attribute.set_value(value.c_str());
}

}  // namespace

bool mutate_element(std::vector<std::byte>& file, std::size_t most, std::uint32_t seed,
                    const MutateBytes& mutate) {
  pugi::xml_document xml;
  if (!xml.load_buffer(file.data(), file.size())) return false;
  Document document;
  document.add(xml);
  std::minstd_rand random(seed);
  const auto one_of = [&](auto& nodes) { return nodes[random() % nodes.size()]; };
  if (document.elements.empty() || document.attributes.empty()) return false;
  const pugi::xml_node element = one_of(document.elements);
  pugi::xml_attribute attribute = one_of(document.attributes);
  switch (random() % 6) {
    case 0: element.parent().remove_child(element); break;
    case 1: one_of(document.elements).append_copy(element); break;
    case 2: pugi::xml_node(element).set_name(one_of(document.elements).name()); break;
    case 3: attribute.set_value(one_of(document.attributes).value()); break;
    default: change_value(attribute, mutate);
  }
  std::ostringstream text;
  xml.save(text, "", pugi::format_raw | pugi::format_no_declaration);
  const std::string saved = text.str();
  if (saved.empty() || saved.size() > most) return false;
  const auto bytes = std::as_bytes(std::span(saved));
  file.assign(bytes.begin(), bytes.end());
  return true;
}

}  // namespace scrubjay::fuzz

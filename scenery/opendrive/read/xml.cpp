#include "scenery/opendrive/read/xml.h"

#include <algorithm>

namespace scrubjay::opendrive {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool is_text(pugi::xml_node node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

/// Where a fault's tag begins, which is found behind its '<' or "</"; `found` may be a byte behind
/// the text.
std::size_t start_of_tag(std::string_view text, std::size_t found) {
  std::size_t offset = std::min(found, text.size());
  if (offset > 0 && text[offset - 1] == '/') --offset;
  if (offset > 0 && text[offset - 1] == '<') --offset;
  return offset;
}

/// Of `text` what stands before the first element behind `most` of them.
std::string_view first_elements(std::string_view text, std::size_t most) {
  std::size_t count = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '/';
    const bool is_element = next != '/' && next != '!' && next != '?';
    if (is_element && count++ == most) return text.substr(0, at);
  }
  return text;
}

}  // namespace

std::string_view XmlNode::name() const {
  const std::string_view name = node_.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string_view XmlNode::text() const {
  for (const pugi::xml_node child : node_) {
    const std::string_view text = is_text(child) ? without_blanks(child.value()) : "";
    if (!text.empty()) return text;
  }
  return {};
}

std::uint64_t XmlNode::offset() const {
  const std::ptrdiff_t name = node_.offset_debug();  // where its name begins
  return name > 0 ? static_cast<std::uint64_t>(name) - 1 : 0;
}

std::optional<std::string_view> XmlNode::raw(const char* attribute) const {
  const pugi::xml_attribute found = node_.attribute(attribute);
  if (!found) return std::nullopt;
  return found.value();
}

std::string XmlNode::attribute(const char* name) const {
  const std::string_view value = node_.attribute(name).value();
  return std::string(without_blanks(value.substr(0, limits::kMostTextBytes)));
}

void XmlNode::Iterator::skip_others() {
  while (node_ && node_.type() != pugi::node_element) node_ = node_.next_sibling();
}

std::optional<XmlNode> XmlNode::child(std::string_view name) const {
  for (const XmlNode node : *this) {
    if (node.name() == name) return node;
  }
  return std::nullopt;
}

XmlDocument::XmlDocument(std::string_view text, std::size_t most, std::size_t most_elements)
    : text_(first_elements(text.substr(0, most), most_elements)),
      is_too_long_(text_.size() < text.size()) {
  // A byte 0 ends what is read, and no XML has one.
  text_ = text_.substr(0, text_.find('\0'));
  constexpr unsigned int kOptions =
      pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment | pugi::parse_trim_pcdata;
  const pugi::xml_parse_result result =
      document_.load_buffer(text_.data(), text_.size(), kOptions, pugi::encoding_utf8);
  if (!result) {
    fault_ =
        Fault{start_of_tag(text_, static_cast<std::size_t>(result.offset)), result.description()};
  } else if (text_.size() < text.size()) {
    fault_ = Fault{text_.size(), "what is no text"};
  }
  find_what_is_behind();
}

/// Behind the root there is nothing but comments and instructions.
void XmlDocument::find_what_is_behind() {
  const auto found = root();
  if (!found) return;
  const pugi::xml_node next = found->node_.next_sibling();
  if (!next || next.type() == pugi::node_doctype) return;
  const std::uint64_t offset =
      is_text(next) ? static_cast<std::uint64_t>(next.offset_debug()) : XmlNode(next).offset();
  fault_ = Fault{offset, "something behind the end of the root"};
}

std::optional<XmlNode> XmlDocument::root() const {
  pugi::xml_node first = document_.first_child();
  while (first.type() == pugi::node_doctype) first = first.next_sibling();
  if (first.type() != pugi::node_element) return std::nullopt;
  return XmlNode(first);
}

std::optional<XmlNode> XmlDocument::too_deep() const {
  std::size_t depth = 0;  // of those around the node at hand
  pugi::xml_node node = document_.first_child();
  while (node) {
    const bool is_element = node.type() == pugi::node_element;
    if (is_element && depth > limits::kDeepestElement) return XmlNode(node);
    if (is_element && node.first_child()) {
      node = node.first_child();
      ++depth;
      continue;
    }
    for (; depth > 0 && !node.next_sibling(); --depth) node = node.parent();
    node = node.next_sibling();
  }
  return std::nullopt;
}

bool XmlDocument::declares_entities() const {
  for (const pugi::xml_node node : document_) {
    const bool is_doctype = node.type() == pugi::node_doctype;
    if (is_doctype && std::string_view(node.value()).contains("<!ENTITY")) return true;
  }
  return false;
}

bool XmlDocument::is_whole(const XmlNode& child) const {
  const bool is_last = !child.node_.next_sibling() && !child.node_.parent().next_sibling();
  if (!fault_ || !is_last) return true;
  const std::string end = std::string("</") + child.node_.name();
  std::size_t at = text_.find(end, child.offset());
  while (at < fault_->offset) {
    const std::size_t behind = text_.find_first_not_of(kBlanks, at + end.size());
    if (behind != std::string_view::npos && text_[behind] == '>') return true;
    at = text_.find(end, at + 1);
  }
  return false;
}

}  // namespace scrubjay::opendrive

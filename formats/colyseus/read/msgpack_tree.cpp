#include "formats/colyseus/read/msgpack_tree.h"

#include <exception>
#include <msgpack.hpp>
#include <string>
#include <vector>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/colyseus/limits.h"

namespace scrubjay::colyseus {

namespace {

/// Takes the values of a msgpack stream as its parser meets them. Nothing is allocated by what the
/// stream promises, only by what it holds.
class TreeBuilder : public msgpack::null_visitor {
 public:
  TreeBuilder(PropertyTree& tree, std::string_view name) : tree_(tree), name_(name) {}

  bool visit_nil() {
    return is_key_ ? set_key("null") : add([&](std::string_view name) { tree_.null(name); });
  }
  bool visit_boolean(bool value) {
    return is_key_ ? set_key(value ? "true" : "false")
                   : add([&](std::string_view name) { tree_.boolean(name, value); });
  }
  bool visit_positive_integer(std::uint64_t value) {
    return is_key_ ? set_key(format_number(value).view())
                   : add([&](std::string_view name) { tree_.unsigned_integer(name, value); });
  }
  bool visit_negative_integer(std::int64_t value) {
    return is_key_ ? set_key(format_number(value).view())
                   : add([&](std::string_view name) { tree_.integer(name, value); });
  }
  bool visit_float32(float value) { return number(static_cast<double>(value), Precision::float32); }
  bool visit_float64(double value) { return number(value, Precision::float64); }
  bool visit_str(const char* data, std::uint32_t size) {
    const std::string text = valid_utf8({data, size});
    return is_key_ ? set_key(text)
                   : add([&](std::string_view name) { tree_.text(name, tree_.keep(text)); });
  }
  bool visit_bin(const char* data, std::uint32_t size) { return binary(data, size); }
  /// The first byte is the extension's type.
  bool visit_ext(const char* data, std::uint32_t size) { return binary(data, size); }

  bool start_array(std::uint32_t) { return open(PropertyType::list); }
  bool end_array() { return close(); }
  bool start_map(std::uint32_t) { return open(PropertyType::group); }
  bool end_map() { return close(); }
  bool start_map_key() {
    is_key_ = true;
    return true;
  }
  bool end_map_key() {
    is_key_ = false;
    return true;
  }

 private:
  struct Open {
    PropertyTree::Node node;
    PropertyType type;
    std::size_t items;
  };

  /// Containers as keys are refused.
  bool open(PropertyType type) {
    if (is_key_ || open_.size() >= limits::kDeepestValue) return false;
    const auto node = tree_.open(next_name(), type);
    open_.push_back({node, type, 0});
    return true;
  }
  bool close() {
    tree_.close(open_.back().node);
    open_.pop_back();
    return true;
  }

  template <class Add>
  bool add(Add add_value) {
    add_value(next_name());
    return true;
  }
  bool number(double value, Precision precision) {
    return is_key_ ? set_key(format_number(value, precision).view())
                   : add([&](std::string_view name) { tree_.number(name, value, precision); });
  }
  bool binary(const char* data, std::uint32_t size) {
    const std::string_view bytes(data, size);
    return is_key_ ? set_key(valid_utf8(bytes)) : add([&](std::string_view name) {
      tree_.text(name, tree_.keep(bytes), PropertyType::bytes);
    });
  }
  bool set_key(std::string_view text) {
    key_ = tree_.keep(text);
    return true;
  }
  std::string_view next_name() {
    if (open_.empty()) return name_;
    if (open_.back().type == PropertyType::group) return key_;
    return index_name(tree_, open_.back().items++);
  }

  PropertyTree& tree_;
  std::string_view name_;
  std::vector<Open> open_;
  std::string_view key_;
  bool is_key_ = false;
};

/// The library throws on what it cannot read; nothing of that leaves here.
template <class Visitor>
std::optional<std::size_t> parse(Bytes bytes, Visitor& visitor) {
  std::size_t size = 0;
  try {
    if (!msgpack::parse(reinterpret_cast<const char*>(bytes.data()), bytes.size(), size, visitor)) {
      return std::nullopt;
    }
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return size;
}

/// Only counts; deeper nesting than can be shown is refused, too.
class SizeVisitor : public msgpack::null_visitor {
 public:
  bool start_array(std::uint32_t) { return ++depth_ <= limits::kDeepestValue; }
  bool start_map(std::uint32_t) { return ++depth_ <= limits::kDeepestValue; }
  bool end_array() { return close(); }
  bool end_map() { return close(); }

 private:
  bool close() {
    --depth_;
    return true;
  }
  std::size_t depth_ = 0;
};

}  // namespace

std::optional<std::size_t> append_msgpack(PropertyTree& tree, std::string_view name, Bytes bytes) {
  const PropertyTree::Node mark = tree.size();
  TreeBuilder builder(tree, name);
  const auto size = parse(bytes, builder);
  if (!size) tree.truncate(mark);
  return size;
}

std::optional<std::size_t> msgpack_size(Bytes bytes) {
  SizeVisitor visitor;
  return parse(bytes, visitor);
}

}  // namespace scrubjay::colyseus

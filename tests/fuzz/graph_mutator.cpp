#include "tests/fuzz/graph_mutator.h"

#include <algorithm>
#include <random>

#include "formats/xrec/read/nrbf.h"

namespace scrubjay::fuzz {

namespace {

constexpr std::byte kReference{9};  // records of NRBF (formats/xrec/README.md, 6.1)
constexpr std::byte kNull{10};
constexpr std::size_t kReferenceBytes = 5;
constexpr std::size_t kMostShortText = 0x7F;  ///< whose length is one byte

/// Bytes of the stream that can be others without a change to those around them.
struct Part {
  std::size_t at = 0;
  std::size_t size = 0;
};

/// What of a stream can be changed.
class StreamParts {
 public:
  explicit StreamParts(Bytes stream) : stream_(stream) {
    xrec::NrbfGraph graph;
    if (!graph.decode(stream)) return;
    for (const xrec::NrbfObject& object : graph.objects()) {
      ids.push_back(object.id);
      add_text(object.text);
      if (object.form == xrec::NrbfObject::Form::text) continue;
      for (std::uint32_t i = 0; i < object.count; ++i) add(graph, graph.value(object, i));
    }
    for (const xrec::NrbfClass& type : graph.classes()) {
      add_text(type.name);
      for (const xrec::NrbfMember& member : graph.members(type)) add_text(member.name);
    }
  }

  std::vector<Part> numbers;
  std::vector<Part> references;  ///< whole records
  std::vector<Part> texts;       ///< without their lengths, which are one byte each
  std::vector<std::int32_t> ids;

 private:
  void add_text(xrec::NrbfText text) {
    if (text.at > 0 && text.size <= kMostShortText) texts.push_back({text.at, text.size});
  }
  void add(const xrec::NrbfGraph& graph, const xrec::NrbfValue& value) {
    if (value.form == xrec::NrbfValue::Form::primitive) {
      if (value.primitive == xrec::NrbfPrimitive::decimal) return add_text(value.text);
      const std::size_t size = xrec::fixed_bytes(value.primitive);
      if (size > 0) numbers.push_back({value.at, size});
    } else if (value.form == xrec::NrbfValue::Form::object) {
      // What stands here itself is not told from what is named but by its bytes.
      const bool is_named = stream_.size() - value.at >= kReferenceBytes &&
                            stream_[value.at] == kReference &&
                            is_id(value.at + 1, graph.object(value.object).id);
      if (is_named) references.push_back({value.at, kReferenceBytes});
    }
  }
  bool is_id(std::size_t at, std::int32_t id) const {
    return ByteReader(stream_.subspan(at)).little<std::int32_t>() == id;
  }

  Bytes stream_;
};

class ValueChange {
 public:
  ValueChange(std::vector<std::byte>& stream, std::size_t most, std::uint32_t seed,
              const MutateBytes& mutate)
      : stream_(stream), parts_(stream), most_(most), random_(seed), mutate_(mutate) {}

  bool make() {
    constexpr int kTries = 4;  // not every stream has a part of every kind
    bool is_made = false;
    for (int i = 0; i < kTries && !is_made; ++i) is_made = make_one();
    return is_made;
  }

 private:
  bool make_one() {
    switch (random_() % 6) {
      case 0: return change_number();
      case 1: return take_number();
      case 2: return name_other();
      case 3: return name_nothing();
      case 4: return change_text();
      default: return take_text();
    }
  }

  template <class Of>
  const Of* any(const std::vector<Of>& of) {
    return of.empty() ? nullptr : &of[random_() % of.size()];
  }
  std::vector<std::byte> bytes_of(const Part& part) const {
    const auto begin = stream_.begin() + static_cast<std::ptrdiff_t>(part.at);
    return {begin, begin + static_cast<std::ptrdiff_t>(part.size)};
  }
  void replace(const Part& part, Bytes bytes) {
    const auto begin = stream_.begin() + static_cast<std::ptrdiff_t>(part.at);
    stream_.erase(begin, begin + static_cast<std::ptrdiff_t>(part.size));
    stream_.insert(stream_.begin() + static_cast<std::ptrdiff_t>(part.at), bytes.begin(),
                   bytes.end());
  }

  bool change_number() {
    const Part* const number = any(parts_.numbers);
    if (number == nullptr) return false;
    std::vector<std::byte> bytes = bytes_of(*number);
    mutate_(bytes.data(), bytes.size(), bytes.size());
    replace(*number, bytes);
    return true;
  }
  bool take_number() {
    const Part* const number = any(parts_.numbers);
    const Part* const other = any(parts_.numbers);
    if (number == nullptr || number->size != other->size) return false;
    replace(*number, bytes_of(*other));
    return true;
  }
  bool name_other() {
    const Part* const reference = any(parts_.references);
    if (reference == nullptr) return false;
    put_number(stream_, reference->at + 1, 4, static_cast<std::uint32_t>(*any(parts_.ids)));
    return true;
  }
  bool name_nothing() {
    const Part* const reference = any(parts_.references);
    if (reference == nullptr) return false;
    replace(*reference, std::vector<std::byte>{kNull});
    return true;
  }
  bool change_text() {
    const Part* const text = any(parts_.texts);
    if (text == nullptr) return false;
    std::vector<std::byte> bytes = bytes_of(*text);
    bytes.resize(kMostShortText);
    bytes.resize(mutate_(bytes.data(), text->size, kMostShortText));
    return put_text(*text, bytes);
  }
  bool take_text() {
    const Part* const text = any(parts_.texts);
    const Part* const other = any(parts_.texts);
    return text != nullptr && put_text(*text, bytes_of(*other));
  }
  bool put_text(const Part& text, Bytes bytes) {
    if (stream_.size() - text.size + bytes.size() > most_) return false;
    stream_[text.at - 1] = static_cast<std::byte>(bytes.size());
    replace(text, bytes);
    return true;
  }

  std::vector<std::byte>& stream_;
  const StreamParts parts_;
  std::size_t most_;
  std::minstd_rand random_;
  const MutateBytes& mutate_;
};

}  // namespace

bool mutate_graph(std::vector<std::byte>& stream, std::size_t most, std::uint32_t seed,
                  const MutateBytes& mutate) {
  return ValueChange(stream, most, seed, mutate).make();
}

}  // namespace scrubjay::fuzz

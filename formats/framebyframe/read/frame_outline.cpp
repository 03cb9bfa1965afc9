#include "formats/framebyframe/read/frame_outline.h"

#include "formats/framebyframe/read/file_index.h"
#include "formats/json/json_token.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::framebyframe {

namespace {

bool is_behind_scalar(char c) { return c == ',' || c == '}' || c == ']' || is_json_space(c); }

class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  bool is_at_end() { return next() == '\0' && at_ == text_.size(); }
  bool is_next(char c) { return next() == c; }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  /// Any value, passed over.
  bool take_value(std::string_view& out) {
    const char first = next();
    const std::size_t begin = at_;
    if (first == '{' || first == '[') {
      at_ = json::end_of_container(text_, at_);
      if (at_ == std::string_view::npos) return false;
    } else if (first == '"') {
      if (!pass_string()) return false;
    } else {
      while (at_ < text_.size() && !is_behind_scalar(text_[at_])) ++at_;
    }
    out = text_.substr(begin, at_ - begin);
    return !out.empty();
  }
  /// Calls `visit(key)`, which is to take the value, for each field of an object. The key is as it
  /// is written, without quotes.
  template <class Visit>
  bool take_object(Visit visit) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      if (!is_next('"')) return false;
      const std::size_t begin = at_ + 1;
      if (!pass_string()) return false;
      const std::string_view key = text_.substr(begin, at_ - 1 - begin);
      if (!take(':') || !visit(key)) return false;
    } while (take(','));
    return take('}');
  }

 private:
  /// The next character that is no blank; 0 behind the last one.
  char next() {
    while (at_ < text_.size() && is_json_space(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool pass_string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return true;
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool take_entity(Walker& walker, std::string_view text, OutlinedEntity& out) {
  if (!walker.is_next('{')) return false;
  const std::size_t begin = walker.at();
  const bool is_whole = walker.take_object([&](std::string_view key) {
    std::string_view value;
    if (!walker.take_value(value)) return false;
    if (key == "id" && id_of_token(value)) out.id = value;
    if (key == "parentId") out.parent = value;
    return true;
  });
  out.text = text.substr(begin, walker.at() - begin);
  return is_whole;
}

bool take_entities(Walker& walker, std::string_view text, std::vector<OutlinedEntity>& out) {
  if (!walker.take('[')) return false;
  if (walker.take(']')) return true;
  do {
    if (!take_entity(walker, text, out.emplace_back())) return false;
  } while (walker.take(','));
  return walker.take(']');
}

}  // namespace

bool outline_frame(std::string_view text, FrameOutline& out) {
  out.entities.clear();
  bool is_found = false;
  Walker walker(text);
  const bool is_whole = walker.take_object([&](std::string_view key) {
    std::string_view value;
    if (key != "entities") return walker.take_value(value);
    if (is_found || !walker.is_next('[')) return false;
    is_found = true;
    out.begin = walker.at();
    if (!take_entities(walker, text, out.entities)) return false;
    out.end = walker.at();
    return true;
  });
  return is_whole && is_found && walker.is_at_end();
}

}  // namespace scrubjay::framebyframe

#include "tests/formats/sixth/sixth.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>

#include "core/number_text.h"
#include "formats/frame_encoder.h"
#include "formats/loss_counts.h"

namespace scrubjay::sixth {

namespace {

constexpr std::string_view kMagic = "sixth 1 ";
constexpr std::string_view kTitle = "Made-up sixth format";
constexpr std::array<std::string_view, 1> kExtensions{"sixth"};
constexpr std::array<std::string_view, 1> kFolderExtensions{"sixthpart"};

template <class Value>
struct Word {
  std::string_view word;
  Value value;
};
constexpr std::array kKinds{
    Word<EntityKind>{"person", EntityKind::person}, Word<EntityKind>{"signal", EntityKind::signal},
    Word<EntityKind>{"vehicle", EntityKind::vehicle}, Word<EntityKind>{"other", EntityKind::other}};
constexpr std::array kLampWords{Word<Lamp>{"red", Lamp::red}, Word<Lamp>{"yellow", Lamp::yellow},
                                Word<Lamp>{"green", Lamp::green}, Word<Lamp>{"off", Lamp::off}};

template <class Words, class Value>
Value value_of(const Words& words, std::string_view word, Value otherwise) {
  for (const auto& row : words) {
    if (row.word == word) return row.value;
  }
  return otherwise;
}
template <class Words, class Value>
std::string_view word_of(const Words& words, Value value, std::string_view otherwise) {
  for (const auto& row : words) {
    if (row.value == value) return row.word;
  }
  return otherwise;
}

double number_of(std::string_view word) {
  double number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

/// Lines and words, cut off from the front.
std::string_view cut(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view found = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return found;
}

/// Calls `visit(first word, the rest)` for each line.
template <class Visit>
void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    std::string_view line = cut(text, '\n');
    const std::string_view word = cut(line, ' ');
    visit(word, line);
  }
}

class Decoder : public FrameDecoder {
 public:
  Decoder(const Recording& recording, std::string_view text) : recording_(recording), text_(text) {}

  void decode(FrameIndex frame, Frame& out) override {
    const ByteRange bytes = recording_.timeline().bytes(frame);
    const std::string_view block = text_.substr(bytes.begin, bytes.size);
    each_line(block, [&](std::string_view word, std::string_view rest) {
      if (word == "is") add_entity(block, rest, out);
    });
    std::ranges::sort(out.entities, {}, &Entity::index);
  }
  void decode_event(EventIndex, PropertyTree&) override {}

 private:
  void add_entity(std::string_view block, std::string_view rest, Frame& out) {
    const std::string_view id = cut(rest, ' ');
    const std::string_view kind = cut(rest, ' ');
    Entity entity;
    // O(entities): a format with many of them keeps their rows by id.
    entity.index = recording_.find_entities(id).front();
    entity.name = id;
    entity.stands_for_frame = kind == "frame";
    entity.kind = value_of(kKinds, kind, EntityKind::other);
    const double x = number_of(cut(rest, ' '));
    const double y = number_of(cut(rest, ' '));
    entity.world.position = glm::dvec3(x, y, number_of(cut(rest, ' ')));
    entity.lamp = value_of(kLampWords, cut(rest, ' '), Lamp::unknown);
    PropertyTree& tree = out.tree;
    const auto own = tree.open("mine", PropertyType::group);
    tree.node_for_edit(own).role = PropertyRole::own;
    add_numbers(block, id, tree);
    tree.close(own);
    const auto basics = tree.open("about", PropertyType::group);
    tree.node_for_edit(basics).role = PropertyRole::basics;
    if (const std::string_view label = cut(rest, ' '); label != "-") {
      const auto node = tree.text("called", label);
      tree.node_for_edit(node).role = PropertyRole::label;
    }
    tree.close(basics);
    entity.properties = tree.since(own);
    out.entities.push_back(entity);
  }

  static void add_numbers(std::string_view block, std::string_view id, PropertyTree& tree) {
    each_line(block, [&](std::string_view word, std::string_view rest) {
      if (word != "has" || cut(rest, ' ') != id) return;
      const std::string_view name = cut(rest, ' ');
      const std::size_t unit = name.find('[');
      std::string shown(name.substr(0, unit));
      if (unit != std::string_view::npos) shown += " " + std::string(name.substr(unit));
      const auto node = tree.number(tree.keep(shown), number_of(rest), Precision::float64);
      tree.node_for_edit(node).has_unit_in_name = unit != std::string_view::npos;
    });
  }

  const Recording& recording_;
  std::string_view text_;
};

class SixthReader : public Reader {
 public:
  explicit SixthReader(std::shared_ptr<InputFile> file) : file_(std::move(file)) {}

  void index(RecordingBuilder& builder) override {
    stream_ = builder.add_stream("1", "");
    const std::string_view all = as_text(file_->bytes());
    std::size_t at = all.find("\nframe ");
    while (at != std::string_view::npos && !builder.cancelled()) {
      const std::size_t next = all.find("\nframe ", at + 1);
      add_frame(all, at + 1, std::min(next, all.size()) - at - 1, builder);
      at = next;
    }
    builder.set_complete(true);
  }
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override {
    return std::make_unique<Decoder>(recording, as_text(file_->bytes()));
  }

 private:
  struct Known {
    EntityIndex entity;
    LifetimeIndex life;
    FrameIndex last;
  };

  void add_frame(std::string_view all, std::size_t begin, std::size_t size,
                 RecordingBuilder& builder) {
    const FrameIndex frame = builder.next_frame();
    double time = 0;
    std::uint32_t order = 0;
    each_line(all.substr(begin, size), [&](std::string_view word, std::string_view rest) {
      if (word == "frame") time = number_of(rest);
      if (word == "is") add_entity(rest, frame, builder);
      if (word != "event") return;
      const auto entity = known_.find(std::string(cut(rest, ' ')));
      const bool is_chapter = cut(rest, ' ') == "chapter";
      builder.add_event({.frame = frame,
                         .time = time,
                         .end = time,
                         .entity = entity == known_.end() ? EntityIndex() : entity->second.entity,
                         .name = rest,
                         .tag = "",
                         .order = order++,
                         .role = is_chapter ? EventRole::chapter : EventRole::none});
    });
    for (auto& [id, known] : known_) {
      if (!known.life.exists() || known.last == frame) continue;
      builder.end_life(known.life, known.last);
      known.life = {};
    }
    builder.add_frame(time, frame.value, {begin, size}, stream_);
  }

  void add_entity(std::string_view rest, FrameIndex frame, RecordingBuilder& builder) {
    const std::string_view id = cut(rest, ' ');
    Known& known = known_[std::string(id)];
    if (!known.entity.exists()) {
      const EntityKind kind = value_of(kKinds, cut(rest, ' '), EntityKind::other);
      known.entity = builder.add_entity(id, id, kind, stream_);
    }
    if (!known.life.exists()) known.life = builder.begin_life(known.entity, frame);
    known.last = frame;
  }

  std::shared_ptr<InputFile> file_;
  StreamIndex stream_;
  std::map<std::string, Known> known_;
};

Match probe(const ProbeInput& input) {
  return as_text(input.head).starts_with(kMagic) ? Match::certain : Match::none;
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file,
                                        const ReadOptions& options) {
  std::string_view head = as_text(file->bytes());
  head = cut(head, '\n');
  if (!head.starts_with(kMagic)) {
    return failure({.severity = Severity::fatal,
                    .code = "not-sixth",
                    .offset = 0,
                    .message = "The file does not begin as one of the made-up format does."});
  }
  const auto system =
      CoordinateSystem::parse(options.empty() ? head.substr(kMagic.size()) : options.back().second);
  if (!system) return failure(system.error());
  auto reader = std::make_unique<SixthReader>(file);
  return std::make_shared<Recording>(
      std::move(file), std::move(reader),
      RecordingInfo{
          .format = "sixth", .format_version = "1", .coordinates = *system, .metadata = {}});
}

constexpr std::array kReadOptions{
    ReadOption{.name = "directions",
               .title = "Directions",
               .description = "the coordinate system of a made-up file; as it says",
               .kind = ReadOption::Kind::text,
               .is_coordinates = true}};

// Writing.

enum class Loss : std::uint8_t { rotation, other_property, frame_property, lamp };
constexpr std::array<LossText, 4> kLossTexts{
    LossText{"rotations", ""}, LossText{"properties that are no numbers", ""},
    LossText{"properties of frames", ""}, LossText{"lamps", ""}};

struct EncodedLines final : EncodedFrame {
  std::string text;
  LossCounts<Loss, kLossTexts> losses;
};

class LineEncoder final : public FrameEncoderOf<EncodedLines> {
 public:
  LineEncoder(const WritePlan& plan, const ByteSink& sink)
      : plan_(plan),
        request_(plan.request()),
        sink_(sink),
        has_lamps_(request_.options.empty() || request_.options.back().second != "dark") {}

  std::optional<CoordinateSystem> coordinates(FrameIndex /*frame*/) const override {
    return request_.coordinates;
  }

  std::size_t encode(const Frame& frame, EncodedLines& out) const override {
    out.text = "frame";
    out.losses.clear();
    number(out.text, frame.time);
    out.text += '\n';
    if (plan_.has_frames_own()) {
      for_each_root(frame.tree, frame.properties, [&](PropertyTree::Node, const PropertyNode&) {
        out.losses.add(Loss::frame_property);
      });
    }
    for (const Entity& entity : frame.entities) {
      if (plan_.has_entity(entity.index)) encode_entity(frame, entity, out);
    }
    for (const FrameEvent& event : frame.events) {
      const EventInfo info = plan_.recording().event(event.index);
      if (!plan_.has_event(info)) continue;
      out.text += "event " + id_of(info.entity);
      out.text += info.role == EventRole::chapter ? " chapter " : " - ";
      out.text += std::string(info.name) + "\n";
      ++out.events;
    }
    return out.text.size();
  }

  Result<void> put(FrameIndex /*frame*/, EncodedLines& encoded) override {
    losses_.add(encoded.losses);
    return has_head_ ? put_text(encoded.text) : put_head(encoded);
  }
  Result<void> end(const LostFromKept& /*lost*/, WriteReport& report) override {
    report.losses = losses_.list();
    return {};
  }

 private:
  /// A text as one word.
  static std::string word(std::string_view text) {
    std::string word(text);
    std::ranges::replace(word, ' ', '_');
    return word.empty() ? "-" : word;
  }
  std::string id_of(EntityIndex entity) const {
    return entity.exists() ? word(plan_.recording().entity(entity).id) : "-";
  }
  static void number(std::string& text, double value) {
    text.append(" ").append(format_number(value).view());
  }

  Result<void> put_head(const EncodedLines& first) {
    has_head_ = true;
    return put_text(std::string(kMagic) + first.coordinates.written_out() + "\n" + first.text);
  }
  Result<void> put_text(const std::string& text) {
    if (sink_(std::as_bytes(std::span(text)))) return {};
    return failure(not_written());
  }

  void encode_entity(const Frame& frame, const Entity& entity, EncodedLines& out) const {
    out.entities.push_back(entity.index);
    const std::string id = id_of(entity.index);
    out.text += "is " + id + " ";
    out.text += entity.stands_for_frame ? "frame" : word_of(kKinds, entity.kind, "other");
    const glm::dvec3 place = entity.world.position.value_or(glm::dvec3(0.0));
    for (const double part : {place.x, place.y, place.z}) number(out.text, part);
    if (entity.world.rotation) out.losses.add(Loss::rotation);
    if (!has_lamps_ && entity.lamp != Lamp::unknown) out.losses.add(Loss::lamp);
    out.text += ' ';
    out.text += has_lamps_ ? word_of(kLampWords, entity.lamp, "-") : "-";
    out.text += " " + word(label_of(frame, entity)) + "\n";
    encode_numbers(frame.tree, entity.properties, id, out);
  }

  void encode_numbers(const PropertyTree& tree, PropertyRange range, const std::string& id,
                      EncodedLines& out) const {
    for_each_root(tree, range, [&](PropertyTree::Node at, const PropertyNode& node) {
      if (node.role == PropertyRole::own || node.role == PropertyRole::basics) {
        encode_numbers(tree, children_of(tree, at), id, out);
      } else if (node.type == PropertyType::number) {
        const std::string_view unit = *node.unit != '\0' ? node.unit : unit_in_name(node);
        out.text += "has " + id + " " + word(bare_name(node));
        if (!unit.empty()) out.text += "[" + std::string(unit) + "]";
        number(out.text, node.number);
        out.text += '\n';
      } else if (node.role != PropertyRole::label) {
        out.losses.add(Loss::other_property);
      }
    });
  }

  const WritePlan& plan_;
  const WriteRequest& request_;
  const ByteSink& sink_;
  bool has_lamps_;
  bool has_head_ = false;
  LossCounts<Loss, kLossTexts> losses_;
};

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  const WritePlan plan(request);
  LineEncoder encoder(plan, sink);
  return write_frames(plan, encoder, cancelled);
}

constexpr std::array<std::string_view, 2> kLampsWritten{"lit", "dark"};
const std::array<WriteOption, 1> kWriteOptions{
    WriteOption{.name = "lamps",
                .description = "whether lamps are written: lit or dark; lit",
                .values = kLampsWritten}};

}  // namespace

const FormatWriter kWriter{.name = "sixth",
                           .title = kTitle,
                           .extensions = kExtensions,
                           .options = kWriteOptions,
                           .write_checked = write};

const Format kFormat{.name = "sixth",
                     .title = kTitle,
                     .family = "Sixth",
                     .extensions = kExtensions,
                     .probe = probe,
                     .open_checked = open,
                     .read_options = kReadOptions,
                     .writer = &kWriter,
                     .folder_extensions = kFolderExtensions};

}  // namespace scrubjay::sixth

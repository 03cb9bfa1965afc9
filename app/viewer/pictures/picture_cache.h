#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/concurrency/newest_first.h"
#include "core/recording.h"
#include "render/image.h"
#include "render/picture_texture.h"

namespace scrubjay {

/// What is known of a resource that a property names: a picture, a text, or neither.
struct Picture {
  enum class State : std::uint8_t {
    waiting,  ///< being read; ask again in the next picture of the window
    ready,
    failed,
  };
  State state = State::waiting;
  std::shared_ptr<const Image> image;  ///< ready, and a picture: RGBA, rows from the top
  std::string text;                    ///< ready, and a text: at most kLongestText bytes, UTF-8
  std::string type;                    ///< MIME type
  std::string error;                   ///< failed: why, as a sentence
  std::uint64_t size_bytes = 0;        ///< of the file inside the recording

  static constexpr std::size_t kLongestText = std::size_t{1} << 20;
};

/// Decodes one resource: PNG, JPEG, GIF (its first frame), BMP and TGA by their leading bytes,
/// pixels as they are, texts as UTF-8. Pure. A picture that is damaged or too large is `failed`;
/// what is neither picture nor text is `ready` with neither.
Picture decode_resource(const ResourceData& data);

/// Pictures and texts out of recordings, read and decoded in the background. Keeps 256 MiB of
/// pixels, the least recently used are dropped first. All calls from the window's thread.
///
///     const Picture& picture = cache.find(recording, "brick.png", background);
///     if (picture.image) upload(*picture.image);
class PictureCache {
 public:
  /// Once before each picture of the window: takes what was decoded, drops what was not used for
  /// long and what belongs to recordings that are not `open`. An OpenGL context must be current if
  /// `texture` was ever called with one.
  void begin_picture(const std::vector<const Recording*>& open);

  /// The resource that the recording's properties name `path`. Never waits: what is not known is
  /// asked for of `background`, which must outlive this. Valid until the next begin_picture;
  /// `image` may be kept longer.
  const Picture& find(const std::shared_ptr<const Recording>& recording, std::string_view path,
                      Background& background);

  /// The OpenGL texture of a picture that `find` gave as ready, made at the first call; 0 when it
  /// is no picture or `use_gl` is false. Valid until the next begin_picture.
  unsigned texture(const Recording& recording, std::string_view path);

  std::size_t bytes() const { return bytes_; }

  bool use_gl = false;  ///< a context is current when textures are asked for
  std::size_t most_bytes = std::size_t{256} << 20;

 private:
  struct Key {
    const Recording* recording = nullptr;
    std::string path;
    auto operator<=>(const Key&) const = default;
  };
  struct KeyView {
    const Recording* recording;
    std::string_view path;
  };
  struct Less {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      if (a.recording != b.recording) return std::less<>()(a.recording, b.recording);
      return std::string_view(a.path) < std::string_view(b.path);
    }
  };
  struct Entry {
    Picture picture;
    PictureTexture texture;
    std::uint64_t used = 0;      ///< begin_picture's count when it was last asked for
    std::size_t known_when = 0;  ///< resources listed when it was not found among them
    bool asked = false;
  };
  struct Request {
    std::shared_ptr<const Recording> recording;
    std::string path;
    bool operator==(const Request&) const = default;
  };

  void ask(const std::shared_ptr<const Recording>& recording, std::string_view path, Entry& entry,
           Background& background);
  static Picture read(const Request& request);
  void collect();
  void make_room();

  static constexpr std::size_t kAsked = 64;      ///< requests waiting; older ones are dropped
  static constexpr std::size_t kEntries = 4096;  ///< small ones count, too

  std::map<Key, Entry, Less> entries_;
  std::size_t bytes_ = 0;
  std::uint64_t now_ = 0;
  std::vector<const Recording*> open_;

  std::optional<NewestFirst<Request, Picture>> reading_;  ///< last: it ends before the others
};

}  // namespace scrubjay

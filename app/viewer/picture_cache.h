#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

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

/// Largest width and height of a picture that is decoded, and the most pixels in all. Checked
/// before anything is decoded.
inline constexpr int kLargestPictureSide = 16384;
inline constexpr std::uint64_t kMostPicturePixels = 40'000'000;

/// Decodes one resource: PNG, JPEG, GIF (its first frame), BMP and TGA by their leading bytes,
/// pixels as they are, texts as UTF-8. Pure. A picture that is damaged or too large is `failed`;
/// what is neither picture nor text is `ready` with neither.
Picture decode_resource(const ResourceData& data);

/// Pictures and texts out of recordings, read and decoded on a thread of its own. Keeps 256 MiB of
/// pixels, the least recently used are dropped first. All calls from the window's thread.
///
///     const Picture& picture = cache.find(recording, "brick.png", wake);
///     if (picture.image) upload(*picture.image);
class PictureCache {
 public:
  PictureCache() = default;
  ~PictureCache();
  PictureCache(const PictureCache&) = delete;
  PictureCache& operator=(const PictureCache&) = delete;

  /// Once before each picture of the window: takes what was decoded, drops what was not used for
  /// long and what belongs to recordings that are not `open`. An OpenGL context must be current if
  /// `texture` was ever called with one.
  void begin_picture(const std::vector<const Recording*>& open);

  /// The resource that the recording's properties name `path`. Never waits: what is not known is
  /// asked for, and `wake` is called on another thread when it is there. Valid until the next
  /// begin_picture; `image` may be kept longer.
  const Picture& find(const std::shared_ptr<const Recording>& recording, std::string_view path,
                      const std::function<void()>& wake);

  /// The OpenGL texture of a picture that `find` gave as ready, made at the first call; 0 when it
  /// is no picture or `use_gl` is false. Valid until the next begin_picture.
  unsigned texture(const Recording& recording, std::string_view path);

  /// True while something that was asked for is not there yet.
  bool is_waiting() const;
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
    std::function<void()> wake;
  };

  void ask(const std::shared_ptr<const Recording>& recording, std::string_view path, Entry& entry,
           const std::function<void()>& wake);
  void collect();
  void make_room();
  void work(const std::stop_token& stop);

  static constexpr std::size_t kAsked = 64;      ///< requests waiting; older ones are dropped
  static constexpr std::size_t kEntries = 4096;  ///< small ones count, too

  std::map<Key, Entry, Less> entries_;
  std::size_t bytes_ = 0;
  std::uint64_t now_ = 0;
  std::vector<const Recording*> open_;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Request> asked_;
  std::vector<std::pair<Key, Picture>> done_;
  bool working_ = false;
  std::jthread thread_;
};

}  // namespace scrubjay

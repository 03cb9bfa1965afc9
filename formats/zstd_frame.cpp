#include "formats/zstd_frame.h"

#include <zstd.h>

#include <memory>
#include <mutex>
#include <utility>

namespace scrubjay {

namespace {

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
using Context = std::unique_ptr<ZSTD_CCtx, FreeContext>;

/// What zstd works with, kept for the next frame: as many as were in use at one time. No thread
/// keeps its own: where one ends, mingw-w64 frees what is local to it before it runs its
/// destructors.
class Contexts {
 public:
  /// Null where there is no memory.
  Context take() {
    const std::lock_guard lock(mutex_);
    if (kept_.empty()) return Context(ZSTD_createCCtx());
    Context context = std::move(kept_.back());
    kept_.pop_back();
    return context;
  }
  void give_back(Context context) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(context));
  }

 private:
  std::mutex mutex_;
  std::vector<Context> kept_;
};

Contexts& contexts() {
  static Contexts all;
  return all;
}

template <class Out, class Content>
bool append(Out& out, const Content& content, int level) {
  Context context = contexts().take();
  const std::size_t before = out.size();
  out.resize(before + ZSTD_compressBound(content.size()));
  const std::size_t size =
      context == nullptr
          ? 0
          : ZSTD_compressCCtx(context.get(), out.data() + before, out.size() - before,
                              content.data(), content.size(), level);
  const bool is_made = size != 0 && ZSTD_isError(size) == 0;
  if (context != nullptr) contexts().give_back(std::move(context));
  out.resize(before + (is_made ? size : 0));
  return is_made;
}

}  // namespace

bool append_zstd(std::vector<std::byte>& out, Bytes content, int level) {
  return append(out, content, level);
}

bool append_zstd(std::string& out, std::string_view content, int level) {
  return append(out, content, level);
}

}  // namespace scrubjay

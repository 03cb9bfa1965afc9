#include "formats/zstd_frame.h"

#include <zstd.h>

#include <memory>

namespace scrubjay {

namespace {

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

template <class Out, class Content>
bool append(Out& out, const Content& content, int level) {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  const std::size_t before = out.size();
  out.resize(before + ZSTD_compressBound(content.size()));
  const std::size_t size =
      context == nullptr
          ? 0
          : ZSTD_compressCCtx(context.get(), out.data() + before, out.size() - before,
                              content.data(), content.size(), level);
  const bool is_made = size != 0 && ZSTD_isError(size) == 0;
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

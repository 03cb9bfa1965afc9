#pragma once

#include <memory>

#include "core/platform/cache_folder.h"
#include "core/text_store.h"

namespace scrubjay {

/// The text made of `file` as an entry of `folder`; null where `file` is none on disk.
std::unique_ptr<TextStore> cached_text(CacheFolder folder, const InputFile& file);

}  // namespace scrubjay

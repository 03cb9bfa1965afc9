#pragma once

#include <string>
#include <string_view>

namespace scrubjay {

/// Texts as Windows takes and gives them, in UTF-16. What is no valid text comes with U+FFFD in it.
std::wstring wide_text(std::string_view text);
std::string narrow_text(std::wstring_view text);

/// The errno for an error of Windows' own (GetLastError); EIO where none says the same.
int errno_of(unsigned long error);

}  // namespace scrubjay

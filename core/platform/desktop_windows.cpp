#include <windows.h>

#include <shlobj.h>
#include <shobjidl.h>
#include <wincodec.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "core/platform/desktop.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

namespace {

/// An object of the system's, let go with this.
template <class T>
class Shared {
 public:
  Shared() = default;
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() {
    if (object_ != nullptr) object_->Release();
  }
  T* operator->() const { return object_; }
  T* get() const { return object_; }
  T** out() { return &object_; }
  void** out_any() { return reinterpret_cast<void**>(&object_); }

 private:
  T* object_ = nullptr;
};

/// The system's objects, for this thread, as long as this lives.
struct ObjectLibrary {
  HRESULT began = CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE);
  ~ObjectLibrary() {
    if (SUCCEEDED(began)) CoUninitialize();
  }
};

std::string known_folder(const KNOWNFOLDERID& id) {
  wchar_t* text = nullptr;
  std::string folder;
  if (SHGetKnownFolderPath(id, KF_FLAG_DEFAULT, nullptr, &text) == S_OK)
    folder = narrow_text(text) + "\\";
  CoTaskMemFree(text);
  return folder;
}

/// The window that the user works in, when it is ours: a dialog belongs to it.
HWND own_window() {
  const HWND window = GetForegroundWindow();
  DWORD process = 0;
  GetWindowThreadProcessId(window, &process);
  return process == GetCurrentProcessId() ? window : nullptr;
}

std::string path_of(IShellItem* item) {
  wchar_t* text = nullptr;
  std::string path;
  if (item != nullptr && SUCCEEDED(item->GetDisplayName(SIGDN_FILESYSPATH, &text)))
    path = narrow_text(text);
  CoTaskMemFree(text);
  return path;
}

void begin_in(IFileDialog& dialog, const std::string& folder) {
  Shared<IShellItem> item;
  // It wants its own separators.
  const std::wstring path = std::filesystem::path(wide_text(folder)).make_preferred().wstring();
  if (SUCCEEDED(SHCreateItemFromParsingName(path.c_str(), nullptr, IID_PPV_ARGS(item.out())))) {
    dialog.SetFolder(item.get());
  }
}

/// 0xAARRGGBB from the first row on; nothing where the file is no picture.
struct Pixels {
  UINT width = 0;
  UINT height = 0;
  std::vector<std::byte> bytes;
};

std::optional<Pixels> pixels_of(const std::wstring& path) {
  Shared<IWICImagingFactory> factory;
  Shared<IWICBitmapDecoder> decoder;
  Shared<IWICBitmapFrameDecode> frame;
  Shared<IWICBitmapSource> source;
  Pixels pixels;
  const bool is_read =
      SUCCEEDED(CoCreateInstance(CLSID_WICImagingFactory, nullptr, CLSCTX_INPROC_SERVER,
                                 IID_IWICImagingFactory, factory.out_any())) &&
      SUCCEEDED(factory->CreateDecoderFromFilename(
          path.c_str(), nullptr, GENERIC_READ, WICDecodeMetadataCacheOnDemand, decoder.out())) &&
      SUCCEEDED(decoder->GetFrame(0, frame.out())) &&
      SUCCEEDED(WICConvertBitmapSource(GUID_WICPixelFormat32bppBGRA, frame.get(), source.out())) &&
      SUCCEEDED(source->GetSize(&pixels.width, &pixels.height));
  constexpr UINT kMostPixels = 1U << 28;
  if (!is_read || pixels.width == 0 || pixels.height > kMostPixels / pixels.width)
    return std::nullopt;
  pixels.bytes.resize(std::size_t{4} * pixels.width * pixels.height);
  if (FAILED(source->CopyPixels(nullptr, 4 * pixels.width, static_cast<UINT>(pixels.bytes.size()),
                                reinterpret_cast<BYTE*>(pixels.bytes.data())))) {
    return std::nullopt;
  }
  return pixels;
}

/// A picture as programs of Windows take it: a head, then rows from the last to the first.
std::vector<std::byte> bitmap_of(const Pixels& pixels) {
  BITMAPV5HEADER head = {};
  head.bV5Size = sizeof(head);
  head.bV5Width = static_cast<LONG>(pixels.width);
  head.bV5Height = static_cast<LONG>(pixels.height);
  head.bV5Planes = 1;
  head.bV5BitCount = 32;
  head.bV5Compression = BI_BITFIELDS;
  head.bV5SizeImage = static_cast<DWORD>(pixels.bytes.size());
  head.bV5RedMask = 0x00FF0000;
  head.bV5GreenMask = 0x0000FF00;
  head.bV5BlueMask = 0x000000FF;
  head.bV5AlphaMask = 0xFF000000;
  head.bV5CSType = 0x73524742;  // "sRGB"
  head.bV5Intent = LCS_GM_IMAGES;
  std::vector<std::byte> bytes(sizeof(head) + pixels.bytes.size());
  std::memcpy(bytes.data(), &head, sizeof(head));
  const std::size_t row = std::size_t{4} * pixels.width;
  for (std::size_t y = 0; y < pixels.height; ++y) {
    std::memcpy(bytes.data() + sizeof(head) + y * row,
                pixels.bytes.data() + (pixels.height - 1 - y) * row, row);
  }
  return bytes;
}

/// The clipboard, held by a window that nobody sees.
class Clipboard {
 public:
  Clipboard()
      : owner_(CreateWindowExW(0, L"STATIC", L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr, nullptr,
                               nullptr)) {
    // Whoever looks into it just now is soon done.
    constexpr int kTries = 20;
    for (int i = 0; i < kTries && !is_open_; ++i) {
      is_open_ = OpenClipboard(owner_) != 0;
      if (!is_open_) Sleep(50);
    }
    if (is_open_) EmptyClipboard();
  }
  Clipboard(const Clipboard&) = delete;
  Clipboard& operator=(const Clipboard&) = delete;
  ~Clipboard() {
    if (is_open_) CloseClipboard();
    DestroyWindow(owner_);
  }

  bool put(UINT format, std::span<const std::byte> bytes) const {
    if (!is_open_) return false;
    const HGLOBAL memory = GlobalAlloc(GMEM_MOVEABLE, bytes.size());
    void* const place = memory == nullptr ? nullptr : GlobalLock(memory);
    if (place == nullptr) return false;
    std::memcpy(place, bytes.data(), bytes.size());
    GlobalUnlock(memory);
    if (SetClipboardData(format, memory) != nullptr) return true;
    GlobalFree(memory);
    return false;
  }

 private:
  HWND owner_;
  bool is_open_ = false;
};

/// What Windows brings for the scripts of the world.
struct ScriptFont {
  char32_t first;
  char32_t last;
  const char* name;
};
constexpr std::array kScriptFonts{
    ScriptFont{0x0590, 0x06FF, "segoeui.ttf"},    ScriptFont{0x0590, 0x06FF, "arial.ttf"},
    ScriptFont{0x0900, 0x0DFF, "Nirmala.ttc"},    ScriptFont{0x0900, 0x0DFF, "Nirmala.ttf"},
    ScriptFont{0x0E00, 0x0EFF, "LeelawUI.ttf"},   ScriptFont{0x3040, 0x30FF, "YuGothR.ttc"},
    ScriptFont{0x3040, 0x30FF, "msgothic.ttc"},   ScriptFont{0xAC00, 0xD7AF, "malgun.ttf"},
    ScriptFont{0x2E80, 0xFFEF, "msyh.ttc"},       ScriptFont{0x2E80, 0xFFEF, "simsun.ttc"},
    ScriptFont{0x0000, 0x10FFFF, "seguisym.ttf"}, ScriptFont{0x0000, 0x10FFFF, "segoeui.ttf"},
    ScriptFont{0x0000, 0x10FFFF, "arial.ttf"},    ScriptFont{0x0000, 0x10FFFF, "tahoma.ttf"}};

}  // namespace

DesktopLook desktop_look() {
  DesktopLook look;
  DWORD value = 0;
  DWORD size = sizeof(value);
  if (RegGetValueW(
          HKEY_CURRENT_USER, L"Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize",
          L"AppsUseLightTheme", RRF_RT_REG_DWORD, nullptr, &value, &size) == ERROR_SUCCESS) {
    look.is_light = value != 0;
  }
  HIGHCONTRASTW contrast = {};
  contrast.cbSize = sizeof(contrast);
  look.is_contrast_high =
      SystemParametersInfoW(SPI_GETHIGHCONTRAST, sizeof(contrast), &contrast, 0) != 0 &&
      (contrast.dwFlags & HCF_HIGHCONTRASTON) != 0;
  return look;
}

bool has_file_chooser() { return true; }

std::vector<std::string> choose_files_to_open(const std::string& folder) {
  const ObjectLibrary library;
  Shared<IFileOpenDialog> dialog;
  if (FAILED(CoCreateInstance(CLSID_FileOpenDialog, nullptr, CLSCTX_INPROC_SERVER,
                              IID_IFileOpenDialog, dialog.out_any()))) {
    return {};
  }
  FILEOPENDIALOGOPTIONS options = 0;
  dialog->GetOptions(&options);
  dialog->SetOptions(options | FOS_ALLOWMULTISELECT | FOS_FORCEFILESYSTEM | FOS_FILEMUSTEXIST);
  dialog->SetTitle(L"Open recordings");
  begin_in(*dialog.get(), folder);
  Shared<IShellItemArray> items;
  DWORD count = 0;
  if (FAILED(dialog->Show(own_window())) || FAILED(dialog->GetResults(items.out())) ||
      FAILED(items->GetCount(&count))) {
    return {};
  }
  std::vector<std::string> paths;
  for (DWORD i = 0; i < count; ++i) {
    Shared<IShellItem> item;
    if (SUCCEEDED(items->GetItemAt(i, item.out()))) paths.push_back(path_of(item.get()));
  }
  std::erase(paths, "");
  return paths;
}

std::vector<std::string> choose_file_to_save(const std::string& path) {
  const ObjectLibrary library;
  Shared<IFileSaveDialog> dialog;
  if (FAILED(CoCreateInstance(CLSID_FileSaveDialog, nullptr, CLSCTX_INPROC_SERVER,
                              IID_IFileSaveDialog, dialog.out_any()))) {
    return {};
  }
  FILEOPENDIALOGOPTIONS options = 0;
  dialog->GetOptions(&options);
  dialog->SetOptions(options | FOS_FORCEFILESYSTEM | FOS_OVERWRITEPROMPT);
  dialog->SetTitle(L"Save as");
  const std::filesystem::path proposed = wide_text(path);
  begin_in(*dialog.get(), narrow_text(proposed.parent_path().wstring()));
  dialog->SetFileName(proposed.filename().c_str());
  Shared<IShellItem> item;
  if (FAILED(dialog->Show(own_window())) || FAILED(dialog->GetResult(item.out()))) return {};
  std::vector<std::string> paths{path_of(item.get())};
  std::erase(paths, "");
  return paths;
}

std::string copy_picture(const std::string& path) {
  const ObjectLibrary library;
  const auto pixels = pixels_of(wide_text(path));
  if (!pixels) return "The picture cannot be read.";
  const Clipboard clipboard;
  return clipboard.put(CF_DIBV5, bitmap_of(*pixels)) ? ""
                                                     : "The clipboard does not take the picture.";
}

std::vector<std::string> font_folders() {
  return {known_folder(FOLDERID_Fonts),
          known_folder(FOLDERID_LocalAppData) + "Microsoft\\Windows\\Fonts\\"};
}

std::vector<std::string> fonts_with(std::span<const char32_t> characters) {
  const std::string folder = known_folder(FOLDERID_Fonts);
  std::vector<std::pair<std::ptrdiff_t, std::string>> fonts;
  for (const ScriptFont& font : kScriptFonts) {
    const auto missing = std::ranges::count_if(
        characters, [&](char32_t c) { return c < font.first || c > font.last; });
    fonts.emplace_back(missing, folder + font.name);
  }
  std::ranges::stable_sort(fonts, {}, &std::pair<std::ptrdiff_t, std::string>::first);
  std::vector<std::string> paths;
  for (auto& font : fonts) paths.push_back(std::move(font.second));
  return paths;
}

}  // namespace scrubjay

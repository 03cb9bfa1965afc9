#include "app/viewer/pictures/picture_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>

#include "app/shared/decode_picture.h"
#include "render/png.h"
#include "told_recording.h"

namespace scrubjay {
namespace {

Image checked_image(int width, int height) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i) {
    for (const int part : {i % 251, i % 7, 200, 255}) {
      image.pixels.push_back(static_cast<std::uint8_t>(part));
    }
  }
  return image;
}

ResourceData png_of(const Image& image) {
  auto bytes = encode_png(image);
  EXPECT_TRUE(bytes);
  return {.bytes = std::move(*bytes), .type = "image/png"};
}

ResourceData text_of(std::string_view text, const std::string& type = "text/plain") {
  const auto bytes = std::as_bytes(std::span(text));
  return {.bytes = {bytes.begin(), bytes.end()}, .type = type};
}

TEST(DecodeResource, APngComesBackPixelByPixel) {
  const Image image = checked_image(33, 17);
  const Picture picture = decode_resource(png_of(image));
  ASSERT_EQ(picture.state, Picture::State::ready);
  ASSERT_TRUE(picture.image);
  EXPECT_EQ(picture.image->width, 33);
  EXPECT_EQ(picture.image->height, 17);
  EXPECT_EQ(picture.image->pixels, image.pixels);
}

TEST(DecodeResource, RawPixelsAreTakenAsTheyAre) {
  const Image image = checked_image(4, 2);
  ResourceData data{
      .bytes = std::vector<std::byte>(32), .type = "image/raw", .width = 4, .height = 2};
  std::memcpy(data.bytes.data(), image.pixels.data(), 32);
  const Picture picture = decode_resource(data);
  ASSERT_TRUE(picture.image);
  EXPECT_EQ(picture.image->pixels, image.pixels);
  data.height = 3;
  EXPECT_EQ(decode_resource(data).state, Picture::State::failed);
  data.width = 0xFFFFFFFF;
  data.height = 0xFFFFFFFF;
  EXPECT_EQ(decode_resource(data).state, Picture::State::failed);
  // No bytes are as many as these sizes say.
  data.bytes.clear();
  data.height = 0;
  EXPECT_FALSE(decode_picture(data));
  data.width = 4;
  EXPECT_FALSE(decode_picture(data));
}

TEST(DecodeResource, TextsAreTextsAndTheRestIsNeither) {
  const Picture text = decode_resource(text_of("Hello\nworld \xC3\xA4"));
  EXPECT_EQ(text.text, "Hello\nworld \xC3\xA4");
  const Picture binary = decode_resource(text_of({"\x00\x01\xFE\xFF", 4}, "application/x"));
  EXPECT_EQ(binary.state, Picture::State::ready);
  EXPECT_FALSE(binary.image);
  EXPECT_TRUE(binary.text.empty());
  EXPECT_EQ(binary.size_bytes, 4u);
}

TEST(DecodeResource, ALongTextIsCutOffBetweenCharacters) {
  std::string text;
  while (text.size() < Picture::kLongestText + 10) text += "\xC3\xA4x";
  const Picture picture = decode_resource(text_of(text));
  EXPECT_LE(picture.text.size(), Picture::kLongestText);
  EXPECT_GT(picture.text.size(), Picture::kLongestText - 4);
  EXPECT_TRUE(text.starts_with(picture.text));
}

/// A PNG's head that promises a size.
ResourceData promised_png(std::uint32_t width, std::uint32_t height) {
  ResourceData data = png_of(checked_image(1, 1));
  const auto put = [&](std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
      data.bytes[at + i] = static_cast<std::byte>(value >> (24 - 8 * i));
    }
  };
  put(16, width);
  put(20, height);
  return data;
}

TEST(DecodeResource, PicturesThatPromiseTooMuchAreRefusedBeforeDecoding) {
  for (const auto& [width, height] : {std::pair{16000U, 16000U}, {16384U, 4000U}}) {
    const Picture picture = decode_resource(promised_png(width, height));
    EXPECT_EQ(picture.state, Picture::State::failed) << width;
    EXPECT_NE(picture.error.find("too large"), std::string::npos) << picture.error;
  }
  const Picture beyond = decode_resource(promised_png(0x7FFFFFFF, 0x7FFFFFFF));
  EXPECT_FALSE(beyond.image);
}

TEST(DecodeResource, EveryPrefixAndEveryChangedByteOfAPictureIsBorne) {
  const ResourceData whole = png_of(checked_image(9, 5));
  for (std::size_t size = 0; size < whole.bytes.size(); ++size) {
    const ResourceData part{
        .bytes = {whole.bytes.begin(), whole.bytes.begin() + static_cast<std::ptrdiff_t>(size)},
        .type = whole.type};
    EXPECT_FALSE(size < 40 && decode_resource(part).image);
  }
  for (std::size_t at = 0; at < whole.bytes.size(); ++at) {
    ResourceData changed = whole;
    changed.bytes[at] ^= std::byte{0x5A};
    const Picture picture = decode_resource(changed);
    if (picture.image) {
      EXPECT_EQ(picture.image->pixels.size(), 4 * static_cast<std::size_t>(picture.image->width) *
                                                  static_cast<std::size_t>(picture.image->height));
    }
  }
}

class PictureCacheTest : public testing::Test {
 protected:
  const Picture& settled(std::string_view path) {
    for (int i = 0; i < 5000; ++i) {
      cache_.begin_picture({recording_.get()});
      const Picture& picture = cache_.find(recording_, path, background_);
      if (picture.state != Picture::State::waiting) return picture;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return cache_.find(recording_, path, background_);
  }
  void open(ToldRecording told) { recording_ = recording_of(std::move(told)); }

  std::shared_ptr<Recording> recording_;
  Background background_{[] {}};
  PictureCache cache_;
};

TEST_F(PictureCacheTest, ReadsInTheBackgroundAndKeeps) {
  ToldRecording told;
  told.resources["a.png"] = png_of(checked_image(8, 8));
  open(std::move(told));
  EXPECT_EQ(cache_.find(recording_, "a.png", background_).state, Picture::State::waiting);
  const Picture& picture = settled("a.png");
  ASSERT_TRUE(picture.image);
  EXPECT_EQ(cache_.bytes(), 8u * 8 * 4);
  EXPECT_EQ(cache_.texture(*recording_, "a.png"), 0u);  // no OpenGL here
}

TEST_F(PictureCacheTest, WhatIsMissingOrDamagedSaysWhy) {
  ToldRecording told;
  told.only_named = {"named.png"};
  told.resources["bad.png"] = promised_png(16000, 16000);
  open(std::move(told));
  EXPECT_EQ(settled("named.png").error, "It is only named.");
  EXPECT_EQ(settled("unknown.png").state, Picture::State::failed);
  EXPECT_FALSE(settled("bad.png").error.empty());
}

TEST_F(PictureCacheTest, DropsTheLeastRecentlyUsedAndKeepsWhatIsShown) {
  ToldRecording told;
  for (int i = 0; i < 8; ++i) told.resources[std::to_string(i)] = png_of(checked_image(16, 16));
  open(std::move(told));
  cache_.most_bytes = 3 * 16 * 16 * 4;
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(settled(std::to_string(i)).image);
    cache_.begin_picture({recording_.get()});
    EXPECT_TRUE(settled("0").image);
  }
  cache_.begin_picture({recording_.get()});
  cache_.begin_picture({recording_.get()});
  EXPECT_LE(cache_.bytes(), cache_.most_bytes);
  EXPECT_EQ(cache_.find(recording_, "0", background_).state, Picture::State::ready);
  EXPECT_EQ(cache_.find(recording_, "1", background_).state, Picture::State::waiting);
}

TEST_F(PictureCacheTest, ForgetsWhatIsClosed) {
  ToldRecording told;
  told.resources["a.png"] = png_of(checked_image(8, 8));
  open(std::move(told));
  EXPECT_TRUE(settled("a.png").image);
  cache_.begin_picture({});
  EXPECT_EQ(cache_.bytes(), 0u);
}

}  // namespace
}  // namespace scrubjay

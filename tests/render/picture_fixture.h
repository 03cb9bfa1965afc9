#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "render/render_to_image.h"

namespace scrubjay {

/// One context for all tests of a suite: starting a driver is slow.
class PictureTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto made = PictureRenderer::create();
    if (made) {
      pictures_ = std::make_unique<PictureRenderer>(std::move(*made));
    } else {
      reason_ = describe(made.error());
    }
  }
  static void TearDownTestSuite() { pictures_.reset(); }

  void SetUp() override {
    if (pictures_ == nullptr) GTEST_SKIP() << "no off-screen OpenGL here: " << reason_;
  }

  static inline std::unique_ptr<PictureRenderer> pictures_;

 private:
  static inline std::string reason_;
};

}  // namespace scrubjay

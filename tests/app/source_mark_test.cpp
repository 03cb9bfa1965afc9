#include "app/shared/source_mark.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/viewer/panels/widgets/source_badge.h"
#include "scripted_recording.h"
#include "session_of.h"

namespace scrubjay {
namespace {

std::shared_ptr<Recording> with_streams(std::size_t streams,
                                        const std::string& name = "scripted.log") {
  return scripted_recording(
      [=](RecordingBuilder& builder) {
        for (std::size_t i = 0; i < streams; ++i) {
          const StreamIndex stream = builder.add_stream(std::to_string(i), "");
          builder.begin_life(builder.add_entity("190", "car", EntityKind::vehicle, stream),
                             builder.next_frame());
          add_frames(builder, stream, 2, 1);
        }
      },
      name);
}

TEST(SourceMark, TheOnlyRecordingNeedsNone) {
  const Session session = session_of({with_streams(1)});
  EXPECT_FALSE(has_marks(session));
  EXPECT_EQ(mark_of(session, 0).letters, "");
  EXPECT_EQ(marked(session, {0, EntityIndex(0)}, "190"), "190");
}

TEST(SourceMark, ClientsOfTheOnlyRecordingHaveLetters) {
  const Session session = session_of({with_streams(28)});
  EXPECT_TRUE(has_marks(session));
  EXPECT_EQ(mark_of(session, 0).letters, "");
  EXPECT_EQ(mark_of(session, 0, StreamIndex(0)).letters, "A");
  EXPECT_EQ(mark_of(session, 0, StreamIndex(25)).letters, "Z");
  EXPECT_EQ(mark_of(session, 0, StreamIndex(26)).letters, "AA");
  EXPECT_EQ(mark_of(session, 0, StreamIndex(27)).letters, "AB");
  EXPECT_EQ(marked(session, {0, EntityIndex(1)}, "190"), "190 · B");
}

TEST(SourceMark, RecordingsHaveLettersAndTheirClientsNumbers) {
  Session session = session_of({with_streams(1), with_streams(2)});
  EXPECT_EQ(mark_of(session, 0).letters, "A");
  EXPECT_EQ(mark_of(session, 1).letters, "B");
  EXPECT_EQ(mark_of(session, 0, StreamIndex(0)).letters, "A");
  EXPECT_EQ(mark_of(session, 1, StreamIndex(1)).letters, "B2");
  EXPECT_EQ(mark_of(session, EntityRef{1, EntityIndex(1)}).letters, "B2");
  EXPECT_EQ(mark_of(session, EntityRef{1, EntityIndex()}).letters, "B");
  EXPECT_NE(mark_of(session, 1, StreamIndex(0)).color, mark_of(session, 1, StreamIndex(1)).color);
  EXPECT_EQ(marked(session, {0, EntityIndex(0)}, "190"), "190 · A");
  session.recordings[1].visible = false;
  EXPECT_EQ(marked(session, {0, EntityIndex(0)}, "190"), "190") << "nothing else is shown";
  session.recordings[1].visible = true;
  session.recordings[0].recording = scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    builder.begin_life(builder.add_entity("190", "door", EntityKind::other, stream),
                       builder.next_frame());
    add_frames(builder, stream, 2, 1);
  });
  EXPECT_EQ(marked(session, {0, EntityIndex(0)}, "door"), "door · A") << "another name, too";
}

TEST(SourceMark, ARecordingKeepsItsMarkWhenAnotherIsClosed) {
  Session session = session_of({with_streams(1), with_streams(1), with_streams(1)});
  session.recordings.erase(session.recordings.begin());
  EXPECT_EQ(mark_of(session, 0).letters, "B");
  EXPECT_EQ(mark_of(session, 1).letters, "C");
  EXPECT_EQ(free_mark(session), 0u) << "A is free again";
}

TEST(SourceMark, RecordingsOfOneNameAreCalledByTheirFolders) {
  const Session session = session_of({with_streams(1, "/runs/monday/drive.log"),
                                      with_streams(1, "/runs/tuesday/drive.log"),
                                      with_streams(1, "/runs/tuesday/walk.log")});
  EXPECT_EQ(recording_name(session, 0), "monday/drive.log");
  EXPECT_EQ(recording_name(session, 1), "tuesday/drive.log");
  EXPECT_EQ(recording_name(session, 2), "walk.log");
}

// What colours look like, and how far apart: Oklab (Ottosson, 2020) of what is left of them to red-
// green blind eyes (Machado, Oliveira and Fernandes, 2009, severity 1).

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix kNormal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kDeuteranopia{{{0.367322, 0.860646, -0.227968},
                                {0.280085, 0.672501, 0.047413},
                                {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kProtanopia{{{0.152286, 1.052583, -0.204868},
                              {0.114503, 0.786281, 0.099216},
                              {-0.003882, -0.048116, 1.051998}}};

Triple product(const Matrix& matrix, const Triple& of) {
  Triple out{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t i = 0; i < 3; ++i) out[row] += matrix[row][i] * of[i];
  }
  return out;
}

Triple linear(const ImVec4& color) {
  Triple out{};
  const std::array parts{color.x, color.y, color.z};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto c = static_cast<double>(parts[i]);
    out[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return out;
}

Triple oklab(const ImVec4& color, const Matrix& vision) {
  constexpr Matrix kCones{{{0.4122214708, 0.5363325363, 0.0514459929},
                           {0.2119034982, 0.6806995451, 0.1073969566},
                           {0.0883024619, 0.2817188376, 0.6299787005}}};
  constexpr Matrix kLab{{{0.2104542553, 0.7936177850, -0.0040720468},
                         {1.9779984951, -2.4285922050, 0.4505937099},
                         {0.0259040371, 0.7827717662, -0.8086757660}}};
  Triple seen = product(vision, linear(color));
  for (double& part : seen) part = std::clamp(part, 0.0, 1.0);
  Triple cones = product(kCones, seen);
  for (double& part : cones) part = std::cbrt(part);
  return product(kLab, cones);
}

double distance(const ImVec4& one, const ImVec4& other, const Matrix& vision) {
  const Triple a = oklab(one, vision);
  const Triple b = oklab(other, vision);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double contrast(const ImVec4& one, const ImVec4& other) {
  const auto luminance = [](const ImVec4& color) {
    const Triple c = linear(color);
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] + 0.05;
  };
  const auto [low, high] = std::minmax({luminance(one), luminance(other)});
  return high / low;
}

TEST(SourceMark, ColorsAreToldApartByAllEyesAndFromThoseOfKinds) {
  constexpr std::size_t kColors = 5;
  const Session session = session_of({with_streams(kColors)});
  for (const Theme* theme : {&dark_theme(), &light_theme()}) {
    std::array<ImVec4, kColors> colors;
    for (std::size_t i = 0; i < kColors; ++i) {
      colors[i] = mark_color(*theme, mark_of(session, 0, StreamIndex(i)));
      // Letters stand on them in the panel's colour, and bars of them on the panel.
      EXPECT_GE(contrast(colors[i], theme->panel), 3.9) << i;
      for (int kind = 0; kind <= static_cast<int>(EntityKind::camera); ++kind) {
        const ImVec4 other = kind_color(*theme, static_cast<EntityKind>(kind));
        EXPECT_GE(distance(colors[i], other, kNormal), 0.06) << i << ' ' << kind;
      }
    }
    for (const Matrix& vision : {kNormal, kDeuteranopia, kProtanopia}) {
      for (std::size_t i = 0; i < kColors; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          EXPECT_GE(distance(colors[i], colors[j], vision), 0.1) << i << ' ' << j;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scrubjay

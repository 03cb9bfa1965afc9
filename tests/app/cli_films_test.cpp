// Pictures of views and films: `render` with and without ffmpeg.
#include <array>
#include <csignal>

#include "cli_program.h"

namespace scrubjay {
namespace {

bool has_program(const char* name) {
  return std::system((std::string("command -v ") + name + " >/dev/null 2>&1").c_str()) == 0;
}

class Films : public Program {
 protected:
  /// Files in the test's folder but those of the test itself.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename().string();
      if (name != ".out" && name != ".err" && name != ".log" && name != "bin")
        names.push_back(name);
    }
    return names;
  }
  /// What ffprobe says of a film: "codec,width,height,frames,rate".
  std::string probed(const std::string& name) const {
    std::string out =
        shell(
            "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
            "stream=codec_name,width,height,nb_read_frames,r_frame_rate -of csv=p=0 " +
            name)
            .out;
    while (!out.empty() && out.back() == '\n') out.pop_back();
    return out;
  }
};

const std::string kRange = "render \"$S\" --from 10 --to 11 --fps 5 --size 64x48 ";

TEST_F(Films, APlainFilmHoldsEveryPicture) {
  ASSERT_EQ(run(kRange + "-o film.y4m").status, 0);
  const std::string film = file_text(path("film.y4m"));
  const std::string head = "YUV4MPEG2 W64 H48 F5:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
  ASSERT_TRUE(film.starts_with(head));
  const std::size_t frame = 6 + 3 * 64 * 48;
  ASSERT_EQ(film.size(), head.size() + 6 * frame);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(film.substr(head.size() + i * frame, 6), "FRAME\n");
  }
  // Twice as fast: half as many.
  ASSERT_EQ(run(kRange + "--speed 2 -o fast.y4m").status, 0);
  EXPECT_EQ(std::filesystem::file_size(path("fast.y4m")), head.size() + 3 * frame);
}

TEST_F(Films, NameTheCommandWhereFfmpegIsMissing) {
  // A search path without it: the program itself is named by its whole path.
  const Run run = shell("mkdir bin; PATH=$PWD/bin \"$P\" " + kRange + "-o film.mp4");
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("ffmpeg"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("-i film.y4m"), std::string::npos) << run.err;
  EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(Films, AreWhatFfprobeExpects) {
  if (!has_program("ffmpeg") || !has_program("ffprobe")) {
    GTEST_SKIP() << "ffmpeg is not installed: films other than .y4m are not tested";
  }
  ASSERT_EQ(run(kRange + "-o film.mp4").status, 0);
  EXPECT_EQ(probed("film.mp4"), "h264,64,48,5/1,6");
  ASSERT_EQ(run(kRange + "-o film.webm").status, 0);
  EXPECT_EQ(probed("film.webm"), "vp9,64,48,5/1,6");
  ASSERT_EQ(run(kRange + "-o film.webp").status, 0);
  EXPECT_EQ(file_text(path("film.webp")).substr(0, 4), "RIFF");
  EXPECT_EQ(files().size(), 3U);
}

TEST_F(Films, GoOnWhateverFfmpegPrints) {
  std::filesystem::create_directories(folder_ / "bin");
  put("bin/ffmpeg",
      "#!/bin/sh\nhead -c 300000 /dev/zero | tr '\\0' x >&2\ncat >/dev/null\necho end >&2\nexit "
      "1\n");
  const Run film = shell(
      "chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH; timeout 60 \"$P\" render "
      "\"$S\" --from 10 --to 11 --fps 5 --size 320x240 -o film.mp4");
  if (film.err.find("no-opengl") != std::string::npos) GTEST_SKIP() << film.err;
  EXPECT_EQ(film.status, 3);
  EXPECT_NE(film.err.find("ffmpeg did not make the film: xxx"), std::string::npos) << film.err;
}

TEST_F(Films, StoppedInTheMiddleLeaveNothing) {
  std::vector<std::string> targets{"film.y4m", "p_%04d.png"};
  if (has_program("ffmpeg")) targets.emplace_back("film.mp4");
  for (const std::string& target : targets) {
    // Stopped once it has drawn some pictures.
    const Run stopped = shell(
        "\"$P\" render \"$S\" --from 0 --to 15 --fps 500 --size 64x48 --progress -o " + target +
        " 2>.log & I=$!; while kill -0 $I 2>/dev/null && ! grep -q 'picture 3 of' .log; do sleep "
        "0.02; "
        "done; kill -TERM $I; wait $I");
    EXPECT_EQ(stopped.status, 128 + SIGTERM) << target;
    EXPECT_EQ(files(), std::vector<std::string>{}) << target << stopped.err;
  }
}

TEST_F(Films, RefuseWhatCannotBe) {
  EXPECT_EQ(run("render \"$S\" --time 1 -o film.mp4").status, 2);
  EXPECT_EQ(run(kRange + "--background none -o film.y4m").status, 2);
  EXPECT_EQ(run(kRange + "--speed 0 -o film.y4m").status, 2);
  EXPECT_EQ(run("render \"$S\" --time 1 --view '{' -o a.png").status, 2);
  EXPECT_EQ(run("render \"$S\" \"$S\" --time 1 -o a.png").status, 2);
  EXPECT_EQ(run("render \"$S\" --time 1 --scale 9 -o a.png").status, 2);
  EXPECT_EQ(run("render \"$S\" --time 1 --background blue -o a.png").status, 2);
  EXPECT_EQ(run("render \"$S\" --time 1 --view '{}' --follow spectator -o a.png").status, 2);
  EXPECT_EQ(files(), std::vector<std::string>{});
}

/// Width, height and colour type of a PNG.
std::array<unsigned, 3> png_head(const std::string& png) {
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value * 256 + static_cast<unsigned char>(png.at(at + i));
    return value;
  };
  return {number(16), number(20), static_cast<unsigned char>(png.at(25))};
}

TEST_F(Films, AViewIsDrawnAsTheWindowDrawsIt) {
  const std::string view = "render \"$S\" --time 10 --view '{\"size\":[320,200]}' ";
  const Run plain = run(view + "-o a.png");
  if (plain.err.find("no-opengl") != std::string::npos) GTEST_SKIP() << plain.err;
  ASSERT_EQ(plain.status, 0) << plain.err;
  ASSERT_EQ(run(view + "-o b.png").status, 0);
  const std::string first = file_text(path("a.png"));
  EXPECT_TRUE(first == file_text(path("b.png"))) << "the same view is the same picture";
  EXPECT_EQ(png_head(first), (std::array<unsigned, 3>{320, 200, 2}));
  ASSERT_EQ(run(view + "--scale 2 --scale-bar --no-labels -o twice.png").status, 0);
  EXPECT_EQ(png_head(file_text(path("twice.png"))), (std::array<unsigned, 3>{640, 400, 2}));
  ASSERT_EQ(run(view + "--background none -o none.png").status, 0);
  EXPECT_EQ(png_head(file_text(path("none.png")))[2], 6U) << "with alpha";
  ASSERT_EQ(run(view + "--background white -o white.png").status, 0);
  EXPECT_NE(file_text(path("white.png")), first);
}

}  // namespace
}  // namespace scrubjay

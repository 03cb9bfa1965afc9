// What the program does when the system around it fails: memory, disks, files that change, signals.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli_program.h"
#include "tests/core/sanitizers.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

constexpr bool kIsSanitized = SCRUBJAY_HAS_ADDRESS_SANITIZER || SCRUBJAY_HAS_THREAD_SANITIZER;

class Faults : public Program {
 protected:
  /// Starts an export of $F into a pipe that nobody empties, and goes on once its first bytes came:
  /// the program is then in the middle of its work. $pid is its process.
  static constexpr const char* kStart =
      "mkfifo pipe; exec 9<>pipe; \"$P\" export \"$F\" --to ndjson -o pipe & pid=$!; "
      "head -c 1000 <&9 >/dev/null; ";
  /// Lets it end; the status is its own.
  static constexpr const char* kFinish =
      "cat <&9 >rest.ndjson & reader=$!; wait $pid; status=$?; kill $reader; exit $status";

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename().string();
      if (name != ".out" && name != ".err" && name != ".cache") found.push_back(entry.path());
    }
    return found;
  }
};

TEST_F(Faults, a_fatal_signal_leaves_a_report_and_says_where) {
  if (kIsSanitized) GTEST_SKIP() << "Sanitizers handle these signals themselves.";
  for (const char* signal : {"SEGV", "BUS", "ABRT", "FPE", "ILL"}) {
    const Run crashed = shell("rm -rf pipe state; export XDG_STATE_HOME=$PWD/state; F=$S; " +
                              std::string(kStart) + "kill -" + signal + " $pid; wait $pid");
    EXPECT_GT(crashed.status, 128) << signal;
    std::vector<fs::path> reports;
    for (const auto& entry : fs::directory_iterator(folder_ / "state/scrubjay")) {
      reports.push_back(entry.path());
    }
    ASSERT_EQ(reports.size(), 1u) << signal;
    EXPECT_NE(crashed.err.find(reports[0].string()), std::string::npos) << crashed.err;
    const std::string report = file_text(reports[0]);
    EXPECT_NE(report.find("ended by SIG" + std::string(signal)), std::string::npos) << report;
    EXPECT_NE(report.find("\nfile: " + kSample + "\n"), std::string::npos) << report;
    EXPECT_NE(report.find("\nframe: "), std::string::npos) << report;
    EXPECT_EQ(report.find("frame: none"), std::string::npos) << report;
    EXPECT_NE(report.find("scrubjay"), std::string::npos) << report;
    EXPECT_GT(lines_of(report.substr(report.find("where:"))).size(), 3u) << report;
  }
}

TEST_F(Faults, a_file_that_becomes_shorter_costs_frames_and_is_told) {
  const Run cut =
      shell("cp \"$S\" copy.log; F=copy.log; " + std::string(kStart) + ": >copy.log; " + kFinish);
  EXPECT_EQ(cut.status, 1) << cut.err;
  EXPECT_NE(cut.err.find("became shorter"), std::string::npos) << cut.err;
  put("r.sql", "-- rule: all\nselect frame from state\n");
  for (const char* const command :
       {"sql copy.log 'select * from properties' --csv", "check copy.log --rules r.sql --json"}) {
    const Run shorter =
        shell("cp \"$S\" copy.log; rm -f pipe; mkfifo pipe; exec 9<>pipe; \"$P\" " +
              std::string(command) + " >pipe & pid=$!; head -c 1000 <&9 >/dev/null; : >copy.log; " +
              kFinish);
    EXPECT_EQ(shorter.status, 1) << command << shorter.err;
    EXPECT_NE(shorter.err.find("became shorter"), std::string::npos) << command << shorter.err;
  }
}

TEST_F(Faults, a_file_that_is_deleted_replaced_or_grows_is_read_as_it_was) {
  const Run whole = shell("\"$P\" export \"$S\" --to ndjson -o whole.ndjson");
  ASSERT_EQ(whole.status, 0) << whole.err;
  const std::string expected = file_text(path("whole.ndjson"));
  for (const char* change :
       {"rm copy.log; ", "cp copy.log other; mv other copy.log; ", "echo more >>copy.log; "}) {
    const Run run_export = shell("rm -f pipe; cp \"$S\" copy.log; F=copy.log; " +
                                 std::string(kStart) + change + kFinish);
    EXPECT_EQ(run_export.status, 0) << change << run_export.err;
    const std::string rest = file_text(path("rest.ndjson"));
    EXPECT_EQ(rest, expected.substr(1000, rest.size())) << change;
    EXPECT_GT(rest.size(), expected.size() / 2) << change;
  }
}

TEST_F(Faults, a_full_disk_leaves_nothing_behind) {
  put("old.xrec", "old");
  for (const char* target : {"new.xrec", "old.xrec"}) {
    const Run full = shell("ulimit -f 1; \"$P\" convert \"$S\" -o " + std::string(target));
    EXPECT_EQ(full.status, 3) << full.err;
    EXPECT_NE(full.err.find("cannot be written"), std::string::npos) << full.err;
  }
  EXPECT_EQ(files(), std::vector<fs::path>{path("old.xrec")});
  EXPECT_EQ(file_text(path("old.xrec")), "old");
  const Run device = run("export \"$S\" --to ndjson -o /dev/full");
  EXPECT_EQ(device.status, 3) << device.err;
  EXPECT_NE(device.err.find("No space left"), std::string::npos) << device.err;
}

/// A disk of that many KiB is full before the work is done: the old file stays as it was, and
/// nothing else. Printed: status and target of each run, then what the disk holds.
TEST_F(Faults, a_small_disk_keeps_the_old_file_and_nothing_else) {
  const std::string mount = "mkdir disk && mount -t tmpfs -o size=$1k tmpfs disk";
  const std::string inside = "unshare -rm sh -c '" + mount;
  if (shell(inside + "' sh 64").status != 0) {
    GTEST_SKIP() << "The system lets no user mount a small disk.";
  }
  for (const int kibibytes : {8, 64, 150}) {
    const Run full = shell(
        "rmdir disk; export P S; " + inside +
        " && cd disk || exit 9; echo old >old.xrec; "
        "for t in old.xrec new.xrec new.log new.fbf new.ndjson; do \"$P\" convert \"$S\" -o $t; "
        "echo $? $t; done; \"$P\" export \"$S\" --to ndjson -o new.txt; echo $? new.txt; "
        "ls -A; cat old.xrec' sh " +
        std::to_string(kibibytes));
    EXPECT_EQ(full.out,
              "3 old.xrec\n3 new.xrec\n3 new.log\n3 new.fbf\n3 new.ndjson\n3 new.txt\n"
              "old.xrec\nold\n")
        << kibibytes << " KiB: " << full.err;
    std::size_t told = 0;
    for (const std::string& line : lines_of(full.err)) {
      told += line.find("No space left on device") != std::string::npos ? 1U : 0U;
    }
    EXPECT_EQ(told, 6u) << full.err;
  }
}

TEST_F(Faults, an_index_that_the_disk_has_no_room_for_is_not_kept) {
  const std::string inside =
      "unshare -rm sh -c 'mkdir disk && mount -t tmpfs -o size=16k tmpfs disk";
  if (shell(inside + "'").status != 0) {
    GTEST_SKIP() << "The system lets no user mount a small disk.";
  }
  const Run expected = run("info \"$S\" --json --no-cache");
  ASSERT_EQ(expected.status, 0) << expected.err;
  const Run full = shell(
      "rmdir disk; export P S SCRUBJAY_CACHE=all; " + inside +
      "; export XDG_CACHE_HOME=$PWD/disk; for i in 1 2; do \"$P\" info \"$S\" --json >$i.json || "
      "exit 9; done; find disk -type f -size +0'");
  EXPECT_EQ(full.status, 0) << full.err;
  EXPECT_EQ(full.out, "");
  for (const char* name : {"1.json", "2.json"}) EXPECT_EQ(file_text(path(name)), expected.out);
}

TEST_F(Faults, a_killed_conversion_leaves_the_old_file_or_the_whole_new_one) {
  ASSERT_EQ(run("convert \"$S\" -o whole.xrec").status, 0);
  const std::string whole = file_text(path("whole.xrec"));
  const Run kills = shell(
      "n=0; while [ $n -lt 50 ]; do n=$((n + 1)); echo old >target.xrec; "
      "\"$P\" convert \"$S\" -o target.xrec --quiet & pid=$!; "
      "sleep 0.$(printf %03d $((n * 10))); kill -KILL $pid 2>/dev/null; wait $pid 2>/dev/null; "
      "if [ \"$(cat target.xrec | head -c 3)\" = old ]; then echo old; "
      "else cmp -s target.xrec whole.xrec && echo whole || echo broken; fi; done");
  ASSERT_EQ(lines_of(kills.out).size(), 50u) << kills.err;
  for (const std::string& line : lines_of(kills.out)) EXPECT_NE(line, "broken");
  EXPECT_EQ(lines_of(kills.out)[0], "old");
}

TEST_F(Faults, a_read_error_is_told_with_the_systems_words) {
  if (kIsSanitized) GTEST_SKIP() << "Sanitizers have to be loaded before other libraries.";
  for (const int failing : {1, 2, 7}) {
    const Run failed = shell("FAILING_READ=" + std::to_string(failing) +
                             " LD_PRELOAD='" SCRUBJAY_FAILING_SYSTEM "' \"$P\" info \"$S\"");
    EXPECT_EQ(failed.status, 3) << failed.err;
    EXPECT_NE(failed.err.find("cannot be read: Input/output error"), std::string::npos)
        << failed.err;
  }
  const Run read_whole = shell("FAILING_READ=1000000 LD_PRELOAD='" SCRUBJAY_FAILING_SYSTEM
                               "' \"$P\" info \"$S\" --json");
  EXPECT_EQ(read_whole.status, 0) << read_whole.err;
  EXPECT_EQ(read_whole.out, run("info \"$S\" --json").out);
}

TEST_F(Faults, a_clock_that_goes_backwards_changes_nothing) {
  if (kIsSanitized) GTEST_SKIP() << "Sanitizers have to be loaded before other libraries.";
  const std::string work =
      "for i in 1 2; do \"$P\" info \"$S\" --json; done; \"$P\" convert \"$S\" -o made.xrec; "
      "\"$P\" diff \"$S\" made.xrec --json; \"$P\" export \"$S\" --to parquet -o tables; "
      "\"$P\" export \"$S\" --to parquet -o tables; ls tables; rm -r tables made.xrec";
  const Run plain = shell("export SCRUBJAY_CACHE=all XDG_CACHE_HOME=$PWD/one; " + work);
  const Run strange = shell(
      "export SCRUBJAY_CACHE=all XDG_CACHE_HOME=$PWD/two CLOCK_BACKWARDS=90000 "
      "LD_PRELOAD='" SCRUBJAY_FAILING_SYSTEM "'; " +
      work);
  EXPECT_EQ(strange.status, plain.status) << strange.err;
  EXPECT_EQ(strange.out, plain.out);
  EXPECT_EQ(strange.err, plain.err);
  EXPECT_GT(plain.out.size(), 500u);
}

TEST_F(Faults, a_lack_of_memory_is_told) {
  if (kIsSanitized) GTEST_SKIP() << "Sanitizers reserve more addresses than any limit leaves.";
  bool was_short = false;
  for (const int kilobytes : {12'000, 20'000, 25'000, 30'000, 40'000, 60'000, 100'000, 4'000'000}) {
    const Run limited = shell("ulimit -v " + std::to_string(kilobytes) + "; \"$P\" verify \"$S\"");
    // 127: the loader itself found no room for the libraries.
    EXPECT_TRUE(limited.status == 0 || limited.status == 3 || limited.status == 127)
        << kilobytes << ": " << limited.status << limited.err;
    if (limited.status != 0) {
      was_short = true;
      EXPECT_FALSE(limited.err.empty()) << kilobytes;
    }
  }
  EXPECT_TRUE(was_short);
}

TEST_F(Faults, the_users_language_changes_no_number_and_no_name) {
  const std::string sample_saved = std::string(SCRUBJAY_ASSETS) + "/sample_saved.fbf";
  const std::string all_of_it =
      "set -e; for f in \"$S\" '" + sample_saved +
      "'; do \"$P\" info $f --json; \"$P\" export $f --to ndjson -o -; \"$P\" events $f "
      "--json; "
      "\"$P\" sql $f \"select upper(id), lower(name), 0.5 * entity from entities\"; done";
  const Run plain = shell("export LC_ALL=C; " + all_of_it);
  ASSERT_EQ(plain.status, 0) << plain.err;
  ASSERT_GT(plain.out.size(), 10'000u);
  for (const char* language : {"tr_TR", "de_DE"}) {
    const std::string name = std::string(language) + ".UTF-8";
    if (shell("localedef -i " + std::string(language) + " -f UTF-8 ./" + name).status != 0) {
      GTEST_SKIP() << "The system cannot make the language " << name << ".";
    }
    const Run spoken = shell("export LOCPATH=$PWD LC_ALL=" + name + "; " + all_of_it);
    EXPECT_TRUE(spoken.out == plain.out) << name;  // too long to print
  }
}

TEST_F(Faults, a_home_that_cannot_be_written_costs_nothing_but_what_is_kept) {
  const Run expected = run("info \"$S\" --json --no-cache");
  ASSERT_EQ(expected.status, 0) << expected.err;
  put("home", "no folder");
  const Run run_there = shell(
      "unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_STATE_HOME; export HOME=$PWD/home "
      "SCRUBJAY_CACHE=all "
      "TMPDIR=$PWD/home; for i in 1 2; do \"$P\" info \"$S\" --json >$i.json || exit 9; done; "
      "\"$P\" sql \"$S\" 'select frame, count(*) from state group by frame order by 2' >rows && "
      "\"$P\" export \"$S\" --to parquet -o tables && ls tables");
  EXPECT_EQ(run_there.status, 0) << run_there.err;
  EXPECT_NE(run_there.out.find("entities"), std::string::npos) << run_there.out;
  for (const char* name : {"1.json", "2.json"}) EXPECT_EQ(file_text(path(name)), expected.out);
  EXPECT_GT(lines_of(file_text(path("rows"))).size(), 500u);
}

TEST_F(Faults, without_a_display_the_window_says_so) {
  const Run none = shell("unset DISPLAY WAYLAND_DISPLAY; \"$P\" \"$S\"");
  EXPECT_EQ(none.status, 3) << none.err;
  EXPECT_FALSE(none.err.empty());
}

TEST_F(Faults, several_at_once_share_a_cache) {
  const std::string saved = std::string(SCRUBJAY_ASSETS) + "/sample_saved.fbf";
  const Run several = shell("F='" + saved +
                            "'; for i in 1 2 3 4; do \"$P\" info \"$F\" --json "
                            ">$i.json & done; wait; for i in 2 3 4; do cmp 1.json $i.json; done");
  EXPECT_EQ(several.status, 0) << several.err;
  EXPECT_EQ(file_text(path("1.json")), run("info '" + saved + "' --json").out);
}

// What libraries bring (X11 talks to its server) is theirs: the program's own list of what it takes
// from libraries names no function that opens or uses a connection.
TEST_F(Faults, the_program_has_no_way_to_the_network) {
  const Run symbols = shell("nm -D --undefined-only \"$P\"");
  ASSERT_EQ(symbols.status, 0) << symbols.err;
  ASSERT_NE(symbols.out.find(" U "), std::string::npos);
  for (const char* name :
       {"socket", "connect", "getaddrinfo", "gethostbyname", "bind", "listen", "accept", "sendto",
        "sendmsg", "recvfrom", "recvmsg", "SSL_connect", "curl_easy_perform"}) {
    EXPECT_EQ(symbols.out.find(" U " + std::string(name) + "@"), std::string::npos) << name;
    EXPECT_EQ(symbols.out.find(" U " + std::string(name) + "\n"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace scrubjay

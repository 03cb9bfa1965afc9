"""Changes one place of our own code at a time, and tells which changes no test notices.

    python3 tests/mutants/mutants.py make  [--seed 1] [--count 460] [--folder build/mutants]
    python3 tests/mutants/mutants.py run   [--jobs 2] [--only N,N] [--seconds 40] [--folder build/mutants]

"make" copies the tree into a folder of its own, picks places of core/, formats/ and analysis/ at random, and writes both the
code and its change there: `a < b` becomes `(::mutant(7) ? a <= b : a < b)`. So one build holds all mutants, and the
environment (MUTANT=7) says which of them is alive. What does not compile is left out.
"run" first runs each suite of GoogleTest with no mutant alive, to learn which mutants it reaches; then, for each
mutant, the suites that reach it, the shortest first, until one fails or takes too long, or until those that have
passed took --seconds in all. It writes table.tsv. Tests that were changed since are built again; where the code
was changed, "make" again.

Changed are: comparisons, + and -, && and ||, conditions of if, whole numbers, signs; and statements are dropped. Left
out is what a test cannot notice: what the compiler works out (constants, templates' arguments), and calls that
only save time or memory. The tests of the window are not among the suites. Needs python3-clang-19 and clang-19.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
MUTATED = ("core", "formats", "analysis")
# Statements that change no result: they save time or memory.
ONLY_SPEED = re.compile(r"\b(reserve|shrink_to_fit|prefetch\w*|advise\w*)\(")
COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+"}
LOGIC = {"&&": "||", "||": "&&"}
HEADER = """#pragma once
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
namespace mutants {
inline unsigned char reached[%(count)d];
inline const int alive = [] {
  if (std::getenv("MUTANTS_REACHED") != nullptr) {
    std::atexit([] {
      char path[4096];
      std::snprintf(path, sizeof path, "%%s/%%d", std::getenv("MUTANTS_REACHED"), static_cast<int>(getpid()));
      if (std::FILE* const file = std::fopen(path, "w")) {
        std::fwrite(reached, 1, sizeof reached, file);
        std::fclose(file);
      }
    });
  }
  const char* const number = std::getenv("MUTANT");
  return number == nullptr ? -1 : std::atoi(number);
}();
}
constexpr bool mutant(int number) {
  if (__builtin_is_constant_evaluated()) return false;
  if (mutants::reached[number] == 0) mutants::reached[number] = 1;
  return mutants::alive == number;
}
"""


class Place:
    """A change of the text [start, end) of a file."""

    def __init__(self, file, start, end, kind, change, shown):
        self.file, self.start, self.end, self.kind = file, start, end, kind
        self.change = change  # the text that stands there then, @ for the mutant's number
        self.shown = shown

    def key(self):
        return (self.file, self.start, self.end, self.kind)


class Finder:
    """Places of the functions of our files that one translation unit includes."""

    def __init__(self, cindex):
        self.kinds = cindex.CursorKind
        self.types = cindex.TypeKind
        self.texts = {}
        self.places = {}

    def text(self, file):
        if file not in self.texts:
            self.texts[file] = (ROOT / file).read_text().encode()
        return self.texts[file]

    def unit(self, unit):
        seen = {}
        for cursor in unit.cursor.get_children():
            file = cursor.location.file
            if file is None:
                continue
            if file.name not in seen:
                path = pathlib.Path(os.path.realpath(file.name))
                inside = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in MUTATED
                seen[file.name] = str(path.relative_to(ROOT)) if inside else None
            if seen[file.name]:
                self.declaration(cursor, seen[file.name])

    def declaration(self, cursor, file):
        """Looks for bodies of functions; what the compiler works out itself has none that runs."""
        k = self.kinds
        if cursor.kind in (k.FUNCTION_DECL, k.CXX_METHOD, k.CONSTRUCTOR, k.DESTRUCTOR, k.CONVERSION_FUNCTION,
                           k.FUNCTION_TEMPLATE):
            body = [child for child in cursor.get_children() if child.kind == k.COMPOUND_STMT]
            if body:
                head = self.text(file)[cursor.extent.start.offset:body[0].extent.start.offset]
                if not re.search(rb"\b(constexpr|consteval)\b", head):
                    self.statement(body[0], file)
            return
        if cursor.kind in (k.NAMESPACE, k.CLASS_DECL, k.STRUCT_DECL, k.CLASS_TEMPLATE, k.UNEXPOSED_DECL,
                           k.LINKAGE_SPEC):
            for child in cursor.get_children():
                self.declaration(child, file)

    def add(self, file, start, end, kind, change, shown):
        text = self.text(file)[start:end]
        if b"\n" in text or b"//" in text or b"@" in text:
            return
        place = Place(file, start, end, kind, change, shown)
        self.places.setdefault(place.key(), place)

    def piece(self, file, cursor):
        return self.text(file)[cursor.extent.start.offset:cursor.extent.end.offset].decode(errors="replace")

    def is_number(self, cursor):
        kind = cursor.type.get_canonical().kind
        return (self.types.BOOL.value <= kind.value <= self.types.LONGDOUBLE.value or
                kind == self.types.ENUM)

    def statement(self, cursor, file):
        k = self.kinds
        kind = cursor.kind
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        text = self.text(file)
        children = list(cursor.get_children())
        if kind in (k.STATIC_ASSERT, k.TYPE_ALIAS_DECL, k.TYPEDEF_DECL, k.STRUCT_DECL, k.CLASS_DECL, k.ENUM_DECL):
            return
        if kind == k.VAR_DECL and re.search(rb"\bconstexpr\b", text[start:cursor.location.offset]):
            return
        if kind == k.DECL_STMT and re.match(rb"\s*(static\s+)?constexpr\b", text[start:end]):
            return
        if kind == k.CASE_STMT:
            children = children[1:]
        if kind == k.COMPOUND_STMT:
            for child in children:
                self.drop(child, file)
        if kind == k.IF_STMT and children:
            head = text[start:children[0].extent.start.offset]
            if re.fullmatch(rb"if\s*\(", head) and children[0].kind not in (k.DECL_STMT, k.VAR_DECL):
                condition = self.piece(file, children[0])
                self.add(file, children[0].extent.start.offset, children[0].extent.end.offset, "condition",
                         f"::mutant(@) != static_cast<bool>({condition})", f"!({condition})")
            elif b"constexpr" in head:
                children = children[1:]
        if kind == k.BINARY_OPERATOR and len(children) == 2:
            self.binary(cursor, children, file)
        if kind == k.INTEGER_LITERAL and re.fullmatch(rb"\d+[uUlL]*", text[start:end]):
            value = text[start:end].decode()
            more = re.sub(r"^\d+", lambda m: str(int(m.group()) + 1), value)
            self.add(file, start, end, "number", f"(::mutant(@) ? {more} : {value})", more)
        if kind == k.UNARY_OPERATOR and text[start:start + 1] == b"-" and text[start:start + 2] != b"--" and children:
            inner = self.piece(file, children[0])
            self.add(file, start, end, "sign", f"(::mutant(@) ? +({inner}) : -({inner}))", inner)
        for child in children:
            if child.kind in (k.TEMPLATE_REF, k.TYPE_REF, k.NAMESPACE_REF, k.PARM_DECL):
                continue
            self.statement(child, file)

    def binary(self, cursor, children, file):
        left, right = children
        between = self.text(file)[left.extent.end.offset:right.extent.start.offset].decode(errors="replace").strip()
        for kind, table in (("comparison", COMPARISON), ("arithmetic", ARITHMETIC), ("logic", LOGIC)):
            if between not in table:
                continue
            if kind == "arithmetic" and not (self.is_number(left) and self.is_number(right)):
                continue
            a, b, other = self.piece(file, left), self.piece(file, right), table[between]
            if kind == "logic":  # keeps the order and that the right side may not be asked
                change = f"(::mutant(@) ? (({a}) {other} ({b})) : (({a}) {between} ({b})))"
            else:
                change = f"(::mutant(@) ? {a} {other} {b} : {a} {between} {b})"
            self.add(file, cursor.extent.start.offset, cursor.extent.end.offset, kind, change, f"{a} {other} {b}")

    def drop(self, child, file):
        k = self.kinds
        text = self.text(file)
        start, end = child.extent.start.offset, child.extent.end.offset
        simple = (k.CALL_EXPR, k.BINARY_OPERATOR, k.COMPOUND_ASSIGNMENT_OPERATOR, k.UNARY_OPERATOR,
                  k.UNEXPOSED_EXPR, k.CONTINUE_STMT, k.BREAK_STMT)
        if child.kind not in simple or text[end:end + 1] != b";" or ONLY_SPEED.search(text[start:end].decode()):
            return
        what = text[start:end].decode(errors="replace")
        self.add(file, start, end, "dropped", f"if (!::mutant(@)) {what}", "")


def places_of_unit(unit):
    """Of one entry of compile_commands.json: the places in it and in what of ours it includes."""
    from clang import cindex
    file, arguments = unit
    finder = Finder(cindex)
    parsed = cindex.Index.create().parse(file, args=arguments)
    errors = [d for d in parsed.diagnostics if d.severity >= cindex.Diagnostic.Error]
    finder.unit(parsed)
    print(f"{pathlib.Path(file).stem}: {len(finder.places)} places" + (f", {errors[0]}" if errors else ""), flush=True)
    return finder.places


def find_places(build, jobs):
    units = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        output = pathlib.Path(entry["directory"], words[words.index("-o") + 1]).relative_to(build)
        if output.parts[0] in MUTATED and os.path.exists(entry["file"]):  # what is made while building is not ours
            units.append((entry["file"], [w for w in words if w.startswith(("-I", "-D", "-std"))]))
    places = {}
    with multiprocessing.Pool(jobs) as pool:
        for found in pool.imap(places_of_unit, units):
            places.update(found)
    return sorted(places.values(), key=Place.key)


def pick(places, count, seed):
    """Some of them, all equally likely, none inside another."""
    random.Random(seed).shuffle(places)
    taken = {}
    chosen = []
    for place in places:
        spans = taken.setdefault(place.file, [])
        if all(place.end <= start or end <= place.start for start, end in spans):
            spans.append((place.start, place.end))
            chosen.append(place)
            if len(chosen) == count:
                break
    return chosen


def write_tree(chosen, left_out, tree):
    by_file = {}
    for number, place in enumerate(chosen):
        if number not in left_out:
            by_file.setdefault(place.file, []).append((place, number))
    lines = {}
    for file in {place.file for place in chosen}:
        text = (ROOT / file).read_bytes()
        for place, number in sorted(by_file.get(file, []), key=lambda p: -p[0].start):
            lines.setdefault(file, {}).setdefault(text.count(b"\n", 0, place.start) + 1, []).append(number)
            text = text[:place.start] + place.change.replace("@", str(number)).encode() + text[place.end:]
        target = tree / file
        if target.read_bytes() != text:
            target.write_bytes(text)
    return lines


def blamed(word, log, lines):
    """The mutants in lines that the compiler complains about."""
    found = set()
    for file, line in re.findall(rf"^([^:\n]+):(\d+):\d+: {word}:", log, re.MULTILINE):
        relative = re.sub(r".*/(?:tree|include/\w+)/", "", file)
        found.update(lines.get(relative, {}).get(int(line), []))
    return found


def make(options, folder):
    tree, build = folder / "tree", folder / "build"
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cmake", "-S", ROOT, "-B", folder / "plain", "-GNinja", "-DCMAKE_BUILD_TYPE=Release",
                    "-DSCRUBJAY_UNITY=ON", "-DSCRUBJAY_TESTS=OFF", "-DSCRUBJAY_WINDOW=OFF",
                    "-DCMAKE_CXX_COMPILER=clang++-19", "-DCMAKE_C_COMPILER=clang-19"],
                   check=True, stdout=subprocess.DEVNULL)
    places = find_places(folder / "plain", options.jobs)
    total = len(places)
    chosen = pick(places, options.count, options.seed)
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(ROOT, tree, ignore=lambda where, names: {".git", "build"} & set(names), symlinks=True)
    beside = folder / "shared"
    if (ROOT.parent / "shared").exists() and not beside.exists():
        beside.symlink_to(ROOT.parent / "shared")
    (tree / "mutant.h").write_text(HEADER % {"count": len(chosen)})
    subprocess.run(["cmake", "-S", tree, "-B", build, "-GNinja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
                    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g0",
                    f"-DCMAKE_CXX_FLAGS=-include {tree}/mutant.h -w -ferror-limit=0 -fbracket-depth=1024",
                    "-DSCRUBJAY_UNITY=ON", "-DSCRUBJAY_WINDOW=OFF",
                    "-DCMAKE_CXX_COMPILER=clang++-19", "-DCMAKE_C_COMPILER=clang-19"],
                   check=True, stdout=subprocess.DEVNULL)
    left_out = set()
    for attempt in range(8):
        lines = write_tree(chosen, left_out, tree)
        done = subprocess.run(["cmake", "--build", build, "--", "-k", "0"], capture_output=True, text=True)
        (folder / f"build{attempt}.log").write_text(done.stdout + done.stderr)
        if done.returncode == 0:
            break
        bad = blamed("(?:fatal )?error", done.stdout, lines) or blamed("note", done.stdout, lines)
        if not bad - left_out:
            sys.exit(f"does not build, and no mutant is to blame: {folder}/build{attempt}.log")
        left_out |= bad
        print(f"{len(left_out)} mutants do not compile", flush=True)
    table = [{"number": n, "file": p.file, "kind": p.kind,
              "line": (ROOT / p.file).read_bytes().count(b"\n", 0, p.start) + 1,
              "was": (ROOT / p.file).read_bytes()[p.start:p.end].decode(), "is": p.shown}
             for n, p in enumerate(chosen) if n not in left_out]
    (folder / "mutants.json").write_text(json.dumps(table, indent=1))
    print(f"{total} places, {len(chosen)} tried, {len(table)} compile")


def run_tests(program, tests, seconds, **environment):
    """What became of them ("passed", "failed", "too slow"), and how long they took."""
    began = time.monotonic()
    process = subprocess.Popen([program, f"--gtest_filter={tests}", "--gtest_brief=1", "--gtest_fail_fast"],
                               env={**os.environ, **environment}, cwd=program.parent, process_group=0,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (6 << 30, 6 << 30)))
    try:
        verdict = "passed" if process.wait(timeout=seconds) == 0 else "failed"
    except subprocess.TimeoutExpired:
        verdict = "too slow"
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    return verdict, time.monotonic() - began


def tests_of(program):
    """Its suites: {"Suite.*": ["Suite.test", ...]}."""
    listed = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, cwd=program.parent)
    suites = {}
    for line in listed.stdout.splitlines():
        name = line.split("#")[0].strip()
        if re.match(r"\S+\.(\s|$)", line):
            suite = name
            suites[suite + "*"] = []
        elif line.startswith("  "):
            suites[suite + "*"].append(suite + name)
    return suites


def reach(folder, jobs):
    """[program, tests, seconds, mutants that they reach] of what passes with no mutant alive. What is known of a
    program that has not changed is kept."""
    path = folder / "suites.json"
    known = json.loads(path.read_text()) if path.exists() else {}

    def one(item):
        program, tests, alternatives = item
        kept = folder / "reached" / f"{program.name}-{re.sub(r'[^A-Za-z0-9]', '-', tests)}"
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        verdict, seconds = run_tests(program, tests, 200, MUTANTS_REACHED=str(kept))
        found = {n for file in kept.iterdir() for n, byte in enumerate(file.read_bytes()) if byte}
        if verdict == "passed":
            return [[str(program), tests, seconds, sorted(found)]]
        print(f"not as it is: {program.name} {tests} {verdict}", flush=True)
        return [row for test in alternatives for row in one((program, test, []))]

    rows = []
    with ThreadPoolExecutor(jobs) as pool:
        for program in sorted(path for path in folder.glob("build/tests/**/*_test") if path.is_file()):
            age = program.stat().st_mtime
            if known.get(program.name, [0])[0] != age:
                work = [(program, tests, single) for tests, single in tests_of(program).items()]
                known[program.name] = [age, [row for found in pool.map(one, work) for row in found]]
                path.write_text(json.dumps(known))
            rows += known[program.name][1]
    return rows


def refresh_tests(folder):
    """Takes over tests that have been changed since."""
    for file in (ROOT / "tests").rglob("*"):
        copy = folder / "tree" / file.relative_to(ROOT)
        if file.is_file() and (not copy.exists() or copy.read_bytes() != file.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
    subprocess.run(["cmake", "--build", folder / "build"], check=True, stdout=subprocess.DEVNULL)


def run(options, folder):
    refresh_tests(folder)
    mutants = json.loads((folder / "mutants.json").read_text())
    only = {int(n) for n in options.only.split(",")} if options.only else None
    covers = {}
    for row in sorted(reach(folder, options.jobs), key=lambda row: row[2]):
        for number in row[3]:
            covers.setdefault(number, []).append(row)

    def one(mutant):
        number = mutant["number"]
        passed = 0
        for program, tests, seconds, _ in covers.get(number, []):
            if passed > 0 and passed + seconds > options.seconds:
                break
            verdict, _ = run_tests(pathlib.Path(program), tests, 10 + 8 * seconds, MUTANT=str(number))
            if verdict != "passed":
                return mutant, f"noticed\t{pathlib.Path(program).name} {tests} {verdict}"
            passed += seconds
        return mutant, "survived\t" + (f"{len(covers[number])} suites" if number in covers else "not reached")

    noticed = total = 0
    table = folder / ("only.tsv" if only else "table.tsv")
    with ThreadPoolExecutor(options.jobs) as pool, open(table, "w") as out:
        for mutant, verdict in pool.map(one, [m for m in mutants if only is None or m["number"] in only]):
            total += 1
            noticed += verdict.startswith("noticed")
            line = f'{mutant["number"]}\t{mutant["file"]}:{mutant["line"]}\t{mutant["kind"]}\t{mutant["was"]}\t' \
                   f'{mutant["is"]}\t{verdict}'
            out.write(line + "\n")
            out.flush()
            if not verdict.startswith("noticed"):
                print(line, flush=True)
    print(f"{noticed} of {total} noticed; {table}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=("make", "run"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=460)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--folder", default=str(ROOT / "build" / "mutants"))
    options = parser.parse_args()
    folder = pathlib.Path(options.folder).resolve()
    make(options, folder) if options.what == "make" else run(options, folder)


if __name__ == "__main__":
    main()

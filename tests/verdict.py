"""Adds up what became of the tests of a build, whose programs left their results in a folder:

    python3 tests/verdict.py build/ci/results

Prints which tests were skipped and why, what those that failed said, and last "N passed, N failed,
N skipped". Fails when a test failed, or none passed.
"""

import pathlib
import sys
import xml.etree.ElementTree as xml

LINES_SHOWN = 40
FAILURES_SHOWN = 20


class Verdict:
    def __init__(self):
        self.passed = 0
        self.skipped = []  # what was skipped, and why
        self.failed = []  # what failed, and what it said

    def add_program(self, program, results):
        """The tests of one GoogleTest program; false when it stopped before it wrote its results."""
        try:
            root = xml.parse(results).getroot()
        except (OSError, xml.ParseError):
            return False
        for test in root.iter("testcase"):
            name = f'{program} {test.get("classname")}.{test.get("name")}'
            failures = [failure.get("message") for failure in test.findall("failure")]
            if failures:
                self.failed.append((name, "\n".join(failures)))
            elif test.get("result") == "completed":
                self.passed += 1
            else:
                reasons = [skip.get("message") for skip in test.findall("skipped")]
                self.skipped.append(f'{name}: {" ".join(reasons).strip() or test.get("result")}')
        return True

    def add(self, test, folder):
        """A row of ctest: a program of GoogleTest counts as the tests in it, another one as one test."""
        name = test.get("name")
        already_failed = len(self.failed)
        has_tests = self.add_program(name, folder / f"{name}.xml")
        status = test.get("status")
        skip = test.find("skipped")
        # Where a program is missing, ctest says "notrun", too.
        if status == "disabled" or (skip is not None and skip.get("message", "").startswith("SKIP_")):
            self.skipped.append(name)
        elif status == "run":
            self.passed += not has_tests
        elif len(self.failed) == already_failed:
            # Of a GoogleTest program: it was stopped, or found a leak after its last test.
            output = test.findtext("system-out") or status
            self.failed.append((name, "\n".join(output.rstrip().splitlines()[-LINES_SHOWN:])))


def main(folder):
    verdict = Verdict()
    for test in xml.parse(folder / "ctest.xml").getroot().iter("testcase"):
        verdict.add(test, folder)
    for skipped in verdict.skipped:
        print("skipped", skipped)
    for name, words in verdict.failed[:FAILURES_SHOWN]:
        print("FAILED", name)
        for line in words.splitlines()[:LINES_SHOWN]:
            print("   ", line[:500])
    for name, _ in verdict.failed[FAILURES_SHOWN:]:
        print("FAILED", name)
    print(f"{verdict.passed} passed, {len(verdict.failed)} failed, {len(verdict.skipped)} skipped")
    return 1 if verdict.failed or not verdict.passed else 0


sys.exit(main(pathlib.Path(sys.argv[1])))

# SPDX-License-Identifier: Apache-2.0
"""Compares what the program makes of signed purchases with what Apple's own library makes of them.

Never may the program accept what the library refuses. The other way round it may well be: it asks for
the third certificate to be the pinned root, for a date, and for one spelling of everything.
Usage: compare.py CORPUS     a file of the test 'A corpus of forgeries': JSON, one text a line, the root first
"""

import base64
import json
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

# So many at least are to be compared, and so many of them are right: nothing is shown by an empty file.
CASES, RIGHT = 10_000, 100


def main(path):
    with open(path, encoding="utf-8") as lines:
        head, *cases = [json.loads(line) for line in lines]
    verifier = SignedDataVerifier(
        [base64.b64decode(head["root"])], False, Environment.PRODUCTION, head["bundle"], head["app"])

    def accepts(text):
        try:
            verifier.verify_and_decode_signed_transaction(text)
            return True
        except Exception:
            # Whatever it stumbles over, it does not accept.
            return False

    right, stricter, wrong = 0, {}, []
    for case in cases:
        theirs = accepts(case["text"])
        if case["accepted"] and not theirs:
            wrong.append(case)
        elif case["accepted"]:
            right += 1
        elif theirs:
            stricter[case["name"]] = stricter.get(case["name"], 0) + 1
    for name, count in sorted(stricter.items()):
        print(f"stricter than the library: {name} ({count})")
    for case in wrong[:20]:
        print(f"error: accepted, and the library refuses it: {case['name']}: {case['text']}")
    print(f"{len(cases)} texts compared, {right} of them right, {len(wrong)} accepted by mistake.")
    if len(cases) < CASES or right < RIGHT:
        print(f"error: {CASES} texts are to be compared, and {RIGHT} of them right")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

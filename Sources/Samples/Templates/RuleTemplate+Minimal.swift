// SPDX-License-Identifier: Apache-2.0

extension RuleTemplate {
    /// The smallest useful file; `root` is quoted already.
    static func minimalText(drive: String, root: String) -> String {
        #"""
        # A small set of rules to grow from.
        #
        # Three sentences carry everything below:
        #   what no rule names is kept;
        #   what is not known is never deleted;
        #   keep is stronger than review, and review is stronger than delete.

        version: 1

        drives:
          \#(drive):
            kind: local
            root: \#(root)

        defaults:
          undo_window: 7d        # a deletion can be taken back this long before it happens
          method: recycle        # what goes, goes into the trash

        # Protections come first. No rule and no option gets past them.
        protect:
          - id: recent-files
            why: Whatever changed in the last 30 days is still in use
            match: {age: under 30d}

        rules:
          - id: old-installers
            why: An installer can be downloaded again
            match:
              ext: [exe, msi, dmg, pkg, deb, iso]   # any of these
              age: over 90d                         # and older than this
            then: delete

        # Examples that must come out as they say; 'cleanrules test' tries them.
        tests:
          - name: old installers go, recent ones stay
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Setup.exe, size: 80MB, age: 120d, expect: delete, by: old-installers}
              - {path: /Fresh.exe, size: 80MB, age: 5d, expect: keep, by: recent-files}
              - {path: /Letter.pdf, size: 1MB, age: 900d, expect: keep}

        """#
    }
}

// SPDX-License-Identifier: Apache-2.0

extension RuleTemplate {
    /// Rules for a folder of backups; `root` is quoted already.
    static func backupsText(drive: String, root: String) -> String {
        #"""
        # Rules for a folder of backups.
        #
        # Each folder keeps its newest five, and of each year the first, whatever its name. A
        # backup that looks broken is shown to a person, never deleted.

        version: 1

        drives:
          \#(drive):
            kind: local
            root: \#(root)

        defaults:
          undo_window: 30d       # a deletion can be taken back this long before it happens
          method: recycle        # what goes, goes into the trash

        # Over any of these, the whole plan is refused: better nothing than too much.
        limits:
          items: 200
          bytes: 500GB
          percent: 50            # of a hundred nightly backups many may go

        # Names for conditions that are used below.
        define:
          backup:
            any:
              - kind: archive
              - ext: [bak, sql, dump, vbk, img]

        # Protections come first. No rule and no option gets past them.
        protect:
          - id: yearly-backups
            why: It says of itself that it is the one of its year
            match: {is: backup, name_regex: '(?i)(yearly|annual)'}

          - id: recent-backups
            why: Nothing from the last 30 days goes, however much there is of it
            match: {age: under 30d}

        rules:
          # In each folder the newest five stay, by the date of the last change, and besides the
          # first of each year by that date. Protected ones count among the five.
          - id: more-than-five
            why: The folder holds five newer backups, and an earlier one of this year
            match: {is: backup}
            surplus: {keep: 5, newest_by: modified, per: folder, first_of: year}
            then: delete

          - id: backup-logs
            why: The log of a backup that is older than half a year
            match: {ext: [log], age: over 180d}
            then: delete
            undo_window: 7d

          - id: unfinished-backups
            why: This backup was never completed
            match: {ext: [part, partial, tmp, incomplete]}
            then: delete

          # ---- a person decides ---------------------------------------------------------
          # What is under review does not count among the five.
          - id: broken-backups
            why: Far too small for a backup; the job that wrote it may be failing
            match: {is: backup, size: under 1kB}
            then: review

          # ---- folders ------------------------------------------------------------------
          # A folder only ever goes when everything in it goes.
          - id: empty-folders
            why: There is nothing in this folder
            type: folder
            match: {empty: true, age: over 30d}
            then: delete

        review:
          bigger_than: 100GB     # nothing this large goes without a look
          trial: 10              # until you have decided 10 items of a new rule, it only asks

        # Examples that must come out as they say; 'cleanrules test' tries them.
        tests:
          - name: five newer backups, the sixth goes, the first of each year stays
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /shop/before the move.zip, size: 2GB, age: 500d, expect: keep}
              - {path: /shop/shop-2024-12-01.zip, size: 2GB, age: 410d, expect: delete, by: more-than-five}
              - {path: /shop/annual report db.zip, size: 2GB, age: 400d, expect: keep, by: yearly-backups}
              - {path: /shop/shop-2025-02-10.zip, size: 2GB, age: 339d, expect: keep}
              - {path: /shop/shop-2025-08-01.zip, size: 2GB, age: 167d, expect: delete, by: more-than-five}
              - {path: /shop/shop-2025-09-01.zip, size: 2GB, age: 136d, expect: keep}
              - {path: /shop/shop-2025-10-01.zip, size: 2GB, age: 106d, expect: keep}
              - {path: /shop/shop-2025-11-01.zip, size: 2GB, age: 75d, expect: keep}
              - {path: /shop/shop-2025-12-01.zip, size: 2GB, age: 45d, expect: keep}

          - name: another folder has five of its own
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /phone/phone-2023.img, size: 9GB, age: 900d, expect: keep}
              - {path: /phone/phone-2026.img, size: 9GB, age: 2d, expect: keep, by: recent-backups}

          - name: logs and unfinished backups go, broken ones are looked at
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /shop/nightly.log, size: 30kB, age: 200d, expect: delete, by: backup-logs}
              - {path: /shop/shop.zip.part, size: 1GB, age: 60d, expect: delete, by: unfinished-backups}
              - {path: /shop/shop-2025-07-01.zip, size: 22B, age: 198d, expect: review, by: broken-backups}

          - name: only empty folders go
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /old laptop, type: folder, age: 400d, expect: delete, by: empty-folders}
              - {path: /shop, type: folder, age: 400d, expect: keep}
              - {path: /shop/shop-2025-12-01.zip, size: 2GB, age: 45d, expect: keep}

        """#
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The rules that the demo applies to `DemoDrive`.
package enum DemoRules {
    /// The name under which findings speak of the file.
    package static let fileName = "demo.yaml"

    /// The rules file; its tests cover every rule.
    package static let text = #"""
        # The demo's rules: a family with a joinery tidies up its drive.
        # They are ordinary rules; change one and see what becomes of the plan.

        version: 1
        timezone: Europe/London

        drives:
          home:
            kind: onedrive
            account: nora@haleandrowe.example
            root: /

        defaults:
          undo_window: 7d        # a deletion can be taken back this long before it happens
          method: recycle        # what goes, goes into the recycle bin

        # Over any of these, the whole plan is refused: better nothing than too much.
        limits:
          items: 300
          bytes: 50GB
          percent: 25

        # Protections come first. No rule and no option gets past them.
        protect:
          - id: papers
            why: Tax, contracts and passports are nobody's clutter
            match: {path: "/Papers/**"}

          - id: shared
            why: Somebody else works with this as well
            match: {shared: true}

          - id: recent
            why: Whatever changed in the last 30 days is still in use
            match: {age: under 30d}

        rules:
          - id: albums
            why: Chosen by hand; these copies are meant
            match: {path: "/Photos/Albums/**"}
            then: keep

          # ---- what has served its purpose ----------------------------------------------
          - id: old-installers
            why: Installed long ago, and there is a newer version by now
            match: {path: "/Downloads/**", ext: [exe, msi, dmg, pkg, deb, iso], age: over 90d}
            then: delete

          - id: leftovers
            why: Lock files, caches and unfinished downloads
            match:
              any:
                - name: ["~$*", ".~lock.*#", Thumbs.db, .DS_Store]
                - ext: [tmp, part, partial, crdownload]
            then: delete
            undo_window: 2d

          - id: old-screenshots
            why: A screenshot is a note, and this one is half a year old
            match: {name: "Screenshot*", kind: image, age: over 180d}
            then: delete

          - id: chat-pictures
            why: Small pictures that were forwarded more than a year ago
            match: {path: "/Photos/Chat/**", width: under 1000, age: over 1y}
            then: delete
            unknown: review      # where nobody knows how wide it is, a person has a look

          # ---- too much of the same -----------------------------------------------------
          - id: exact-copies
            why: The same file, byte for byte, lies in another place as well
            duplicates:
              same: content
              keep: [{in: "/Photos/{19,20}[0-9][0-9]/**"}, oldest, shortest_path]
            then: delete

          - id: old-backups
            why: The folder holds three newer backups
            match: {path: "/Backups/**", kind: archive}
            surplus: {keep: 3, newest_by: modified, per: folder}
            then: delete

          # ---- a person decides ---------------------------------------------------------
          - id: drone-footage
            why: Large, a year old, and still uncut
            match: {path: "/Films/Drone/**", size: over 2GB, age: over 1y}
            then: review

          - id: unread-papers
            why: Downloaded more than two years ago, and perhaps read by now
            match: {path: "/Downloads/**", kind: document, age: over 2y}
            then: review

          # ---- folders ------------------------------------------------------------------
          # A folder only ever goes when everything in it goes.
          - id: folders
            why: Once the rest is gone, nobody needs the folder
            type: folder
            match:
              any:
                - empty: true
                - path: "/Downloads/**"
            then: delete

        review:
          bigger_than: 3GB       # nothing this large goes without a look

        # Examples that must come out as they say.
        tests:
          - name: protections and albums stay
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Papers/Tax/2019/~$Return.docx, age: 900d, shared: false, expect: keep, by: papers}
              - {path: /Joinery/plan.tmp, age: 900d, shared: true, expect: keep, by: shared}
              - {path: /Downloads/new.exe, age: 3d, shared: false, expect: keep, by: recent}
              - {path: /Photos/Albums/a.tmp, age: 900d, shared: false, expect: keep, by: albums}
              - {path: /Music/song.mp3, age: 900d, shared: false, expect: keep}

          - name: installers, leftovers and screenshots go
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Downloads/a.exe, size: 40MB, age: 91d, shared: false, expect: delete, by: old-installers}
              - {path: /Downloads/b.iso, size: 5GB, age: 91d, shared: false, expect: review, by: old-installers}
              - {path: /Joinery/~$Offer.docx, size: 165B, age: 91d, shared: false, expect: delete, by: leftovers}
              - {path: /Phone/Screenshot 1.png, size: 1MB, age: 181d, shared: false, expect: delete, by: old-screenshots}

          - name: a chat picture of unknown width is looked at
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Photos/Chat/1.jpg, size: 90kB, width: 720, age: 400d, shared: false, expect: delete, by: chat-pictures}
              - {path: /Photos/Chat/2.jpg, size: 90kB, width: 1600, age: 400d, shared: false, expect: keep}
              - {path: /Photos/Chat/3.jpg, size: 90kB, age: 400d, shared: false, expect: review, by: chat-pictures}

          - name: of two equal files the sorted one stays
            now: 2026-01-15T12:00:00Z
            items:
              - path: /Photos/2021/IMG_1.JPG
                size: 6MB
                age: 900d
                shared: false
                hash: 84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882
                expect: keep
              - path: /Phone/IMG_1.JPG
                size: 6MB
                age: 1200d
                shared: false
                hash: 84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882
                expect: delete
                by: exact-copies

          - name: of four backups the oldest goes
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Backups/1.zip, size: 1GB, age: 31d, shared: false, expect: keep}
              - {path: /Backups/2.zip, size: 1GB, age: 32d, shared: false, expect: keep}
              - {path: /Backups/3.zip, size: 1GB, age: 33d, shared: false, expect: keep}
              - {path: /Backups/4.zip, size: 1GB, age: 34d, shared: false, expect: delete, by: old-backups}

          - name: footage and unread papers are looked at
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Films/Drone/1.mp4, size: 4GB, age: 500d, shared: false, expect: review, by: drone-footage}
              - {path: /Downloads/a.pdf, size: 1MB, age: 800d, shared: false, expect: review, by: unread-papers}
              - {path: /Downloads/b.pdf, size: 1MB, age: 500d, shared: false, expect: keep}

          - name: a folder goes when everything in it goes
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Downloads/old, type: folder, age: 400d, shared: false, expect: delete, by: folders}
              - {path: /Downloads/old/a.exe, size: 1MB, age: 400d, shared: false, expect: delete}
              - {path: /Downloads/flat, type: folder, age: 400d, shared: false, expect: keep, by: folders}
              - {path: /Downloads/flat/key.jpg, size: 1MB, age: 400d, shared: false, expect: keep}

        """#
}

// SPDX-License-Identifier: Apache-2.0

extension RuleTemplate {
    /// Rules for a downloads folder; `root` is quoted already.
    static func downloadsText(drive: String, root: String) -> String {
        #"""
        # Rules for a downloads folder.
        #
        # Downloads can mostly be downloaded again, papers mostly cannot. So papers are protected,
        # installers and unfinished files go, and what is merely old is looked at by a person.

        version: 1

        drives:
          \#(drive):
            kind: local
            root: \#(root)

        defaults:
          undo_window: 7d        # a deletion can be taken back this long before it happens
          method: recycle        # what goes, goes into the trash

        # Over any of these, the whole plan is refused: better nothing than too much.
        limits:
          items: 300
          bytes: 60GB
          percent: 40            # a downloads folder may lose more than others

        # Names for conditions that are used below.
        define:
          installer: {ext: [exe, msi, dmg, pkg, deb, rpm, apk, appimage, iso]}
          unfinished: {ext: [crdownload, part, partial, download, opdownload]}
          litter: {name: [Thumbs.db, .DS_Store, desktop.ini]}

        # Protections come first. No rule and no option gets past them.
        protect:
          - id: keep-folder
            why: Put into a folder named Keep, a file stays
            match: {path: "/**/Keep/**"}

          - id: papers
            why: Papers that are a nuisance to get a second time
            match:
              kind: document
              name:
                - "*{invoice,receipt,contract,certificate,ticket,tax,statement}*"
                - "*{rechnung,quittung,beleg,vertrag,zeugnis,urkunde,bescheid,steuer,auszug}*"
                - "*{facture,reçu,contrat,attestation,diplôme,billet,impôt,relevé}*"

          - id: recent-files
            why: Two weeks is not old
            match: {age: under 14d}

        rules:
          - id: old-installers
            why: Installed long ago, and there is a newer version by now
            match: {is: installer, age: over 60d}
            then: delete

          - id: unfinished-downloads
            why: The rest of this file never arrived
            match: {is: unfinished}
            then: delete

          - id: litter
            why: The system writes these again whenever it wants them
            match: {is: litter}
            then: delete
            undo_window: 1d

          # Downloaded twice: 'offer.pdf' stays, 'offer (1).pdf' goes. Equal means equal byte for
          # byte, and one copy always stays.
          - id: second-copies
            why: The same file was downloaded more than once
            duplicates:
              same: content
              keep: [shortest_name, oldest]
            then: delete

          - id: archives
            why: Probably unpacked long ago, but nobody can tell from outside
            match: {kind: archive, age: over 180d}
            unless: {is: installer}
            then: review

          - id: forgotten
            why: Nobody has touched this for a year
            match: {age: over 1y}
            unless:
              any:
                - is: [installer, unfinished, litter]
                - kind: archive
            then: review

          # A folder only ever goes when everything in it goes.
          - id: empty-folders
            why: There is nothing in this folder
            type: folder
            match: {empty: true}
            then: delete

        review:
          bigger_than: 5GB       # nothing this large goes without a look
          trial: 10              # until you have decided 10 items of a new rule, it only asks

        # Examples that must come out as they say; 'cleanrules test' tries them.
        tests:
          - name: papers, recent files and the Keep folder stay
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Keep/old.iso, size: 2GB, age: 900d, expect: keep, by: keep-folder}
              - {path: /Invoice 0815.pdf, size: 90kB, age: 900d, expect: keep, by: papers}
              - {path: /Stromrechnung.pdf, size: 90kB, age: 900d, expect: keep, by: papers}
              - {path: /Reçu.pdf, size: 90kB, age: 900d, expect: keep, by: papers}
              - {path: /editor.dmg, size: 120MB, age: 13d, expect: keep, by: recent-files}
              - {path: /song.mp3, size: 9MB, age: 200d, expect: keep}

          - name: installers and unfinished files go
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /editor.dmg, size: 120MB, age: 61d, expect: delete, by: old-installers}
              - {path: /film.mkv.part, size: 700MB, age: 15d, expect: delete, by: unfinished-downloads}
              - {path: /.DS_Store, size: 6kB, age: 15d, expect: delete, by: litter}

          - name: of two equal downloads the one with the plain name stays
            now: 2026-01-15T12:00:00Z
            items:
              - path: /offer.pdf
                size: 300kB
                age: 40d
                hash: 84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882
                expect: keep
              - path: /offer (1).pdf
                size: 300kB
                age: 41d
                hash: 84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882
                expect: delete
                by: second-copies

          - name: what is merely old is looked at
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /holiday.zip, size: 1GB, age: 181d, expect: review, by: archives}
              - {path: /notes.txt, size: 2kB, age: 400d, expect: review, by: forgotten}
              - {path: /setup.exe, size: 9GB, age: 400d, expect: review, by: old-installers}

          - name: only empty folders go
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /New folder, type: folder, age: 20d, expect: delete, by: empty-folders}
              - {path: /Manuals, type: folder, age: 20d, expect: keep}
              - {path: /Manuals/oven.pdf, size: 4MB, age: 20d, expect: keep}

        """#
    }
}

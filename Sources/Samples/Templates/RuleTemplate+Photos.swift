// SPDX-License-Identifier: Apache-2.0

extension RuleTemplate {
    /// Rules for pictures and films; `root` is quoted already.
    static func photosText(drive: String, root: String) -> String {
        #"""
        # Rules for a folder of pictures and films.
        #
        # They look for four things: the same file twice, pictures that look alike, screenshots that
        # nobody needs any more, and what cameras and systems leave lying about. What no rule names
        # is kept.

        version: 1

        drives:
          \#(drive):
            kind: local
            root: \#(root)

        defaults:
          undo_window: 14d       # a deletion can be taken back this long before it happens
          method: recycle        # what goes, goes into the trash
          unknown: review        # where a value is missing, a person has a look

        # Over any of these, the whole plan is refused: better nothing than too much.
        limits:
          items: 500
          bytes: 50GB
          percent: 20

        # Names for conditions that are used below.
        define:
          picture-or-film: {kind: [image, video]}
          screenshot:
            any:
              - name: ["Screenshot*", "Screen Shot *", "Screen Recording *", "Bildschirmfoto*"]
              - path: "/**/Screenshots/**"
          leftover:
            any:
              - name: [Thumbs.db, .DS_Store, desktop.ini, .picasa.ini]
              - ext: [thm, lrv]                # small previews that cameras write

        # Protections come first. No rule and no option gets past them.
        protect:
          - id: albums
            why: Somebody chose these pictures by hand
            match:
              any:
                - path: "/**/{Album,Best of,Favourites,Favorites,Prints}*/**"
                - album: present               # albums of a personal OneDrive

          - id: raw-pictures
            why: The negatives; everything else can be made from them again
            match:
              name: "*.{dng,cr2,cr3,crw,nef,nrw,arw,srf,sr2,orf,rw2,raf,pef,srw,3fr,iiq,x3f,mrw,rwl}"

          - id: recent-files
            why: Last month's pictures are still being sorted
            match: {age: under 30d}

        rules:
          # ---- the same file twice ------------------------------------------------------
          # Equal means equal byte for byte. One copy always stays: first the one that is filed
          # under a year, then the oldest, then the one with the shortest path.
          - id: exact-copies
            why: The same picture lies in another place as well
            match: {is: picture-or-film}
            duplicates:
              same: content
              keep:
                - {in: "/**/{19,20}[0-9][0-9]*/**"}
                - oldest
                - shortest_path
            then: delete

          # ---- pictures that look alike -------------------------------------------------
          # 'cleanrules photos' looks at pictures, and of those it has looked at the small copies
          # and the bursts are found. You decide, group by group.
          - id: small-copies
            why: A smaller copy of a picture that is there in full
            match: {kind: image}
            similar:
              as: copies
              keep: [most_pixels, oldest_taken, shortest_path]
            then: review

          - id: bursts
            why: Several pictures of one moment; the sharpest one stays
            match: {kind: image}
            similar:
              as: shots
              taken_within: 10s
              keep: [sharpest, most_pixels]
            then: review

          # ---- what has served its purpose ----------------------------------------------
          - id: old-screenshots
            why: A screenshot is a note, and this one is half a year old
            match:
              is: screenshot
              age: over 180d
              size: under 20MB
            then: delete

          - id: leftovers
            why: Cameras and systems write these again whenever they want them
            match: {is: leftover}
            then: delete
            undo_window: 2d

          - id: pictures-without-content
            why: Nothing was ever written into this file
            match: {is: picture-or-film, empty: true}
            then: delete

          # ---- a person decides ---------------------------------------------------------
          # Once the copies above are decided, say 'enabled: true': what this rule asks about is
          # compared with no other picture, and most of it is a copy of one.
          - id: forwarded-pictures
            enabled: false
            why: Small and a year old, from a chat; some are worth keeping
            match:
              path: ["/**/*WhatsApp*/**", "/**/*Telegram*/**", "/**/*Signal*/**"]
              size: under 300kB
              age: over 1y
            unless: {is: leftover}
            then: review

          - id: long-films
            why: A large film that nobody has changed for two years
            match: {kind: video, size: over 4GB, age: over 2y}
            then: review

          # ---- folders ------------------------------------------------------------------
          # A folder only ever goes when everything in it goes.
          - id: empty-folders
            why: There is nothing in this folder
            type: folder
            match: {empty: true, age: over 30d}
            then: delete

        review:
          bigger_than: 1GB       # no film this large goes without a look
          trial: 20              # until you have decided 20 items of a new rule, it only asks

        # Examples that must come out as they say; 'cleanrules test' tries them.
        tests:
          - name: what is chosen, raw or recent stays
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Albums 2024/Screenshot 1.png, size: 1MB, age: 300d, expect: keep, by: albums}
              - {path: /2023/IMG_0009.JPG, size: 4MB, album: Norway, age: 800d, expect: keep, by: albums}
              - {path: /2023/DSC_0001.NEF, size: 25MB, age: 800d, expect: keep, by: raw-pictures}
              - {path: /Screenshots/today.png, size: 1MB, age: 1d, expect: keep, by: recent-files}
              - {path: /2023/IMG_0001.JPG, size: 3MB, age: 800d, expect: keep}

          - name: of two equal pictures the filed one stays
            now: 2026-01-15T12:00:00Z
            items:
              - path: /2022/Norway/IMG_0107.JPG
                size: 4MB
                age: 900d
                hash: 5f2b51ca2fdc5baa31ec02e002f69aec3f9b9f3e5f2b51ca2fdc5baa31ec02e0
                expect: keep
              - path: /Phone/IMG_0107.JPG
                size: 4MB
                age: 1200d
                hash: 5f2b51ca2fdc5baa31ec02e002f69aec3f9b9f3e5f2b51ca2fdc5baa31ec02e0
                expect: delete
                by: exact-copies

          - name: of pictures that look alike the large and the sharp ones stay
            now: 2026-01-15T12:00:00Z
            items:
              - path: /2023/IMG_0002.JPG
                size: 4MB
                age: 800d
                width: 4000
                height: 3000
                expect: keep
              - path: /WhatsApp Images/IMG-0002.jpg
                size: 200kB
                age: 700d
                width: 1600
                height: 1200
                looks_like: /2023/IMG_0002.JPG
                expect: review
                by: small-copies
              - path: /2023/IMG_0003.JPG
                size: 4MB
                age: 800d
                taken: 2023-11-05T10:00:00Z
                camera: Canon EOS 80D
                sharpness: 300
                expect: keep
              - path: /2023/IMG_0004.JPG
                size: 4MB
                age: 800d
                taken: 2023-11-05T10:00:02Z
                camera: Canon EOS 80D
                sharpness: 200
                looks_like: /2023/IMG_0003.JPG
                expect: review
                by: bursts

          - name: screenshots, leftovers and empty pictures go
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /Phone/Screenshot_2025.png, size: 900kB, age: 181d, expect: delete, by: old-screenshots}
              - {path: /Phone/Screenshot_2026.png, size: 900kB, age: 90d, expect: keep}
              - {path: /2024/Thumbs.db, size: 40kB, age: 200d, expect: delete, by: leftovers}
              - {path: /2024/IMG_9.JPG, size: 0B, age: 200d, expect: delete, by: pictures-without-content}

          - name: long films are looked at
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /WhatsApp Images/a.jpg, size: 90kB, age: 500d, expect: keep}
              - {path: /2021/Concert.mp4, size: 6GB, age: 1500d, expect: review, by: long-films}

          - name: only empty folders go
            now: 2026-01-15T12:00:00Z
            items:
              - {path: /2020, type: folder, age: 900d, expect: keep}
              - {path: /2020/IMG_1.JPG, size: 2MB, age: 900d, expect: keep}
              - {path: /New folder, type: folder, age: 900d, expect: delete, by: empty-folders}

        """#
    }
}

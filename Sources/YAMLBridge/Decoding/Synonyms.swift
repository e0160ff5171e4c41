// SPDX-License-Identifier: Apache-2.0

/// What people write who have not read the reference yet, and what they mean by it.
///
/// One table for rules and the command line: of the meanings of a word the first counts that may stand
/// in its place, so that no suggestion is ever refused.
package enum Synonyms {
    /// The meanings of `word`, the likeliest first; an entry of a condition as `key: value`.
    package static func meanings(of word: String) -> [String] { table[folded(word)] ?? [] }

    /// `word` in small letters with `_` between its parts: `Older-than`, `olderThan` and
    /// `older than` are one.
    static func folded(_ word: String) -> String {
        var folded = ""
        var wasSmall = false
        for scalar in word.unicodeScalars {
            switch scalar {
            case "A"..."Z":
                if wasSmall { folded.append("_") }
                folded += String(scalar).lowercased()
                wasSmall = false
            case "a"..."z", "0"..."9":
                folded.unicodeScalars.append(scalar)
                wasSmall = true
            case "-", "_", " ":
                if !folded.isEmpty, folded.last != "_" { folded.append("_") }
                wasSmall = false
            case _ where OddCharacters.isBlank(scalar) || OddCharacters.isQuote(scalar):
                wasSmall = false
            default:
                folded.unicodeScalars.append(scalar)
                wasSmall = false
            }
        }
        while folded.last == "_" { folded.removeLast() }
        return folded
    }

    /// The meanings of each word, folded.
    static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for line in [conditions, keys, values, units, commandLine].flatMap({
            $0.split(separator: "\n")
        }) {
            let cut = line.split(separator: " ", maxSplits: 1).map(String.init)
            let meanings = cut[1].split(separator: "|").map { part in
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            for meaning in meanings where table[cut[0]]?.contains(meaning) != true {
                table[cut[0], default: []].append(meaning)
            }
        }
        return table
    }()

    // Each line below: the word, then its meanings with '|' between them.

    /// Keys of conditions. The last word of a value is an example.
    private static let conditions = """
        older_than age: over 90d | over
        older age: over 90d | over
        newer_than age: under 30d | under
        newer age: under 30d | under
        younger_than age: under 30d | under
        younger age: under 30d | under
        min_age age: over 90d
        max_age age: under 30d
        bigger_than size: over 50MB | over
        bigger size: over 50MB | over
        larger_than size: over 50MB | over
        larger size: over 50MB | over
        smaller_than size: under 1MB | under
        smaller size: under 1MB | under
        min_size size: over 50MB
        max_size size: under 1MB
        filesize size
        file_size size
        bytes size
        length size
        extension ext
        extensions ext
        suffix ext
        file_extension ext
        file_ext ext
        file_type ext | kind
        filetype ext | kind
        filename name
        file_name name
        file name
        files name
        basename name
        glob name
        names name
        title name
        folder path | in | type
        folders path | in
        directory path | in
        dir path | in
        location path | in
        filepath path
        file_path path
        full_path path
        paths path
        regex name_regex
        regexp name_regex
        re name_regex
        pattern name | match
        path_regexp path_regex
        name_regexp name_regex
        mime_type mime
        mimetype mime
        content_type mime
        media_type mime
        category kind
        type kind
        date modified | taken
        mtime modified
        modified_time modified
        modified_at modified
        last_modified modified
        changed modified
        ctime created
        created_at created
        created_time created
        creation_date created
        birth_time created
        atime accessed
        last_accessed accessed
        accessed_at accessed
        taken_at taken
        date_taken taken
        not_accessed_for accessed_age: over 1y
        unused_for accessed_age: over 1y
        unmodified_for modified_age: over 90d
        seen_for known_for
        first_seen known_for
        is_empty empty
        is_shared shared
        level depth
        model camera
        albums album
        in_album album
        author owner
        user owner | account
        created_by owner
        and all
        or any
        not none | unless
        nor none
        ref is
        use is
        always everything: true
        anything everything: true
        """

    /// Keys of all other mappings.
    private static let keys = """
        action then
        actions then
        do then
        verdict then
        outcome then
        result then | expect
        then expect
        if match
        when match
        where match
        filter match
        filters match
        condition match
        conditions match
        matches match
        criteria match
        except unless
        exclude unless
        excludes unless
        exclusions unless
        ignore unless
        skip unless
        rule_id id
        label id
        comment why
        description why
        reason why
        note why
        notes why
        active enabled
        disabled enabled
        enable enabled
        drive in | drives
        scope in
        dupes duplicates
        dups duplicates
        duplicate duplicates
        dedupe duplicates
        retention surplus
        grace_period undo_window
        window undo_window
        undo undo_window
        delay undo_window
        wait undo_window
        tz timezone
        time_zone timezone
        zone timezone
        definitions define
        defs define
        aliases define
        macros define
        protected protect
        protections protect
        protection protect
        whitelist protect
        allowlist protect
        rule rules
        test tests
        limit limits
        max_items items
        max_bytes bytes
        max_percent percent
        quotas quota
        photo photos
        per_day a_day
        deletions deletes
        import include
        imports include
        includes include
        settings defaults
        default defaults
        options defaults
        accounts drives
        provider kind
        email account
        path root | file
        base root
        by newest_by
        keep_last last
        newest last
        latest last
        keep_daily daily
        days daily
        day daily
        keep_weekly weekly
        weeks weekly
        week weekly
        keep_monthly monthly
        months monthly
        month monthly
        keep_yearly yearly
        years yearly
        year yearly
        annual yearly
        count keep | copies
        by_rule by
        expected expect
        verification verify
        check verify
        compare same
        match_by same
        prefer keep
        preserve keep
        time now
        """

    /// Values.
    private static let values = """
        remove delete | recycle | execute
        removed delete
        erase delete | forget
        del delete
        rm delete | execute
        purge delete | permanent | execute
        trash delete | recycle
        bin recycle
        recycle_bin recycle
        move_to_trash delete | recycle
        discard delete
        drop delete
        retain keep
        protect keep
        skip keep
        ignore keep
        none keep | unlimited
        stay keep
        ask review
        manual review
        confirm review
        prompt review
        inspect review
        forever permanent
        hard permanent
        move quarantine
        yes true
        y true
        on true
        1 true
        no false
        n false
        off false | unlimited
        0 false
        infinite unlimited
        infinity unlimited
        inf unlimited
        never unlimited | none
        any unlimited | present
        no_limit unlimited
        max unlimited
        null missing | none
        absent missing
        unset missing
        exists present
        set present
        photo image
        photos image
        picture image
        pictures image
        images image
        img image
        movie video
        movies video
        film video
        videos video
        music audio
        sound audio
        song audio
        documents document
        doc document
        docs document
        zip archive
        archives archive
        compressed archive
        files file
        directory folder
        dir folder
        directories folder
        folders folder
        hash content | hash
        checksum content | hash
        contents content
        filename name
        date modified | taken
        mtime modified
        extension ext
        newest_first newest
        latest newest
        recent newest
        first oldest
        last newest
        earliest oldest
        biggest largest
        longest longest_path
        shortest shortest_path
        everywhere drives
        all drives | drive
        byte bytes
        full bytes
        disk local
        filesystem local
        dropbox listing
        one_drive onedrive
        sharepoint onedrive
        more_than over
        greater_than over | since
        greater over
        more over
        above over
        longer_than over
        at_least over
        exceeds over
        gt over | since
        less_than under | before
        less under
        below under
        fewer_than under
        at_most under
        up_to under
        within under
        lt under | before
        after since
        from since
        later_than since
        starting since
        until before
        till before
        prior_to before
        earlier_than before
        by before
        """

    /// Units.
    private static let units = """
        days d
        day d
        hours h
        hour h
        hrs h
        hr h
        minutes m
        minute m
        mins m
        min m
        weeks w
        week w
        wk w
        wks w
        months mo
        month mo
        mon mo
        mth mo
        years y
        year y
        yr y
        yrs y
        seconds s
        second s
        secs s
        sec s
        bytes B
        kilobytes KB
        kilobyte KB
        k KB
        megabytes MB
        megabyte MB
        meg MB
        megs MB
        m MB
        gigabytes GB
        gigabyte GB
        gig GB
        gigs GB
        g GB
        terabytes TB
        terabyte TB
        t TB
        percent %
        pct %
        """

    /// Commands and options.
    private static let commandLine = """
        delete execute
        apply stage
        accept stage
        clean run
        cleanup run
        go run
        preview plan
        dry_run plan
        dryrun plan
        simulate plan
        scan sync
        list sync | status
        ls status
        refresh sync
        info status
        queue status
        pending status
        explain why
        validate check
        lint check
        verify check
        revert undo
        cancel undo
        rollback undo
        recover restore
        unstage undo
        undelete restore
        untrash restore
        log history
        logs history
        journal history
        signin login
        sign_in login
        auth login
        connect login
        signout logout
        sign_out logout
        disconnect logout
        accounts whoami
        me whoami
        new init
        create init
        setup init
        pin keep
        unpin unkeep
        postpone snooze
        later snooze
        statistics stats
        backup export
        dump export
        load import
        reset forget
        wipe forget
        swipe review
        decide review
        completion completions
        config rules
        conf rules
        rules_file rules
        database state
        db state
        statefile state
        out output
        file output
        force yes
        assume_yes yes
        noninteractive yes
        non_interactive yes
        silent quiet
        verbose format
        width days
        """
}

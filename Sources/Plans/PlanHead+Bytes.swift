// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

extension PlanHead {
    /// Writes everything, to be read by `init(reading:)` of the same version.
    func write(to writer: inout RecordWriter) {
        writer.add(id)
        writer.add(now.secondsSinceEpoch)
        writer.add(expires.secondsSinceEpoch)
        for text in [timeZone, tool, rulesDigest, rulesName] { writer.add(text) }
        writer.add(changes) { writer, changes in
            writer.add(changes.since)
            writer.add(changes.added)
            writer.add(changes.removed)
        }
        writer.add(decisions) { $1.write(to: &$0) }
        writer.add(drives) { $1.write(to: &$0) }
        writer.add(limits) { writer, limit in
            writer.add(limit.subject.rawValue)
            writer.add(limit.rule)
            writer.add(limit.drive)
            writer.add(limit.value)
            writer.add(limit.threshold)
            writer.add(limit.isExceeded)
        }
        totals.write(to: &writer)
        writer.add(proof) { writer, proof in
            writer.add(proof.drive)
            for number in [proof.copies, proof.freeCopies, proof.files, proof.downloadBytes] {
                writer.add(number)
            }
        }
        writer.add(warnings) { $0.add($1) }
    }

    /// Reads what `write(to:)` wrote.
    init(reading reader: inout RecordReader) throws(PlanRecordError) {
        let id = try reader.text()
        let now = try reader.instant()
        let expires = try reader.instant()
        self.init(
            now: now, expires: expires, timeZone: try reader.text(), tool: try reader.text(),
            rulesDigest: try reader.text(), rulesName: try reader.text())
        self.id = id
        changes = try reader.optional { (reader) throws(PlanRecordError) in
            PlanChanges(
                since: try reader.textIfAny(), added: try reader.number(),
                removed: try reader.number())
        }
        decisions = try reader.optional { (reader) throws(PlanRecordError) in
            try Decisions(reading: &reader)
        }
        drives = try reader.list { (reader) throws(PlanRecordError) in
            try Drive(reading: &reader)
        }
        limits = try reader.list { (reader) throws(PlanRecordError) in
            LimitOutcome(
                subject: try reader.member(), rule: try reader.textIfAny(),
                drive: try reader.textIfAny(), value: try reader.number(),
                threshold: try reader.numberIfAny(), isExceeded: try reader.flag())
        }
        totals = try Totals(reading: &reader)
        proof = try reader.list { (reader) throws(PlanRecordError) in
            Proof(
                drive: try reader.text(), copies: try reader.number(),
                freeCopies: try reader.number(), files: try reader.number(),
                downloadBytes: try reader.number())
        }
        warnings = try reader.list { (reader) throws(PlanRecordError) in try reader.text() }
    }
}

extension PlanHead.Looks {
    /// Writes the counts.
    func write(to writer: inout RecordWriter) {
        for number in [eligible, looked, unreadable, version] { writer.add(number) }
        if groups != nil { writer.add(groups) }
    }

    /// Reads what `write(to:)` wrote.
    init(reading reader: inout RecordReader) throws(PlanRecordError) {
        self.init(
            eligible: try reader.number(), looked: try reader.number(),
            unreadable: try reader.number(), version: try reader.number())
        // Plans that were kept before groups were counted end here.
        if !reader.isAtEnd { groups = try reader.numberIfAny() }
    }
}

extension PlanHead.Decisions {
    fileprivate func write(to writer: inout RecordWriter) {
        writer.add(carriedOver)
        writer.add(hold)
        writer.add(unplaced) { writer, decision in
            for text in [decision.drive, decision.path, decision.verdict] { writer.add(text) }
        }
    }

    fileprivate init(reading reader: inout RecordReader) throws(PlanRecordError) {
        self.init(
            carriedOver: try reader.number(), hold: try reader.number(),
            unplaced: try reader.list { (reader) throws(PlanRecordError) in
                Unplaced(
                    drive: try reader.text(), path: try reader.text(), verdict: try reader.text())
            })
    }
}

extension PlanHead.Drive {
    fileprivate func write(to writer: inout RecordWriter) {
        for text in [name, kind.rawValue, identity] { writer.add(text) }
        for number in [files, folders, bytes] { writer.add(number) }
        for text in [root, part, cursor, held] { writer.add(text) }
        writer.add(items)
        writer.add(listed?.secondsSinceEpoch)
    }

    fileprivate init(reading reader: inout RecordReader) throws(PlanRecordError) {
        self.init(
            name: try reader.text(), kind: try reader.member(), identity: try reader.text(),
            files: try reader.number(), folders: try reader.number(), bytes: try reader.number())
        root = try reader.textIfAny()
        part = try reader.textIfAny()
        cursor = try reader.textIfAny()
        held = try reader.textIfAny()
        items = try reader.numberIfAny()
        listed = try reader.optional { (reader) throws(PlanRecordError) in try reader.instant() }
    }
}

extension PlanHead.Totals {
    fileprivate func write(to writer: inout RecordWriter) {
        for tally in [delete, items, keep, review, unmatched] { writer.add(tally) }
        writer.add(rules) { writer, rule in
            writer.add(rule.id)
            for tally in [rule.delete, rule.keep, rule.review] { writer.add(tally) }
        }
    }

    fileprivate init(reading reader: inout RecordReader) throws(PlanRecordError) {
        self.init()
        delete = try reader.tally()
        items = try reader.tally()
        keep = try reader.tally()
        review = try reader.tally()
        unmatched = try reader.tally()
        rules = try reader.list { (reader) throws(PlanRecordError) in
            PlanHead.RuleTotals(
                id: try reader.text(), delete: try reader.tally(), keep: try reader.tally(),
                review: try reader.tally())
        }
    }
}

extension RecordWriter {
    fileprivate mutating func add(_ tally: Tally) {
        for number in [tally.items, tally.bytes, tally.unknownSizes] { add(number) }
    }
}

extension RecordReader {
    fileprivate mutating func tally() throws(PlanRecordError) -> Tally {
        var tally = Tally()
        tally.items = try number()
        tally.bytes = try number()
        tally.unknownSizes = try number()
        return tally
    }

    fileprivate mutating func instant() throws(PlanRecordError) -> Timestamp {
        let seconds = try number(Int64.self)
        // What is further off could not be written as a date.
        guard (-(1 << 60)...(1 << 60)).contains(seconds) else { throw .damaged }
        return Timestamp(secondsSinceEpoch: seconds)
    }
}

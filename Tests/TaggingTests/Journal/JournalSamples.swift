import Foundation

@testable import LKPlanning
@testable import LKTagging

/// Journals as the user's runs write them, made and changed record by record.
enum JournalSamples {
    /// The header of the user's own journals.
    static var header: [UInt8] { JournalFraming.own.header }

    /// The header of a journal of version 1 or 2, which anybody can write.
    static func oldHeader(_ version: UInt8) -> [UInt8] { JournalFraming.magic + [version, 0, 0, 0, 0, 0, 0, 0] }

    /// The framing of a journal of version 1 or 2.
    static func oldFraming(_ version: UInt8) -> JournalFraming {
        var framing = JournalFraming.own
        (framing.version, framing.keyID) = (version, [UInt8](repeating: 0, count: JournalKey.idCount))
        return framing
    }

    /// A journal of version 1 or 2 with these records.
    static func old(_ version: UInt8, _ records: [JournalRecord]) -> [UInt8] {
        let framing = oldFraming(version)
        return oldHeader(version) + records.flatMap { framing.frame($0.bytes, at: 0, section: []) }
    }

    /// A section that begins in a folder.
    static func section(in folder: String) throws -> [UInt8] {
        JournalRecord.section(JournalSection(in: try FolderHandle(folder))).bytes
    }

    /// The records of a journal of the user, without their frames.
    static func records(of bytes: [UInt8]) -> [[UInt8]] {
        var (records, position): ([[UInt8]], Int) = ([], JournalFraming.headerCount)
        let tail = JournalFraming.own.tailCount
        while position + JournalFraming.headCount + tail <= bytes.count {
            let length = bytes[position + 4..<position + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let start = position + JournalFraming.headCount
            guard start + length + tail <= bytes.count else { break }
            records.append(Array(bytes[start..<start + length]))
            position = start + length + tail
        }
        return records
    }

    /// A journal of these records, with the checksums and authentication codes that the user's runs give them.
    static func journal(_ records: [[UInt8]]) -> [UInt8] {
        var (bytes, section): ([UInt8], [UInt8]) = (header, [])
        for record in records {
            if case .section(let new) = JournalRecord(record[...]) {
                bytes += JournalFraming.own.frame(record, at: bytes.count, section: [])
                section = new.number
            } else {
                bytes += JournalFraming.own.frame(record, at: bytes.count, section: section)
            }
        }
        return bytes
    }

    /// Changes each record of a journal, and authenticates it anew.
    static func rewrite(_ bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
        bytes = journal(
            records(of: bytes).map { record in
                var record = record
                body(&record)
                return record
            })
    }
}

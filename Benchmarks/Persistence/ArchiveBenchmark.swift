import Foundation
import LKPersistence
import LKStorage

/// A megabyte archived and read again, against an atomic write of what `NSKeyedArchiver` or `PropertyListEncoder` makes.
struct ArchiveBenchmark {
    /// How often each archives and reads; they take turns.
    var rounds = 7

    private struct Folder: Archiver { let folder: URL }

    func run() throws(BenchmarkError) -> [Measurement] {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("archives-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: base) }
        let ours = Folder(folder: base)
        let peer = base.appendingPathComponent("peer")
        do {
            let track = SampleTrack()
            let object = track.object
            let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            return try propertyList(track, ours, base.appendingPathComponent("list"))
                + measure(
                    "track", track, ours, peer, of: [NSArray.self, NSString.self], object)
                + measure("data", data, ours, peer, of: [NSData.self], NSData(data: data))
        } catch { throw BenchmarkError("\(error)") }
    }

    private func measure<Value: Codable & Equatable>(
        _ name: String, _ value: Value, _ archiver: Folder, _ peer: URL, of classes: [AnyClass], _ object: NSObject
    ) throws -> [Measurement] {
        var (write, writePeer, writeSynced, read, readPeer): ([Double], [Double], [Double], [Double], [Double])
        (write, writePeer, writeSynced, read, readPeer) = ([], [], [], [], [])
        func archivePeer() throws {
            try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
                .write(to: peer, options: .atomic)
        }
        var isSame = true
        for _ in 0..<rounds {
            write.append(try milliseconds { try archiver.archive(value, forKey: name) })
            writePeer.append(try milliseconds { try archivePeer() })
            writeSynced.append(
                try milliseconds {
                    try archivePeer()
                    synchronize(peer.path)
                    synchronize(peer.deletingLastPathComponent().path)
                })
            read.append(
                try milliseconds {
                    isSame = try archiver.unarchive(Value.self, forKey: name) == value && isSame
                })
            readPeer.append(
                try milliseconds {
                    let result = try NSKeyedUnarchiver.unarchivedObject(
                        ofClasses: classes, from: Data(contentsOf: peer))
                    isSame = (result as? NSObject) == object && isSame
                })
        }
        guard isSame else { throw BenchmarkError("what was read is not what was archived") }
        let size = try FileManager.default.attributesOfItem(atPath: archiver.url(forKey: name).path)[.size] as? Int ?? 0
        let sizes = "\(size / 1000) kB; medians of \(rounds) rounds"
        return [
            Measurement(
                "archive \(name)", unit: "ms", ours: Samples(write).median, note: "\(sizes); ours is synchronized"
            )
            .against("keyed archive", Samples(writePeer).median),
            Measurement(
                "archive \(name), both synchronized", unit: "ms", ours: Samples(write).median,
                note: sizes
            ).against("keyed archive + fsync", Samples(writeSynced).median),
            Measurement("unarchive \(name)", unit: "ms", ours: Samples(read).median, note: "with a comparison")
                .against("keyed archive", Samples(readPeer).median),
        ]
    }

    /// Against the other coder of Foundation that keeps all that an archive keeps of this value.
    private func propertyList(_ track: SampleTrack, _ archiver: Folder, _ peer: URL) throws -> [Measurement] {
        var (write, writePeer, read, readPeer): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        for _ in 0..<rounds {
            write.append(try milliseconds { try archiver.archive(track, forKey: "track") })
            writePeer.append(
                try milliseconds {
                    try encoder.encode(track).write(to: peer, options: .atomic)
                    synchronize(peer.path)
                    synchronize(peer.deletingLastPathComponent().path)
                })
            var same = [false, false]
            read.append(
                try milliseconds { same[0] = try archiver.unarchive(SampleTrack.self, forKey: "track") == track })
            readPeer.append(
                try milliseconds {
                    let list = try Data(contentsOf: peer)
                    same[1] = try PropertyListDecoder().decode(SampleTrack.self, from: list) == track
                })
            guard same == [true, true] else { throw BenchmarkError("what was read is not what was archived") }
        }
        let note = "both synchronized; medians of \(rounds) rounds"
        return [
            Measurement("archive track", unit: "ms", ours: Samples(write).median, note: note)
                .against("property list + fsync", Samples(writePeer).median),
            Measurement("unarchive track", unit: "ms", ours: Samples(read).median, note: "with a comparison")
                .against("property list", Samples(readPeer).median),
        ]
    }

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let begin = Clocks.monotonic
        try body()
        return Double(Clocks.monotonic - begin) / 1e6
    }

    private func synchronize(_ path: String) {
        let descriptor = open(path, O_RDONLY)
        fsync(descriptor)
        close(descriptor)
    }
}

/// A megabyte of numbers and texts.
struct SampleTrack: Codable, Equatable {
    var name = "Benchmark"
    var latitudes = (0..<45_000).map { 35 + Double($0) / 70_001 }
    var longitudes = (0..<45_000).map { 139 + Double($0) / 90_001 }
    var notes = (0..<10_000).map { "remark of point number \($0)" }

    /// The same as `NSKeyedArchiver` knows it; flat, which is the form it is fastest with.
    var object: NSArray {
        let numbers: [Any] = (latitudes + longitudes).map { NSNumber(value: $0) }
        return NSArray(array: numbers + ([name] + notes).map { NSString(string: $0) })
    }
}

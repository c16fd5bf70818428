import FoundationEssentials
import LKPersistence
import LKStorage
import TestSupport
import Testing

/// Values that cannot be stored.
@Suite struct RefusedSettingsTests {
    /// A number that refuses to be encoded when it is negative.
    private struct Strict: Codable, Equatable, Sendable, ExpressibleByIntegerLiteral {
        var number: Int
        init(integerLiteral value: Int) { number = value }
        func encode(to encoder: any Encoder) throws {
            if number < 0 { throw StorageError(.notEncodable, "negative") }
            var container = encoder.singleValueContainer()
            try container.encode(number)
        }
        init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    }

    private final class Sample: Settings, @unchecked Sendable {
        @Setting var strict: Strict = 0
        @Setting var count = 0
        @Setting var first = Data()
        @Setting var second = Data()
        @Setting var deep: PropertyListValue = 0
        @Setting var chain: Chain?
        override class var namespace: String { "" }
    }

    private final class Chain: Codable, @unchecked Sendable {
        var next: Chain?
        init(_ next: Chain?) { self.next = next }
        /// One by one, because letting go of the first lets go of all within each other.
        func unlink() {
            var link: Chain? = self
            while let next = link?.next {
                link?.next = nil
                link = next
            }
        }
    }

    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("After a value that cannot be encoded the stored one can be set again")
    func again() throws {
        let settings = Sample(store: folder.store)
        try settings.set(\.strict, to: 1)
        settings.strict = -5
        #expect((settings.strict, settings.$strict.error?.code) == (-5, .notEncodable))
        settings.strict = 1
        #expect((settings.strict, settings.$strict.error) == (1, nil))
        settings.strict = -6
        #expect(throws: StorageError.self) { try settings.$strict.update { $0 = -7 } }
        #expect(settings.strict == -6)
        try settings.$strict.update { $0.number += 1 }
        #expect(settings.strict == 2)
    }

    @Test("Setting by key path tells what cannot be encoded")
    func keyPath() throws {
        let settings = Sample(store: folder.store)
        let error = #expect(throws: StorageError.self) { try settings.set(\.strict, to: -1) }
        #expect(error?.code == .notEncodable)
        #expect(settings.strict == -1)
        try settings.set(\.count, to: 1)
    }

    @Test("A value nested too deeply stays in memory, and its setting reports why it is not stored")
    func deep() throws {
        let settings = Sample(store: folder.store)
        var deep: PropertyListValue = 1
        for _ in 0..<150 { deep = [deep] }
        #expect(throws: StorageError.self) { try settings.set(\.deep, to: deep) }
        #expect(settings.deep == deep)
        #expect(settings.$deep.error?.code == .notEncodable)
        try settings.set(\.count, to: 1)
        #expect(folder.store.contents == ["count": 1])
    }

    @Test("A chain of a hundred thousand links is refused")
    func chain() throws {
        let settings = Sample(store: folder.store)
        var chain: Chain?
        for _ in 0..<100_000 { chain = Chain(chain) }
        settings.chain = chain
        #expect(settings.$chain.error?.code == .notEncodable)
        settings.$chain.reset()
        _ = settings.chain
        chain?.unlink()
    }

    @Test("A value too large for the file counts in memory, and keeps no other from being written")
    func large() throws {
        let settings = Sample(store: folder.store)
        settings.first = Data(count: 20 << 20)
        try settings.set(\.count, to: 42)
        #expect(settings.first.count == 20 << 20)
        #expect(settings.errors.mapValues(\.code) == ["first": .notEncodable])
        #expect(try folder.text().contains("<integer>42</integer>"))
        settings.store["raw"] = .data(settings.first)
        #expect(settings.store.lastError?.code == .notEncodable)
        try settings.set(\.count, to: 43)
        #expect(throws: StorageError.self) { try settings.$second.update { $0 = settings.first } }
    }

    @Test("Of values that are too large together, the largest is left out")
    func together() throws {
        let settings = Sample(store: folder.store)
        // Most of it is never written, since reading megabytes takes its time.
        settings.first = Data(count: 800 << 10)
        settings.count = 42
        #expect(throws: StorageError.self) { try settings.set(\.second, to: Data(count: 11_700 << 10)) }
        #expect(settings.second.count == 11_700 << 10)
        #expect(settings.$second.error?.code == .notEncodable)
        #expect(throws: StorageError.self) { try settings.synchronize() }
        #expect(try folder.text().contains("<integer>42</integer>"))
        try settings.set(\.second, to: Data(count: 1))
        try settings.synchronize()
        #expect(settings.errors.isEmpty)
    }
}

import Glibc

/// Reads the pages of a database file and of its write-ahead log without SQLite, for files that SQLite refuses.
///
/// Nothing in the file is trusted. A page may have several images: the one in the file, and older and newer ones in the
/// write-ahead log; ``Image/rank`` orders them.
///
/// Source: sqlite.org/fileformat2.html, sections 1.3, 1.6 and 4.
package final class DatabasePages {
    /// One state of a page.
    package struct Image: Hashable, Sendable {
        /// The number of the page, counted from 1.
        package let number: Int
        /// 0 for the image that SQLite would read; higher ranks are older or uncommitted and less reliable.
        package let rank: Int
        fileprivate let offset: Int
        fileprivate let isInLog: Bool
    }

    /// The size of a page in bytes.
    package let pageSize: Int
    /// All images, those of rank 0 in the order of their pages.
    package private(set) var images: [Image] = []
    /// Whether the file is shorter than its header says.
    package private(set) var isCutOff = false

    private let file: Int32
    private let log: Int32
    private var fileSize = 0
    /// Pages whose newest image is in the write-ahead log.
    private var logged: [Int: Image] = [:]

    /// Returns the page sizes that a file may have: the one in its header first, then the default of SQLite, then all
    /// others.
    ///
    /// - Parameter path: The file.
    /// - Returns: Powers of 2 from 512 to 65,536, each once.
    /// - Throws: ``StorageError/Code/missing`` and ``StorageError/Code/system``.
    package static func pageSizes(of path: String) throws(StorageError) -> [Int] {
        let file = try open(path)
        defer { close(file) }
        let header = bytes(of: file, at: 16, count: 2)
        let all = (9...16).map { 1 << $0 }
        let named = header.count == 2 ? max(Int(header[0]) << 8 | Int(header[1]), 1) : 0
        var sizes = [named == 1 ? 65_536 : named, 4096].filter(all.contains)
        sizes += all
        var seen: Set<Int> = []
        return sizes.filter { seen.insert($0).inserted }
    }

    /// Returns whether the rows of all tables have the sizes that the types of their values require; SQLite does not
    /// notice when a flipped bit changes them.
    ///
    /// A file with a write-ahead log is not checked, since it may change meanwhile.
    ///
    /// - Parameter path: The file.
    /// - Returns: `false` if a row does not fit.
    /// - Throws: ``StorageError/Code/missing`` and ``StorageError/Code/system``.
    package static func rowsFit(_ path: String) throws(StorageError) -> Bool {
        guard access(path + "-wal", F_OK) != 0, let size = try pageSizes(of: path).first else { return true }
        let pages = try DatabasePages(path, pageSize: size)
        for image in pages.images {
            let page = pages.bytes(of: image)
            guard let leaf = DatabaseLeaf(page, number: image.number) else { continue }
            for slot in leaf.starts.indices {
                guard let cell = leaf.cell(page, slot),
                    !RecordHeader.fits(page, at: cell.record, size: cell.size)
                else { continue }
                // False if a recorder has begun to write it.
                return access(path + "-wal", F_OK) == 0
            }
        }
        return true
    }

    /// Opens a file and its write-ahead log, if there is one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pageSize: The size of its pages.
    ///   - count: The maximum number of pages listed, from the file's beginning.
    /// - Throws: ``StorageError/Code/missing``, ``StorageError/Code/corrupt`` if it is not a regular file, and
    ///   ``StorageError/Code/system``.
    package init(_ path: String, pageSize: Int, atMost count: Int = .max) throws(StorageError) {
        self.pageSize = pageSize
        file = try Self.open(path)
        log = (try? Self.open(path + "-wal")) ?? -1
        fileSize = Self.size(of: file)
        let header = Self.bytes(of: file, at: 0, count: 100)
        // The page count is valid if the version stored with it is that of the last change (section 1.3.7).
        if header.count == 100, header[24..<28] == header[92..<96] {
            isCutOff = Self.word(header, 28) * pageSize > fileSize
        }
        if log >= 0 { readLog() }
        readFile(atMost: count)
        images.sort { ($0.rank, $0.number) < ($1.rank, $1.number) }
    }

    deinit {
        close(file)
        if log >= 0 { close(log) }
    }

    /// Returns the bytes of an image; fewer if the file ends within the page, none if the disk cannot read them.
    package func bytes(of image: Image) -> [UInt8] {
        Self.bytes(of: image.isInLog ? log : file, at: image.offset, count: pageSize)
    }

    /// Returns the bytes of the newest image of a page, or no bytes when the page does not exist.
    package func bytes(ofPage number: Int) -> [UInt8] {
        if let image = logged[number] { return bytes(of: image) }
        guard number > 0, number <= fileSize / pageSize + 1 else { return [] }
        return Self.bytes(of: file, at: (number - 1) * pageSize, count: pageSize)
    }

    // MARK: Content

    private func readFile(atMost count: Int) {
        for number in stride(from: 1, through: min(count, (fileSize + pageSize - 1) / pageSize), by: 1) {
            images.append(
                Image(
                    number: number, rank: logged[number] == nil ? 0 : 1, offset: (number - 1) * pageSize,
                    isInLog: false))
        }
    }

    private struct Frame {
        var page: Int
        var offset: Int
        var isCommit: Bool
        var isSound: Bool
    }

    private func readLog() {
        let header = Self.bytes(of: log, at: 0, count: 32)
        guard header.count == 32 else { return }
        // 0x377F0683 means that checksums use big-endian words.
        let isBigEndian = header[3] & 1 == 1
        var sum = (UInt32(Self.word(header, 24)), UInt32(Self.word(header, 28)))
        var frames: [Frame] = []
        var offset = 32
        while true {
            let frame = Self.bytes(of: log, at: offset, count: 24 + pageSize)
            guard frame.count == 24 + pageSize else { break }
            var found = Self.checksum(frame[0..<8], sum, isBigEndian)
            found = Self.checksum(frame[24...], found, isBigEndian)
            // The next checksum starts from the stored one, so that a damaged frame does not invalidate the following
            // ones.
            sum = (UInt32(Self.word(frame, 16)), UInt32(Self.word(frame, 20)))
            frames.append(
                Frame(
                    page: Self.word(frame, 0), offset: offset + 24, isCommit: Self.word(frame, 4) != 0,
                    isSound: frame[8..<16] == header[16..<24] && found == sum))
            offset += 24 + pageSize
        }
        let committed = frames.lastIndex { $0.isSound && $0.isCommit } ?? -1
        for (index, frame) in frames.enumerated().reversed() {
            let isNewest = index <= committed && frame.isSound && logged[frame.page] == nil
            let image = Image(
                number: frame.page, rank: isNewest ? 0 : 2 + frames.count - index, offset: frame.offset, isInLog: true)
            if isNewest { logged[frame.page] = image }
            images.append(image)
        }
    }

    static func checksum(
        _ bytes: ArraySlice<UInt8>, _ start: (UInt32, UInt32), _ isBigEndian: Bool
    ) -> (UInt32, UInt32) {
        var (first, second) = start
        bytes.withUnsafeBytes { raw in
            for offset in stride(from: 0, to: raw.count - 7, by: 8) {
                let one = raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let two = raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: two) : UInt32(littleEndian: two)) &+ first
            }
        }
        return (first, second)
    }

    // MARK: Bytes

    private static func open(_ path: String) throws(StorageError) -> Int32 {
        let file: Int32?
        do throws(TrustedPath.Refusal) { file = try TrustedPath.openRegularInput(path) } catch {
            throw .unopened(path, error)
        }
        guard let file else {
            throw StorageError(.corrupt, "\(path) is not a regular file", advice: "name another")
        }
        return file
    }

    private static func size(of file: Int32) -> Int {
        var status = stat()
        return fstat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads as many of the bytes as possible.
    static func bytes(of file: Int32, at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                let read = pread(file, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if read > 0 { filled += read } else if read == 0 || errno != EINTR { return }
            }
        }
    }
}

extension DatabasePages {
    /// Returns whether SQLite would skip durable transactions of a file's write-ahead log because of damage before
    /// them: it stops silently at the first invalid frame.
    ///
    /// A power failure can tear only the last transaction. If two valid ones follow an invalid frame or header, it was
    /// damaged later.
    ///
    /// - Parameter path: The database file.
    /// - Returns: `false` also when there is no log.
    package static func hidesTransactions(_ path: String) -> Bool {
        guard let log = try? TrustedPath.openInput(path + "-wal", O_NONBLOCK) else { return false }
        defer { close(log) }
        for _ in 0..<3 {
            let header = bytes(of: log, at: 0, count: 32)
            guard header.count == 32, transactionsBehindDamage(log, header) > 1 else { return false }
            // A writer may have restarted the log meanwhile.
            if bytes(of: log, at: 0, count: 32) == header { return true }
        }
        return false
    }

    /// Returns the number of complete transactions after the first damage.
    private static func transactionsBehindDamage(_ log: Int32, _ header: [UInt8]) -> Int {
        let size = word(header, 8)
        let pageSize = (9...16).contains { 1 << $0 == size } ? size : 4096
        let isBigEndian = header[3] & 1 == 1
        var sum = (UInt32(word(header, 24)), UInt32(word(header, 28)))
        let isHeaderSound = checksum(header[0..<24], (0, 0), isBigEndian) == sum
        // If the header is damaged, frames of this log cannot be distinguished from those of the previous one in the
        // same file.
        var salt = isHeaderSound ? header[16..<24] : nil
        var (isBehind, count, offset) = (!isHeaderSound, 0, 32)
        while true {
            let frame = bytes(of: log, at: offset, count: 24 + pageSize)
            guard frame.count == 24 + pageSize else { return count }
            let ours = salt ?? frame[8..<16]
            salt = ours
            var found = checksum(frame[0..<8], sum, isBigEndian)
            found = checksum(frame[24...], found, isBigEndian)
            sum = (UInt32(word(frame, 16)), UInt32(word(frame, 20)))
            let isSound = frame[8..<16].elementsEqual(ours) && found == sum
            if !isSound { isBehind = true } else if isBehind, word(frame, 4) != 0 { count += 1 }
            offset += 24 + pageSize
        }
    }
}

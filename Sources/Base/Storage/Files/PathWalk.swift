import CLKOpen
import Glibc

/// A walk along a path on descriptors, which judges each symbolic link before it goes on behind it.
final class PathWalk {
    /// What comes next.
    private enum Step {
        /// A component, null-terminated.
        case name([CChar])
        /// The end of a link's target: what is reached now is what it leads to.
        case judgement(of: Int)
    }

    private struct Link {
        var owner: uid_t
        var path: [UInt8]
        var target: [UInt8]
    }

    /// What is reached, opened with `O_PATH`; -1 if the last component does not exist.
    private var reached: Int32 = -1
    /// The folder from which it was reached by ``name``; -1 at the start, and after `.` and `..`.
    private var folder: Int32 = -1
    private var name: [CChar] = []
    /// Whether ``name`` is a link of /proc that has no other path, such as that of a pipe.
    private var isMagic = false
    /// The next step is the last.
    private var steps: [Step] = []
    private var remainingNames = 0
    private var links: [Link] = []
    /// The links whose targets are not reached yet.
    private var pending: [Int] = []
    /// The path of what is reached, without links.
    private var location: [UInt8] = []

    /// The longest chain of links followed; the kernel's limit.
    private static let maximumLinks = 40
    private let maximumLinks: Int
    private static let slash = UInt8(ascii: "/")

    /// Creates a walk at the start of a path.
    ///
    /// - Parameters:
    ///   - path: Without zero bytes.
    ///   - start: The folder of a relative path.
    ///   - followsLinks: Whether any link is followed.
    ///   - isShownAbsolute: Whether a relative path is completed by the working folder's.
    /// - Throws: The system's error.
    init(
        _ path: [UInt8], in start: Int32, followsLinks: Bool = true, isShownAbsolute: Bool = false
    ) throws(TrustedPath.Refusal) {
        maximumLinks = followsLinks ? Self.maximumLinks : 0
        guard !path.isEmpty else { throw TrustedPath.Refusal(number: ENOENT) }
        if path.first == Self.slash {
            try restart(Glibc.open("/", Self.folderFlags))
            location = [Self.slash]
        } else {
            try restart(openat(start, ".", Self.folderFlags))
            if isShownAbsolute {
                guard let here = getcwd(nil, 0) else { throw TrustedPath.Refusal(number: errno) }
                location = Array(UnsafeRawBufferPointer(start: here, count: strlen(here)))
                free(here)
            }
        }
        push(path)
    }

    deinit {
        if reached >= 0 { close(reached) }
        if folder >= 0 { close(folder) }
    }

    private static let folderFlags = copen_reference | O_DIRECTORY | O_CLOEXEC

    /// Walks to the end.
    ///
    /// - Parameters:
    ///   - followsLast: Whether a link in the last component is followed.
    ///   - mayBeMissing: Whether the last component need not exist.
    /// - Throws: The refused link, or the system's error.
    func run(followsLast: Bool, mayBeMissing: Bool) throws(TrustedPath.Refusal) {
        while let step = steps.popLast() {
            switch step {
            case .judgement(let index):
                pending.removeLast()
                try judge(links[index])
            case .name(let name):
                remainingNames -= 1
                try enter(name, followsLast, mayBeMissing && remainingNames == 0)
            }
        }
    }

    // MARK: Steps

    private func enter(
        _ name: [CChar], _ followsLast: Bool, _ mayBeMissing: Bool
    ) throws(TrustedPath.Refusal) {
        if Self.isDots(name) {
            let next = openat(reached, name, Self.folderFlags)
            guard next >= 0 else { throw TrustedPath.Refusal(number: errno) }
            advance(to: next, by: [])
            if name.count == 3 { leaveLocation() }
            return
        }
        // With O_DIRECTORY first, which also mounts what an automounter has there.
        var next = openat(reached, name, Self.folderFlags | O_NOFOLLOW)
        if next < 0, errno == ENOTDIR { next = openat(reached, name, copen_reference | O_NOFOLLOW | O_CLOEXEC) }
        guard next >= 0 else {
            guard errno == ENOENT, mayBeMissing else { throw TrustedPath.Refusal(number: errno) }
            advance(to: -1, by: name)
            return
        }
        var status = stat()
        guard fstat(next, &status) == 0 else {
            let number = errno
            close(next)
            throw TrustedPath.Refusal(number: number)
        }
        let isOwnName = remainingNames == 0 && pending.isEmpty
        guard status.st_mode & S_IFMT == S_IFLNK, followsLast || !isOwnName else {
            return advance(to: next, by: name)
        }
        defer { close(next) }
        try follow(next, name, status.st_uid)
    }

    private func follow(_ link: Int32, _ name: [CChar], _ owner: uid_t) throws(TrustedPath.Refusal) {
        guard links.count < maximumLinks else { throw TrustedPath.Refusal(number: ELOOP) }
        let target = try Self.target(of: link)
        let number = links.count
        let isMagic = Self.isMagic(link, target)
        // The kernel makes the links of /proc; in a user namespace without root they seem to be another user's.
        let isKernels = !isMagic && owner != geteuid() && copen_is_in_proc(link) != 0
        links.append(Link(owner: isKernels ? 0 : owner, path: path(of: name), target: target))
        if isMagic {
            // Typed by the user, or behind the system's /dev/stdin or a link of the user's.
            guard pending.allSatisfy({ Self.isOwn(links[$0]) }) else { throw TrustedPath.Refusal(number: ELOOP) }
            let next = openat(reached, name, copen_reference | O_CLOEXEC)
            guard next >= 0 else { throw TrustedPath.Refusal(number: errno) }
            advance(to: next, by: name)
            self.isMagic = true
            if target.first == Self.slash { location = target }
            return try judge(links[number])
        }
        pending.append(number)
        steps.append(.judgement(of: number))
        if target.first == Self.slash {
            try restart(Glibc.open("/", Self.folderFlags))
            location = [Self.slash]
        }
        push(target)
    }

    /// Refuses a link of another user to what belongs to a third, or does not exist.
    private func judge(_ link: Link) throws(TrustedPath.Refusal) {
        if Self.isOwn(link) { return }
        var status = stat()
        if reached >= 0 {
            guard fstat(reached, &status) == 0 else { throw TrustedPath.Refusal(number: errno) }
            if status.st_uid == link.owner { return }
        }
        let (path, target) = (String(decoding: link.path, as: UTF8.self), String(decoding: link.target, as: UTF8.self))
        throw TrustedPath.Refusal(
            number: EACCES, link: UntrustedLink(path: path, owner: link.owner, target: target))
    }

    private static func isOwn(_ link: Link) -> Bool { link.owner == 0 || link.owner == geteuid() }

    private func push(_ path: [UInt8]) {
        var names = path.split(separator: Self.slash).map { $0.map { CChar(bitPattern: $0) } + [0] }
        // What has a slash behind it is a folder.
        if path.last == Self.slash, !names.isEmpty { names.append([CChar(bitPattern: UInt8(ascii: ".")), 0]) }
        remainingNames += names.count
        steps += names.reversed().map { .name($0) }
    }

    private func restart(_ start: Int32) throws(TrustedPath.Refusal) {
        guard start >= 0 else { throw TrustedPath.Refusal(number: errno) }
        advance(to: start, by: [])
    }

    private func advance(to next: Int32, by name: [CChar]) {
        if folder >= 0 { close(folder) }
        if name.isEmpty {
            if reached >= 0 { close(reached) }
            folder = -1
        } else {
            location = path(of: name)
            folder = reached
        }
        self.name = name
        reached = next
        isMagic = false
    }

    // MARK: Paths

    private static func isDots(_ name: [CChar]) -> Bool {
        let dot = CChar(bitPattern: UInt8(ascii: "."))
        return name == [dot, 0] || name == [dot, dot, 0]
    }

    private func path(of name: [CChar]) -> [UInt8] {
        let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
        if location.isEmpty { return bytes }
        return location.last == Self.slash ? location + bytes : location + [Self.slash] + bytes
    }

    private func leaveLocation() {
        let dots = Array("..".utf8)
        let last = location.split(separator: Self.slash).last
        if location == [Self.slash] { return }
        guard let last, !last.elementsEqual(dots) else {
            return location += location.isEmpty ? dots : Array("/..".utf8)
        }
        location.removeLast(last.count)
        if location.count > 1 { location.removeLast() }
    }

    private static func target(of link: Int32) throws(TrustedPath.Refusal) -> [UInt8] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlinkat(link, "", &buffer, buffer.count)
        guard count > 0 else { throw TrustedPath.Refusal(number: count < 0 ? errno : ENOENT) }
        guard count <= Int(PATH_MAX) else { throw TrustedPath.Refusal(number: ENAMETOOLONG) }
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }

    /// Returns whether a link of /proc refers to something other than its text: a descriptor, a process's folder or
    /// program.
    private static func isMagic(_ link: Int32, _ target: [UInt8]) -> Bool {
        guard target.first == slash || target.contains(UInt8(ascii: ":")) else { return false }
        return copen_is_in_proc(link) != 0
    }
}

extension PathWalk {
    /// Opens what the walk has reached.
    ///
    /// - Returns: `nil` if another process has exchanged it meanwhile.
    func open(_ flags: Int32, _ mode: mode_t) throws(TrustedPath.Refusal) -> Int32? {
        guard reached >= 0 else {
            let made = openat(folder, name, flags | O_NOFOLLOW, mode)
            if made < 0, errno == ELOOP { return nil }
            return try Self.checked(made)
        }
        guard flags & (O_CREAT | O_EXCL) != O_CREAT | O_EXCL else { throw TrustedPath.Refusal(number: EEXIST) }
        // Truncated only when it is known to be what was judged.
        let kept = flags & ~(O_TRUNC | O_CREAT | O_EXCL)
        if name.isEmpty { return try Self.checked(openat(reached, ".", kept & ~O_NOFOLLOW)) }
        var (wanted, found) = (stat(), stat())
        guard fstat(reached, &wanted) == 0 else { throw TrustedPath.Refusal(number: errno) }
        let file = openat(folder, name, isMagic ? kept & ~O_NOFOLLOW : kept | O_NOFOLLOW)
        if file < 0 {
            let (number, kind) = (errno, wanted.st_mode & S_IFMT)
            // It was there a moment ago, and was no link, or was a folder.
            let isExchanged =
                number == ENOENT || number == ELOOP && kind != S_IFLNK || number == ENOTDIR && kind == S_IFDIR
            if isExchanged, !isMagic { return nil }
            throw TrustedPath.Refusal(number: number)
        }
        guard fstat(file, &found) == 0, FileStamp(found).identity == FileStamp(wanted).identity else {
            close(file)
            return nil
        }
        if flags & O_TRUNC != 0, found.st_mode & S_IFMT == S_IFREG, ftruncate(file, 0) != 0 {
            let number = errno
            close(file)
            throw TrustedPath.Refusal(number: number)
        }
        return file
    }

    private static func checked(_ file: Int32) throws(TrustedPath.Refusal) -> Int32 {
        guard file >= 0 else { throw TrustedPath.Refusal(number: errno) }
        return file
    }

    /// Returns what the walk has reached, with its descriptors.
    func resolved() throws(TrustedPath.Refusal) -> ResolvedPath {
        if name.isEmpty, location != [Self.slash] {
            // Reached by "..": its folder and name are those of its path without links.
            let above = openat(reached, "..", Self.folderFlags)
            guard above >= 0 else { throw TrustedPath.Refusal(number: errno) }
            folder = above
            name = (location.split(separator: Self.slash).last ?? []).map { CChar(bitPattern: $0) } + [0]
        } else if name.isEmpty {
            folder = try Self.checked(openat(reached, ".", Self.folderFlags))
            name = [CChar(bitPattern: UInt8(ascii: ".")), 0]
        }
        defer { (folder, reached) = (-1, -1) }
        return ResolvedPath(
            bytes: location, folder: folder, name: name.dropLast().map { UInt8(bitPattern: $0) },
            descriptor: reached < 0 ? nil : reached,
            links: links.map { (String(decoding: $0.path, as: UTF8.self), String(decoding: $0.target, as: UTF8.self)) })
    }
}

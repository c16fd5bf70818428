import CLinux
import FoundationEssentials
import Glibc

extension Folder {
    /// Puts `data` in the place of a file, durably, unless another program has written the file since it was read.
    ///
    /// Other programs (an editor, a copy restored by hand) do not take our lock. So the new file is exchanged with the old one
    /// in one step, and the old one is compared with what was read before it goes: what was written in between is put back.
    /// File systems that cannot exchange names (`renameat2`: NFS, some FUSE) leave a moment between the comparison and the renaming.
    ///
    /// - Parameters:
    ///   - name: One component of a path.
    ///   - old: What was read, `nil` for no file.
    ///   - data: The new content.
    ///   - mode: Its permissions, whatever the umask.
    ///   - limit: The most bytes that are read for the comparison.
    /// - Returns: Whether it was replaced; if not, the file holds what another program wrote.
    /// - Throws: ``PersistenceError/Code/system``; then the old content is untouched.
    func replace(
        _ name: String, holding old: Data?, with data: Data, mode: mode_t, limit: Int
    ) throws(PersistenceError) -> Bool {
        let temporary = try writeTemporary(for: name, data, mode)
        let isReplaced: Bool
        do throws(PersistenceError) {
            isReplaced = try putInPlace(temporary, name, old, data, limit)
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        unlinkat(descriptor, temporary, 0)
        try sync()
        return isReplaced
    }

    private func putInPlace(
        _ temporary: String, _ name: String, _ old: Data?, _ data: Data, _ limit: Int
    ) throws(PersistenceError) -> Bool {
        guard let old else {
            if clinux_rename_new(descriptor, temporary, name) == 0 { return true }
            if errno == EEXIST { return false }
            return try comparedFirst(temporary, name, old, limit)
        }
        guard clinux_exchange(descriptor, temporary, name) == 0 else {
            // Removed meanwhile: for the caller that is another content, too.
            if errno == ENOENT { return false }
            return try comparedFirst(temporary, name, old, limit)
        }
        var (expected, placed) = (Optional(old), Optional(data))
        for turn in 0..<Self.exchangeLimit {
            let found = content(temporary, limit)
            if found == expected { return turn == 0 }
            // What another program wrote is newer than what was put in its place: it gets its name back. What comes out then
            // should be what was put there, unless a still newer version came meanwhile.
            (expected, placed) = (placed, found)
            guard clinux_exchange(descriptor, temporary, name) == 0 else {
                if errno == ENOENT { return false }
                break
            }
        }
        let number = errno
        // Ours may be lost, since the caller still has it; not what another program wrote.
        _ = renameat(descriptor, temporary, descriptor, name)
        throw .system(number, cannot: "write", path(of: name))
    }

    /// A program that replaces a file this often within microseconds is not one that people use.
    private static var exchangeLimit: Int { 100 }

    private func comparedFirst(
        _ temporary: String, _ name: String, _ old: Data?, _ limit: Int
    ) throws(PersistenceError) -> Bool {
        guard errno == EINVAL || errno == ENOSYS else { throw .system(errno, cannot: "write", path(of: name)) }
        guard holds(name, old, limit) else { return false }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw .system(errno, cannot: "write", path(of: name))
        }
        return true
    }

    private func holds(_ name: String, _ content: Data?, _ limit: Int) -> Bool { self.content(name, limit) == content }

    /// What a file holds; `nil` where it cannot be read.
    private func content(_ name: String, _ limit: Int) -> Data? {
        do { return try read(name, limit: limit) } catch { return nil }
    }
}

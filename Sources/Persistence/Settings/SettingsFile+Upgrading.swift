import Glibc
import Synchronization

extension SettingsFile {
    /// The files whose upgrade runs on this thread, so that one upgrade may make other settings of the same file.
    @TaskLocal private static var upgrading: Set<String> = []

    /// Keeps other processes and threads from upgrading while one does, and writes what came of it.
    ///
    /// What the upgrade sets reaches the disk together: a process that is killed meanwhile has upgraded nothing, or all.
    ///
    /// - Parameter body: Looks again whether there is something to upgrade, and does it.
    /// - Throws: ``PersistenceError/Code/system``, ``PersistenceError/Code/locked``; then nothing was called.
    func upgradeAlone(_ body: () -> Void) throws(PersistenceError) {
        guard let path, !Self.upgrading.contains(path) else { return body() }
        let (folderPath, name) = Folder.split(path)
        guard let folder = try Folder.open(folderPath, creating: true) else {
            throw .system(ENOENT, cannot: "open the folder", folderPath)
        }
        // Not the lock of writing, which an upgrade that waits for the disk takes itself.
        let lock = try FileLock(
            ".\(name).upgrade.lock", in: folder, isGivenUp: { Self.isEnding.load(ordering: .relaxed) })
        defer { withExtendedLifetime(lock) {} }
        look(isWaiting: true)
        state.withLock { $0.upgrades += 1 }
        Self.$upgrading.withValue(Self.upgrading.union([path])) { body() }
        state.withLock { $0.upgrades -= 1 }
        // Before the lock is given back, or the next one would find the old version. What goes wrong is reported there.
        try? synchronize(for: [])
    }
}

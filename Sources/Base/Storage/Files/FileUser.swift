import CLKFileUser
import Glibc

/// Another user, in whose folder this process works as root.
///
/// While root acts for that user, the kernel checks each access to files as it would check the user's own, and new files
/// belong to the user. So a link that the user planted leads root to nothing that the user could not reach.
package struct FileUser: Hashable, Sendable {
    private let user: uid_t
    private let group: gid_t

    /// Creates the owner of a file or folder; returns `nil` unless the process is root and the owner is not.
    init?(ownerOf status: stat) {
        guard geteuid() == 0, status.st_uid != 0 else { return nil }
        user = status.st_uid
        group = status.st_gid
    }

    /// Creates the owner of an open folder; returns `nil` unless the process is root and the owner is not.
    package init?(ownerOf folder: Int32) {
        var status = stat()
        guard geteuid() == 0, fstat(folder, &status) == 0 else { return nil }
        self.init(ownerOf: status)
    }

    /// Returns whether a file or folder belongs to the user.
    func isOwner(of status: stat) -> Bool { status.st_uid == user }

    /// Performs work with the user's rights to files, on the calling thread.
    ///
    /// A root that may not act for others (without `CAP_SETUID`, as in some containers) keeps its own rights.
    package func perform<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var former = cfileuser()
        guard cfileuser_enter(user, group, &former) == 0 else { return try body() }
        defer { cfileuser_leave(&former) }
        return try body()
    }
}

extension FileUser? {
    /// Performs work with the user's rights to files, or with those of the process if there is no separate user.
    package func perform<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        switch self {
        case .some(let user): try user.perform(body)
        case .none: try body()
        }
    }
}

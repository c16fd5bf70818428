import Glibc
import LKFormats
import LKStorage

/// The user's key for journals: it authenticates their records, so that a journal that another user, or the maker of a
/// card, has put into a folder is not taken for the user's own.
///
/// It is derived from a secret in the user's state folder, `locationkit/journal-secret`.
struct JournalKey: Sendable, Equatable {
    /// The number of bytes of an authentication code.
    static let codeCount = 16
    /// The number of bytes of ``id``.
    static let idCount = 6

    private let key: AuthenticationKey
    /// Identifies the key in the header of a journal without disclosing it.
    let id: [UInt8]

    init(secret: [UInt8]) {
        key = AuthenticationKey(secret)
        id = Array(key.code(of: Array("LocationKit journal key".utf8)).prefix(Self.idCount))
    }

    /// The user's key; without one, journals are never taken for the user's own.
    static let own: Result<JournalKey, StorageError> = load()

    private static func load() -> Result<JournalKey, StorageError> {
        do throws(StorageError) {
            return .success(JournalKey(secret: try UserSecret.bytes("journal-secret", in: try stateFolder())))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the folder that stores the state of the user's runs.
    ///
    /// - Returns: The absolute path; the folder need not exist.
    /// - Throws: `StorageError` if the user has no home folder.
    static func stateFolder() throws(StorageError) -> String {
        // Root often has the HOME of the user who called sudo, whose secret must not give root's authority.
        let home = isHomeOfAnother ? accountHome : nil
        let state = if let home { home + "/.local/state" } else { try StandardFolder.state.path() }
        return state + "/locationkit"
    }

    /// Whether this process is root with the home or state folder of another user.
    private static var isHomeOfAnother: Bool {
        guard geteuid() == 0 else { return false }
        return ["XDG_STATE_HOME", "HOME"].contains { variable in
            var status = stat()
            return getenv(variable).map { stat($0, &status) == 0 && status.st_uid != 0 } ?? false
        }
    }

    /// The home folder of the effective user's account, whatever `HOME` says.
    private static var accountHome: String? {
        guard let account = getpwuid(geteuid()), let path = account.pointee.pw_dir,
            let home = String(validatingCString: path), home.hasPrefix("/"), home != "/", home != "/dev/null"
        else { return nil }
        return home
    }

    /// Returns the authentication code of a record.
    ///
    /// - Parameters:
    ///   - record: The bytes of the record, without its frame.
    ///   - section: The random number of the record's section, so that it counts in no other journal; empty for the
    ///     record that begins a section.
    ///   - position: The byte offset of the record in the file, so that it counts at no other.
    /// - Returns: ``codeCount`` bytes.
    func code(of record: [UInt8], section: [UInt8], at position: Int) -> [UInt8] {
        var writer = JournalWriter()
        writer.append(UInt8(section.count))
        writer.append(section)
        writer.append(UInt64(position))
        return Array(key.code(of: writer.bytes, record).prefix(Self.codeCount))
    }
}

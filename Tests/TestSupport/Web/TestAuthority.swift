import Foundation

/// An authority that nobody trusts but a test, and the certificates it signs for this machine; made by `openssl`.
public final class TestAuthority: Sendable {
    /// What a server shows, and the key to it.
    public struct Certificate: Sendable {
        /// The path of the certificate (PEM).
        public let path: String
        /// The path of its key (PEM).
        public let keyPath: String
        /// Where the files are, which thereby stay as long as this.
        let folder: TemporaryFolder
    }

    /// The path of the authority's own certificate (PEM), for those who are to trust it.
    public var path: String { folder.file("authority.pem") }
    /// Of `localhost` and 127.0.0.1, good for a day.
    public let valid: Certificate
    /// The same, but expired long ago.
    public let expired: Certificate
    /// Of `elsewhere.invalid`.
    public let otherHost: Certificate

    private let folder: TemporaryFolder

    /// Makes the keys and certificates.
    ///
    /// - Throws: What `openssl` complained of.
    public init() async throws {
        let folder = TemporaryFolder()
        self.folder = folder
        try await Self.openssl(
            ["req", "-x509", "-days", "2", "-subj", "/CN=Authority of a test", "-out", folder.file("authority.pem")]
                + Self.newKey(folder.file("authority.key")))
        try Data().write(to: URL(filePath: folder.file("index")))
        let here = "DNS:localhost,IP:127.0.0.1"
        valid = try await Self.certificate("valid", names: here, ["-days", "1"], folder)
        let past = ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"]
        expired = try await Self.certificate("expired", names: here, past, folder)
        otherHost = try await Self.certificate("other", names: "DNS:elsewhere.invalid", ["-days", "1"], folder)
    }

    private static func certificate(
        _ name: String, names: String, _ validity: [String], _ folder: TemporaryFolder
    ) async throws -> Certificate {
        let made = Certificate(path: folder.file("\(name).pem"), keyPath: folder.file("\(name).key"), folder: folder)
        try await openssl(
            ["req", "-new", "-subj", "/CN=Server of a test", "-out", folder.file("\(name).request")]
                + newKey(made.keyPath))
        // Of openssl's commands only this one makes certificates of the past; it wants all this from a file.
        let settings = """
            [ca]
            default_ca = test
            [test]
            database = \(folder.file("index"))
            new_certs_dir = \(folder.path)
            certificate = \(folder.file("authority.pem"))
            private_key = \(folder.file("authority.key"))
            rand_serial = yes
            unique_subject = no
            default_md = sha256
            policy = any
            x509_extensions = names
            [any]
            commonName = supplied
            [names]
            subjectAltName = \(names)

            """
        let file = folder.file("\(name).settings")
        try Data(settings.utf8).write(to: URL(filePath: file))
        try await openssl(
            ["ca", "-batch", "-config", file, "-in", folder.file("\(name).request"), "-out", made.path, "-notext"]
                + validity)
        return made
    }

    private static func newKey(_ path: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path]
    }

    private static func openssl(_ arguments: [String]) async throws {
        let end = try await ChildProcess(["/usr/bin/openssl"] + arguments).end()
        guard end.status == 0 else { throw ChildProcess.Failure(description: "openssl: \(end.errors)") }
    }
}

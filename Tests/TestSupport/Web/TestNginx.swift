public import Foundation
import Glibc

/// A real nginx on a loopback port of its own, which speaks HTTP/2 over TLS; never the system's.
///
/// To every request it answers with the protocol that it was asked in: `HTTP/2.0`.
public final class TestNginx: Sendable {
    /// Where Debian puts it.
    public static let path = "/usr/sbin/nginx"

    /// The address that answers.
    public let url: URL
    private let process: ChildProcess
    private let folder = TemporaryFolder()
    private let reserved: ReservedPort

    /// Starts a server, and waits until it takes connections.
    ///
    /// - Parameter certificate: What it shows.
    /// - Throws: What keeps it from starting.
    public init(certificate: TestAuthority.Certificate) async throws {
        reserved = try ReservedPort()
        let port = reserved.number
        url = URL(string: "https://127.0.0.1:\(port)/")!
        let settings = """
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            error_log stderr notice;
            events { worker_connections 64; }
            http {
                access_log off;
                client_body_temp_path \(folder.path)/body;
                proxy_temp_path \(folder.path)/proxy;
                fastcgi_temp_path \(folder.path)/fastcgi;
                uwsgi_temp_path \(folder.path)/uwsgi;
                scgi_temp_path \(folder.path)/scgi;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate.path);
                    ssl_certificate_key \(certificate.keyPath);
                    location / { return 200 "$server_protocol $connection"; }
                }
            }

            """
        let file = folder.file("settings")
        try Data(settings.utf8).write(to: URL(filePath: file))
        // The kernel ends it with this process.
        process = try ChildProcess(
            ["/usr/bin/setpriv", "--pdeathsig", "TERM", "--", Self.path, "-c", file, "-e", "stderr"])
        let end = ContinuousClock.now + .seconds(20)
        while !Self.listens(port) {
            guard ContinuousClock.now < end else { throw ChildProcess.Failure(description: "nginx does not listen") }
            await Task.yield()
        }
    }

    deinit { process.signal(SIGTERM) }

    private static func listens(_ port: UInt16) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

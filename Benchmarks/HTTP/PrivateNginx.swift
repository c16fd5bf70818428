import Foundation

/// A web server of our own on loopback, one process, which serves a folder; never the system's.
final class PrivateNginx {
    let port: UInt16
    private let folder: TemporaryFolder
    private let program: Program

    /// - Parameter document: What `/document.json` is.
    /// - Throws: `BenchmarkError` when there is no nginx, or it does not listen.
    init(document: String) throws(BenchmarkError) {
        folder = try TemporaryFolder()
        port = try Loopback.freePort(SOCK_STREAM)
        let settings = """
            daemon off;
            master_process off;
            worker_processes 1;
            pid \(folder.path)/pid;
            error_log \(folder.path)/errors;
            events { worker_connections 1024; }
            http {
                access_log off;
                keepalive_requests 100000000;
                types { application/json json; }
                client_body_temp_path \(folder.path)/body;
                proxy_temp_path \(folder.path)/proxy;
                fastcgi_temp_path \(folder.path)/fastcgi;
                uwsgi_temp_path \(folder.path)/uwsgi;
                scgi_temp_path \(folder.path)/scgi;
                server { listen 127.0.0.1:\(port); root \(folder.path); }
            }

            """
        do {
            try Data(settings.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/settings"))
            try Data(document.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/document.json"))
        } catch { throw BenchmarkError("\(error)") }
        // The kernel ends it with this process.
        program = try Program([
            "setpriv", "--pdeathsig", "TERM", "--", "/usr/sbin/nginx", "-c", "\(folder.path)/settings", "-e",
            "\(folder.path)/errors",
        ])
        for _ in 0..<500 {
            if let descriptor = try? Loopback.connected(SOCK_STREAM, port: port) {
                close(descriptor)
                return
            }
            usleep(10_000)
        }
        let errors = (try? String(contentsOfFile: "\(folder.path)/errors", encoding: .utf8)) ?? ""
        throw BenchmarkError("nginx does not listen: \(errors)")
    }

    deinit { program.end() }
}

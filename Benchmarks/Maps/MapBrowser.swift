import Foundation

/// Opens pages with maps in headless Chromium, 1280 x 800.
enum MapBrowser {
    private static let program = "/usr/bin/chromium-headless-shell"

    static var isInstalled: Bool { access(program, X_OK) == 0 }

    /// Opens a page and waits until it is drawn.
    ///
    /// - Parameters:
    ///   - page: The page's path. It says in `data-ready` of its root when it was drawn.
    ///   - folder: Where the plan for the browser is written.
    ///   - expressions: JavaScript that is evaluated then; each is an array of numbers.
    /// - Returns: First the milliseconds until it was drawn, alone; then the value of each expression.
    /// - Throws: What the browser said instead.
    static func open(
        _ page: String, _ folder: TemporaryFolder, evaluating expressions: [String] = []
    ) throws(BenchmarkError) -> [[Double]] {
        let state = "document.documentElement.dataset"
        let steps =
            [["wait": "\(state).state === 'ready'"], ["eval": "[Number(\(state).ready)]"]]
            + expressions.map { ["eval": $0] }
        let plan: [String: Any] = ["width": 1280, "height": 800, "patience": 300, "steps": steps]
        let path = folder.path + "/plan.json"
        do {
            try JSONSerialization.data(withJSONObject: plan).write(to: URL(fileURLWithPath: path))
        } catch { throw BenchmarkError("\(error)") }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Scripts/lib/browser.py").path
        let command = "exec python3 \"$1\" \"$2\" \"$3\" < \"$4\""
        let text = try Program(["sh", "-c", command, "sh", script, program, page, path]).finish()
        let answer = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        guard let results = answer?["results"] as? [[Double]], results.count == 1 + expressions.count,
            results[0].count == 1
        else { throw BenchmarkError("the browser said: \(text.prefix(500))") }
        return results
    }
}

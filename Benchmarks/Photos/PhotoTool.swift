import Foundation

/// What the tool can do with photos.
enum PhotoTool {
    static func canList(_ tool: String) -> Bool { knows("list", tool) }

    static func canTag(_ tool: String) -> Bool { knows("geotag", tool) }

    private static func knows(_ command: String, _ tool: String) -> Bool {
        guard access(tool, X_OK) == 0 else { return false }
        return (try? Program([tool, "photos", command, "--help"]).finish()) != nil
    }
}

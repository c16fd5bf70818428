import LocationKit

/// What became of a photo that was to be sorted, as it is printed.
struct SortReport {
    /// The words for it.
    enum Action: String, CaseIterable {
        case moved, copied, kept, skipped, failed
    }

    /// The path, as the folder or file was given.
    var path: String
    /// The paths of the files that go with it.
    var companions: [String] = []
    var action: Action
    /// Where it is now, as the folder for sorted photos was given.
    var newPath: String?
    /// Why it stays, or why it failed.
    var reason: String?
    /// The placeholders of which nothing is known.
    var missing: [String] = []

    /// The report of a photo of a plan, as if it were carried out.
    init(_ photo: SortedPhoto, _ options: SortOptions) {
        path = options.photos.shown(photo.path)
        missing = photo.missing
        companions = photo.files.dropFirst().map { options.photos.shown($0.path) }
        newPath = photo.newPath.map(options.shown)
        switch photo.action {
        case .move: action = .moved
        case .copy: action = .copied
        case .keep: (action, reason) = (.kept, "it is at its place")
        case .skip(let why): (action, reason, newPath) = (.skipped, why, nil)
        case .fail(let error): (action, reason, newPath) = (.failed, error.message, nil)
        }
        if photo.isRenumbered { reason = "the name was taken" }
    }

    /// Makes it the report of a failure.
    mutating func fail(_ message: String) { (action, reason, newPath) = (.failed, message, nil) }

    /// Writes the members of its object; what is not known is left out.
    ///
    /// - Parameters:
    ///   - writer: The object.
    ///   - isDryRun: Whether all this would only be done.
    func writeMembers(to writer: inout JSONWriter, isDryRun: Bool = false) {
        writer.member("path", path)
        writer.member("action", action.rawValue)
        writer.member("newPath", newPath)
        writer.member("reason", reason)
        if !missing.isEmpty { writer.member("unknown", missing) }
        if !companions.isEmpty { writer.member("companions", companions) }
        if isDryRun { writer.member("dryRun", true) }
    }

    /// The keys of what became of a photo.
    static let keys = [
        OutputKey("path", "path, as the folder or file was given"),
        OutputKey("action", "moved, copied, kept, skipped or failed"),
        OutputKey("newPath", "where it is now, or would be"),
        OutputKey("reason", "why it stays, why it has another name, or why it failed"),
        OutputKey("unknown", "placeholders without a value"),
        OutputKey("companions", "paths of the files that go with it"),
        OutputKey("dryRun", "true where this would only be done"),
    ]

    /// Prints it; a failure is named on standard error too.
    ///
    /// - Parameters:
    ///   - printer: Prints it.
    ///   - command: What the message of a failure names.
    ///   - isDryRun: Whether a line says what would be done.
    /// - Throws: What keeps from printing.
    func write(with printer: RecordPrinter, command: String, isDryRun: Bool) throws(ToolError) {
        if printer.form == .text {
            try printer.output.writeLine(text(isDryRun: isDryRun))
        } else {
            try printer.print { writeMembers(to: &$0, isDryRun: isDryRun) }
        }
        if action == .failed { Messages.note(reason ?? path, command: command, as: .error) }
    }

    /// The line for a person: `moved    a.jpg: to sorted/Japan/2026-05/a.jpg`.
    private func text(isDryRun: Bool) -> String {
        let word = isDryRun ? Self.dryRunWord(action) : action.rawValue
        var line = word + String(repeating: " ", count: max(isDryRun ? 12 : 9, word.count + 2) - word.count) + path
        var parts: [String] = []
        if action == .moved || action == .copied, let newPath { parts.append("to \(newPath)") }
        if action != .failed, let reason { parts.append(reason) }
        if !parts.isEmpty { line += ": " + parts.joined(separator: ", ") }
        return ForeignText.clean(line)
    }

    static func dryRunWord(_ action: Action) -> String {
        switch action {
        case .moved: "would move"
        case .copied: "would copy"
        default: action.rawValue
        }
    }
}

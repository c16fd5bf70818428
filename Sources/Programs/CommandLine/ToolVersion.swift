/// The version of `locate`, which programs that make packages read here.
package enum ToolVersion {
    /// The version that `--version` shows.
    package static let current = "0.2.0"
}

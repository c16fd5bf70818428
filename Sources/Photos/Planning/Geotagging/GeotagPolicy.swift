/// How to treat photos that already have a position.
///
/// A position marked as void by its receiver, or exactly 0, 0, counts as none.
public enum GeotagPolicy: String, Sendable, Hashable, CaseIterable {
    /// Keep the old position.
    case keep
    /// Write the new position.
    case replace
    /// Write the new position if the photo states that the old one is less accurate.
    case replaceIfWorse = "replace-if-worse"
}

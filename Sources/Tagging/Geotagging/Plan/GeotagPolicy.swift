/// What happens to photos that have a position already.
///
/// One that its receiver marked as void, or that is exactly 0, 0, counts as none.
public enum GeotagPolicy: String, Sendable, Hashable, CaseIterable {
    /// They keep it.
    case keep
    /// They get the new one.
    case replace
    /// They get the new one where they say of the old one that it is less accurate.
    case replaceIfWorse = "replace-if-worse"
}

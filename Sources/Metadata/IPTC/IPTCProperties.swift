/// What is wanted of IPTC-IIM.
struct IPTCProperties {
    /// `DateCreated` with `TimeCreated`.
    var dateCreated: ZonedTime?
    /// `ObjectName`.
    var title: String?
    /// `Caption-Abstract`.
    var caption: String?
    var keywords: [String] = []
    /// `Sub-location`, `City`, `Province-State`, and the country's name and code.
    var place = PhotoPlace()
    /// Whether the digest beside it tells that a program changed it and left XMP as it was.
    var isNewerThanXMP = false
}

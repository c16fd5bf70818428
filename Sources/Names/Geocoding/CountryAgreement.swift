/// Whether two country codes may describe the same point.
package enum CountryAgreement {
    /// Returns whether the codes are equal, or one is a territory of the other: services return either.
    package static func holds(_ one: String, _ other: String) -> Bool {
        one == other || sovereigns[one] == other || sovereigns[other] == one
    }

    private static let sovereigns: [String: String] = {
        var sovereigns: [String: String] = [:]
        for (sovereign, territories) in [
            ("US", "AS GU MP PR UM VI"), ("FR", "BL CP GF GP MF MQ NC PF PM RE TF WF YT"), ("NO", "BV SJ"),
            ("FI", "AX"),
            ("NL", "AW BQ CW SX"), ("DK", "FO GL"), ("CN", "HK MO"), ("AU", "CC CX HM NF"), ("NZ", "CK NU TK"),
            ("ES", "EA IC"), ("GB", "AC AI BM DG FK GG GI GS IM IO JE KY MS PN SH TA TC VG"),
        ] {
            for territory in territories.split(separator: " ") { sovereigns[String(territory)] = sovereign }
        }
        return sovereigns
    }()
}

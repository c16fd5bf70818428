/// The languages of the local names of each country and division: what signs there are written in.
///
/// The first language of GeoNames' list of each country, but for the exceptions below. A division has an entry where its
/// language is official there and is not the country's; with several, each settlement's own name decides.
enum LocalLanguage {
    /// The tables of names (`sr-Latn`, `zh-Hant`) in which to look for local names, the likeliest first.
    ///
    /// - Parameters:
    ///   - country: ISO 3166-1 code.
    ///   - division: GeoNames admin1 code.
    ///   - listed: GeoNames' languages of the country: `nl-BE,fr-BE`.
    /// - Returns: Never more than three; empty where nothing is known.
    static func tables(country: String, division: String = "", listed: String) -> [String] {
        if let own = divisions["\(country).\(division)"] ?? countries[country] { return own }
        let first = listed.split(separator: ",").first?.split(separator: "-").first.map(String.init)
        switch first {
        case "no": return ["nb"]
        case "tl": return ["fil"]
        case let first?: return [first]
        case nil: return []
        }
    }

    private static let countries: [String: [String]] = [
        "CN": ["zh-Hans"], "TW": ["zh-Hant"], "HK": ["zh-Hant"], "MO": ["zh-Hant"], "SG": ["en"],
        "BE": ["nl", "fr"], "CH": ["de", "fr", "it"], "FI": ["fi", "sv"], "CM": ["fr", "en"],
        // First in the list, but not what places are signed in.
        "ZA": ["en"], "MP": ["en"], "PR": ["es"], "ER": ["ti"], "TK": ["en"], "PW": ["en"],
        "ME": ["sr-Latn"], "VA": ["it"], "SJ": ["nb"],
    ]

    /// Divisions with official languages of their own; GeoNames admin1 codes.
    private static let divisions: [String: [String]] = [
        // Belgium: the language areas of article 4 of the constitution; the German-speaking towns lie in Wallonia.
        "BE.VLG": ["nl"], "BE.WAL": ["fr", "de"], "BE.BRU": ["fr", "nl"],
        // Switzerland: the cantons' constitutions; Bern, Fribourg and Valais have two languages, Grisons three.
        "CH.GE": ["fr"], "CH.VD": ["fr"], "CH.NE": ["fr"], "CH.JU": ["fr"], "CH.FR": ["fr", "de"],
        "CH.VS": ["fr", "de"],
        "CH.BE": ["de", "fr"], "CH.TI": ["it"], "CH.GR": ["de", "rm", "it"],
        "CH.AG": ["de"], "CH.AI": ["de"], "CH.AR": ["de"], "CH.BL": ["de"], "CH.BS": ["de"], "CH.GL": ["de"],
        "CH.LU": ["de"], "CH.NW": ["de"], "CH.OW": ["de"], "CH.SG": ["de"], "CH.SH": ["de"], "CH.SO": ["de"],
        "CH.SZ": ["de"], "CH.TG": ["de"], "CH.UR": ["de"], "CH.ZG": ["de"], "CH.ZH": ["de"],
        // Canada: Quebec's Charter of the French Language; New Brunswick has both.
        "CA.10": ["fr"], "CA.04": ["en", "fr"],
        // Spain: the autonomous communities' statutes: Catalonia, Valencia, Balearic Islands, Galicia, Basque Country, Navarre.
        "ES.56": ["ca", "es"], "ES.60": ["es", "ca"], "ES.07": ["ca", "es"], "ES.58": ["gl", "es"],
        "ES.59": ["es", "eu"], "ES.53": ["es"], "ES.32": ["es", "eu"],
        // Italy: Trentino-South Tyrol and Aosta Valley.
        "IT.17": ["it", "de"], "IT.19": ["it", "fr"],
        // Cameroon's two English-speaking regions.
        "CM.07": ["en"], "CM.09": ["en"],
        // Sri Lanka: Northern and Eastern Province are administered in Tamil.
        "LK.38": ["ta"], "LK.37": ["ta"],
        // Finland: the one region on the mainland where most speak Swedish; Åland is a country of its own here.
        "FI.15": ["sv", "fi"],
    ]
}

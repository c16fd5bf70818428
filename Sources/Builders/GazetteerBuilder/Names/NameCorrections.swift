/// Corrections of errors in the sources that no rule can detect.
///
/// Deliberately few; each with its reason.
enum NameCorrections {
    /// Cities with the name of their country, by GeoNames id: CLDR's country names are used for them.
    ///
    /// GeoNames has no translations for Macau and Singapore. The same for a division that is a city.
    static let namedLike = ["1819729": "HK", "1821274": "MO", "1880252": "SG", "KZ.05": "1526273"]

    /// Corrected main names.
    static let mainNames: [UInt32: String] = [
        // See `namedLike`.
        1_821_274: "Macao",
        // Wards of Tokyo: Edogawe, Minato City, Taito.
        11_071_717: "Edogawa", 13_353_696: "Minato", 11_790_369: "Taitō",
        // UDistrict, Tumbi Vmbi; gorod and thị xã mean city.
        13_512_421: "U District", 2_145_889: "Tumbi Umbi", 13_631_665: "Solnechnogorsk", 12_261_368: "Quảng Trị",
    ]

    /// Corrections of outdated or wrong tagged names, by GeoNames id or division.
    static let names: [String: [String: String]] = translated.merging(english.mapValues { ["en": $0] }) {
        $0.merging($1) { $1 }
    }

    /// Found by checking the tables of 24 languages for cities of at least 200,000 inhabitants.
    private static let translated: [String: [String: String]] = [
        // The only prefectural capital whose alternates lack its full name.
        "6940394": ["ja": "さいたま市"],
        // Bombay was renamed in 1995; the catalogues have बम्बई, and Marathi in Latin letters.
        "1275339": ["hi": "मुंबई", "mr": "मुंबई", "ne": "मुम्बई"],
        // The city was Nur-Sultan from 2019 to 2022, when the catalogues were made.
        "1526273": [
            "ar": "أستانا", "ca": "Astana", "cs": "Astana", "da": "Astana", "de": "Astana", "eo": "Astano",
            "es": "Astana", "et": "Astana", "fa": "آستانه", "fr": "Astana", "hy": "Աստանա", "it": "Astana",
            "kk": "Астана", "nl": "Astana", "pt": "Astana", "ru": "Астана", "sr": "Астана", "sr-Latn": "Astana",
            "tr": "Astana", "tt": "Астана", "ug": "ئاستانا", "uk": "Астана", "ur": "آستانہ",
        ],
        // Cascavel in Brazil is not a rattlesnake, Mersin not a myrtle, and Mariupol not a language.
        "3466779": [
            "ar": "كاسكافيل", "bn": "কাসকাভেল", "br": "Cascavel", "el": "Κασκαβέλ", "fa": "کاسکاول", "he": "קסקבל",
            "id": "Cascavel", "ko": "카스카베우", "ml": "കാസ്കവേൽ", "th": "กัสกาแวล",
        ],
        "304531": ["fr": "Mersin"],
        "701822": ["hi": "मारियुपोल", "hy": "Մարիուպոլ", "ja": "マリウポリ", "ka": "მარიუპოლი"],
        // Names of other places: Dodoma, Antioch, Crocodilopolis, Hippo, Calcutta, Jinan, Hefei, Rabak, Saveh, Majorca ...
        "160263": ["el": "Νταρ ες Σαλάμ"],
        "325363": ["el": "Άδανα"],
        "298333": ["el": "Σανλιούρφα", "fr": "Şanlıurfa", "hu": "Şanlıurfa", "ru": "Шанлыурфа"],
        "361320": ["el": "Φαγιούμ"],
        "2506999": ["sw": "Annaba"],
        "1265873": ["ja": "コーリコード", "ml": "കോഴിക്കോട്", "ru": "Кожикоде"],
        "1788534": ["ru": "Синьян"],
        "1801640": ["ru": "Лучжоу"],
        "1279945": ["ru": "Цзюцюань", "uk": "Цзюцюань"],
        "371760": ["ar": "كوستي"],
        "143127": ["ar": "أراك", "fa": "اراک"],
        "2512989": ["ar": "بالما"],
        "1801180": ["pt": "Maoming"],
        "3470353": ["pt": "Barueri"],
        "3666304": ["ar": "فاييدوبار"],
        "2542051": ["ar": "المحمدية"],
        "3836873": ["fa": "سان میگل دو توکومان"],
        "1864518": ["ja": "調布市"],
        "1273294": ["fa": "دهلی", "uk": "Делі", "ur": "دہلی"],
        // Obsolete names: Byzantium, Kovno, Nakhshab, Astarabad, Quilon, Cap-Saint-Jacques, Ciudad Trujillo, Jadotville
        // ...
        "745044": ["he": "איסטנבול"],
        "598316": ["he": "קאונאס"],
        "1216311": ["fa": "قرشی"],
        "132892": ["fa": "گرگان"],
        "117574": ["fa": "سنندج"],
        "1259091": ["ru": "Коллам"],
        "1562414": ["fr": "Vũng Tàu"],
        "3492908": ["nl": "Santo Domingo"],
        "922741": ["nl": "Likasi"],
        "709930": ["nl": "Dnipro"],
        "2082600": ["nl": "Jayapura", "uk": "Джаяпура"],
        "554234": ["de": "Kaliningrad"],
        "504341": ["de": "Pskow"],
        "316541": ["pl": "Diyarbakır"],
        "3530517": ["es": "Coatzacoalcos"],
        "1026014": ["pt": "Tete"],
        "2550078": ["pt": "El Jadida", "uk": "Ель-Джадіда"],
        "939270": ["af": "Emalahleni", "uk": "Емалахлені"],
        "315808": ["ar": "إلازيغ"],
        "3165185": ["ar": "ترييستي"],
        "1790587": ["ru": "Сянъян"],
        "1792359": ["ru": "Хуаншань"],
        "706483": ["ja": "ハルキウ"],
        "707753": ["ja": "ホルリウカ"],
        "1278994": [
            "ar": "براياغراج", "de": "Prayagraj", "es": "Prayagraj", "fi": "Prayagraj", "fr": "Prayagraj",
            "hi": "प्रयागराज", "it": "Prayagraj", "ja": "プラヤーグラージ", "nl": "Prayagraj", "pl": "Prayagraj",
            "pt": "Prayagraj", "ro": "Prayagraj", "ru": "Праяградж", "sv": "Prayagraj",
        ],
        "703448": ["ja": "キーウ"],
        // The governorate's name, and that of the town at its centre.
        "95446": ["ja": "アルビール", "zh-Hans": "埃尔比勒", "zh-Hant": "埃爾比勒"],
        "1785623": ["zh-Hans": "昆山市", "zh-Hant": "崑山市"],
        "1783988": ["zh-Hans": "诸城市", "zh-Hant": "諸城市"],
        // Several names in one, the first of which is not the usual one.
        "170794": ["hy": "Դեր Զոր"],
        "712160": ["tr": "Akkerman"],
        // Misspelled, or in another language.
        "3378644": ["ar": "جورج تاون", "fa": "جورج‌تاون"],
        "1858296": ["ar": "كوره"],
        "3939459": ["ar": "وانكايو"],
        "3347939": ["ar": "لوبيتو"],
        "3680656": ["ar": "إيباغي"],
        "1802875": ["ru": "Люян"],
        "1790353": ["ru": "Сяньян"],
        "1678228": ["ru": "Цзилун"],
        "3530597": ["cs": "Mexiko", "tr": "Meksiko", "vi": "Thành phố México"],
        "694423": ["tr": "Sivastopol"],
        "1520172": ["tr": "Petropavl"],
        "2165087": ["es": "Gold Coast"],
        "482283": ["it": "Togliatti"],
        "3100946": ["de": "Tschenstochau"],
        "3169070": ["sw": "Roma"],
        "1581047": ["fr": "Hà Tĩnh"],
        "1816373": ["fr": "Bijie"],
        "1841811": ["ja": "光州広域市"],
        "1808198": ["ja": "菏沢市"],
        "1788927": ["ja": "邢台市"],
        "1798449": ["ja": "莆田市"],
        "1785018": ["ja": "漳州市"],
        "1801934": ["ja": "漯河市"],
    ]

    /// English names found in no atlas: obsolete ones, those of an administration, transliterations.
    private static let english: [String: String] = [
        "1526273": "Astana", "1790645": "Xiamen", "1790587": "Xiangyang", "1786760": "Yixing", "1817993": "Anqing",
        "1788081": "Xuancheng", "698740": "Odesa", "1269920": "Hubballi", "738329": "Üsküdar",
        "292968": "Abu Dhabi", "292672": "Sharjah", "104515": "Mecca", "172955": "Raqqa", "1133616": "Mazar-i-Sharif",
        "1176734": "Hyderabad", "1254661": "Thane", "1164909": "Sialkot", "144448": "Ahvaz", "1273313": "Dehradun",
        "551487": "Kazan", "1835553": "Suwon", "315808": "Elazığ", "12261368": "Quảng Trị",
        // Names with an unnecessary word for city.
        "1673820": "Kaohsiung", "1668355": "Tainan", "6696918": "Taoyuan", "1670029": "Banqiao", "2036502": "Jilin",
        "1816269": "Baise", "1792359": "Huangshan", "1715348": "Davao", "1720151": "Caloocan", "1684308": "Taguig",
        "1679432": "Zamboanga", "1730501": "Antipolo", "1185188": "Rangpur", "3687925": "Cali", "3521081": "Puebla",
        "3991164": "Querétaro", "4014338": "Chihuahua", "3985606": "San Luis Potosí",
        // Divisions.
        "KZ.05": "Astana", "RU.86": "Voronezh Oblast", "UA.17": "Odesa Oblast", "MM.17": "Yangon", "MM.10": "Sagaing",
        "AZ.09": "Baku",
        "ID.29": "North Maluku", "CG.12": "Brazzaville", "TW.02": "Kaohsiung", "TW.03": "New Taipei",
        "MN.06": "Dornod", "MN.08": "Dundgovi", "MN.09": "Zavkhan", "MN.18": "Töv",
    ]
}

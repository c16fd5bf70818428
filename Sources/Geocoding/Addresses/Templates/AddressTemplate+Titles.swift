extension AddressTemplate.Keyword {
    /// What the keys are called, by language.
    static let titles: [String: [AddressDictionary.Key: String]] = [
        "en": [
            .city: "city", .country: "country", .countryCode: "country code", .name: "place/store name",
            .postCodeExtension: "post code ext", .state: "state", .street: "street",
            .subAdministrativeArea: "sub admin area", .subLocality: "sub locality",
            .subThoroughfare: "sub thoroughfare", .thoroughfare: "thoroughfare", .zip: "zip code",
        ],
        "ja": [
            .city: "市区町村", .country: "国", .countryCode: "国コード", .name: "場所名", .postCodeExtension: "郵便番号拡張",
            .state: "都道府県", .street: "番地", .subAdministrativeArea: "行政区", .subLocality: "町", .subThoroughfare: "番地",
            .thoroughfare: "町丁", .zip: "郵便番号",
        ],
        "de": [
            .city: "Ort", .country: "Land", .countryCode: "Ländercode", .name: "Name des Ortes",
            .postCodeExtension: "Zusatz der Postleitzahl", .state: "Bundesland", .street: "Straße und Hausnummer",
            .subAdministrativeArea: "Landkreis", .subLocality: "Ortsteil", .subThoroughfare: "Hausnummer",
            .thoroughfare: "Straße", .zip: "Postleitzahl",
        ],
        "fr": [
            .city: "ville", .country: "pays", .countryCode: "code du pays", .name: "nom du lieu",
            .postCodeExtension: "complément du code postal", .state: "région", .street: "rue et numéro",
            .subAdministrativeArea: "département", .subLocality: "quartier", .subThoroughfare: "numéro",
            .thoroughfare: "rue", .zip: "code postal",
        ],
        "es": [
            .city: "ciudad", .country: "país", .countryCode: "código del país", .name: "nombre del lugar",
            .postCodeExtension: "extensión del código postal", .state: "estado", .street: "calle y número",
            .subAdministrativeArea: "provincia", .subLocality: "barrio", .subThoroughfare: "número",
            .thoroughfare: "calle", .zip: "código postal",
        ],
    ]
}

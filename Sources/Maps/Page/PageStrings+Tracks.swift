extension PageStrings {
    /// The keys of ``tracks``.
    static let trackKeys = [
        "track", "speed", "height", "time", "colorBy", "moving", "stop", "duration", "distance", "profile", "start", "end",
        "print",
    ]

    /// The words of pages with tracks by language, in the order of ``trackKeys``.
    static let tracks: [String: [String]] = [
        "en": [
            "Track", "Speed", "Height", "Time", "Colour by", "in motion", "Stop", "Duration", "Distance", "Profile",
            "Start", "End", "Print",
        ],
        "de": [
            "Track", "Tempo", "Höhe", "Zeit", "Farbe nach", "in Bewegung", "Halt", "Dauer", "Strecke", "Höhenprofil",
            "Start", "Ziel", "Drucken",
        ],
        "fr": [
            "Trace", "Vitesse", "Altitude", "Heure", "Colorer par", "en mouvement", "Arrêt", "Durée", "Distance",
            "Profil", "Départ", "Arrivée", "Imprimer",
        ],
        "es": [
            "Ruta", "Velocidad", "Altitud", "Hora", "Color por", "en movimiento", "Parada", "Duración", "Distancia",
            "Perfil", "Inicio", "Fin", "Imprimir",
        ],
        "it": [
            "Traccia", "Velocità", "Quota", "Ora", "Colora per", "in movimento", "Sosta", "Durata", "Distanza",
            "Profilo", "Inizio", "Fine", "Stampa",
        ],
        "pt": [
            "Trilho", "Velocidade", "Altitude", "Hora", "Colorir por", "em movimento", "Paragem", "Duração",
            "Distância", "Perfil", "Início", "Fim", "Imprimir",
        ],
        "nl": [
            "Track", "Snelheid", "Hoogte", "Tijd", "Kleur op", "in beweging", "Stop", "Duur", "Afstand", "Profiel",
            "Start", "Einde", "Afdrukken",
        ],
        "ja": ["トラック", "速度", "標高", "時刻", "色分け", "移動中", "停止", "時間", "距離", "断面図", "出発", "到着", "印刷"],
    ]
}

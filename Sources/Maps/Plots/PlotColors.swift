/// The colours of a picture: for paper, or for a dark page.
struct PlotColors {
    let paper, text, faint, grid: String
    let water, land, border, graticule: String
    let halo, speed, start, end: String
    /// One of each track; what uses more begins again.
    let lines: [String]

    /// The colour of a track.
    func line(_ index: Int) -> String { lines[index % lines.count] }

    static let light = PlotColors(
        paper: "#ffffff", text: "#1c2733", faint: "#5a6774", grid: "#e4e8ec",
        water: "#d3e3ee", land: "#f6f4ee", border: "#a99d8c", graticule: "#c9d3da",
        halo: "#ffffff", speed: "#2166ac", start: "#1a7f37", end: "#1c2733",
        lines: ["#c8401a", "#1b5fc1", "#2a7d3f", "#8b3fb5", "#9a6a00", "#0b7a86", "#b8336a", "#5c5f66"])

    static let dark = PlotColors(
        paper: "#12171d", text: "#e6ebf0", faint: "#98a5b2", grid: "#27303a",
        water: "#16222e", land: "#242b33", border: "#5d6874", graticule: "#323d48",
        halo: "#12171d", speed: "#6cb2f2", start: "#4cc38a", end: "#e6ebf0",
        lines: ["#ff8a5c", "#6ba6ff", "#5ecb84", "#cf8ff0", "#e2b23c", "#3fc1ce", "#f07aa8", "#b3bac2"])
}

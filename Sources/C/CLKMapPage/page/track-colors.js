// What colours the lines of tracks: speed, height, time, or each track its own.
(function () {
  "use strict";

  const root = document.documentElement;

  const steps = 24;
  const ramps = {
    // From blue over green and yellow to red; each has the same weight for those who see fewer colours.
    speed: ["#2b3f9e", "#1f7fc4", "#1fa89a", "#6fbf4a", "#e0b92a", "#ec7d2c", "#c9302c"],
    height: ["#1d6b4f", "#5b9a3f", "#b5b13f", "#c98f3a", "#a3603a", "#7a4a55", "#8f86a8"],
    time: ["#3b1f7a", "#6b2f96", "#a03a8f", "#cf4f78", "#ee7a56", "#f8ab45", "#f5d94f"],
  };
  const trackColorCount = 8;

  /** The colours of tracks, which the style sheet has for light and for dark. */
  function trackColors() {
    const style = getComputedStyle(root);
    return Array.from({ length: trackColorCount }, (_, k) => style.getPropertyValue("--track-" + k).trim());
  }

  function ramp(kind) {
    const stops = ramps[kind].map((color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)));
    return Array.from({ length: steps }, (_, k) => {
      const at = k / (steps - 1) * (stops.length - 1), low = Math.min(Math.floor(at), stops.length - 2), share = at - low;
      return "rgb(" + stops[low].map((value, c) => Math.round(value + share * (stops[low + 1][c] - value))).join(",") + ")";
    });
  }

  /** What colours the line: the colour's number for each point, the colours, and the ends of the legend. */
  function coloring(tracks, kind, texts) {
    const { length } = tracks;
    const classes = new Uint16Array(length);
    if (kind === "track") {
      for (let i = 0; i < length; i++) classes[i] = tracks.track[i] % trackColorCount;
      return { classes: classes, colors: trackColors(), ends: null };
    }
    const values = { speed: tracks.speeds, height: tracks.altitudes, time: tracks.times }[kind];
    const [low, high] = kind === "speed" ? usualSpeeds(tracks) : ends(values);
    const colors = ramp(kind).concat(["#8a8f94"]);
    for (let i = 0; i < length; i++) {
      classes[i] = isNaN(values[i]) ? steps
        : high > low ? Math.max(0, Math.min(steps - 1, Math.floor((values[i] - low) / (high - low) * steps))) : 0;
    }
    const where = (time) => tracks.list[tracks.track[tracks.times.indexOf(time)]];
    const text = { speed: texts.speed, height: texts.height, time: (time) => texts.date(time, where(time)) }[kind];
    const [least, most] = kind === "speed" ? ["≤\u00a0", "≥\u00a0"] : ["", ""];
    const [begin, end] = [text(low), text(high)];
    return { classes: classes, colors: colors, ends: begin === end ? [begin] : [least + begin, most + end] };
  }

  /** The least and the greatest of the known values. */
  function ends(values) {
    let low = Infinity, high = -Infinity;
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return [low, high];
  }

  /**
   * The speeds between which all but a tenth of the way at either end was made, at least a quarter of the middle one apart.
   *
   * By way, because a rest has many points and none; so leaps of the receiver do not leave one colour for all the rest, nor does a
   * steady pace become all colours.
   */
  function usualSpeeds(tracks) {
    const { length, speeds, distances, starts } = tracks;
    // Speeds at equal steps along the way.
    const found = [], step = distances[length - 1] / 2000;
    let next = step / 2;
    for (let i = 0; step > 0 && i < length; i++) {
      for (; next <= distances[i]; next += step) if (!starts[i] && !isNaN(speeds[i])) found.push(speeds[i]);
    }
    if (found.length === 0) return ends(speeds);
    const sorted = Float64Array.from(found).sort(), at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
    const low = at(0.1), high = at(0.9), least = 0.25 * at(0.5), middle = (low + high) / 2;
    return high - low >= least ? [low, high] : [Math.max(0, middle - least / 2), middle + least / 2];
  }

  window.MapPage.trackColors = { steps: steps, count: trackColorCount, coloring: coloring };
})();

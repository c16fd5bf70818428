// Tracks on a map: lines coloured by speed, height or time, the profile beneath, and stops.
//
// The points come simplified to what a screen can show. At each zoom only those are drawn that make a difference of a pixel. State
// that tests look at is in data- attributes of <html>: data-points, data-color, data-cursor (the point under the mark).
(function () {
  "use strict";

  const { say, numbers, element, button, quantity, unbroken, CanvasLayer, mercatorX, mercatorY, openTable, settings } = window.MapPage;
  const root = document.documentElement;

  /** Reads what TrackMap+Packing.swift has packed. */
  function readTracks(reader) {
    const isImperial = reader.number() === 1;
    const length = reader.number();
    const tracks = {
      isImperial: isImperial, length: length,
      latitudes: reader.column(length), longitudes: reader.column(length), distances: reader.column(length),
      x: new Float64Array(length), y: new Float64Array(length), altitudes: new Float64Array(length).fill(NaN),
      times: new Float64Array(length).fill(NaN), starts: new Uint8Array(length), track: new Uint16Array(length),
      speeds: null, list: [], stops: [], stopCount: 0, totals: null,
    };
    const flags = new Uint8Array(length);
    let track = -1, heights = 0, timed = 0, last = 0;
    for (let i = 0; i < length; i++) {
      tracks.latitudes[i] /= 1e5;
      tracks.longitudes[i] /= 1e5;
      tracks.x[i] = mercatorX(tracks.longitudes[i]);
      tracks.y[i] = mercatorY(tracks.latitudes[i]);
      const flag = flags[i] = reader.number();
      if (flag & 1) heights++;
      if (flag & 2) timed++;
      if (flag & 8) track++;
      tracks.starts[i] = flag & 12 ? 1 : 0;
      tracks.track[i] = track;
      // Across 180° the line goes on beside the world, and does not jump to its other side.
      if (!tracks.starts[i]) {
        while (tracks.x[i] - last > 0.5) tracks.x[i] -= 1;
        while (last - tracks.x[i] > 0.5) tracks.x[i] += 1;
      }
      last = tracks.x[i];
    }
    const altitudes = reader.column(heights), times = reader.column(timed);
    for (let i = 0, a = 0, t = 0; i < length; i++) {
      if (flags[i] & 1) tracks.altitudes[i] = altitudes[a++] / 10;
      if (flags[i] & 2) tracks.times[i] = times[t++];
    }
    const value = (scale) => reader.number() === 1 ? reader.signed() / scale : NaN;
    for (let left = reader.number(); left > 0; left--) {
      tracks.list.push({ number: tracks.list.length + 1, name: reader.text(), length: reader.number(), up: value(1), offset: reader.signed(), first: -1, last: -1, from: NaN, to: NaN });
    }
    for (let i = 0; i < length; i++) {
      const own = tracks.list[tracks.track[i]], time = tracks.times[i];
      if (own.first < 0) own.first = i;
      own.last = i;
      if (isNaN(time)) continue;
      if (isNaN(own.from)) own.from = time;
      own.to = time;
    }
    tracks.totals = {
      points: value(1), distance: value(1), moving: value(1), fastest: value(100), up: value(1), down: value(1),
      lowest: value(1), highest: value(1), south: value(1e5), west: value(1e5), north: value(1e5), east: value(1e5),
    };
    for (let left = reader.number(); left > 0; left--) {
      tracks.stops.push({
        latitude: reader.signed() / 1e5, longitude: reader.signed() / 1e5, time: reader.signed(), offset: reader.signed(), duration: reader.number(),
        distance: reader.number(), name: reader.text(),
      });
    }
    tracks.stopCount = reader.number();
    tracks.outliers = reader.number();
    tracks.movingDistance = reader.number();
    tracks.speeds = speeds(tracks);
    return tracks;
  }

  /** Metres a second at each point: over the points around it that are at least some seconds apart. */
  function speeds(tracks) {
    const { length, distances, times, starts } = tracks;
    const found = new Float64Array(length).fill(NaN);
    // Where times do not advance, no number of points would be enough.
    const least = 15, most = 300;
    let begin = 0;
    for (let i = 0; i < length; i++) {
      if (starts[i]) begin = i;
      let a = i, b = i;
      while (a > begin && i - a < most && times[i] - times[a] < least) a--;
      while (b + 1 < length && b - i < most && !starts[b + 1] && times[b] - times[i] < least) b++;
      const time = times[b] - times[a];
      if (time > 0) found[i] = (distances[b] - distances[a]) / time;
    }
    return found;
  }

  // --- Texts ----------------------------------------------------------------------------------------------------------

  const formats = [0, 1, 2].map((digits) => new Intl.NumberFormat(settings.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }));

  function makeTexts(tracks) {
    const isImperial = tracks.isImperial;
    const long = isImperial ? [1609.344, "mi"] : [1000, "km"], short = isImperial ? [0.3048, "ft"] : [1, "m"];
    const dates = new Intl.DateTimeFormat(settings.language, { timeZone: "UTC", dateStyle: "medium", timeStyle: "short" });
    const digits = (value, number) => formats[number].format(value);
    const texts = {
      short: short, long: long, fast: isImperial ? [0.44704, "mph"] : [1 / 3.6, "km/h"],
      length: (metres) => {
        if (metres < long[0]) return quantity(digits(metres / short[0], 0), short[1]);
        const value = metres / long[0];
        return quantity(digits(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0), long[1]);
      },
      height: (metres) => quantity(digits(metres / short[0], 0), short[1]),
      speed: (speed) => quantity(digits(speed / texts.fast[0], 1), texts.fast[1]),
      // By the clocks of the place, which are some seconds east of UTC.
      dates: (from, to, track, last = track) => {
        const begin = new Date((from + track.offset) * 1000), end = new Date((to + last.offset) * 1000);
        return dates.formatRange(begin, end < begin ? begin : end);
      },
      date: (time, place) => dates.format(new Date((time + place.offset) * 1000)),
      duration: (seconds) => {
        if (seconds < 60) return quantity(numbers.format(seconds), "s");
        const minutes = Math.round(seconds / 60);
        if (minutes < 60) return quantity(minutes, "min");
        if (minutes >= 2880) return unbroken(Math.floor(minutes / 1440) + " d " + Math.floor(minutes % 1440 / 60) + " h");
        return unbroken(Math.floor(minutes / 60) + " h " + String(minutes % 60).padStart(2, "0") + " min");
      },
    };
    return texts;
  }

  // --- Colours --------------------------------------------------------------------------------------------------------

  const steps = 24;
  const ramps = {
    // From blue over green and yellow to red; each has the same weight for those who see fewer colours.
    speed: ["#2b3f9e", "#1f7fc4", "#1fa89a", "#6fbf4a", "#e0b92a", "#ec7d2c", "#c9302c"],
    height: ["#1d6b4f", "#5b9a3f", "#b5b13f", "#c98f3a", "#a3603a", "#7a4a55", "#8f86a8"],
    time: ["#3b1f7a", "#6b2f96", "#a03a8f", "#cf4f78", "#ee7a56", "#f8ab45", "#f5d94f"],
  };
  const trackColorCount = 8;
  const legendLimit = 200;

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
    return { classes: classes, colors: colors, ends: [least + text(low), most + text(high)] };
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

  // --- The lines ------------------------------------------------------------------------------------------------------

  /** Draws what is in view, in runs of one colour. */
  function drawLines(context, view, tracks, colors, halo) {
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    context.lineJoin = context.lineCap = "round";
    const { x, y, starts, length } = tracks;
    const first = Math.floor(view.x / view.side) - 1, last = Math.floor((view.x + view.width) / view.side) + 1;
    let drawn = 0;
    const margin = 12;
    const code = (px, py) =>
      (px < -margin ? 1 : px > view.width + margin ? 2 : 0) | (py < -margin ? 4 : py > view.height + margin ? 8 : 0);
    const pass = (isHalo, copy) => {
      const paths = isHalo ? [new Path2D()] : colors.colors.map(() => new Path2D());
      let lastX = 0, lastY = 0, lastCode = 0, isOpen = false, openClass = -1, lastClass = 0;
      for (let i = 0; i < length; i++) {
        const px = (copy + x[i]) * view.side - view.x, py = y[i] * view.side - view.y, here = code(px, py);
        const kind = isHalo ? 0 : colors.classes[i];
        if (starts[i]) {
          [lastX, lastY, lastCode, isOpen, lastClass] = [px, py, here, false, kind];
          // A lone point is a dot.
          if (here === 0 && (i + 1 === length || starts[i + 1])) {
            paths[kind].moveTo(px, py);
            paths[kind].lineTo(px + 0.01, py);
            drawn++;
          }
          continue;
        }
        const isEnd = i + 1 === length || starts[i + 1];
        if (!isEnd && lastCode === 0 && here === 0 && Math.abs(px - lastX) + Math.abs(py - lastY) < 1.2) continue;
        if ((here & lastCode) === 0) {
          if (!isOpen || openClass !== kind) paths[kind].moveTo(lastX, lastY);
          paths[kind].lineTo(px, py);
          isOpen = true;
          openClass = kind;
          drawn++;
        } else {
          isOpen = false;
        }
        [lastX, lastY, lastCode, lastClass] = [px, py, here, kind];
      }
      paths.forEach((path, k) => {
        context.strokeStyle = isHalo ? halo : colors.colors[k];
        context.lineWidth = isHalo ? 7 : 3.5;
        context.stroke(path);
      });
    };
    for (let copy = first; copy <= last; copy++) pass(true, copy);
    drawn = 0;
    for (let copy = first; copy <= last; copy++) pass(false, copy);
    root.dataset.drawnPoints = String(drawn);
  }

  // --- The part -------------------------------------------------------------------------------------------------------

  window.MapPage.parts.tracks = async function (page, reader) {
    const tracks = readTracks(reader);
    const texts = makeTexts(tracks);
    const { map, bar, dock } = page;
    const totals = tracks.totals;
    const total = tracks.distances[tracks.length - 1];
    root.classList.add("has-tracks");
    root.dataset.points = String(tracks.length);

    // --- What it amounts to

    // The way between the middles of cities is not the one that was made, and has no length.
    const isCoarse = isNaN(totals.distance), length = (track) => isCoarse ? "" : texts.length(track.length);
    const facts = isCoarse ? [] : [texts.length(totals.distance)];
    // Between tracks time passes too, which a sum would leave out.
    const only = tracks.list.length === 1 ? tracks.list[0] : null;
    if (only && only.to > only.from) facts.push(texts.duration(only.to - only.from) + " " + say("elapsed"));
    // Where a receiver lay still, its drift makes much of the length.
    const movingLength = tracks.movingDistance > 0 && !isCoarse ? " (" + texts.length(tracks.movingDistance) + ")" : "";
    if (totals.moving > 0) facts.push(texts.duration(totals.moving) + " " + say("moving") + movingLength);
    if (!isNaN(totals.up)) facts.push("↑ " + texts.height(totals.up), "↓ " + texts.height(totals.down));
    if (!isNaN(totals.highest)) facts.push(texts.height(totals.lowest) + " – " + texts.height(totals.highest));
    const isCut = tracks.stopCount > tracks.stops.length;
    const stopsShown = say("stopsShown", { n: tracks.stops.length, all: tracks.stopCount });
    if (isCut) facts.push(stopsShown);
    if (tracks.outliers > 0) facts.push(say(tracks.outliers === 1 ? "outliers.one" : "outliers.other", { n: tracks.outliers }));
    const summary = element("p", "facts");
    facts.forEach((fact, index) => summary.append(index > 0 ? " · " : "", element("span", "", unbroken(fact))));
    const actions = element("div", "actions");
    bar.append(summary, actions);
    const begin = tracks.times.findIndex((time) => !isNaN(time));
    const firstTime = begin < 0 ? undefined : tracks.times[begin];
    if (firstTime !== undefined) {
      let end = tracks.length - 1;
      while (isNaN(tracks.times[end])) end--;
      bar.insertBefore(element("p", "dates", texts.dates(firstTime, Math.max(firstTime, tracks.times[end]), tracks.list[tracks.track[begin]], tracks.list[tracks.track[end]])), summary);
    }

    // --- The lines and their colours

    const kinds = ["track"];
    if (tracks.speeds.some((speed) => speed > 0)) kinds.push("speed");
    if (tracks.altitudes.some((height) => !isNaN(height))) kinds.push("height");
    if (firstTime !== undefined) kinds.push("time");
    let kind = tracks.list.length > 1 ? "track" : kinds.includes("speed") ? "speed" : kinds[kinds.length - 1];
    let colors = coloring(tracks, kind, texts);
    page.addScale(tracks.isImperial);
    const lines = new CanvasLayer("overlayPane", "track-lines", (context, view) => {
      drawLines(context, view, tracks, colors, getComputedStyle(root).getPropertyValue("--halo"));
    }).addTo(map);

    const legend = element("section", "legend");
    legend.setAttribute("aria-label", say("colorBy"));
    const choice = element("div", "choice");
    choice.setAttribute("role", "radiogroup");
    choice.setAttribute("aria-label", say("colorBy"));
    const key = element("div", "key");
    legend.append(choice, key);
    for (const name of kinds) {
      const label = element("label");
      const input = element("input");
      input.type = "radio";
      input.name = "color";
      input.value = name;
      input.checked = name === kind;
      input.addEventListener("change", () => choose(name));
      label.append(input, element("span", "", say(name)));
      choice.appendChild(label);
    }
    if (kinds.length < 2) choice.hidden = true;

    function nameOf(track) { return track.name || say("track") + " " + numbers.format(track.number); }

    function choose(name) {
      kind = name;
      colors = coloring(tracks, kind, texts);
      root.dataset.color = kind;
      key.textContent = "";
      if (colors.ends) {
        const strip = element("canvas", "ramp");
        strip.width = steps;
        strip.height = 1;
        const context = strip.getContext("2d");
        for (let k = 0; k < steps; k++) {
          context.fillStyle = colors.colors[k];
          context.fillRect(k, 0, 1, 1);
        }
        strip.setAttribute("aria-hidden", "true");
        const ends = element("div", "ends");
        ends.append(element("span", "", colors.ends[0]), element("span", "", colors.ends[1]));
        key.append(strip, ends);
      } else {
        const list = element("ul");
        // The table has all.
        tracks.list.slice(0, legendLimit).forEach((track, index) => {
          const item = element("li"), swatch = element("i", "swatch swatch-" + index % trackColorCount);
          const name = button("", nameOf(track), () => fit(index));
          item.append(swatch, name, element("span", "", length(track)));
          list.appendChild(item);
        });
        if (tracks.list.length > legendLimit) {
          const rest = element("li");
          rest.append(button("", say("more", { n: tracks.list.length - legendLimit }), showTable));
          list.appendChild(rest);
        }
        key.appendChild(list);
      }
      lines.redraw();
      drawProfile();
    }

    // --- Start, end and stops

    const marks = [];
    const mark = (i, className, label) => {
      const made = L.marker([tracks.latitudes[i], longitude(i)], {
        icon: L.divIcon({ html: element("span", className), className: "track-mark", iconSize: [16, 16] }), keyboard: false,
      }).addTo(map);
      marks.push(made);
      made.bindTooltip(element("span", "", label), { direction: "top", offset: [0, -6] });
    };
    /** The longitude at which a point is drawn, which goes on beyond 180°. */
    function longitude(i) { return tracks.x[i] * 360 - 180; }
    // Of several tracks each has its ends marked, in small; more would only cover each other.
    const marked = tracks.list.length > 1 ? tracks.list.slice(0, 100) : [];
    const ended = (key, track) => say(key) + ": " + nameOf(track);
    for (const track of marked) {
      if (track.first < 0) continue;
      if (track.last > track.first) mark(track.last, "end small", ended("end", track));
      mark(track.first, "start small", ended("start", track));
    }
    if (marked.length === 0) {
      if (tracks.length > 1) mark(tracks.length - 1, "end", say("end"));
      mark(0, "start", say("start"));
    }

    const byDuration = tracks.stops.slice().sort((a, b) => b.duration - a.duration);
    const stopText = (stop) => (stop.name ? stop.name + ", " : "") + texts.duration(stop.duration);
    for (const stop of byDuration) {
      const i = nearestByDistance(stop.distance);
      let east = stop.longitude;
      while (east - longitude(i) > 180) east -= 360;
      while (longitude(i) - east > 180) east += 360;
      const made = L.circleMarker([stop.latitude, east], { radius: 5, className: "stop" }).addTo(map);
      made.bindTooltip(element("span", "", stopText(stop)), { direction: "right", offset: [6, 0], className: "stop-name" });
      stop.marker = made;
    }
    /** Names beside the longest stops that have room; the others show theirs when they are pointed at. */
    function nameStops() {
      let left = 12;
      const taken = marks.slice(0, 20).map((made) => {
        const at = map.latLngToContainerPoint(made.getLatLng());
        return [at.x - 8, at.y - 8, at.x + 8, at.y + 8];
      });
      for (const stop of byDuration) {
        const tooltip = stop.marker.getTooltip(), at = map.latLngToContainerPoint(stop.marker.getLatLng());
        // Where the text would be cut at the right, it stands at the left, or not at all.
        const wide = 16 + 7.5 * stopText(stop).length, right = map.getSize().x;
        const isCut = at.x < right && at.x + wide > right, isLeft = isCut && at.x > wide;
        const box = isLeft ? [at.x - wide, at.y - 13, at.x + 8, at.y + 13] : [at.x - 8, at.y - 13, at.x + wide, at.y + 13];
        const isFree = left > 0 && (isLeft || !isCut) && taken.every((other) => box[0] > other[2] || box[2] < other[0] || box[1] > other[3] || box[3] < other[1]);
        if (isFree) {
          taken.push(box);
          left--;
        }
        const direction = isLeft ? "left" : "right";
        if (tooltip.options.permanent !== isFree || tooltip.options.direction !== direction) {
          stop.marker.unbindTooltip();
          stop.marker.bindTooltip(element("span", "", stopText(stop)), {
            direction: direction, offset: [isLeft ? -6 : 6, 0], className: "stop-name", permanent: isFree,
          });
        }
      }
    }
    map.on("zoomend resize", nameStops);

    // --- The profile

    const panel = element("section", "profile");
    const chart = element("canvas");
    chart.tabIndex = 0;
    chart.setAttribute("role", "slider");
    chart.setAttribute("aria-label", say("profile"));
    chart.setAttribute("aria-valuemin", "0");
    chart.setAttribute("aria-valuemax", String(Math.round(total)));
    const note = element("output", "note");
    panel.append(chart, note);
    const hasProfile = total > 0 && (kinds.includes("height") || kinds.includes("speed"));
    if (hasProfile) {
      dock.prepend(panel);
    }
    // A narrow page has its legend at the bottom too.
    const narrow = matchMedia("(max-width: 600px)");
    const place = () => { if (narrow.matches) dock.prepend(legend); else document.body.appendChild(legend); };
    narrow.addEventListener("change", place);
    place();

    const room = { left: 58, right: 12, top: 12, bottom: 20 };
    const isHeight = kinds.includes("height");
    const values = isHeight ? tracks.altitudes : tracks.speeds;
    const unit = isHeight ? texts.short : texts.fast;
    let low = Infinity, high = -Infinity;
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (isHeight && high - low < 20) [low, high] = [(low + high) / 2 - 10, (low + high) / 2 + 10];
    if (!isHeight) low = 0;

    /** Round numbers that contain a range: low, high and step. */
    function rounded(a, b, parts) {
      const step = roundStep((b - a) / parts);
      return { low: Math.floor(a / step) * step, high: Math.ceil(b / step) * step, step: step };
    }
    function roundStep(least) {
      if (!(least > 0)) return 1;
      const power = Math.pow(10, Math.floor(Math.log10(least)));
      return [1, 2, 2.5, 5, 10].find((factor) => factor * power >= least * 0.999999) * power;
    }

    let cursor = -1;

    function drawProfile() {
      if (!hasProfile) return;
      const width = chart.clientWidth, height = chart.clientHeight, ratio = Math.min(devicePixelRatio || 1, 2);
      if (!width) return;
      chart.width = width * ratio;
      chart.height = height * ratio;
      const context = chart.getContext("2d"), style = getComputedStyle(root);
      context.scale(ratio, ratio);
      const plotWidth = width - room.left - room.right, plotHeight = height - room.top - room.bottom, base = height - room.bottom;
      const axis = rounded(low / unit[0], high / unit[0], plotHeight < 70 ? 2 : 4);
      const px = (distance) => room.left + distance / total * plotWidth;
      const py = (value) => base - (value / unit[0] - axis.low) / (axis.high - axis.low) * plotHeight;
      context.font = "11px " + style.getPropertyValue("--font");
      context.lineWidth = 1;
      context.textBaseline = "middle";
      for (let tick = axis.low; tick <= axis.high + axis.step / 2; tick += axis.step) {
        const y = Math.round(py(tick * unit[0])) + 0.5;
        context.strokeStyle = style.getPropertyValue("--line");
        context.beginPath();
        context.moveTo(room.left, y);
        context.lineTo(width - room.right, y);
        context.stroke();
        context.fillStyle = style.getPropertyValue("--quiet");
        context.textAlign = "right";
        const isTop = tick + axis.step / 2 > axis.high;
        context.fillText(numbers.format(Math.round(tick * 100) / 100) + (isTop ? "\u00a0" + unit[1] : ""), room.left - 6, y);
      }
      const long = total >= texts.long[0] ? texts.long : texts.short;
      const widest = context.measureText(numbers.format(Math.round(total / long[0] * 100) / 100) + "\u00a0" + long[1]).width;
      const step = roundStep(total / long[0] / Math.max(2, Math.floor(plotWidth / Math.max(70, widest + 24))));
      context.textBaseline = "alphabetic";
      for (let tick = 0; tick * long[0] <= total; tick += step) {
        const isLast = (tick + step) * long[0] > total;
        context.textAlign = tick === 0 ? "left" : isLast ? "right" : "center";
        context.fillText(numbers.format(Math.round(tick * 100) / 100) + (isLast ? "\u00a0" + long[1] : ""), Math.min(px(tick * long[0]) + (isLast ? 14 : 0), width - 2), height - 5);
      }
      paintArea(context, px, py, base);
      for (const stop of tracks.stops) {
        context.beginPath();
        context.arc(px(stop.distance), base, 3.5, 0, 2 * Math.PI);
        context.fillStyle = style.getPropertyValue("--surface");
        context.strokeStyle = style.getPropertyValue("--text");
        context.lineWidth = 1.5;
        context.fill();
        context.stroke();
      }
      if (cursor >= 0) {
        const x = px(tracks.distances[cursor]);
        context.strokeStyle = style.getPropertyValue("--text");
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(x, room.top - 6);
        context.lineTo(x, base);
        context.stroke();
        if (!isNaN(values[cursor])) {
          context.beginPath();
          context.arc(x, py(values[cursor]), 4, 0, 2 * Math.PI);
          context.fillStyle = style.getPropertyValue("--accent");
          context.fill();
        }
      }
    }

    /** The area under the line in columns of a pixel, each in the colour of the line on the map. */
    function paintArea(context, px, py, base) {
      let i = 0;
      while (i < tracks.length) {
        let end = i + 1;
        while (end < tracks.length && !tracks.starts[end]) end++;
        let lastX = NaN, lastY = NaN, column = -1;
        for (let k = i; k < end; k++) {
          if (isNaN(values[k])) continue;
          // Whole pixels, so that neighbours neither overlap nor leave a gap.
          const x = Math.round(px(tracks.distances[k])), y = py(values[k]);
          if (!isNaN(lastX) && x === column && k + 1 < end) continue;
          column = x;
          if (!isNaN(lastX)) {
            const color = colors.colors[colors.classes[k]];
            context.fillStyle = color;
            context.globalAlpha = 0.28;
            context.beginPath();
            context.moveTo(lastX, base);
            context.lineTo(lastX, lastY);
            context.lineTo(x, y);
            context.lineTo(x, base);
            context.fill();
            context.globalAlpha = 1;
            context.strokeStyle = color;
            context.lineWidth = 2;
            context.beginPath();
            context.moveTo(lastX, lastY);
            context.lineTo(x, y);
            context.stroke();
          }
          [lastX, lastY] = [x, y];
        }
        i = end;
      }
    }

    // --- The mark on both

    const dot = L.circleMarker([0, 0], { radius: 7, className: "cursor", interactive: false });

    function point(i) {
      cursor = i;
      if (i < 0) {
        dot.remove();
        note.textContent = "";
        delete root.dataset.cursor;
      } else {
        dot.setLatLng([tracks.latitudes[i], longitude(i)]).addTo(map);
        const parts = [texts.length(tracks.distances[i])];
        if (!isNaN(tracks.altitudes[i])) parts.push(texts.height(tracks.altitudes[i]));
        if (!isNaN(tracks.speeds[i])) parts.push(texts.speed(tracks.speeds[i]));
        if (!isNaN(tracks.times[i])) parts.push(texts.date(tracks.times[i], tracks.list[tracks.track[i]]));
        note.textContent = parts.join(" · ");
        chart.setAttribute("aria-valuenow", String(Math.round(tracks.distances[i])));
        chart.setAttribute("aria-valuetext", parts.join(", "));
        root.dataset.cursor = String(i);
      }
      drawProfile();
    }

    /** The first point that is at least so far along; binary search. */
    function nearestByDistance(distance) {
      let a = 0, b = tracks.length - 1;
      while (a < b) {
        const middle = (a + b) >> 1;
        if (tracks.distances[middle] < distance) a = middle + 1; else b = middle;
      }
      return a;
    }

    chart.addEventListener("pointermove", (event) => {
      const box = chart.getBoundingClientRect();
      const share = (event.clientX - box.left - room.left) / (box.width - room.left - room.right);
      point(nearestByDistance(Math.max(0, Math.min(1, share)) * total));
    });
    chart.addEventListener("pointerleave", () => { if (document.activeElement !== chart) point(-1); });
    chart.addEventListener("focus", () => { if (cursor < 0) point(0); });
    chart.addEventListener("blur", () => point(-1));
    chart.addEventListener("keydown", (event) => {
      const jump = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (event.key === "Home") point(0);
      else if (event.key === "End") point(tracks.length - 1);
      else if (jump) {
        const target = nearestByDistance(Math.max(0, Math.min(total, tracks.distances[Math.max(cursor, 0)] + jump * total / 200)));
        point(Math.max(0, Math.min(tracks.length - 1, jump > 0 ? Math.max(target, cursor + 1) : Math.min(target, cursor - 1))));
      } else return;
      event.preventDefault();
      const at = L.latLng(tracks.latitudes[cursor], longitude(cursor));
      if (!map.getBounds().contains(at)) map.panTo(at);
    });

    // On the map the nearest point of a line is marked.
    map.on("mousemove", (event) => {
      const zoom = map.getZoom(), side = 256 * Math.pow(2, zoom), at = map.project(event.latlng, zoom);
      let best = 20 * 20, found = -1;
      for (let i = 0; i < tracks.length; i++) {
        const dx = tracks.x[i] * side - at.x, dy = tracks.y[i] * side - at.y, distance = dx * dx + dy * dy;
        if (distance < best) [best, found] = [distance, i];
      }
      if (found !== cursor && document.activeElement !== chart) point(found);
    });
    map.on("mouseout", () => { if (document.activeElement !== chart) point(-1); });

    // --- The view

    function fit(track) {
      let south = 90, north = -90, west = Infinity, east = -Infinity;
      for (let i = 0; i < tracks.length; i++) {
        if (track !== undefined && tracks.track[i] !== track) continue;
        south = Math.min(south, tracks.latitudes[i]);
        north = Math.max(north, tracks.latitudes[i]);
        west = Math.min(west, tracks.x[i]);
        east = Math.max(east, tracks.x[i]);
      }
      const bounded = (latitude) => Math.max(-85, Math.min(85, latitude));
      page.fit([[bounded(south), west * 360 - 180], [bounded(north), east * 360 - 180]], { margin: 26, maxZoom: 17, animate: false });
    }

    function showTable() {
      const columns = [say("place"), say("date"), say("duration"), say("distance")];
      const hasHeights = tracks.list.some((track) => !isNaN(track.up));
      if (hasHeights) columns.push(say("climb"));
      columns.push(say("latitude"), say("longitude"));
      const degrees = new Intl.NumberFormat(settings.language, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
      const position = (latitude, longitude) => [degrees.format(latitude), degrees.format(longitude)];
      const climb = (up) => !hasHeights ? [] : [isNaN(up) ? "" : texts.height(up)];
      const rows = tracks.list.map((track) => [
        nameOf(track), isNaN(track.from) ? "" : texts.dates(track.from, Math.max(track.from, track.to), track),
        track.to > track.from ? texts.duration(track.to - track.from) : "", length(track), ...climb(track.up),
        ...(track.first < 0 ? ["", ""] : position(tracks.latitudes[track.first], tracks.longitudes[track.first])),
      ]).concat(tracks.stops.map((stop) => [
        say("stop") + (stop.name ? ": " + stop.name : ""), texts.date(stop.time, stop), texts.duration(stop.duration), texts.length(stop.distance),
        ...climb(NaN), ...position(stop.latitude, stop.longitude),
      ]));
      openTable(settings.title + (isCut ? " · " + stopsShown : ""), columns, rows.length, (row) => rows[row]);
    }
    const hasPhotos = settings.parts.includes("photos");
    actions.appendChild(button("", hasPhotos ? say("table") + ": " + say("track") : say("table"), showTable));
    actions.appendChild(button("", say("showAll"), () => page.keepHome(() => fit())));
    actions.appendChild(button("", say("print"), () => window.print()));

    map.on("paper", () => {
      lines.redraw();
      drawProfile();
    });
    const again = () => {
      if (kind === "track") colors = coloring(tracks, kind, texts);
      lines.redraw();
      drawProfile();
    };
    new ResizeObserver(() => drawProfile()).observe(chart);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    matchMedia("print").addEventListener("change", again);
    choose(kind);
    page.keepHome(() => fit());
    nameStops();
    window.MapPage.tracks = tracks;
    window.MapPage.map = map;
  };
})();

// Tracks on a map: lines coloured by speed, height or time, the profile beneath, and stops.
//
// State that tests look at is in data- attributes of <html>: data-points, data-color, data-cursor (the point under the mark).
(function () {
  "use strict";

  const {
    say, count, numberFormat, numbers, element, button, unbroken, CanvasLayer, openTable, settings, readTracks, makeTexts, trackColors,
    drawLines, crossings, makeMarks, makeProfile,
  } = window.MapPage;
  const root = document.documentElement;
  // A legend names so many tracks on a screen, and so many on paper, where nothing can be scrolled.
  const legendLimit = 200, paperLimit = 29, longLegend = 12;
  const mercatorLimit = 85.06;

  window.MapPage.parts.tracks = async function (page, reader) {
    const tracks = readTracks(reader);
    const texts = makeTexts(tracks);
    const { map, bar, dock } = page;
    const totals = tracks.totals;
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
    if (totals.moving >= 0) facts.push(texts.duration(totals.moving) + " " + say("moving") + movingLength);
    // Equal heights are rather none, such as those of a receiver that takes all for sea level.
    if (totals.highest > totals.lowest) {
      facts.push("↑ " + texts.height(totals.up), "↓ " + texts.height(totals.down));
      facts.push(texts.height(totals.lowest) + " – " + texts.height(totals.highest));
    }
    const isCut = tracks.stopCount > tracks.stops.length;
    const stopsShown = say("stopsShown", { n: tracks.stops.length, all: tracks.stopCount });
    if (isCut) facts.push(stopsShown);
    if (tracks.jumpCount > 0) facts.push(count("jumps", tracks.jumpCount));
    const summary = element("p", "facts");
    for (const fact of facts) summary.append(element("span", "", unbroken(fact)), " ");
    const actions = element("div", "actions");
    bar.append(summary, actions);
    const begin = tracks.times.findIndex((time) => !isNaN(time));
    const isTimed = begin >= 0;
    if (isTimed) {
      let end = tracks.length - 1;
      while (isNaN(tracks.times[end])) end--;
      const [first, last] = [begin, end].map((i) => tracks.list[tracks.track[i]]);
      const dates = texts.dates(tracks.times[begin], Math.max(tracks.times[begin], tracks.times[end]), first, last);
      const line = element("p", "dates", dates + " ");
      line.append(element("span", "zone", texts.zone(tracks.list.filter((track) => !isNaN(track.from)))));
      bar.insertBefore(line, summary);
    }
    const isBeyond = tracks.latitudes.some((latitude) => Math.abs(latitude) > mercatorLimit);
    if (isBeyond) bar.insertBefore(element("p", "beyond", say("beyondMap")), actions);

    // --- The lines and their colours

    const kinds = ["track"];
    if (tracks.speeds.some((speed) => speed > 0)) kinds.push("speed");
    if (tracks.altitudes.some((height) => !isNaN(height))) kinds.push("height");
    if (isTimed) kinds.push("time");
    let kind = tracks.list.length > 1 ? "track" : kinds.includes("speed") ? "speed" : kinds[kinds.length - 1];
    let colors = trackColors.coloring(tracks, kind, texts);
    page.addScale(tracks.isImperial);
    const lines = new CanvasLayer("overlayPane", "track-lines", (context, view) => {
      drawLines(context, view, tracks, colors, getComputedStyle(root).getPropertyValue("--halo"));
    }).addTo(map);
    const marks = makeMarks(page, tracks, texts, nameOf);
    page.base.drawers.push(marks.covered);
    page.base.raiseNames(marks.names, (view) => crossings(view, tracks));

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
      colors = trackColors.coloring(tracks, kind, texts);
      root.dataset.color = kind;
      fillKey();
      lines.redraw();
      drawProfile();
    }

    /** What the colours mean: the ends of a scale, or each track's name. */
    function fillKey() {
      key.textContent = "";
      root.classList.toggle("long-legend", !colors.ends && tracks.list.length > longLegend);
      if (colors.ends) {
        const strip = element("canvas", "ramp");
        strip.width = trackColors.steps;
        strip.height = 1;
        const context = strip.getContext("2d");
        for (let k = 0; k < trackColors.steps; k++) {
          context.fillStyle = colors.colors[k];
          context.fillRect(k, 0, 1, 1);
        }
        strip.setAttribute("aria-hidden", "true");
        const ends = element("div", "ends");
        for (const end of colors.ends) ends.append(element("span", "", end));
        key.append(strip, ends);
        return;
      }
      const list = element("ul"), most = root.classList.contains("is-paper") ? paperLimit : legendLimit;
      // The table has all.
      tracks.list.slice(0, most).forEach((track, index) => {
        const item = element("li"), swatch = element("i", "swatch swatch-" + index % trackColors.count);
        const name = button("", nameOf(track), () => fit(index));
        item.append(swatch, name, element("span", "", length(track)));
        list.appendChild(item);
      });
      if (tracks.list.length > most) {
        const rest = element("li");
        rest.append(button("", say("more", { n: tracks.list.length - most }), showTable));
        list.appendChild(rest);
      }
      key.appendChild(list);
    }

    // --- The profile, and the mark on both

    const profile = makeProfile(tracks, texts, () => colors, point);
    if (profile) dock.prepend(profile.panel);
    function drawProfile() { if (profile) profile.draw(); }
    // A narrow page has its legend at the bottom too.
    const narrow = matchMedia("(max-width: 600px)");
    const place = () => { if (narrow.matches) dock.prepend(legend); else document.body.appendChild(legend); };
    narrow.addEventListener("change", place);
    place();

    const dot = L.circleMarker([0, 0], { radius: 7, className: "cursor", interactive: false });
    const hasFocus = () => profile !== null && document.activeElement === profile.chart;
    let cursor = -1;

    /** Marks a point on the map and on the profile; -1 for none. `brings` the map there if it is out of view. */
    function point(i, brings) {
      cursor = i;
      const parts = [];
      if (i < 0) {
        dot.remove();
        delete root.dataset.cursor;
      } else {
        const at = L.latLng(tracks.latitudes[i], tracks.x[i] * 360 - 180);
        dot.setLatLng(at).addTo(map);
        parts.push(texts.length(tracks.distances[i]));
        if (!isNaN(tracks.altitudes[i])) parts.push(texts.height(tracks.altitudes[i]));
        if (!isNaN(tracks.speeds[i])) parts.push(texts.speed(tracks.speeds[i]));
        if (!isNaN(tracks.times[i])) parts.push(texts.date(tracks.times[i], tracks.list[tracks.track[i]]));
        root.dataset.cursor = String(i);
        if (brings && !map.getBounds().contains(at)) map.panTo(at);
      }
      if (profile) profile.show(i, parts);
    }

    // On the map the nearest point of a line is marked.
    map.on("mousemove", (event) => {
      const zoom = map.getZoom(), side = 256 * Math.pow(2, zoom), at = map.project(event.latlng, zoom);
      let best = 20 * 20, found = -1;
      for (let i = 0; i < tracks.length; i++) {
        const dx = tracks.x[i] * side - at.x, dy = tracks.y[i] * side - at.y, distance = dx * dx + dy * dy;
        if (distance < best) [best, found] = [distance, i];
      }
      if (found !== cursor && !hasFocus()) point(found);
    });
    map.on("mouseout", () => { if (!hasFocus()) point(-1); });

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
      const count = tracks.list.length, track = (row) => row < count ? tracks.list[row] : null, stop = (row) => tracks.stops[row - count];
      const of = (row, ofTrack, ofStop) => track(row) ? ofTrack(track(row)) : ofStop(stop(row));
      const degrees = numberFormat(5);
      const place = (row, axis) => of(row, (track) => track.first < 0 ? NaN : tracks[axis + "s"][track.first], (stop) => stop[axis]);
      const known = (value, text) => isNaN(value) ? "" : text(value);
      const columns = [
        {
          name: say("place"), key: (row) => columns[0].text(row),
          text: (row) => of(row, nameOf, (stop) => stop.name ? say("pair", { what: say("stop"), name: stop.name }) : say("stop")),
        },
        {
          name: say("date"), key: (row) => of(row, (track) => track.from, (stop) => stop.time),
          text: (row) => of(row, (track) => isNaN(track.from) ? "" : texts.dates(track.from, Math.max(track.from, track.to), track), (stop) => texts.date(stop.time, stop)),
        },
        {
          name: say("duration"), key: (row) => of(row, (track) => track.to - track.from, (stop) => stop.duration),
          text: (row) => columns[2].key(row) > 0 ? texts.duration(columns[2].key(row)) : "",
        },
        {
          name: say("distance"), key: (row) => isCoarse ? NaN : of(row, (track) => track.length, (stop) => stop.distance),
          // Of a stop it is how far along the way it is.
          text: (row) => isCoarse ? "" : of(row, length, (stop) => say("afterWay", { n: texts.length(stop.distance) })),
        },
        { name: say("climb"), key: (row) => of(row, (track) => track.up, () => NaN), text: (row) => known(columns[4].key(row), texts.height) },
        { name: say("latitude"), key: (row) => place(row, "latitude"), text: (row) => known(place(row, "latitude"), degrees.format) },
        { name: say("longitude"), key: (row) => place(row, "longitude"), text: (row) => known(place(row, "longitude"), degrees.format) },
      ];
      const hasHeights = tracks.list.some((track) => !isNaN(track.up));
      const shown = hasHeights ? columns : columns.filter((column) => column.name !== say("climb"));
      const show = (row) => of(row, (track) => { if (track.first >= 0) fit(track.number - 1); }, marks.show);
      openTable(
        settings.title + (isCut ? " · " + stopsShown : ""), shown, count + tracks.stops.length,
        (row) => shown.map((column) => column.text(row)), show);
    }
    const hasPhotos = settings.parts.includes("photos");
    actions.appendChild(button("", hasPhotos ? say("pair", { what: say("table"), name: say("track") }) : say("table"), showTable));
    actions.appendChild(button("", say("showAll"), () => page.keepHome(() => fit())));
    actions.appendChild(button("", say("print"), () => window.print()));

    map.on("paper", () => {
      fillKey();
      lines.redraw();
      drawProfile();
    });
    const again = () => {
      if (kind === "track") colors = trackColors.coloring(tracks, kind, texts);
      lines.redraw();
      drawProfile();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    matchMedia("print").addEventListener("change", again);
    choose(kind);
    page.keepHome(() => fit());
    marks.update();
    page.base.redraw();
    window.MapPage.tracks = tracks;
    window.MapPage.map = map;
  };
})();

// Photos on a map: markers of clusters, of which only those in view become elements; the strip, the time line and the table.
(function () {
  "use strict";

  const {
    say, count, numberFormat, numbers, element, button, openTable, openViewer, settings, photoData, photoClusters, makeStrip,
    makeTimeLine,
  } = window.MapPage;
  const { dateText, timeFormat, picture } = photoData;
  const root = document.documentElement;

  window.MapPage.parts.photos = async function (page, reader, lines) {
    const photos = photoData.readPhotos(reader, lines);
    const { map, bar, dock } = page;
    root.classList.add("has-photos");

    // The period that is shown; undated photos are shown while nothing is filtered.
    let from = -Infinity, to = Infinity;
    const filter = (i) => (from === -Infinity && to === Infinity) || (photos.times[i] >= from && photos.times[i] <= to);
    const placeOf = photoClusters.placeNamer(photos, filter);

    const summary = element("p");
    summary.setAttribute("role", "status");
    const actions = element("div", "actions");
    bar.append(summary, actions);

    function summarize() {
      let shown = 0;
      for (let i = 0; i < photos.length; i++) if (filter(i)) shown++;
      summary.textContent = shown === photos.length ? count("photos", shown) : say("partOf", { n: shown, all: photos.length });
      root.dataset.shown = String(shown);
    }

    // --- Markers

    const layer = L.layerGroup().addTo(map);
    let shownClusters = [];

    function draw() {
      const zoom = map.getZoom(), bounds = map.getPixelBounds(), side = 256 * Math.pow(2, zoom);
      const box = {
        west: bounds.min.x / side, east: bounds.max.x / side, north: bounds.min.y / side, south: bounds.max.y / side,
      };
      shownClusters = photoClusters.clusters(photos, filter, zoom, box);
      // Markers are made anew; the one with the focus keeps it.
      const focused = document.activeElement && document.activeElement.dataset.photo;
      layer.clearLayers();
      let inView = 0;
      for (const cluster of shownClusters) {
        inView += cluster.number;
        layer.addLayer(marker(cluster, zoom));
      }
      if (focused !== undefined) {
        const again = map.getPane("markerPane").querySelector('[data-photo="' + focused + '"]');
        if (again) again.focus({ preventScroll: true }); else map.getContainer().focus({ preventScroll: true });
      }
      root.dataset.clusters = String(shownClusters.length);
      root.dataset.inView = String(inView);
      return shownClusters.map((cluster) => {
        const x = cluster.x * side, y = cluster.y * side;
        return [x - 26, y - 30, x + 32, y + 26];
      });
    }

    function marker(cluster, zoom) {
      const holder = element("div", "photo-marker");
      holder.appendChild(picture(photos, cluster.image, "thumb"));
      if (cluster.number > 1) holder.appendChild(element("span", "badge", numbers.format(cluster.number)));
      const name = count("photos", cluster.number) + ", " + placeOf(cluster.runs);
      const made = L.marker(map.unproject([cluster.x * 256 * Math.pow(2, zoom), cluster.y * 256 * Math.pow(2, zoom)], zoom), {
        icon: L.divIcon({ html: holder, className: "photo-icon", iconSize: [48, 48], iconAnchor: [24, 24] }),
        riseOnHover: true, keyboard: true, bubblingMouseEvents: false,
      });
      made.on("add", () => {
        const icon = made.getElement();
        icon.setAttribute("role", "button");
        icon.setAttribute("aria-label", name);
        icon.dataset.photo = String(cluster.runs[0][0]);
        icon.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          strip.open(cluster);
        });
      });
      made.on("click", () => { strip.open(cluster); });
      return made;
    }

    page.base.drawers.push(draw);

    // --- The strip and the time line

    const strip = makeStrip(page, photos, filter, placeOf);
    dock.appendChild(strip.panel);
    const times = photos.times.filter((time) => !isNaN(time)).sort();
    const isSpan = times.length > 1 && times[times.length - 1] - times[0] >= 60;
    const timeLine = !isSpan ? null : makeTimeLine(times, (begin, end) => {
      [from, to] = [begin, end];
      summarize();
      strip.close();
      page.base.redraw();
    });
    if (timeLine) dock.appendChild(timeLine.panel);

    // --- The table and the view

    function showTable() {
      const list = photoClusters.members(photos, filter, [[0, photos.length]]);
      const degrees = numberFormat(5);
      const name = (row) => photos.names[photos.places[list[row]]];
      const columns = [
        { name: say("date"), key: (row) => photos.times[list[row]] }, { name: say("place"), key: name },
        { name: say("latitude"), key: (row) => photos.latitudes[list[row]] },
        { name: say("longitude"), key: (row) => photos.longitudes[list[row]] },
      ];
      if (photos.files) columns.push({ name: say("file"), key: (row) => photos.files[list[row]] });
      openTable(settings.title, columns, list.length, (row) => {
        const i = list[row];
        const texts = [
          dateText(photos.times[i], timeFormat), name(row) || say("unknownPlace"),
          degrees.format(photos.latitudes[i]), degrees.format(photos.longitudes[i]),
        ];
        if (photos.files) texts.push(photos.files[i]);
        return texts;
      }, (row) => showPhoto(list, row), photos.links ? (row) => photos.links[list[row]] : null);
    }

    const highlight = L.circleMarker([0, 0], { radius: 9, className: "highlight", interactive: false });

    /** Opens a photo of the table, with the map around it. */
    function showPhoto(list, row) {
      const mark = (i) => {
        const at = [photos.latitudes[i], photos.longitudes[i]];
        map.setView(at, Math.max(map.getZoom(), 13), { animate: false });
        highlight.setLatLng(at).addTo(map);
      };
      openViewer(photos, list, row, mark).addEventListener("close", () => highlight.remove());
    }

    /** Shows all photos, on that side of the world where they are closest together. */
    function fit() {
      const sorted = photos.longitudes.slice().sort();
      let west = sorted[0], east = sorted[sorted.length - 1], widest = 360 - (east - west);
      for (let i = 1; i < sorted.length; i++) {
        if (sorted[i] - sorted[i - 1] > widest) {
          widest = sorted[i] - sorted[i - 1];
          [west, east] = [sorted[i], sorted[i - 1] + 360];
        }
      }
      let south = 90, north = -90;
      for (const latitude of photos.latitudes) {
        south = Math.min(south, latitude);
        north = Math.max(north, latitude);
      }
      const bounded = (latitude) => Math.max(-85.0511, Math.min(85.0511, latitude));
      // Mercator's edges are where poles are drawn: the view may reach beyond them then.
      if (south < -80 || north > 80) map.setMaxBounds(null);
      page.fit([[bounded(south), west], [bounded(north), east]], { margin: 40, maxZoom: 13, animate: false });
    }

    actions.appendChild(button("", say("table"), showTable));
    // Tracks have a button of their own for that.
    if (!settings.parts.includes("tracks")) {
      actions.appendChild(button("", say("showAll"), () => {
        if (timeLine) timeLine.showAll();
        page.showHome();
      }));
    }
    summarize();
    page.keepHome(fit);
    page.base.redraw();
    window.MapPage.photos = photos;
    window.MapPage.map = map;
  };
})();

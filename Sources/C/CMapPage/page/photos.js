// Photos on a map: clusters, the strip of a cluster's photos, and the time line.
//
// The photos come sorted along a space-filling curve, so that those of a square of any zoom follow each other: one look at each
// groups them, and nothing has to be prepared. Only clusters in view become elements.
(function () {
  "use strict";

  const { say, count, numbers, element, button, mercatorX, mercatorY, openTable, settings } = window.MapPage;
  const root = document.documentElement;
  const day = 86400;

  /** Reads what PhotoMap.swift has packed. */
  function readPhotos(reader, lines) {
    const length = reader.number();
    const latitudes = reader.column(length), longitudes = reader.column(length);
    const photos = {
      length: length, latitudes: latitudes, longitudes: longitudes,
      x: new Float64Array(length), y: new Float64Array(length),
      times: new Float64Array(length).fill(NaN), videos: new Uint8Array(length), thumbnails: new Int32Array(length).fill(-1),
      places: null, names: null, links: null, files: null,
      images: lines ? lines.textContent.split("\n") : [],
    };
    if (lines) lines.remove();
    const flags = new Uint8Array(length);
    let dated = 0, images = 0;
    for (let i = 0; i < length; i++) {
      latitudes[i] /= 1e5;
      longitudes[i] /= 1e5;
      photos.x[i] = mercatorX(longitudes[i]);
      photos.y[i] = mercatorY(latitudes[i]);
      const flag = flags[i] = reader.number();
      if (flag & 1) dated++;
      photos.videos[i] = flag & 2 ? 1 : 0;
      if (flag & 4) photos.thumbnails[i] = images++;
    }
    const times = reader.column(dated);
    for (let i = 0, next = 0; i < length; i++) if (flags[i] & 1) photos.times[i] = times[next++];
    photos.names = reader.texts(reader.number());
    photos.places = Int32Array.from(reader.column(length));
    if (reader.number() === 1) {
      photos.links = reader.texts(length);
      photos.files = reader.texts(length);
    }
    return photos;
  }

  // Times are those of the place: they are shown as if they were UTC.
  const dateFormat = new Intl.DateTimeFormat(settings.language, { timeZone: "UTC", dateStyle: "medium" });
  const timeFormat = new Intl.DateTimeFormat(settings.language, { timeZone: "UTC", dateStyle: "medium", timeStyle: "short" });
  const clockFormat = new Intl.DateTimeFormat(settings.language, { timeZone: "UTC", timeStyle: "short" });
  const monthFormat = new Intl.DateTimeFormat(settings.language, { timeZone: "UTC", month: "short", year: "numeric" });

  function dateText(time, format) { return isNaN(time) ? say("undated") : format.format(new Date(time * 1000)); }

  /** A thumbnail, or what stands for one. */
  function picture(photos, index, className) {
    const number = photos.thumbnails[index];
    if (number < 0) return element("span", className + " blank" + (photos.videos[index] ? " video" : ""));
    const image = element("img", className);
    image.alt = "";
    image.decoding = "async";
    image.src = "data:image/jpeg;base64," + photos.images[number];
    return image;
  }

  // --- Clusters -------------------------------------------------------------------------------------------------------

  // The side of the squares that photos are grouped by, and the distance below which two groups become one, in pixels.
  // Squares are a power of two, so that each is a run.
  const cell = 64, least = 72;

  /**
   * Groups the photos that the filter lets through and that are in view.
   *
   * `box`: the view in shares of the map's side; its west and east may lie outside of 0 to 1, where the world begins again.
   * Returns clusters with their runs of indices `[begin, end)`, which may contain photos that are filtered out.
   */
  function clusters(photos, filter, zoom, box) {
    const squares = 256 * Math.pow(2, Math.round(zoom)) / cell;
    const side = 256 * Math.pow(2, zoom);
    const margin = cell / side;
    const found = [];
    const first = Math.floor(box.west - margin), last = Math.floor(box.east + margin);
    const { x, y } = photos;
    const length = photos.length;
    let i = 0;
    while (i < length) {
      const column = Math.floor(x[i] * squares), row = Math.floor(y[i] * squares);
      const begin = i;
      let sumX = 0, sumY = 0, number = 0, image = -1, firstShown = -1;
      while (i < length && Math.floor(x[i] * squares) === column && Math.floor(y[i] * squares) === row) {
        if (filter(i)) {
          sumX += x[i];
          sumY += y[i];
          number++;
          if (firstShown < 0) firstShown = i;
          if (image < 0 && photos.thumbnails[i] >= 0) image = i;
        }
        i++;
      }
      if (number === 0) continue;
      const cy = sumY / number;
      if (cy < box.north - margin || cy > box.south + margin) continue;
      for (let copy = first; copy <= last; copy++) {
        const cx = sumX / number + copy;
        if (cx < box.west - margin || cx > box.east + margin) continue;
        found.push({ x: cx, y: cy, number: number, image: image < 0 ? firstShown : image, hasImage: image >= 0, runs: [[begin, i]], copy: copy });
      }
    }
    return merged(found, least / side);
  }

  /** Joins clusters that would cover each other, smaller ones to larger ones. */
  function merged(found, distance) {
    found.sort((a, b) => b.number - a.number || a.x - b.x || a.y - b.y);
    const grid = new Map();
    const kept = [];
    for (const cluster of found) {
      const column = Math.floor(cluster.x / distance), row = Math.floor(cluster.y / distance);
      let home = null;
      for (let dx = -1; dx <= 1 && !home; dx++) {
        for (let dy = -1; dy <= 1 && !home; dy++) {
          for (const other of grid.get((column + dx) + "," + (row + dy)) || []) {
            if (Math.abs(other.x - cluster.x) < distance && Math.abs(other.y - cluster.y) < distance) home = other;
          }
        }
      }
      if (home) {
        home.number += cluster.number;
        home.runs.push(cluster.runs[0]);
        // A photo that has a thumbnail stands for those that have none.
        if (!home.hasImage && cluster.hasImage) [home.image, home.hasImage] = [cluster.image, true];
      } else {
        const key = column + "," + row;
        if (!grid.has(key)) grid.set(key, []);
        grid.get(key).push(cluster);
        kept.push(cluster);
      }
    }
    return kept;
  }

  /** The photos of a cluster in order of time, undated ones last. */
  function members(photos, filter, runs) {
    const list = [];
    for (const [begin, end] of runs) for (let i = begin; i < end; i++) if (filter(i)) list.push(i);
    const key = (i) => isNaN(photos.times[i]) ? Infinity : photos.times[i];
    return list.sort((a, b) => { const x = key(a), y = key(b); return x === y ? a - b : x - y; });
  }

  /** Names runs of photos: the named place of most of them, and how many other places there are. */
  function placeNamer(photos, filter) {
    const votes = new Int32Array(photos.names.length), met = [];
    return (runs) => {
      let best = -1;
      met.length = 0;
      for (const [begin, end] of runs) {
        for (let i = begin; i < end; i++) {
          if (!filter(i)) continue;
          const place = photos.places[i];
          if (votes[place]++ === 0) met.push(place);
        }
      }
      for (const place of met) {
        if (photos.names[place] && (best < 0 || votes[place] > votes[best])) best = place;
      }
      for (const place of met) votes[place] = 0;
      const name = best < 0 ? say("unknownPlace") : photos.names[best];
      return met.length > 1 ? count("andPlaces", met.length - 1, { place: name }) : name;
    };
  }

  // --- The part -------------------------------------------------------------------------------------------------------

  window.MapPage.parts.photos = async function (page, reader, lines) {
    const photos = readPhotos(reader, lines);
    const { map, bar, dock } = page;
    root.classList.add("has-photos");

    // The period that is shown; undated photos are shown while nothing is filtered.
    let from = -Infinity, to = Infinity;
    const filter = (i) => (from === -Infinity && to === Infinity) || (photos.times[i] >= from && photos.times[i] <= to);
    const placeOf = placeNamer(photos, filter);

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
      shownClusters = clusters(photos, filter, zoom, box);
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
          openStrip(cluster);
        });
      });
      made.on("click", () => { openStrip(cluster); });
      return made;
    }

    page.base.drawers.push(draw);

    // --- The strip

    const strip = element("section", "strip");
    strip.hidden = true;
    const stripHead = element("div", "strip-head"), stripTitle = element("h2"), stripList = element("ul");
    stripTitle.tabIndex = -1;
    let stripZoom = () => {};
    const zoomHere = button("plain", say("zoomHere"), () => stripZoom());
    stripHead.append(stripTitle, zoomHere, button("plain close", say("close"), closeStrip));
    stripList.tabIndex = 0;
    strip.append(stripHead, stripList);
    let stripPhotos = [], stripEnd = 0, opener = null;
    const highlight = L.circleMarker([0, 0], { radius: 9, className: "highlight", interactive: false });

    function openStrip(cluster) {
      opener = cluster;
      stripPhotos = members(photos, filter, cluster.runs);
      stripEnd = 0;
      stripList.textContent = "";
      stripList.scrollLeft = 0;
      const texts = [placeOf(cluster.runs), count("photos", stripPhotos.length)];
      const dated = stripPhotos.filter((i) => !isNaN(photos.times[i]));
      if (dated.length > 0) {
        const ends = [dated[0], dated[dated.length - 1]].map((i) => dateText(photos.times[i], dateFormat));
        texts.push(ends[0] === ends[1] ? ends[0] : ends.join(" – "));
      }
      stripTitle.textContent = texts.join(" · ");
      strip.setAttribute("aria-label", stripTitle.textContent);
      const bounds = L.latLngBounds([]);
      for (const i of stripPhotos) bounds.extend([photos.latitudes[i], photos.longitudes[i] + 360 * cluster.copy]);
      // Photos at one point do not come apart by zooming.
      const isPoint = bounds.getNorthEast().equals(bounds.getSouthWest());
      zoomHere.hidden = isPoint && map.getZoom() >= 14;
      stripZoom = () => {
        closeStrip();
        page.fit(bounds, { margin: 40, maxZoom: isPoint ? 14 : 18 });
      };
      strip.hidden = false;
      root.classList.add("has-strip");
      extendStrip();
      stripTitle.focus({ preventScroll: true });
      root.dataset.strip = String(stripPhotos.length);
    }

    /** Adds the next photos to the strip; the others wait until it is scrolled there. */
    function extendStrip() {
      const end = Math.min(stripEnd + 40, stripPhotos.length);
      for (; stripEnd < end; stripEnd++) stripList.appendChild(stripItem(stripPhotos[stripEnd]));
    }

    function stripItem(i) {
      const item = element("li");
      const link = photos.links && photos.links[i];
      const holder = link ? element("a") : element("div");
      if (link) {
        holder.href = link;
        holder.title = say("openFile");
      }
      holder.classList.add("item");
      holder.appendChild(picture(photos, i, "thumb"));
      if (photos.videos[i]) holder.appendChild(element("span", "kind", say("video")));
      holder.appendChild(element("time", "", dateText(photos.times[i], dateFormat)));
      if (!isNaN(photos.times[i])) holder.appendChild(element("span", "clock", dateText(photos.times[i], clockFormat)));
      const name = photos.names[photos.places[i]] || say("unknownPlace");
      const place = element("span", "place", name);
      place.title = name;
      holder.appendChild(place);
      if (photos.files && photos.files[i]) holder.appendChild(element("span", "file", photos.files[i]));
      const show = () => {
        const copy = opener ? opener.copy : 0;
        highlight.setLatLng([photos.latitudes[i], photos.longitudes[i] + 360 * copy]).addTo(map);
      };
      item.addEventListener("mouseenter", show);
      item.addEventListener("focusin", show);
      item.addEventListener("mouseleave", () => highlight.remove());
      item.appendChild(holder);
      return item;
    }

    function closeStrip() {
      if (strip.hidden) return;
      strip.hidden = true;
      highlight.remove();
      root.classList.remove("has-strip");
      delete root.dataset.strip;
      // The focus goes back to the marker, if it is still there.
      const marker = map.getPane("markerPane").querySelector('[data-photo="' + opener.runs[0][0] + '"]');
      (marker || map.getContainer()).focus({ preventScroll: true });
    }

    stripList.addEventListener("scroll", () => {
      if (stripList.scrollLeft + stripList.clientWidth > stripList.scrollWidth - 800) extendStrip();
    });
    // A wheel that turns one way moves the strip sideways.
    stripList.addEventListener("wheel", (event) => {
      if (event.deltaX !== 0 || event.deltaY === 0) return;
      stripList.scrollLeft += event.deltaY;
      event.preventDefault();
    }, { passive: false });
    stripList.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) {
        stripList.scrollLeft += 152 * step;
        event.preventDefault();
      }
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeStrip(); });
    map.on("click", closeStrip);

    // --- The time line

    dock.appendChild(strip);
    const times = photos.times.filter((time) => !isNaN(time)).sort();
    if (times.length > 1 && times[times.length - 1] - times[0] >= 60) dock.appendChild(timeLine());

    function timeLine() {
      const holder = element("section", "time-line");
      holder.setAttribute("aria-label", say("period"));
      // Steps of a day, or less where all is of a few days.
      const first = times[0], last = times[times.length - 1];
      const unit = last - first > 40 * day ? day : Math.max(60, Math.ceil((last - first) / 500));
      const begin = Math.floor(first / unit) * unit, steps = Math.floor((last - begin) / unit) + 1;
      const label = element("output", "period");
      const chart = element("canvas", "histogram");
      chart.setAttribute("aria-hidden", "true");
      const low = slider(say("from"), 0), high = slider(say("to"), steps);
      const reset = button("plain", say("showAll"), () => {
        low.value = "0";
        high.value = String(steps);
        change();
        page.showHome();
      });
      const track = element("div", "track");
      track.append(chart, low, high);
      const head = element("div", "time-head");
      head.append(label, reset);
      const ends = element("div", "ends");
      ends.append(element("span", "", dateText(first, monthFormat)), element("span", "", dateText(last, monthFormat)));
      holder.append(head, track, ends);

      function slider(name, value) {
        const input = element("input");
        input.type = "range";
        input.min = "0";
        input.max = String(steps);
        input.step = "1";
        input.value = String(value);
        input.setAttribute("aria-label", name);
        input.addEventListener("input", () => change(input));
        return input;
      }

      const format = unit >= day ? dateFormat : timeFormat;
      function change(moved) {
        let a = Number(low.value), b = Number(high.value);
        // A handle stops one step before the other.
        if (a >= b) {
          if (moved === high) high.value = String(b = Math.min(steps, a + 1)); else low.value = String(a = Math.max(0, b - 1));
        }
        from = a === 0 && b === steps ? -Infinity : begin + a * unit;
        to = a === 0 && b === steps ? Infinity : begin + b * unit - 1e-3;
        const texts = [begin + a * unit, Math.min(begin + b * unit - 1, last)].map((time) => dateText(Math.max(time, first), format));
        label.textContent = texts[0] === texts[1] ? texts[0] : texts.join(" – ");
        low.setAttribute("aria-valuetext", texts[0]);
        high.setAttribute("aria-valuetext", texts[1]);
        reset.disabled = from === -Infinity;
        drawChart(a / steps, b / steps);
        summarize();
        closeStrip();
        page.base.redraw();
      }

      function drawChart(a, b) {
        const width = chart.clientWidth || 300, height = chart.clientHeight || 36, ratio = Math.min(devicePixelRatio || 1, 2);
        chart.width = width * ratio;
        chart.height = height * ratio;
        const context = chart.getContext("2d");
        context.scale(ratio, ratio);
        const bars = Math.max(1, Math.floor(width / 5));
        const numbers = new Array(bars).fill(0);
        for (const time of times) numbers[Math.min(bars - 1, Math.floor((time - begin) / (steps * unit) * bars))]++;
        const most = numbers.reduce((x, y) => Math.max(x, y), 1);
        const style = getComputedStyle(root);
        for (let k = 0; k < bars; k++) {
          if (numbers[k] === 0) continue;
          // The root, so that a day with one photo shows beside one with hundreds.
          const tall = Math.max(2, Math.sqrt(numbers[k] / most) * height);
          const middle = (k + 0.5) / bars;
          context.fillStyle = style.getPropertyValue(middle >= a && middle <= b ? "--accent" : "--line");
          context.fillRect(k * width / bars, height - tall, Math.max(1, width / bars - 1.5), tall);
        }
        track.style.setProperty("--from", a);
        track.style.setProperty("--to", b);
      }

      // The whole range is dragged by what is between the handles.
      let grip = null;
      track.addEventListener("pointerdown", (event) => {
        if (event.target !== chart && event.target !== track) return;
        const at = (event.clientX - track.getBoundingClientRect().left) / track.clientWidth * steps;
        grip = { at: at, a: Number(low.value), b: Number(high.value) };
        if (at < grip.a || at > grip.b) grip = null;
        if (grip) track.setPointerCapture(event.pointerId);
      });
      track.addEventListener("pointermove", (event) => {
        if (!grip || (grip.a === 0 && grip.b === steps)) return;
        const at = (event.clientX - track.getBoundingClientRect().left) / track.clientWidth * steps;
        const shift = Math.max(-grip.a, Math.min(steps - grip.b, Math.round(at - grip.at)));
        low.value = String(grip.a + shift);
        high.value = String(grip.b + shift);
        change();
      });
      track.addEventListener("pointerup", () => { grip = null; });
      const again = () => drawChart(Number(low.value) / steps, Number(high.value) / steps);
      new ResizeObserver(again).observe(track);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
      queueMicrotask(() => change());
      return holder;
    }

    // --- The table and the view

    function showTable() {
      const list = members(photos, filter, [[0, photos.length]]);
      const columns = [say("date"), say("place"), say("latitude"), say("longitude")];
      if (photos.files) columns.push(say("file"));
      const degrees = new Intl.NumberFormat(settings.language, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
      openTable(settings.title, columns, list.length, (row) => {
        const i = list[row];
        const texts = [
          dateText(photos.times[i], timeFormat), photos.names[photos.places[i]] || say("unknownPlace"),
          degrees.format(photos.latitudes[i]), degrees.format(photos.longitudes[i]),
        ];
        if (photos.files) texts.push(photos.files[i]);
        return texts;
      }, photos.links ? (row) => photos.links[list[row]] : null);
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
    summarize();
    page.keepHome(fit);
    page.base.redraw();
    window.MapPage.photos = photos;
    window.MapPage.map = map;
  };
})();

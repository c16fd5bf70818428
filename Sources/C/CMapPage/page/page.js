// What all map pages have: it unpacks the page's data, draws the base map, and starts the parts (photos, tracks).
//
// Texts of the data become text nodes or are drawn; no text is ever parsed as HTML. State that tests look at is in data-
// attributes of <html>: data-state is loading, ready or failed, data-zoom is the map's zoom.
(function () {
  "use strict";

  const root = document.documentElement;
  const parts = {};
  const settings = JSON.parse(document.getElementById("settings").textContent);
  const strings = settings.strings;

  // --- Words ----------------------------------------------------------------------------------------------------------

  const plurals = new Intl.PluralRules(settings.language);
  const numbers = new Intl.NumberFormat(settings.language);

  /** The words of the interface; {n}, {all}, {host} and {place} are replaced. */
  function say(key, values) {
    let text = strings[key] || key;
    for (const name of Object.keys(values || {})) {
      const value = values[name];
      text = text.replace("{" + name + "}", () => typeof value === "number" ? numbers.format(value) : value);
    }
    return text;
  }

  /** Words for a number of things: `photos.one`, `photos.other`. */
  function count(key, n, values) {
    return say(key + (plurals.select(n) === "one" ? ".one" : ".other"), Object.assign({ n: n }, values));
  }

  /** A number and its unit, between which no line ends. */
  function quantity(number, unit) { return number + "\u00a0" + unit; }

  /** Words between which no line ends. */
  function unbroken(text) { return text.replace(/ /g, "\u00a0"); }

  /** Makes an element; its text is only ever text. */
  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /** Makes a button. */
  function button(className, label, onClick) {
    const made = element("button", className, label);
    made.type = "button";
    made.addEventListener("click", onClick);
    return made;
  }

  // --- Data -----------------------------------------------------------------------------------------------------------

  /** Reads what PackedBytes.swift has written. */
  class Reader {
    constructor(bytes) {
      this.bytes = bytes;
      this.offset = 0;
    }

    /** A number that is not negative: seven bits a byte, the lowest first. */
    number() {
      let value = 0, scale = 1;
      for (;;) {
        if (this.offset >= this.bytes.length) throw new Error("the data ends early");
        const byte = this.bytes[this.offset++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
        scale *= 128;
      }
    }

    /** A signed number: zigzag-coded. */
    signed() {
      const value = this.number();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }

    /** A column of differences. */
    column(length) {
      const values = new Float64Array(length);
      let last = 0;
      for (let i = 0; i < length; i++) values[i] = last += this.signed();
      return values;
    }

    text() {
      const length = this.number();
      const end = this.offset + length;
      const text = Reader.decoder.decode(this.bytes.subarray(this.offset, end));
      this.offset = end;
      return text;
    }

    texts(length) {
      const texts = new Array(length);
      for (let i = 0; i < length; i++) texts[i] = this.text();
      return texts;
    }
  }
  Reader.decoder = new TextDecoder();

  /** Unpacks an element's data: base64 of gzip. */
  async function unpack(id) {
    const holder = document.getElementById(id);
    const text = atob(holder.textContent);
    const small = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) small[i] = text.charCodeAt(i);
    const stream = new Blob([small]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    // The text is not needed again.
    holder.remove();
    return new Reader(bytes);
  }

  // --- The square map of the web --------------------------------------------------------------------------------------

  const limit = 85.0511287798066;

  /** Where a longitude is, as a share of the map's side from the west. */
  function mercatorX(longitude) { return (longitude + 180) / 360; }

  /** Where a latitude is, as a share of the map's side from the north. */
  function mercatorY(latitude) {
    const bounded = Math.max(-limit, Math.min(limit, latitude)) * Math.PI / 180;
    return (1 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / Math.PI) / 2;
  }

  // --- The base map ---------------------------------------------------------------------------------------------------

  /** Lines as pairs of shares of the map's side, with the box around each. */
  function readLines(reader, scale) {
    const lines = [];
    let x = 0, y = 0;
    for (let left = reader.number(); left > 0; left--) {
      const length = reader.number();
      const points = new Float64Array(2 * length);
      // Where a line runs along an edge at which the outline was cut.
      const line = { points: points, west: 2, east: -1, north: 2, south: -1, cut: null };
      for (let i = 0; i < length; i++) {
        x += reader.signed();
        y += reader.signed();
        const px = points[2 * i] = mercatorX(x / scale), py = points[2 * i + 1] = mercatorY(y / scale);
        if (px < line.west) line.west = px;
        if (px > line.east) line.east = px;
        if (py < line.north) line.north = py;
        if (py > line.south) line.south = py;
      }
      lines.push(line);
    }
    return lines;
  }

  function readOutline(reader) {
    const scale = reader.number();
    return { coasts: readLines(reader, scale), borders: readLines(reader, scale) };
  }

  /** Lines without the points that are nearer to the last one than a share of the map's side, and without short lines. */
  function thinned(lines, least) {
    const kept = [];
    for (const line of lines) {
      if (Math.max(line.east - line.west, line.south - line.north) < 1.5 * least) continue;
      const points = [], count = line.points.length / 2;
      let lastX = -1, lastY = -1;
      for (let i = 0; i < count; i++) {
        const x = line.points[2 * i], y = line.points[2 * i + 1];
        // Corners at the edge of the world stay, or its fill would not reach there.
        const isEnd = i === 0 || i === count - 1 || x <= 0 || x >= 1;
        if (!isEnd && Math.abs(x - lastX) + Math.abs(y - lastY) < least) continue;
        points.push(x, y);
        lastX = x;
        lastY = y;
      }
      kept.push(Object.assign({}, line, { points: Float64Array.from(points) }));
    }
    return kept;
  }

  function readBaseMap(reader) {
    const map = { world: readOutline(reader), small: [], details: [], labels: [] };
    Object.assign(map.world, { west: 0, east: 1, north: 0, south: 1 });
    // Points that are at most a pixel and a half apart at their zoom.
    for (const zoom of smallZooms) {
      const least = 1.5 / (256 * Math.pow(2, zoom));
      map.small.push(Object.assign({}, map.world, {
        zoom: zoom, coasts: thinned(map.world.coasts, least), borders: thinned(map.world.borders, least),
      }));
    }
    const side = reader.number();
    for (let left = reader.number(); left > 0; left--) {
      const south = reader.signed(), west = reader.signed();
      const detail = readOutline(reader);
      detail.west = mercatorX(west);
      detail.east = mercatorX(west + side);
      detail.south = mercatorY(south);
      detail.north = mercatorY(south + side);
      map.details.push(detail);
    }
    const length = reader.number();
    const latitudes = reader.column(length), longitudes = reader.column(length);
    for (let i = 0; i < length; i++) {
      const mixed = reader.number();
      map.labels.push({
        x: mercatorX(longitudes[i] / 1e4), y: mercatorY(latitudes[i] / 1e4), isCountry: mixed % 2 === 0,
        rank: Math.floor(mixed / 2), name: "", unit: 0,
      });
    }
    for (const label of map.labels) label.name = reader.text();
    // Countries first, then the largest settlements: who comes first gets the room.
    map.labels.sort((a, b) => (b.isCountry - a.isCountry) || (b.rank - a.rank));
    map.streets = readStreets(reader);
    return map;
  }

  /** Streets by class, the most important first, as pairs of shares of the map's side. */
  function readStreets(reader) {
    const names = reader.texts(reader.number()), classes = [];
    let x = 0, y = 0;
    for (let left = reader.number(); left > 0; left--) {
      const lines = [];
      for (let count = reader.number(); count > 0; count--) {
        const number = reader.number(), length = reader.number(), points = new Float64Array(2 * length);
        const line = { points: points, west: 2, east: -1, north: 2, south: -1, name: number > 0 ? names[number - 1] : "" };
        for (let i = 0; i < length; i++) {
          x += reader.signed();
          y += reader.signed();
          const px = points[2 * i] = mercatorX(x / 1e5), py = points[2 * i + 1] = mercatorY(y / 1e5);
          if (px < line.west) line.west = px;
          if (px > line.east) line.east = px;
          if (py < line.north) line.north = py;
          if (py > line.south) line.south = py;
        }
        lines.push(line);
      }
      classes.push(lines);
    }
    return classes;
  }

  let colors = null;

  /** Colours of the style sheet, which are others in the dark and on paper; looking them up takes milliseconds. */
  function palette() {
    if (colors) return colors;
    const style = getComputedStyle(root);
    colors = {};
    const names = [
      "sea", "land", "coast", "border", "label", "halo", "country", "street", "street-edge", "road-edge", "path", "street-name",
    ];
    for (const name of names) {
      colors[name] = style.getPropertyValue("--" + name).trim();
    }
    return colors;
  }

  // The zoom from which the fine squares are drawn: below it, one of the world's steps is about a pixel.
  const detailZoom = 6;
  // Up to each of these the world is drawn with fewer points.
  const smallZooms = [2, 3, 4];
  const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

  /**
   * A canvas that is a little larger than the view, so that it can be dragged.
   *
   * `paint(context, view)` draws it. `view`: the position of the canvas on the whole map in pixels, its size, pixels of the screen
   * for one of them, the zoom, and the side of the whole map.
   */
  const CanvasLayer = L.Renderer.extend({
    options: { padding: 0.2, tolerance: 0 },

    initialize: function (pane, className, paint) {
      L.Renderer.prototype.initialize.call(this, { pane: pane });
      this._className = className;
      this._paint = paint;
    },

    _initContainer: function () {
      this._container = element("canvas", this._className);
      this._container.setAttribute("aria-hidden", "true");
      this._context = this._container.getContext("2d");
    },

    _destroyContainer: function () {
      L.DomUtil.remove(this._container);
      delete this._container;
      delete this._context;
    },

    _updatePaths: function () {},

    /** Draws again, such as after a filter has changed. */
    redraw: function () { if (this._map) this._update(); },

    _update: function () {
      if (this._map._animatingZoom && this._bounds) return;
      L.Renderer.prototype._update.call(this);
      const size = this._bounds.getSize(), ratio = Math.min(window.devicePixelRatio || 1, 2), canvas = this._container;
      L.DomUtil.setPosition(canvas, this._bounds.min);
      if (canvas.width !== Math.floor(size.x * ratio) || canvas.height !== Math.floor(size.y * ratio)) {
        canvas.width = size.x * ratio;
        canvas.height = size.y * ratio;
        canvas.style.width = size.x + "px";
        canvas.style.height = size.y + "px";
      }
      this._draw();
    },

    _draw: function () {
      const origin = this._map.getPixelOrigin().add(this._bounds.min), size = this._bounds.getSize(), zoom = this._map.getZoom();
      this._paint(this._context, {
        x: origin.x, y: origin.y, width: size.x, height: size.y, ratio: Math.min(window.devicePixelRatio || 1, 2), zoom: zoom,
        side: 256 * Math.pow(2, zoom),
      });
    },
  });

  /** Draws the base map. */
  const BaseMapLayer = CanvasLayer.extend({
    initialize: function (base, hasTiles) {
      CanvasLayer.prototype.initialize.call(this, "tilePane", "base-map", (context, view) => {
        const begin = performance.now(), covered = [];
        for (const draw of this.drawers) {
          for (const box of draw()) covered.push([box[0] - view.x, box[1] - view.y, box[2] - view.x, box[3] - view.y]);
        }
        drawBaseMap(context, base, Object.assign(view, { hasTiles: hasTiles, covered: covered }));
        root.dataset.drawn = (performance.now() - begin).toFixed(1);
      });
      this.drawers = [];
    },

    /** Draws before the next frame; parts are asked first for what they cover, since names are not drawn there. */
    _draw: function () {
      if (this._isScheduled) return;
      this._isScheduled = true;
      queueMicrotask(() => {
        this._isScheduled = false;
        if (this._map && this._bounds) CanvasLayer.prototype._draw.call(this);
      });
    },
  });

  /** Draws what is in view; `view` says besides whether images are below, so that only names are drawn, and which boxes are covered. */
  function drawBaseMap(context, base, view) {
    const colors = palette();
    const side = view.side;
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    // The quickest kind; on lines as thin as these nobody sees it.
    context.lineJoin = "bevel";
    view.streets = [];
    if (!view.hasTiles) {
      context.fillStyle = colors.sea;
      context.fillRect(0, 0, view.width, view.height);
      // Beyond 180° the world begins again.
      const first = Math.floor(view.x / side), last = Math.floor((view.x + view.width) / side);
      for (let copy = first; copy <= last; copy++) drawWorld(context, base, view, side, copy, colors);
    }
    drawLabels(context, base, view, side, colors);
  }

  function drawWorld(context, base, view, side, copy, colors) {
    const frame = { dx: copy * side - view.x, dy: -view.y, side: side, width: view.width, height: view.height };
    const isVisible = (box) =>
      frame.dx + box.east * side > 0 && frame.dx + box.west * side < view.width &&
      frame.dy + box.south * side > 0 && frame.dy + box.north * side < view.height;
    const details = view.zoom >= detailZoom ? base.details.filter(isVisible) : [];
    const world = base.small.find((small) => view.zoom <= small.zoom) || base.world;
    // Land reaches a little beyond 180°, so that no seam shows between two copies.
    fill(context, [world], Object.assign({ beyond: world }, frame), isVisible, colors);
    context.save();
    if (details.length > 0) {
      // The coarse lines are drawn everywhere but in the fine squares.
      context.beginPath();
      context.rect(0, 0, view.width, view.height);
      for (const box of details) squarePath(context, box, frame);
      context.clip("evenodd");
    }
    stroke(context, [world], frame, isVisible, colors, view.zoom);
    context.restore();
    for (const box of details) {
      // Clipped to whole pixels, and land on an edge reaches beyond it: so no seams show between squares.
      context.save();
      context.beginPath();
      squarePath(context, box, frame);
      context.clip();
      context.fillStyle = colors.sea;
      context.fill();
      fill(context, [box], Object.assign({ beyond: box }, frame), isVisible, colors);
      context.restore();
    }
    stroke(context, details, frame, isVisible, colors, view.zoom);
    view.streets = view.streets.concat(drawStreets(context, base.streets, frame, isVisible, colors, view.zoom));
  }

  /**
   * How streets are drawn, by class: the zoom from which they are, and their width in pixels at zoom 15.
   *
   * The classes are those of `StreetClass`, motorway to other; those up to tertiary are roads, and those from footways on are paths.
   */
  const streetStyles = [
    [8, 7], [8, 6.5], [9, 6], [11, 5.5], [12, 5], [13.5, 4], [13.5, 4], [14, 4], [14, 4], [14.75, 3.4],
    [14.75, 1], [14.75, 1], [15.25, 1], [14.75, 1], [14.75, 1], [15.25, 1],
  ].map(([from, width], number) => ({ from: from, width: width, isRoad: number < 5, isPath: number > 9 }));

  /** Pixels that a street is wide. Where there are many, their lines have one pixel, which are drawn several times as fast. */
  function streetWidth(style, zoom) {
    const width = Math.min(style.width * Math.pow(zoom < 15 ? 1.5 : 1.4, zoom - 15), 3.2 * style.width);
    return style.isPath ? Math.max(width, 1) : width < (style.isRoad ? 1.8 : 4.3) ? 1 : width;
  }

  /**
   * Draws streets, those of less importance below.
   *
   * Wide ones have edges. All edges are below all surfaces, so that streets are open where they meet.
   *
   * @returns What is drawn, the most important first: a style, its lines in view, their width, and where the world is in the view.
   */
  function drawStreets(context, classes, frame, isVisible, colors, zoom) {
    const drawn = [], coarse = Object.assign({ least: zoom < 15 ? 2.5 : 1.2 }, frame);
    classes.forEach((lines, number) => {
      const style = streetStyles[Math.min(number, streetStyles.length - 1)];
      if (zoom < style.from) return;
      const visible = lines.filter((line) => isVisible(line) && isLarge(line, frame, 1.5));
      if (visible.length > 0) drawn.unshift({ style: style, lines: visible, width: streetWidth(style, zoom), frame: frame });
    });
    // Of a path with all lines a stroke would take twice as long as of few at a time.
    const together = 16;
    const trace = (lines) => {
      for (let i = 0; i < lines.length; i += together) {
        context.beginPath();
        for (let j = i; j < Math.min(i + together, lines.length); j++) addPath(context, lines[j].points, coarse, false, null);
        context.stroke();
      }
    };
    // Edges draw each line once more, for which there is no time where streets are denser than in any large city.
    const small = drawn.filter((one) => !one.style.isRoad && !one.style.isPath);
    const isDense = small.reduce((sum, one) => one.lines.reduce((all, line) => all + line.points.length / 2, sum), 0) > 5000;
    const hasEdge = (one) => !one.style.isPath && one.width >= (one.style.isRoad ? 3 : 4.5) && (one.style.isRoad || !isDense);
    context.save();
    for (const one of drawn) {
      if (!hasEdge(one)) continue;
      context.strokeStyle = one.style.isRoad ? colors["road-edge"] : colors["street-edge"];
      context.lineWidth = one.width + 1.5;
      trace(one.lines);
    }
    for (const one of drawn) {
      context.strokeStyle = one.style.isPath ? colors.path : hasEdge(one) ? colors.street
        : one.style.isRoad ? colors["road-edge"] : colors["street-edge"];
      // Without edges, small streets as wide as that would be more prominent than roads.
      context.lineWidth = one.style.isRoad || hasEdge(one) ? one.width : Math.min(one.width, 2);
      if (one.style.isPath) context.setLineDash([3, 2]);
      trace(one.lines);
      context.setLineDash([]);
    }
    context.restore();
    return drawn.reverse();
  }

  /** Whether a line is longer than some pixels in one direction. */
  function isLarge(line, frame, least) {
    return Math.max(line.east - line.west, line.south - line.north) * frame.side >= least;
  }

  /** A square on whole pixels. */
  function squarePath(context, box, frame) {
    const west = Math.round(frame.dx + box.west * frame.side), east = Math.round(frame.dx + box.east * frame.side);
    const north = Math.round(frame.dy + box.north * frame.side), south = Math.round(frame.dy + box.south * frame.side);
    context.rect(west, north, east - west, south - north);
  }

  function fill(context, outlines, frame, isVisible, colors) {
    context.fillStyle = colors.land;
    context.beginPath();
    for (const outline of outlines) {
      for (const line of outline.coasts) {
        if (isVisible(line) && isLarge(line, frame, 0.8)) addPath(context, line.points, frame, true, null);
      }
    }
    context.fill("evenodd");
  }

  function stroke(context, outlines, frame, isVisible, colors, zoom) {
    for (const kind of ["coasts", "borders"]) {
      context.beginPath();
      for (const outline of outlines) {
        for (const line of outline[kind]) {
          if (isVisible(line) && isLarge(line, frame, 2)) addPath(context, line.points, frame, kind === "coasts", outline);
        }
      }
      context.strokeStyle = kind === "coasts" ? colors.coast : colors.border;
      context.lineWidth = kind === "coasts" ? 1 : zoom < 5 ? 0.8 : 1.4;
      if (kind === "borders" && zoom >= 5) context.setLineDash([5, 3]);
      context.stroke();
      context.setLineDash([]);
    }
  }

  /**
   * Adds a line to the path, without the points that cannot be seen: those nearer to the last one than most of a pixel, and
   * those between two others that are outside on the same side.
   *
   * `cut`: the box at which the outline was cut, along which no coast is drawn; `null` for filling.
   */
  function addPath(context, points, frame, isClosed, cut) {
    const count = points.length / 2, least = frame.least || 1.2;
    const left = -8, top = -8, right = frame.width + 8, bottom = frame.height + 8;
    const code = (x, y) => (x < left ? 1 : x > right ? 2 : 0) | (y < top ? 4 : y > bottom ? 8 : 0);
    const end = isClosed ? count : count - 1;
    let lastX = 0, lastY = 0, lastCode = 0, isPending = false, pendingX = 0, pendingY = 0, hasBegun = false;
    let previousX = 0, previousY = 0;
    for (let i = 0; i <= end; i++) {
      const j = i === count ? 0 : i;
      const sx = points[2 * j], sy = points[2 * j + 1];
      let x = frame.dx + sx * frame.side, y = frame.dy + sy * frame.side;
      if (frame.beyond) {
        const box = frame.beyond, e = 1e-9;
        if (Math.abs(sx - box.west) < e) x -= 2; else if (Math.abs(sx - box.east) < e) x += 2;
        if (Math.abs(sy - box.north) < e) y -= 2; else if (Math.abs(sy - box.south) < e) y += 2;
      }
      const here = code(x, y);
      let jump = !hasBegun;
      if (cut && hasBegun && isAlongCut(cut, previousX, previousY, sx, sy)) jump = true;
      previousX = sx;
      previousY = sy;
      if (jump) {
        if (isPending && hasBegun) context.lineTo(pendingX, pendingY);
        context.moveTo(x, y);
      } else if ((here & lastCode) !== 0 || (i < end && Math.abs(x - lastX) + Math.abs(y - lastY) < least)) {
        // Drawn only if the line comes back from there.
        isPending = true;
        pendingX = x;
        pendingY = y;
        if ((here & lastCode) !== 0) lastCode = here & lastCode;
        continue;
      } else {
        if (isPending && lastCode !== 0) context.lineTo(pendingX, pendingY);
        context.lineTo(x, y);
      }
      hasBegun = true;
      isPending = false;
      lastX = x;
      lastY = y;
      lastCode = here;
    }
    if (isPending) context.lineTo(pendingX, pendingY);
    if (isClosed && !cut) context.closePath();
  }

  function isAlongCut(box, x1, y1, x2, y2) {
    const e = 1e-9;
    return (Math.abs(x1 - box.west) < e && Math.abs(x2 - box.west) < e) ||
      (Math.abs(x1 - box.east) < e && Math.abs(x2 - box.east) < e) ||
      (Math.abs(y1 - box.north) < e && Math.abs(y2 - box.north) < e) ||
      (Math.abs(y1 - box.south) < e && Math.abs(y2 - box.south) < e);
  }

  /** Draws as many names as there is room for, those of countries and large settlements first. */
  function drawLabels(context, base, view, side, colors) {
    const taken = [];
    // Where names are, by squares of 128 pixels, so that few have to be compared.
    const grid = new Map();
    const isFree = (box) => {
      for (let gx = box[0] >> 7; gx <= box[2] >> 7; gx++) {
        for (let gy = box[1] >> 7; gy <= box[3] >> 7; gy++) {
          for (const other of grid.get(gx * 4096 + gy) || []) {
            if (box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]) return false;
          }
        }
      }
      return true;
    };
    const take = (box) => {
      for (let gx = box[0] >> 7; gx <= box[2] >> 7; gx++) {
        for (let gy = box[1] >> 7; gy <= box[3] >> 7; gy++) {
          const key = gx * 4096 + gy;
          if (!grid.has(key)) grid.set(key, []);
          grid.get(key).push(box);
        }
      }
    };
    for (const box of view.covered) take(box);
    // The smallest settlement that is named at this zoom; a step of zoom shows those with half as many people.
    const least = 8 * (24 - 1.35 * view.zoom);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    const first = Math.floor(view.x / side), last = Math.floor((view.x + view.width) / side);
    let drawn = 0;
    for (const label of base.labels) {
      if (!label.isCountry && label.rank < least) break;
      if (label.isCountry && view.zoom > 7) continue;
      for (let copy = first; copy <= last; copy++) {
        const x = (copy + label.x) * side - view.x, y = label.y * side - view.y;
        if (x < -60 || x > view.width + 60 || y < -10 || y > view.height + 10) continue;
        const isBold = label.isCountry || label.rank >= 8 * 20;
        const size = label.isCountry ? Math.min(17, 11 + view.zoom) : isBold ? 13 : label.rank >= 8 * 16.5 ? 12 : 11;
        const weight = isBold ? "600 " : "500 ";
        if (label.unit === 0) {
          // Measured once: widths grow with the size.
          context.font = weight + "12px " + fonts;
          label.unit = context.measureText(label.name).width / 12;
        }
        const width = label.unit * size;
        // A country's name has to fit into most of it.
        if (label.isCountry && width > 3.2 * label.rank / 10 / 360 * side) continue;
        const middle = label.isCountry ? y : y - 10;
        const box = [x - width / 2 - 4, middle - size * 0.8, x + width / 2 + 4, middle + size * 0.8];
        if (!label.isCountry) box[3] = y + 4;
        if (!isFree(box)) continue;
        take(box);
        taken.push({ label: label, x: x, y: y, middle: middle, font: weight + size + "px " + fonts });
        if (++drawn >= 400) break;
      }
      if (drawn >= 400) break;
    }
    context.lineWidth = 3;
    context.strokeStyle = colors.halo;
    drawStreetNames(context, view, colors, isFree, take);
    for (const one of taken) {
      context.font = one.font;
      if (one.label.isCountry && "letterSpacing" in context) context.letterSpacing = "1.5px";
      context.strokeText(one.label.name, one.x, one.middle);
      context.fillStyle = one.label.isCountry ? colors.country : colors.label;
      context.fillText(one.label.name, one.x, one.middle);
      if ("letterSpacing" in context) context.letterSpacing = "0px";
      if (one.label.isCountry) continue;
      context.beginPath();
      context.arc(one.x, one.y, one.label.rank >= 8 * 20 ? 2.4 : 1.8, 0, 2 * Math.PI);
      context.fillStyle = colors.label;
      context.fill();
    }
    root.dataset.labels = String(drawn);
    root.dataset.streets = String(view.streets.reduce((sum, one) => sum + one.lines.length, 0));
  }

  // Of a line, where a name may be, as shares of what is in view.
  const namePlaces = [0.5, 0.3, 0.7, 0.15, 0.85];
  const widths = new Map();

  /** Draws names along streets that are straight enough for them, the important streets first. */
  function drawStreetNames(context, view, colors, isFree, take) {
    const size = view.zoom >= 17 ? 12 : 11, found = [], places = new Map();
    for (const one of view.streets) {
      // Where a street is narrow its name would cover it, and many streets.
      if (view.zoom < (one.style.width >= 5 ? 14.25 : one.style.isPath ? 16.5 : 15.25)) continue;
      for (const line of one.lines) {
        if (!line.name) continue;
        const key = line.name;
        if (!widths.has(key)) {
          context.font = "500 12px " + fonts;
          widths.set(key, context.measureText(line.name).width / 12);
        }
        const width = widths.get(key) * size;
        if (!isLarge(line, one.frame, width * 0.6)) continue;
        const spot = placeName(line, one.frame, width + 8, size, (x, y, boxes) =>
          (places.get(key) || []).every((other) => Math.hypot(x - other[0], y - other[1]) > 320) && boxes.every(isFree));
        if (!spot) continue;
        spot.boxes.forEach(take);
        if (!places.has(key)) places.set(key, []);
        places.get(key).push([spot.x, spot.y]);
        found.push(Object.assign(spot, { name: line.name }));
        if (found.length >= 300) break;
      }
      if (found.length >= 300) break;
    }
    context.font = "500 " + size + "px " + fonts;
    context.fillStyle = colors["street-name"];
    for (const spot of found) {
      context.setTransform(view.ratio, 0, 0, view.ratio, view.ratio * spot.x, view.ratio * spot.y);
      context.rotate(spot.angle);
      context.strokeText(spot.name, 0, 0);
      context.fillText(spot.name, 0, 0);
    }
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    root.dataset.streetNames = String(found.length);
  }

  /** A place on a line for a name: nearly straight, in view, and where `isGood` says so; `null` if there is none. */
  function placeName(line, frame, width, size, isGood) {
    const count = line.points.length / 2, xs = [], ys = [], along = [0];
    for (let i = 0; i < count; i++) {
      xs.push(frame.dx + line.points[2 * i] * frame.side);
      ys.push(frame.dy + line.points[2 * i + 1] * frame.side);
      if (i > 0) along.push(along[i - 1] + Math.hypot(xs[i] - xs[i - 1], ys[i] - ys[i - 1]));
    }
    if (along[count - 1] < width) return null;
    const isIn = (x, y) => x > 0 && y > 0 && x < frame.width && y < frame.height;
    let begin = -1, end = -1;
    for (let i = 0; i < count; i++) {
      if (!isIn(xs[i], ys[i])) continue;
      if (begin < 0) begin = along[Math.max(i - 1, 0)];
      end = along[Math.min(i + 1, count - 1)];
    }
    // A long segment may cross the view with both ends outside.
    if (begin < 0) [begin, end] = [0, along[count - 1]];
    const at = (way) => {
      let i = 1;
      while (i < count - 1 && along[i] < way) i++;
      const share = (way - along[i - 1]) / (along[i] - along[i - 1] || 1);
      return [xs[i - 1] + share * (xs[i] - xs[i - 1]), ys[i - 1] + share * (ys[i] - ys[i - 1])];
    };
    for (const share of namePlaces) {
      const middle = Math.min(Math.max(begin + share * (end - begin), width / 2), along[count - 1] - width / 2);
      const from = at(middle - width / 2), to = at(middle + width / 2), center = at(middle);
      const chord = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const x = (from[0] + to[0]) / 2, y = (from[1] + to[1]) / 2;
      if (chord < 0.97 * width || Math.hypot(center[0] - x, center[1] - y) > size * 0.35) continue;
      if (!isIn(from[0], from[1]) || !isIn(to[0], to[1])) continue;
      let angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
      if (angle > Math.PI / 2) angle -= Math.PI;
      if (angle < -Math.PI / 2) angle += Math.PI;
      const boxes = [], steps = Math.max(1, Math.ceil(chord / size));
      for (let i = 0; i <= steps; i++) {
        const bx = from[0] + i / steps * (to[0] - from[0]), by = from[1] + i / steps * (to[1] - from[1]);
        boxes.push([bx - size * 0.6, by - size * 0.6, bx + size * 0.6, by + size * 0.6]);
      }
      if (isGood(x, y, boxes)) return { x: x, y: y, angle: angle, boxes: boxes };
    }
    return null;
  }

  // --- The page -------------------------------------------------------------------------------------------------------

  /**
   * Shows the map; parts add to it.
   *
   * `base.drawers` takes functions that draw what is above the base map, and return the boxes they cover in pixels of the whole
   * map at this zoom. `bar` is the panel with the title, `dock` what stands at the bottom.
   */
  function makePage(base) {
    const holder = document.getElementById("map");
    const map = L.map(holder, {
      zoomControl: false, attributionControl: false, worldCopyJump: false, minZoom: 1, maxZoom: 18,
      // What is shown at first fills the view; images are sharp at whole steps only.
      zoomSnap: settings.tiles ? 1 : 0.25,
      zoomAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
      maxBounds: [[-90, -720], [90, 720]], maxBoundsViscosity: 0.5,
    });
    map.setView([20, 0], 2);
    L.control.zoom({ position: "topright", zoomInTitle: say("zoomIn"), zoomOutTitle: say("zoomOut") }).addTo(map);
    L.control.attribution({ position: "bottomright", prefix: "Leaflet" }).addTo(map);
    map.attributionControl.addAttribution(L.Util.template("{text}", { text: escaped(settings.attribution) }));
    if (settings.tiles) {
      L.tileLayer(settings.tiles, { maxZoom: 19, maxNativeZoom: 19 }).addTo(map);
      map.attributionControl.addAttribution(escaped(say("tilesNote", { host: new URL(settings.tiles).host })));
    }
    const layer = new BaseMapLayer(base, Boolean(settings.tiles)).addTo(map);
    const redraw = () => {
      colors = null;
      layer.redraw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    // Paper has colours of its own, and the size that the style sheet gives the map there.
    matchMedia("print").addEventListener("change", redraw);
    map.on("zoomend", () => { root.dataset.zoom = String(map.getZoom()); });
    root.dataset.zoom = String(map.getZoom());
    const bar = element("header", "bar"), dock = element("div", "dock");
    bar.appendChild(element("h1", "", settings.title));
    document.body.append(bar, dock);
    const page = { map: map, bar: bar, dock: dock, base: layer };
    addFitting(page);
    return page;
  }

  /**
   * Keeps what is shown in the view.
   *
   * `page.fit(bounds, options)` shows bounds where panels leave the most room. `page.keepHome(show)` calls a function that shows
   * everything, and again whenever the view gets another size, until the user has moved the map.
   */
  function addFitting(page) {
    const { map, bar, dock } = page;
    let home = null, isOwn = false, isMoved = false, screenView = null;
    const alone = (change) => {
      isOwn = true;
      change();
      isOwn = false;
    };
    const show = () => {
      if (home) alone(home);
      isMoved = false;
    };

    page.fit = (bounds, options) => {
      const { margin, maxZoom, animate } = options;
      const view = map.getSize(), all = L.latLngBounds(bounds), legend = document.querySelector(".legend");
      const edge = (panel, side) => {
        const box = panel && panel.getBoundingClientRect();
        if (!box || box.width === 0) return 0;
        return side === "bottom" ? box.bottom : side === "right" ? box.right : view.x - box.left;
      };
      // A legend beside the map, and not in the dock.
      const beside = legend && !dock.contains(legend) ? legend : null;
      const bottom = margin + (dock.offsetHeight > 0 ? view.y - dock.getBoundingClientRect().top : 20);
      const above = edge(bar, "bottom"), under = edge(beside, "bottom"), left = edge(bar, "right"), right = edge(beside, "left");
      // Below the bar or beside it, and so with the legend.
      const rooms = root.classList.contains("is-paper") ? [[0, 0, 0]]
        : [[0, Math.max(above, under), 0], [0, above, right], [left, under, 0], [left, 0, right]];
      let best = null, most = -Infinity;
      for (const [west, north, east] of rooms) {
        const padding = {
          paddingTopLeft: [west + margin, north + margin],
          paddingBottomRight: [east + margin, root.classList.contains("is-paper") ? margin : bottom],
        };
        const rest = view.subtract(padding.paddingTopLeft).subtract(padding.paddingBottomRight);
        if (rest.x < 60 || rest.y < 60) continue;
        const zoom = Math.min(maxZoom, map.getBoundsZoom(all, false, L.point(padding.paddingTopLeft).add(padding.paddingBottomRight)));
        if (zoom > most) [best, most] = [padding, zoom];
      }
      map.fitBounds(all, Object.assign({ maxZoom: maxZoom, animate: animate }, best || { padding: [20, 20] }));
    };
    page.keepHome = (another) => {
      home = another;
      show();
    };
    page.showHome = show;
    /** Shows a scale, in feet and miles or in metres. */
    page.addScale = (isImperial) => {
      L.control.scale({ position: "bottomleft", imperial: isImperial, metric: !isImperial, maxWidth: 120 }).addTo(map);
    };
    map.on("movestart zoomstart", () => { if (!isOwn) isMoved = true; });
    map.on("resize", () => { if (!isMoved && !isOwn) show(); });
    // Paper has a size of its own, which the map has to know before it is drawn; a sheet with tracks shows all of them.
    window.addEventListener("beforeprint", () => alone(() => {
      if (!screenView) screenView = [map.getCenter(), map.getZoom()];
      root.classList.add("is-paper");
      map.invalidateSize({ animate: false });
      if (home && (!isMoved || root.classList.contains("has-tracks"))) home();
      map.fire("paper");
      page.base.redraw();
    }));
    window.addEventListener("afterprint", () => alone(() => {
      root.classList.remove("is-paper");
      map.invalidateSize({ animate: false });
      if (screenView) map.setView(screenView[0], screenView[1], { animate: false });
      screenView = null;
      map.fire("paper");
      page.base.redraw();
    }));
  }

  /** Leaflet's attribution is the one place that takes HTML: only what this returns goes in. */
  function escaped(text) {
    const holder = element("span", "", text);
    return holder.innerHTML;
  }

  /** A dialog over the map, which Escape closes; focus comes back to where it was. */
  function openDialog(className, label) {
    const dialog = element("dialog", className);
    dialog.setAttribute("aria-label", label);
    dialog.appendChild(button("close", say("close"), () => dialog.close()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.appendChild(dialog);
    dialog.showModal();
    return dialog;
  }

  /**
   * A table of what the map shows, some rows at a time.
   *
   * `columns`: the headings. `length`: the number of rows. `cells(row)`: a row's texts; `link(row)`: where its last one leads.
   */
  function openTable(title, columns, length, cells, link) {
    const dialog = openDialog("table", title);
    const step = 200;
    const table = element("table");
    const caption = element("caption", "", title);
    const head = element("tr");
    for (const name of columns) {
      const cell = element("th", "", name);
      cell.scope = "col";
      head.appendChild(cell);
    }
    const thead = element("thead"), body = element("tbody");
    thead.appendChild(head);
    table.append(caption, thead, body);
    const pages = element("nav"), where = element("span", "where");
    let begin = 0;
    const show = (at) => {
      begin = at;
      const end = Math.min(begin + step, length);
      body.textContent = "";
      for (let row = begin; row < end; row++) {
        const line = element("tr");
        const texts = cells(row);
        texts.forEach((text, index) => {
          const cell = element("td");
          const target = link && index === texts.length - 1 ? link(row) : null;
          if (target) {
            const anchor = element("a", "", text);
            anchor.href = target;
            cell.appendChild(anchor);
          } else {
            cell.textContent = text;
          }
          line.appendChild(cell);
        });
        body.appendChild(line);
      }
      where.textContent = numbers.format(begin + 1) + "–" + numbers.format(end) + " / " + numbers.format(length);
      back.disabled = begin === 0;
      on.disabled = end === length;
      table.parentElement.scrollTop = 0;
    };
    const back = button("", say("previous"), () => show(Math.max(0, begin - step)));
    const on = button("", say("next"), () => show(begin + step));
    pages.append(back, where, on);
    const scroller = element("div", "scroller");
    scroller.tabIndex = 0;
    scroller.appendChild(table);
    dialog.append(scroller, pages);
    show(0);
    return dialog;
  }

  async function start() {
    holdLoading();
    const base = readBaseMap(await unpack("data-base"));
    const page = makePage(base);
    for (const name of settings.parts) {
      const lines = document.getElementById("lines-" + name);
      await parts[name](page, await unpack("data-" + name), lines);
    }
    root.dataset.state = "ready";
    root.dataset.ready = performance.now().toFixed(0);
  }

  /** Delays the load event until all is drawn, since a page may be printed at it: an image is on its way as long as that takes. */
  function holdLoading(turn = 0) {
    if (root.dataset.state !== "loading") return;
    const image = new Image();
    image.onload = image.onerror = () => holdLoading(turn + 1);
    image.src = "data:image/gif;turn=" + turn + ";base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  }

  /** What scripts of parts use; a part registers as `MapPage.parts.NAME = async function (page, reader, lines) {}`. */
  window.MapPage = {
    parts: parts, settings: settings, say: say, count: count, numbers: numbers, element: element, button: button,
    quantity: quantity, unbroken: unbroken, CanvasLayer: CanvasLayer, mercatorX: mercatorX, mercatorY: mercatorY,
    openDialog: openDialog, openTable: openTable,
  };

  window.addEventListener("error", () => { root.dataset.failures = String(Number(root.dataset.failures || 0) + 1); });
  document.addEventListener("securitypolicyviolation", (event) => { root.dataset.violation = event.violatedDirective; });
  document.addEventListener("DOMContentLoaded", () => {
    start().catch((error) => {
      root.dataset.state = "failed";
      console.error(error);
      document.body.appendChild(element("p", "failure", say("damaged")));
    });
  });
})();

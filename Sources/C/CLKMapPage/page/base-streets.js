// The streets of the base map and their names.
(function () {
  "use strict";

  const { mercatorX, mercatorY } = window.MapPage;
  const root = document.documentElement;
  const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

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

  /** What is in view at a zoom, the least important class first: a style, its lines and their width. */
  function inView(classes, frame, zoom) {
    const isVisible = (line) =>
      frame.dx + line.east * frame.side > 0 && frame.dx + line.west * frame.side < frame.width &&
      frame.dy + line.south * frame.side > 0 && frame.dy + line.north * frame.side < frame.height &&
      isLarge(line, frame, 1.5);
    const shown = [];
    classes.forEach((lines, number) => {
      const style = streetStyles[Math.min(number, streetStyles.length - 1)];
      if (zoom < style.from) return;
      const visible = lines.filter(isVisible);
      if (visible.length > 0) shown.unshift({ style: style, lines: visible, width: streetWidth(style, zoom) });
    });
    return shown;
  }

  /** Whether a line is longer than some pixels in one direction. */
  function isLarge(line, frame, least) {
    return Math.max(line.east - line.west, line.south - line.north) * frame.side >= least;
  }

  /**
   * Draws streets, those of less importance below.
   *
   * Wide ones have edges. All edges are below all surfaces, so that streets are open where they meet.
   *
   * Returns how many lines are drawn. `frame`: where a copy of the world is in the view.
   */
  function drawStreets(context, classes, frame, colors, zoom) {
    const drawn = inView(classes, frame, zoom), coarse = Object.assign({ least: zoom < 15 ? 2.5 : 1.2 }, frame);
    const { addPath } = window.MapPage;
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
    return drawn.reduce((sum, one) => sum + one.lines.length, 0);
  }

  // Of a line, where a name may be, as shares of what is in view.
  const namePlaces = [0.5, 0.3, 0.7, 0.15, 0.85];
  const widths = new Map();

  /** Draws names along streets that are straight enough for them, the important streets first. */
  function drawStreetNames(context, classes, view, colors, isFree, take) {
    const size = view.zoom >= 17 ? 12 : 11, found = [], places = new Map();
    // At these zooms the view is in one copy of the world.
    const copy = Math.floor((view.x + view.width / 2) / view.side);
    const frame = { dx: copy * view.side - view.x, dy: -view.y, side: view.side, width: view.width, height: view.height };
    for (const one of view.zoom < 14.25 ? [] : inView(classes, frame, view.zoom).reverse()) {
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
        if (!isLarge(line, frame, width * 0.6)) continue;
        const spot = placeName(line, frame, width + 8, size, (x, y, boxes) =>
          (places.get(key) || []).every((other) => Math.hypot(x - other[0], y - other[1]) > 320) &&
          boxes.every((box) => isFree(box) && !view.crosses(box)));
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

  Object.assign(window.MapPage, { readStreets: readStreets, drawStreets: drawStreets, drawStreetNames: drawStreetNames });
})();

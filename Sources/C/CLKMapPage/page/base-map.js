// Draws the base map: land, borders, streets and names.
(function () {
  "use strict";

  const { CanvasLayer, drawLabels, drawStreets } = window.MapPage;
  const root = document.documentElement;

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
  // The zoom from which the finest coasts are drawn: below it, those of the squares are off by less than a pixel.
  const nearZoom = 9;

  /** A canvas that is drawn before the next frame, in the order of the layers. */
  const ScheduledLayer = CanvasLayer.extend({
    _draw: function () {
      if (this._isScheduled) return;
      this._isScheduled = true;
      queueMicrotask(() => {
        this._isScheduled = false;
        if (this._map && this._bounds) CanvasLayer.prototype._draw.call(this);
      });
    },
  });

  /**
   * Draws the base map.
   *
   * Parts are asked first for what they cover, since names are not drawn there: `drawers`. Names stand on the map itself, or above
   * lines in a layer of their own: `raiseNames`.
   */
  const BaseMapLayer = ScheduledLayer.extend({
    initialize: function (base, hasTiles) {
      CanvasLayer.prototype.initialize.call(this, "tilePane", "base-map", (context, view) => {
        const begin = performance.now();
        this._covered = this.drawers.flatMap((draw) => draw());
        prepare(context, view);
        if (!hasTiles) drawLand(context, base, view);
        if (!this._names) this._drawNames(context, view, new Set(), () => false);
        root.dataset.drawn = (performance.now() - begin).toFixed(1);
      });
      this._base = base;
      this._covered = [];
      this.drawers = [];
    },

    _drawNames: function (context, view, names, crosses) {
      const covered = this._covered.map((box) => [box[0] - view.x, box[1] - view.y, box[2] - view.x, box[3] - view.y]);
      drawLabels(context, this._base, Object.assign(view, { covered: covered, names: names, crosses: crosses }), view.side, palette());
    },

    /** Draws names above the lines of a part: `names()` are those that it has itself, `crosses(view)` tells where its lines run. */
    raiseNames: function (names, crosses) {
      const pane = this._map.createPane("names");
      pane.style.zIndex = 450;
      pane.style.pointerEvents = "none";
      this._names = new ScheduledLayer("names", "base-names", (context, view) => {
        prepare(context, view);
        this._drawNames(context, view, new Set(names()), crosses(view));
      }).addTo(this._map);
    },

    redraw: function () {
      CanvasLayer.prototype.redraw.call(this);
      if (this._names) this._names.redraw();
    },
  });

  /** Empties a canvas, whose unit is a pixel of the page from then on. */
  function prepare(context, view) {
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    // The quickest kind; on lines as thin as these it does not show.
    context.lineJoin = "bevel";
  }

  /** Draws land, water and borders in view. */
  function drawLand(context, base, view) {
    const colors = palette(), side = view.side;
    context.fillStyle = colors.sea;
    context.fillRect(0, 0, view.width, view.height);
    // Beyond 180° the world begins again.
    const first = Math.floor(view.x / side), last = Math.floor((view.x + view.width) / side);
    let streets = 0;
    for (let copy = first; copy <= last; copy++) streets += drawWorld(context, base, view, side, copy, colors);
    root.dataset.streets = String(streets);
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
    outside(context, details, frame, view, () => {
      stroke(context, [world], frame, isVisible, colors, view.zoom, ["coasts", "lakes", "borders"]);
    });
    fillSquares(context, details, frame, isVisible, colors);
    const near = view.zoom >= nearZoom ? base.near.filter(isVisible) : [];
    outside(context, near, frame, view, () => {
      stroke(context, details, frame, isVisible, colors, view.zoom, ["coasts", "lakes", "sounds"]);
    });
    fillSquares(context, near, frame, isVisible, colors);
    stroke(context, near, frame, isVisible, colors, view.zoom, ["coasts", "lakes", "sounds"]);
    stroke(context, details, frame, isVisible, colors, view.zoom, ["borders"]);
    return drawStreets(context, base.streets, frame, colors, view.zoom);
  }

  /** Draws everywhere but in some squares, which have finer lines. */
  function outside(context, squares, frame, view, draw) {
    context.save();
    if (squares.length > 0) {
      context.beginPath();
      context.rect(0, 0, view.width, view.height);
      for (const box of squares) squarePath(context, box, frame);
      context.clip("evenodd");
    }
    draw();
    context.restore();
  }

  function fillSquares(context, squares, frame, isVisible, colors) {
    for (const box of squares) {
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
    // Lakes and sounds are drawn on the land.
    for (const kind of ["coasts", "lakes", "sounds"]) {
      context.fillStyle = kind === "coasts" ? colors.land : colors.sea;
      context.beginPath();
      for (const outline of outlines) {
        for (const line of outline[kind]) {
          if (isVisible(line) && isLarge(line, frame, 0.8)) addPath(context, line.points, frame, true, null);
        }
      }
      context.fill("evenodd");
    }
  }

  function stroke(context, outlines, frame, isVisible, colors, zoom, kinds) {
    const hasSounds = outlines.some((outline) => outline.sounds.some(isVisible));
    for (const kind of kinds) {
      // A sound overlaps the sea: a coast is a shore only outside of it, and its line only inside the coasts.
      const other = kind === "coasts" ? "sounds" : kind === "sounds" ? "coasts" : null;
      context.save();
      if (other && hasSounds) clip(context, outlines, frame, isVisible, other);
      context.beginPath();
      for (const outline of outlines) {
        for (const line of outline[kind]) {
          if (isVisible(line) && isLarge(line, frame, 2)) addPath(context, line.points, frame, kind !== "borders", outline);
        }
      }
      context.strokeStyle = kind !== "borders" ? colors.coast : colors.border;
      context.lineWidth = kind !== "borders" ? 1 : zoom < 5 ? 0.8 : 1.4;
      if (kind === "borders" && zoom >= 5) context.setLineDash([5, 3]);
      context.stroke();
      context.restore();
    }
  }

  /** Draws from then on inside the coasts, or outside the sounds, of some outlines alone. */
  function clip(context, outlines, frame, isVisible, kind) {
    context.beginPath();
    if (kind === "sounds") context.rect(0, 0, frame.width, frame.height);
    for (const outline of outlines) {
      for (const line of outline[kind]) {
        if (isVisible(line)) addPath(context, line.points, frame, true, null);
      }
    }
    context.clip("evenodd");
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

  window.MapPage.BaseMapLayer = BaseMapLayer;
  window.MapPage.addPath = addPath;
  window.MapPage.forgetColors = () => { colors = null; };
})();

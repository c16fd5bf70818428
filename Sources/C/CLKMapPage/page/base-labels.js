// The names of the base map.
(function () {
  "use strict";

  const { drawStreetNames } = window.MapPage;
  const root = document.documentElement;
  const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

  /**
   * Draws as many names as there is room for, those of countries and large settlements first.
   *
   * `view.covered`: boxes without names. `view.names`: names that stand there otherwise. `view.crosses(box)`: whether a line does.
   */
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
      if (label.isCountry && view.zoom > 7 || view.names.has(label.name)) continue;
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
        const dot = [x - 4, y - 4, x + 4, y + 4];
        if (!label.isCountry && !isFree(dot)) continue;
        // Rather a place that no line runs through.
        let best = null;
        for (const [east, south] of label.isCountry ? [[0, 0]] : around(width, size)) {
          const tx = x + east, ty = y + south;
          const box = [tx - width / 2 - 4, ty - size * 0.8, tx + width / 2 + 4, ty + size * 0.8];
          if (!isFree(box)) continue;
          const isCrossed = view.crosses(box);
          if (!best || !isCrossed) best = { x: tx, y: ty, box: box };
          if (!isCrossed) break;
        }
        if (!best) continue;
        take(best.box);
        if (!label.isCountry) take(dot);
        taken.push({ label: label, x: best.x, y: best.y, dotX: x, dotY: y, font: weight + size + "px " + fonts });
        if (++drawn >= 400) break;
      }
      if (drawn >= 400) break;
    }
    context.lineWidth = 3;
    context.strokeStyle = colors.halo;
    drawStreetNames(context, base.streets, view, colors, isFree, take);
    for (const one of taken) {
      context.font = one.font;
      if (one.label.isCountry && "letterSpacing" in context) context.letterSpacing = "1.5px";
      context.strokeText(one.label.name, one.x, one.y);
      context.fillStyle = one.label.isCountry ? colors.country : colors.label;
      context.fillText(one.label.name, one.x, one.y);
      if ("letterSpacing" in context) context.letterSpacing = "0px";
      if (one.label.isCountry) continue;
      context.beginPath();
      context.arc(one.dotX, one.dotY, one.label.rank >= 8 * 20 ? 2.4 : 1.8, 0, 2 * Math.PI);
      context.fillStyle = colors.label;
      context.fill();
    }
    root.dataset.labels = String(drawn);
  }

  /** Where a settlement's name may stand from its dot: above, below, at the right, at the left. */
  function around(width, size) {
    const beside = width / 2 + 8;
    return [[0, -10], [0, 6 + size / 2], [beside, 0], [-beside, 0]];
  }

  window.MapPage.drawLabels = drawLabels;
})();

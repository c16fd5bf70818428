// Draws the lines of tracks; at each zoom only points that make a difference of a pixel.
(function () {
  "use strict";

  const root = document.documentElement;

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
        // Beyond the map's edge there is nothing to draw a line on.
        const isBeyond = (y[i] <= 0 && y[i - 1] <= 0) || (y[i] >= 1 && y[i - 1] >= 1);
        if ((here & lastCode) === 0 && !isBeyond) {
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

  const cell = 8;

  /** Where lines run in a view, by squares of some pixels: a function that tells whether one runs through a box. */
  function crossings(view, tracks) {
    const columns = Math.ceil(view.width / cell), rows = Math.ceil(view.height / cell), grid = new Uint8Array(columns * rows);
    const { x, y, starts, length } = tracks;
    const put = (px, py) => {
      const column = Math.floor(px / cell), row = Math.floor(py / cell);
      if (column >= 0 && column < columns && row >= 0 && row < rows) grid[row * columns + column] = 1;
    };
    const first = Math.floor(view.x / view.side) - 1, last = Math.floor((view.x + view.width) / view.side) + 1;
    for (let copy = first; copy <= last; copy++) {
      let lastX = 0, lastY = 0;
      for (let i = 0; i < length; i++) {
        const px = (copy + x[i]) * view.side - view.x, py = y[i] * view.side - view.y;
        const isBeside = (px < 0 && lastX < 0) || (py < 0 && lastY < 0) || (px > view.width && lastX > view.width) || (py > view.height && lastY > view.height);
        if (!starts[i] && !isBeside) {
          // A long piece leaves the view early, so few of its points are looked at.
          const steps = Math.min(2000, Math.ceil(Math.max(Math.abs(px - lastX), Math.abs(py - lastY)) / cell));
          for (let k = 1; k < steps; k++) put(lastX + (px - lastX) * k / steps, lastY + (py - lastY) * k / steps);
        }
        put(px, py);
        [lastX, lastY] = [px, py];
      }
    }
    return (box) => {
      const west = Math.max(0, Math.floor(box[0] / cell)), east = Math.min(columns - 1, Math.floor(box[2] / cell));
      const north = Math.max(0, Math.floor(box[1] / cell)), south = Math.min(rows - 1, Math.floor(box[3] / cell));
      for (let row = north; row <= south; row++) {
        for (let column = west; column <= east; column++) if (grid[row * columns + column]) return true;
      }
      return false;
    };
  }

  window.MapPage.drawLines = drawLines;
  window.MapPage.crossings = crossings;
})();

// The profile of tracks: heights, or else speeds, over the way, in the colours of the lines on the map.
(function () {
  "use strict";

  const { say, numbers, element } = window.MapPage;
  const root = document.documentElement;
  const room = { left: 40, right: 12, top: 12, bottom: 20 };

  /** Which values a profile shows: heights that differ by a metre, else speeds; `null` if neither is worth one. */
  function choose(tracks) {
    const range = (values) => {
      let low = Infinity, high = -Infinity, known = 0;
      for (const value of values) {
        if (isNaN(value)) continue;
        known++;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      return { values: values, low: low, high: high, isKnown: known > 1 };
    };
    const heights = range(tracks.altitudes), speeds = range(tracks.speeds);
    if (heights.isKnown && heights.high - heights.low >= 1) {
      const middle = (heights.low + heights.high) / 2;
      if (heights.high - heights.low < 20) [heights.low, heights.high] = [middle - 10, middle + 10];
      return Object.assign(heights, { isHeight: true });
    }
    return speeds.isKnown && speeds.high > 0 ? Object.assign(speeds, { isHeight: false, low: 0 }) : null;
  }

  /** The least round step that is no smaller. */
  function roundStep(least) {
    if (!(least > 0)) return 1;
    const power = Math.pow(10, Math.floor(Math.log10(least)));
    return [1, 2, 2.5, 5, 10].find((factor) => factor * power >= least * 0.999999) * power;
  }

  /** Round numbers that contain a range: low, high and step. */
  function rounded(a, b, parts) {
    const step = roundStep((b - a) / parts);
    return { low: Math.floor(a / step) * step, high: Math.ceil(b / step) * step, step: step };
  }

  /**
   * Makes the panel of a profile; `null` where there is nothing to show.
   *
   * `colors()`: the colouring of the lines. `pick(i)`: called with the point that is pointed at, -1 for none.
   * Returns the panel, its canvas, and functions to draw it and to show a point with a text.
   */
  function makeProfile(tracks, texts, colors, pick) {
    const total = tracks.distances[tracks.length - 1], shown = choose(tracks);
    if (!(total > 0) || !shown) return null;
    const { values, low, high } = shown, unit = shown.isHeight ? texts.short : texts.fast;
    let cursor = -1;

    const panel = element("section", "profile"), chart = element("canvas"), note = element("output", "note");
    chart.tabIndex = 0;
    chart.setAttribute("role", "slider");
    chart.setAttribute("aria-label", say(shown.isHeight ? "profile" : "speed"));
    chart.setAttribute("aria-valuemin", "0");
    chart.setAttribute("aria-valuemax", String(Math.round(total)));
    panel.append(chart, note);

    function draw() {
      const width = chart.clientWidth, height = chart.clientHeight, ratio = Math.min(devicePixelRatio || 1, 2);
      if (!width) return;
      chart.width = width * ratio;
      chart.height = height * ratio;
      const context = chart.getContext("2d"), style = getComputedStyle(root), color = (name) => style.getPropertyValue(name);
      context.scale(ratio, ratio);
      const plotHeight = height - room.top - room.bottom, axis = rounded(low / unit[0], high / unit[0], plotHeight < 70 ? 2 : 4);
      context.font = "11px " + color("--font");
      room.left = Math.max(40, context.measureText(numbers.format(axis.high) + "\u00a0" + unit[1]).width + 12);
      const frame = {
        width: width, height: height, plotWidth: width - room.left - room.right, plotHeight: plotHeight,
        base: height - room.bottom,
      };
      const px = (distance) => room.left + distance / total * frame.plotWidth;
      const py = (value) => frame.base - (value / unit[0] - axis.low) / (axis.high - axis.low) * frame.plotHeight;
      drawAxes(context, frame, axis, px, py, color);
      paintArea(context, px, py, frame.base);
      for (const stop of tracks.stops) {
        context.beginPath();
        context.arc(px(stop.distance), frame.base, 3.5, 0, 2 * Math.PI);
        context.fillStyle = color("--surface");
        context.strokeStyle = color("--text");
        context.lineWidth = 1.5;
        context.fill();
        context.stroke();
      }
      if (cursor < 0) return;
      const x = px(tracks.distances[cursor]);
      context.strokeStyle = color("--text");
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x, room.top - 6);
      context.lineTo(x, frame.base);
      context.stroke();
      if (isNaN(values[cursor])) return;
      context.beginPath();
      context.arc(x, py(values[cursor]), 4, 0, 2 * Math.PI);
      context.fillStyle = color("--accent");
      context.fill();
    }

    function drawAxes(context, frame, axis, px, py, color) {
      const { width, height, plotWidth } = frame;
      context.lineWidth = 1;
      context.textBaseline = "middle";
      context.strokeStyle = color("--line");
      context.fillStyle = color("--quiet");
      context.textAlign = "right";
      for (let tick = axis.low; tick <= axis.high + axis.step / 2; tick += axis.step) {
        const y = Math.round(py(tick * unit[0])) + 0.5;
        context.beginPath();
        context.moveTo(room.left, y);
        context.lineTo(width - room.right, y);
        context.stroke();
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
        const text = numbers.format(Math.round(tick * 100) / 100) + (isLast ? "\u00a0" + long[1] : "");
        context.fillText(text, Math.min(px(tick * long[0]) + (isLast ? 14 : 0), width - 2), height - 5);
      }
    }

    /** The area under the line in columns of a pixel, each in the colour of the line on the map. */
    function paintArea(context, px, py, base) {
      const { colors: shades, classes } = colors();
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
            context.fillStyle = context.strokeStyle = shades[classes[k]];
            context.globalAlpha = 0.28;
            context.beginPath();
            context.moveTo(lastX, base);
            context.lineTo(lastX, lastY);
            context.lineTo(x, y);
            context.lineTo(x, base);
            context.fill();
            context.globalAlpha = 1;
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

    /** Shows the mark at a point, and what is known of it; -1 for none. */
    function show(i, parts) {
      cursor = i;
      note.textContent = parts.join(" · ");
      if (i >= 0) {
        chart.setAttribute("aria-valuenow", String(Math.round(tracks.distances[i])));
        chart.setAttribute("aria-valuetext", parts.join(", "));
      }
      draw();
    }

    chart.addEventListener("pointermove", (event) => {
      const box = chart.getBoundingClientRect();
      const share = (event.clientX - box.left - room.left) / (box.width - room.left - room.right);
      pick(tracks.indexAt(Math.max(0, Math.min(1, share)) * total));
    });
    chart.addEventListener("pointerleave", () => { if (document.activeElement !== chart) pick(-1); });
    chart.addEventListener("focus", () => { if (cursor < 0) pick(0); });
    chart.addEventListener("blur", () => pick(-1));
    chart.addEventListener("keydown", (event) => {
      const jump = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (event.key === "Home") pick(0, true);
      else if (event.key === "End") pick(tracks.length - 1, true);
      else if (jump) {
        const from = tracks.distances[Math.max(cursor, 0)];
        const target = tracks.indexAt(Math.max(0, Math.min(total, from + jump * total / 200)));
        pick(Math.max(0, Math.min(tracks.length - 1, jump > 0 ? Math.max(target, cursor + 1) : Math.min(target, cursor - 1))), true);
      } else return;
      event.preventDefault();
    });
    new ResizeObserver(draw).observe(chart);
    return { panel: panel, chart: chart, draw: draw, show: show };
  }

  window.MapPage.makeProfile = makeProfile;
})();

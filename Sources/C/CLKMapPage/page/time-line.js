// The time line of photos: how many were taken when, and a period to drag.
(function () {
  "use strict";

  const { say, settings, element, button, photoData } = window.MapPage;
  const { dateText, dateFormat, timeFormat, clockFormat, monthFormat } = photoData;
  const root = document.documentElement;
  const day = 86400;

  /**
   * Makes the time line.
   *
   * `times`: those of the photos, in order. `change(from, to)`: called with the period that is shown, infinite at both ends for all.
   * Returns the panel and a function that shows the whole period.
   */
  function makeTimeLine(times, changed) {
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
    const reset = button("plain", say("wholePeriod"), showAll);
    const track = element("div", "track");
    track.append(chart, low, high);
    const head = element("div", "time-head");
    head.append(label, reset);
    const ends = element("div", "ends");
    // As fine as it takes for the ends to differ; the clocks are those of the places.
    const isDay = Math.floor(first / day) === Math.floor(last / day), isMonths = last - first > 60 * day;
    const endFormat = isDay ? clockFormat : isMonths ? monthFormat : dateFormat;
    ends.append(
      element("span", "", dateText(first, endFormat)), element("span", "", say("localTimes")),
      element("span", "", dateText(last, endFormat)));
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

    function showAll() {
      low.value = "0";
      high.value = String(steps);
      change();
    }

    const format = unit >= day ? dateFormat : timeFormat;
    function change(moved) {
      let a = Number(low.value), b = Number(high.value);
      // A handle stops one step before the other.
      if (a >= b) {
        if (moved === high) high.value = String(b = Math.min(steps, a + 1)); else low.value = String(a = Math.max(0, b - 1));
      }
      const isAll = a === 0 && b === steps;
      const texts = [begin + a * unit, Math.min(begin + b * unit - 1, last)].map((time) => dateText(Math.max(time, first), format));
      label.textContent = texts[0] === texts[1] ? texts[0] : texts.join(" – ");
      low.setAttribute("aria-valuetext", texts[0]);
      high.setAttribute("aria-valuetext", texts[1]);
      reset.disabled = isAll;
      drawChart(a / steps, b / steps);
      changed(isAll ? -Infinity : begin + a * unit, isAll ? Infinity : begin + b * unit - 1e-3);
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
    return { panel: holder, showAll: showAll };
  }

  window.MapPage.makeTimeLine = makeTimeLine;
})();

// A receiver at work: its position, how exact that is, and the satellites it sees. The page loads itself again, since only that
// works from a disk, and keeps the view in the address behind #. State that tests look at: data-satellites, data-live.
(function () {
  "use strict";

  const { say, numberFormat, element, quantity, settings } = window.MapPage;
  const root = document.documentElement;

  /** Reads what LiveView.swift has packed. */
  function readLive(reader) {
    const value = (scale) => reader.number() === 1 ? reader.signed() / scale : NaN;
    const live = {
      isEnded: reader.number() === 1, written: reader.number(), latitude: value(1e6), longitude: value(1e6), accuracy: value(10),
      altitude: value(10), speed: value(100), course: value(10), time: value(1), offset: reader.signed(), place: reader.text(),
      state: reader.text(), stateName: reader.text(), satellites: [],
    };
    for (let left = reader.number(); left > 0; left--) {
      live.satellites.push({
        id: reader.signed(), elevation: value(1), azimuth: value(1), signal: value(10), isUsed: reader.number() === 1,
      });
    }
    return live;
  }

  const names = ["north", "east", "south", "west"];

  /** The sky as a receiver sees it: the zenith in the middle, north at the top, and strengths below. */
  function drawSky(canvas, satellites) {
    const width = canvas.clientWidth, height = canvas.clientHeight, ratio = Math.min(devicePixelRatio || 1, 2);
    if (!width) return;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext("2d"), style = getComputedStyle(root), color = (name) => style.getPropertyValue(name);
    context.scale(ratio, ratio);
    const radius = Math.min(width, height - 70) / 2 - 16, x = width / 2, y = radius + 16;
    context.strokeStyle = color("--line");
    context.lineWidth = 1;
    for (const share of [1, 2 / 3, 1 / 3]) {
      context.beginPath();
      context.arc(x, y, radius * share, 0, 2 * Math.PI);
      context.stroke();
    }
    context.beginPath();
    context.moveTo(x - radius, y);
    context.lineTo(x + radius, y);
    context.moveTo(x, y - radius);
    context.lineTo(x, y + radius);
    context.stroke();
    context.font = "600 11px " + color("--font");
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = color("--quiet");
    names.forEach((name, k) => {
      const angle = k * Math.PI / 2;
      context.fillText(say(name), x + Math.sin(angle) * (radius + 9), y - Math.cos(angle) * (radius + 9));
    });
    const shade = (satellite) => {
      const strength = isNaN(satellite.signal) ? 0 : Math.max(0, Math.min(1, (satellite.signal - 10) / 35));
      return satellite.isUsed ? "hsl(" + Math.round(15 + 125 * strength) + " 65% 42%)" : "#8a949c";
    };
    context.font = "600 9.5px " + color("--font");
    for (const satellite of satellites) {
      if (isNaN(satellite.elevation) || isNaN(satellite.azimuth)) continue;
      const away = radius * (90 - Math.max(0, satellite.elevation)) / 90, angle = satellite.azimuth * Math.PI / 180;
      const sx = x + Math.sin(angle) * away, sy = y - Math.cos(angle) * away;
      context.beginPath();
      context.arc(sx, sy, 9, 0, 2 * Math.PI);
      context.fillStyle = shade(satellite);
      context.globalAlpha = satellite.isUsed ? 1 : 0.55;
      context.fill();
      context.globalAlpha = 1;
      context.fillStyle = "#fff";
      context.fillText(String(satellite.id), sx, sy + 0.5);
    }
    // Bars of dB-Hz, of at most 50.
    const heard = satellites.filter((satellite) => satellite.signal > 0).sort((a, b) => b.signal - a.signal);
    const base = height - 14, top = y + radius + 24, step = Math.min(22, (width - 12) / Math.max(heard.length, 1));
    const start = (width - step * heard.length) / 2;
    context.font = "9px " + color("--font");
    heard.forEach((satellite, k) => {
      const tall = Math.min(satellite.signal, 50) / 50 * (base - top);
      context.fillStyle = shade(satellite);
      context.globalAlpha = satellite.isUsed ? 1 : 0.55;
      context.fillRect(start + k * step + 1, base - tall, Math.max(step - 2, 1), tall);
      context.globalAlpha = 1;
      context.fillStyle = color("--quiet");
      if (step >= 13) context.fillText(String(satellite.id), start + (k + 0.5) * step, base + 7);
    });
  }

  /** Why there is no position: in English with what to do, in other languages in short. */
  function stateText(live) {
    return settings.language === "en" ? live.state : settings.strings["state." + live.stateName] || live.state;
  }

  window.MapPage.parts.live = async function (page, reader) {
    const live = readLive(reader);
    const { map, bar } = page;
    root.classList.add("is-live");
    const format = (value, digits) => numberFormat(digits).format(value);

    const facts = element("p", "live-facts");
    const lines = [];
    const hasPosition = !isNaN(live.latitude);
    if (hasPosition) {
      // With points in every language, as other programs take them.
      lines.push(live.latitude.toFixed(6) + ", " + live.longitude.toFixed(6) + (isNaN(live.accuracy) ? "" : " ±\u00a0" + quantity(format(live.accuracy, live.accuracy < 10 ? 1 : 0), "m")));
      const motion = [];
      if (!isNaN(live.altitude)) motion.push(quantity(format(live.altitude, 0), "m"));
      if (!isNaN(live.speed)) motion.push(quantity(format(live.speed * 3.6, 1), "km/h"));
      if (!isNaN(live.course) && live.speed > 0.5) motion.push(format(live.course, 0) + "°");
      if (motion.length) lines.push(motion.join(" · "));
      if (live.place) lines.push(live.place);
    }
    if (!isNaN(live.time)) {
      lines.push(new Intl.DateTimeFormat(settings.language, { timeZone: "UTC", dateStyle: "medium", timeStyle: "medium" }).format(new Date((live.time + live.offset) * 1000)));
    }
    for (const line of lines) facts.append(element("span", "", line));
    const state = element("p", "live-state");
    state.setAttribute("role", "status");
    bar.append(facts, state);

    const used = live.satellites.filter((satellite) => satellite.isUsed).length;
    const sky = element("details", "sky");
    sky.setAttribute("aria-label", say("satellites"));
    const picture = element("canvas");
    picture.setAttribute("role", "img");
    const summary = say("satellitesUsed", { n: used, all: live.satellites.length });
    picture.setAttribute("aria-label", summary);
    // On a narrow page the map matters more: the sky is folded until it is wanted.
    const narrow = matchMedia("(max-width: 600px)");
    const title = element("summary");
    title.appendChild(element("h2", "", summary));
    sky.append(title, picture);
    // A recording of positions alone knows nothing of satellites.
    if (live.satellites.length > 0) document.body.appendChild(sky);
    // Below what the bar has grown to; a narrow or low page has another place for it.
    const place = () => { sky.style.setProperty("--below-bar", bar.offsetTop + bar.offsetHeight + 10 + "px"); };
    new ResizeObserver(place).observe(bar);
    new ResizeObserver(() => drawSky(picture, live.satellites)).observe(picture);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawSky(picture, live.satellites));
    root.dataset.satellites = String(live.satellites.length);

    // --- The position and the view

    if (hasPosition) {
      const at = [live.latitude, live.longitude];
      if (live.accuracy > 0) L.circle(at, { radius: live.accuracy, className: "live-accuracy", interactive: false }).addTo(map);
      L.circleMarker(at, { radius: 8, className: "live-position", interactive: false }).addTo(map);
    }
    // #zoom/latitude/longitude/1 if the view follows the position, else 0/1 if the sky is unfolded, else 0.
    const parts = location.hash.slice(1).split("/").map(Number);
    const isView = /^#\d{1,2}(\.\d+)?(\/-?\d{1,4}(\.\d+)?){2}(\/|$)/.test(location.hash);
    const hasView = isView && parts[0] <= 22 && Math.abs(parts[1]) <= 90;
    let follows = !hasView || parts[3] !== 0;
    const narrowSky = () => { sky.open = parts.length > 4 ? parts[4] === 1 : !narrow.matches; };
    narrowSky();
    narrow.addEventListener("change", narrowSky);
    // After a track, whose view is another.
    page.keepHome(null);
    if (hasView) map.setView([parts[1], parts[2]], parts[0], { animate: false });
    let zoom = hasView ? parts[0] : 16;
    const showPosition = () => {
      map.setView([live.latitude, live.longitude], zoom, { animate: false });
      zoom = map.getZoom();
    };
    if (hasPosition && follows) page.keepHome(showPosition);
    const keep = () => {
      const center = map.getCenter();
      history.replaceState(null, "", "#" + [map.getZoom(), center.lat.toFixed(6), center.lng.toFixed(6), follows ? 1 : 0].concat(isFolded === null ? [] : isFolded ? 0 : 1).join("/"));
    };
    // What the user has folded or unfolded stays so when the page loads itself again.
    let isFolded = parts.length > 4 ? parts[4] !== 1 : null;
    title.addEventListener("click", () => {
      isFolded = sky.open;
      keep();
    });
    const follow = element("label", "follow"), box = element("input");
    box.type = "checkbox";
    box.checked = follows;
    box.addEventListener("change", () => {
      follows = box.checked;
      if (follows && hasPosition) map.setView([live.latitude, live.longitude]);
      keep();
    });
    follow.append(box, element("span", "", say("follow")));
    // A watch that has ended moves no more.
    if (!live.isEnded) bar.append(follow);
    // What the user drags stays where it is.
    map.on("dragend", () => {
      page.keepHome(null);
      follows = box.checked = false;
      keep();
    });
    map.on("moveend zoomend", keep);
    keep();

    const begin = Date.now();
    const tell = () => {
      const age = Math.round(Date.now() / 1000 - live.written);
      state.textContent = live.isEnded ? say("ended") : age > 15 ? say("silent", { n: age }) : stateText(live);
      state.classList.toggle("ended", live.isEnded);
      state.classList.toggle("old", !live.isEnded && age > 15);
      root.dataset.live = live.isEnded ? "ended" : age > 15 ? "silent" : "live";
      // Not while something is pressed or read.
      if (!live.isEnded && Date.now() - begin >= 2000 && !document.querySelector("dialog[open]") && !document.querySelector(".leaflet-dragging")) location.reload();
    };
    tell();
    if (!live.isEnded) setInterval(tell, 500);
    window.MapPage.live = live;
    window.MapPage.map = map;
  };
})();

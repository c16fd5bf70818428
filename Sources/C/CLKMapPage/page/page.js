// Makes the map of a page and starts its parts (photos, tracks, a receiver at work).
(function () {
  "use strict";

  const { parts, settings, say, element, unpack, readBaseMap, BaseMapLayer, forgetColors, addFitting } = window.MapPage;
  const root = document.documentElement;

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
      forgetColors();
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
    layer.drawers.push(() => panels(map));
    const page = { map: map, bar: bar, dock: dock, base: layer };
    addFitting(page);
    return page;
  }

  /** Returns the boxes of the panels above the map, in pixels of the whole map; they would hide names. */
  function panels(map) {
    const frame = map.getContainer().getBoundingClientRect(), shift = map.getPixelBounds().min;
    const east = shift.x - frame.left, south = shift.y - frame.top;
    return Array.from(document.querySelectorAll(".bar, .dock > *, .legend, .leaflet-control"), (panel) => panel.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom)
      .map((box) => [box.left + east, box.top + south, box.right + east, box.bottom + south]);
  }

  /** Leaflet's attribution is the one place that takes HTML: only what this returns goes in. */
  function escaped(text) {
    const holder = element("span", "", text);
    return holder.innerHTML;
  }

  async function start() {
    holdLoading();
    const base = readBaseMap(await unpack("data-base"));
    const page = makePage(base);
    for (const name of settings.parts) {
      const lines = document.getElementById("lines-" + name);
      await parts[name](page, await unpack("data-" + name), lines);
    }
    // Panels that came after the last drawing would hide names.
    page.base.redraw();
    page.watchPanels();
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

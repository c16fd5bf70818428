// Keeps what a page shows in its view, on screens of any size and on paper.
(function () {
  "use strict";

  const { numbers, quantity } = window.MapPage;
  const root = document.documentElement;

  /** Leaflet's scale, with numbers as the page writes them. */
  const Scale = L.Control.Scale.extend({
    _updateScale: function (line, text, ratio) {
      const [number, unit] = text.split(" ");
      line.style.width = Math.round(this.options.maxWidth * ratio) + "px";
      line.textContent = quantity(numbers.format(Number(number)), unit);
    },
  });

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
      const frame = map.getContainer().getBoundingClientRect(), all = L.latLngBounds(bounds), legend = document.querySelector(".legend");
      // How far panels reach into the map; on paper the bar and the dock stand beside it.
      const reach = (panel, side) => {
        const box = panel && panel.getBoundingClientRect();
        if (!box || box.width === 0 || box.height === 0) return 0;
        const far = { top: box.bottom - frame.top, left: box.right - frame.left, right: frame.right - box.left, bottom: frame.bottom - box.top };
        return Math.max(0, far[side]);
      };
      // A legend beside the map, and not in the dock.
      const beside = legend && !dock.contains(legend) ? legend : null;
      const above = reach(bar, "top"), under = reach(beside, "top"), left = above > 0 ? reach(bar, "left") : 0, right = reach(beside, "right");
      const bottom = Math.max(20, reach(dock, "bottom"));
      // Below the bar or beside it, and so with the legend.
      const rooms = [[0, Math.max(above, under), 0], [0, above, right], [left, under, 0], [left, 0, right]];
      let best = null, most = -Infinity;
      for (const [west, north, east] of rooms) {
        const padding = {
          paddingTopLeft: L.point(west + margin, north + margin), paddingBottomRight: L.point(east + margin, bottom + margin),
        };
        const around = padding.paddingTopLeft.add(padding.paddingBottomRight), rest = map.getSize().subtract(around);
        if (rest.x < 60 || rest.y < 60) continue;
        const zoom = Math.min(maxZoom, map.getBoundsZoom(all, false, around));
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
      new Scale({ position: "bottomleft", imperial: isImperial, metric: !isImperial, maxWidth: 120 }).addTo(map);
    };
    map.on("movestart zoomstart", () => { if (!isOwn) isMoved = true; });
    map.on("resize", () => { if (!isMoved && !isOwn) show(); });
    // So it does when a panel gets another size, such as a legend with other words.
    let panels = "";
    page.watchPanels = () => {
      // The strip of photos comes and goes, and must not move the marker away that opened it.
      const watched = [bar, document.querySelector(".legend"), ...dock.children].filter((panel) => panel && !panel.classList.contains("strip"));
      const observer = new ResizeObserver(() => {
        const sizes = watched.map((panel) => panel.offsetWidth + "x" + panel.offsetHeight).join(" ");
        if (sizes !== panels && panels !== "" && !isMoved && !isOwn && !root.classList.contains("is-paper")) show();
        panels = sizes;
      });
      for (const panel of watched) observer.observe(panel);
    };
    // Paper has a size of its own, which the map has to know before it is drawn; a sheet with tracks shows all of them.
    window.addEventListener("beforeprint", () => alone(() => {
      if (!screenView) screenView = [map.getCenter(), map.getZoom()];
      root.classList.add("is-paper");
      map.fire("paper");
      map.invalidateSize({ animate: false });
      if (home && (!isMoved || root.classList.contains("has-tracks"))) home();
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

  window.MapPage.addFitting = addFitting;
})();

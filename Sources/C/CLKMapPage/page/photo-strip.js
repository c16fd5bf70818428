// The strip of a cluster's photos, in order of time.
(function () {
  "use strict";

  const { say, count, element, button, photoData, photoClusters, openViewer } = window.MapPage;
  const { dateText, dateFormat, clockFormat, picture } = photoData;
  const root = document.documentElement;
  // So many more photos are added when the strip has been scrolled to its end.
  const step = 40;

  /**
   * Makes the strip, which is hidden at first.
   *
   * `filter(i)`: whether a photo is shown. `placeOf(runs)`: what its photos' place is called.
   */
  function makeStrip(page, photos, filter, placeOf) {
    const { map } = page;
    const strip = element("section", "strip");
    strip.hidden = true;
    const head = element("div", "strip-head"), title = element("h2"), list = element("ul");
    title.tabIndex = -1;
    let zoom = () => {};
    const zoomHere = button("plain", say("zoomHere"), () => zoom());
    head.append(title, zoomHere, button("plain close", say("close"), close));
    list.tabIndex = 0;
    strip.append(head, list);
    let shown = [], end = 0, opener = null;
    const highlight = L.circleMarker([0, 0], { radius: 9, className: "highlight", interactive: false });

    function open(cluster) {
      opener = cluster;
      shown = photoClusters.members(photos, filter, cluster.runs);
      end = 0;
      list.textContent = "";
      list.scrollLeft = 0;
      const texts = [placeOf(cluster.runs), count("photos", shown.length)];
      const dated = shown.filter((i) => !isNaN(photos.times[i]));
      if (dated.length > 0) {
        const ends = [dated[0], dated[dated.length - 1]].map((i) => dateText(photos.times[i], dateFormat));
        texts.push(ends[0] === ends[1] ? ends[0] : ends.join(" – "));
      }
      title.textContent = texts.join(" · ");
      strip.setAttribute("aria-label", title.textContent);
      const bounds = L.latLngBounds([]);
      for (const i of shown) bounds.extend([photos.latitudes[i], photos.longitudes[i] + 360 * cluster.copy]);
      // Photos at one point do not come apart by zooming.
      const isPoint = bounds.getNorthEast().equals(bounds.getSouthWest());
      zoomHere.hidden = isPoint && map.getZoom() >= 14;
      zoom = () => {
        close();
        page.fit(bounds, { margin: 40, maxZoom: isPoint ? 14 : 18 });
      };
      strip.hidden = false;
      root.classList.add("has-strip");
      extend();
      title.focus({ preventScroll: true });
      root.dataset.strip = String(shown.length);
    }

    /** Adds the next photos; the others wait until the strip is scrolled there. */
    function extend() {
      const last = Math.min(end + step, shown.length);
      for (; end < last; end++) list.appendChild(item(end));
    }

    function mark(i) {
      const copy = opener ? opener.copy : 0;
      highlight.setLatLng([photos.latitudes[i], photos.longitudes[i] + 360 * copy]).addTo(map);
    }

    function item(at) {
      const i = shown[at], made = element("li"), holder = button("item", "", () => {
        openViewer(photos, shown, at, mark).addEventListener("close", () => highlight.remove());
      });
      holder.appendChild(picture(photos, i, "thumb"));
      if (photos.videos[i]) holder.appendChild(element("span", "kind", say("video")));
      holder.appendChild(element("time", "", dateText(photos.times[i], dateFormat)));
      if (!isNaN(photos.times[i])) holder.appendChild(element("span", "clock", dateText(photos.times[i], clockFormat)));
      const name = photos.names[photos.places[i]] || say("unknownPlace");
      const place = element("span", "place", name);
      place.title = name;
      holder.appendChild(place);
      made.addEventListener("mouseenter", () => mark(i));
      made.addEventListener("focusin", () => mark(i));
      made.addEventListener("mouseleave", () => { if (!document.querySelector("dialog[open]")) highlight.remove(); });
      made.appendChild(holder);
      const link = photos.links && photos.links[i];
      if (link) {
        const anchor = element("a", "file", photos.files[i] || say("openFile"));
        anchor.href = link;
        anchor.title = say("openFile");
        made.appendChild(anchor);
      }
      return made;
    }

    function close() {
      if (strip.hidden) return;
      strip.hidden = true;
      highlight.remove();
      root.classList.remove("has-strip");
      delete root.dataset.strip;
      // The focus goes back to the marker, if it is still there.
      const marker = map.getPane("markerPane").querySelector('[data-photo="' + opener.runs[0][0] + '"]');
      (marker || map.getContainer()).focus({ preventScroll: true });
    }

    list.addEventListener("scroll", () => {
      if (list.scrollLeft + list.clientWidth > list.scrollWidth - 800) extend();
    });
    // A wheel that turns one way moves the strip sideways.
    list.addEventListener("wheel", (event) => {
      if (event.deltaX !== 0 || event.deltaY === 0) return;
      list.scrollLeft += event.deltaY;
      event.preventDefault();
    }, { passive: false });
    list.addEventListener("keydown", (event) => {
      const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (turn) {
        list.scrollLeft += 152 * turn;
        event.preventDefault();
      }
    });
    // Of a dialog over the map Escape closes that alone.
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) close();
    });
    map.on("click", close);
    return { panel: strip, open: open, close: close };
  }

  window.MapPage.makeStrip = makeStrip;
})();

// The marks of tracks on the map: where each begins and ends, and where it rested.
(function () {
  "use strict";

  const { say, element } = window.MapPage;
  // Of several tracks each has its ends marked, in small; more would only cover each other.
  const mostMarked = 100;
  const mostNames = 12;

  /**
   * Puts the marks on a map.
   *
   * `covered()` of what it returns are the boxes that marks and names cover, in pixels of the whole map, so that names of the base
   * map keep away; `names()` are the places named there; `show(stop)` shows one.
   */
  function makeMarks(page, tracks, texts, nameOf) {
    const { map } = page;
    const marks = [];
    const longitude = (i) => tracks.x[i] * 360 - 180;
    const mark = (i, className, label) => {
      const made = L.marker([tracks.latitudes[i], longitude(i)], {
        icon: L.divIcon({ html: element("span", className), className: "track-mark", iconSize: [16, 16] }), keyboard: false,
      }).addTo(map);
      marks.push(made);
      made.bindTooltip(element("span", "", label), { direction: "top", offset: [0, -6] });
    };
    const ended = (key, track) => say("pair", { what: say(key), name: nameOf(track) });
    if (tracks.list.length > 1) {
      for (const track of tracks.list.slice(0, mostMarked)) {
        if (track.first < 0) continue;
        if (track.last > track.first) mark(track.last, "end small", ended("end", track));
        mark(track.first, "start small", ended("start", track));
      }
    } else {
      if (tracks.length > 1) mark(tracks.length - 1, "end", say("end"));
      mark(0, "start", say("start"));
    }

    const byDuration = tracks.stops.slice().sort((a, b) => b.duration - a.duration);
    const stopText = (stop) => (stop.name ? stop.name + ", " : "") + texts.duration(stop.duration);
    const bind = (stop, isLeft, permanent) => {
      stop.marker.unbindTooltip();
      stop.marker.bindTooltip(element("span", "", stopText(stop)), {
        direction: isLeft ? "left" : "right", offset: [isLeft ? -6 : 6, 0], className: "stop-name", permanent: permanent,
      });
    };
    for (const stop of byDuration) {
      const i = tracks.indexAt(stop.distance);
      let east = stop.longitude;
      while (east - longitude(i) > 180) east -= 360;
      while (longitude(i) - east > 180) east += 360;
      stop.marker = L.circleMarker([stop.latitude, east], { radius: 5, className: "stop" }).addTo(map);
      bind(stop, false, false);
    }

    // What is covered, in pixels of the view when it was found, and the zoom then.
    let taken = [], named = [];

    /** Names beside the longest stops that have room; the others show theirs when they are pointed at. */
    function nameStops() {
      let left = mostNames;
      const around = (made, most) => {
        const at = map.latLngToContainerPoint(made.getLatLng());
        return [at.x - most, at.y - most, at.x + most, at.y + most];
      };
      taken = marks.map((made) => around(made, 8));
      named = [];
      for (const stop of byDuration) {
        const tooltip = stop.marker.getTooltip(), at = map.latLngToContainerPoint(stop.marker.getLatLng());
        // Where the text would be cut at the right, it stands at the left, or not at all.
        const wide = 16 + 7.5 * stopText(stop).length, right = map.getSize().x;
        const isCut = at.x < right && at.x + wide > right, isLeft = isCut && at.x > wide;
        const box = isLeft ? [at.x - wide, at.y - 13, at.x + 8, at.y + 13] : [at.x - 8, at.y - 13, at.x + wide, at.y + 13];
        const isFree = left > 0 && (isLeft || !isCut) && taken.every((other) => box[0] > other[2] || box[2] < other[0] || box[1] > other[3] || box[3] < other[1]);
        if (isFree) {
          taken.push(box);
          named.push(stop.name.split(",")[0]);
          left--;
        } else {
          taken.push(around(stop.marker, 7));
        }
        const direction = isLeft ? "left" : "right";
        if (tooltip.options.permanent !== isFree || tooltip.options.direction !== direction) bind(stop, isLeft, isFree);
      }
      const shift = map.getPixelBounds().min;
      taken = taken.map((box) => [box[0] + shift.x, box[1] + shift.y, box[2] + shift.x, box[3] + shift.y]);
    }

    /** Shows a stop with its name. */
    function show(stop) {
      map.setView(stop.marker.getLatLng(), Math.max(map.getZoom(), 15), { animate: false });
      stop.marker.openTooltip();
    }

    map.on("zoomend resize", nameStops);
    return { update: nameStops, covered: () => taken, names: () => named, show: show };
  }

  window.MapPage.makeMarks = makeMarks;
})();

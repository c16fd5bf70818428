// Groups photos that are near each other: one look at each does, and nothing has to be prepared.
(function () {
  "use strict";

  const { say, count } = window.MapPage;

  // The side of the squares that photos are grouped by, and the distance below which two groups become one, in pixels.
  // Squares are a power of two, so that each is a run.
  const cell = 64, least = 72;

  /**
   * Groups the photos that the filter lets through and that are in view.
   *
   * `box`: the view in shares of the map's side; its west and east may lie outside of 0 to 1, where the world begins again.
   * Returns clusters with their runs of indices `[begin, end)`, which may contain photos that are filtered out.
   */
  function clusters(photos, filter, zoom, box) {
    const squares = 256 * Math.pow(2, Math.round(zoom)) / cell;
    const side = 256 * Math.pow(2, zoom);
    const margin = cell / side;
    const found = [];
    const first = Math.floor(box.west - margin), last = Math.floor(box.east + margin);
    const { x, y } = photos;
    const length = photos.length;
    let i = 0;
    while (i < length) {
      const column = Math.floor(x[i] * squares), row = Math.floor(y[i] * squares);
      const begin = i;
      let sumX = 0, sumY = 0, number = 0, image = -1, firstShown = -1;
      while (i < length && Math.floor(x[i] * squares) === column && Math.floor(y[i] * squares) === row) {
        if (filter(i)) {
          sumX += x[i];
          sumY += y[i];
          number++;
          if (firstShown < 0) firstShown = i;
          if (image < 0 && photos.thumbnails[i] >= 0) image = i;
        }
        i++;
      }
      if (number === 0) continue;
      const cy = sumY / number;
      if (cy < box.north - margin || cy > box.south + margin) continue;
      for (let copy = first; copy <= last; copy++) {
        const cx = sumX / number + copy;
        if (cx < box.west - margin || cx > box.east + margin) continue;
        found.push({ x: cx, y: cy, number: number, image: image < 0 ? firstShown : image, hasImage: image >= 0, runs: [[begin, i]], copy: copy });
      }
    }
    return merged(found, least / side);
  }

  /** Joins clusters that would cover each other, smaller ones to larger ones. */
  function merged(found, distance) {
    found.sort((a, b) => b.number - a.number || a.x - b.x || a.y - b.y);
    const grid = new Map();
    const kept = [];
    for (const cluster of found) {
      const column = Math.floor(cluster.x / distance), row = Math.floor(cluster.y / distance);
      let home = null;
      for (let dx = -1; dx <= 1 && !home; dx++) {
        for (let dy = -1; dy <= 1 && !home; dy++) {
          for (const other of grid.get((column + dx) + "," + (row + dy)) || []) {
            if (Math.abs(other.x - cluster.x) < distance && Math.abs(other.y - cluster.y) < distance) home = other;
          }
        }
      }
      if (home) {
        home.number += cluster.number;
        home.runs.push(cluster.runs[0]);
        // A photo that has a thumbnail stands for those that have none.
        if (!home.hasImage && cluster.hasImage) [home.image, home.hasImage] = [cluster.image, true];
      } else {
        const key = column + "," + row;
        if (!grid.has(key)) grid.set(key, []);
        grid.get(key).push(cluster);
        kept.push(cluster);
      }
    }
    return kept;
  }

  /** The photos of a cluster in order of time, undated ones last. */
  function members(photos, filter, runs) {
    const list = [];
    for (const [begin, end] of runs) for (let i = begin; i < end; i++) if (filter(i)) list.push(i);
    const key = (i) => isNaN(photos.times[i]) ? Infinity : photos.times[i];
    return list.sort((a, b) => { const x = key(a), y = key(b); return x === y ? a - b : x - y; });
  }

  /** Names runs of photos: the named place of most of them, and how many other places there are. */
  function placeNamer(photos, filter) {
    const votes = new Int32Array(photos.names.length), met = [];
    return (runs) => {
      let best = -1;
      met.length = 0;
      for (const [begin, end] of runs) {
        for (let i = begin; i < end; i++) {
          if (!filter(i)) continue;
          const place = photos.places[i];
          if (votes[place]++ === 0) met.push(place);
        }
      }
      for (const place of met) {
        if (photos.names[place] && (best < 0 || votes[place] > votes[best])) best = place;
      }
      for (const place of met) votes[place] = 0;
      const name = best < 0 ? say("unknownPlace") : photos.names[best];
      return met.length > 1 ? count("andPlaces", met.length - 1, { place: name }) : name;
    };
  }

  window.MapPage.photoClusters = { clusters: clusters, members: members, placeNamer: placeNamer };
})();

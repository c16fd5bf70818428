// Reads the base map: coasts, lakes and borders of the world and of fine squares, and names.
(function () {
  "use strict";

  const { mercatorX, mercatorY, readStreets } = window.MapPage;
  // Up to each of these zooms the world is drawn with fewer points.
  const smallZooms = [2, 3, 4];

  /** Lines as pairs of shares of the map's side, with the box around each. */
  function readLines(reader, scale) {
    const lines = [];
    let x = 0, y = 0;
    for (let left = reader.number(); left > 0; left--) {
      const length = reader.number();
      const points = new Float64Array(2 * length);
      // Where a line runs along an edge at which the outline was cut.
      const line = { points: points, west: 2, east: -1, north: 2, south: -1, cut: null };
      for (let i = 0; i < length; i++) {
        x += reader.signed();
        y += reader.signed();
        const px = points[2 * i] = mercatorX(x / scale), py = points[2 * i + 1] = mercatorY(y / scale);
        if (px < line.west) line.west = px;
        if (px > line.east) line.east = px;
        if (py < line.north) line.north = py;
        if (py > line.south) line.south = py;
      }
      lines.push(line);
    }
    return lines;
  }

  function readOutline(reader) {
    const scale = reader.number();
    const outline = {};
    for (const kind of ["coasts", "lakes", "sounds", "borders"]) outline[kind] = readLines(reader, scale);
    return outline;
  }

  /** Lines without the points that are nearer to the last one than a share of the map's side, and without short lines. */
  function thinned(lines, least) {
    const kept = [];
    for (const line of lines) {
      if (Math.max(line.east - line.west, line.south - line.north) < 1.5 * least) continue;
      const points = [], count = line.points.length / 2;
      let lastX = -1, lastY = -1;
      for (let i = 0; i < count; i++) {
        const x = line.points[2 * i], y = line.points[2 * i + 1];
        // Corners at the edge of the world stay, or its fill would not reach there.
        const isEnd = i === 0 || i === count - 1 || x <= 0 || x >= 1;
        if (!isEnd && Math.abs(x - lastX) + Math.abs(y - lastY) < least) continue;
        points.push(x, y);
        lastX = x;
        lastY = y;
      }
      kept.push(Object.assign({}, line, { points: Float64Array.from(points) }));
    }
    return kept;
  }

  /** Squares of parts of a degree, with the outline of each. */
  function readSquares(reader, side, perDegree) {
    const squares = [];
    for (let left = reader.number(); left > 0; left--) {
      const south = reader.signed(), west = reader.signed();
      const square = readOutline(reader);
      square.west = mercatorX(west / perDegree);
      square.east = mercatorX((west + side) / perDegree);
      square.south = mercatorY(south / perDegree);
      square.north = mercatorY((south + side) / perDegree);
      squares.push(square);
    }
    return squares;
  }

  function readBaseMap(reader) {
    const map = { world: readOutline(reader), small: [], details: [], near: [], labels: [] };
    Object.assign(map.world, { west: 0, east: 1, north: 0, south: 1 });
    // Points that are at most a pixel and a half apart at their zoom.
    for (const zoom of smallZooms) {
      const least = 1.5 / (256 * Math.pow(2, zoom));
      map.small.push(Object.assign({}, map.world, {
        zoom: zoom, coasts: thinned(map.world.coasts, least), lakes: thinned(map.world.lakes, least),
        sounds: thinned(map.world.sounds, least), borders: thinned(map.world.borders, least),
      }));
    }
    const side = reader.number();
    map.details = readSquares(reader, side, 1);
    const perDegree = reader.number();
    map.near = readSquares(reader, 1, perDegree);
    const length = reader.number();
    const latitudes = reader.column(length), longitudes = reader.column(length);
    for (let i = 0; i < length; i++) {
      const mixed = reader.number();
      map.labels.push({
        x: mercatorX(longitudes[i] / 1e4), y: mercatorY(latitudes[i] / 1e4), isCountry: mixed % 2 === 0,
        rank: Math.floor(mixed / 2), name: "", unit: 0,
      });
    }
    for (const label of map.labels) label.name = reader.text();
    // Countries first, then the largest settlements: who comes first gets the room.
    map.labels.sort((a, b) => (b.isCountry - a.isCountry) || (b.rank - a.rank));
    map.streets = readStreets(reader);
    return map;
  }

  window.MapPage.readBaseMap = readBaseMap;
})();

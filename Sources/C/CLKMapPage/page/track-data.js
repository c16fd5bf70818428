// Reads tracks, which come simplified to what a screen can show.
(function () {
  "use strict";

  const { mercatorX, mercatorY } = window.MapPage;

  /** Reads what TrackMap+Packing.swift has packed. */
  function readTracks(reader) {
    const isImperial = reader.number() === 1;
    const length = reader.number();
    const tracks = {
      isImperial: isImperial, length: length,
      latitudes: reader.column(length), longitudes: reader.column(length), distances: reader.column(length),
      x: new Float64Array(length), y: new Float64Array(length), altitudes: new Float64Array(length).fill(NaN),
      times: new Float64Array(length).fill(NaN), starts: new Uint8Array(length), track: new Uint16Array(length),
      speeds: null, list: [], stops: [], stopCount: 0, totals: null,
    };
    const flags = new Uint8Array(length);
    let track = -1, heights = 0, timed = 0, last = 0;
    for (let i = 0; i < length; i++) {
      tracks.latitudes[i] /= 1e5;
      tracks.longitudes[i] /= 1e5;
      tracks.x[i] = mercatorX(tracks.longitudes[i]);
      tracks.y[i] = mercatorY(tracks.latitudes[i]);
      const flag = flags[i] = reader.number();
      if (flag & 1) heights++;
      if (flag & 2) timed++;
      if (flag & 8) track++;
      tracks.starts[i] = flag & 12 ? 1 : 0;
      tracks.track[i] = track;
      // Across 180° the line goes on beside the world, and does not jump to its other side.
      if (!tracks.starts[i]) {
        while (tracks.x[i] - last > 0.5) tracks.x[i] -= 1;
        while (last - tracks.x[i] > 0.5) tracks.x[i] += 1;
      }
      last = tracks.x[i];
    }
    const altitudes = reader.column(heights), times = reader.column(timed);
    for (let i = 0, a = 0, t = 0; i < length; i++) {
      if (flags[i] & 1) tracks.altitudes[i] = altitudes[a++] / 10;
      if (flags[i] & 2) tracks.times[i] = times[t++];
    }
    const value = (scale) => reader.number() === 1 ? reader.signed() / scale : NaN;
    for (let left = reader.number(); left > 0; left--) {
      tracks.list.push({ number: tracks.list.length + 1, name: reader.text(), length: reader.number(), up: value(1), offset: reader.signed(), first: -1, last: -1, from: NaN, to: NaN });
    }
    for (let i = 0; i < length; i++) {
      const own = tracks.list[tracks.track[i]], time = tracks.times[i];
      if (own.first < 0) own.first = i;
      own.last = i;
      if (isNaN(time)) continue;
      if (isNaN(own.from)) own.from = time;
      own.to = time;
    }
    gather(tracks);
    tracks.totals = {
      points: value(1), distance: value(1), moving: value(1), fastest: value(100), up: value(1), down: value(1),
      lowest: value(1), highest: value(1), south: value(1e5), west: value(1e5), north: value(1e5), east: value(1e5),
    };
    for (let left = reader.number(); left > 0; left--) {
      tracks.stops.push({
        latitude: reader.signed() / 1e5, longitude: reader.signed() / 1e5, time: reader.signed(), offset: reader.signed(), duration: reader.number(),
        distance: reader.number(), name: reader.text(),
      });
    }
    tracks.stopCount = reader.number();
    tracks.jumpCount = reader.number();
    tracks.movingDistance = reader.number();
    tracks.speeds = speeds(tracks);
    /** The first point that is at least so far along; binary search. */
    tracks.indexAt = (distance) => {
      let a = 0, b = length - 1;
      while (a < b) {
        const middle = (a + b) >> 1;
        if (tracks.distances[middle] < distance) a = middle + 1; else b = middle;
      }
      return a;
    };
    return tracks;
  }

  /** Moves tracks by whole worlds to where they are closest to those before, so that all are in one view. */
  function gather(tracks) {
    let west = Infinity, east = -Infinity;
    for (const track of tracks.list) {
      if (track.first < 0) continue;
      let low = Infinity, high = -Infinity;
      for (let i = track.first; i <= track.last; i++) {
        low = Math.min(low, tracks.x[i]);
        high = Math.max(high, tracks.x[i]);
      }
      let best = 0, least = Infinity;
      for (const turn of [0, -1, 1]) {
        const width = Math.max(east, high + turn) - Math.min(west, low + turn);
        if (width < least - 1e-9) [best, least] = [turn, width];
      }
      for (let i = track.first; best !== 0 && i <= track.last; i++) tracks.x[i] += best;
      [west, east] = [Math.min(west, low + best), Math.max(east, high + best)];
    }
  }

  /** Metres a second at each point: over the points around it that are at least some seconds apart. */
  function speeds(tracks) {
    const { length, distances, times, starts } = tracks;
    const found = new Float64Array(length).fill(NaN);
    // Where times do not advance, no number of points would be enough.
    const least = 15, most = 300;
    let begin = 0;
    for (let i = 0; i < length; i++) {
      if (starts[i]) begin = i;
      let a = i, b = i;
      while (a > begin && i - a < most && times[i] - times[a] < least) a--;
      while (b + 1 < length && b - i < most && !starts[b + 1] && times[b] - times[i] < least) b++;
      const time = times[b] - times[a];
      if (time > 0) found[i] = (distances[b] - distances[a]) / time;
    }
    return found;
  }

  window.MapPage.readTracks = readTracks;
})();

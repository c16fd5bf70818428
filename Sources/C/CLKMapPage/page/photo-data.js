// Reads photos. They come sorted along a space-filling curve, so that those of a square of any zoom follow each other.
(function () {
  "use strict";

  const { say, element, settings, mercatorX, mercatorY } = window.MapPage;

  /** Reads what PhotoMap.swift has packed. */
  function readPhotos(reader, lines) {
    const length = reader.number();
    const latitudes = reader.column(length), longitudes = reader.column(length);
    const photos = {
      length: length, latitudes: latitudes, longitudes: longitudes,
      x: new Float64Array(length), y: new Float64Array(length),
      times: new Float64Array(length).fill(NaN), videos: new Uint8Array(length), thumbnails: new Int32Array(length).fill(-1),
      places: null, names: null, links: null, files: null,
      images: lines ? lines.textContent.split("\n") : [],
    };
    if (lines) lines.remove();
    const flags = new Uint8Array(length);
    let dated = 0, images = 0;
    for (let i = 0; i < length; i++) {
      latitudes[i] /= 1e5;
      longitudes[i] /= 1e5;
      photos.x[i] = mercatorX(longitudes[i]);
      photos.y[i] = mercatorY(latitudes[i]);
      const flag = flags[i] = reader.number();
      if (flag & 1) dated++;
      photos.videos[i] = flag & 2 ? 1 : 0;
      if (flag & 4) photos.thumbnails[i] = images++;
    }
    const times = reader.column(dated);
    for (let i = 0, next = 0; i < length; i++) if (flags[i] & 1) photos.times[i] = times[next++];
    photos.names = reader.texts(reader.number());
    photos.places = Int32Array.from(reader.column(length));
    if (reader.number() === 1) {
      photos.links = reader.texts(length);
      photos.files = reader.texts(length);
    }
    return photos;
  }

  // Times are those of the place: they are shown as if they were UTC.
  const format = (options) => new Intl.DateTimeFormat(settings.language, Object.assign({ timeZone: "UTC" }, options));
  const dateFormat = format({ dateStyle: "medium" });
  const timeFormat = format({ dateStyle: "medium", timeStyle: "short" });
  const clockFormat = format({ timeStyle: "short" });
  const monthFormat = format({ month: "short", year: "numeric" });

  function dateText(time, format) { return isNaN(time) ? say("undated") : format.format(new Date(time * 1000)); }

  /** A thumbnail, or what stands for one. */
  function picture(photos, index, className) {
    const number = photos.thumbnails[index];
    if (number < 0) return element("span", className + " blank" + (photos.videos[index] ? " video" : ""));
    const image = element("img", className);
    image.alt = "";
    image.decoding = "async";
    image.src = "data:image/jpeg;base64," + photos.images[number];
    return image;
  }

  window.MapPage.photoData = {
    readPhotos: readPhotos, picture: picture, dateText: dateText, dateFormat: dateFormat, timeFormat: timeFormat,
    clockFormat: clockFormat, monthFormat: monthFormat,
  };
})();

// Lengths, heights, speeds, times and durations of tracks as texts.
(function () {
  "use strict";

  const { say, numberFormat, numbers, quantity, unbroken, settings } = window.MapPage;

  const formats = [0, 1, 2].map(numberFormat);

  function makeTexts(tracks) {
    const isImperial = tracks.isImperial;
    const long = isImperial ? [1609.344, "mi"] : [1000, "km"], short = isImperial ? [0.3048, "ft"] : [1, "m"];
    const dates = new Intl.DateTimeFormat(settings.language, { timeZone: "UTC", dateStyle: "medium", timeStyle: "short" });
    const digits = (value, number) => formats[number].format(value);
    const texts = {
      short: short, long: long, fast: isImperial ? [0.44704, "mph"] : [1 / 3.6, "km/h"],
      length: (metres) => {
        if (metres < long[0]) return quantity(digits(metres / short[0], 0), short[1]);
        const value = metres / long[0];
        return quantity(digits(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0), long[1]);
      },
      height: (metres) => quantity(digits(metres / short[0], 0), short[1]),
      speed: (speed) => quantity(digits(speed / texts.fast[0], speed / texts.fast[0] < 99.95 ? 1 : 0), texts.fast[1]),
      // By the clocks of the place, which are some seconds east of UTC.
      dates: (from, to, track, last = track) => {
        const begin = new Date((from + track.offset) * 1000), end = new Date((to + last.offset) * 1000);
        return dates.formatRange(begin, end < begin ? begin : end);
      },
      /** The clocks of these places, if they are the same. */
      zone: (places) => {
        const offset = places[0].offset, minutes = Math.round(Math.abs(offset) / 60);
        if (places.some((place) => place.offset !== offset)) return say("localTimes");
        const hours = String(Math.floor(minutes / 60)).padStart(2, "0") + ":" + String(minutes % 60).padStart(2, "0");
        return "UTC" + (minutes === 0 ? "" : (offset < 0 ? "−" : "+") + hours);
      },
      date: (time, place) => dates.format(new Date((time + place.offset) * 1000)),
      duration: (seconds) => {
        if (seconds < 60) return quantity(numbers.format(seconds), "s");
        const minutes = Math.round(seconds / 60);
        if (minutes < 60) return quantity(minutes, "min");
        if (minutes >= 2880) return unbroken(Math.floor(minutes / 1440) + " d " + Math.floor(minutes % 1440 / 60) + " h");
        return unbroken(Math.floor(minutes / 60) + " h " + String(minutes % 60).padStart(2, "0") + " min");
      },
    };
    return texts;
  }

  window.MapPage.makeTexts = makeTexts;
})();

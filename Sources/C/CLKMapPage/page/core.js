// What all scripts of a page use: its words, its elements, its data, and the square map of the web.
//
// Texts of the data become text nodes or are drawn; no text is ever parsed as HTML. State that tests look at is in data-
// attributes of <html>: data-state is loading, ready or failed, data-zoom is the map's zoom.
(function () {
  "use strict";

  const root = document.documentElement;
  const parts = {};
  const settings = JSON.parse(document.getElementById("settings").textContent);
  const strings = settings.strings;

  // --- Words ----------------------------------------------------------------------------------------------------------

  const plurals = new Intl.PluralRules(settings.language);

  /** Returns a formatter of numbers with `digits` decimals (default: up to three) and a minus sign, U+2212, not a hyphen. */
  function numberFormat(digits) {
    const format = new Intl.NumberFormat(
      settings.language, digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return { format: (value) => format.format(value).replace("-", "\u2212") };
  }

  const numbers = numberFormat();

  /** The words of the interface; {n}, {all}, {host} and {place} are replaced. */
  function say(key, values) {
    let text = strings[key] || key;
    for (const name of Object.keys(values || {})) {
      const value = values[name];
      text = text.replace("{" + name + "}", () => typeof value === "number" ? numbers.format(value) : value);
    }
    return text;
  }

  /** Words for a number of things: `photos.one`, `photos.other`. */
  function count(key, n, values) {
    return say(key + (plurals.select(n) === "one" ? ".one" : ".other"), Object.assign({ n: n }, values));
  }

  /** A number and its unit, between which no line ends. */
  function quantity(number, unit) { return number + "\u00a0" + unit; }

  /** Words between which no line ends. */
  function unbroken(text) { return text.replace(/ /g, "\u00a0"); }

  /** Makes an element; its text is only ever text. */
  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /** Makes a button. */
  function button(className, label, onClick) {
    const made = element("button", className, label);
    made.type = "button";
    made.addEventListener("click", onClick);
    return made;
  }

  // --- Data -----------------------------------------------------------------------------------------------------------

  /** Reads what PackedBytes.swift has written. */
  class Reader {
    constructor(bytes) {
      this.bytes = bytes;
      this.offset = 0;
    }

    /** A number that is not negative: seven bits a byte, the lowest first. */
    number() {
      let value = 0, scale = 1;
      for (;;) {
        if (this.offset >= this.bytes.length) throw new Error("the data ends early");
        const byte = this.bytes[this.offset++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
        scale *= 128;
      }
    }

    /** A signed number: zigzag-coded. */
    signed() {
      const value = this.number();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }

    /** A column of differences. */
    column(length) {
      const values = new Float64Array(length);
      let last = 0;
      for (let i = 0; i < length; i++) values[i] = last += this.signed();
      return values;
    }

    text() {
      const length = this.number();
      const end = this.offset + length;
      const text = Reader.decoder.decode(this.bytes.subarray(this.offset, end));
      this.offset = end;
      return text;
    }

    texts(length) {
      const texts = new Array(length);
      for (let i = 0; i < length; i++) texts[i] = this.text();
      return texts;
    }
  }
  Reader.decoder = new TextDecoder();

  /** Unpacks an element's data: base64 of gzip. */
  async function unpack(id) {
    const holder = document.getElementById(id);
    const text = atob(holder.textContent);
    const small = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) small[i] = text.charCodeAt(i);
    const stream = new Blob([small]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    // The text is not needed again.
    holder.remove();
    return new Reader(bytes);
  }

  // --- The square map of the web --------------------------------------------------------------------------------------

  const limit = 85.0511287798066;

  /** Where a longitude is, as a share of the map's side from the west. */
  function mercatorX(longitude) { return (longitude + 180) / 360; }

  /** Where a latitude is, as a share of the map's side from the north. */
  function mercatorY(latitude) {
    const bounded = Math.max(-limit, Math.min(limit, latitude)) * Math.PI / 180;
    return (1 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / Math.PI) / 2;
  }

  /** What scripts share; a part of the page registers as `MapPage.parts.NAME = async function (page, reader, lines) {}`. */
  window.MapPage = {
    parts: parts, settings: settings, say: say, count: count, numberFormat: numberFormat, numbers: numbers, element: element,
    button: button, quantity: quantity, unbroken: unbroken, unpack: unpack, mercatorX: mercatorX, mercatorY: mercatorY,
  };
})();

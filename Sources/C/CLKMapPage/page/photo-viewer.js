// One photo in large, over the map: what is known of it, and the way to the next one.
(function () {
  "use strict";

  const { say, numberFormat, numbers, element, button, openDialog, turnable, settings, photoData } = window.MapPage;

  /**
   * Opens a photo.
   *
   * `list`: the photos to go through, in order. `at`: where in it to begin. `show(i)`: marks a photo on the map.
   */
  function openViewer(photos, list, at, show) {
    const degrees = numberFormat(5);
    const dialog = openDialog("viewer", say("photo"));
    const holder = element("div", "large"), words = element("div", "words"), pages = element("nav"), where = element("span", "where");
    words.setAttribute("role", "status");
    const fill = () => {
      const i = list[at], link = photos.links && photos.links[i];
      holder.textContent = words.textContent = "";
      const image = photoData.picture(photos, i, "thumb");
      const frame = link ? element("a") : element("div");
      if (link) frame.href = link;
      if (photos.videos[i]) frame.appendChild(element("span", "kind", say("video")));
      frame.appendChild(image);
      holder.appendChild(frame);
      words.append(element("strong", "", photos.names[photos.places[i]] || say("unknownPlace")));
      words.append(element("span", "", photoData.dateText(photos.times[i], photoData.timeFormat)));
      words.append(element("span", "", [photos.latitudes[i], photos.longitudes[i]].map(degrees.format).join("; ")));
      if (link) {
        const anchor = element("a", "", photos.files[i] || say("openFile"));
        anchor.href = link;
        words.append(anchor);
      }
      where.textContent = numbers.format(at + 1) + " / " + numbers.format(list.length);
      turnable(back, on, at > 0, at < list.length - 1);
      show(i);
    };
    const go = (step) => {
      const next = at + step;
      if (next < 0 || next >= list.length) return;
      at = next;
      fill();
    };
    const back = button("", say("previous"), () => go(-1)), on = button("", say("next"), () => go(1));
    pages.append(back, where, on);
    pages.hidden = list.length < 2;
    dialog.append(holder, words, pages);
    dialog.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      // With another key they are the browser's.
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(step);
    });
    fill();
    return dialog;
  }

  window.MapPage.openViewer = openViewer;
})();

// Dialogs over the map, and tables of what it shows.
(function () {
  "use strict";

  const { say, numbers, settings, element, button } = window.MapPage;
  const step = 200;

  /** A dialog over the map, which Escape closes; focus comes back to where it was. */
  function openDialog(className, label) {
    const dialog = element("dialog", className);
    dialog.setAttribute("aria-label", label);
    dialog.appendChild(button("close", say("close"), () => dialog.close()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.appendChild(dialog);
    dialog.showModal();
    return dialog;
  }

  /** Lets two buttons be pressed or not; one that has the focus and cannot be pressed any more hands it to the other. */
  function turnable(back, on, hasBack, hasOn) {
    const focused = document.activeElement;
    if (hasBack) back.disabled = false;
    if (hasOn) on.disabled = false;
    if (!hasBack && focused === back) on.focus();
    if (!hasOn && focused === on) back.focus();
    back.disabled = !hasBack;
    on.disabled = !hasOn;
  }

  /** The rows in the order of a column: unknown values last. */
  function sorted(length, key, isDescending) {
    const keys = new Array(length), rows = new Array(length);
    for (let row = 0; row < length; row++) {
      keys[row] = key(row);
      rows[row] = row;
    }
    const collator = new Intl.Collator(settings.language, { numeric: true });
    const isUnknown = (value) => value === "" || value === undefined || typeof value === "number" && isNaN(value);
    const turn = isDescending ? -1 : 1;
    return rows.sort((a, b) => {
      const x = keys[a], y = keys[b];
      if (isUnknown(x) || isUnknown(y)) return isUnknown(x) - isUnknown(y) || a - b;
      return turn * (typeof x === "number" ? x - y : collator.compare(x, y)) || a - b;
    });
  }

  /**
   * A table of what the map shows, some rows at a time.
   *
   * `columns`: of each its `name`, and `key(row)` to sort by. `length`: the number of rows. `cells(row)`: a row's texts.
   * `show(row)`: shows a row on the map, once the table is closed; `null` for one that cannot be shown. `link(row)`: where its last
   * text leads.
   */
  function openTable(title, columns, length, cells, show, link) {
    const dialog = openDialog("table", title);
    const table = element("table"), head = element("tr"), thead = element("thead"), body = element("tbody");
    let rows = null, order = -1, isDescending = false, begin = 0;
    const headings = columns.map((column, index) => {
      const cell = element("th");
      cell.scope = "col";
      cell.appendChild(button("", column.name, () => {
        isDescending = order === index && !isDescending;
        order = index;
        rows = sorted(length, column.key, isDescending);
        headings.forEach((other, k) => {
          if (k === index) other.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
          else other.removeAttribute("aria-sort");
        });
        fill(0);
      }));
      head.appendChild(cell);
      return cell;
    });
    thead.appendChild(head);
    table.append(element("caption", "", title), thead, body);
    const pages = element("nav"), where = element("span", "where");
    const fill = (at) => {
      begin = at;
      const end = Math.min(begin + step, length);
      body.textContent = "";
      for (let k = begin; k < end; k++) body.appendChild(line(rows ? rows[k] : k));
      where.textContent = numbers.format(begin + 1) + "–" + numbers.format(end) + " / " + numbers.format(length);
      turnable(back, on, begin > 0, end < length);
      table.parentElement.scrollTop = 0;
    };
    const line = (row) => {
      const made = element("tr"), texts = cells(row);
      texts.forEach((text, index) => {
        const cell = element("td"), target = link && index === texts.length - 1 ? link(row) : null;
        // What a narrow page says beside the text, since it has no room for columns.
        cell.dataset.column = columns[index].name;
        if (target) {
          const anchor = element("a", "", text);
          anchor.href = target;
          cell.appendChild(anchor);
        } else if (index === 0 && show) {
          cell.appendChild(button("", text, () => choose(row)));
        } else {
          cell.textContent = text;
        }
        made.appendChild(cell);
      });
      // The button is for keys and screen readers; the pointer may be anywhere on the row.
      if (show) made.addEventListener("click", (event) => { if (!event.target.closest("a, button")) choose(row); });
      return made;
    };
    const choose = (row) => {
      dialog.close();
      show(row);
    };
    const back = button("", say("previous"), () => fill(Math.max(0, begin - step)));
    const on = button("", say("next"), () => fill(begin + step));
    pages.append(back, where, on);
    pages.hidden = length <= step;
    const scroller = element("div", "scroller");
    scroller.tabIndex = 0;
    scroller.appendChild(table);
    dialog.append(scroller, pages);
    dialog.classList.toggle("can-show", Boolean(show));
    fill(0);
    return dialog;
  }

  window.MapPage.openDialog = openDialog;
  window.MapPage.openTable = openTable;
  window.MapPage.turnable = turnable;
})();

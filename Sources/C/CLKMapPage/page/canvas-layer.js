// A layer of the map that is drawn on a canvas.
(function () {
  "use strict";

  const { element } = window.MapPage;

  /**
   * A canvas that is a little larger than the view, so that it can be dragged.
   *
   * `paint(context, view)` draws it. `view`: the position of the canvas on the whole map in pixels, its size, pixels of the screen
   * for one of them, the zoom, and the side of the whole map.
   */
  const CanvasLayer = L.Renderer.extend({
    options: { padding: 0.2, tolerance: 0 },

    initialize: function (pane, className, paint) {
      L.Renderer.prototype.initialize.call(this, { pane: pane });
      this._className = className;
      this._paint = paint;
    },

    _initContainer: function () {
      this._container = element("canvas", this._className);
      this._container.setAttribute("aria-hidden", "true");
      this._context = this._container.getContext("2d");
    },

    _destroyContainer: function () {
      L.DomUtil.remove(this._container);
      delete this._container;
      delete this._context;
    },

    _updatePaths: function () {},

    /** Draws again, such as after a filter has changed. */
    redraw: function () { if (this._map) this._update(); },

    _update: function () {
      if (this._map._animatingZoom && this._bounds) return;
      L.Renderer.prototype._update.call(this);
      const size = this._bounds.getSize(), ratio = Math.min(window.devicePixelRatio || 1, 2), canvas = this._container;
      L.DomUtil.setPosition(canvas, this._bounds.min);
      if (canvas.width !== Math.floor(size.x * ratio) || canvas.height !== Math.floor(size.y * ratio)) {
        canvas.width = size.x * ratio;
        canvas.height = size.y * ratio;
        canvas.style.width = size.x + "px";
        canvas.style.height = size.y + "px";
      }
      this._draw();
    },

    _draw: function () {
      const origin = this._map.getPixelOrigin().add(this._bounds.min), size = this._bounds.getSize(), zoom = this._map.getZoom();
      this._paint(this._context, {
        x: origin.x, y: origin.y, width: size.x, height: size.y, ratio: Math.min(window.devicePixelRatio || 1, 2), zoom: zoom,
        side: 256 * Math.pow(2, zoom),
      });
    },
  });

  window.MapPage.CanvasLayer = CanvasLayer;
})();

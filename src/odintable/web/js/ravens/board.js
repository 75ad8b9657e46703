export class Board {
  /** @param {any} desk */
  constructor(desk) { this.desk = desk; this.element = document.createElement("div"); }
  show() {}
  status() { return ""; }
  keys() { return []; }
}

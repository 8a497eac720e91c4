/*
 * Names: of locks, of their holders, of whatever a list tells apart. <lk-name name="…"> shows the whole name if it has the room.
 * Else it cuts where the page's other names agree: what is left stands for this name and for no other one. Where no cut does
 * that, and where the style lets it wrap, as on a telephone, the name takes more lines. The whole text stays in the page: for screen readers, for the clipboard, as the tooltip.
 */
(() => {
  const DOTS = '…';
  /* How much of the room the beginning takes, in the order of preference: it says what a name is of, and the end which one. */
  const SHARES = [.34, .5, .67, .84, .17, 0, 1];
  /* Of a piece from within: how much of it stands before what differs; and how much of the room the beginning and the end take. */
  const BEFORE = .3;
  const BESIDE = [[0, 0], [0, .45], [.45, 0], [.3, .3]];
  const MOST_ALIKE = 3;
  const MOST_KNOWN = 20_000;
  /* Of the column of names: its least width, its share of the list, and what stands around a name. */
  const LEAST = 120;
  const SHARE = .4;
  const AROUND = 28;
  const root = document.documentElement;
  const pen = document.createElement('canvas').getContext('2d');
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const PLAIN = /^[\x20-\x7e]*$/;
  const widths = new Map();

  const measure = (text, font) => {
    const key = `${font}|${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      if (widths.size > MOST_KNOWN) widths.clear();
      pen.font = font;
      width = pen.measureText(text).width;
      widths.set(key, width);
    }
    return width;
  };
  const split = (text) => (PLAIN.test(text) ? [...text] : [...letters.segment(text)].map(({ segment }) => segment));

  /* The most of `most` for which `fits` holds, which holds for less if it holds for more. */
  const largest = (most, fits) => {
    let least = 0;
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (fits(middle)) least = middle; else most = middle - 1;
    }
    return least;
  };

  const pieces = (parts, from, to) => parts.slice(from, to).join('');
  const places = (parts, ranges) => ranges.filter(([from, to]) => from < to)
    .map(([from, to]) => [pieces(parts, 0, from).length, pieces(parts, 0, to).length]);

  /* Cuts of a name, each as the places that are left of it: its beginning and its end, … */
  const ends = (parts, room, share, width) => {
    const all = parts.length;
    const from = largest(all - 1, (count) => width(pieces(parts, 0, count)) <= room * share);
    const left = room - width(pieces(parts, 0, from));
    const to = largest(all - 1 - from, (count) => width(pieces(parts, all - count, all)) <= left);
    return places(parts, [[0, from], [all - to, all]]);
  };
  /* … or a piece from within, around what differs; alone, or beside as much of an end as the share allows. */
  const within = (parts, room, around, [before, after], width) => {
    const all = parts.length;
    const head = largest(all, (count) => width(pieces(parts, 0, count)) <= room * before);
    const tail = largest(all, (count) => width(pieces(parts, all - count, all)) <= room * after);
    const left = room - width(pieces(parts, 0, head)) - width(pieces(parts, all - tail, all));
    const begin = Math.max(head, around - largest(around, (count) => width(pieces(parts, around - count, around)) <= left * BEFORE));
    const length = largest(Math.max(0, all - tail - begin), (count) => width(pieces(parts, begin, begin + count)) <= left);
    return places(parts, [[0, head], [begin, begin + length], [all - tail, all]]);
  };

  /* Whether the cut of a name could be one of another, too. */
  const fits = (cut, name, other) => {
    let at = 0;
    for (const [from, to] of cut) {
      const text = name.slice(from, to);
      if (from === 0) {
        if (!other.startsWith(text)) return false;
        at = text.length;
      } else if (to === name.length) {
        return other.endsWith(text) && other.length - text.length > at;
      } else {
        const found = other.indexOf(text, at + 1);
        if (found < 0) return false;
        at = found + text.length;
      }
    }
    return other.length > at;
  };
  const confused = (cut, name, others) => others.filter((other) => other !== name && fits(cut, name, other));
  const common = (one, other) => {
    let i = 0;
    while (i < one.length && one[i] === other[i]) i++;
    return i;
  };

  /*
   * The name as it is shown in the room: null where no cut of it stands for it alone.
   * `others` are the names beside it.
   */
  const cut = (name, room, font, others) => {
    const width = (text) => measure(text, font);
    const parts = split(name);
    const dots = width(DOTS);
    let alike = null;
    for (const share of SHARES) {
      const found = ends(parts, room - dots, share, width);
      if (found.length === 0) continue;
      const mistaken = confused(found, name, others);
      if (mistaken.length === 0) return found;
      alike ??= mistaken;
    }
    for (const other of (alike ?? []).slice(0, MOST_ALIKE)) {
      const at = Math.min(common(parts, split(other)), parts.length - 1);
      for (const share of BESIDE) {
        const found = within(parts, room - 2 * dots, at, share, width);
        if (found.length > 0 && confused(found, name, others).length === 0) return found;
      }
    }
    return null;
  };

  /* What is left and what is cut away, in turn, as the text is: a name's gap is true for what is cut away. */
  const turns = (name, cut) => {
    const all = [];
    let at = 0;
    for (const [from, to] of [...cut, [name.length, name.length]]) {
      if (from > at) all.push({ text: name.slice(at, from), gap: true });
      if (to > from) all.push({ text: name.slice(from, to), gap: false });
      at = to;
    }
    return all;
  };
  const text = (name, cut) => turns(name, cut).map((part) => (part.gap ? DOTS : part.text)).join('');

  const span = (content, css) => {
    const element = document.createElement('span');
    element.textContent = content;
    if (css) element.className = css;
    return element;
  };
  /* What is cut away stays in the page, without size. */
  const draw = (name, cut) => turns(name, cut).flatMap((part) => (part.gap ? [span('', 'dots'), span(part.text, 'gap')] : [span(part.text)]));

  let due = false;
  const later = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; fitAll(); });
  };
  const sizes = new ResizeObserver(later);

  /*
   * Columns that were dragged keep their widths in this browser, for the columns that were shown then, wherever the list is wide
   * enough for them.
   */
  const COLUMNS = 'lockkeeper.columns';
  const remembered = () => {
    try { return JSON.parse(localStorage.getItem(COLUMNS)) ?? {}; } catch { return {}; }
  };
  const layout = (columns) => columns.map((column) => column.dataset.column).join();
  const size = (column, [width, flexGrow]) => Object.assign(column, { width, flexGrow });
  const sizeOf = (column) => [column.width, column.flexGrow];
  const keep = (columns) => localStorage.setItem(COLUMNS, JSON.stringify({ ...remembered(), [layout(columns)]: columns.map(sizeOf) }));
  const isSize = (each) => Array.isArray(each) && typeof each[0] === 'string' && parseFloat(each[0]) > 0;
  const recall = (grid, columns) => {
    const widths = remembered()[layout(columns)];
    const fit = Array.isArray(widths) && widths.length === columns.length && widths.every(isSize)
      && widths.reduce((sum, [width]) => sum + pixels(width), 0) <= grid.clientWidth;
    if (fit) columns.forEach((column, i) => size(column, widths[i]));
    return fit;
  };
  const forgetsColumns = () => {
    localStorage.removeItem(COLUMNS);
    document.querySelectorAll('.locks-grid').forEach((grid) => { grid.fittedTo = null; });
    later();
  };

  /*
   * The column of names takes the room that they need: up to two fifths of the list, and never so much that another column
   * does not fit. It only grows, so that no column moves while rows come and go. Once a column was dragged, all stay as they are,
   * until the list has another width or other columns.
   */
  const widen = (grid) => {
    const columns = [...grid.querySelectorAll('vaadin-grid-column')].filter((column) => !column.hidden);
    const [first, ...rest] = columns;
    if (!first || grid.classList.contains('two-lines')) return;
    const key = `${grid.clientWidth} ${layout(columns)}`;
    if (grid.fittedTo !== key) {
      if (grid.dragged) grid.usual.forEach((usual, column) => size(column, usual));
      grid.fittedTo = key;
      grid.fitted = LEAST;
      grid.usual = new Map(columns.map((column) => [column, sizeOf(column)]));
      grid.dragged = recall(grid, columns);
    }
    if (!grid.heard) {
      grid.heard = true;
      grid.addEventListener('column-resize', () => {
        grid.dragged = true;
        keep([...grid.querySelectorAll('vaadin-grid-column')].filter((column) => !column.hidden));
      });
    }
    if (grid.dragged) return;
    const taken = rest.reduce((sum, { width }) => sum + pixels(width), 0);
    const names = [...grid.querySelectorAll('lk-name.lock-name')].filter((name) => name.clientWidth > 0);
    const wanted = Math.max(0, ...names.map((name) => name.wanted)) + AROUND;
    const room = Math.max(LEAST, Math.min(wanted, grid.clientWidth * SHARE, grid.clientWidth - taken));
    grid.fitted = Math.max(grid.fitted, Math.floor(room));
    if (pixels(first.width) !== grid.fitted) first.width = `${grid.fitted}px`;
  };
  const pixels = (width) => parseFloat(width) * (width.endsWith('rem') ? parseFloat(getComputedStyle(root).fontSize) : 1);

  /* All that is read comes before all that is written: the page is laid out once. */
  const fitAll = () => {
    document.querySelectorAll('.locks-grid').forEach(widen);
    const all = [...document.querySelectorAll('lk-name')].map((element) => element.seen()).filter(Boolean);
    const others = [...new Set(all.map(({ name }) => name))];
    const added = others.filter((name) => !known.has(name));
    known = new Set(others);
    all.map((seen) => [seen, seen.whole ? null : kept(seen, added) ?? cut(seen.name, seen.room, seen.font, others)])
      .forEach(([seen, found]) => seen.element.show(seen, found));
  };
  /* A cut stays as long as no name comes that it could stand for, too: of a thousand rows, few are looked at again. */
  let known = new Set();
  const kept = ({ element: { last }, name, room, font }, added) =>
    (last?.found && last.name === name && last.room === room && last.font === font
      && confused(last.found, name, added).length === 0 ? last.found : null);

  class Name extends HTMLElement {
    static observedAttributes = ['name'];

    connectedCallback() { sizes.observe(this); this.write(); }
    disconnectedCallback() { sizes.unobserve(this); later(); }
    attributeChangedCallback() { if (this.isConnected) this.write(); }

    get name() { return this.getAttribute('name') ?? ''; }
    get font() { return getComputedStyle(this).font; }
    /* What it would be as wide as. */
    get wanted() { return measure(this.name, this.font); }

    write() {
      this.drawn = null;
      this.classList.remove('lines');
      this.setAttribute('dir', 'auto');
      this.title = this.name;
      this.textContent = this.name;
      later();
    }
    seen() {
      const room = this.clientWidth;
      if (room === 0 || !this.name) return null;
      const { font, whiteSpace } = getComputedStyle(this);
      const wraps = whiteSpace !== 'nowrap' && !this.classList.contains('lines');
      return { element: this, name: this.name, room, font, whole: wraps || measure(this.name, font) <= room + 1 };
    }
    show(seen, found) {
      const { whole } = seen;
      this.last = { ...seen, found };
      const shown = found ? text(this.name, found) : whole ? '' : null;
      if (this.drawn === `${shown}|${this.name}`) return;
      this.drawn = `${shown}|${this.name}`;
      this.classList.toggle('lines', !whole && !found);
      this.replaceChildren(...(found ? draw(this.name, found) : [this.name]));
    }
  }
  customElements.define('lk-name', Name);
  document.fonts?.addEventListener('loadingdone', () => { widths.clear(); later(); });

  /* For drawings, which have no elements: the text to draw. */
  const cutName = (name, room, font, others) => {
    if (measure(name, font) <= room) return name;
    const found = cut(name, room, font, others);
    return found ? text(name, found) : name;
  };

  window.lockkeeper = { ...window.lockkeeper, cutName, fitsColumns: later, forgetsColumns };
})();

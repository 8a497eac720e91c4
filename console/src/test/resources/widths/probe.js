/* What people can read of a page, as it is painted. */
(() => {
  const clipped = (element) => {
    for (let it = element; it; it = it.parentElement) {
      const style = getComputedStyle(it);
      if (style.clipPath === 'inset(50%)' || style.visibility === 'hidden') return true;
    }
    return false;
  };
  /* From where to where something is not cut off at the sides. */
  const sides = (element) => {
    let [left, right] = [0, innerWidth];
    for (let it = element; it; it = it.parentElement) {
      if (getComputedStyle(it).overflowX !== 'visible') {
        const box = it.getBoundingClientRect();
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      }
    }
    return [left, right];
  };
  /* The letters of the element that are painted. Those above and below the window count, too. */
  const painted = (element) => {
    if (!element.checkVisibility() || clipped(element)) return '';
    let text = '';
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.checkVisibility() || clipped(node.parentElement)) continue;
      const [left, right] = sides(node.parentElement);
      for (let i = 0; i < node.length; i++) {
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const box = range.getBoundingClientRect();
        const middle = (box.left + box.right) / 2;
        if (box.width > 0 && middle >= left && middle <= right) text += node.data[i];
      }
      text += ' ';
    }
    return text.replace(/\s+/g, ' ').trim();
  };
  const leaves = () => [...document.querySelectorAll('body *')].filter((element) =>
    element.localName === 'lk-name' || (element.childElementCount === 0 && !element.closest('lk-name')));
  const whole = (element) => element.textContent.replace(/\s+/g, ' ').trim();

  /* Pairs of texts that differ, of which the same is painted. */
  const alike = (needles) => {
    const seen = new Map();
    const pairs = new Set();
    leaves().filter((it) => needles.some((needle) => it.textContent.includes(needle))).forEach((it) => {
      const shown = painted(it);
      if (!shown) return;
      const other = seen.get(shown);
      if (other !== undefined && other !== whole(it)) pairs.add(`“${shown}” is ${other} and ${whole(it)}`);
      seen.set(shown, whole(it));
    });
    return [...pairs];
  };

  /* What is painted in the row that tells of the name. */
  const row = (name) => {
    const element = leaves().find((it) => whole(it) === name && it.closest('.content') && it.checkVisibility());
    if (!element) return '';
    const cell = element.closest('vaadin-grid-cell-content');
    if (!cell) return painted(element.closest('tr, li, article') ?? element);
    const { top, bottom } = cell.getBoundingClientRect();
    return [...cell.parentElement.querySelectorAll(':scope > vaadin-grid-cell-content')]
      .filter((it) => { const box = it.getBoundingClientRect(); const y = (box.top + box.bottom) / 2; return box.width > 0 && y > top && y < bottom; })
      .map(painted).join(' | ');
  };

  /* How far the page can be moved to the side, and what makes it so wide. */
  const sideways = () => {
    const page = document.scrollingElement;
    const more = Math.max(page.scrollWidth, document.body.scrollWidth) - innerWidth;
    const moved = [page, ...document.querySelectorAll('.shell, .content')].some((it) => it.scrollLeft !== 0);
    if (more <= 0 && !moved) return '';
    const widest = [...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > innerWidth && !it.closest('nav'))
      .map((it) => `${it.localName}.${it.className}`).slice(-6);
    return `${more} px too wide${moved ? ', and moved' : ''}: ${widest.join(', ')}`;
  };

  /* The element on top at a point, and all around it, out of every shadow. */
  const around = (x, y) => {
    let top = document.elementFromPoint(x, y);
    while (top?.shadowRoot) {
      const within = top.shadowRoot.elementFromPoint(x, y);
      if (!within || within === top) break;
      top = within;
    }
    const all = [];
    for (let it = top; it; it = it.assignedSlot ?? it.parentNode ?? it.host) all.push(it);
    return all;
  };

  /* The controls that something covers, or cuts off, wherever the page is scrolled to. */
  const CONTROLS = 'button, a[href], input, select, textarea, summary, vaadin-button, vaadin-menu-bar-button, vaadin-checkbox';
  const unreached = () => [...document.querySelectorAll(CONTROLS)].filter((it) => {
    if (it.matches(':disabled, [disabled]') || !it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || clipped(it)) return false;
    it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = it.getClientRects()[0]; // of a link of two lines, the first
    if (!box || box.width === 0 || box.height === 0) return false;
    const on = around((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !on.includes(it) && !on.includes(it.closest('vaadin-checkbox, label') ?? it);
  }).map((it) => `${it.localName}.${it.className} “${whole(it) || it.ariaLabel || it.placeholder || ''}”`);

  /* The fields whose words of what belongs into them are not painted to their end. */
  const cutHints = () => [...document.querySelectorAll('input[placeholder]')].filter((it) => {
    if (!it.placeholder || it.value || !it.checkVisibility()) return false;
    const style = getComputedStyle(it);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    return pen.measureText(it.placeholder).width > it.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
  }).map((it) => `cut: ${it.placeholder}`);

  window.probe = { alike, row, sideways, painted, unreached, cutHints };
})();

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

  window.probe = { alike, row, sideways, painted };
})();

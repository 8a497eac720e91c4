/* What the pages do by themselves: keys, rows under a hand, colour scheme, zone. */
(() => {
  /* A key that an input method takes, to end or leave what it composes, is no key of a page or a dialog. Safari sends 229 after the end. */
  addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  }, true);

  const isField = (event) => event.composedPath().some((element) =>
    element.isContentEditable || /^(textarea|select)$/i.test(element.tagName || '')
    || (/^input$/i.test(element.tagName || '') && element.type !== 'checkbox'));
  const isButton = (event) => event.composedPath().some((element) => /button|^a$|^summary$/i.test(element.tagName || ''));
  const isCovered = () => document.querySelector('vaadin-dialog[opened], vaadin-menu-bar [opened], dialog[open]') !== null;
  const isIn = (event, element) => event.composedPath().includes(element);
  const arrows = { ArrowDown: 'j', ArrowUp: 'k' };

  /* The keys of the locks page. Inside the grid arrows are the grid's own, and the row in focus is the one that is marked. */
  const keys = (page, grid, signal) => addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isCovered()) return;
    if (isField(event)) return;
    const key = (!isIn(event, grid) && arrows[event.key]) || event.key;
    if (key === '/') page.querySelector('.search').focus();
    else if (['j', 'k', 'e', 'Enter', 'Escape'].includes(key) && !(key === 'Enter' && isButton(event))) {
      if (key === 'Escape') document.activeElement?.blur();
      page.$server.pressed(key);
    } else return;
    event.preventDefault();
  }, { signal });

  /* Escape leaves the search and keeps what is sought. The field itself would clear it, stay, and say nothing to others. */
  const leaves = (search, signal) => search.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.composedPath()[0].blur();
  }, { signal, capture: true });

  /* A click is for the row that stood there when the button went down, whatever has come to stand there since. */
  const rows = (page, grid) => {
    let aimed = null;
    grid.addEventListener('pointerdown', (event) => {
      const { section, item } = grid.getEventContext(event);
      aimed = section === 'body' && item?.lock !== undefined && event.button === 0
        ? { lock: item.lock, x: event.clientX, y: event.clientY } : null;
    }, true);
    grid.addEventListener('click', (event) => {
      const there = aimed && Math.hypot(event.clientX - aimed.x, event.clientY - aimed.y) < 12;
      if (there) page.$server.chosen(aimed.lock);
      aimed = null;
    });
  };

  /* While the pointer or the focus is in the list, its order stands still. */
  const hand = (page, list) => {
    let over = false;
    let inside = false;
    let held = false;
    const tell = () => { if (held !== (over || inside)) { held = !held; page.$server.holding(held); } };
    list.addEventListener('pointerenter', () => { over = true; tell(); });
    list.addEventListener('pointerleave', () => { over = false; tell(); });
    list.addEventListener('focusin', () => { inside = true; tell(); });
    list.addEventListener('focusout', (event) => { inside = list.contains(event.relatedTarget); tell(); });
  };

  /* The row that the user moves the focus to is the marked one. Where the console moved it, the mark may be elsewhere by now. */
  const marks = (page, grid) => {
    grid.movedTo = new Set();
    grid.addEventListener('cell-focus', ({ detail: { context } }) => {
      if (context.section !== 'body' || context.item?.lock === undefined || grid.movedTo.delete(context.index)) return;
      grid.movedTo.clear();
      page.$server.focused(context.item.lock);
    });
  };

  const listen = (page) => {
    const grid = page.querySelector('.locks-grid');
    const list = page.querySelector('.list');
    const gone = new AbortController();
    keys(page, grid, gone.signal);
    leaves(page.querySelector('.search'), gone.signal);
    rows(page, grid);
    marks(page, grid);
    hand(page, list);
    let width = 0;
    const sizes = new ResizeObserver(() => {
      if (!page.isConnected) { sizes.disconnect(); gone.abort(); return; }
      const now = Math.round(list.clientWidth);
      if (now > 0 && now !== width) { width = now; page.$server.resized(width); }
    });
    sizes.observe(list);
  };

  /* Moves the focus to a row, which is scrolled into view. */
  const focusRow = (grid, index) => {
    const find = () => [...grid.$.items.children].find((row) => !row.hidden && row.index === index);
    if (!find()) grid.scrollToIndex(index);
    requestAnimationFrame(() => {
      grid.movedTo.add(index);
      [...find()?.children ?? []].find((cell) => cell.offsetParent !== null)?.focus();
    });
  };

  /* The keys are shown by their button, and by ? wherever nobody types. The browser's dialog closes by Escape and gives the focus back. */
  const opensKeys = (opener, dialog) => {
    const gone = new AbortController();
    opener.addEventListener('click', () => dialog.showModal());
    dialog.addEventListener('click', (event) => { if (event.target === dialog || isButton(event)) dialog.close(); });
    addEventListener('keydown', (event) => {
      if (!dialog.isConnected) { gone.abort(); return; }
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isField(event) || isCovered()) return;
      event.preventDefault();
      dialog.showModal();
    }, { signal: gone.signal });
  };

  /*
   * Ctrl-K finds a lock, a service or a page. The list answers a text a moment after it was typed: Enter goes where the answer to
   * what stands in the field leads, and waits for it.
   */
  const goesTo = (opener, dialog) => {
    const gone = new AbortController();
    const field = dialog.querySelector('input');
    const list = dialog.querySelector('.found');
    const options = () => [...list.querySelectorAll('[role=option]')];
    let waits = false;
    const mark = (option) => {
      options().forEach((each) => each.setAttribute('aria-selected', each === option));
      if (option) field.setAttribute('aria-activedescendant', option.id); else field.removeAttribute('aria-activedescendant');
      option?.scrollIntoView({ block: 'nearest' });
    };
    const marked = () => list.querySelector('[aria-selected=true]');
    const follow = () => {
      waits = field.value !== list.dataset.answers;
      if (!waits) (marked() ?? options()[0])?.click();
    };
    const open = () => { waits = false; dialog.showModal(); field.select(); mark(options()[0]); };
    opener.addEventListener('click', open);
    addEventListener('keydown', (event) => {
      if (!dialog.isConnected) { gone.abort(); return; }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (isCovered() && !dialog.open) return;
      event.preventDefault();
      if (dialog.open) dialog.close(); else open();
    }, { signal: gone.signal });
    field.addEventListener('keydown', (event) => {
      const all = options();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) mark(all[(all.indexOf(marked()) + step + all.length) % all.length]);
      else if (event.key === 'Enter') follow();
      else return;
      event.preventDefault();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog || event.target.closest('[role=option]')) dialog.close();
    });
    new MutationObserver(() => {
      if (!dialog.open) return;
      mark(options()[0]);
      if (waits) follow();
    }).observe(list, { childList: true, attributes: true, attributeFilter: ['data-answers'] });
  };

  /* The letter after g leads to a page. No key of a page comes in between. */
  const goesByKeys = (nav) => {
    const gone = new AbortController();
    let until = 0;
    addEventListener('keydown', (event) => {
      if (!nav.isConnected) { gone.abort(); return; }
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event) || isCovered()) { until = 0; return; }
      const second = event.timeStamp < until;
      if (!second && event.key !== 'g') return;
      until = second ? 0 : event.timeStamp + 1_500;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (second) nav.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
    }, { signal: gone.signal, capture: true });
  };

  /* Without a choice, the page looks as the system does. Next comes what looks different, then the other, then the system again. */
  const root = document.documentElement;
  const SCHEME = 'lockkeeper.scheme';
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');
  const scheme = () => localStorage.getItem(SCHEME) ?? 'system';
  const looks = () => {
    const chosen = scheme();
    root.setAttribute('theme', chosen === 'system' ? (darkSystem.matches ? 'dark' : 'light') : chosen);
    document.querySelectorAll('.scheme-switch').forEach((button) => {
      button.dataset.scheme = chosen;
      button.title = `Theme: ${chosen}`;
      button.setAttribute('aria-label', button.title);
    });
  };
  const switchesScheme = (button) => {
    button.addEventListener('click', () => {
      const order = darkSystem.matches ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
      const next = order[(order.indexOf(scheme()) + 1) % order.length];
      if (next === 'system') localStorage.removeItem(SCHEME); else localStorage.setItem(SCHEME, next);
      looks();
    });
    looks();
  };
  darkSystem.addEventListener('change', looks);
  addEventListener('storage', ({ key }) => { if (key === SCHEME) looks(); });

  /* What a keyboard on the screen covers of the window, however far it is zoomed in. A dialog gives way, and shows the field in focus. */
  const covers = ({ height, scale }) => {
    root.style.setProperty('--lk-keyboard', `${Math.max(0, innerHeight - Math.round(height * scale))}px`);
    if (isCovered()) document.activeElement.scrollIntoView({ block: 'nearest' });
  };
  visualViewport?.addEventListener('resize', () => covers(visualViewport));

  /* On a narrow page the pages stand in one line: the present one is brought into view. */
  const showsCurrent = (nav) => {
    const show = () => {
      const link = nav.querySelector('[aria-current]');
      /* Only the line itself is moved: what brings an element into view moves the page around it, too. */
      if (link) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
    };
    new MutationObserver(show).observe(nav, { subtree: true, attributes: true, attributeFilter: ['aria-current'] });
    new ResizeObserver(show).observe(nav);
  };

  /* Past the frame, which stands before every page. The address stays: it names what the page shows. */
  const skips = (link, content) => {
    content.id = 'content';
    link.addEventListener('click', (event) => {
      event.preventDefault();
      content.focus();
    });
  };

  /* Times in UTC or in the browser's zone: the console writes them, so the page begins anew. */
  const switchZone = () => {
    if (localStorage.getItem('lockkeeper.utc')) localStorage.removeItem('lockkeeper.utc');
    else localStorage.setItem('lockkeeper.utc', 'yes');
    location.reload();
  };

  /* Over plain http browsers have no clipboard for scripts, and copy what is selected. */
  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = document.createElement('textarea');
      field.value = text;
      field.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0';
      const dialog = document.querySelector('vaadin-dialog[opened], dialog[open]');
      (dialog ?? document.body).append(field); // a dialog takes the focus back from what is outside
      const focused = document.activeElement;
      field.select();
      const done = document.execCommand('copy');
      field.remove();
      focused?.focus?.();
      return done;
    }
  };

  /* Says beside the button that something was copied, or how to do it by hand. */
  const copies = (button, text, done, otherwise) => {
    const said = document.createElement('span');
    said.className = 'copied';
    said.setAttribute('role', 'status');
    button.before(said);
    button.addEventListener('click', async () => {
      said.textContent = await copied(text()) ? done : otherwise;
      setTimeout(() => { said.textContent = ''; }, 3_000);
    });
  };

  const copiesLink = (button) =>
    copies(button, () => location.href, 'Link copied', 'Not allowed here: copy it from the address bar');

  const copiesText = (button, of) =>
    copies(button, () => of.textContent, 'Copied', 'Not allowed here: select it and copy it');

  /* The tab says how many findings there are, whatever page it shows. Nothing is drawn into a hidden page: there the beat says it. */
  const findings = () => document.querySelector("nav a[href$='findings'] .count");
  const entitle = (count) => {
    const title = document.title.replace(/^\(\d+\) /, '');
    const wanted = findings() && count ? `(${count}) ${title}` : title;
    if (document.title !== wanted) document.title = wanted;
  };
  setInterval(() => { if (!document.hidden) entitle(Number.parseInt(findings()?.textContent)); }, 1_000);

  window.lockkeeper = { ...window.lockkeeper, listen, focusRow, opensKeys, goesTo, goesByKeys, showsCurrent, skips, switchesScheme, switchZone, entitle, copied, copiesLink, copiesText };
})();

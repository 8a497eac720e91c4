/*
 * The beat between a page and the console. Each beat says which drawing the page shows, and brings the server's time. A page
 * without an answer, or without the drawings that were sent, is lost: it says so, turns grey, and its clocks stop.
 */
(() => {
  const { clock } = window.lockkeeper;
  const EVERY = 1_000;
  const EVERY_HIDDEN = 15_000;
  const LOST_AFTER = 3_000;
  const RELOAD_AFTER = 15_000;
  const root = document.documentElement;

  let page = '';
  let shown = 0;
  let timer;
  let heardAt = Date.now();
  let currentAt = heardAt;
  let word = null;

  class Page extends HTMLElement {
    static observedAttributes = ['page', 'drawn'];
    attributeChangedCallback(name, before, value) {
      if (name === 'drawn') { shown = Number(value); return; }
      page = value;
      shown = 0;
      word = null;
      heardAt = currentAt = Date.now();
      schedule(0);
    }
  }

  /* What stands in place of the badge while the page is lost. */
  class Link extends HTMLElement {
    connectedCallback() { this.setAttribute('role', 'status'); say(); }
  }

  /* Up to when the board is complete. */
  class AsOf extends HTMLElement {
    connectedCallback() { say(); }
  }

  const isLost = () => root.hasAttribute('lost');

  const say = () => {
    const lost = isLost() ? `○ no word since ${clock.timeOfDay(clock.now())}, reconnecting` : '';
    document.querySelectorAll('lk-link').forEach((each) => { if (each.textContent !== lost) each.textContent = lost; });
    const at = clock.board() ?? word?.asOf;
    const asOf = at ? `updated ${clock.timeOfDay(at)}` : '';
    document.querySelectorAll('lk-as-of').forEach((each) => { if (each.textContent !== asOf) each.textContent = asOf; });
  };

  const judge = () => {
    const lost = Date.now() - Math.min(heardAt, currentAt) > LOST_AFTER;
    if (lost) clock.stop(); else clock.go();
    if (lost !== isLost()) root.toggleAttribute('lost', lost);
    say();
  };

  const hear = (answer) => {
    const sentBefore = word?.drawn ?? 0;
    word = answer;
    heardAt = Date.now();
    if (!answer.outdated && shown >= sentBefore) currentAt = heardAt;
    else if (heardAt - currentAt > RELOAD_AFTER && !document.hidden) location.reload();
    if (answer.asOf) clock.sync(answer.now);
    if (document.hidden && answer.findings !== null) window.lockkeeper.entitle(answer.findings);
  };

  const beat = async () => {
    const asking = page;
    try {
      const answer = await fetch(`beat?page=${asking}&shown=${shown}&hidden=${document.hidden}`,
        { cache: 'no-store', signal: AbortSignal.timeout(LOST_AFTER) });
      if (answer.status === 401 || answer.status === 410) return leave();
      if (answer.ok && asking === page) hear(await answer.json());
    } catch { /* no word: judged by the time since the last */ }
    judge();
    schedule(document.hidden ? EVERY_HIDDEN : EVERY);
  };

  /* Logged out, or the console knows nothing of this page any more: what it shows is not to be looked at. */
  const leave = () => {
    heardAt = currentAt = 0;
    judge();
    location.reload();
  };

  const schedule = (millis) => { clearTimeout(timer); timer = setTimeout(beat, millis); };

  addEventListener('visibilitychange', () => { if (page) { judge(); schedule(0); } });
  setInterval(() => { if (page && !document.hidden) judge(); }, 500);
  customElements.define('lk-page', Page);
  customElements.define('lk-link', Link);
  customElements.define('lk-as-of', AsOf);
})();

/* What the pages do by themselves between two updates: times that go on, keys, colour scheme. */
(() => {
  const offsets = [];
  let offset = Date.now() - performance.now();

  /* The update that travelled fastest of the last twenty tells the server's clock best. */
  const sync = (serverMillis) => {
    offsets.push(serverMillis - performance.now());
    if (offsets.length > 20) offsets.shift();
    offset = Math.max(...offsets);
  };
  const serverNow = () => performance.now() + offset;

  const pad = (n) => String(n).padStart(2, '0');
  const duration = (millis) => {
    const s = Math.max(0, Math.floor(millis / 1000));
    if (s < 60) return `${s} s`;
    if (s < 3600) return `${Math.floor(s / 60)} min ${pad(s % 60)} s`;
    if (s < 86400) return `${Math.floor(s / 3600)} h ${pad(Math.floor((s % 3600) / 60))} min`;
    return `${Math.floor(s / 86400)} d ${pad(Math.floor((s % 86400) / 3600))} h`;
  };

  const ticking = new Set();
  class Ticking extends HTMLElement {
    connectedCallback() { ticking.add(this); this.tick(); }
    disconnectedCallback() { ticking.delete(this); }
    attributeChangedCallback() { if (this.isConnected) this.tick(); }
    number(name) { return Number(this.getAttribute(name) || 0); }
  }

  class Age extends Ticking {
    static observedAttributes = ['since', 'until'];
    tick() {
      const since = this.number('since');
      const now = Math.min(serverNow(), this.number('until') || Infinity);
      const text = since ? duration(now - since) : '';
      if (this.textContent !== text) this.textContent = text;
    }
  }

  class Left extends Ticking {
    static observedAttributes = ['from', 'until', 'class'];
    tick() {
      const until = this.number('until');
      if (!until) { this.replaceChildren(); return; }
      if (!this.firstChild) this.draw();
      const left = until - serverNow();
      const share = Math.max(0, Math.min(1, left / (until - this.number('from') || 1)));
      const text = left > 0 ? duration(left + 999) : `${duration(-left)} ago`;
      this.bar.style.transform = `scaleX(${share.toFixed(3)})`;
      this.toggleAttribute('over', left <= 0);
      if (this.text.textContent !== text) this.text.textContent = text;
    }
    draw() {
      const track = document.createElement('i');
      this.bar = document.createElement('b');
      this.text = document.createElement('span');
      track.append(this.bar);
      this.append(track, this.text);
    }
  }

  customElements.define('lk-age', Age);
  customElements.define('lk-left', Left);
  setInterval(() => ticking.forEach((element) => element.tick()), 250);

  const isField = (event) => event.composedPath().some((element) =>
    element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName || ''));
  const isCovered = () => document.querySelector('vaadin-dialog[opened], vaadin-menu-bar [opened]') !== null;

  /* The keys of the locks page, and its width; the listeners go when the page goes. */
  const listen = (page) => {
    const key = (event) => {
      if (!page.isConnected) { removeEventListener('keydown', key); removeEventListener('resize', resize); return; }
      if (event.ctrlKey || event.metaKey || event.altKey || isCovered()) return;
      if (isField(event)) { if (event.key === 'Escape') event.target.blur(); return; }
      if (event.key === '/') { page.querySelector('.search').focus(); event.preventDefault(); }
      else if (['j', 'k', 'e', 'Enter', 'Escape'].includes(event.key) && !isButton(event)) page.$server.pressed(event.key);
    };
    const isButton = (event) => event.key === 'Enter' && event.composedPath().some((element) => /button|^a$/i.test(element.tagName || ''));
    let width = 0;
    const resize = () => {
      const now = page.isConnected ? innerWidth : width;
      if (now !== width) { width = now; page.$server.resized(width); }
    };
    addEventListener('keydown', key);
    addEventListener('resize', resize);
    resize();
  };

  const root = document.documentElement;
  const toggleScheme = () => {
    const scheme = root.getAttribute('theme') === 'dark' ? 'light' : 'dark';
    root.setAttribute('theme', scheme);
    localStorage.setItem('lockkeeper.scheme', scheme);
  };

  const copyLink = () => navigator.clipboard?.writeText(location.href);

  window.lockkeeper = { sync, serverNow, duration, listen, toggleScheme, copyLink };
})();

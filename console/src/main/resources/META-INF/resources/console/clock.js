/* Times that count by the server's clock, once a second; they stand still while nobody knows what became of what they tell of. */
(() => {
  const offsets = [];
  let offset = Date.now() - performance.now();
  let stoppedAt = null;
  let boardAt = null;

  /* The word that travelled fastest of the last twenty tells the server's clock best. */
  const sync = (serverMillis) => {
    offsets.push(serverMillis - performance.now());
    if (offsets.length > 20) offsets.shift();
    offset = Math.max(...offsets);
  };
  const now = () => boardAt ?? stoppedAt ?? performance.now() + offset;
  const stop = () => { stoppedAt = now(); };
  const go = () => { if (stoppedAt !== null) { stoppedAt = null; tick(); } };

  const pad = (n) => String(n).padStart(2, '0');
  const duration = (millis) => {
    const s = Math.max(0, Math.floor(millis / 1000));
    if (s < 60) return `${s} s`;
    if (s < 3600) return `${Math.floor(s / 60)} min ${pad(s % 60)} s`;
    if (s < 86400) return `${Math.floor(s / 3600)} h ${pad(Math.floor((s % 3600) / 60))} min`;
    return `${Math.floor(s / 86400)} d ${pad(Math.floor((s % 86400) / 3600))} h`;
  };
  /* An instant in the zone of the page, as the console writes it. */
  const formats = {};
  const format = (zone) => (formats[zone] ??= new Intl.DateTimeFormat('en', {
    timeZone: zone, hourCycle: 'h23', timeZoneName: 'shortOffset',
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }));
  const zone = () => document.querySelector('lk-page')?.getAttribute('zone') ?? 'UTC';
  const local = (millis) => {
    const parts = Object.fromEntries(format(zone()).formatToParts(millis).map((part) => [part.type, part.value]));
    return {
      day: `${parts.year}-${parts.month}-${parts.day}`,
      time: `${parts.hour}:${parts.minute}:${parts.second}`,
      offset: parts.timeZoneName.replace('GMT', 'UTC').replace(/[+]0$/, ''),
    };
  };
  /* With the day where that is not today's. */
  const timeOfDay = (serverMillis) => {
    const at = local(serverMillis);
    return `${at.day === local(performance.now() + offset).day ? '' : `${at.day} `}${at.time} ${at.offset}`;
  };

  const ticking = new Set();
  const tick = () => { if (!document.hidden) ticking.forEach((element) => element.tick()); };
  class Ticking extends HTMLElement {
    connectedCallback() { ticking.add(this); this.tick(); }
    disconnectedCallback() { ticking.delete(this); }
    attributeChangedCallback() { if (this.isConnected) this.tick(); }
    number(name) { return Number(this.getAttribute(name) || 0); }
  }

  class Age extends Ticking {
    static observedAttributes = ['since', 'until', 'before'];
    tick() {
      const since = this.number('since');
      const before = this.number('before');
      const end = Math.min(now(), this.number('until') || Infinity);
      const text = since ? duration(end - since) : before ? duration(Math.max(0, before - now())) : '';
      if (this.textContent !== text) this.textContent = text;
    }
  }

  class Left extends Ticking {
    static observedAttributes = ['from', 'until', 'class'];
    tick() {
      const until = this.number('until');
      if (!until) { this.replaceChildren(); this.share = undefined; return; }
      if (!this.firstChild) this.draw();
      const left = until - now();
      const share = Math.max(0, Math.min(1, left / (until - this.number('from') || 1))).toFixed(2);
      const text = left > 0 ? duration(left + 999) : `${duration(-left)} ago`;
      if (this.share !== share) this.bar.style.transform = `scaleX(${this.share = share})`;
      if (this.hasAttribute('over') !== left <= 0) this.toggleAttribute('over', left <= 0);
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

  /* The page's freshness. While its board is not live, that is the board of an earlier moment: the page's words are about that one, too. */
  class Badge extends HTMLElement {
    static observedAttributes = ['at'];
    connectedCallback() { this.stand(); }
    disconnectedCallback() { this.stand(); }
    attributeChangedCallback() { this.stand(); }
    stand() {
      boardAt = Number(document.querySelector('.page-head lk-badge')?.getAttribute('at')) || null;
      tick();
    }
  }

  customElements.define('lk-badge', Badge);
  customElements.define('lk-age', Age);
  customElements.define('lk-left', Left);
  setInterval(tick, 1000);
  addEventListener('visibilitychange', tick);

  window.lockkeeper = { ...window.lockkeeper, clock: { sync, now, stop, go, board: () => boardAt, duration, timeOfDay, local, zone } };
})();

/* Draws contention over time with uPlot: how often and how many above, how long below. In the zone of the page, as the table says. */
(() => {
  const clock = () => window.lockkeeper.clock; // the page's own script may come after this one
  const HEIGHT = 120;
  const RIGHT = 46; // so wide that the hours of both plots stand below one another
  const pad = (n) => String(n).padStart(2, '0');
  const local = (seconds) => clock().local(seconds * 1000);
  const time = (millis) => {
    if (millis == null) return '';
    if (millis < 1000) return `${Math.round(millis)} ms`;
    if (millis < 10_000) return `${Number((millis / 1000).toFixed(1))} s`;
    const s = Math.round(millis / 1000);
    if (s < 60) return `${s} s`;
    return s < 3600 ? `${Math.floor(s / 60)} min${s % 60 ? ` ${pad(s % 60)} s` : ''}` : `${Math.floor(s / 3600)} h${s % 3600 ? ` ${pad(Math.floor(s % 3600 / 60))} min` : ''}`;
  };
  const moment = (seconds) => { const { day, time: at, offset } = local(seconds); return `${day} ${at} ${offset}`; };
  const count = (number) => (number == null ? '' : number.toLocaleString('en'));

  /* The steps of an axis, as people count time. */
  const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
  const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND), ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE), ...[1, 2, 3, 6, 12].map((n) => n * HOUR), ...[1, 2, 5, 10, 20, 50, 100].map((n) => n * DAY)];

  /* The day stands with the first hour of it. */
  const hours = (plot, splits) => splits.map((seconds, i) => {
    const { day, time } = local(seconds);
    const fine = splits.length > 1 && splits[1] - splits[0] < 60;
    const text = time.slice(0, fine ? 8 : 5);
    return i === 0 || local(splits[i - 1]).day !== day ? `${text}\n${day.slice(5)}` : text;
  });

  const colours = (host) => {
    const style = getComputedStyle(host);
    return (name) => style.getPropertyValue(`--lk-${name}`).trim();
  };

  /* Times of which something is unknown: a band behind the lines, as wide as a hair at least. */
  const unknown = (host) => (plot) => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.fillStyle = colours(host)('late');
    ctx.globalAlpha = .18;
    for (const { from, until } of host.data.unknown) {
      const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
      const right = Math.min(bbox.left + bbox.width, plot.valToPos(until, 'x', true));
      if (right >= bbox.left && left <= bbox.left + bbox.width) ctx.fillRect(left, bbox.top, Math.max(3, right - left), bbox.height);
    }
    ctx.restore();
  };

  /* A time that somebody drags over leads to its leases, on the page of the history. */
  const dragged = (host) => (plot) => {
    const { left, width } = plot.select;
    plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    if (width < 6) return;
    const iso = (seconds) => encodeURIComponent(new Date(Math.round(seconds) * 1000).toISOString());
    const link = document.createElement('a');
    link.href = `${host.data.history}&from=${iso(plot.posToVal(left, 'x'))}&at=${iso(plot.posToVal(left + width, 'x'))}`;
    link.setAttribute('router-link', '');
    host.append(link);
    link.click();
    link.remove();
  };

  const options = (host, step, title, series, values, whole) => {
    const right = series.some((each) => each.scale);
    const colour = colours(host);
    const axis = { stroke: colour('dim'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false }, font: `11px ${getComputedStyle(host).fontFamily}` };
    return {
      width: Math.max(200, host.clientWidth), height: HEIGHT, title, padding: [null, right ? null : RIGHT, null, null], tzDate: (seconds) => window.uPlot.tzDate(new Date(seconds * 1000), clock().zone()),
      hooks: { drawClear: [unknown(host)], setSelect: [dragged(host)] },
      cursor: { y: false, sync: { key: 'lk-contention' }, drag: { x: true, y: false, setScale: false } },
      scales: { w: { range: (plot, least, most) => [0, most > 0 ? most * 1.1 : 1] }, x: { time: true, range: () => [host.data.from[0], host.data.from.at(-1) + step] }, y: { range: (plot, least, most) => [0, most > 0 ? most * 1.1 : whole ? 1 : 1000] } },
      axes: [
        { ...axis, values: hours, size: 36, space: 64 },
        { ...axis, size: 62, space: 28, ...(whole ? {} : { incrs: STEPS }), values: (plot, splits) => splits.map((each) => (whole && each % 1 ? '' : values(each))) },
        ...series.filter((each) => each.scale).map((each) => ({ ...axis, stroke: colour(each.colour), scale: each.scale, side: 1, size: RIGHT, space: 28, grid: { show: false }, values: (plot, splits) => splits.map((split) => (split % 1 ? '' : values(split))) })),
      ],
      series: [
        { label: 'From', value: (plot, seconds) => (seconds == null ? '' : moment(seconds)) },
        ...series.map((each) => ({
          label: each.label, scale: each.scale ?? 'y', stroke: colour(each.colour), width: 1.5, fill: each.bars ? `color-mix(in srgb, ${colour(each.colour)} 35%, transparent)` : undefined,
          dash: each.dash, points: { show: !each.bars && !each.stepped, size: 5, fill: colour(each.colour) },
          paths: each.bars ? window.uPlot.paths.bars({ size: [.8, 40], align: 1 }) : each.stepped ? window.uPlot.paths.stepped({ align: 1 }) : undefined,
          value: (plot, value) => values(value),
        })),
      ],
    };
  };

  const COUNTS = [{ label: 'Grants', colour: 'held', bars: true }, { label: 'Waiting at most', colour: 'waiting', stepped: true, scale: 'w' }];
  const TIMES = [{ label: 'Held, longest', colour: 'held' }, { label: 'Waited, longest', colour: 'waiting', dash: [5, 3] }];

  const draw = (host) => {
    const { data } = host;
    host.step = data.step;
    host.plots?.forEach((plot) => plot.destroy());
    host.plots = [
      new window.uPlot(options(host, data.step, 'How often, how many', COUNTS, count, true), [data.from, data.grants, data.waiting], host),
      new window.uPlot(options(host, data.step, 'How long', TIMES, time), [data.from, data.held, data.waited], host),
    ];
  };

  const drawContention = (host, json) => {
    host.data = JSON.parse(json);
    host.data.grants = host.data.grants.map((grants) => grants || null);
    for (const name of ['held', 'waited']) host.data[name] = host.data[name].map((millis) => (millis < 0 ? null : millis));
    if (host.plots && host.step === host.data.step) {
      host.plots[0].setData([host.data.from, host.data.grants, host.data.waiting]);
      host.plots[1].setData([host.data.from, host.data.held, host.data.waited]);
    } else if (host.clientWidth > 0) draw(host);
    if (host.watched) return;
    host.watched = true;
    let width = host.clientWidth;
    const sizes = new ResizeObserver(() => {
      if (!host.isConnected) { sizes.disconnect(); scheme.disconnect(); return; }
      if (host.clientWidth !== width) { width = host.clientWidth; if (width > 0) draw(host); }
    });
    const scheme = new MutationObserver(() => { if (host.clientWidth > 0) draw(host); });
    sizes.observe(host);
    scheme.observe(document.documentElement, { attributes: true, attributeFilter: ['theme'] });
  };

  window.lockkeeper = { ...window.lockkeeper, drawContention };
})();

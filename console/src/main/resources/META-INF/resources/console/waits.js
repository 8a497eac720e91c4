/* Draws who waits for whom: dagre says where each box stands, and this draws it there. All names are text. */
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const WIDEST = 230;
  const NARROW = 760;
  const LINE = 17;
  const LEAST = .7;
  const pen = document.createElement('canvas').getContext('2d');

  const make = (name, attributes = {}, text = '') => {
    const element = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    if (text) element.textContent = text;
    return element;
  };
  /* Never so that two boxes read alike: one that no cut tells apart is as wide as its name. */
  const fit = (text, others) => window.lockkeeper.cutName(text, WIDEST, pen.font, others);

  /* What waits for nothing of another stands by itself: deadlocks first, the others where they were. */
  const parts = ({ boxes, arrows }) => {
    const part = new Map(boxes.map((box) => [box.id, box.id]));
    const root = (id) => { while (part.get(id) !== id) id = part.get(id); return id; };
    arrows.forEach(({ from, to }) => part.set(root(from), root(to)));
    const roots = [...new Set(boxes.map((box) => root(box.id)))];
    const circular = new Set(arrows.filter(({ css }) => css === 'circular').map(({ from }) => root(from)));
    return [...roots.filter((id) => circular.has(id)), ...roots.filter((id) => !circular.has(id))].map((id) => ({
      boxes: boxes.filter((box) => root(box.id) === id),
      arrows: arrows.filter(({ from }) => root(from) === id),
    }));
  };

  const layout = (host, { boxes, arrows }, names) => {
    pen.font = `600 13px ${getComputedStyle(host).fontFamily}`;
    const graph = new window.dagre.graphlib.Graph({ multigraph: true });
    const upright = window.innerWidth < NARROW;
    graph.setGraph({ rankdir: upright ? 'BT' : 'RL', nodesep: 14, ranksep: upright ? 34 : 46, marginx: 12, marginy: 12 });
    graph.setDefaultEdgeLabel(() => ({}));
    boxes.forEach((box) => {
      const lines = [box.title, box.text].filter(Boolean).map((line) => fit(line, names));
      const width = Math.max(...lines.map((line) => pen.measureText(line).width)) + 28;
      graph.setNode(box.id, { ...box, lines, width, height: lines.length * LINE + 14 });
    });
    arrows.forEach((arrow, i) => graph.setEdge(arrow.from, arrow.to, { css: arrow.css }, `a${i}`));
    window.dagre.layout(graph);
    return graph;
  };

  /* Through the middles between the points, so that no corner is sharp. */
  const path = ([first, ...rest]) => {
    const last = rest.pop();
    const middles = rest.map((point, i) => {
      const next = rest[i + 1] ?? last;
      return i === rest.length - 1 ? `Q${point.x},${point.y} ${last.x},${last.y}`
        : `Q${point.x},${point.y} ${(point.x + next.x) / 2},${(point.y + next.y) / 2}`;
    });
    return `M${first.x},${first.y}${middles.length ? middles.join('') : `L${last.x},${last.y}`}`;
  };

  const arrow = (edge) => make('path', { d: path(edge.points), class: `arrow ${edge.css}`, 'marker-end': `url(#lk-tip-${edge.css || 'plain'})` });

  const box = (node) => {
    const group = make('g', { class: `box ${node.css}`, transform: `translate(${node.x - node.width / 2},${node.y - node.height / 2})` });
    group.append(make('title', {}, [node.title, node.text].filter(Boolean).join(' · ')));
    group.append(make('rect', { width: node.width, height: node.height, rx: node.css === 'lock' ? 4 : 12 }));
    node.lines.forEach((line, i) => group.append(
      make('text', { x: node.width / 2, y: 7 + LINE * (i + .75), class: i === 0 ? 'title' : 'text' }, line)));
    return group;
  };

  const tips = () => {
    const defs = make('defs');
    ['plain', 'circular', 'possible'].forEach((css) => {
      const tip = make('marker', { id: `lk-tip-${css}`, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' });
      tip.append(make('path', { d: 'M0,0L8,4L0,8z', class: `tip ${css}` }));
      defs.append(tip);
    });
    return defs;
  };

  const drawWaits = (host, json) => {
    const all = JSON.parse(json);
    if (all.boxes.length === 0) { host.replaceChildren(); return; }
    const names = [...new Set(all.boxes.flatMap((box) => [box.title, box.text]))];
    const graphs = parts(all).map((part) => layout(host, part, names));
    const width = Math.max(...graphs.map((graph) => graph.graph().width));
    const height = graphs.reduce((sum, graph) => sum + graph.graph().height, 0);
    /* It shrinks to the page's width, as far as it can be read; then it is scrolled. */
    const svg = make('svg', { viewBox: `0 0 ${width} ${height}`, style: `max-width:${width}px;min-width:${width * LEAST}px`, 'aria-hidden': 'true' });
    svg.append(tips());
    let top = 0;
    graphs.forEach((graph) => {
      const part = make('g', { transform: `translate(0,${top})` });
      graph.edges().forEach((edge) => part.append(arrow(graph.edge(edge))));
      graph.nodes().forEach((id) => part.append(box(graph.node(id))));
      svg.append(part);
      top += graph.graph().height;
    });
    host.replaceChildren(svg);
  };

  window.lockkeeper = { ...window.lockkeeper, drawWaits };
})();

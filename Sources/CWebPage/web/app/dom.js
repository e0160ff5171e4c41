// SPDX-License-Identifier: Apache-2.0
// Elements without markup: whatever a file is called, it only ever becomes text.

/** An element with attributes, listeners (`onclick`) and children; empty ones are left out. */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value == null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  return fill(element, children);
}

/** Replaces what is in `element`. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(9).filter((child) => child != null && child !== false));
  return element;
}

const shapes = {
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  video: 'M4 6h11v12H4zM15 10l5-3v10l-5-3z',
  audio: 'M9 18V6l10-2v12M9 18a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0zM19 16a2.5 2 0 1 1-5 0 2.5 2 0 0 1 5 0z',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  archive: 'M4 4h16v5H4zM5 9v11h14V9M10 13h4',
  folder: 'M3 6h6l2 2h10v11H3z',
  other: 'M6 3h8l4 4v14H6zM14 3v4h4',
  left: 'M19 12H5M11 6l-6 6 6 6',
  right: 'M5 12h14M13 6l6 6-6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  undo: 'M9 8H4V3M4 8a8.5 8.5 0 1 1-.5 6',
  flip: 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4',
  close: 'M6 6l12 12M18 6L6 18',
  zoom: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  done: 'M4 12.5l5 5L20 6.5',
};

/** A drawing of the page's own, which says nothing that the text beside it does not. */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[name] ?? shapes.other);
  svg.append(path);
  return svg;
}

/** A modal dialog; `close` is told how it ended. It gives the focus back by itself. */
export function dialog(props, ...children) {
  const element = h('dialog', props, ...children);
  document.body.append(element);
  element.addEventListener('close', () => element.remove());
  element.showModal();
  return element;
}

const regions = { status: { wait: 0, text: '' }, alert: { wait: 0, text: '' } };

/** Says something to those who listen: at most once in 700 ms, and of several only the last. */
export function say(text, where = 'status') {
  const region = regions[where];
  region.text = text;
  if (region.wait) return;
  const speak = () => {
    document.getElementById(where).textContent = region.text;
    region.text = '';
    region.wait = setTimeout(() => {
      region.wait = 0;
      if (region.text) speak();
    }, 700);
  };
  speak();
}

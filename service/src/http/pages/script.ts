// The little script of our own pages, plain JavaScript for browsers. Without it the pages say the same.
export const pagesScript = `'use strict';
(() => {
  const base = document.body.dataset.base;

  // Where this page was found is where the service can be reached.
  for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin + base;

  const copy = async (text, from) => {
    if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
    // Browsers have no clipboard on plain http but for this machine's own addresses.
    const area = document.createElement('textarea');
    area.value = text;
    from.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  };
  for (const button of document.querySelectorAll('[data-copy], [data-copy-text]')) {
    const source = button.dataset.copy && document.getElementById(button.dataset.copy);
    button.addEventListener('click', async () => {
      await copy(source ? source.textContent : button.dataset.copyText, button);
      button.classList.add('copied');
      setTimeout(() => button.classList.remove('copied'), 1400);
    });
  }

  const status = document.getElementById('status');
  fetch(base + '/readyz').then(
    ({ ok }) => {
      status.classList.add(ok ? 'good' : 'bad');
      status.lastElementChild.textContent = ok ? 'Ready' : 'Not ready';
    },
    () => status.classList.add('bad'),
  );

  const filter = document.getElementById('filter');
  if (!filter) return;
  const all = [...document.querySelectorAll('.entry')].map((entry) => ({ entry, text: entry.textContent.toLowerCase() }));
  filter.hidden = false;
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const { entry, text } of all) entry.hidden = !words.every((word) => text.includes(word));
    for (const group of document.querySelectorAll('.group')) group.hidden = !group.querySelector('.entry:not([hidden])');
    document.getElementById('none').hidden = all.some(({ entry }) => !entry.hidden);
  });
})();
`;

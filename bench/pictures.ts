// The figures as pictures: plain SVG, drawn by hand, readable on light and dark pages.
import type { Row } from './rows.ts';

const ink = '#64748b';
const reachedColour = '#16a34a';
const missedColour = '#dc2626';
const lineColour = '#2563eb';

const picture = (width: number, height: number, about: string, marks: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="${ink}" role="img" aria-label="${about}">
${marks.join('\n')}
</svg>
`;

/** Each row that has a bar, as a share of it: at the dashed line it is reached. Where less is better, the bar by the value. */
export function barsPicture(rows: readonly Row[]): string {
  const [left, width, step] = [430, 300, 22];
  const most = 2;
  const held = rows.flatMap((row) => {
    const { value, bar, moonshot, measure } = row;
    if (value === undefined || bar === undefined || measure === 'cost') return [];
    const more = measure === 'per second' || measure === 'share';
    const shareOf = (than: number): number => (more ? than / bar : bar / than);
    return [{ row, share: shareOf(value), moonshot: moonshot === undefined ? undefined : shareOf(moonshot) }];
  });
  const x = (share: number): string => (left + Math.min(most, share) * (width / most)).toFixed(1);
  const marks = held.flatMap(({ row, share, moonshot }, index) => {
    const y = 30 + index * step;
    const colour = share >= 1 ? reachedColour : missedColour;
    const name = `${row.what}${row.connections === undefined ? '' : ` (${row.connections})`}`;
    return [
      `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${name}</text>`,
      `<rect x="${left}" y="${y}" width="${(Number(x(share)) - left).toFixed(1)}" height="${step - 8}" fill="${colour}" fill-opacity="0.7"/>`,
      `<text x="${Number(x(share)) + 4}" y="${y + 11}">${share.toFixed(2)}</text>`,
      ...(moonshot === undefined
        ? []
        : [
            `<line x1="${x(moonshot)}" x2="${x(moonshot)}" y1="${y - 2}" y2="${y + step - 6}" stroke="${lineColour}" stroke-width="2"/>`,
          ]),
    ];
  });
  const height = 40 + held.length * step;
  return picture(left + width + 60, height, 'What was reached, as shares of the bars', [
    `<text x="${left}" y="16">share of the bar; dashed: the bar, blue: the moonshot</text>`,
    `<line x1="${x(1)}" x2="${x(1)}" y1="24" y2="${height - 8}" stroke="${ink}" stroke-dasharray="4 4"/>`,
    ...marks,
  ]);
}

/** Authorizations a second, two seconds by two seconds, from the first order of an empty database. */
export function seriesPicture(series: readonly number[]): string {
  const [width, height, edge] = [560, 220, 44];
  const top = Math.max(1, ...series);
  const place = (index: number, value: number): string => {
    const x = edge + (index / Math.max(1, series.length - 1)) * (width - 2 * edge);
    return `${x.toFixed(1)},${(height - edge - (value / top) * (height - 2 * edge)).toFixed(1)}`;
  };
  const points = series.map((value, index) => place(index, value));
  return picture(width, height, 'Authorizations per second on a fresh database under load', [
    `<text x="${width / 2}" y="20" text-anchor="middle" font-weight="bold">authorize at 128 connections, from an empty database</text>`,
    `<line x1="${edge}" x2="${width - edge}" y1="${height - edge}" y2="${height - edge}" stroke="${ink}" stroke-opacity="0.5"/>`,
    `<text x="${edge - 6}" y="${edge + 4}" text-anchor="end">${Math.round(top)}</text>`,
    `<text x="${edge - 6}" y="${height - edge + 4}" text-anchor="end">0</text>`,
    `<text x="${width / 2}" y="${height - 12}" text-anchor="middle">each point: the mean of two seconds</text>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="${lineColour}" stroke-width="2"/>`,
  ]);
}

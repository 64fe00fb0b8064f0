// The figures as pictures: plain SVG, drawn by hand, readable on light and dark pages.
import { type GrowthSeries, grouped, type SteadySeries } from './report.ts';
import type { Row } from './rows.ts';
import { disturbedFrom } from './stolen.ts';

const ink = '#64748b';
const reachedColour = '#16a34a';
const missedColour = '#dc2626';
const lineColour = '#2563eb';
const secondColour = '#d97706';

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
    const { value, bar, moonshot, measure, perSecond = 0, barPerSecond = Number.POSITIVE_INFINITY } = row;
    if (value === undefined || bar === undefined || measure === 'cost') return [];
    const more = measure === 'per second' || measure === 'share';
    const shareOf = (than: number): number => (more ? than / bar : bar / than);
    return [
      {
        row,
        share: Math.max(shareOf(value), perSecond / barPerSecond),
        moonshot: moonshot === undefined ? undefined : shareOf(moonshot),
      },
    ];
  });
  const x = (share: number): string => (left + Math.min(most, share) * (width / most)).toFixed(1);
  const marks = held.flatMap(({ row, share, moonshot }, index) => {
    const y = 30 + index * step;
    const colour = share >= 1 ? reachedColour : missedColour;
    const name = `${row.what}${row.connections === undefined ? '' : ` (${row.connections})`}`;
    return [
      `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${name}</text>`,
      `<rect x="${left}" y="${y}" width="${(Number(x(share)) - left).toFixed(1)}" height="${step - 8}" fill="${colour}" fill-opacity="0.7"/>`,
      `<text x="${Number(x(share)) + 4}" y="${y + 11}">${share > 100 ? '&gt; 100' : share.toFixed(2)}</text>`,
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

/** The 99th percentile of each part of the ten minutes, by its logarithm, beside the bar. */
export function steadyPicture({ partSeconds, p99Ms, stolen = [] }: SteadySeries, bar: number): string {
  const [width, height, edge] = [620, 220, 44];
  const [least, most] = [10, Math.max(1000, ...p99Ms)];
  const y = (value: number): string => {
    const share = Math.log(Math.max(least, value) / least) / Math.log(most / least);
    return (height - edge - share * (height - 2 * edge)).toFixed(1);
  };
  const x = (part: number): string => (edge + ((part + 0.5) / p99Ms.length) * (width - 2 * edge)).toFixed(1);
  const scale = [10, 100, 1000].map(
    (value) =>
      `<text x="${edge - 6}" y="${Number(y(value)) + 4}" text-anchor="end">${value}</text><line x1="${edge}" x2="${width - edge}" y1="${y(value)}" y2="${y(value)}" stroke="${ink}" stroke-opacity="0.3"/>`,
  );
  const points = p99Ms.map((value, part) => `${x(part)},${y(value)}`);
  const partWidth = (width - 2 * edge) / p99Ms.length;
  const disturbed = stolen.flatMap((share, part) =>
    share < disturbedFrom
      ? []
      : [
          `<rect x="${(Number(x(part)) - partWidth / 2).toFixed(1)}" y="${edge}" width="${partWidth.toFixed(1)}" height="${height - 2 * edge}" fill="${secondColour}" fill-opacity="0.3"/>`,
        ],
  );
  const explained = disturbed.length > 0 ? '; orange: the host took 2 % of the processors or more' : '';
  return picture(width, height, 'The 99th percentile of captures during ten minutes at 70 % of the most', [
    `<text x="${width / 2}" y="20" text-anchor="middle" font-weight="bold">p99 of captures at 70 % of the most, in ms</text>`,
    ...disturbed,
    ...scale,
    `<line x1="${edge}" x2="${width - edge}" y1="${y(bar)}" y2="${y(bar)}" stroke="${ink}" stroke-dasharray="4 4"/>`,
    `<text x="${width - edge + 4}" y="${Number(y(bar)) + 4}">${bar}</text>`,
    `<text x="${width / 2}" y="${height - 12}" text-anchor="middle">each point: ${partSeconds} seconds; dashed: the bar${explained}</text>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="${lineColour}" stroke-width="2"/>`,
  ]);
}

const titles: Readonly<Record<GrowthSeries['by'], string>> = {
  orders: 'orders in the book',
  merchants: 'merchants',
  cores: 'cores',
};
const chart = { width: 310, left: 46, right: 290, top: 64, bottom: 210, inset: 22 } as const;
const height = 262;
type Point = GrowthSeries['points'][number];
const drawn = [
  ['capture', lineColour],
  ['authorize', secondColour],
] as const;

/** A small chart for each series, all of them with the same height for the same speed. */
export function growthPicture(growth: readonly GrowthSeries[]): string {
  const most = Math.max(1, ...growth.flatMap(({ points }) => points.flatMap(({ capture, authorize }) => [capture, authorize])));
  const width = Math.max(420, growth.length * chart.width);
  const legend = drawn.map(([kind, colour], index) => {
    const x = chart.left + index * 90;
    return `<line x1="${x}" x2="${x + 18}" y1="16" y2="16" stroke="${colour}" stroke-width="2"/><text x="${x + 24}" y="20">${kind}</text>`;
  });
  const what = `<text x="${chart.left + 190}" y="20">a second, at 128 connections</text>`;
  const marks = growth.flatMap(({ by, points }, index) => growthChart(by, points, index * chart.width, most));
  return picture(width, height, 'Captures and authorizations per second by orders, merchants and cores', [
    ...legend,
    what,
    ...marks,
  ]);
}

function growthChart(by: GrowthSeries['by'], points: readonly Point[], offset: number, most: number): string[] {
  const { bottom, top, inset } = chart;
  const [left, right] = [offset + chart.left, offset + chart.right];
  const place = placing(points.map(({ at }) => at));
  const x = ({ at }: Point): string => (left + inset + place(at) * (right - left - 2 * inset)).toFixed(1);
  const y = (value: number): number => bottom - (value / most) * (bottom - top);
  const lines = drawn.map(([kind, colour]) => {
    const path = points.map((point) => `${x(point)},${y(point[kind]).toFixed(1)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  });
  const values = points.flatMap((point) => {
    const [captureAt, authorizeAt] = [y(point.capture), y(point.authorize)];
    const [higher, lower] = textsAt(Math.min(captureAt, authorizeAt), Math.max(captureAt, authorizeAt));
    return drawn.map(([kind, colour]) => {
      const textAt = (kind === 'capture') === captureAt <= authorizeAt ? higher : lower;
      return `<circle cx="${x(point)}" cy="${y(point[kind]).toFixed(1)}" r="3" fill="${colour}"/><text x="${x(point)}" y="${textAt.toFixed(1)}" text-anchor="middle" fill="${colour}">${grouped(point[kind])}</text>`;
    });
  });
  return [
    `<text x="${(left + right) / 2}" y="${height - 12}" text-anchor="middle" font-weight="bold">${titles[by]}</text>`,
    `<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}" stroke="${ink}" stroke-opacity="0.5"/>`,
    `<line x1="${left}" x2="${right}" y1="${top}" y2="${top}" stroke="${ink}" stroke-opacity="0.25" stroke-dasharray="4 4"/>`,
    `<text x="${left - 6}" y="${top + 4}" text-anchor="end">${grouped(most)}</text>`,
    `<text x="${left - 6}" y="${bottom + 4}" text-anchor="end">0</text>`,
    ...points.map((point) => `<text x="${x(point)}" y="${bottom + 18}" text-anchor="middle">${grouped(point.at)}</text>`),
    ...lines,
    ...values,
  ];
}

/** Where two values are written: above the higher point and below the lower one, or both above where the axis leaves no room below. */
function textsAt(higher: number, lower: number): [higher: number, lower: number] {
  if (lower + 20 < chart.bottom) return [higher - 8, lower + 16];
  return [Math.min(higher - 8, lower - 20), lower - 8];
}

/** Where a value lies between the least (0) and the most (1), by its logarithm where they are ten times apart; one alone in the middle. */
function placing(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const scaled = most >= 10 * least ? Math.log : (value: number): number => value;
  const span = scaled(most) - scaled(least);
  return (value) => (span > 0 ? (scaled(value) - scaled(least)) / span : 0.5);
}

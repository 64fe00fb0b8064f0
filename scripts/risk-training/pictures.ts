// The curves as pictures: plain SVG, drawn by hand, readable on light and dark pages.
import type { Bin } from './measure.ts';

const size = 320;
const edge = 44;
const inner = size - 2 * edge;
const ink = '#64748b';
const lineColour = '#2563eb';

const place = (x: number, y: number): string => `${(edge + x * inner).toFixed(1)},${(size - edge - y * inner).toFixed(1)}`;

function frame(offset: number, title: string, below: string, beside: string, top: number, marks: string): string {
  const per = (share: number): string => `${Number((share * top * 100).toFixed(1))} %`;
  const ticks = [0, 0.5, 1].flatMap((share) => [
    `<text x="${edge + share * inner}" y="${size - edge + 16}" text-anchor="middle">${per(share)}</text>`,
    `<text x="${edge - 6}" y="${size - edge - share * inner + 4}" text-anchor="end">${per(share)}</text>`,
  ]);
  return `<g transform="translate(${offset},0)">
<text x="${size / 2}" y="20" text-anchor="middle" font-weight="bold">${title}</text>
<rect x="${edge}" y="${edge}" width="${inner}" height="${inner}" fill="none" stroke="${ink}" stroke-opacity="0.5"/>
<polyline points="${place(0, 0)} ${place(1, 1)}" fill="none" stroke="${ink}" stroke-dasharray="4 4"/>
${ticks.join('\n')}
<text x="${size / 2}" y="${size - 6}" text-anchor="middle">${below}</text>
<text transform="translate(11,${size / 2}) rotate(-90)" text-anchor="middle">${beside}</text>
${marks}
</g>`;
}

const picture = (panels: readonly string[], about: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size * panels.length}" height="${size}" viewBox="0 0 ${size * panels.length} ${size}" font-family="sans-serif" font-size="11" fill="${ink}" role="img" aria-label="${about}">
${panels.join('\n')}
</svg>
`;

export interface Curves {
  readonly title: string;
  readonly bins: readonly Bin[];
  readonly roc: readonly (readonly [number, number])[];
  readonly auc: number;
}

/** Foreseen against seen, group by group: on the dashed line a probability means what it says. */
export function calibrationPicture(all: readonly Curves[]): string {
  const panels = all.map(({ title, bins }, index) => {
    const top = Math.max(...bins.flatMap((bin) => [bin.foreseen, bin.seen]));
    const points = bins.map((bin) => place(bin.foreseen / top, bin.seen / top));
    const dots = points.map(
      (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3.5" fill="${lineColour}"/>`,
    );
    const curve = `<polyline points="${points.join(' ')}" fill="none" stroke="${lineColour}" stroke-width="1.5"/>${dots.join('')}`;
    return frame(index * size, title, 'foreseen', 'happened', top, curve);
  });
  return picture(panels, 'Calibration: foreseen against happened, ten groups of equal size');
}

/** Hits against false alarms: the dashed line is chance. */
export function rocPicture(all: readonly Curves[]): string {
  const panels = all.map(({ title, roc, auc }, index) => {
    const curve = `<polyline points="${roc.map(([x, y]) => place(x, y)).join(' ')}" fill="none" stroke="${lineColour}" stroke-width="2"/>`;
    return frame(index * size, `${title}: AUC ${auc.toFixed(3)}`, 'false alarms', 'found', 1, curve);
  });
  return picture(panels, 'ROC curves: found against false alarms');
}

// How good are the probabilities? Measured on orders of people the fitting never saw.

export interface Judged {
  readonly ppm: number;
  readonly happened: boolean;
}

/** The chance that one that happened was given a higher probability than one that did not; half for equals. */
export function aucOf(judged: readonly Judged[]): number {
  const sorted = [...judged].sort((a, b) => a.ppm - b.ppm);
  let rankSum = 0;
  let positives = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.ppm === sorted[from]?.ppm) to += 1;
    const hits = sorted.slice(from, to).filter((each) => each.happened).length;
    rankSum += (hits * (from + 1 + to)) / 2;
    positives += hits;
    from = to;
  }
  const negatives = sorted.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

export interface Bin {
  readonly count: number;
  readonly happened: number;
  /** Mean probability foreseen, and share that happened. */
  readonly foreseen: number;
  readonly seen: number;
}

/** Ten groups of equal size, from the least likely to the likeliest. */
export function calibrationOf(judged: readonly Judged[], groups = 10): Bin[] {
  const sorted = [...judged].sort((a, b) => a.ppm - b.ppm);
  return Array.from({ length: groups }, (_each, index) => {
    const part = sorted.slice(Math.floor((index * sorted.length) / groups), Math.floor(((index + 1) * sorted.length) / groups));
    const happened = part.filter((each) => each.happened).length;
    const foreseen = part.reduce((sum, each) => sum + each.ppm, 0) / part.length / 1e6;
    return { count: part.length, happened, foreseen, seen: happened / part.length };
  });
}

/** By how many points of probability the groups miss on average, weighted by their size. */
export const missOf = (bins: readonly Bin[]): number => {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  return bins.reduce((sum, bin) => sum + Math.abs(bin.foreseen - bin.seen) * bin.count, 0) / count;
};

/** Points of the ROC curve: share of false alarms and of hits, at every hundredth of the orders. */
export function rocOf(judged: readonly Judged[]): (readonly [number, number])[] {
  const sorted = [...judged].sort((a, b) => b.ppm - a.ppm);
  const positives = sorted.filter((each) => each.happened).length;
  const points: (readonly [number, number])[] = [[0, 0]];
  let hits = 0;
  for (const [index, each] of sorted.entries()) {
    if (each.happened) hits += 1;
    const isLastOfEquals = sorted[index + 1]?.ppm !== each.ppm;
    if (isLastOfEquals) points.push([(index + 1 - hits) / (sorted.length - positives), hits / positives]);
  }
  const far = points.filter(([x, y], index) => {
    const before = points[index - 1];
    return (
      index === 0 ||
      index === points.length - 1 ||
      !before ||
      Math.floor(x * 200) !== Math.floor(before[0] * 200) ||
      Math.floor(y * 50) !== Math.floor(before[1] * 50)
    );
  });
  return far;
}

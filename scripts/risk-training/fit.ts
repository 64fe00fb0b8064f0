// Logistic regression with a ridge, by Newton's method: small, without chance, and so the same again each time.

/** Which columns of a row are 1; every row also has the base. */
export type ActiveColumns = readonly number[];

export interface Fitted {
  readonly base: number;
  readonly weights: readonly number[];
}

/** The ridge draws weights of rare classes towards 0: as strong as so many orders that say nothing. */
const ridge = 4;
const rounds = 40;

export function fitLogistic(rows: readonly ActiveColumns[], happened: readonly boolean[], columns: number): Fitted {
  const size = columns + 1;
  let beta: Float64Array = new Float64Array(size);
  const frequency = happened.filter(Boolean).length / happened.length;
  beta[columns] = Math.log(frequency / (1 - frequency));
  let best = penalized(rows, happened, beta);
  for (let round = 0; round < rounds; round += 1) {
    const { gradient, hessian } = slopes(rows, happened, beta, size);
    const step = solve(hessian, gradient, size);
    // A whole step may go too far where nearly all of a class went one way: it is halved until it leads upwards.
    let share = 1;
    let next = beta;
    let reached = best;
    for (; share > 1e-4; share /= 2) {
      const part = share;
      next = beta.map((each, index) => each + part * (step[index] ?? 0));
      reached = penalized(rows, happened, next);
      if (reached > best) break;
    }
    if (reached - best < 1e-7) break;
    beta = next;
    best = reached;
  }
  return { base: beta[columns] ?? 0, weights: Array.from(beta.slice(0, columns)) };
}

/** The logarithm of the likelihood, less the ridge. */
function penalized(rows: readonly ActiveColumns[], happened: readonly boolean[], beta: Float64Array): number {
  const base = beta.length - 1;
  let total = 0;
  for (let column = 0; column < base; column += 1) total -= (ridge / 2) * (beta[column] ?? 0) ** 2;
  for (const [index, active] of rows.entries()) {
    const sum = active.reduce((so, column) => so + (beta[column] ?? 0), beta[base] ?? 0);
    const towards = happened[index] ? sum : -sum;
    total -= towards > 30 ? 0 : towards < -30 ? -towards : Math.log1p(Math.exp(-towards));
  }
  return total;
}

/** First and second derivatives of the penalized likelihood. */
function slopes(rows: readonly ActiveColumns[], happened: readonly boolean[], beta: Float64Array, size: number) {
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  for (let column = 0; column < size - 1; column += 1) {
    gradient[column] = -ridge * (beta[column] ?? 0);
    hessian[column * size + column] = ridge;
  }
  for (const [index, active] of rows.entries()) {
    const all = [...active, size - 1];
    const sum = all.reduce((total, column) => total + (beta[column] ?? 0), 0);
    const probability = 1 / (1 + Math.exp(-sum));
    const missed = (happened[index] ? 1 : 0) - probability;
    const weight = probability * (1 - probability);
    for (const a of all) {
      gradient[a] = (gradient[a] ?? 0) + missed;
      for (const b of all) hessian[a * size + b] = (hessian[a * size + b] ?? 0) + weight;
    }
  }
  return { gradient, hessian };
}

/** Gauss with pivots; the matrix is changed. */
function solve(matrix: Float64Array, right: Float64Array, size: number): Float64Array {
  const at = (row: number, column: number): number => matrix[row * size + column] ?? 0;
  const solution = right.slice();
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1) if (Math.abs(at(row, pivot)) > Math.abs(at(best, pivot))) best = row;
    for (let column = 0; column < size; column += 1) {
      const kept = at(pivot, column);
      matrix[pivot * size + column] = at(best, column);
      matrix[best * size + column] = kept;
    }
    [solution[pivot], solution[best]] = [solution[best] ?? 0, solution[pivot] ?? 0];
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = at(row, pivot) / at(pivot, pivot);
      if (factor === 0) continue;
      for (let column = pivot; column < size; column += 1)
        matrix[row * size + column] = at(row, column) - factor * at(pivot, column);
      solution[row] = (solution[row] ?? 0) - factor * (solution[pivot] ?? 0);
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = solution[row] ?? 0;
    for (let column = row + 1; column < size; column += 1) rest -= at(row, column) * (solution[column] ?? 0);
    solution[row] = rest / at(row, row);
  }
  return solution;
}

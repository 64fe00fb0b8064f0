// How often a property is tried: a moderate number by default, so many times more when PROPERTY_RUNS says so.

export function manyRuns(usually: number): { numRuns: number } {
  // A part of a run would never be the last one: fast-check counts down to zero.
  return { numRuns: Math.ceil(usually * Number(process.env['PROPERTY_RUNS'] ?? 1)) };
}

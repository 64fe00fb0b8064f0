// How often a property is tried: a moderate number by default, so many times more when PROPERTY_RUNS says so.

export function manyRuns(usually: number): { numRuns: number } {
  return { numRuns: usually * Number(process.env['PROPERTY_RUNS'] ?? 1) };
}

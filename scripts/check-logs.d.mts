export function peopleOfTests(folders: readonly string[]): string[];
export function personalIn(line: string, names: RegExp): string[];

// The little Markdown that the generated pages need.

/** The first line of every generated page. */
export const generatedFrom = (source: string): string =>
  `<!-- Generated from ${source} by \`npm run generate\`. Edits here are lost. -->`;

export const code = (text: string): string => `\`${text}\``;

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

// References as people write and read them.

/** Digits alone, without the blanks that people read them with. */
export const compact = (text: string): string => text.replace(/\s/g, '');

/** In groups, cut from the left or, as in Finland and Switzerland, from the right. */
export function grouped(text: string, size: number, from: 'left' | 'right' = 'left'): string {
  const groups: string[] = [];
  let end = from === 'left' ? size : text.length % size || size;
  for (let start = 0; start < text.length; start = end, end += size) groups.push(text.slice(start, end));
  return groups.join(' ');
}

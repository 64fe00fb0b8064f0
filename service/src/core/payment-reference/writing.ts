// References as people write and read them.

/** Digits alone, without the blanks that people read them with. */
export const compact = (text: string): string => text.replace(/\s/g, '');

/** In groups, cut from the left or, as in Finland and Switzerland, from the right. */
export function grouped(text: string, size: number, from: 'left' | 'right' = 'left'): string {
  const pattern = from === 'left' ? new RegExp(`.{1,${size}}`, 'g') : new RegExp(`.{1,${size}}(?=(.{${size}})*$)`, 'g');
  return text.match(pattern)?.join(' ') ?? '';
}

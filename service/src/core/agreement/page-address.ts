// An address of a page that consumers are sent to.

/** An https address, which may contain {language}; undefined when it is not one. */
export function pageAddress(text: string): string | undefined {
  const filled = text.replaceAll('{language}', 'en');
  if (/[\s{}]/.test(filled) || !URL.canParse(filled)) return undefined;
  const { protocol, hostname, username } = new URL(filled);
  return protocol === 'https:' && hostname.includes('.') && username === '' ? text : undefined;
}

// Which methods does an address have? For 405 and its Allow header; the router itself only knows that nothing matched.
interface Route {
  readonly method: string;
  readonly path: string;
}

interface Routes {
  methodsOf(url: string): string[];
  /** Which address was probably meant by one that there is not, as the routes write it: what was sent may be personal. */
  meantBy(url: string): string | undefined;
}

/** Where the merchants' interface lives; clients configure it with the address, and forget it. */
const prefix = '/api/v3';

export function createRoutes(routes: readonly Route[]): Routes {
  const known = routes.map(({ method, path }) => ({
    method,
    path,
    parts: partsOf(path),
    looseParts: partsOf(path.toLowerCase()),
  }));
  return {
    meantBy(url) {
      const sent = partsOf(pathOf(url).toLowerCase()).filter((part) => part !== '');
      const below = sent.slice(
        Math.max(
          0,
          sent.findIndex((part) => !/^(api|v\d{1,3}|rest)$/.test(part)),
        ),
      );
      const found = [sent, [...partsOf(prefix), ...below]].map((each) => known.find(({ looseParts }) => isAt(looseParts, each)));
      return found
        .find((each) => each !== undefined)
        ?.path.replace(/\/:\w+\?$/, '')
        .replace(/:(\w+)/g, '{$1}');
    },
    methodsOf(url) {
      const sent = partsOf(pathOf(url));
      const methods = new Set(known.filter(({ parts }) => isAt(parts, sent)).map(({ method }) => method));
      if (methods.has('GET')) methods.add('HEAD');
      return [...methods].sort();
    },
  };
}

/** Without the query and a slash at the end. */
const pathOf = (url: string): string => url.split('?')[0]?.replace(/\/$/, '') ?? '';

const partsOf = (path: string): string[] => path.split('/').slice(1);

/** A parameter matches any part but an empty one; the last may be left out where it ends with a question mark. */
function isAt(parts: readonly string[], sent: readonly string[]): boolean {
  const fewest = parts.at(-1)?.endsWith('?') ? parts.length - 1 : parts.length;
  if (sent.length < fewest || sent.length > parts.length) return false;
  return sent.every((part, place) => (parts[place]?.startsWith(':') ? part !== '' : part === parts[place]));
}

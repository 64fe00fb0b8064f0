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
  const patterns = routes.map(({ method, path }) => ({ method, path, pattern: patternOf(path) }));
  const loose = patterns.map(({ path, pattern }) => ({ path, pattern: new RegExp(pattern.source, 'i') }));
  return {
    meantBy(url) {
      const path = url.split('?')[0]?.replace(/\/+/g, '/').replace(/\/$/, '') ?? '';
      const below = path.replace(/^(?:\/(?:api|v\d{1,3}|rest))+(?=\/)/i, '');
      const found = [path, `${prefix}${below}`].map((each) => loose.find(({ pattern }) => pattern.test(each)));
      return found
        .find((each) => each !== undefined)
        ?.path.replace(/\/:\w+\?$/, '')
        .replace(/:(\w+)/g, '{$1}');
    },
    methodsOf(url) {
      const path = url.split('?')[0]?.replace(/\/$/, '') ?? '';
      const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
      if (methods.has('GET')) methods.add('HEAD');
      return [...methods].sort();
    },
  };
}

function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => {
      if (!part.startsWith(':')) return `/${part.replaceAll('.', '\\.')}`;
      return part.endsWith('?') ? '(/[^/]+)?' : '/[^/]+';
    });
  return new RegExp(`^${parts.join('')}$`);
}

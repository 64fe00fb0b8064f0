// Which methods does an address have? For 405 and its Allow header; the router itself only knows that nothing matched.
interface Route {
  readonly method: string;
  readonly path: string;
}

export function createRoutes(routes: readonly Route[]): { methodsOf(url: string): string[] } {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  return {
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

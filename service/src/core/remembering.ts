// Results of pure functions, kept for what is asked again and again: the same streets and names in many orders, the same
// person several times within one. Keyed by the exact text, and bounded.

/** The results of the last texts, at least `most` and at most twice as many; a result of a text never changes. */
export class Recent<Result> {
  readonly #most: number;
  #recent = new Map<string, Result>();
  #earlier = new Map<string, Result>();

  constructor(most: number) {
    this.#most = most;
  }

  of(text: string, make: () => Result): Result {
    return this.find(text) ?? this.keep(text, make());
  }

  find(text: string): Result | undefined {
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const earlier = this.#earlier.get(text);
    return earlier === undefined ? undefined : this.keep(text, earlier);
  }

  keep(text: string, result: Result): Result {
    if (this.#recent.size >= this.#most) [this.#earlier, this.#recent] = [this.#recent, new Map<string, Result>()];
    this.#recent.set(text, result);
    return result;
  }
}

/** What is kept of an object for as long as that is there. */
export function keptIn<Key extends object, Kept>(known: WeakMap<Key, Kept>, key: Key, make: () => Kept): Kept {
  const kept = known.get(key) ?? make();
  known.set(key, kept);
  return kept;
}

/** A pure function of a text that keeps its last results. */
export function remembering<Result>(most: number, of: (text: string) => Result): (text: string) => Result {
  const results = new Recent<Result>(most);
  return (text) => results.find(text) ?? results.keep(text, of(text));
}

/** The same for what a text means in a country; each country has its own texts. */
export function rememberingIn<Country extends string, Result>(
  most: number,
  of: (text: string, country: Country) => Result,
): typeof of {
  const countries = new Map<Country, Recent<Result>>();
  return (text, country) => {
    let results = countries.get(country);
    if (!results) {
      results = new Recent<Result>(most);
      countries.set(country, results);
    }
    return results.find(text) ?? results.keep(text, of(text, country));
  };
}

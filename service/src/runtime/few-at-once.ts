// Many writes of one job or one request of an operator, a few of them at a time.

/** What shops ask for waits in the book behind so many of them, however many are to be made. */
const writesAtOnce = 16;

/** @returns what came of each, in the order of the items, as far as they were begun before it is stopping; none keeps the others from being done. */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  stopping: () => boolean = () => false,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    while (!stopping()) {
      const next = waiting.next();
      if (next.done) return;
      const [place, item] = next.value;
      [results[place]] = await Promise.allSettled([work(item)]);
    }
  };
  await Promise.all(Array.from({ length: writesAtOnce }, lane));
  return results;
}

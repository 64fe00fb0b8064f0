// Which events are asked for.
import { type Refusal, refuse } from '../core/refusals.ts';
import { isFilter } from '../core/webhooks/filter.ts';

/** `?events=order.*,capture.paid`; a filter that names nothing is refused. */
export function filtersOf(text: string | undefined, field: string): string[] | Refusal {
  const filters = (text ?? '').split(',').filter((each) => each !== '');
  const unknown = filters.find((each) => !isFilter(each));
  return unknown === undefined ? filters : refuse('webhook.event', field, { filter: unknown });
}

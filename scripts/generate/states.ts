// docs/generated/states.md: the life of an order, from the table that the code itself follows.

import { type OrderState, orderStates } from '../../service/src/core/order/rows.ts';
import { orderSteps, publicStatus } from '../../service/src/core/order/states.ts';
import { code, generatedFrom, table } from './markdown.ts';

/** What a shop reads as `status`: now, and once the authorization is late. */
function publicWords(state: OrderState): string {
  if (state === 'Rejected') return 'none: the order is not found, and its number is free again';
  const [now, late] = [0, 2].map((day) =>
    publicStatus({ state, expiresAt: 1, capturedMinor: state.endsWith('aptured') ? 1n : 0n }, day),
  );
  return now === late ? `${now}` : `${now}; ${late} once it is late`;
}

interface Arrow {
  readonly step: string;
  readonly event: string;
  readonly before: string;
  readonly after: readonly string[];
}

function arrows(): Arrow[] {
  return Object.entries(orderSteps).flatMap(([step, { event, from }]) =>
    Object.entries(from as Readonly<Record<string, readonly string[]>>).map(([before, after]) => ({
      step,
      event,
      before,
      after,
    })),
  );
}

export function statesPage(): string {
  const all = arrows();
  const left = new Set(all.filter(({ before, after }) => after.some((state) => state !== before)).map(({ before }) => before));
  return `${[
    generatedFrom('service/src/core/order/states.ts'),
    '# The life of an order',
    [
      '```mermaid',
      'stateDiagram-v2',
      ...['Pending', 'Authorized', 'Rejected'].map((state) => `  [*] --> ${state}: authorize`),
      ...all.flatMap(({ step, before, after }) => after.map((state) => `  ${before} --> ${state}: ${step}`)),
      ...orderStates.filter((state) => !left.has(state)).map((state) => `  ${state} --> [*]`),
      '```',
    ].join('\n'),
    table(
      ['Step', 'From', 'To', 'Event'],
      all.map(({ step, event, before, after }) => [step, before, after.join(' or '), code(event)]),
    ),
    'Where a step may lead to two states, what is still open decides: something open, and the order stays where more can be done with it; nothing, and it is at its end. A step that is not in the table is refused and changes nothing.',
    '## What the shop reads',
    table(
      ['State', '`status`'],
      orderStates.map((state) => [state, publicWords(state)]),
    ),
  ].join('\n\n')}\n`;
}

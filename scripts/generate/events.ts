// docs/generated/events.md: every type of event.
import { type EventKind, eventCatalogue } from '../../service/src/core/events.ts';
import { eventSample } from '../../service/src/http/openapi/events.ts';
import { code, generatedFrom, table } from './markdown.ts';

export function eventsPage(): string {
  const rows = Object.entries<EventKind>(eventCatalogue).map(([type, { about, part, outcome, details = {} }]) => [
    code(type),
    about,
    [part && `part ${code(part)}`, outcome && `outcome ${code(outcome)}`, ...Object.keys(details).map(code)]
      .filter((each) => each !== undefined)
      .join(', '),
  ]);
  return `${[
    generatedFrom('service/src/core/events.ts'),
    '# Every event',
    'How they are received is in [webhooks.md](../webhooks.md); each has its schema in the `webhooks` of openapi.json. Beside what is named here every event tells its resource with its version, the amount that moved and its currency, who made it happen (`source`), and the order or account that it is about as it was afterwards; but `payout_account.*` and `webhook_endpoint.*`, which move no money, tell the resource alone.',
    table(['Type', 'What happened', 'Also tells'], rows),
    '## One of them whole',
    `\`\`\`json\n${JSON.stringify(eventSample('order.captured'), null, 2)}\n\`\`\``,
  ].join('\n\n')}\n`;
}

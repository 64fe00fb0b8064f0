// Events get their numbers and go to the endpoints that want them (docs/webhooks.md). In real time, not by a test clock.

import type { Job } from '../jobs/jobs.ts';
import type { Deliverer } from './deliver.ts';
import { readLag } from './numbering.sql.ts';

export const deliverWebhooks = (deliverer: Deliverer): Job => ({
  name: 'deliver-webhooks',
  everySeconds: 1,
  apart: true,
  shared: true,
  run: ({ stopping }) => deliverer.run(stopping),
  async lateMs({ db }) {
    const [row] = await db.read(readLag);
    return Number(row?.['lagMs'] ?? 0);
  },
});

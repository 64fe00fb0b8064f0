// What was delivered or given up, and each attempt of it, is kept for 90 days.
import { deleteOldAttempts, deleteOldDeliveries } from '../webhooks/deliveries.sql.ts';
import { type Job, purging } from './jobs.ts';

export const purgeDeliveries: Job = {
  name: 'purge-deliveries',
  everySeconds: 3600,
  run: async (deps) => (await purging(deleteOldDeliveries)(deps)) + (await purging(deleteOldAttempts)(deps)),
};

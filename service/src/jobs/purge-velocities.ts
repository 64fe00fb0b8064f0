// Velocity counters are of use for a week; what is older is dropped.
import { deleteOldVelocities } from '../customers/customers.sql.ts';
import { type Job, purging } from './jobs.ts';

export const purgeVelocities: Job = { name: 'purge-velocities', everySeconds: 3600, run: purging(deleteOldVelocities) };

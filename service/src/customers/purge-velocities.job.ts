// Velocity counters are of use for a week; what is older is dropped.

import { type Job, purging } from '../jobs/jobs.ts';
import { deleteOldVelocities } from './customers.sql.ts';

export const purgeVelocities: Job = { name: 'purge-velocities', everySeconds: 3600, run: purging(deleteOldVelocities) };

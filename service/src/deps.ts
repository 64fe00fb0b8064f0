// Everything the application is made of: what the pipeline needs, and what single features need beside it.
import type { ChainDeps } from './audit/signing.ts';
import type { Archive } from './documents/archive.ts';
import type { Deps } from './http/deps.ts';
import type { Operation } from './http/operation.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LoadedRegister } from './reference/place-register.ts';
import type { WebhookDeps } from './webhooks/webhook-shapes.ts';

export interface ServiceDeps extends Deps, ChainDeps, WebhookDeps {
  readonly jobs: Jobs;
  readonly archive: Archive;
  readonly places: LoadedRegister;
}

export type AnyOperation = Operation<never, never, ServiceDeps>;

/** A job as the operator sees it. */
export interface JobView {
  readonly name: string;
  readonly everySeconds: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly succeededAt?: number;
  readonly failedAt?: number;
  readonly nextRunAt?: number;
  /** Which process runs it at this moment. */
  readonly heldBy?: string;
  /** How long its oldest work waits, or where that is not known, by how much its run is late. */
  readonly lagSeconds?: number;
  readonly doneCount: number;
  readonly failureCount: number;
  readonly failuresInRow: number;
  readonly lastFailure?: string;
}

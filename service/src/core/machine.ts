// A life cycle is one table: step, the states it may start from, the states it may lead to, the event it emits. Code,
// the diagram in docs/generated/states.md, the SQL check and the tests all derive from that table.

/** One step of a life cycle. */
export interface Step<State extends string, EventType extends string> {
  readonly event: EventType;
  readonly from: { readonly [Before in State]?: readonly State[] };
}

/** The steps of a life cycle by name. */
export type Steps<State extends string, EventType extends string> = { readonly [name: string]: Step<State, EventType> };

/** May the step be taken from this state at all? */
export function allows<State extends string>(step: Step<State, string>, state: State): boolean {
  return step.from[state] !== undefined;
}

/** The state after a step; leading anywhere the table does not name is a fault of ours, not of the request. */
export function arrive<State extends string>(step: Step<State, string>, before: State, after: State): State {
  if (!step.from[before]?.includes(after)) throw new Error(`no step ${step.event} from ${before} to ${after}`);
  return after;
}

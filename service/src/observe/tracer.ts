// What the packages of OpenTelemetry do for us (observe/otlp.ts), in our own words.

export type SpanKind = 'server' | 'client' | 'internal';
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A place in a trace, as `traceparent` says it (W3C Trace Context). */
export interface TracePlace {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
  readonly state?: string;
}

export interface Span {
  readonly place: TracePlace;
  set(attributes: Attributes): void;
  link(to: TracePlace): void;
  /** The name of what went wrong, never its message. */
  fail(name: string): void;
  end(): void;
}

export interface Begin {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Otherwise it is below the current one. */
  readonly parent?: TracePlace;
  readonly links?: readonly TracePlace[];
}

export interface Tracer {
  begin(name: string, how: Begin): Span;
  close(limitMs: number): Promise<void>;
}

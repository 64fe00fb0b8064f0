// Traces, when an OTLP endpoint is configured; otherwise nothing of it is loaded and every call below does nothing. A span
// has names of ours, ids, numbers and words of closed lists: never an address as it was sent, never anything of a person.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { TraceConfig } from '../runtime/config.ts';
import type { Metrics } from './metrics.ts';
import type { Begin, Span, TracePlace, Tracer } from './tracer.ts';

export interface Traces {
  readonly enabled: boolean;
  begin(name: string, how?: Begin): Span | undefined;
  /** What is begun in here is below the span, also after waiting. */
  within<Result>(span: Span | undefined, work: () => Result): Result;
  /** A piece of work with a span of its own; what it throws is marked and passed on. */
  span<Result>(name: string, how: Begin, work: () => Promise<Result>): Promise<Result>;
  current(): Span | undefined;
  /** For an outgoing call: where it belongs. */
  headers(): Readonly<Record<string, string>>;
  /** What is collected is sent, as far as the limit allows. */
  close(limitMs: number): Promise<void>;
}

export const noTraces: Traces = {
  enabled: false,
  begin: () => undefined,
  within: (_span, work) => work(),
  span: (_name, _how, work) => work(),
  current: () => undefined,
  headers: () => ({}),
  close: () => Promise.resolve(),
};

export async function openTraces(config: TraceConfig | undefined, metrics: Metrics, log: Logger): Promise<Traces> {
  if (!config) return noTraces;
  const { createTracer } = await import('./otlp.ts');
  return tracesWith(createTracer(config, teller(metrics, log)));
}

/** A wrong set-up would show no trace and no error: it is logged when exporting begins to fail and when it works again. */
function teller(metrics: Metrics, log: Logger): (well: boolean) => void {
  let failing = false;
  return (well) => {
    metrics.count('dps_trace_exports_total', { outcome: well ? 'sent' : 'failed' });
    if (well === failing) log.warn(well ? 'traces are sent again' : 'traces cannot be sent, and are lost');
    failing = !well;
  };
}

function tracesWith(tracer: Tracer): Traces {
  const now = new AsyncLocalStorage<Span>();
  const begin: Traces['begin'] = (name, how = {}) => {
    const parent = how.parent ?? now.getStore()?.place;
    return tracer.begin(name, { ...how, ...(parent && { parent }) });
  };
  return {
    enabled: true,
    begin,
    within: (span, work) => (span ? now.run(span, work) : work()),
    async span(name, how, work) {
      const span = begin(name, how);
      try {
        return await (span ? now.run(span, work) : work());
      } catch (fault) {
        span?.fail(fault instanceof Error ? fault.name : 'unknown');
        throw fault;
      } finally {
        span?.end();
      }
    },
    current: () => now.getStore(),
    headers() {
      const place = now.getStore()?.place;
      if (!place) return {};
      return { traceparent: traceparentOf(place), ...(place.state !== undefined && { tracestate: place.state }) };
    },
    close: (limitMs) => tracer.close(limitMs),
  };
}

const traceparentOf = ({ traceId, spanId, sampled }: TracePlace): string => `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

const stateLimit = 512;

/** Where a request says it belongs; nothing where the header is missing, wrong or all zero, and a new trace begins. */
export function placeOf(traceparent: unknown, tracestate?: unknown): TracePlace | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const found = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent.trim());
  const [, version = 'ff', traceId = '', spanId = '', flags = '00', more] = found ?? [];
  // A later version may say more behind; this one says exactly four things.
  if (version === 'ff' || (version === '00' && more !== undefined) || /^0*$/.test(traceId) || /^0*$/.test(spanId))
    return undefined;
  const state =
    typeof tracestate === 'string' && tracestate.length <= stateLimit && tracestate !== '' ? { state: tracestate } : {};
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1, ...state };
}

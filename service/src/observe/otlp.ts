// The packages of OpenTelemetry, and nothing else of ours imports them: loaded only when traces are configured. What is
// collected waits in a bounded queue; a receiver that is down, slow or wrong costs the spans, and never a request.
import {
  type Context,
  createTraceState,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { version } from '../core/version.ts';
import type { TraceConfig } from '../runtime/config.ts';
import type { Span, TracePlace, Tracer } from './tracer.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
/** ExportResultCode.SUCCESS. */
const succeeded = 0;
const mostWaiting = 4096;
const exportLimitMs = 5000;

/** `sent` hears of every attempt to send, whether it came to anything. */
export function createTracer({ url, headers, ratio, serviceName }: TraceConfig, sent: (well: boolean) => void): Tracer {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportLimitMs, concurrencyLimit: 2 });
  const heard: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        sent(result.code === succeeded);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: heard,
        maxQueueSize: mostWaiting,
        scheduledDelayMillis: 1000,
        exportTimeoutMillis: exportLimitMs,
      }),
    ],
  });
  const tracer = provider.getTracer('deferred-payment-service', version);
  return {
    begin(name, { kind = 'internal', attributes = {}, parent, links = [] }) {
      const options = { kind: kinds[kind], attributes, links: links.map((place) => ({ context: contextOf(place) })) };
      return spanOf(tracer.startSpan(name, options, parent ? below(parent) : ROOT_CONTEXT), parent?.state);
    },
    async close(limitMs) {
      const over = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), over]);
    },
  };
}

function contextOf({ traceId, spanId, sampled, state }: TracePlace) {
  return {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(state !== undefined && { traceState: createTraceState(state) }),
  };
}

const below = (place: TracePlace): Context => trace.setSpanContext(ROOT_CONTEXT, contextOf(place));

function spanOf(span: OtelSpan, state: string | undefined): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    place: {
      traceId,
      spanId,
      sampled: (traceFlags & TraceFlags.SAMPLED) !== 0,
      ...(state !== undefined && { state }),
    },
    set: (attributes) => void span.setAttributes({ ...attributes }),
    link: (to) => void span.addLink({ context: contextOf(to) }),
    fail: (name) => void span.setStatus({ code: SpanStatusCode.ERROR, message: name }),
    end: () => span.end(),
  };
}

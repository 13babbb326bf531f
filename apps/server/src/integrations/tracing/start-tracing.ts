import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Env } from '../../env.ts'

function samplerOf({ sampler, ratio }: NonNullable<Env['tracing']>): Sampler {
  const [on, off, some] = [new AlwaysOnSampler(), new AlwaysOffSampler(), new TraceIdRatioBasedSampler(ratio)]
  const samplers: Record<typeof sampler, Sampler> = {
    always_on: on,
    always_off: off,
    traceidratio: some,
    parentbased_always_on: new ParentBasedSampler({ root: on }),
    parentbased_always_off: new ParentBasedSampler({ root: off }),
    parentbased_traceidratio: new ParentBasedSampler({ root: some }),
  }
  return samplers[sampler]
}

/**
 * Sends traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; returns the function that sends the last ones. The exporter
 * reads the other OTEL_EXPORTER_OTLP_* variables itself, the resource OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES. A
 * collector that does not answer costs spans, never a request.
 */
export function startTracing(tracing: NonNullable<Env['tracing']>, version: string): () => Promise<void> {
  const own = { 'service.name': 'quincena', 'service.version': version }
  const provider = new TracerProvider({
    sampler: samplerOf(tracing),
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [hostDetector, envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown()
}

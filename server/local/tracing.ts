import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import type { TracingConfig } from '../process/tracing.ts';

export interface Tracing {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

/** Loaded and begun only where it is configured. */
export async function openTracing(
  config: TracingConfig,
  ports: { readonly clock: Clock; readonly log: Log },
  version: string,
): Promise<Tracing> {
  const [{ createTracer }, { createOtlpExporter }] = await Promise.all([
    import('../../adapters/tracing/tracer.ts'),
    import('../../adapters/tracing/otlp.ts'),
  ]);
  const resource = { 'service.version': version, ...config.resource };
  const exporter = createOtlpExporter({ ...config, resource }, ports);
  // The last digits of a trace's id are random: those below the share are kept, by every process alike.
  const isKept = (traceId: string): boolean => Number.parseInt(traceId.slice(-12), 16) < config.share * 2 ** 48;
  return { tracer: createTracer(exporter.add, isKept), close: exporter.close };
}

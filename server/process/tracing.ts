import { withoutTrailing } from '../../core/base/schema/trimmed.ts';
import type { Attributes } from '../../core/ports/tracing.ts';

/** Where traces go, by the variables that every OpenTelemetry SDK reads. */
export interface TracingConfig {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly timeoutMs?: number | undefined;
  readonly resource: Attributes;
  /** The share of traces begun here that is kept, 0 to 1. */
  readonly share: number;
}

type Environment = { readonly [name: string]: string | undefined };

const shares: { readonly [sampler: string]: (argument: number) => number } = {
  always_on: () => 1,
  always_off: () => 0,
  traceidratio: (argument) => argument,
  parentbased_always_on: () => 1,
  parentbased_always_off: () => 0,
  parentbased_traceidratio: (argument) => argument,
};

/**
 * Undefined where no endpoint is named, or tracing is switched off: then nothing is collected and
 * nothing sent.
 */
export function tracingOf(env: Environment, faults: string[]): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env;
  const url = own ?? (base === undefined ? undefined : `${withoutTrailing(base, '/')}/v1/traces`);
  if (url === undefined || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const protocol =
    env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/json';
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    faults.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with http:// or https://.',
    );
  if (protocol !== 'http/json')
    faults.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not spoken here: name an endpoint for OTLP over HTTP and set it to http/json, or OTEL_TRACES_EXPORTER=none.`,
    );
  const sampler = env.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on';
  const share = shares[sampler]?.(Number(env.OTEL_TRACES_SAMPLER_ARG ?? '1'));
  if (share === undefined || !(share >= 0 && share <= 1))
    faults.push(
      `OTEL_TRACES_SAMPLER must be one of ${Object.keys(shares).join(', ')}, with a share from 0 to 1.`,
    );
  const timeout = env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT;
  return {
    url,
    headers: {
      ...pairsOf(env.OTEL_EXPORTER_OTLP_HEADERS),
      ...pairsOf(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
    },
    ...(Number(timeout) > 0 && { timeoutMs: Number(timeout) }),
    resource: {
      'service.name': env.OTEL_SERVICE_NAME ?? 'slipway',
      ...pairsOf(env.OTEL_RESOURCE_ATTRIBUTES),
      ...(env.OTEL_SERVICE_NAME !== undefined && { 'service.name': env.OTEL_SERVICE_NAME }),
    },
    share: share ?? 1,
  };
}

/** `name=value,other=value`, with values encoded as in an address. */
function pairsOf(text = ''): { readonly [name: string]: string } {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) return [];
    return [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

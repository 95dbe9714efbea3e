import { NO_TRACING, type TracingComponent, type TracingOptions } from './tracing.js';

/**
 * Returns the traces of a process. Without an endpoint, nothing is loaded and nothing is traced. Otherwise `start` loads
 * the SDK of OpenTelemetry; a collector that is unavailable loses spans and delays nothing.
 */
export function createTracing(options: TracingOptions): TracingComponent {
  const { endpoint } = options;
  if (endpoint === undefined) {
    return { tracing: NO_TRACING, start: () => Promise.resolve(), stop: () => Promise.resolve() };
  }
  let loaded: TracingComponent | undefined;
  return {
    tracing: {
      sample: (name) => (Math.random() * options.oneIn < 1 ? loaded?.tracing.sample(name) : undefined),
      resume: (traceparent, name, startMs) => loaded?.tracing.resume(traceparent, name, startMs),
    },
    start: async () => {
      const { openTelemetry } = await import('./openTelemetry.js').catch((error: unknown) => {
        throw new Error('TRACES_ENDPOINT is set: install the optional packages @opentelemetry/* of packages/runtime', {
          cause: error,
        });
      });
      loaded = openTelemetry({ ...options, endpoint });
    },
    stop: async () => {
      await loaded?.stop();
      loaded = undefined;
    },
  };
}

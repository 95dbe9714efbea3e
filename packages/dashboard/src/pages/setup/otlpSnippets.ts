import { keyOf, originOf, type Snippet } from './snippet';

/** Returns the snippets for programs that are instrumented with OpenTelemetry. */
export const otlpSnippets = (dsn: string): readonly [Snippet, ...Snippet[]] => [
  {
    id: 'otlp-sdk',
    label: 'SDK',
    sendsNoOrigin: true,
    steps: [
      {
        title: 'In the environment of the program: OTLP over HTTP, and metrics as deltas',
        code: `export OTEL_EXPORTER_OTLP_ENDPOINT=${originOf(dsn)}
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${keyOf(dsn)}"
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta`,
      },
      {
        title: 'Its name, release and environment',
        code: `export OTEL_SERVICE_NAME=api
export OTEL_RESOURCE_ATTRIBUTES=service.version=1.0.0,deployment.environment.name=production`,
      },
    ],
  },
  {
    id: 'otlp-collector',
    label: 'Collector',
    sendsNoOrigin: true,
    steps: [
      {
        title: 'In the configuration of the collector, with the receivers that you have',
        code: `exporters:
  otlp_http/sluice: # before version 0.144: otlphttp/sluice
    endpoint: ${originOf(dsn)}
    headers:
      Authorization: Bearer ${keyOf(dsn)}
    compression: gzip
    sending_queue:
      batch:
        sizer: items
        min_size: 2000
        max_size: 5000
        flush_timeout: 1s

processors:
  cumulativetodelta: # in the contrib distribution only; without it, remove it here and below

service:
  pipelines:
    traces:
      receivers: [otlp]
      exporters: [otlp_http/sluice]
    logs:
      receivers: [otlp]
      exporters: [otlp_http/sluice]
    metrics:
      receivers: [otlp]
      processors: [cumulativetodelta]
      exporters: [otlp_http/sluice]`,
      },
    ],
  },
];

// Writes docs/metrics.md from the metrics that the built services register. With --check, fails if the file is outdated.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'docs/metrics.md');

const load = (file) => import(`../${file}`);
const clock = Date.now;
const none = () => undefined;

/** The sections of the document: who has the metrics, and how they are registered. */
const SECTIONS = [
  {
    title: 'Every process',
    about:
      'In addition, every process has `process_*` and `nodejs_*` of prom-client: CPU, memory, event loop lag, garbage collection.',
    register: async (registry) => {
      const { buildInfo, readinessGauge } = await load('packages/runtime/dist/index.js');
      buildInfo(registry, { service: 'docs', commit: '' });
      readinessGauge(registry, { checks: [], isStopping: () => false });
    },
  },
  {
    title: 'Every process with a pool of PostgreSQL connections',
    about:
      'All services except the backlog monitor. `pool` is the name of the service; sourcemaps has a second one, `sourcemaps-uploads`. Under `npm start`, all workers share `workers`.',
    register: async (registry) => {
      const { poolMetrics } = await load('packages/db/dist/connection/databaseMetrics.js');
      poolMetrics(registry, 'docs');
    },
  },
  {
    title: 'Gateway',
    about:
      '`sluice_spool_*` exist if `SPOOL_DIR` is set, `sluice_gateway_project_events_total` if `METRICS_TOP_PROJECTS` is.',
    register: async (registry) => {
      const { gatewayMetrics } = await load('services/gateway/dist/gatewayMetrics.js');
      const { spoolMetrics } = await load('services/gateway/dist/spool/spoolMetrics.js');
      const { publishMetrics } = await load('packages/queues/dist/publishing/publishMetrics.js');
      gatewayMetrics(registry, { top: 1, clock });
      publishMetrics(registry);
      spoolMetrics(registry, { stats: none, counts: none, clock });
    },
  },
  {
    title: 'Workers',
    about:
      'exceptions, spans, logs, hits, replays, metrics. `type` is `exception`, `span`, `log`, `hit`, `replay` or `metric`.',
    register: async (registry) => {
      const { createDrainMetrics } = await load('packages/drain/dist/drainMetrics.js');
      const { consumeMetrics } = await load('packages/queues/dist/consuming/consumeMetrics.js');
      createDrainMetrics(registry, 'log');
      consumeMetrics(registry);
    },
  },
  {
    title: 'Backlog monitor',
    about:
      'All gauges are absent if the last reading failed or is too old. Several monitors show the same values: take their maximum.',
    register: async (registry) => {
      const { createMonitorMetrics } = await load('services/backlog-monitor/dist/monitorMetrics.js');
      createMonitorMetrics(registry, { clock, maxAgeMs: 0 });
    },
  },
  {
    title: 'Housekeeping',
    about:
      'The gauges that are read from PostgreSQL are absent if they could not be read. Several processes show the same values: take their maximum.',
    register: async (registry) => {
      const { createTaskMetrics } = await load('services/housekeeping/dist/taskMetrics.js');
      const { lossGauge } = await load('services/housekeeping/dist/losses/detectLosses.js');
      const { createReadings } = await load('services/housekeeping/dist/readings/createReadings.js');
      createTaskMetrics(registry);
      lossGauge(registry, { checkMs: 0, clock });
      createReadings({ db: undefined, metrics: registry, clock });
    },
  },
  {
    title: 'Alerts',
    about:
      'The gauges are absent if they could not be read. Several processes show the same values: take their maximum. The counters and the latency belong to each process.',
    register: async (registry) => {
      const { createAlertsMetrics } = await load('packages/alerts/dist/alertsMetrics.js');
      createAlertsMetrics(registry, clock);
    },
  },
  {
    title: 'API and source maps',
    about:
      '`sluice_sourcemaps_frames_total` and its neighbors are those of the process that resolves frames: the api, the exceptions worker and alerts.',
    register: async (registry) => {
      const { requestMetrics } = await load('packages/management/dist/requestMetrics.js');
      const { resolverMetrics } = await load('packages/sourcemaps/dist/resolve/resolverMetrics.js');
      const { sourcemapsMetrics } = await load('services/sourcemaps/dist/sourcemapsMetrics.js');
      const { readMetrics } = await load('services/api/dist/reads/readMetrics.js');
      requestMetrics(registry, 'api');
      readMetrics(registry);
      requestMetrics(registry, 'sourcemaps');
      sourcemapsMetrics(registry, () => 0);
      resolverMetrics(registry);
    },
  },
];

const cell = (text) => text.replaceAll('|', '\\|');
const code = (text) => `\`${text}\``;
const line = (cells) => `| ${cells.join(' | ')} |`;

/** One row for each metric of a registry, in the order of registration. */
const rowsOf = (registry) =>
  registry
    .getMetricsAsArray()
    .map(({ constructor, name, labelNames, help }) => [
      code(name),
      constructor.name.toLowerCase(),
      labelNames.map(code).join(', '),
      cell(help.replace(/\.$/, '')),
    ]);

async function render() {
  const { createMetrics } = await load('packages/runtime/dist/index.js');
  const sections = [];
  for (const { title, about, register } of SECTIONS) {
    const registry = createMetrics();
    await register(registry);
    const rows = [['metric', 'type', 'labels', 'meaning'], ['---', '---', '---', '---'], ...rowsOf(registry)];
    sections.push(`## ${title}\n\n${about}\n\n${rows.map(line).join('\n')}`);
  }
  return `<!-- Generated by \`npm run docs:metrics\` from the registries of the services. Do not edit. -->

# Metrics

Every process serves its metrics at \`/metrics\` on its admin port, in the text format of Prometheus. Under \`npm start\`, one port serves the sum of all processes. Times are in seconds, sizes in bytes, shares from 0 to 1. Labels have few values; ids of projects appear only if \`METRICS_TOP_PROJECTS\` is set.

A gauge of something that is read elsewhere disappears when it cannot be read: a frozen value would look healthy. Write rules with \`absent()\` or with a second signal, as [deploy/observability](../deploy/observability/README.md) does. Which values need attention is in [operations.md](operations.md#what-to-watch), what to do in [runbooks.md](runbooks.md). To add a metric, see [how-to/add-a-metric.md](how-to/add-a-metric.md).

${sections.join('\n\n')}
`;
}

const text = await format(await render(), { ...(await resolveConfig(target)), filepath: target });
if (!process.argv.includes('--check')) await writeFile(target, text);
else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
  console.error('docs/metrics.md is outdated: run `npm run docs:metrics`.');
  process.exitCode = 1;
}

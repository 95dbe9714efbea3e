import { WIRE_TYPES } from '@sluice/contract';
import type { Style } from '../output/style.js';
import { facts, table } from '../output/table.js';
import { countText, plural } from '../output/words.js';
import {
  BACKLOG_SECONDS,
  createPlan,
  NODE_CORES,
  SERVER_CORES,
  USABLE,
  type Plan,
  type PlannedService,
  type PlanInput,
} from './createPlan.js';
import { ALERTS } from './measured.js';

/** Cores of a small machine. */
const SMALL_CORES = 2;

/** A plan for people: a table, the bottleneck, the assumptions, and what to change. */
export function describePlan(plan: Plan, style: Style): string {
  const { input, services, bytes, machines } = plan;
  const requests = plural(Math.max(1, Math.round(plan.requestsPerSecond)), 'request');
  return [
    `${plural(input.rate, 'event')} per second (${mixText(input)}), ${countText(input.batch)} per request`,
    '',
    table(
      [
        { title: 'SERVICE', isWhole: true },
        ...['PROCESSES', 'CORES USED', 'CPU PER EVENT', 'MACHINES'].map((title) => ({
          title,
          align: 'right' as const,
        })),
      ],
      [
        ...services.map((service) => rowOf(service)),
        [
          'together',
          '',
          shortText(sum(services, 'busyCores')),
          microsText(sum(services, 'microsPerEvent')),
          countText(machines),
        ],
      ],
      style,
    ),
    '',
    facts(
      [
        ['Queue shards', countText(plan.shards)],
        ...(plan.shards === 1 ? [] : [['WORKER_JOBS', countText(plan.workerJobs)] as const]),
        ['PostgreSQL', serversText(plan)],
        ['Received', `${sizeText(bytes.receivedPerSecond)}/s, in ${requests}`],
        ['Redis memory', `${sizeText(bytes.queued)} for a backlog of ${BACKLOG_SECONDS} s`],
        ['Write-ahead log', `${sizeText(bytes.logPerSecond)}/s`],
        ['Stored', `${sizeText(bytes.storedPerDay)} a day, ${sizeText(bytes.stored)} in ${plural(input.days, 'day')}`],
      ],
      style,
    ),
    ...section('Bottleneck', [bottleneckText(plan)], style),
    ...section('Assumptions', assumptions(plan), style),
    ...section('What to change', changes(plan), style),
    ...section('Beyond Sluice', beyond(plan), style),
  ].join('\n');
}

const rowOf = ({ name, processes, busyCores, microsPerEvent, machines }: PlannedService): readonly string[] => [
  name,
  countText(processes),
  shortText(busyCores),
  microsText(microsPerEvent),
  countText(machines),
];

const sum = (services: readonly PlannedService[], key: 'busyCores' | 'microsPerEvent'): number =>
  services.reduce((total, service) => total + service[key], 0);

const section = (title: string, lines: readonly string[], style: Style): readonly string[] =>
  lines.length === 0 ? [] : ['', style.bold(title), ...lines.map((line) => `- ${line}`)];

const mixText = ({ mix }: PlanInput): string =>
  WIRE_TYPES.filter((type) => mix[type] > 0)
    .map((type) => `${mix[type]} ${type}${mix[type] === 1 ? '' : 's'}`)
    .join(', ');

const found = ({ services }: Plan, name: string): PlannedService | undefined =>
  services.find((service) => service.name === name);

const serversText = (plan: Plan): string => {
  const nodes = found(plan, 'Citus nodes')?.processes;
  if (nodes === undefined) return `one server of ${plural(plan.serverCores, 'core')}`;
  return `a coordinator of ${plural(plan.serverCores, 'core')} and ${countText(nodes)} nodes of ${NODE_CORES} cores`;
};

function bottleneckText(plan: Plan): string {
  const busy = (name: string): string => shortText(found(plan, name)?.busyCores ?? 0);
  switch (plan.bottleneck) {
    case 'coordinator':
      return `The coordinator of Citus uses ${busy('Citus coordinator')} cores, more than ${Math.round(100 * USABLE)} % of a server of ${SERVER_CORES}. More nodes do not help: every row goes through it.`;
    case 'PostgreSQL':
      return `PostgreSQL needs more than one server of ${SERVER_CORES} cores, or more than its disk. Distribute it by project: sluice migrate --citus.`;
    case 'Redis':
      return `Redis uses ${busy('Redis')} cores, and one server runs commands on one core. Use a Redis Cluster with as many masters as the table says.`;
    case 'none':
      return `None: one Redis and one PostgreSQL are enough.${
        sum(plan.services, 'busyCores') <= USABLE * SMALL_CORES
          ? ' So is one machine of two cores for everything (npm start); the table counts one for each service.'
          : ''
      }`;
  }
}

const assumptions = ({ input, requestsPerPublish, eventsPerWrite, ...plan }: Plan): readonly string[] => [
  `CPU time as measured on one machine with two cores (docs/capacity.md); a process uses at most ${Math.round(100 * USABLE)} % of a core.`,
  'Events and batches as in the benchmark: 20 events a batch for bytes; exceptions with 12 frames and no source map. Exceptions of 50 KB cost many times as much.',
  `A transaction publishes ${requestsPerPublish.toFixed(1)} requests in Redis, and stores ${countText(Math.round(eventsPerWrite))} events in PostgreSQL.`,
  'Projects spread evenly over queue shards, shards over masters, and projects over nodes: the busiest decides. The disk syncs in a few milliseconds.',
  ...(isCitus(plan)
    ? [
        'Citus as measured with two nodes, 40 projects over 16 shards and 306 rows a commit; smaller commits cost more. Workers used 1.6 times the CPU time there, which the table leaves out.',
      ]
    : []),
  `The service alerts is assumed to use ${ALERTS.process} cores on a machine of another service, and ${ALERTS.postgres} of PostgreSQL; what workers count for alert rules is left out.`,
  `Machines have ${plural(input.cores, 'core')}; PostgreSQL has machines of its own. Replicas, backups, the API and the dashboard come on top.`,
];

const isCitus = ({ bottleneck }: Pick<Plan, 'bottleneck'>): boolean =>
  bottleneck === 'PostgreSQL' || bottleneck === 'coordinator';

/** What makes the plan smaller. */
function changes({ input, bytes, machines, bottleneck }: Plan): readonly string[] {
  const { batch, mix } = input;
  const larger = createPlan({ ...input, batch: LARGE_BATCH });
  return [
    ...(batch < LARGE_BATCH && larger.machines < machines
      ? [
          `Send larger batches: with ${LARGE_BATCH} events per request, ${plural(larger.machines, 'machine')} instead of ${countText(machines)}.`,
        ]
      : []),
    ...(bytes.stored > MUCH_STORED
      ? [`Keep fewer days, or sample: ${sizeText(bytes.stored)} is the largest cost.`]
      : []),
    ...(bottleneck === 'coordinator'
      ? [
          'Send fewer events, use a coordinator with more cores, or divide organizations among several installations; or replace the tables of events by ClickHouse (below).',
        ]
      : []),
    ...(bottleneck !== 'none' && mix.span > 0
      ? [
          'Sample spans: `sluice project set <org>/<project> sampleRates.span=0.1`, or in the SDK, which saves the request as well.',
        ]
      : []),
  ];
}

const LARGE_BATCH = 100;
const MUCH_STORED = 10e12;

/** Where another engine takes over: judgment, not measurement. */
function beyond(plan: Plan): readonly string[] {
  const { bytes } = plan;
  const count = (name: string): number => found(plan, name)?.processes ?? 0;
  return [
    ...(plan.bottleneck === 'coordinator' || count('Citus nodes') > 3 || bytes.stored > MUCH_ROWS
      ? [
          'ClickHouse for the rows of events, because it compresses columns. It would replace `packages/reading` and `store` of `packages/db`; tenants, usage, receipts and issues stay in PostgreSQL.',
        ]
      : []),
    ...(count('Redis') > 8 || bytes.queued > MUCH_QUEUED
      ? [
          'Kafka for the queues, because its backlog is on disk. It would replace `packages/queues`; quotas and batch records stay in Redis, and receipts still keep events from being stored twice.',
        ]
      : []),
  ];
}

const MUCH_ROWS = 50e12;
const MUCH_QUEUED = 64e9;

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Two or three digits: a model promises no more. */
function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${shortText(bytes / 1_000 ** step)} ${UNITS[step] ?? ''}`;
}

const microsText = (micros: number): string => `${shortText(micros)} µs`;

function shortText(value: number): string {
  if (value >= 100) return countText(Math.round(value));
  return value.toPrecision(2).replace(/\.0$/, '');
}

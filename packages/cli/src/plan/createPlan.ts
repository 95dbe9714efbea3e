import { WIRE_TYPES } from '@sluice/contract';
import { cpuMicros, type Service, type Work } from './costs.js';
import { ALERTS, BYTES, CITUS, COSTS } from './measured.js';
import { predictStoring, predictWork, type ByType, type Load } from './predictWork.js';

/** What a plan is made for. */
export interface PlanInput {
  /** Events per second. */
  readonly rate: number;
  /** Events per request, on average. */
  readonly batch: number;
  /** Parts of the rate by type; only their ratio counts. */
  readonly mix: ByType;
  /** Days for which events are kept. */
  readonly days: number;
  /** Cores of a machine. */
  readonly cores: number;
}

/** A service in a plan. Processes of Redis are masters of a cluster, those of databases are servers. */
export interface PlannedService {
  readonly name: string;
  readonly processes: number;
  /** CPU seconds per second, of all processes. */
  readonly busyCores: number;
  /** Microseconds of CPU time per event of the whole rate. */
  readonly microsPerEvent: number;
  readonly machines: number;
}

/** Bytes, some per second. */
interface PlannedBytes {
  readonly receivedPerSecond: number;
  /** Memory of Redis for {@link BACKLOG_SECONDS} of waiting events. */
  readonly queued: number;
  readonly logPerSecond: number;
  readonly storedPerDay: number;
  readonly stored: number;
}

/** What a rate needs. */
export interface Plan {
  readonly input: PlanInput;
  /** Cores of one PostgreSQL server, or of the coordinator of Citus. */
  readonly serverCores: number;
  readonly requestsPerSecond: number;
  readonly shards: number;
  /** `WORKER_JOBS`. */
  readonly workerJobs: number;
  readonly requestsPerPublish: number;
  readonly eventsPerWrite: number;
  readonly services: readonly PlannedService[];
  readonly machines: number;
  readonly bottleneck: Bottleneck;
  readonly bytes: PlannedBytes;
}

/** The part that limits a system first, and that more processes of Sluice do not help. */
type Bottleneck = 'none' | 'Redis' | 'PostgreSQL' | 'coordinator';

/** Share of a core that a process may use: the rest is for peaks and for what is not measured. */
export const USABLE = 2 / 3;

/** Seconds of a backlog that Redis must hold. */
export const BACKLOG_SECONDS = 60;

/** Most cores of one PostgreSQL server, cores of a node of Citus, and the write-ahead log per second of either. */
export const SERVER_CORES = 32;
export const NODE_CORES = 16;
const SERVER_LOG = 200e6;

const DAY_SECONDS = 86_400;

/** Rounds after which numbers of processes and sizes of groups agree. */
const ROUNDS = 20;

/** Computes what a rate needs, by the measured costs. */
export function createPlan(input: PlanInput): Plan {
  const load = findLayout(input);
  const work = predictWork(load);
  const bytes = bytesOf(input, load.events);
  const used = {
    gateway: cores('gateway', work),
    redis: cores('redis', work),
    postgres: cores('postgres', work) + ALERTS.postgres,
  };
  const masters = processesFor(used.redis);
  const isOne = fitsOneServer(used.postgres, bytes.logPerSecond);
  const citus = citusFor(input.rate, used.postgres, bytes.logPerSecond);
  const service = (name: string, processes: number, busyCores: number, machines: number): PlannedService => ({
    name,
    processes,
    busyCores,
    machines,
    microsPerEvent: (1e6 * busyCores) / input.rate,
  });
  const packed = (name: string, processes: number, busyCores: number): PlannedService =>
    service(name, processes, busyCores, Math.ceil(processes / input.cores));
  const services = [
    packed('gateway', load.gateways, used.gateway),
    ...WIRE_TYPES.filter((type) => load.events[type] > 0).map((type) =>
      packed(`${type}s worker`, load.workers[type], cores('worker', workOfType(load, type))),
    ),
    // It finds room on a machine of another service.
    service('alerts', 1, ALERTS.process, 0),
    packed('Redis', masters, used.redis),
    ...(isOne
      ? [service('PostgreSQL', 1, used.postgres, 1)]
      : [
          service('Citus coordinator', 1, citus.coordinator, 1),
          service('Citus nodes', citus.servers, citus.nodes, citus.servers),
        ]),
  ];
  return {
    input,
    services,
    bytes,
    serverCores: processesFor(isOne ? used.postgres : citus.coordinator),
    requestsPerSecond: load.requests,
    shards: load.shards,
    workerJobs: workerJobsFor(load.shards),
    requestsPerPublish: work.requests / work.publishes,
    eventsPerWrite: input.rate / work.writes,
    machines: services.reduce((sum, { machines }) => sum + machines, 0),
    bottleneck: isOne ? (masters > 1 ? 'Redis' : 'none') : citus.isTooBusy ? 'coordinator' : 'PostgreSQL',
  };
}

/** The fewest processes and shards of which none is too busy. Their numbers only grow, because each changes the others. */
function findLayout({ rate, batch, mix }: PlanInput): Load {
  const whole = WIRE_TYPES.reduce((sum, type) => sum + mix[type], 0);
  const events = byType((type) => (rate * mix[type]) / whole);
  const workers = byType((type) => (events[type] > 0 ? 1 : 0));
  let load: Load = { gateways: 1, shards: 1, requests: rate / batch, events, workers };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, work] = [load, predictWork(load)];
    const shards = Math.max(before.shards, shardsFor(processesFor(cores('redis', work))));
    load = {
      ...before,
      shards,
      workerJobs: workerJobsFor(shards),
      gateways: Math.max(before.gateways, processesFor(cores('gateway', work))),
      workers: byType((type) =>
        events[type] > 0 ? Math.max(before.workers[type], processesFor(cores('worker', workOfType(before, type)))) : 0,
      ),
    };
  }
  return load;
}

const byType = (count: (type: (typeof WIRE_TYPES)[number]) => number): ByType =>
  Object.fromEntries(WIRE_TYPES.map((type) => [type, count(type)])) as ByType;

/** The work of the workers of one type. */
function workOfType(load: Load, type: (typeof WIRE_TYPES)[number]): Work {
  const none = { gateways: 0, requests: 0, publishes: 0 };
  const events = { [type]: load.events[type] };
  return {
    ...none,
    seconds: 1,
    shards: load.shards,
    workers: load.workers[type],
    events,
    ...predictStoring(load, type),
  };
}

/** Cores that a service uses. */
const cores = (service: Service, work: Work): number => cpuMicros(service, COSTS[service], work) / 1e6;

/** `WORKER_JOBS` for a number of queue shards: the default for one shard, and a job that is reserved for each further one. */
const workerJobsFor = (shards: number): number => 127 + shards;

/** Several shards for each master, because their slots do not spread evenly. */
const shardsFor = (masters: number): number => (masters === 1 ? 1 : 2 * masters);

const processesFor = (busyCores: number): number => Math.max(1, Math.ceil(busyCores / USABLE));

/** Whether the cores and the disk of one server suffice. */
const fitsOneServer = (busyCores: number, logPerSecond: number): boolean =>
  busyCores <= USABLE * SERVER_CORES && logPerSecond <= SERVER_LOG;

/** What a coordinator and nodes need: nodes do the work of one server, and what Citus adds to it per row. */
function citusFor(rate: number, busyCores: number, logPerSecond: number) {
  const coordinator = (rate * CITUS.coordinator) / 1e6;
  const nodes = busyCores + (rate * (CITUS.nodes - CITUS.plain)) / 1e6;
  const servers = Math.max(2, Math.ceil(nodes / (USABLE * NODE_CORES)), Math.ceil(logPerSecond / SERVER_LOG));
  return { coordinator, nodes, servers, isTooBusy: coordinator > USABLE * SERVER_CORES };
}

function bytesOf({ days }: PlanInput, events: ByType): PlannedBytes {
  const sum = (kind: keyof (typeof BYTES)['log']): number =>
    WIRE_TYPES.reduce((total, type) => total + events[type] * BYTES[type][kind], 0);
  const storedPerDay = DAY_SECONDS * sum('stored');
  return {
    receivedPerSecond: sum('sent'),
    queued: BACKLOG_SECONDS * sum('queued'),
    logPerSecond: sum('log'),
    storedPerDay,
    stored: days * storedPerDay,
  };
}

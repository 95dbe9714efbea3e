import {
  runService,
  SERVER_PROCESS_SETTINGS,
  type Clock,
  type Component,
  type Env,
  type HealthCheck,
  type Logger,
  type Metrics,
  type Settings,
} from '@sluice/runtime';
import type { RequestListener } from 'node:http';
import { createManagementServer } from './http/createManagementServer.js';
import type { ServerConfig } from './serverConfig.js';

/** Dependencies of every management service. */
export interface ServiceDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** A management service; a server passes requests to it. */
export interface ManagementService extends Component {
  /** Answers paths under `/api/0` after the start; an unknown path gets 404. */
  readonly handler: RequestListener;
  /** Readiness of what the service needs. */
  readonly checks: readonly HealthCheck[];
}

/** What distinguishes the process of one management service from that of another. */
interface ManagementProcess<Config> {
  /** Appears on every log line. */
  readonly name: string;
  readonly settings: Settings<{ readonly service: Config; readonly server: ServerConfig }>;
  readonly create: (deps: ServiceDeps, config: Config) => ManagementService;
}

/** The body of a management service's `main.ts`: {@link runService} with an HTTP server. */
export function runManagementProcess<Config>(env: Env, { name, settings, create }: ManagementProcess<Config>): void {
  runService(env, {
    name,
    process: SERVER_PROCESS_SETTINGS,
    settings,
    create: ({ logger, metrics, clock }, config) => {
      const service = create({ logger, metrics, clock }, config.service);
      const server = createManagementServer(service.handler, config.server);
      const parts = [
        { name, start: service.start, stop: service.stop },
        { name: 'http', start: server.start, stop: server.stop },
      ];
      return { parts, checks: service.checks, publicServer: { ...server, shutdownMs: config.server.shutdownMs } };
    },
  });
}

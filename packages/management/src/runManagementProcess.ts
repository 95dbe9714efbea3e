import {
  composeComponents,
  createAdminServer,
  createLogger,
  createMetrics,
  runProcess,
  systemClock,
  type Clock,
  type Component,
  type HealthCheck,
  type Logger,
  type Metrics,
} from '@sluice/runtime';
import type { RequestListener } from 'node:http';
import { createManagementServer } from './http/createManagementServer.js';
import type { ProcessConfig } from './processConfig.js';

/** What every management service is given. */
export interface ServiceDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** A management service; whoever listens hands it the requests. */
export interface ManagementService extends Component {
  /** Answers its addresses under `/api/0`, from `start` on; what it does not know gets a 404. */
  readonly handler: RequestListener;
  /** Readiness: what it needs answers. */
  readonly checks: readonly HealthCheck[];
}

/** What makes one service's process differ from another's. */
export interface ServiceProcess<Config> {
  /** On every log line. */
  readonly name: string;
  /** Throws a `ConfigError`. */
  readonly readConfig: () => ProcessConfig<Config>;
  /** The settings as they are logged: without secrets. */
  readonly loggedSettings: (config: Config) => Readonly<Record<string, unknown>>;
  readonly create: (deps: ServiceDeps, config: Config) => ManagementService;
}

/** The body of a management service's `main.ts`: a server, an admin port; runs until a signal. */
export function runManagementProcess<Config>({
  name,
  readConfig,
  loggedSettings: shown,
  create,
}: ServiceProcess<Config>): void {
  const logger = createLogger(name);
  runProcess(logger, () => {
    const config = readConfig();
    logger.level = config.logLevel;
    logger.info({ settings: shown(config.service) }, 'effective settings');
    const metrics = createMetrics(true);
    const service = create({ logger, metrics, clock: systemClock }, config.service);
    const server = createManagementServer(service.handler, config.server);
    let isStopping = false;
    const admin = createAdminServer(
      { host: config.adminHost, port: config.adminPort },
      { checks: service.checks, metrics: () => metrics.metrics(), isStopping: () => isStopping },
    );
    const whole = composeComponents(
      [
        { name, start: service.start, stop: service.stop },
        { name: 'admin', ...admin },
        { name: 'http', ...server },
      ],
      logger,
    );
    return {
      start: async () => {
        await whole.start();
        logger.info({ port: server.port(), adminPort: admin.port() }, 'listening');
      },
      stop: () => {
        isStopping = true;
        return whole.stop();
      },
    };
  });
}

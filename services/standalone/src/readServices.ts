import { readBacklogMonitorConfig, type BacklogMonitorConfig } from '@sluice/backlog-monitor';
import { readGatewayConfig, type GatewayConfig } from '@sluice/gateway';
import { ConfigError, type Env } from '@sluice/runtime';

/** Settings of the services in the main process. Their addresses are filled in when the servers run. */
export interface ServicesConfig {
  readonly gateway: GatewayConfig;
  readonly monitor: BacklogMonitorConfig;
}

/** Reads them all; throws one `ConfigError` with the problems of every service. */
export function readServicesConfig(env: Env): ServicesConfig {
  const problems: string[] = [];
  const attempt = <T>(read: (env: Env) => T): T | undefined => {
    try {
      return read(env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const gateway = attempt(readGatewayConfig)?.gateway;
  const monitor = attempt(readBacklogMonitorConfig);
  if (gateway === undefined || monitor === undefined) throw new ConfigError(problems.join('\n'));
  return { gateway, monitor };
}

import { readApiConfig, type ApiConfig } from '@sluice/api';
import { readBacklogMonitorConfig, type BacklogMonitorConfig } from '@sluice/backlog-monitor';
import { readGatewayConfig, type GatewayConfig } from '@sluice/gateway';
import { ConfigError, type Env } from '@sluice/runtime';
import { readSourcemapsConfig, type SourcemapsConfig } from '@sluice/sourcemaps-service';

/** Settings of the services in the main process. Their addresses are filled in when the servers run. */
export interface ServicesConfig {
  readonly api: ApiConfig;
  readonly gateway: GatewayConfig;
  readonly monitor: BacklogMonitorConfig;
  readonly sourcemaps: SourcemapsConfig;
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
  const api = attempt(readApiConfig)?.service;
  const sourcemaps = attempt(readSourcemapsConfig)?.service;
  if (gateway !== undefined && monitor !== undefined && api !== undefined && sourcemaps !== undefined) {
    return { api, gateway, monitor, sourcemaps };
  }
  // What several services read is said once.
  throw new ConfigError([...new Set(problems.flatMap((text) => text.split('\n')))].join('\n'));
}

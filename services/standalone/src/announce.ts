import type { GatewayConfig } from '@sluice/gateway';
import { curlLine } from './demo/sampleBatch.js';
import type { Demo } from './demo/ensureDemo.js';

const MIB = 1_048_576;

/** The ceilings in force, as one line. */
export function limitsLine(config: GatewayConfig): string {
  const { maxBodyBytes, maxDecodedBytes, maxEvents, maxJsonDepth } = config;
  const mib = (bytes: number): string => `${Math.round((bytes / MIB) * 10) / 10} MiB`;
  return `A batch may have ${mib(maxBodyBytes)} (${mib(maxDecodedBytes)} inflated), ${maxEvents} events and a depth of ${maxJsonDepth}.`;
}

/** What is printed when events are taken: the address first, then what a first batch needs. */
export function readyText(baseUrl: string, demo: Demo | undefined, nowMs: number): string {
  if (demo === undefined) return `ready ${baseUrl}\n`;
  return `ready ${baseUrl}

Send a first batch:
  ${curlLine(baseUrl, demo.key, nowMs)}

DSN    ${demo.dsn}
Token  ${demo.token}
`;
}

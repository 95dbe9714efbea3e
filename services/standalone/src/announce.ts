import type { GatewayConfig } from '@sluice/gateway';
import { curlLine } from './demo/sampleBatch.js';
import type { Demo } from './demo/ensureDemo.js';

const MIB = 1_048_576;

/** Returns the limits of a batch in force, as one line. */
export function limitsLine(config: GatewayConfig): string {
  const { maxBodyBytes, maxDecodedBytes, maxEvents, maxJsonDepth, maxJsonValues } = config;
  const mib = (bytes: number): string => `${Math.round((bytes / MIB) * 10) / 10} MiB`;
  const count = (n: number): string => n.toLocaleString('en-US');
  return `Batch limits: ${mib(maxBodyBytes)} (${mib(maxDecodedBytes)} decompressed), ${count(maxEvents)} events, ${count(maxJsonValues)} JSON values (MAX_JSON_VALUES), depth ${count(maxJsonDepth)}.`;
}

/**
 * Returns the text that is printed when events are accepted: the URL first, then how to send a first batch or create a
 * project, and the limits of a batch.
 */
export function readyText(baseUrl: string, demo: Demo | undefined, limits: string, nowMs: number): string {
  if (demo === undefined) {
    return `ready ${baseUrl}

Create a project (this prints its DSN) and a token for reading:
  npm run -s sluice -- org create acme
  npm run -s sluice -- project create acme/web
  npm run -s sluice -- token create --org acme --scopes project:read

${limits}
`;
  }
  return `ready ${baseUrl}

Send a first batch:
  ${curlLine(baseUrl, demo.key, nowMs)}

Read it back a second later, when it is stored:
  ${readLine(baseUrl, demo)}

DSN    ${demo.dsn}
Token  ${demo.token}
API    ${baseUrl}/api/0/docs

${limits}
`;
}

/** Shell command that reads the sent batch. */
const readLine = (baseUrl: string, { organization, project, token }: Demo): string =>
  `curl -sS ${baseUrl}/api/0/projects/${organization}/${project}/issues -H 'Authorization: Bearer ${token}'`;

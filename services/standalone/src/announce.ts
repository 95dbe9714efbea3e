import { curlLine } from '@sluice/demo';
import type { GatewayConfig } from '@sluice/gateway';
import type { Demo } from './demo/ensureDemo.js';
import { FIRST_USER } from './demo/firstLink.js';

const MIB = 1_048_576;

/** Returns the limits of a batch in force, as one line. */
export function limitsLine(config: GatewayConfig): string {
  const { maxBodyBytes, maxDecodedBytes, maxEvents, maxJsonDepth, maxJsonValues } = config;
  const mib = (bytes: number): string => `${Math.round((bytes / MIB) * 10) / 10} MiB`;
  const count = (n: number): string => n.toLocaleString('en-US');
  return `Batch limits: ${mib(maxBodyBytes)} (${mib(maxDecodedBytes)} decompressed), ${count(maxEvents)} events, ${count(maxJsonValues)} JSON values (MAX_JSON_VALUES), depth ${count(maxJsonDepth)}.`;
}

/** What a start announces besides its URL. */
export interface Announcement {
  readonly demo: Demo | undefined;
  /** See `firstLink`. */
  readonly signInLink: string | undefined;
  /** See {@link limitsLine}. */
  readonly limits: string;
  readonly nowMs: number;
}

/** The link, or how to get one. */
const signInText = (link: string | undefined): string =>
  link === undefined
    ? `Sign in with your password, or with a link: npm run -s sluice -- user link <email>`
    : `Sign in (once, within 15 minutes):
  ${link}`;

/**
 * Returns the text that is printed when events are accepted: the URL first, then how to send a first batch or create a
 * project, and the limits of a batch.
 */
export function readyText(baseUrl: string, { demo, signInLink, limits, nowMs }: Announcement): string {
  if (demo === undefined) {
    return `ready ${baseUrl}

${signInText(signInLink)}

Create an organization, a project (this prints its DSN) and a token for reading here:
  npm run -s sluice -- org create acme${signInLink === undefined ? '' : ` --owner ${FIRST_USER}`}
  npm run -s sluice -- project create acme/web
  npm run -s sluice -- token create --org acme --scopes project:read

${limits}
`;
  }
  return `ready ${baseUrl}

${signInText(signInLink)}

Send a first batch:
  ${curlLine(baseUrl, demo.key, nowMs)}

Read it back a second later, when it is stored:
  ${readLine(baseUrl, demo)}

DSN         ${demo.dsn}
Sentry DSN  ${demo.sentryDsn}
Token       ${demo.token}
API         ${baseUrl}/api/0/docs

${limits}
`;
}

/** Shell command that reads the sent batch. */
const readLine = (baseUrl: string, { organization, project, token }: Demo): string =>
  `curl -sS ${baseUrl}/api/0/projects/${organization}/${project}/issues -H 'Authorization: Bearer ${token}'`;

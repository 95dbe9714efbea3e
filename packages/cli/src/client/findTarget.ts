import type { Env } from '@sluice/runtime';
import { CliError, usageError } from '../cliError.js';
import type { Place } from '../place/findPlace.js';

/** The project whose data a client command reads, and how it is reached. */
export interface Target {
  /** Address of the service, without a trailing slash. */
  readonly url: string;
  readonly organization: string;
  readonly project: string;
  readonly token: string;
}

/** Options that every client command has. */
export interface TargetOptions {
  readonly url?: string | undefined;
  readonly org?: string | undefined;
  /** `<project>`, or `<org>/<project>`. */
  readonly project?: string | undefined;
}

/**
 * What options, then `SLUICE_URL`, `SLUICE_ORG`, `SLUICE_PROJECT` and `SLUICE_AUTH_TOKEN`, then the copy that runs here
 * and its demo project say. The demo's token is only ever sent to the demo's own address. Throws a {@link CliError} that
 * names everything that is missing.
 */
export function findTarget(env: Env, { baseUrl, demo }: Place, options: TargetOptions): Target {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const url = serviceUrl(options.url ?? given('SLUICE_URL') ?? baseUrl ?? demo?.baseUrl);
  const ownToken = given('SLUICE_AUTH_TOKEN');
  const guest = ownToken === undefined && url !== undefined && url === serviceUrl(demo?.baseUrl) ? demo : undefined;
  const [namedOrganization, namedProject] = splitProject(options.project);
  const organization = options.org ?? namedOrganization ?? given('SLUICE_ORG') ?? guest?.organization;
  const project = namedProject ?? given('SLUICE_PROJECT') ?? guest?.project;
  const token = ownToken ?? guest?.token;
  if (url === undefined || organization === undefined || project === undefined || token === undefined) {
    const missing = [
      ...(url === undefined ? ['SLUICE_URL'] : []),
      ...(token === undefined ? ['SLUICE_AUTH_TOKEN'] : []),
      ...(organization === undefined ? ['SLUICE_ORG'] : []),
      ...(project === undefined ? ['SLUICE_PROJECT'] : []),
    ];
    throw new CliError(
      'not_running',
      `No project to read: set ${missing.join(', ')}, or run npm start for a demo project. A token is made by sluice token create --org <org> --scopes project:read.`,
    );
  }
  return { url, organization, project, token };
}

/** `<project>` or `<org>/<project>`. */
function splitProject(text: string | undefined): readonly [string | undefined, string | undefined] {
  if (text === undefined) return [undefined, undefined];
  const parts = text.split('/');
  if (parts.length > 2 || parts.includes('')) throw usageError(`"${text}" is not of the form [<org>/]<project>`);
  return parts.length === 2 ? [parts[0], parts[1]] : [undefined, text];
}

/** The address as requests are built on it: no trailing slash, query or hash. Throws where it is none. */
function serviceUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw usageError(`"${text}" is no address: SLUICE_URL and --url are written https://sluice.example.com`);
  }
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

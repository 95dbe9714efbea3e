import { urlOf, type Env } from '@sluice/runtime';
import { CliError, usageError } from '../cliError.js';
import type { Place } from '../place/findPlace.js';

/** A scope, as in `sluice token create --scopes`. */
export type TokenScope = 'project:read' | 'project:releases' | 'project:admin';

/** The project that a client command accesses, and how to reach it. */
export interface Target {
  /** Base URL of the service, without a trailing slash. */
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
  /** The scope that the command needs (default `project:read`). */
  readonly scope?: TokenScope | undefined;
  /** Whether the command needs no project; `project` of the target is then empty if none is given. */
  readonly needsNoProject?: boolean | undefined;
}

/**
 * Finds the target from options, then `SLUICE_URL`, `SLUICE_ORG`, `SLUICE_PROJECT` and `SLUICE_AUTH_TOKEN`, then the running
 * `npm start` and its demo project. The token of the demo project is only sent to its own address.
 * @throws CliError that names everything that is missing
 */
export function findTarget(env: Env, { baseUrl, demo }: Place, options: TargetOptions): Target {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const demoUrl = serviceUrl(demo?.baseUrl);
  const url = serviceUrl(options.url ?? given('SLUICE_URL') ?? baseUrl) ?? demoUrl;
  const guest = url === demoUrl ? demo : undefined;
  const [namedOrganization, namedProject] = splitProject(options.project);
  const organization = options.org ?? namedOrganization ?? given('SLUICE_ORG') ?? guest?.organization;
  // The demo project belongs to one organization.
  const lentProject = organization === guest?.organization ? guest?.project : undefined;
  const project =
    namedProject ?? given('SLUICE_PROJECT') ?? lentProject ?? (options.needsNoProject === true ? '' : undefined);
  const found = { url, token: given('SLUICE_AUTH_TOKEN') ?? guest?.token, organization, project };
  if (isTarget(found)) return found;
  throw incomplete(found, demoUrl, options.scope);
}

type FoundParts = { readonly [Name in keyof Target]: string | undefined };

const isTarget = (found: FoundParts): found is Target => Object.values(found).every((part) => part !== undefined);

const VARIABLES = {
  url: 'SLUICE_URL',
  token: 'SLUICE_AUTH_TOKEN',
  organization: 'SLUICE_ORG',
  project: 'SLUICE_PROJECT',
} as const;

/** Returns one line that names what is missing, why the demo project is not used, and how to get a token. */
function incomplete(found: FoundParts, demoUrl: string | undefined, scope: TokenScope = 'project:read'): CliError {
  const { url, token, organization = '<org>' } = found;
  const missing = (Object.keys(VARIABLES) as (keyof Target)[]).filter((name) => found[name] === undefined);
  const variables = missing.map((name) => VARIABLES[name]).join(', ');
  const made = ` Create a token: sluice token create --org ${organization} --scopes ${scope}.`;
  return new CliError(
    'not_running',
    `To reach a project, set ${variables}${whyNoDemo(url, demoUrl)}.${token === undefined ? made : ''}`,
  );
}

function whyNoDemo(url: string | undefined, demoUrl: string | undefined): string {
  if (demoUrl === undefined) return ', or run npm start for a demo project';
  return url === demoUrl ? '' : ` (the demo project is at ${demoUrl}, not at ${url ?? ''})`;
}

/** `<project>` or `<org>/<project>`. */
function splitProject(text: string | undefined): readonly [string | undefined, string | undefined] {
  if (text === undefined) return [undefined, undefined];
  const parts = text.split('/');
  if (parts.length > 2 || parts.includes('')) throw usageError(`"${text}" is not of the form [<org>/]<project>`);
  return parts.length === 2 ? [parts[0], parts[1]] : [undefined, text];
}

/** Returns the base URL without trailing slash, query and hash. @throws CliError if it is not a URL */
function serviceUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = urlOf(text);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw usageError(`"${text}" is not a URL: write SLUICE_URL and --url as https://sluice.example.com`);
  }
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

import { DEFAULT_PROJECT_SETTINGS, type ProjectedProject, type ProjectSettings } from '@sluice/contract';
import { parseNetworks, type Networks } from '@sluice/runtime';
import { domainToASCII } from 'node:url';
import { compileGlobs } from './compileGlobs.js';

/** A project as the gateway uses it: its projected settings, with patterns, networks and domains compiled. */
export interface CompiledProject extends ProjectedProject {
  readonly origins: OriginRules;
  readonly compiled: ProjectFilters;
}

/** Returns the project with its settings compiled. Called once for each version of them. */
export function compileProject(project: ProjectedProject): CompiledProject {
  // A projection that an earlier version wrote lacks the settings added since.
  const settings = { ...DEFAULT_PROJECT_SETTINGS, ...project.settings };
  return {
    ...project,
    settings,
    origins: compileOrigins(settings.allowedDomains, settings.allowNoOrigin),
    compiled: compileFilters(settings),
  };
}

/** A project's filters. A list that is empty is `undefined`. */
export interface ProjectFilters {
  readonly ingestion: boolean;
  readonly ips: Networks | undefined;
  readonly environments: ((text: string) => boolean) | undefined;
  readonly releases: ((text: string) => boolean) | undefined;
  readonly messages: ((text: string) => boolean) | undefined;
  readonly crawlers: boolean;
  readonly browserExtensions: boolean;
  readonly localhost: boolean;
  readonly legacyBrowsers: boolean;
}

/** Entries of a list beyond this number are ignored: bounds the time that one project's filters may take. */
const MAX_ENTRIES = 1_000;

/** Returns the compiled filters of a project's settings. Invalid entries match nothing. */
export function compileFilters({ ingestion, filters }: ProjectSettings): ProjectFilters {
  const globs = (patterns: readonly string[]): ((text: string) => boolean) | undefined =>
    patterns.length === 0 ? undefined : compileGlobs(patterns.slice(0, MAX_ENTRIES));
  return {
    ingestion,
    ips: filters.ips.length === 0 ? undefined : parseNetworks(filters.ips.slice(0, MAX_ENTRIES)),
    environments: globs(filters.environments),
    releases: globs(filters.releases),
    messages: globs(filters.messages),
    crawlers: filters.crawlers,
    browserExtensions: filters.browserExtensions,
    localhost: filters.localhost,
    legacyBrowsers: filters.legacyBrowsers,
  };
}

/** A project's allowed domains. */
export interface OriginRules {
  readonly entries: readonly OriginEntry[];
  /** Whether every request passes: the list is empty or contains `*`. */
  readonly allowsAll: boolean;
  /** Whether a request without an origin passes. */
  readonly allowsMissing: boolean;
}

/** One allowed domain. */
export interface OriginEntry {
  /** Lower case, without scheme and trailing dot; `.example.com` for `*.example.com`. */
  readonly host: string;
  readonly port: string | undefined;
}

/** Compiles allowed domains: `example.com`, `example.com:8443`, `*.example.com` (any depth, not the apex), `*`. */
export function compileOrigins(allowedDomains: readonly string[], allowsMissing: boolean): OriginRules {
  const entries = allowedDomains.map(parseDomain).filter((entry) => entry !== undefined);
  const allowsAll = allowedDomains.length === 0 || allowedDomains.some((domain) => domain.trim() === '*');
  return { entries, allowsAll, allowsMissing };
}

function parseDomain(text: string): OriginEntry | undefined {
  const authority = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '');
  const match = /^(\*\.)?(\[[0-9a-f:.]+\]|[^:[\]*]+)(?::(\d{1,5}))?$/.exec(authority);
  if (match === null) return undefined;
  const name = (match[2] ?? '').replace(/\.$/, '');
  const host = name.startsWith('[') ? name : domainToASCII(name);
  return host === '' ? undefined : { host: match[1] === undefined ? host : `.${host}`, port: match[3] };
}

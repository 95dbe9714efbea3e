import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** A service of `docker-compose.yml`. */
export interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly secrets?: readonly string[];
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly build?: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly stop_grace_period?: string;
  readonly logging?: { readonly driver: string; readonly options?: Readonly<Record<string, string>> };
}

interface Compose {
  readonly name?: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { readonly ipam?: { readonly config: readonly { readonly subnet: string }[] } }>
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** Returns a file of the repository. */
export const text = (path: string): string => readFileSync(join(repoRoot, path), 'utf8');
/** The file with its defaults, from the inside out. */
function withDefaults(yaml: string): string {
  const inner = yaml.replace(/\$\{\w+:-([^${}]*)\}/g, '$1');
  return inner === yaml ? yaml : withDefaults(inner);
}

/** `docker-compose.yml` with the defaults of its variables. */
export const compose = parse(withDefaults(text('docker-compose.yml')), { merge: true }) as Compose;

/** `docker-compose.yml` as it is written. */
export const rawCompose = parse(text('docker-compose.yml'), { merge: true }) as Compose;

/** The services that are processes of their own, by the names of their folders. */
export const folders = readdirSync(join(repoRoot, 'services')).filter((name) => name !== 'standalone');

/** Returns a service; empty if there is none of this name. */
export const service = (name: string): Service => compose.services[name] ?? {};

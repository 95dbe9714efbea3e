import { dsnsOf, SCOPES, type WholeKey } from '@sluice/contract';
import {
  addKey,
  createOrganization,
  createProject,
  createToken,
  listKeys,
  listOrganizations,
  listProjects,
  authenticateToken,
  type Database,
  type ProjectKey,
} from '@sluice/db';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** Content of `demo.json`: what a new user needs to send a first batch and read it. */
export interface Demo {
  readonly baseUrl: string;
  readonly dsn: string;
  /** The DSN for SDKs of Sentry. */
  readonly sentryDsn: string;
  readonly key: string;
  readonly organization: string;
  readonly project: string;
  /** Has every scope. */
  readonly token: string;
}

const ORGANIZATION = 'demo';
const PROJECT = 'demo';

/** Location and address of the demo project. */
export interface DemoOptions {
  /** File with the {@link Demo}, readable by its owner only. */
  readonly file: string;
  /** `http://host:port` of this start. */
  readonly baseUrl: string;
  /** `PUBLIC_URL`. */
  readonly publicUrl: string | undefined;
  readonly nowMs: number;
}

/**
 * Creates the demo organization, project, key and token if they are missing, and writes the file, because the port may
 * have changed. A token that is revoked or missing from the file is replaced. The DSNs in the file are for commands on this
 * machine; the returned ones have the public address.
 */
export async function ensureDemo(db: Database, place: DemoOptions): Promise<Demo> {
  const organizations = await listOrganizations(db);
  if (!organizations.some(({ slug }) => slug === ORGANIZATION)) await createOrganization(db, ORGANIZATION);
  const { key, projectId } = await demoKey(db);
  const token = await demoToken(db, place);
  const whole: WholeKey = { kind: 'public', key, projectId };
  const demo: Demo = {
    baseUrl: place.baseUrl,
    ...dsnsOf(whole, place.baseUrl),
    key,
    organization: ORGANIZATION,
    project: PROJECT,
    token,
  };
  const draft = `${place.file}.new`;
  await writeFile(draft, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, place.file);
  return { ...demo, ...dsnsOf(whole, place.publicUrl ?? place.baseUrl) };
}

async function demoKey(db: Database): Promise<ProjectKey> {
  const ref = { organization: ORGANIZATION, project: PROJECT };
  const projects = await listProjects(db, ORGANIZATION);
  if (!projects.some(({ slug }) => slug === PROJECT)) return (await createProject(db, ref)).key;
  const usable = (await listKeys(db, ref)).find(({ kind, disabledAt }) => kind === 'public' && disabledAt === null);
  return usable ?? addKey(db, ref, { label: 'demo' });
}

async function demoToken(db: Database, { file, nowMs }: DemoOptions): Promise<string> {
  const known = await readToken(file);
  if (known !== undefined && (await authenticateToken(db, known, nowMs)) !== undefined) return known;
  return (await createToken(db, { organization: ORGANIZATION, scopes: SCOPES })).secret;
}

async function readToken(file: string): Promise<string | undefined> {
  try {
    const { token } = JSON.parse(await readFile(file, 'utf8')) as Partial<Demo>;
    return token;
  } catch {
    return undefined;
  }
}

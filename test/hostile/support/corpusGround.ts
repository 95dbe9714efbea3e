import { type System } from '../../e2e/support/system.js';
import { createProject, createTenant, type Project } from '../../e2e/support/tenant.js';
import { insertToken } from './accessTokens.js';
import { type CorpusNames } from './composeRequest.js';
import { type CorpusTopic } from './corpusCase.js';

/** Projects of a topic: one per combination of settings, and one for the valid batches in between. */
export interface CorpusGround {
  readonly witness: Project;
  /** Projects by the JSON of their settings. */
  readonly projects: ReadonlyMap<string, Project>;
  /** Values shared by all cases. */
  readonly names: CorpusNames;
}

export const settingsKey = (settings: unknown): string => JSON.stringify(settings ?? {});

/** Creates everything that the cases of a topic refer to. */
export async function createGround(system: System, { cases }: CorpusTopic): Promise<CorpusGround> {
  const open = await createTenant(system);
  const wanted = [...new Set(cases.map(({ request }) => settingsKey(request.settings)))].filter((key) => key !== '{}');
  const made = await Promise.all(
    wanted.map(async (key) => {
      const settings = JSON.parse(key) as Record<string, unknown>;
      return [key, await createProject(system, open.organization, settings)] as const;
    }),
  );
  const witness = await createTenant(system);
  return {
    witness,
    projects: new Map([['{}', open], ...made]),
    names: await accessNames(system, open, witness),
  };
}

async function accessNames(system: System, { organization, id }: Project, foreign: Project): Promise<CorpusNames> {
  const disabled = 'd15ab1ed'.repeat(3) + id.padStart(8, '0');
  await system.sql('insert into project_keys (key, project_id, disabled_at) values ($1, $2, now())', [disabled, id]);
  const sibling = await createProject(system, organization);
  return {
    token: await insertToken(system, organization, 'project:releases'),
    reader: await insertToken(system, organization, 'project:read'),
    admin: await insertToken(system, organization, 'project:admin'),
    revoked: await insertToken(system, organization, 'project:admin', 'revoked'),
    expired: await insertToken(system, organization, 'project:admin', 'expired'),
    theirs: await insertToken(system, foreign.organization, 'project:admin'),
    foreign: foreign.path,
    foreignkey: foreign.key,
    sibling: sibling.slug,
    disabled,
  };
}

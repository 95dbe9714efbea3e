import { deletesProject, readApiDocument, type DocumentedOperation } from '../../e2e/support/apiDocument.js';
import { makeEvent } from '../../e2e/support/events.js';
import { ask } from '../../e2e/support/http.js';
import { type System } from '../../e2e/support/system.js';
import { createTenant, type Project } from '../../e2e/support/tenant.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { insertToken } from '../support/accessTokens.js';
import { makeCaptures } from './captures.js';

/**
 * Targets of the inputs: two projects for batches, and another one for everything else, whose settings the fuzzer may
 * change.
 */
export interface FuzzGround {
  readonly system: System;
  readonly ingest: Project;
  /** Its events are scrubbed. */
  readonly scrubbed: Project;
  readonly managed: Project;
  readonly token: string;
  readonly captures: readonly Buffer[];
  readonly operations: readonly DocumentedOperation[];
  readonly cursors: readonly string[];
}

export const postBatch = (system: System, key: string, body: string | Buffer, headers = {}) =>
  ask(`${system.baseUrl}/api/envelope`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-service-auth': `Service service_key=${key}`, ...headers },
    timeoutMs: 20_000,
  });

/** Creates the projects, stores some data of every kind, and collects valid cursors. */
export async function createFuzzGround(system: System): Promise<FuzzGround> {
  const [ingest, managed] = [await createTenant(system), await createTenant(system)];
  const scrubbed = await createTenant(system, { project: { scrub: true } });
  const token = await insertToken(system, managed.organization, 'project:admin');
  const events = (['exception', 'log', 'span', 'hit', 'replay'] as const).flatMap((type) => [
    makeEvent(type),
    makeEvent(type),
  ]);
  await postBatch(system, managed.key, JSON.stringify({ events }));
  await waitForStored(system, managed, events.length);
  const { operations } = await readApiDocument(system.baseUrl);
  const lists = ['logs', 'exceptions', 'spans', 'hits', 'issues', 'traces'];
  const pages = await Promise.all(
    lists.map((list) =>
      ask(`${system.baseUrl}/api/0/projects/${managed.path}/${list}?limit=1`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    ),
  );
  return {
    system,
    ingest,
    scrubbed,
    managed,
    token,
    captures: await makeCaptures({ key: ingest.key, number: ingest.id, path: managed.path, token }),
    // The others need their project.
    operations: operations.filter((operation) => !deletesProject(operation)),
    cursors: pages.flatMap(({ json }) => (json as { next?: string | null } | undefined)?.next ?? []),
  };
}

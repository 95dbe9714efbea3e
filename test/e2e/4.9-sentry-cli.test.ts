import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Capture, capturesOf } from '@sluice/testkit/captures';
import { connectApi, createToken, type ApiClient } from './support/api.js';
import { ask, type Answer } from './support/http.js';
import { eventEnvelope, postSentry, sentryEvent } from './support/intake/envelopes.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

/** Requests of sentry-cli, as it sent them, to a project of ours. */

const SDK = 'sentry-cli-3.8.0';
/** The debug id and the minified file of the recorded bundles. */
const DEBUG_ID = 'a9b1cb3f-1bb1-5745-889e-dad88d136cda';
const FILENAME = 'assets/main-4f2a91.js';

let project: Project;
let token: string;
let api: ApiClient;
const system = useSystem();
beforeEach(async () => {
  project = await createTenant(system);
  token = await createToken(system, project.organization, 'project:releases');
  api = await connectApi(system, project);
});

describe('requests of sentry-cli', () => {
  test('info: the scopes of the token', async () => {
    expect(await replay('info')).toMatchObject([
      { status: 200, json: { version: expect.any(String), auth: { scopes: ['project:releases'] }, user: null } },
    ]);
  });

  test.each([
    ['sourcemaps-debug-ids', { release: null, filename: FILENAME, debugId: DEBUG_ID }],
    ['sourcemaps-release', { release: 'shop@1.2.0', filename: FILENAME, debugId: DEBUG_ID }],
  ])('%s: stores the map of the bundle, and a resend changes nothing', async (name, stored) => {
    const [options, first, chunk, last] = await replay(name);
    expect(options).toMatchObject({
      status: 200,
      json: {
        url: `/organizations/${project.organization}/chunk-upload/`,
        hashAlgorithm: 'sha1',
        compression: ['gzip'],
      },
    });
    const asked = JSON.parse(capturesOf(SDK, name)[1]?.body.toString() ?? '') as { readonly chunks: string[] };
    expect(first).toMatchObject({ status: 200, json: { state: 'not_found', missingChunks: asked.chunks } });
    expect(chunk?.status).toBe(200);
    expect(last).toMatchObject({ status: 200, json: { state: 'ok', missingChunks: [] } });
    const maps = await api.list('sourcemaps');
    expect(maps.data).toMatchObject([stored]);
    const again = await replay(name);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(again[1]).toMatchObject({ json: { state: 'ok', missingChunks: [] } });
    expect(await api.list('sourcemaps')).toEqual(maps);
  });

  test('releases: created, finalized, deployed and listed', async () => {
    const [created] = await replay('releases-new');
    expect(created).toMatchObject({
      status: 201,
      json: { version: 'shop@1.2.0', dateReleased: null, projects: [{ slug: project.slug }] },
    });
    expect(await replay('releases-finalize')).toMatchObject([
      { status: 200, json: { dateReleased: '2026-11-29T20:48:22.440Z' } },
    ]);
    expect(await replay('releases-deploys')).toMatchObject([
      { status: 201, json: { environment: 'staging', name: 'deploy 17', dateFinished: '2026-11-29T20:01:00.000Z' } },
    ]);
    expect(await replay('releases-list')).toMatchObject([{ status: 200, json: [{ version: 'shop@1.2.0' }] }]);
    expect(await api.get('releases/shop%401.2.0')).toMatchObject({ deployedAt: '2026-11-29T20:01:00.000Z' });
    const release = await api.get('releases/shop%401.2.0');
    expect((await replay('releases-new'))[0]?.status).toBe(201);
    expect(await api.get('releases/shop%401.2.0')).toEqual(release);
  });
});

test('a minified frame resolves after an upload without a release', async () => {
  await replay('sourcemaps-debug-ids');
  const file = `https://shop.example/${FILENAME}`;
  const event = sentryEvent({
    platform: 'javascript',
    exception: {
      values: [{ type: 'RangeError', value: 'x', stacktrace: { frames: [{ filename: file, lineno: 3, colno: 63 }] } }],
    },
    debug_meta: { images: [{ type: 'sourcemap', code_file: file, debug_id: DEBUG_ID }] },
  });
  expect((await postSentry(system, project, eventEnvelope(event))).status).toBe(200);
  const frame = await waitFor(
    async () => {
      const [row] = (await api.list('exceptions')).data;
      if (row === undefined) return undefined;
      const { frames } = await api.get(`exceptions/${String(row['id'])}`);
      return (frames as readonly Record<string, unknown>[])[0]?.['original'] ?? undefined;
    },
    { what: 'a resolved frame' },
  );
  expect(frame).toMatchObject({ source: expect.stringMatching(/src\/cart\.ts$/), function: 'totalOf', line: 9 });
});

/** Sends the requests of a recorded command, one after another. */
async function replay(name: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const capture of capturesOf(SDK, name)) answers.push(await send(capture));
  return answers;
}

/** Sends a request to our organization and project. Bundles keep their bytes, and thus their checksums. */
function send({ method, url, headers, body }: Capture): Promise<Answer> {
  const target = url
    .replace('/organizations/shop/', `/organizations/${project.organization}/`)
    .replace('/projects/shop/web/', `/projects/${project.path}/`);
  const isJson = headers['content-type'] === 'application/json';
  const sent = isJson ? body.toString().replace('"projects":["web"]', `"projects":["${project.slug}"]`) : body;
  return ask(`${system.baseUrl}${target}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body.length === 0 ? {} : { body: sent }),
    timeoutMs: 60_000,
  });
}

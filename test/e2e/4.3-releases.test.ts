import { beforeEach, describe, expect, test } from '@jest/globals';
import { createToken } from './support/api.js';
import { recently } from './support/clock.js';
import { thrown } from './support/exceptions.js';
import { sendStored } from './support/sendStored.js';
import { codeOf, pipelineOf, type Parts, type Pipeline } from './support/sourcemaps.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let project: Project;
let pipeline: Pipeline;
const system = useSystem();
beforeEach(async () => {
  project = await createTenant(system);
  pipeline = pipelineOf(system, project, await createToken(system, project.organization, 'project:releases'));
});

const WHOLE = {
  version: 'shop@1',
  ref: 'abc123',
  url: 'https://ci.example/1',
  deployed_at: '2026-01-31T12:00:00+01:00',
  notes: 'first',
};
const described = {
  version: 'shop@1',
  ref: 'abc123',
  url: 'https://ci.example/1',
  deployedAt: '2026-01-31T11:00:00.000Z',
  notes: 'first',
};

describe('describing a release', () => {
  test('answers 201 for a new release and 200 for a known one, with the record', async () => {
    const first = await pipeline.post('releases', WHOLE);
    expect([first.status, first.json]).toMatchObject([201, described]);
    const again = await pipeline.post('releases', { version: 'shop@1' });
    expect([again.status, again.json]).toEqual([200, first.json]);
  });

  test('changes only fields that are sent; an empty field is cleared', async () => {
    await pipeline.post('releases', WHOLE);
    await pipeline.post('releases', { version: 'shop@1', notes: 'second' });
    expect(await read()).toMatchObject({ ...described, notes: 'second' });
    await pipeline.post('releases', { version: 'shop@1', url: '', deployed_at: '' });
    expect(await read()).toMatchObject({ ...described, notes: 'second', url: null, deployedAt: null });
  });

  test('fields sent at the same time by several are all written', async () => {
    const fields: readonly Parts[] = [
      { ref: 'abc123' },
      { url: WHOLE.url },
      { deployed_at: WHOLE.deployed_at },
      { notes: 'first' },
    ];
    for (let round = 0; round < 5; round += 1) {
      const version = `shop@${round}`;
      const answers = await Promise.all(fields.map((one) => pipeline.post('releases', { version, ...one })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await read(version)).toMatchObject({ ...described, version });
    }
  });

  test('takes JSON and urlencoded forms too', async () => {
    const json = { type: 'application/json', bytes: JSON.stringify(WHOLE) };
    const form = {
      type: 'application/x-www-form-urlencoded',
      bytes: new URLSearchParams({ ...WHOLE, version: 'b' }).toString(),
    };
    expect((await pipeline.request('POST', 'releases', json)).json).toMatchObject(described);
    expect((await pipeline.request('POST', 'releases', form)).json).toMatchObject({ ...described, version: 'b' });
    expect((await pipeline.request('POST', 'releases', { type: 'text/csv', bytes: 'a' })).status).toBe(415);
  });

  test.each<[string, Parts]>([
    ['no version', { ref: 'a' }],
    ['a blank version', { version: '' }],
    ['a version of 251 characters', { version: 'v'.repeat(251) }],
    ['a control character in the version', { version: 'a\u0000b' }],
    ['a url that is no link', { version: '1', url: 'javascript:alert(1)' }],
    ['a url without a host', { version: '1', url: 'https://' }],
    ['an invalid time', { version: '1', deployed_at: 'yesterday' }],
    ['an invalid date', { version: '1', deployed_at: '2026-02-30' }],
    ['a field twice', { version: '1', ref: ['a', 'b'] }],
  ])('refuses %s with a 422, and writes nothing', async (_name, parts) => {
    const answer = await pipeline.post('releases', parts);
    expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid_field']);
    expect((await pipeline.request('GET', 'releases')).json).toMatchObject({ data: [] });
  });
});

describe('a release', () => {
  test('seen on an exception has a row with counts, issues first seen in it, first and last time', async () => {
    await sendStored(system, project, [
      thrown({ release: 'shop@1', timestamp: recently('01:00') }),
      thrown({ release: 'shop@1', timestamp: recently('03:00'), at: 'openCart' }),
    ]);
    await sendStored(system, project, [thrown({ release: 'shop@2', timestamp: recently('04:00') })]);
    expect(await read()).toMatchObject({
      version: 'shop@1',
      exceptions: 2,
      newIssues: 2,
      firstSeen: recently('01:00'),
      lastSeen: recently('03:00'),
      sourceMaps: 0,
      ref: null,
    });
    expect(await read('shop@2')).toMatchObject({ exceptions: 1, newIssues: 0 });
    const { json } = await pipeline.request('GET', 'releases');
    expect((json as { data: { version: string }[] }).data.map(({ version }) => version)).toEqual(['shop@2', 'shop@1']);
  });

  test('has its version character for character', async () => {
    const versions = ['a', 'A', ' a', 'a ', 'a/b', 'a%2Fb', '💥'];
    for (const version of versions) expect((await pipeline.post('releases', { version })).status).toBe(201);
    for (const version of versions) expect(await read(version)).toMatchObject({ version });
    expect((await pipeline.request('GET', 'releases/b')).status).toBe(404);
  });

  test('of another project is not found', async () => {
    await pipeline.post('releases', WHOLE);
    const stranger = await createTenant(system);
    const theirs = pipelineOf(system, stranger, await createToken(system, stranger.organization, 'project:releases'));
    expect((await theirs.request('GET', 'releases/shop%401')).status).toBe(404);
    expect((await theirs.request('GET', 'releases')).json).toMatchObject({ data: [] });
  });
});

async function read(version = 'shop@1'): Promise<Record<string, unknown>> {
  const { status, json } = await pipeline.request('GET', `releases/${encodeURIComponent(version)}`);
  expect(status).toBe(200);
  return json as Record<string, unknown>;
}

import { describe, expect, test } from '@jest/globals';
import { sentryCli } from '../testing/sentryCli.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const service = useSourcemaps();
const ours = useNewTenant(service);
const cli = sentryCli(service, ours);

const ALL = '/organizations/{org}/releases/';
const ONE = `${ALL}shop@1.2.0/`;
const create = (fields = {}) => cli.ask('POST', ALL, { version: 'shop@1.2.0', projects: [ours.project], ...fields });
const stored = async () => (await service.ask(`${ours.path}/releases/shop%401.2.0`, { token: ours.token })).body;

describe('releases of sentry-cli', () => {
  test('new: creates the release in its projects, in the form of Sentry', async () => {
    const { status, body } = await create({
      url: 'https://ci.example/1',
      dateStarted: '2026-11-29T20:48:22.089426310Z',
    });
    expect([status, body]).toMatchObject([
      201,
      {
        version: 'shop@1.2.0',
        url: 'https://ci.example/1',
        dateCreated: expect.stringMatching(/Z$/),
        dateReleased: null,
        newGroups: 0,
        projects: [{ slug: ours.project }],
      },
    ]);
    expect(await stored()).toMatchObject({ url: 'https://ci.example/1', deployedAt: null });
    expect((await create()).status).toBe(201);
    expect(await stored()).toMatchObject({ url: 'https://ci.example/1' });
  });

  test('finalize: counts as the deployment until one is reported', async () => {
    await create();
    const time = '2026-11-29T20:48:22.440834792Z';
    const { status, body } = await cli.ask('PUT', ONE, { projects: [ours.project], dateReleased: time });
    expect([status, body]).toMatchObject([200, { dateReleased: '2026-11-29T20:48:22.440Z' }]);
    await cli.ask('PUT', ONE, { dateReleased: '2026-11-30T00:00:00Z' });
    expect(await stored()).toMatchObject({ deployedAt: '2026-11-29T20:48:22.440Z' });
    const deploy = { environment: 'staging', name: 'deploy 17', dateFinished: '2026-12-01T00:00:00Z' };
    expect(await cli.ask('POST', `${ONE}deploys/`, deploy)).toMatchObject({
      status: 201,
      body: { environment: 'staging', name: 'deploy 17', dateFinished: '2026-12-01T00:00:00.000Z' },
    });
    expect(await stored()).toMatchObject({ deployedAt: '2026-12-01T00:00:00.000Z' });
    expect(await cli.ask('GET', `${ONE}deploys/`)).toMatchObject({
      status: 200,
      body: [{ environment: '', dateFinished: '2026-12-01T00:00:00.000Z' }],
    });
  });

  test('set-commits: keeps the newest commit as the reference', async () => {
    await create();
    expect((await cli.ask('GET', '/organizations/{org}/repos/')).body).toEqual([]);
    expect((await cli.ask('GET', `${ONE}previous-with-commits/`)).body).toEqual({});
    const commits = [{ id: 'c0ffee', repository: 'shop', message: 'x', patch_set: [] }, { id: 'older' }];
    expect(await cli.ask('PUT', ONE, { commits })).toMatchObject({ status: 200, body: { ref: 'c0ffee' } });
    await cli.ask('PUT', ONE, { refs: [{ repository: 'shop', commit: '9fceb02' }] });
    expect(await stored()).toMatchObject({ ref: '9fceb02' });
    expect((await cli.ask('GET', `${ONE}commits/`)).body).toEqual([]);
  });

  test('info and list: return it, for one project and for the organization', async () => {
    await create();
    const other = await service.newProject(ours, 'other');
    await create({ projects: [other.project] });
    expect((await cli.ask('GET', ONE)).body).toMatchObject({ projects: [{ slug: 'other' }, { slug: ours.project }] });
    const place = `/projects/{org}/${ours.project}/releases/`;
    expect((await cli.ask('GET', place)).body).toMatchObject([{ version: 'shop@1.2.0' }]);
    expect((await cli.ask('GET', `${place}shop@1.2.0/`)).body).toMatchObject({ projects: [{ slug: ours.project }] });
    expect((await cli.ask('GET', ALL)).status).toBe(400);
  });

  test.each([
    ['GET', ONE, undefined],
    ['PUT', ONE, { dateReleased: '2026-11-29T20:48:22Z' }],
    ['POST', `${ONE}deploys/`, { environment: 'x' }],
    ['GET', `${ONE}deploys/`, undefined],
  ])('%s %s: answers 404 to a release that does not exist', async (method, path, body) => {
    expect(await cli.ask(method, path, body)).toEqual({
      status: 404,
      headers: expect.anything(),
      body: { detail: 'There is no such release.' },
    });
  });

  test.each([
    ['delete', ['DELETE', ONE], [405, /does not delete releases/]],
    ['archive', ['POST', ALL, { version: 'shop@1.2.0', projects: [], status: 'archived' }], [405, /does not archive/]],
    ['new without a project', ['POST', ALL, { version: 'shop@9', projects: [] }], [400, /^projects is missing/]],
    [
      'new with an unknown project',
      ['POST', ALL, { version: 'shop@9', projects: ['none'] }],
      [400, /has no project "none"/],
    ],
    ['new with an ill-formed URL', ['POST', ALL, { version: 'a', projects: [], url: 'x' }], [422, /^url must be/]],
    ['a deploy with an invalid time', ['POST', `${ONE}deploys/`, { dateFinished: 'x' }], [400, /ISO 8601/]],
  ] as const)('%s: is refused with a sentence', async (_name, [method, path, body], [status, detail]) => {
    await create();
    expect(await cli.ask(method, path, body)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  test('restore: changes nothing', async () => {
    await create();
    expect((await cli.ask('POST', ALL, { version: 'shop@1.2.0', projects: [], status: 'open' })).status).toBe(201);
  });

  test('do not touch those of other organizations', async () => {
    const theirs = sentryCli(service, await service.newTenant(`theirs-${ours.organization}`));
    await create();
    expect((await theirs.ask('GET', ONE)).status).toBe(404);
    expect((await theirs.ask('PUT', ONE, { url: 'https://evil.example' })).status).toBe(404);
    expect(await stored()).toMatchObject({ url: null });
  });
});

describe('the slash at the end', () => {
  test('decides between the form of Sentry and that of Sluice', async () => {
    await create();
    const path = `${ours.path}/releases`;
    const [native, foreign] = [
      await service.ask(path, { token: ours.token }),
      await service.ask(`${path}/`, { token: ours.token }),
    ];
    expect(native.body).toMatchObject({ data: [{ version: 'shop@1.2.0', sourceMaps: 0 }] });
    expect(foreign.body).toMatchObject([{ version: 'shop@1.2.0', newGroups: 0 }]);
    expect((await service.ask(path)).body).toMatchObject({ success: false, error: { code: 'unauthorized' } });
    expect((await service.ask(`${path}/`)).body).toEqual({ detail: expect.stringContaining('access token') });
    expect((await service.ask(`${path}/x/issues/`, { token: ours.token })).body).toEqual({
      detail: 'No such endpoint.',
    });
  });
});

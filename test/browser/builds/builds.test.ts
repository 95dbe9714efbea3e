import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BUNDLERS, buildPlugin, type Bundler } from '../../../packages/build-plugin/src/testing/runBuild.js';
import { buildShop, removeShops, type ShopBuild } from '../../../packages/build-plugin/src/testing/shopBuild.js';
import { THROWN } from '../../../packages/build-plugin/src/testing/shopApp.js';
import { connectApi, rowsIn, type ApiClient, type WireObject } from '../../e2e/support/api.js';
import { freePort } from '../../e2e/support/freePort.js';
import { accepted, envelopePath } from '../../e2e/support/send.js';
import { pipelineOf } from '../../e2e/support/sourcemaps.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { createTenant, type Project } from '../../e2e/support/tenant.js';
import { useSystem } from '../../e2e/support/useSystem.js';
import { serveOutput } from './serveOutput.js';
import { useChromium, describeInChromium } from '../useChromium.js';

const release = 'shop@1.4.2+build/7';

const system = useSystem();
const browser = useChromium();
let project: Project;
let api: ApiClient;
const mapsIn = ({ files }: ShopBuild): readonly string[] => files.filter((file) => file.endsWith('.map'));

describeInChromium('an app built with the plugin, run in Chromium', () => {
  beforeAll(buildPlugin, 180_000);
  afterAll(removeShops);
  beforeEach(async () => {
    project = await createTenant(system);
    api = await connectApi(system, project);
  });

  describe.each(BUNDLERS)('%s', (bundler) => {
    test('resolves frames of lazily loaded chunks to original file, line and function', async () => {
      const built = await build(bundler);
      expect(built).toMatchObject({ code: 0, warnings: [] });
      expect(mapsIn(built)).toEqual([]);
      await crash(built);
      await expectOriginal();
    });

    test('resolves frames if the maps stay in the output', async () => {
      const built = await build(bundler, { deleteAfterUpload: false });
      expect(built).toMatchObject({ code: 0, warnings: [] });
      expect(mapsIn(built).length).toBeGreaterThanOrEqual(2);
      await crash(built);
      await expectOriginal();
    });

    test('works with unresolved frames and no maps in its output if the token is rejected', async () => {
      const built = await build(bundler, { authToken: `slp_${'x'.repeat(43)}` });
      expect(built).toMatchObject({ code: 0 });
      expect(built.warnings).toHaveLength(1);
      expect(mapsIn(built)).toEqual([]);
      await crash(built);
      await expectRaw();
    });

    test('works with unresolved frames and no maps in its output if the service is unavailable', async () => {
      const built = await build(bundler, { url: `http://127.0.0.1:${await freePort()}` });
      expect(built).toMatchObject({ code: 0 });
      expect(built.warnings).toHaveLength(1);
      expect(mapsIn(built)).toEqual([]);
      await crash(built);
      await expectRaw();
    });
  });

  test('with ssr: false uploads only the maps of browser files', async () => {
    const built = await buildShop({
      bundler: 'vite',
      kind: 'environments',
      options: { ...options(), release, ssr: false },
    });
    expect(built).toMatchObject({ code: 0, warnings: [] });
    expect(mapsIn(built)).toEqual([]);
    const path = `sourcemaps?release=${encodeURIComponent(release)}`;
    const { json } = await pipelineOf(system, project, api.token).request('GET', path);
    const uploaded = rowsIn((json as WireObject)['data']);
    const code = built.files
      .filter((file) => /^client\/.*\.js$/.test(file))
      .map((file) => file.slice('client/'.length));
    expect(uploaded.map(({ filename }) => filename).sort()).toEqual(code.sort());
    await crash(built, 'client/');
    await expectOriginal();
  });
});

/** Opens the page, triggers an error in a lazily loaded chunk, and sends it with the release. */
async function crash(build: ShopBuild, below = ''): Promise<void> {
  const files = build.files.filter((file) => file.startsWith(below)).map((file) => file.slice(below.length));
  const site = await serveOutput(`${build.output}/${below}`, files);
  const page = await browser.newPage();
  try {
    await page.goto(`${site.origin}/`);
    await page.waitForFunction('globalThis.shop');
    expect(await page.evaluate('getComputedStyle(document.body).color')).toMatch(/^rgb/);
    const endpoint = `${system.baseUrl}${envelopePath}?service_key=${project.key}`;
    const answer = await page.evaluate(`(async () => {
      const thrown = await shop.openCart().then(() => undefined, (error) => error);
      const payload = { type: thrown.name, message: thrown.message, stack: thrown.stack };
      const event = { type: 'exception', timestamp: new Date().toISOString(), contexts: { release: shop.release }, payload };
      const body = JSON.stringify({ events: [event] });
      const response = await fetch(${JSON.stringify(endpoint)}, { method: 'POST', body });
      return { status: response.status, body: await response.json() };
    })()`);
    expect(answer).toEqual({ status: 202, body: accepted({ processed: 1 }) });
  } finally {
    await page.close();
    site.stop();
  }
  await waitForStored(system, project, 1);
}

async function storedFrames(): Promise<readonly WireObject[]> {
  const [found] = await api.all('exceptions');
  const exception = await api.get(`exceptions/${String(found?.['id'])}`);
  expect(exception).toMatchObject({ type: 'RangeError', message: THROWN.message, release });
  return rowsIn(exception['frames']);
}

async function expectOriginal(): Promise<void> {
  const frames = await storedFrames();
  expect(frames[0]).toEqual(original({ function: THROWN.function, line: THROWN.line, text: 'throw new RangeError' }));
  expect(frames).toContainEqual(original({ function: 'checkout', line: 5, text: 'return items.reduce' }));
}

async function expectRaw(): Promise<void> {
  const [frame] = await storedFrames();
  expect(frame).toMatchObject({ original: null, unresolved: expect.stringMatching(/^no_/) as unknown });
}

function options(): {
  readonly url: string;
  readonly authToken: string;
  readonly org: string;
  readonly project: string;
} {
  return {
    url: system.baseUrl,
    authToken: api.token,
    org: project.organization,
    project: project.slug,
  };
}

function original(one: { readonly function: string; readonly line: number; readonly text: string }): unknown {
  return expect.objectContaining({
    unresolved: null,
    original: expect.objectContaining({
      file: THROWN.file,
      function: one.function,
      line: one.line,
      inApp: true,
      context: expect.objectContaining({ line: expect.stringContaining(one.text) as unknown }) as unknown,
    }) as unknown,
  });
}

function build(bundler: Bundler, more: Parameters<typeof buildShop>[0]['options'] = {}): Promise<ShopBuild> {
  return buildShop({ bundler, options: { ...options(), release, ...more } });
}

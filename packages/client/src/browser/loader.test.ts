import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SluiceEvent } from '../core/event.js';
import type * as api from './index.js';
import { openFakePage, type FakePage } from './testing/fakePage.js';

type Sluice = typeof api & {
  ready: (callback: (sluice: Sluice) => void) => void;
  early?: readonly unknown[];
};

interface Script {
  readonly dataset: object;
  src?: string;
}

let page: FakePage;
let appended: Script[];
let newScript: () => Script;
let sent: SluiceEvent[];
beforeEach(() => {
  jest.resetModules();
  sent = [];
  appended = [];
  newScript = () => ({ dataset: {} });
  page = openFakePage();
});
afterEach(async () => {
  await sluice().close();
  page.close();
});

const sluice = (): Sluice => (page.window as unknown as { sluice: Sluice }).sluice;
const init = (): void => sluice().init({ transport: () => ({ send: (event) => void sent.push(event) }) });

describe('a page that does not allow the policies of the SDK', () => {
  beforeEach(() => {
    Object.assign(page.window, { trustedTypes: { createPolicy: refuse } });
  });

  test('loads the SDK if it allows strings', async () => {
    await run('loader');
    expect(appended).toMatchObject([{ src: 'https://sluice.example/sdk/sluice.js' }]);
  });

  test('gets one warning and no error if it allows no strings', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue(undefined);
    newScript = () => Object.defineProperty({ dataset: {} }, 'src', { set: refuse });
    await run('loader');
    expect([appended, warn.mock.calls]).toEqual([[], [[expect.stringMatching(/trusted-types/)]]]);
    warn.mockRestore();
  });

  test('loads deferred files from beside the script if it allows strings, also on request', async () => {
    await run('tag');
    sluice().init({
      transport: () => ({ send: (event) => void sent.push(event) }),
      integrations: [sluice().replay({ sampleRate: 1 })],
    });
    expect(appended).toMatchObject([{ src: 'https://sluice.example/sdk/replay.js' }]);
  });

  function refuse(): never {
    throw new TypeError('Policy "sluice-loader" disallowed.');
  }
});

describe('calls before the SDK has loaded', () => {
  test('of a scope stay within it', async () => {
    await run('loader');
    sluice().setTag('of', 'all');
    const answer = sluice().withScope((scope) => {
      scope.tags['direct'] = 'one';
      sluice().setTag('of', 'one');
      sluice().setUser({ id: '7' });
      sluice().addBreadcrumb({ message: 'within' });
      fail('of the page');
      sluice().withScope(() => {
        sluice().setTag('of', 'the inner');
        sluice().captureException(new Error('of the inner'));
      });
      sluice().captureException(new Error('of one'));
      return 7;
    });
    sluice().captureException(new Error('of all'));
    init();
    await run('tag');
    expect(answer).toBe(7);
    expect(
      Object.fromEntries(
        sent.map(({ payload, tags, contexts }) => [
          (payload as { message: string }).message,
          { tags, user: contexts?.['user.id'] },
        ]),
      ),
    ).toEqual({
      'of the page': { tags: { of: 'all' }, user: undefined },
      'of the inner': { tags: { of: 'the inner', direct: 'one' }, user: '7' },
      'of one': { tags: { of: 'one', direct: 'one' }, user: '7' },
      'of all': { tags: { of: 'all' }, user: undefined },
    });
    const crumbs = sent.map((event) => event.type === 'exception' && event.payload.breadcrumbs?.length);
    expect(crumbs).toEqual([0, 1, 1, 0]);
  });

  test('of a scope whose callback throws are kept, and later ones are outside it', async () => {
    await run('loader');
    const throwing = (): void =>
      sluice().withScope(() => {
        sluice().setTag('of', 'one');
        throw new RangeError('the page’s own');
      });
    expect(throwing).toThrow('the page’s own');
    sluice().captureException(new Error('after it'));
    init();
    await run('tag');
    expect(sent).toMatchObject([{ tags: {}, payload: { message: 'after it' } }]);
  });

  test('are bounded, in scopes too', async () => {
    await run('loader');
    for (let index = 0; index < 60; index++) {
      sluice().withScope(() => {
        for (let call = 0; call < 60; call++) sluice().log('info', 'again');
      });
    }
    init();
    await run('tag');
    sluice().init({ transport: () => ({ send: (event) => void sent.push(event) }) });
    expect(sent.length).toBeLessThanOrEqual(100);
  });

  test.each<[string, () => void, () => void]>([
    ['is queued after them', init, () => undefined],
    [
      'is called when the SDK is ready',
      () => sluice().ready((ready) => ready.init({ transport: () => ({ send: (event) => void sent.push(event) }) })),
      () => undefined,
    ],
    ['is called by hand, later', () => undefined, init],
  ])('are reported where init %s', async (_name, before, after) => {
    await run('loader');
    sluice().setTag('plan', 'early');
    fail('thrown early');
    sluice().captureException(new Error('caught early'));
    before();
    fail('thrown before the file');
    await run('tag');
    expect(sluice().early).toBeUndefined();
    fail('thrown after the file');
    after();
    fail('thrown at last');
    expect(messages()).toEqual([
      'thrown early',
      'caught early',
      'thrown before the file',
      'thrown after the file',
      'thrown at last',
    ]);
    expect(sent.every(({ tags }) => tags?.['plan'] === 'early')).toBe(true);
  });

  test('are reported to the client of the tag', async () => {
    await run('loader');
    fail('thrown early');
    await run('tag', { dsn: '' });
    fail('to nobody');
    init();
    init();
    expect(messages()).toEqual(['thrown early', 'to nobody']);
  });
});

/** Runs a file of the script tag, whose tag has these attributes. */
async function run(file: 'loader' | 'tag', dataset: Record<string, string> = {}): Promise<void> {
  const currentScript = { dataset, src: `https://sluice.example/sdk/${file}.js` };
  const made = { createElement: () => newScript(), head: { append: (one: Script) => void appended.push(one) } };
  Object.assign(page.document, { currentScript, ...made });
  await (file === 'loader' ? import('./loader.js') : import('./tag.js'));
}

function fail(message: string): void {
  page.window.dispatchEvent(Object.assign(new Event('error'), { message, error: new Error(message) }));
}

function messages(): unknown[] {
  return sent.map((event) => ('message' in event.payload ? event.payload.message : event.type));
}

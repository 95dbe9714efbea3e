import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { getClient, type Integration } from '../core/client.js';
import type { ClientOptions } from '../core/options.js';
import { init } from './init.js';
import { openFakePage, type FakePage } from './testing/fakePage.js';

let page: FakePage;
let warn: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  page = openFakePage();
  warn = jest.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(async () => {
  await getClient()?.close();
  page.close();
  jest.restoreAllMocks();
});

const transport = (): { send: () => void } => ({ send: () => undefined });
const start = (integrations: unknown): void => init({ transport, integrations } as ClientOptions);
const setup = jest.fn<Integration['setup']>();
const own: Integration = { name: 'own', setup };

test('init without a page warns once which entry to import', () => {
  page.close();
  for (let times = 0; times < 2; times++) init({ transport });
  expect(getClient()).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^\[sluice\] .*@sluice\/client\/worker or \/node/));
});

describe('init in a page', () => {
  test.each<[string, unknown, number]>([
    ['nothing', undefined, 0],
    ['none', [], 0],
    ['some that were left out', [false, null, undefined, 0, ''], 0],
    ['null', null, 0],
    ['a number', 7, 1],
    ['a text', 'hits', 1],
    ['an integration without a list', {}, 1],
    ['functions that were not called', [() => own, () => own], 2],
    ['one without a setup', [{ name: 'hits' }, 'hits'], 2],
    [
      'one that throws',
      [
        {
          name: 'a',
          setup: () => {
            throw new Error('x');
          },
        },
      ],
      1,
    ],
  ])('accepts %s as an integration', (_name, integrations, warnings) => {
    expect(() => start(integrations)).not.toThrow();
    expect(getClient()).toBeDefined();
    expect(warn).toHaveBeenCalledTimes(warnings);
    for (let nth = 1; nth <= warnings; nth++) {
      expect(warn).toHaveBeenNthCalledWith(nth, expect.stringMatching(/\[sluice\].*integration/));
    }
  });

  test('starts the valid integrations anyway', () => {
    start([{ name: 'none' }, own, 7]);
    expect(setup).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'https://sluice.example'],
    ['a function', () => ({})],
  ])('given %s does nothing, and throws nothing', (_name, options) => {
    expect(() => init(options as ClientOptions)).not.toThrow();
    expect(getClient()).toBeUndefined();
  });
});

import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { nameCode } from './nameCode.js';
import { nameMap } from './nameMap.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const ID = '85314830-023f-4cf1-a267-535f4e37bb17';

/** @param modules code of the modules in the file */
const addedTo = (code: string, ...modules: readonly string[]) => nameCode(code, () => modules);

describe('a debug id', () => {
  test('depends on the code alone', () => {
    const [one, again, other] = ['a();', 'a();', 'b();'].map((code) => addedTo(code)?.debugId);
    expect(one).toMatch(UUID);
    expect([again === one, other === one]).toEqual([true, false]);
  });

  test('is registered under a stack of the file, and written into a comment at its end', () => {
    const named = addedTo('globalThis.ran = true;');
    const code = `${named?.head ?? ''}globalThis.ran = true;${named?.tail ?? ''}`;
    const page: { ran?: boolean; _sentryDebugIds?: Record<string, string> } = {};
    runInNewContext(code, page, { filename: 'https://shop.example/app.js' });
    const [entry] = Object.entries(page._sentryDebugIds ?? {});
    const [stack, id] = entry ?? ['', ''];
    expect([page.ran, id, stack.split('\n')[1]]).toEqual([
      true,
      named?.debugId,
      expect.stringContaining('https://shop.example/app.js:1:'),
    ]);
    expect(code.trimEnd().split('\n').at(-1)).toBe(`//# debugId=${named?.debugId ?? ''}`);
  });

  test.each([
    ['without a global', 'undefined'],
    ['where the global takes no properties', 'Object.freeze({})'],
  ])('costs no program its run %s', (_name, global) => {
    const head = addedTo('')?.head ?? '';
    const code = `(function (globalThis, self) { "use strict"; ${head} return 'ran'; })(${global}, ${global})`;
    expect(runInNewContext(code, {})).toBe('ran');
  });

  test.each([
    ['a comment', `a();\n//# debugId=${ID.toUpperCase()}\n//# sourceMappingURL=a.js.map\n`, true, ''],
    ['what Sentry registers', `!function(){e._sentryDebugIdIdentifier="sentry-dbid-${ID}"}();a();`, false, ID],
  ])('that another plugin wrote is kept: %s', (_name, code, isRegistered, tail) => {
    const named = addedTo(code);
    expect([named?.debugId, named?.head.includes(ID), named?.tail.includes(ID)]).toEqual([
      ID,
      isRegistered,
      tail !== '',
    ]);
  });

  test('of a library in the bundle is not that of the file', () => {
    const library = `e._sentryDebugIdIdentifier="sentry-dbid-${ID}"`;
    expect(addedTo(`${'a();'.repeat(1_000)}${library}`)?.debugId).not.toBe(ID);
    expect(addedTo(`lib();\n//# debugId=${ID}\napp();`)?.debugId).not.toBe(ID);
    expect(addedTo(`${library};a();`, 'a();', library.toUpperCase())?.debugId).not.toBe(ID);
    expect(addedTo(`a();\n//# debugId=${ID}\n`, `lib();//# debugId=${ID}`)?.debugId).not.toBe(ID);
  });

  test('is registered again after those of libraries, because the last one of a file counts', () => {
    const library =
      `var e=globalThis,n=new Error().stack;(e._sentryDebugIds=e._sentryDebugIds||{})[n]="${ID}";` +
      `e._sentryDebugIdIdentifier="sentry-dbid-${ID}"`;
    const { debugId, head, tail } = addedTo(library, library) ?? {};
    const page: { _sentryDebugIds?: Record<string, string> } = {};
    runInNewContext(`${head ?? ''}${library}${tail ?? ''}`, page, { filename: 'https://shop.example/app.js' });
    expect(Object.values(page._sentryDebugIds ?? {})).toEqual([debugId, ID, debugId]);
  });
});

describe('the line before the code', () => {
  test.each([
    ['a directive', '"use strict";a()', '"use strict";'],
    ['several, behind comments', `/* (c) * / */ // x\n'use client'\n;"use strict";a()`, `'use client';"use strict";`],
    ['one before a comment', `'use strict' /* c */;"use client" // d\na()`, `'use strict';"use client";`],
    ['a string that is not a directive', '"a".length;', ''],
    ['nothing', '', ''],
  ])('repeats %s', (_name, code, directives) => {
    const { head = '' } = addedTo(code) ?? {};
    expect([head.slice(0, head.indexOf('!function')), head.split('\n')]).toEqual([directives, [expect.anything(), '']]);
  });

  test('cannot stand before an interpreter', () => {
    expect(addedTo('#!/usr/bin/env node\na();')).toBeUndefined();
  });

  test('is found in code that begins with a very long text', () => {
    expect(addedTo(`"${'a'.repeat(20_000_000)}".length;`)?.head.startsWith('!function')).toBe(true);
  });

  test('is found in linear time in code that only looks like comments', () => {
    const { head = '' } = addedTo('/* * /'.repeat(200_000)) ?? {};
    expect(head.startsWith('!function')).toBe(true);
  });
});

test('a map gets the debug id in both spellings, and its lines move down', () => {
  const text = JSON.stringify({ version: 3, sourcesContent: ['{"mappings":"no"}', null], mappings: 'AAAA;AACA' });
  const map = JSON.parse(nameMap(text, ID, 1)) as Record<string, unknown>;
  expect(map).toEqual({
    version: 3,
    sourcesContent: ['{"mappings":"no"}', null],
    debugId: ID,
    debug_id: ID,
    mappings: ';AAAA;AACA',
  });
});

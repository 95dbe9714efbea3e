import { describe, expect, test } from '@jest/globals';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testDirectory } from '@sluice/testkit';
import { type SluiceOptions } from '../types/options.d.js';
import { createSession, type Session } from './createSession.js';
import { diskStorage } from './output/diskStorage.js';
import { type EmittedOutput } from './output/emittedOutput.js';
import { startUploadStub } from './testing/uploadStub.js';

const complete: SluiceOptions = { url: 'http://127.0.0.1:9', authToken: 'slp_a', org: 'o', project: 'p', release: 'r' };

/** A map, and the compressed copies that other plugins may have written. */
const copiesOf = (map: string): readonly string[] => [map, `${map}.gz`, `${map}.br`, `${map}.zst`];

describe('an output that is written', () => {
  test('has no compressed copies of maps left, also if the maps themselves are gone', async () => {
    const { session } = sessionWith({ ...complete, ignore: ['**'] });
    const { output, removed } = outputOf(['a.js', 'a.js.map', 'b.js', 'b.js.map.gz', 'level.map.gz', 'b.js.gz']);
    await session.finish(output);
    expect(removed).toEqual([...copiesOf('a.js.map'), 'b.js.map.gz']);
  });

  test('removes all maps if options are invalid', async () => {
    const { session, said } = sessionWith({ ...complete, include: 5 as never });
    const { output, removed } = outputOf(['a.js', 'a.js.map']);
    await session.finish(output);
    expect(removed).toEqual(copiesOf('a.js.map'));
    expect(said).toEqual([expect.stringMatching(/^sluice: warning: no source maps were uploaded: TypeError/)]);
  });

  test('has no maps left of files that the build took back', async () => {
    const { session } = sessionWith({ ...complete, ignore: ['**'] });
    const { output, removed } = outputOf(['a.js', 'a.js.map', 'inlined.js.map', 'level.map']);
    await session.finish(output);
    expect(removed).toEqual([...copiesOf('a.js.map'), ...copiesOf('inlined.js.map')]);
  });

  test.each([0, -1, NaN, '5'])('has no maps left where timeoutSeconds is %p, which is said', async (timeoutSeconds) => {
    const { session, said } = sessionWith({ ...complete, timeoutSeconds: timeoutSeconds as number });
    const { output, removed } = outputOf(['a.js', 'a.js.map']);
    await session.finish(output);
    expect(removed).toEqual(copiesOf('a.js.map'));
    expect(said).toEqual([expect.stringMatching(/timeoutSeconds is .*; it must be a number greater than 0/)]);
  });

  test('is warned of where a map cannot be removed', async () => {
    const { session, said } = sessionWith({ ...complete, ignore: ['**'] });
    await session.finish(outputOf(['a.js', 'a.js.map'], new Error('EACCES')).output);
    expect(said).toEqual(['sluice: warning: /out/a.js.map could not be removed: Error: EACCES\n']);
  });

  test('fails with strict where a map cannot be removed', async () => {
    const { session, said } = sessionWith({ ...complete, ignore: ['**'], strict: true });
    const { output } = outputOf(['a.js', 'a.js.map'], new Error('EACCES'));
    await expect(session.finish(output)).rejects.toThrow('sluice: /out/a.js.map could not be removed: Error: EACCES');
    expect(said).toEqual([]);
  });

  test('without code gets no warning about missing maps', async () => {
    const { session, said } = sessionWith(complete);
    await session.finish(outputOf(['index.html', 'a.css']).output);
    expect(said).toEqual([]);
  });

  test('with maps of styles only loses them, and gets a warning', async () => {
    const { session, said } = sessionWith(complete);
    const { output, removed } = outputOf(['a.js', 'a.css', 'a.css.map']);
    await session.finish(output);
    expect(removed).toEqual(copiesOf('a.css.map'));
    expect(said).toEqual([expect.stringMatching(/the build emitted none \(is devtool false\?\)/)]);
  });
});

test('the maps of an output that is abandoned are removed, with a warning', async () => {
  const directory = await testDirectory('abandoned');
  for (const name of ['a.js', 'a.js.map', 'a.js.map.gz', 'level.map']) await writeFile(join(directory, name), '');
  const { session, said } = sessionWith(complete);
  const files = ['a.js', 'a.js.map', 'level.map'].map((name) => ({ name }));
  session.abandon({ ...outputOf([]).output, files, directory, storage: diskStorage(directory) });
  expect((await readdir(directory)).sort()).toEqual(['a.js', 'level.map']);
  expect(said).toEqual([expect.stringContaining('the build for browsers, which failed or lacks the plugin')]);
  await rm(directory, { recursive: true });
});

test('the maps of a server do not use up the time of those for browsers', async () => {
  const stub = await startUploadStub('silent');
  const { session, said } = sessionWith({ ...complete, url: stub.url, timeoutSeconds: 0.2 });
  const { output } = outputOf(['a.js', 'a.js.map']);
  const read = () => Promise.resolve(Buffer.from('{}'));
  const readable = { ...output, storage: { ...output.storage, read } };
  await session.finish({ ...readable, isServer: true });
  await session.finish({ ...readable, isServer: true });
  await session.finish(readable);
  await stub.stop();
  expect(said.filter((line) => line.includes('warning'))).toEqual([
    expect.stringContaining('did not answer any upload within 0.2 s'),
    expect.stringContaining('Earlier uploads used up the time.'),
    expect.stringContaining('did not answer any upload within 0.2 s'),
  ]);
});

test.each([
  [{}, false, true],
  [{}, true, false],
  [{ enabled: true }, true, true],
  [{ enabled: false }, false, false],
])('with the options %j and development %s, the plugin is active: %s', (options, isDevelopment, expected) => {
  expect(sessionWith(options).session.isActive(isDevelopment)).toBe(expected);
});

test.each<[object, readonly string[]]>([
  [complete, []],
  [{ ...complete, relase: '1', Strict: true }, ['"relase", "Strict"']],
  [{ relase: '1', silent: true }, []],
])('%j: reports unknown options at once', (options, expected) => {
  const sentences = expected.map((names) =>
    expect.stringMatching(`^sluice: warning: unknown option ${names}; options: url, authToken, .*enabled\n$`),
  );
  expect(sessionWith(options).said).toEqual(sentences);
});

test('the release is an expression, and undefined where the plugin does not act or none is known', () => {
  const { session } = sessionWith({ release: 'a"b' });
  expect(session.releaseExpression(true)).toBe('"a\\"b"');
  expect(session.releaseExpression(false)).toBe('undefined');
  expect(sessionWith({}).session.releaseExpression(true)).toBe('undefined');
});

function sessionWith(options: SluiceOptions): { readonly session: Session; readonly said: string[] } {
  const said: string[] = [];
  const session = createSession(options, { environment: {}, directory: '/', write: (text) => said.push(text) });
  return { session, said };
}

/** An output with these files, which records removals. */
function outputOf(
  names: readonly string[],
  stays?: Error,
): { readonly output: EmittedOutput; readonly removed: string[] } {
  const removed: string[] = [];
  const storage = {
    pathOf: (name: string) => `/out/${name}`,
    read: () => Promise.reject(new Error('it is not there')),
    remove: (name: string) => {
      removed.push(name);
      return stays === undefined || !names.includes(name) ? Promise.resolve() : Promise.reject(stays);
    },
  };
  const files = names.map((name) => ({ name }));
  return {
    removed,
    output: {
      files,
      storage,
      directory: '/out',
      publicPath: undefined,
      isServer: false,
      mapsOption: 'devtool',
      hasDebugIds: false,
    },
  };
}

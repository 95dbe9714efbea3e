import { describe, expect, test } from '@jest/globals';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SpoolFailedError, SpoolFullError } from './errors.js';
import { openSpool } from './openSpool.js';
import { brokenFiles } from './testing/brokenFiles.js';
import { drain, heads, useSpools } from './testing/useSpools.js';

const spools = useSpools();
const entry = (text: string): Buffer => Buffer.from(text);
const logs = async (): Promise<string[]> => (await readdir(spools.directory())).filter((name) => name.endsWith('.log'));

describe('a spool', () => {
  test('returns entries in order, also after it was closed and opened', async () => {
    const first = await spools.open();
    await first.append(entry('a'));
    await first.append(entry(''));
    await first.close();
    const recovered: string[] = [];
    const second = await spools.open({ onEntry: (bytes) => recovered.push(bytes.toString()) });
    await second.append(entry('c'));
    expect(recovered).toEqual(['a', '']);
    expect(second.stats()).toMatchObject({ entries: 3, torn: 0, corrupt: 0 });
    expect(await drain(second)).toEqual(['a', '', 'c']);
    expect(second.stats()).toMatchObject({ entries: 0, bytes: 0 });
    expect(await logs()).toEqual([]);
  });

  test('returns entries again until they are removed', async () => {
    const first = await spools.open();
    for (const text of ['a', 'b', 'c']) await first.append(entry(text));
    expect(await heads(first)).toEqual(['a', 'b', 'c']);
    await first.remove(2);
    expect(await heads(first)).toEqual(['c']);
    await first.close();
    expect(await heads(await spools.open())).toEqual(['c']);
  });

  test('accepts appends while it is read, and removes files as they become empty', async () => {
    const spool = await spools.open({ segmentBytes: 64 });
    const texts = Array.from({ length: 20 }, (_, index) => `entry ${index} ${'x'.repeat(20)}`);
    await Promise.all(texts.slice(0, 10).map((text) => spool.append(entry(text))));
    const full = (await logs()).length;
    const read = (await spool.peek(4, 10_000)).map(({ bytes }) => bytes.toString());
    for (const text of texts.slice(10)) await spool.append(entry(text));
    await spool.remove(read.length);
    expect([...read, ...(await drain(spool))]).toEqual(texts);
    expect(full).toBeGreaterThanOrEqual(1);
    expect(await logs()).toEqual([]);
  });

  test('returns entries larger than a segment and than a read', async () => {
    const spool = await spools.open({ segmentBytes: 64 });
    const large = 'x'.repeat(5_000);
    for (const text of ['a', large, 'b']) await spool.append(entry(text));
    expect(await drain(spool)).toEqual(['a', large, 'b']);
  });

  test('refuses an entry above its size limit until others are removed', async () => {
    const spool = await spools.open({ maxBytes: 200, segmentBytes: 50 });
    await spool.append(entry('x'.repeat(150)));
    await expect(spool.append(entry('y'.repeat(30)))).rejects.toThrow(SpoolFullError);
    expect(spool.stats().entries).toBe(1);
    await spool.peek(1, 1_000);
    await spool.remove(1);
    await spool.append(entry('y'.repeat(30)));
    expect(await drain(spool)).toEqual(['y'.repeat(30)]);
  });

  test('counts pending writes towards its size limit', async () => {
    const spool = await spools.open({ maxBytes: 200 });
    const ends = await Promise.allSettled([1, 2, 3].map(() => spool.append(entry('x'.repeat(80)))));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('copies an entry that is set aside to a .bad file and continues', async () => {
    const spool = await spools.open();
    for (const text of ['a', 'nonsense', 'c']) await spool.append(entry(text));
    await heads(spool);
    await spool.setAside(1);
    await spool.remove(3);
    const aside = (await readdir(spools.directory())).filter((name) => name.endsWith('.bad'));
    expect(await readFile(path.join(spools.directory(), aside[0] ?? ''), 'utf8')).toBe('nonsense');
    expect(spool.stats()).toMatchObject({ entries: 0, corrupt: 1 });
  });

  test('is readable by its owner only', async () => {
    const spool = await spools.open({ directory: path.join(spools.directory(), 'inner', 'most') });
    await spool.append(entry('a'));
    const inner = path.join(spools.directory(), 'inner', 'most');
    const modes = await Promise.all(
      ['.', '000000000001.log', 'done', 'lock'].map((name) => stat(path.join(inner, name))),
    );
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '600', '600']);
  });

  test('finishes pending appends when it is closed, and refuses further ones', async () => {
    const spool = await spools.open();
    const appended = spool.append(entry('a'));
    await spool.close();
    await appended;
    await expect(spool.append(entry('b'))).rejects.toThrow(SpoolFailedError);
    expect(await heads(await spools.open())).toEqual(['a']);
  });
});

describe('the directory of a spool', () => {
  test('is refused to a second process with a message that names the first', async () => {
    await spools.open();
    await expect(openSpool({ directory: spools.directory(), maxBytes: 1_000 })).rejects.toThrow(
      `in use by process ${process.pid}`,
    );
  });

  test('is taken over from a dead process, even if another process has its id', async () => {
    const lock = { pid: process.pid, identity: 'another boot:1', lock: 'x' };
    await writeFile(path.join(spools.directory(), 'lock'), JSON.stringify(lock));
    await (await spools.open()).append(entry('a'));
  });

  test('is refused with a message if it is not writable', async () => {
    await writeFile(path.join(spools.directory(), 'file'), '');
    const directory = path.join(spools.directory(), 'file', 'spool');
    await expect(openSpool({ directory, maxBytes: 1_000 })).rejects.toThrow(
      /spool cannot be used: a part of the path is a file/,
    );
  });
});

describe('a group commit', () => {
  test('makes appends that arrive during a write durable together', async () => {
    const fileSystem = brokenFiles();
    const spool = await spools.open({ fileSystem });
    await spool.append(entry('first'));
    fileSystem.counts.syncs = 0;
    let open = (): void => undefined;
    fileSystem.gate = new Promise((resolve) => {
      open = resolve;
    });
    const appends = Array.from({ length: 50 }, (_, index) => spool.append(entry(String(index))));
    let acknowledged = 0;
    for (const append of appends) void append.then(() => (acknowledged += 1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(acknowledged).toBe(0);
    open();
    await Promise.all(appends);
    expect(fileSystem.counts.syncs).toBeLessThanOrEqual(2);
    expect(spool.stats().entries).toBe(51);
  });
});

describe('a disk that fails', () => {
  test.each(['open', 'write', 'sync', 'syncDirectory'] as const)(
    'refuses and drops the append that fails at %s, and keeps earlier and later ones',
    async (step) => {
      const fileSystem = brokenFiles();
      const spool = await spools.open({ fileSystem, segmentBytes: 40 });
      await spool.append(entry('before'.repeat(4)));
      fileSystem.failures[step] = 1;
      await expect(spool.append(entry('refused'.repeat(4)))).rejects.toThrow(SpoolFailedError);
      expect(spool.stats().failure?.message).toContain('ENOSPC');
      await spool.append(entry('after'));
      expect(spool.stats().failure).toBeUndefined();
      await spool.close();
      const reopened = await spools.open();
      expect(reopened.stats()).toMatchObject({ entries: 2, corrupt: 0 });
      expect(await drain(reopened)).toEqual(['before'.repeat(4), 'after']);
    },
  );

  test.each(['write', 'sync'] as const)('does not write to a file again after a failure at %s', async (step) => {
    const fileSystem = brokenFiles();
    const spool = await spools.open({ fileSystem });
    await spool.append(entry('before'));
    fileSystem.failures[step] = 1;
    await expect(spool.append(entry('refused'))).rejects.toThrow(SpoolFailedError);
    await spool.append(entry('after'));
    expect(await logs()).toEqual(['000000000001.log', '000000000002.log']);
    expect(await heads(spool)).toEqual(['before']);
  });

  test('does not return refused entries if truncating fails, too', async () => {
    const fileSystem = brokenFiles();
    const spool = await spools.open({ fileSystem });
    await spool.append(entry('before'));
    Object.assign(fileSystem.failures, { sync: 1, truncate: 1 });
    await expect(spool.append(entry('refused'))).rejects.toThrow(SpoolFailedError);
    await spool.append(entry('after'));
    expect(await drain(spool)).toEqual(['before', 'after']);
  });

  test('leaves no files open after repeated failures', async () => {
    const fileSystem = brokenFiles();
    const spool = await spools.open({ fileSystem });
    for (const step of ['write', 'sync', 'syncDirectory'] as const) {
      fileSystem.failures[step] = 3;
      for (let time = 0; time < 3; time += 1) await expect(spool.append(entry('x'))).rejects.toThrow(SpoolFailedError);
    }
    expect(await logs()).toEqual([]);
    await spool.append(entry('at last'));
    expect(await drain(spool)).toEqual(['at last']);
  });
});

describe('a corrupt record', () => {
  test('found by a read is set aside, and other segments are read', async () => {
    const flaws: string[] = [];
    const spool = await spools.open({ segmentBytes: 30, onCorruption: ({ kind }) => flaws.push(kind) });
    for (const text of ['a', 'b', 'c']) await spool.append(entry(text.repeat(20)));
    const file = path.join(spools.directory(), '000000000002.log');
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(25) ^ 1, 25);
    await writeFile(file, bytes);
    expect(await drain(spool)).toEqual(['a'.repeat(20), 'c'.repeat(20)]);
    expect([flaws, spool.stats().corrupt, spool.stats().entries]).toEqual([['corrupt'], 1, 0]);
    expect(await readFile(path.join(spools.directory(), '000000000002-8.bad'))).toEqual(bytes.subarray(8));
  });
});

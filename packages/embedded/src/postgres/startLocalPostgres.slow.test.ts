import { afterEach, describe, expect, test } from '@jest/globals';
import { createDatabase } from '@sluice/db';
import { processIdentity } from '@sluice/runtime';
import { testDirectory, waitFor } from '@sluice/testkit';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { processesIn, startLocalPostgres, type LocalServer } from '../index.js';
import { runInKilledProcess } from '../testing/runInKilledProcess.js';

const asRoot = process.getuid?.() === 0 ? test : test.skip;
const settings = { fsync: 'off', shared_buffers: '16MB' };
const running: LocalServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

describe('an embedded PostgreSQL', () => {
  test('keeps its data over a restart, in a path with a space', async () => {
    const dataDir = await openPlace();
    const first = await start({ dataDir });
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS a');
    await first.stop();
    expect(await processIdentity(first.pid)).toBeUndefined();
    const second = await start({ dataDir });
    expect(await query(second.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
  });

  test('whose start hangs is ended by an abort and by the kill function from onSpawn', async () => {
    for (const how of ['abort', 'kill'] as const) {
      const [dataDir, given] = [await openPlace(), new AbortController()];
      const spawned: { pid: number; kill: () => void }[] = [];
      const starting = startLocalPostgres({
        dataDir,
        settings,
        signal: given.signal,
        onSpawn: (server) => {
          process.kill(server.pid, 'SIGSTOP');
          spawned.push(server);
        },
      });
      const refused = expect(starting).rejects.toThrow();
      const [server] = await waitFor(() => spawned.length > 0 && spawned, { timeoutMs: 20_000 });
      if (how === 'kill') server?.kill();
      else given.abort();
      await refused;
      expect(await processIdentity(server?.pid ?? 0)).toBeUndefined();
    }
  });

  test('is version 18 in UTF-8, listens on loopback only and asks for its password', async () => {
    const { url } = await start({ dataDir: await openPlace() });
    const names = ['server_encoding', 'listen_addresses', 'unix_socket_directories', 'synchronous_commit', 'jit'];
    const rows = await query(
      url,
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
        ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
    );
    expect(rows).toEqual([
      {
        version: 18,
        server_encoding: 'UTF8',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        synchronous_commit: 'on',
        jit: 'off',
      },
    ]);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('stores its password for its owner only, and creates a new one if it is lost', async () => {
    const dataDir = await openPlace();
    const first = await start({ dataDir });
    const file = path.join(dataDir, 'password');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await first.stop();
    await rm(file);
    const second = await start({ dataDir });
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password);
    expect(await query(second.url, 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
  });

  test('a second start on the same directory is rejected and does not disturb the first', async () => {
    const dataDir = await openPlace();
    const first = await start({ dataDir });
    await expect(startLocalPostgres({ dataDir })).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
    expect(await query(first.url, 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
  });

  test('that outlived its killed parent is stopped, and its data is intact', async () => {
    const dataDir = await openPlace();
    const left = await runInKilledProcess(`embedded.startLocalPostgres(${JSON.stringify({ dataDir, settings })})`);
    await query(left.url, 'CREATE TABLE kept AS SELECT 1 AS a');
    const server = await start({ dataDir });
    expect(await processIdentity(left.pid)).toBeUndefined();
    expect(await query(server.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
  });

  test('recovers after SIGKILL, also if its pid file now names an unrelated process', async () => {
    const dataDir = await openPlace();
    const first = await start({ dataDir });
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS a');
    const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    process.kill(first.pid, 'SIGKILL');
    await first.stop();
    await waitFor(async () => (await processesIn(path.join(dataDir, 'cluster'), ['postgres'])).length === 0);
    const owner = await stat(path.join(dataDir, 'cluster'));
    const stranger = spawn('/bin/sleep', ['60'], { stdio: 'ignore', cwd: '/', uid: owner.uid, gid: owner.gid });
    await writeFile(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'));
    const second = await start({ dataDir });
    expect(await query(second.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
    expect(await processIdentity(stranger.pid ?? 0)).toBeDefined();
    stranger.kill('SIGKILL');
  });

  test('recovers after SIGKILL, also if it is a zombie', async () => {
    const dataDir = await openPlace();
    const first = await start({ dataDir });
    const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    process.kill(first.pid, 'SIGKILL');
    await first.stop();
    await waitFor(async () => (await processesIn(path.join(dataDir, 'cluster'), ['postgres'])).length === 0);
    const { uid, gid } = await stat(path.join(dataDir, 'cluster'));
    // A shell that becomes `sleep` never asks for its child's end.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: '/',
      uid,
      gid,
    });
    const zombie = await new Promise<string>((resolve) =>
      parent.stdout.once('data', (text: Buffer) => resolve(String(text))),
    );
    await waitFor(async () => (await readFile(`/proc/${zombie.trim()}/stat`, 'utf8')).includes(') Z '));
    await writeFile(pidFile, [zombie.trim(), ...lines.slice(1)].join('\n'));
    const second = await start({ dataDir });
    expect(await query(second.url, 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
    parent.kill('SIGKILL');
  });

  test('replaces the incomplete cluster of a start that was killed', async () => {
    const dataDir = await openPlace();
    await mkdir(path.join(dataDir, 'cluster.new', 'base'), { recursive: true });
    const { url } = await start({ dataDir });
    expect(await query(url, 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
    expect(existsSync(path.join(dataDir, 'cluster.new'))).toBe(false);
  });

  test('a failed start is explained in one line', async () => {
    const dataDir = await openPlace();
    const { port } = await start({ dataDir });
    await expect(start({ dataDir: await openPlace(), port })).rejects.toThrow(
      /^PostgreSQL did not start: .*(bind|TCP\/IP).* \(log: .*server\.log\)$/,
    );
  });
});

describe('as root, below a directory that its user cannot access', () => {
  asRoot('stores the data elsewhere, reports where, and finds it again', async () => {
    const said: string[] = [];
    const place = { ...(await closedPlace()), report: (line: string) => void said.push(line) };
    const first = await start(place);
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS a');
    await first.stop();
    const location = (await readFile(path.join(place.dataDir, 'location'), 'utf8')).trim();
    expect(location.startsWith(place.stagingDirectory ?? '')).toBe(true);
    expect(said).toEqual([
      `PostgreSQL stores its data in ${location}, because its user cannot access ${place.dataDir}.`,
    ]);
    const second = await start(place);
    expect(await query(second.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
    expect((await stat(location)).uid).not.toBe(0);
  });

  asRoot('a directory that was deleted and created again gets a new database; the old data is kept', async () => {
    const place = await closedPlace();
    await (await start(place)).stop();
    await rm(place.dataDir, { recursive: true });
    const said: string[] = [];
    const { url } = await start({ ...place, report: (line) => void said.push(line) });
    expect(await query(url, 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
    expect(said[0]).toMatch(
      /Databases of earlier ones with this path stay in .*: delete one only if you have deleted its directory/,
    );
    const clusters = await readdir(place.stagingDirectory ?? '');
    expect(clusters.filter((name) => !name.startsWith('postgresql-'))).toHaveLength(2);
  });

  asRoot('a directory that was moved away keeps its database while a new one at its path runs', async () => {
    const place = await closedPlace();
    const first = await start(place);
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS a');
    await first.stop();
    const before = `${place.dataDir}.before`;
    await rename(place.dataDir, before);
    const fresh = await start(place);
    const old = await start({ ...place, dataDir: before });
    expect(await query(old.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
    expect(await query(fresh.url, `SELECT to_regclass('kept') AS kept`)).toEqual([{ kept: null }]);
  });

  asRoot('data in a directory that was moved below it is not replaced by an empty database', async () => {
    const [place, open] = [await closedPlace(), await openPlace()];
    await (await start({ dataDir: open })).stop();
    await rename(open, place.dataDir);
    await expect(start(place)).rejects.toThrow(/cannot access .*cluster, which contains data\. Move it/);
  });
});

type Options = Parameters<typeof startLocalPostgres>[0];

async function start(options: Options): Promise<LocalServer> {
  const server = await startLocalPostgres({ settings, ...options });
  running.push(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const db = createDatabase({ url, poolSize: 1, applicationName: 'test' });
  try {
    return (await db.pool.query<Record<string, unknown>>(text)).rows;
  } finally {
    await db.close();
  }
}

/** A directory that every user can reach, with a space in its path. */
async function openPlace(): Promise<string> {
  const parent = await testDirectory('postgres');
  await chmod(parent, 0o755);
  return path.join(parent, 'with a space');
}

/** A directory below one that only we can enter, and a staging directory which others can. */
async function closedPlace(): Promise<Options> {
  const closed = await testDirectory('closed');
  await chmod(closed, 0o700);
  return { dataDir: path.join(closed, 'postgres'), stagingDirectory: await openPlace() };
}

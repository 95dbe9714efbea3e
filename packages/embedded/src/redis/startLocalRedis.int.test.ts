import { afterEach, describe, expect, test } from '@jest/globals';
import { processIdentity } from '@sluice/runtime';
import { testDirectory } from '@sluice/testkit';
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { startLocalRedis, type LocalServer } from '../index.js';
import { runInKilledProcess } from '../testing/runInKilledProcess.js';

const running: LocalServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const newDir = async (): Promise<string> => path.join(await testDirectory('redis'), 'with a "space"');

describe('a local Redis', () => {
  test('keeps its data over a restart, in a path with a space and quotes', async () => {
    const dir = await newDir();
    const first = await start({ dir });
    expect(await ask(first.port, ['SET a 1'])).toContain('+OK');
    await first.stop();
    expect(await processIdentity(first.pid)).toBeUndefined();
    const second = await start({ dir });
    expect(await ask(second.port, ['GET a'])).toContain('$1\r\n1');
  });

  test('is durable, has a memory limit without eviction, and requires the password', async () => {
    const dir = await newDir();
    const { port, url } = await start({ dir, password: 'p"w\\' });
    expect(new URL(url).password).toBe(encodeURIComponent('p"w\\'));
    expect(await ask(port, ['GET a'])).toContain('-NOAUTH');
    const names = ['appendfsync', 'appendonly', 'maxmemory', 'maxmemory-policy', 'save'];
    const answer = await ask(port, ['AUTH "p\\"w\\\\"', ...names.map((name) => `CONFIG GET ${name}`)]);
    const words = answer.split('\r\n').filter((word) => !/^[*$+]/.test(word));
    expect(words.join(' ')).toBe(
      'appendfsync always appendonly yes maxmemory 52428800 maxmemory-policy noeviction save  ',
    );
    expect((await stat(path.join(dir, 'redis.conf'))).mode & 0o777).toBe(0o600);
  });

  test('a second start on the same directory is rejected and does not disturb the first', async () => {
    const dir = await newDir();
    const first = await start({ dir });
    await expect(startLocalRedis({ dir })).rejects.toThrow(`${dir} is in use by process ${process.pid}`);
    expect(await ask(first.port, ['PING'])).toContain('+PONG');
  });

  test('that outlived its killed parent is stopped, and no acknowledged write is lost', async () => {
    const dir = await newDir();
    const left = await runInKilledProcess(`embedded.startLocalRedis({ dir: ${JSON.stringify(dir)} })`);
    expect(await ask(Number(new URL(left.url).port), ['SET a 1'])).toContain('+OK');
    const server = await start({ dir });
    expect(await processIdentity(left.pid)).toBeUndefined();
    expect(await ask(server.port, ['GET a'])).toContain('$1\r\n1');
  });

  test('an unrelated process in its directory is not ended', async () => {
    const dir = await newDir();
    await (await start({ dir })).stop();
    const stranger = spawn('/bin/sleep', ['60'], { cwd: dir, stdio: 'ignore' });
    await start({ dir });
    expect(await processIdentity(stranger.pid ?? 0)).toBeDefined();
    stranger.kill('SIGKILL');
  });

  test('reports its end; a failed start is explained in one line', async () => {
    const first = await start({ dir: await newDir() });
    first.kill();
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await start({ dir: await newDir() });
    await expect(start({ dir: await newDir(), port: second.port })).rejects.toThrow(
      /^Redis did not start: .*(bind|listening)/i,
    );
  });
});

async function start(options: Parameters<typeof startLocalRedis>[0]): Promise<LocalServer> {
  const server = await startLocalRedis({ maxMemoryBytes: 50 * 1_048_576, ...options });
  running.push(server);
  return server;
}

/** Sends inline commands and returns everything answered until the server closes after QUIT. */
function ask(port: number, commands: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${[...commands, 'QUIT'].join('\r\n')}\r\n`));
    socket.on('error', reject);
    socket.on('data', (chunk) => (seen += chunk.toString()));
    socket.on('close', () => resolve(seen));
  });
}

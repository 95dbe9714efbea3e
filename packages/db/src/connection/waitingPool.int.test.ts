import { describe, expect, test } from '@jest/globals';
import { waitFor, useDatabase } from '@sluice/testkit';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createDatabase } from './createDatabase.js';
import { pingDatabase } from './pingDatabase.js';

const database = useDatabase();

describe.each(['53300', '08P01'])('a server without room for another connection (%s)', (code) => {
  test('lets callers wait for open connections, and gets no more attempts than in an outage', async () => {
    const server = await startFullServer(code, 2);
    const db = createDatabase({ url: server.url, poolSize: 5, applicationName: 'waiting' });
    const held = await Promise.all([db.pool.connect(), db.pool.connect()]);
    const queries = Array.from({ length: 50 }, () => db.pool.query('select 1'));
    const ping = pingDatabase(db);
    await waitFor(() => server.state.refused > 0 && db.pool.waitingCount >= 50);
    for (const client of held) client.release();
    const results = await Promise.allSettled(queries);
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await ping).toBeUndefined();
    expect(server.state.refused).toBeLessThanOrEqual(5);
    server.state.room = 5;
    await waitFor(async () => {
      await Promise.all(Array.from({ length: 5 }, () => db.pool.query('select pg_sleep(0.01)')));
      return db.pool.totalCount === 5;
    });
    await db.close();
    await server.close();
  });

  test('fails callers at once if no connection is open', async () => {
    const server = await startFullServer(code, 0);
    const db = createDatabase({ url: server.url, poolSize: 5, applicationName: 'waiting' });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => db.pool.query('select 1')));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    await db.close();
    await server.close();
  });
});

/** A server in front of PostgreSQL that has room for some connections and refuses others with `code`. */
async function startFullServer(code: string, room: number) {
  const sockets = new Set<Socket>();
  const state = { room, refused: 0 };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (sockets.size >= state.room) {
      state.refused += 1;
      const fields = Buffer.from(`SFATAL\0C${code}\0Mno room\0\0`);
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
      return void socket.once('data', () => socket.end(Buffer.concat([head, fields])));
    }
    sockets.add(socket);
    const upstream = connect(Number(new URL(database.url).port), '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      upstream.destroy();
    });
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(database.url);
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    state,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

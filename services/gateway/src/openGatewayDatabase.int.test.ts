import { expect, test } from '@jest/globals';
import { createMetrics, poolDefaults, silentLogger } from '@sluice/runtime';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { openGatewayDatabase } from './openGatewayDatabase.js';

test('a lookup ends before a client times out if PostgreSQL does not respond', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const lookUps = openGatewayDatabase(
    `postgres://nobody@127.0.0.1:${port}/none`,
    poolDefaults('gateway', { logger: silentLogger, metrics: createMetrics() }),
  );
  await expect(lookUps.findKey('key')).rejects.toThrow();
  for (const socket of sockets) socket.destroy();
  await lookUps.close();
  silent.close();
});

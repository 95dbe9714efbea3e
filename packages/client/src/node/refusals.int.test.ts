import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundlePrograms } from './testing/runProgram.js';
import { useResource } from '@sluice/testkit/useResource';

let server: Server;
let status: number;
const programs = useResource(bundlePrograms, (started) => started.remove());
beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end('{"error":{"code":"some_code"}}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

it.each([
  [403, ''],
  [400, 'debug: true'],
] as const)('a process prints code and message of a %d with the options { %s }', async (refusal, options) => {
  status = refusal;
  const dsn = `http://${'0123456789abcdef'.repeat(2)}@127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = `
    console.warn = console.log;
    const sluice = require('./sluice.cjs');
    sluice.init({ dsn: '${dsn}', ${options} });
    sluice.log('info', 'x');
    void sluice.flush();
    setInterval(() => undefined, 60_000);`;
  const { stdout } = await programs.run(program, [], (child) => child.kill());

  expect(stdout).toContain(`events: 1, status: ${refusal} {"error":{"code":"some_code"}}`);
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { bundlePrograms } from '../testing/runProgram.js';
import { useResource } from '@sluice/testkit/useResource';

const programs = useResource(bundlePrograms, (started) => started.remove());

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

const SLACK = 1_500;

describe('a program at its end, where the server is silent', () => {
  it.each([
    ['http', 'an exception', `sluice.captureException(new Error('last'));`],
    ['https', 'an exception, before there is a connection', `sluice.captureException(new Error('last'));`],
    ['http', 'a log', `sluice.log('info', 'last');`],
    ['http', 'an exception, and a request of its own', `sluice.captureException(new Error('last')); fetch('data:,x');`],
  ])('%s: ends within flushMs after %s', async (scheme, _what, body) => {
    const options = 'integrations: [sluice.flushOnExit({ flushMs: 500 })]';
    const ended = await programs.run(program(await startSilent(scheme), body, options));

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(Number(ended.stdout)).toBeGreaterThan(450);
    expect(Number(ended.stdout)).toBeLessThan(500 + SLACK);
  });

  it('ends within two seconds by itself', async () => {
    const ended = await programs.run(program(await startSilent('http'), `sluice.captureException(new Error('last'));`));

    expect(ended.code).toBe(0);
    expect(Number(ended.stdout)).toBeLessThan(2_000 + SLACK);
  });

  it.each(['flush', 'close'])('waits where the program waits for %s', async (wait) => {
    const body = `sluice.captureException(new Error('last'));
      sluice.${wait}().then(() => console.log('done'));`;
    const options = 'transportOptions: { timeout: 700, retries: 1, onError: (error) => console.log(error.message) }';
    const ended = await programs.run(program(await startSilent('http'), body, options));

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^no answer\ndone\n\d+\n$/);
  });

  it("waits for the program's own request, meanwhile", async () => {
    const body = `sluice.captureException(new Error('last'));
      const server = require('node:http').createServer((_, response) => setTimeout(() => response.end('own'), 1_000));
      server.listen(0, '127.0.0.1', async () => {
        console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
        server.close(); server.closeAllConnections();
      });`;
    const options = 'integrations: [sluice.flushOnExit({ flushMs: 100 })]';
    const ended = await programs.run(program(await startSilent('http'), body, options));

    expect(ended.stdout).toMatch(/^own\n\d+\n$/);
    expect(ended.code).toBe(0);
  });

  it("waits for the program's own request, by a connection that the SDK had", async () => {
    let connections = 0;
    const server = createHttpServer((request, response) => {
      if (request.method === 'POST') response.writeHead(202).end();
      else setTimeout(() => response.end('own'), 1_000);
    }).on('connection', () => connections++);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const body = `sluice.captureException(new Error('last'));
      sluice.flush().then(() => require('node:http').get('${dsnOf(server).replace(/\w+@/, '')}', (answer) =>
        answer.on('data', (chunk) => console.log(String(chunk)))));`;
    const ended = await programs.run(program(dsnOf(server), body));

    expect(ended.stdout).toMatch(/^own\n\d+\n$/);
    expect(connections).toBe(1);
  });
});

/** Takes connections, and never says a word: not even that of TLS. @returns a DSN */
async function startSilent(scheme: string): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return dsnOf(server, scheme);
}

/** Milliseconds from the end of a program's last line to its exit are printed. */
function program(dsn: string, body: string, options = ''): string {
  return `
  const sluice = require('./sluice.cjs');
  sluice.init({ dsn: '${dsn}', ${options} });
  process.on('exit', () => console.log(Math.round(performance.now() - began)));
  const began = performance.now();
  ${body}`;
}

function dsnOf(server: Server, scheme = 'http'): string {
  return `${scheme}://${'0123456789abcdef'.repeat(2)}@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

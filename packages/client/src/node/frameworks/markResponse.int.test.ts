import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { markResponse } from './markResponse.js';

const TRACE = 'a'.repeat(32);

let server: Server;
let answerBy: (response: ServerResponse) => unknown;
let thrown: unknown;
beforeAll(async () => {
  server = createServer((_request, response) => {
    thrown = undefined;
    markResponse(response, TRACE);
    try {
      answerBy(response);
    } catch (error) {
      thrown = error;
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const CORS: [string, string][] = [
  ['content-type', 'text/plain'],
  ['access-control-allow-origin', '*'],
  ['Access-Control-Expose-Headers', 'X-Total'],
];

describe('a response marked as reported', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['an object', (response) => response.writeHead(500, Object.fromEntries(CORS))],
    ['an object behind a message', (response) => response.writeHead(500, 'Broken', Object.fromEntries(CORS))],
    ['an object behind no message', (response) => response.writeHead(500, undefined, Object.fromEntries(CORS))],
    ['names and values', (response) => response.writeHead(500, CORS.flat())],
    ['pairs', (response) => response.writeHead(500, CORS as never)],
    [
      'an object, after others were set',
      (response) =>
        response.setHeader('Access-Control-Expose-Headers', 'X-Other').writeHead(500, Object.fromEntries(CORS)),
    ],
    [
      'names and values, after others were set',
      (response) => response.setHeader('access-control-allow-origin', 'null').writeHead(500, CORS.flat()),
    ],
    [
      'nothing, after they were set',
      (response) => {
        for (const [name, value] of CORS) response.setHeader(name, value);
        response.writeHead(500);
      },
    ],
  ])('has both headers where the head is written with %s', async (_name, answer) => {
    expect(await headersBy(answer)).toMatchObject({
      'x-sluice-reported': TRACE,
      'content-type': 'text/plain',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Total, X-Sluice-Reported',
    });
    expect(thrown).toBeUndefined();
  });

  it('fails as without it where the program writes a wrong head', async () => {
    await headersBy((response) => response.writeHead(500, ['content-type']));
    expect(thrown).toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  });

  it('leaves the arguments of the program as they are', async () => {
    const headers = Object.freeze({ 'content-type': 'text/plain' });
    expect(await headersBy((response) => response.writeHead(500, headers))).toMatchObject({
      'x-sluice-reported': TRACE,
    });
    expect(headers).toEqual({ 'content-type': 'text/plain' });
  });
});

async function headersBy(answer: (response: ServerResponse) => unknown): Promise<IncomingMessage['headers']> {
  answerBy = answer;
  const { port } = server.address() as AddressInfo;
  const { headers } = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, (response) => resolve(response.resume())).on('error', reject);
  });
  return headers;
}

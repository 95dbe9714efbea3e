import { describe, expect, test } from '@jest/globals';
import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { withGuests } from './withGuests.js';

describe('who is handed a request', () => {
  const seen: string[] = [];
  const say =
    (who: string): RequestListener =>
    ({ url }) => {
      seen.push(`${who} ${url}`);
    };
  const listener = withGuests(say('own'), [{ prefix: '/api/0', handler: say('guest') }]);

  test.each([
    ['/api/0', 'guest'],
    ['/api/0/', 'guest'],
    ['/api/0?x=1', 'guest'],
    ['/api/0/projects/a/b?x=/', 'guest'],
    ['http://host:1/api/0/docs', 'guest'],
    ['/api/00', 'own'],
    ['/api/0x/y', 'own'],
    ['/api', 'own'],
    ['/healthz?a=/api/0/', 'own'],
    ['/x/api/0/', 'own'],
    ['', 'own'],
  ])('%s: %s', (url, who) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { url });
    listener(request, new ServerResponse(request));
    expect(seen.pop()).toBe(`${who} ${url}`);
  });
});

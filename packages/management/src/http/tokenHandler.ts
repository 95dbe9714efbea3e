import type { RequestHandler } from 'express';
import type { Authenticator } from '../access/authenticate.js';
import { requestHead } from '../access/requestHead.js';
import type { TokenOperation } from '../operation.js';
import { sendJson } from './sendJson.js';

/** Returns the handler of a token operation: 401 or 429 without a valid token. Sessions do not count. */
export function tokenHandler(
  operation: TokenOperation,
  { authenticator, publicUrl }: { readonly authenticator: Authenticator; readonly publicUrl: string | undefined },
): RequestHandler {
  return (request, response, next) => {
    // Without an Authorization header, the cookie would be read.
    const head = { ...requestHead(request, publicUrl), cookie: undefined };
    authenticator
      .withSender(head, (sender) => {
        if (sender.kind !== 'token') throw new Error('a request without a cookie has a session');
        return Promise.resolve(operation.run(sender.token));
      })
      .then(({ status = 200, body }) => sendJson(response, { status, body }))
      .catch(next);
  };
}

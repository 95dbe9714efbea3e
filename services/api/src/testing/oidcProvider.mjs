/**
 * An OpenID Connect provider on loopback, in a process of its own. It sends its issuer to its parent, waits for the redirect
 * URI of the client, and then serves. argv[2]: JSON of the claims of each subject.
 */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const accounts = JSON.parse(process.argv[2] ?? '{}');
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  process.send?.({ issuer: `http://127.0.0.1:${server.address().port}` });
});
process.on('disconnect', () => process.exit(0));
process.on('message', ({ issuer, redirectUri }) => {
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'sluice', client_secret: 'client-secret', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts[sub] }) }),
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
  });
  server.on('request', provider.callback());
  process.send?.({ isReady: true });
});

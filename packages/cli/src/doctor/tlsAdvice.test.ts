import { describe, expect, test } from '@jest/globals';
import { tlsAdvice } from './tlsAdvice.js';

describe('advice about TLS', () => {
  test.each([
    ['self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
    ['unable to verify the first certificate', 'NODE_EXTRA_CA_CERTS'],
    ['unable to get local issuer certificate', 'NODE_EXTRA_CA_CERTS'],
    ['certificate has expired', 'Renew'],
    [
      "Hostname/IP does not match certificate's altnames: Host: db. is not in the cert's altnames",
      'host name in X_URL',
    ],
    ['C0A7:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'does not speak TLS'],
    ['The server does not support SSL connections', 'does not speak TLS'],
    ['Client network socket disconnected before secure TLS connection was established', 'handshake failed'],
    ['error:0A000410:SSL routines::sslv3 alert handshake failure', 'handshake failed'],
  ])('is given for: %s', (message, advice) => expect(tlsAdvice(message, 'X_URL')).toContain(advice));

  test.each(['connect ECONNREFUSED 127.0.0.1:6379', 'Command timed out', 'WRONGPASS invalid username-password pair'])(
    'is not given for: %s',
    (message) => expect(tlsAdvice(message, 'X_URL')).toBeUndefined(),
  );
});

/** TLS error messages of OpenSSL, Node and pg, with remedies. */
const ADVICE: readonly (readonly [pattern: RegExp, advice: (setting: string) => string])[] = [
  [
    /self.signed certificate|unable to (?:get|verify)|UNABLE_TO|SELF_SIGNED|issuer certificate/i,
    () => 'The certificate is not trusted here: set NODE_EXTRA_CA_CERTS to the certificate file of its CA',
  ],
  [
    /certificate has expired|CERT_HAS_EXPIRED|not yet valid/i,
    () => 'Renew the certificate of the server, and check both clocks',
  ],
  [
    /does not match certificate|ALTNAME|Hostname\/IP/i,
    (setting) => `Use a host name in ${setting} that the certificate contains`,
  ],
  [
    /wrong version number|packet length too long|record layer failure|does not support SSL/i,
    (setting) => `The server at that port does not speak TLS: use its TLS port, or ${setting} without TLS`,
  ],
  [
    /Client network socket disconnected before secure TLS|handshake|SSL routines|no protocols|EPROTO/i,
    (setting) =>
      `The TLS handshake failed: check that ${setting} names the TLS port and that both allow TLS 1.2 or 1.3`,
  ],
];

/** Returns the remedy for a TLS failure; `undefined` for other errors. @param setting name of the setting that holds the URL */
export function tlsAdvice(message: string, setting: string): string | undefined {
  return ADVICE.find(([pattern]) => pattern.test(message))?.[1](setting);
}

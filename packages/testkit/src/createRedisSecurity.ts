import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import type { RedisSettings } from '@sluice/embedded';
import { testDirectory } from './testDirectory.js';

/** Encryption and users of a test's Redis servers. */
export interface RedisSecurity {
  /** Settings of the certificate, for servers and sentinels. */
  readonly certificate: RedisSettings;
  /** Settings of a server: the certificate, and the user of docs/operations.md. */
  readonly server: RedisSettings;
  /** `user:password@` of a URL. */
  readonly userinfo: string;
  /** Password of the sentinels. */
  readonly sentinelPassword: string;
}

/** Characters that a URL must encode. */
const PASSWORD = 's@cret:/?';
const DOCUMENTED_USER = /^user sluice on >PASSWORD (.*)$/m;

/** Returns what keeps Redis from using TLS in a test; `undefined` if nothing does. */
export function redisTlsProblem(): string | undefined {
  if (spawnSync('openssl', ['version']).status !== 0) return 'openssl is not installed';
  // Wrong on purpose: a server that knows the setting refuses its value, and none starts.
  const { stdout, error } = spawnSync('redis-server', ['--tls-auth-clients', 'unknown'], { timeout: 5_000 });
  if (error !== undefined) return 'redis-server is not on the path';
  return String(stdout).includes('Bad directive') ? 'redis-server is built without TLS' : undefined;
}

/**
 * Creates a certificate for 127.0.0.1, which this process trusts from now on, as with `NODE_EXTRA_CA_CERTS`. The server is
 * administered as the default user, without TLS and without a password: tests check which connections are encrypted.
 */
export async function createRedisSecurity(): Promise<RedisSecurity> {
  const dir = await testDirectory('certificate');
  const [key, file] = [join(dir, 'key.pem'), join(dir, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=sluice test', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', file];
  const { status, stderr } = spawnSync('openssl', [...request, ...name]);
  if (status !== 0) throw new Error(`openssl cannot create a certificate: ${String(stderr)}`);
  trust(await readFile(file, 'utf8'));
  const certificate = {
    'tls-cert-file': file,
    'tls-key-file': key,
    'tls-ca-cert-file': file,
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
  };
  const rule = await documentedRule();
  return {
    certificate,
    server: { ...certificate, 'tls-cluster': 'yes', user: `sluice on >${PASSWORD} ${rule}` },
    userinfo: `sluice:${encodeURIComponent(PASSWORD)}@`,
    sentinelPassword: 'of-sentinels',
  };
}

async function documentedRule(): Promise<string> {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, rule] = DOCUMENTED_USER.exec(text) ?? [];
  if (rule === undefined) throw new Error('docs/operations.md has no line "user sluice on >PASSWORD …"');
  // As the document says: only since Redis 7.2.
  return rule.replace(' +client|setinfo', '');
}

/** Node reads `NODE_EXTRA_CA_CERTS` only when it starts. */
function trust(certificate: string): void {
  const create = tls.createSecureContext;
  tls.createSecureContext = (options) => {
    const made = create(options);
    (made.context as { addCACert: (pem: string) => void }).addCACert(certificate);
    return made;
  };
}

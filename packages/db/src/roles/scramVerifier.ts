import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

const ITERATIONS = 4_096;

/**
 * Returns what PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5803). A statement with it instead of the password leaves no
 * password in the log of the server. @param salt 16 random bytes
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

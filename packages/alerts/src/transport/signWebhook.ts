import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SECOND_MS = 1000;

/** Returns a new secret for signatures of webhooks: `whsec_` and 32 random bytes in base64. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * Returns the headers of the Standard Webhooks specification. Every secret signs, the first first, so a receiver that knows any of them
 * accepts the message while secrets are rotated. The timestamp is that of the attempt; the id is that of the message in every attempt.
 * @param about.id without a `.`, which separates the parts that are signed
 */
export function signWebhook(
  body: string,
  secrets: readonly string[],
  about: { readonly id: string; readonly nowMs: number },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(about.nowMs / SECOND_MS);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${about.id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': about.id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  };
}

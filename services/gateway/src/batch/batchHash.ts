import type { KeyKind } from '@sluice/contract';
import { createHash } from 'node:crypto';

/** Who sent a batch, as far as it makes it another batch. */
interface BatchSender {
  readonly projectId: string;
  readonly keyKind: KeyKind;
  readonly address: string;
  readonly agent: string;
}

/**
 * What makes two requests the same batch (protocol 4.1): project, client address, user agent and decoded bytes;
 * and the kind of key, so that nobody can have a server key's batch taken for a resend of what a public key sent.
 * 64 hex digits. The JSON array before the first line feed cannot be mistaken for a part of the body.
 */
export function batchHash({ projectId, keyKind, address, agent }: BatchSender, bytes: Buffer): string {
  const sender = keyKind === 'public' ? [projectId, address, agent] : [projectId, address, agent, keyKind];
  return createHash('sha256')
    .update(`${JSON.stringify(sender)}\n`)
    .update(bytes)
    .digest('hex');
}

import { createHash } from 'node:crypto';

/**
 * What makes two requests the same batch (decisions, section 1): project, client address, user agent and decoded bytes.
 * 64 hex digits. The JSON array before the first line feed cannot be mistaken for a part of the body.
 */
export function batchHash(projectId: string, address: string, agent: string, bytes: Buffer): string {
  const frame = `${JSON.stringify([projectId, address, agent])}\n`;
  return createHash('sha256').update(frame).update(bytes).digest('hex');
}

import { randomUUID } from 'node:crypto';
import { wholeOrganization, type Tx } from '@sluice/db';
import { addToInbox, readRecipients } from './messageFacts.js';

/** Why a destination is paused, for the inbox of its owners. */
export interface Pause {
  /** Of the message. */
  readonly id: string;
  readonly reason: string;
}

/** Returns the message for the inbox of owners, an `AlertMessage` of `@sluice/alerts`; `undefined`: none. */
export type PauseDescription = (pause: Pause) => object | undefined;

/** Notifies the owners of an organization that a destination was paused, in their inbox only: other channels may be what failed. */
export async function reportPause(
  tx: Tx,
  organizationId: string,
  reason: string,
  describe: PauseDescription,
): Promise<void> {
  const [id, projectId] = [randomUUID(), wholeOrganization(organizationId)];
  const message = describe({ id, reason });
  if (message === undefined) return;
  const owners = await readRecipients(tx, { organizationId, projectId, audience: 'owners', assigneeIds: [] });
  const userIds = owners.map(({ userId }) => userId);
  await addToInbox(tx, userIds, { organizationId, projectId, id, message });
}

import type { RequestActor } from '@sluice/contract';
import { getUserById, type Queryable } from '@sluice/db';
import { invitationMail } from '@sluice/identity';
import { ApiError } from '@sluice/management';
import type { AccountServices } from '../account/accountServices.js';

/** A new invitation. */
interface MailedInvitation {
  readonly email: string;
  /** Slug. */
  readonly organization: string;
  readonly actor: RequestActor;
  /** Of its link. */
  readonly secret: string;
}

/** Mails the link of an invitation. Its inviter is named by the address: a name is free text. @throws ApiError 503 `mail_failed` */
export async function mailInvitation(
  { mailer, logger }: AccountServices,
  db: Queryable,
  { email, organization, actor, secret }: MailedInvitation,
): Promise<void> {
  if (mailer === undefined) return;
  const by = actor.userId === null ? actor.label : (await getUserById(db, actor.userId)).email;
  const url = mailer.linkUrl('invitation', secret);
  await mailer.send(invitationMail(email, { organization, by, url })).catch((err: unknown) => {
    logger.error({ err }, 'cannot send the email of an invitation');
    throw new ApiError(503, 'mail_failed', 'The mail server did not take the invitation; try again.');
  });
}

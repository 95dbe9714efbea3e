import { alertsLink, askAddresses, releaseReservation, type AskLimits, type Question } from '@sluice/alerts';
import type { Database } from '@sluice/db';
import { alertConfirmationMail, type AccountMailer } from '@sluice/identity';
import { ApiError } from '@sluice/management';
import type { Logger } from '@sluice/runtime';
import type { OrganizationLimits } from '../../limitsConfig.js';

/** What sends the mails that ask for a confirmation. */
export interface AskServices {
  /** `undefined` if no mail server or no `PUBLIC_URL` is configured: no address is asked. */
  readonly mailer: AccountMailer | undefined;
  /** Of links in mails (decision 0142). */
  readonly publicUrl: string | undefined;
  readonly limits: OrganizationLimits;
  readonly logger: Logger;
}

/** Limits of the mails that ask for a confirmation. */
export const askLimits = ({ confirmationsOfOrganization, confirmationsOfAddress }: OrganizationLimits): AskLimits => ({
  organization: confirmationsOfOrganization,
  address: confirmationsOfAddress,
});

interface AskQuery {
  readonly db: Database;
  readonly organizationId: string;
  readonly destinationId: string;
}

/**
 * Asks the addresses of a destination that were never asked. A limit or a mail server that fails keeps nothing from being stored: those
 * addresses wait, and are asked again on request.
 */
export async function askNewAddresses(services: AskServices, { db, ...query }: AskQuery): Promise<void> {
  if (services.mailer === undefined) return;
  const questions = await askAddresses(db, query, askLimits(services.limits));
  const sent = await Promise.allSettled(questions.map((question) => mailQuestion(services, db, question)));
  for (const one of sent)
    if (one.status === 'rejected') services.logger.warn({ err: one.reason as unknown }, 'cannot mail a confirmation');
}

const NO_MAIL = 'No mail server is configured, so that no address can confirm: set SMTP_URL, MAIL_FROM and PUBLIC_URL.';

/** @throws ApiError 422 `no_mail_server` */
export function assertMailer({ mailer }: Pick<AskServices, 'mailer'>): void {
  if (mailer === undefined) throw new ApiError(422, 'no_mail_server', NO_MAIL);
}

/** Asks one address again. @throws TenancyError as `askAddresses`, ApiError 422 without, and 503 `mail_failed` of a mail server that fails */
export async function askOneAddress(
  services: AskServices,
  { db, ...query }: AskQuery & { readonly address: string },
): Promise<void> {
  assertMailer(services);
  for (const question of await askAddresses(db, query, askLimits(services.limits)))
    await mailOrFail(services, db, question);
}

/** Mails a question. @throws ApiError 503 `mail_failed` */
export async function mailOrFail(services: AskServices, db: Database, question: Question): Promise<void> {
  await mailQuestion(services, db, question).catch((err: unknown) => {
    services.logger.error({ err }, 'cannot mail a confirmation');
    throw new ApiError(503, 'mail_failed', 'The mail server did not take the email; try again.');
  });
}

/** Mails a question. If the mail server does not take it, it counts for no limit. */
async function mailQuestion(services: AskServices, db: Database, question: Question): Promise<void> {
  try {
    await send(services, question);
  } catch (err) {
    await releaseReservation(db, question.reservation).catch((lost: unknown) =>
      services.logger.warn({ err: lost }, 'a confirmation that was not mailed stays counted'),
    );
    throw err;
  }
}

async function send({ mailer, publicUrl }: AskServices, question: Question): Promise<void> {
  if (mailer === undefined || publicUrl === undefined) return;
  const { address, organization, confirmToken, unsubscribeToken } = question;
  const confirmUrl = alertsLink(publicUrl, 'confirm', confirmToken);
  const unsubscribeUrl = alertsLink(publicUrl, 'unsubscribe', unsubscribeToken);
  await mailer.send(alertConfirmationMail(address, { organization, confirmUrl, unsubscribeUrl }));
}

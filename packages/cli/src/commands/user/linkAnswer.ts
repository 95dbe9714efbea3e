import { OPERATOR } from '@sluice/contract';
import { createLink, endLinks } from '@sluice/identity/statements';
import type { User } from '@sluice/db';
import type { Answer, CommandContext } from '../../context.js';
import { facts } from '../../output/table.js';

const LIFETIME_MS = 15 * 60_000;
const DEFAULT_BASE_URL = 'http://localhost:8000';

/** Makes a link that signs a user in; earlier ones end. Returns an answer that shows it. */
export async function linkAnswer(
  { database, clock, place }: CommandContext,
  user: User,
  purpose: 'sign_in' | 'password_reset' = 'sign_in',
): Promise<Answer> {
  const nowMs = clock();
  await endLinks(database(), { purpose, email: user.email }, nowMs);
  const { secret, expiresAt } = await createLink(database(), {
    purpose,
    email: user.email,
    createdBy: OPERATOR.label,
    nowMs,
    lifetimeMs: LIFETIME_MS,
  });
  const link = `${(place.publicUrl ?? DEFAULT_BASE_URL).replace(/\/+$/, '')}/sign-in?token=${secret}`;
  return {
    value: { userId: user.id, email: user.email, link, expiresAt: expiresAt.toISOString() },
    human: (style) =>
      [
        facts(
          [
            ['user', user.email],
            ['link', link],
          ],
          style,
        ),
        style.yellow('The link works once, within 15 minutes. Whoever has it is signed in as this user.'),
      ].join('\n'),
  };
}

import type { Mail } from '@sluice/mail';

/** Returns the mail of an invitation. */
export const invitationMail = (
  to: string,
  about: { readonly organization: string; readonly by: string; readonly url: string },
): Mail => ({
  to,
  subject: `Invitation to ${about.organization} in Sluice`,
  text: `${about.by} invites you to the organization ${about.organization} in Sluice.

Accept the invitation:
${about.url}

The link works once. If you do not know the sender, ignore this message.
`,
});

/** Returns the mail of a password reset. */
export const passwordResetMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Reset your Sluice password',
  text: `Someone asked to reset the password of ${to} in Sluice.

Choose a new password within an hour:
${url}

The link works once. If it was not you, ignore this message; your password stays.
`,
});

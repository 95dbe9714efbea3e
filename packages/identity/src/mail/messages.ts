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

/** Returns the mail that asks an address whether it wants the alerts of an organization. It contains no text that a tenant chose but the slug. */
export const alertConfirmationMail = (
  to: string,
  about: { readonly organization: string; readonly confirmUrl: string; readonly unsubscribeUrl: string },
): Mail => ({
  to,
  subject: `Alerts of ${about.organization} in Sluice`,
  text: `The organization ${about.organization} in Sluice would like to send alerts to ${to}. You get none unless you confirm that you want them.

Confirm within a week:
${about.confirmUrl}

If you want none, ignore this message, or never be asked again:
${about.unsubscribeUrl}
`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Unsubscribe': `<${about.unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});

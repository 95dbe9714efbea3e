/** The mail server took the message for no recipient, or it is not known whether it did. */
export class MailFailedError extends Error {
  override readonly name = 'MailFailedError';

  constructor(
    message: string,
    readonly details: {
      /** Whether the same message to the same recipients will fail again. */
      readonly isPermanent: boolean;
      /** Whether the server refused these recipients or this message, so that others may be accepted. */
      readonly isAboutMail: boolean;
      /** Whether it refused the recipients, so that another message to them fails, too. */
      readonly isAboutRecipient: boolean;
      /** Code of the server's reply, such as 550; `undefined` if there was no reply. */
      readonly status: number | undefined;
      /** The server's reply; empty if there was none. */
      readonly response: string;
    },
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

const PERMANENT = 500;
const UNAVAILABLE = 421;
/** Commands whose refusal is about the recipients or the message. A refused sender or password is a setting, which can be corrected. */
const ABOUT_RECIPIENT = 'RCPT TO';
const ABOUT_MAIL = new Set([ABOUT_RECIPIENT, 'DATA']);

/** Returns the class of an error of nodemailer. If several recipients were refused, it is permanent only if each refusal is. */
export function toMailFailedError(thrown: unknown): MailFailedError {
  const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code = 'error', command, responseCode: status, response = '' } = error;
  // The server closes the connection.
  const isAboutMail = status !== undefined && status !== UNAVAILABLE && ABOUT_MAIL.has(command ?? '');
  const isPermanent = isAboutMail && status >= PERMANENT;
  const step = command === undefined || command === '' ? '' : ` at ${command}`;
  const reply = response === '' ? '' : `: ${response}`;
  return new MailFailedError(
    `mail failed${step} (${code})${reply}`,
    { isPermanent, isAboutMail, isAboutRecipient: isAboutMail && command === ABOUT_RECIPIENT, status, response },
    { cause: thrown },
  );
}

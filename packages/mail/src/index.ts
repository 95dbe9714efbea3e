/** Mail over SMTP, in plain text or with HTML. */
export { type Mail, type Mailer, type SentMail, createMailer } from './createMailer.js';
export { MailFailedError } from './mailFailedError.js';

/** The address of a page on which a recipient says that they want mails, and until when they get them without that. */
export interface ConfirmLink {
  readonly url: string;
  readonly until: Date;
}

/** Returns what a recipient is asked. */
export const confirmLine = ({ until }: ConfirmLink): string =>
  `Do you want these mails? They end on ${until.toISOString().slice(0, 10)} unless you confirm that`;

/** Links of one recipient. */
export interface MailLinks {
  readonly unsubscribe: string | undefined;
  readonly confirm?: ConfirmLink | undefined;
}

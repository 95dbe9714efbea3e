/** The address of a page on which a recipient confirms that they want emails, and until when they get them without that. */
export interface ConfirmLink {
  readonly url: string;
  readonly until: Date;
}

/** Returns what a recipient is asked. */
export const confirmLine = ({ until }: ConfirmLink): string =>
  `Confirm that you want these emails; otherwise they stop on ${until.toISOString().slice(0, 10)}`;

/** Links of one recipient. */
export interface MailLinks {
  readonly unsubscribe: string | undefined;
  readonly confirm?: ConfirmLink | undefined;
}

import { ERASED_TITLE } from './erasedTitle.js';

/** The texts of an issue that may remain; `null`: none. */
export interface IssueText {
  readonly id: string;
  readonly title: string | null;
  readonly culprit: string | null;
}

interface StoredItem {
  readonly subject: string;
  readonly title: string;
  readonly issue?: object;
}

/** Of an `AlertMessage` of `@sluice/alerts`, what names issues. */
export interface StoredMessage {
  readonly title: string;
  readonly items: readonly StoredItem[];
}

/** Returns a message whose items about these issues, by subject, have only the given texts. Pure. */
export function maskMessage<M extends StoredMessage>(message: M, texts: ReadonlyMap<string, IssueText>): M {
  let { title } = message;
  const items = message.items.map((item) => {
    const text = texts.get(item.subject);
    if (text === undefined) return item;
    const named = text.title ?? ERASED_TITLE;
    // The title of a message about one issue ends with the issue's.
    if (title.endsWith(item.title)) title = `${title.slice(0, title.length - item.title.length)}${named}`;
    const issue = item.issue && { issue: { ...item.issue, culprit: text.culprit, sourceLine: null } };
    return { ...item, title: named, ...issue };
  });
  return { ...message, title, items };
}

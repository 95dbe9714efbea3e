/** Zero-width space: invisible, and no platform continues a mention, a link or a fence across it. */
const BREAK = '\u200B';

/** An `@` before anything but a version, as in the release `shop@1.4.0-rc.1`: no name or domain consists of numbers. */
const MENTION = /@(?!\d+(?:\.\d+)*(?:[-+]\w+(?:\.\d+)*)*(?![\w.+@-]))/g;

/**
 * Returns text in which no platform finds a mention, an address of mail, or a link with a scheme or `www.`. It looks the same.
 * Releases such as `shop@1.4.0` can be copied.
 */
export const defuse = (text: string): string =>
  text
    .replace(MENTION, `@${BREAK}`)
    .replace(/:(?=\/)/g, `:${BREAK}`)
    .replace(/\b(www|mailto|tel|javascript|data)(?=[.:])/gi, `$1${BREAK}`);

/**
 * Also breaks bare domains such as `example.com`, for platforms that link them. File names of sources stay as they are, and names
 * that end with a number, such as `app.v2`: no top-level domain does.
 */
export const defuseDomains = (text: string): string =>
  defuse(text).replace(
    /(?<=[\p{L}\p{N}])\.(?=\p{L}[\p{L}\p{N}-])(?!(?:[cm]?[jt]sx?|vue|svelte)(?![\p{L}\p{N}.-]))(?![a-z]{1,20}\d{1,9}(?![\p{L}\p{N}-]))/giu,
    `.${BREAK}`,
  );

/** A name with a scope, before a version: nothing is in front of the first `@`, and the second is left alone by {@link MENTION}. */
const SCOPED = new RegExp(`(?<![^\\s(])@${BREAK}(?=[\\w-]{1,100}/[\\w-]{1,100}@\\d)`, 'g');

/** {@link defuseDomains} for mails, which know no mentions: releases such as `@acme/shop@1.4.0` can be copied. */
export const defuseMail = (text: string): string => defuseDomains(text).replace(SCOPED, '@');

/** Returns text without a run of backticks, so that it ends no code span or fence. */
export const unfenced = (text: string): string => text.replaceAll('`', `\`${BREAK}`);

/** Zero-width space: invisible, and no platform continues a mention, a link or a fence across it. */
const BREAK = '\u200B';

/** Returns text in which no platform finds a mention, an address of mail, or a link with a scheme or `www.`. It looks the same. */
export const defuse = (text: string): string =>
  text
    .replaceAll('@', `@${BREAK}`)
    .replace(/:(?=\/)/g, `:${BREAK}`)
    .replace(/\b(www|mailto|tel|javascript|data)(?=[.:])/gi, `$1${BREAK}`);

/** Also breaks bare domains such as `example.com`, for platforms that link them. File names of sources stay as they are. */
export const defuseDomains = (text: string): string =>
  defuse(text).replace(
    /(?<=[\p{L}\p{N}])\.(?=\p{L}[\p{L}\p{N}-])(?!(?:[cm]?[jt]sx?|vue|svelte)(?![\p{L}\p{N}.-]))/gu,
    `.${BREAK}`,
  );

/** Returns text without a run of backticks, so that it ends no code span or fence. */
export const unfenced = (text: string): string => text.replaceAll('`', `\`${BREAK}`);

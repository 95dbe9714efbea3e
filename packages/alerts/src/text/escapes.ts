import { defuse, defuseDomains } from './defuse.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For HTML, in texts and in attributes with quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found);

/** For `text` of Slack, where only these three characters start a mention or a link. */
export const escapeSlack = (text: string): string =>
  defuse(text).replace(/[&<>]/g, (found) => ENTITIES[found] ?? found);

/** For HTML of Telegram, which knows four entities and finds hashtags, commands and bare domains in texts. */
export const escapeTelegram = (text: string): string =>
  defuseDomains(text)
    .replace(/[/#$](?=\S)/g, '$&\u200B')
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found);

/** For Telegram inside `<code>` and `<pre>`, where nothing else is found. */
export const escapeTelegramCode = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found);

/** For Markdown of Discord. */
export const escapeDiscord = (text: string): string =>
  defuse(text).replace(/[\\*_~|[\]<`]|^[#>-]/g, (found) => `\\${found}`);

/** For Markdown of Mattermost, which also reads links and mentions in Slack's form. */
export const escapeMattermost = (text: string): string =>
  defuse(text)
    .replace(/[\\*_~|#[\]!`]|^[>+-]/g, (found) => `\\${found}`)
    .replaceAll('<', '<\u200B')
    .replace(/:(?=[\w+-]+:)/g, ':\u200B');

/** For texts of platforms whose reading of `<` is not documented. It looks nearly the same. */
export const withoutAngles = (text: string): string => defuse(text).replaceAll('<', '‹').replaceAll('>', '›');

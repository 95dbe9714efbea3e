/** A program as it names itself in a user agent. */
export interface NamedAgent {
  readonly name: string;
  readonly version: string | undefined;
}

/** Bots whose names do not end in `bot`, `crawler` or `spider`. */
const NAMED =
  /\b(AdsBot-Google(?:-Mobile)?|Mediapartners-Google|APIs-Google|FeedFetcher-Google|Storebot-Google|Google-[A-Z][\w-]{1,30}|Google(?:Other|bot|Producer)(?:-[A-Z]\w{1,20})?|BingPreview|Yahoo! Slurp|Sogou web spider|Yandex(?:Images|Metrika|Video|Media|Blogs|Favicons|Direct|Accessibility\w{0,10})|Qwantify|Yeti|ia_archiver|(?:ChatGPT|Claude|Perplexity|MistralAI|Gemini)-User|anthropic-ai|cohere-ai|meta-external(?:agent|fetcher)|facebookexternalhit|SkypeUriPreview|Chrome-Lighthouse|Datadog\/?Synthetics|NewRelicPinger|GTmetrix|StatusCake|Site24x7|Better Uptime Bot|Slackbot-\w{1,30}|Embedly|Iframely|W3C_Validator|Screaming Frog SEO Spider)(?:[/ ]v?(\d[\w.]{0,30}))?/;

/** `WhatsApp/2.23.20.0 A` fetches link previews; the application's own web views have another prefix. */
const WHATSAPP = /^(WhatsApp)\/(\d[\w.]{0,30})/;

/** Names that end in `bot`, `crawler` or `spider`; `CUBOT` makes phones. */
const SELF_NAMED =
  /\b(?!cubot\b)([\w.!-]{0,40}(?:bot|crawler|spider))(?:[-_](?:version_)?|\b)(?:[/ ]?v?(\d[\w.]{0,30}?))?(?=[^\w.]|_|$)/i;

/** URLs are ignored: the URL of a bot's page often contains `bot`, whatever the bot's name. */
const ADDRESS = /\+?https?:\/\/[^\s;,)]{0,300}|[\w.+-]{1,64}@[\w.-]{1,64}/gi;

/**
 * Returns the bot that names itself in a user agent (search, preview, language model, monitoring), with its own name;
 * `undefined` if none does. A system or device in the same string is not the bot's own.
 *
 * It labels stored events. The gateway's `isCrawler` decides which events are dropped (decision 0120).
 * @param agent at most a few hundred characters
 */
export function findBot(agent: string): NamedAgent | undefined {
  const text = agent.replace(ADDRESS, '');
  const found = NAMED.exec(text) ?? WHATSAPP.exec(text) ?? SELF_NAMED.exec(text);
  return found === null ? undefined : { name: found[1] ?? '', version: found[2] };
}

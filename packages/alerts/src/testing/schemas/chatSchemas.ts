/** Schemas of the bodies of chat platforms, from their documented limits. Slack, Discord and Mattermost publish none as a file. */

const string = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength });
const object = (properties: Readonly<Record<string, unknown>>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: unknown, maxItems: number, minItems = 1) => ({ type: 'array', items, minItems, maxItems });
const constant = (value: unknown) => ({ const: value });
const httpUrl = (maxLength: number) => ({ ...string(maxLength), pattern: '^https?://[^\\s<>|]+$' });

const plainText = (maxLength: number) =>
  object({ type: constant('plain_text'), text: string(maxLength), emoji: { type: 'boolean' } });
const style = object({ bold: { type: 'boolean' }, code: { type: 'boolean' } }, []);
const run = object({ type: constant('text'), text: string(3000), style }, ['type', 'text']);
const link = object({ type: constant('link'), url: httpUrl(3000), text: string(3000), style }, ['type', 'url']);
const richSection = object({
  type: constant('rich_text_section'),
  elements: list({ anyOf: [run, link] }, 100),
});

export const SLACK_SCHEMA = object({
  text: string(3000),
  blocks: list(
    {
      anyOf: [
        object({ type: constant('header'), text: plainText(150) }),
        object({ type: constant('context'), elements: list(plainText(2000), 10) }),
        object({
          type: constant('rich_text'),
          elements: list(
            {
              anyOf: [
                richSection,
                object({ type: constant('rich_text_preformatted'), elements: list(run, 100) }),
                object({
                  type: constant('rich_text_list'),
                  style: constant('bullet'),
                  elements: list(richSection, 100),
                }),
              ],
            },
            100,
          ),
        }),
      ],
    },
    50,
  ),
  unfurl_links: constant(false),
  unfurl_media: constant(false),
});

const embed = object(
  {
    title: string(256),
    url: httpUrl(2048),
    description: string(4096, 0),
    color: { type: 'integer', minimum: 0, maximum: 0xffffff },
    fields: list(object({ name: string(256), value: string(1024), inline: { type: 'boolean' } }), 25, 0),
    footer: object({ text: string(2048) }),
    timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT' },
  },
  [],
);

export const DISCORD_SCHEMA = object({
  embeds: list(embed, 10),
  allowed_mentions: object({ parse: list({}, 0, 0) }),
});

/** Mattermost ignores unknown fields; the double refuses them, because they would be a mistake. */
export const MATTERMOST_SCHEMA = object({
  attachments: list(
    object(
      {
        fallback: string(1000),
        color: { type: 'string', pattern: '^#[0-9A-F]{6}$' },
        title: string(1000),
        title_link: httpUrl(2000),
        text: string(7900, 0),
        fields: list(object({ title: string(200), value: string(2000), short: { type: 'boolean' } }), 20, 0),
        footer: string(2000),
      },
      ['fallback', 'color', 'title', 'text'],
    ),
    1,
  ),
});

export const TELEGRAM_SCHEMA = object(
  {
    chat_id: { anyOf: [{ type: 'integer' }, string(64)] },
    message_thread_id: { type: 'integer' },
    // Telegram counts after it has read the tags.
    text: string(20_000),
    parse_mode: constant('HTML'),
    link_preview_options: object({ is_disabled: { type: 'boolean' } }),
    reply_markup: object({
      inline_keyboard: list(list(object({ text: string(200), url: httpUrl(2048) }), 8), 20),
    }),
  },
  ['chat_id', 'text', 'parse_mode'],
);

const widget = {
  anyOf: [
    object({ textParagraph: object({ text: string(5000) }) }),
    object({
      decoratedText: object({ topLabel: string(200), text: string(5000), wrapText: { type: 'boolean' } }),
    }),
    object({
      buttonList: object({
        buttons: list(object({ text: string(200), onClick: object({ openLink: object({ url: httpUrl(2048) }) }) }), 10),
      }),
    }),
  ],
};

export const GOOGLE_CHAT_SCHEMA = object(
  {
    thread: object({ threadKey: string(4000) }),
    fallbackText: string(4000),
    cardsV2: list(
      object({
        cardId: string(64),
        card: object({
          header: object({ title: string(500), subtitle: string(500) }),
          sections: list(object({ widgets: list(widget, 100) }), 100, 0),
        }),
      }),
      10,
    ),
  },
  ['cardsV2'],
);

export const TEAMS_SCHEMA = object({
  type: constant('message'),
  attachments: list(
    object({
      contentType: constant('application/vnd.microsoft.card.adaptive'),
      contentUrl: { type: 'null' },
      // Checked by the published schema of cards.
      content: { type: 'object' },
    }),
    1,
  ),
});

import type { Destination, RequestKind } from '../renderedRequest.js';

export const REQUEST_KINDS: readonly RequestKind[] = [
  ...(['webhook', 'slack', 'discord', 'teams', 'telegram', 'mattermost'] as const),
  ...(['ntfy', 'google_chat', 'pagerduty', 'opsgenie'] as const),
];

/** A valid destination of each kind. */
export const SAMPLE_DESTINATIONS: { readonly [K in RequestKind]: Destination & { readonly kind: K } } = {
  webhook: {
    kind: 'webhook',
    config: {},
    secrets: {
      url: 'https://hooks.example/sluice?key=abc',
      signingSecrets: ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='],
    },
  },
  slack: { kind: 'slack', config: {}, secrets: { url: 'https://hooks.slack.com/services/T000/B000/XXXX' } },
  discord: { kind: 'discord', config: {}, secrets: { url: 'https://discord.com/api/webhooks/123/token-abc' } },
  teams: {
    kind: 'teams',
    config: {},
    secrets: { url: 'https://prod-1.westeurope.logic.azure.com/workflows/f00/triggers/manual/paths/invoke?sig=abc' },
  },
  telegram: {
    kind: 'telegram',
    config: { chatId: '-100123', threadId: 7 },
    secrets: { token: '123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0' },
  },
  mattermost: {
    kind: 'mattermost',
    config: {},
    secrets: { url: 'https://chat.example/hooks/abcdefghijklmnopqrstuvwxyz' },
  },
  ntfy: { kind: 'ntfy', config: { server: 'https://ntfy.sh', topic: 'sluice-acme' }, secrets: { token: 'tk_abc' } },
  google_chat: {
    kind: 'google_chat',
    config: {},
    secrets: { url: 'https://chat.googleapis.com/v1/spaces/S/messages?key=K&token=T' },
  },
  pagerduty: { kind: 'pagerduty', config: {}, secrets: { token: '0123456789abcdef0123456789abcdef' } },
  opsgenie: {
    kind: 'opsgenie',
    config: { server: 'https://api.opsgenie.com' },
    secrets: { token: '0f0f0f0f-0000-4000-8000-0000000000ff' },
  },
};

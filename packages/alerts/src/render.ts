import type { AlertMessage } from './alertMessage.js';
import type { Destination, RenderedRequest, RequestKind } from './renderedRequest.js';
import { viewOf } from './view/view.js';
import { discord } from './templates/discord.js';
import { googleChat } from './templates/googleChat.js';
import { mattermost } from './templates/mattermost.js';
import { ntfy } from './templates/ntfy.js';
import { opsgenie } from './templates/opsgenie.js';
import { pagerduty } from './templates/pagerduty.js';
import { slack } from './templates/slack.js';
import { teams } from './templates/teams.js';
import { telegram } from './templates/telegram.js';
import type { Template } from './templates/template.js';
import { webhook } from './templates/webhook.js';

const TEMPLATES: Readonly<Record<RequestKind, Template>> = {
  webhook,
  slack,
  discord,
  teams,
  telegram,
  mattermost,
  ntfy,
  pagerduty,
  opsgenie,
  google_chat: googleChat,
};

/**
 * Returns the requests that bring a message to a platform: one, except that PagerDuty and Opsgenie get one for each series, whose
 * incidents are opened and closed separately. Untrusted text is one line, bounded and escaped for the platform. A body has at most
 * 20 kB. Pure: the same message always becomes the same requests.
 *
 * @throws Error if the destination lacks a part that `destinationProblems` requires
 */
export function render(
  { kind, config, secrets }: Destination & { readonly kind: RequestKind },
  message: AlertMessage,
): readonly RenderedRequest[] {
  return TEMPLATES[kind]({ message, view: viewOf(message), config, secrets });
}

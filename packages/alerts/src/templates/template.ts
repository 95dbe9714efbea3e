import type { DestinationConfig, DestinationSecrets } from '@sluice/contract';
import type { AlertMessage } from '../alertMessage.js';
import type { RenderedRequest } from '../renderedRequest.js';
import type { MessageView } from '../view/view.js';

/** What a template gets. */
interface TemplateInput {
  /** The message as it was composed, unescaped and unbounded. */
  readonly message: AlertMessage;
  readonly view: MessageView;
  readonly config: DestinationConfig;
  readonly secrets: DestinationSecrets;
}

/** Turns a message into requests to a platform, nearly always one. They are sent in order, and sending them again changes nothing. */
export type Template = (input: TemplateInput) => readonly RenderedRequest[];

/** @returns a setting that `destinationProblems` requires @throws Error if it is missing */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Error(`the destination has no ${name}`);
  return value;
}

import type { DestinationDraft } from './destinationDraft';

/** What a part of the form of a destination gets. */
export interface DestinationPartProps {
  readonly draft: DestinationDraft;
  readonly set: (patch: Partial<DestinationDraft>) => void;
  /** What the API refused, by the path of the field. */
  readonly problems: Readonly<Record<string, string | undefined>>;
}

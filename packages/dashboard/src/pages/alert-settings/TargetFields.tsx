import { destinationInputs } from '@sluice/alerts/kinds';
import { AskedInput } from '../alerts/AskedInput';
import type { DestinationPartProps } from './destinationPart';

type Props = DestinationPartProps & {
  readonly org: string;
  /** A secret is stored: an empty field keeps it. */
  readonly hasSecret: boolean;
};

/** Where a destination sends: the fields of its kind. */
export const TargetFields = ({ draft, set, problems, org, hasSecret }: Props) =>
  destinationInputs(draft.kind).map((asked) => (
    <AskedInput
      key={asked.name}
      asked={asked}
      scope={{ org, project: undefined }}
      contents={draft}
      set={set}
      problem={problems[asked.path]}
      {...(asked.path.startsWith('secrets.') ? secretProps(hasSecret) : {})}
    />
  ));

const secretProps = (hasSecret: boolean) =>
  hasSecret
    ? { hint: 'One is stored and never shown. Leave the field empty to keep it.', isRequired: false }
    : { hint: 'It is stored as a secret and never shown again.' };

/** How one kind of program sends its first event. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** The program sends no `Origin`, so that a project with allowed domains rejects its requests with a public key. */
  readonly sendsNoOrigin?: true;
  readonly steps: readonly { readonly title: string; readonly code: string }[];
}

/** The slugs of the project. */
export interface Place {
  readonly org: string;
  readonly project: string;
}

/** The address of the service in a DSN. */
export const originOf = (dsn: string): string => dsn.replace(/\/\/[^@/]*@/, '//');

/** The key in a DSN. */
export const keyOf = (dsn: string): string => /\/\/([^@/]*)@/.exec(dsn)?.[1] ?? '';

/** The environment of a program that uploads source maps. */
export const uploadEnvironment = (dsn: string, { org, project }: Place): string =>
  `export SLUICE_URL=${originOf(dsn)}
export SLUICE_ORG=${org} SLUICE_PROJECT=${project}
export SLUICE_AUTH_TOKEN=slp_…`;

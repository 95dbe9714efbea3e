/** A `package-lock.json`, as far as it is checked. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, object>>;
}

export function unverifiedPackages(lockfile: Lockfile): string[];
export function integrityProblems(lockfile: Lockfile, listed: readonly string[]): string[];
export function productionPackages(lockfile: Lockfile): string[];
export function isAllowedLicense(expression: string): boolean;
export function licenseProblems(
  lockfile: Lockfile,
  readLicense: (place: string) => Promise<string | undefined>,
): Promise<string[]>;

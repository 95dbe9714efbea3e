import { useParams } from '@tanstack/react-router';

/** The project of the URL. */
export interface ProjectPlace {
  /** Slug of the organization. */
  readonly org: string;
  /** Slug of the project. */
  readonly project: string;
}

/** Returns a parameter of the route, decoded, such as `id`. @throws if the route has none of this name */
export function useRouteParam(name: string): string {
  const params: Partial<Record<string, string>> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`the route has no parameter ${name}`);
  return value;
}

/** Returns organization and project of the URL, as operations take them in `params`. Only for pages of a project. */
export function useProject(): ProjectPlace {
  return { org: useRouteParam('org'), project: useRouteParam('project') };
}

/** Returns organization and project of the URL, where there are any. */
export function usePlace(): Partial<ProjectPlace> {
  return useParams({ strict: false });
}

import { authenticateToken, findPlace, type Database, type Place, type Scope, type Token } from '@sluice/db';
import { ApiError, notFound } from '../apiError.js';
import { isStorable } from '../request/isStorable.js';

/** What a request says about who asks for what. */
export interface AccessRequest {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** Path parameters, decoded: `org`, and `project` where the operation is one of a project. */
  readonly params: Readonly<Record<string, string>>;
  /** One of them is needed. */
  readonly scope: Scope | readonly Scope[];
}

/** What a token may see, and what it may do there. */
export interface Access extends Place {
  readonly scopes: readonly Scope[];
}

/**
 * Decisions, section 4: token 401 → organization and project, the token's own, 404 → scope 403. Throws `ApiError`.
 * Missing, malformed, unknown, expired and revoked tokens get the same answer, and so do places that are not there,
 * deleted, or somebody else's.
 */
export async function authorize(db: Database, request: AccessRequest, nowMs: number): Promise<Access> {
  const token = await authenticateToken(db, secretOf(request.authorization), nowMs);
  if (token === undefined) throw unauthorized();
  const { org = '', project } = request.params;
  const isText = Object.values(request.params).every(isStorable);
  const place = isText ? await findPlace(db, token.organizationId, { organization: org, project }) : undefined;
  if (place === undefined) throw notFound(project === undefined ? 'organization' : 'project');
  const wanted = [request.scope].flat();
  if (!wanted.some((scope) => allows(token, scope))) {
    throw new ApiError(403, 'forbidden', `This needs a token with the scope ${wanted.join(' or ')}.`);
  }
  return { ...place, scopes: token.scopes };
}

/** `project:admin` is allowed everything (decisions, section 4). */
const allows = ({ scopes }: Token, scope: Scope): boolean => scopes.includes(scope) || scopes.includes('project:admin');

const secretOf = (authorization = ''): string => /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';

const unauthorized = (): ApiError =>
  new ApiError(401, 'unauthorized', 'This needs a valid access token: Authorization: Bearer slp_….', {
    'www-authenticate': 'Bearer realm="sluice"',
  });

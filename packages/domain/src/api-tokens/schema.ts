import { z } from 'zod'
import { approval } from '../approvals/schema.ts'
import { id, instant, required } from '../fields.ts'
import { listQuery } from '../page.ts'
import { type ApiScope, isApiScope } from './scopes.ts'

/** For how many days a token works at most. */
const TOKEN_DAYS_LIMIT = 365

/** The days that the screen offers. */
export const TOKEN_DAYS = [30, 90, 180, TOKEN_DAYS_LIMIT] as const

const scope = z.custom<ApiScope>(
  (value) => typeof value === 'string' && isApiScope(value),
  'Ese permiso no existe',
)

/** Body of `POST /auth/api-tokens`. With `company` the token only reaches that company and its workers. */
export const apiTokenBody = z.object({
  name: required('Escribe un nombre', 60),
  scopes: z
    .array(scope, 'Elige al menos un permiso')
    .min(1, 'Elige al menos un permiso')
    .max(20)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Un permiso está dos veces'),
  company: id.nullish(),
  valid_days: z
    .int('Debe ser un número entero de días')
    .min(1, 'El mínimo es 1 día')
    .max(TOKEN_DAYS_LIMIT, `El máximo es ${TOKEN_DAYS_LIMIT} días`),
})
export type ApiTokenBody = z.infer<typeof apiTokenBody>

/** A token of the API as admins see it: never the token itself, only its public beginning. */
export const apiToken = z.object({
  id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  company: z.object({ id, name: z.string() }).nullable(),
  state: z.enum(['active', 'waiting', 'expired', 'revoked', 'left', 'company_deleted']),
  created_by: z.object({ id, name: z.string() }),
  created_at: instant,
  /** The admin who approved it; null where one was enough, or while it waits. */
  approved_by: z.string().nullable(),
  expires_at: instant,
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
  /** At most a minute late. */
  last_used_at: instant.nullable(),
  last_used_ip: z.string().nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

/** Answer of `POST /auth/api-tokens`: the only one that shows the token. */
export const createdApiToken = z.object({ api_token: apiToken, token: z.string() })

/** The same where another admin has to approve the token before it works. */
export const requestedApiToken = createdApiToken.extend({ approval })

export const apiTokenQuery = listQuery(['created_at'], 20)
export type ApiTokenQuery = z.infer<typeof apiTokenQuery>

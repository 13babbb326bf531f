import swagger from '@fastify/swagger'
import { problem } from '@quincena/domain/page'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Access, type App, allow, type ViewedKind } from './access.ts'
import { docsPage } from './docs-page.ts'

// Documents a codec as the value on the wire, not as the value that handlers work with.
const zodToJsonConfig = {
  override({
    zodSchema,
    jsonSchema,
  }: {
    zodSchema: z.core.$ZodTypes
    jsonSchema: z.core.JSONSchema.BaseSchema
  }) {
    const { def } = zodSchema._zod
    if (def.type !== 'pipe' || !('reverseTransform' in def)) return
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    const { $schema: _, ...wire } = z.toJSONSchema(def.in, { io: 'input' })
    Object.assign(jsonSchema, wire)
  },
}

const failure = problem.describe('Any error, as application/problem+json')
const describeSchema = createJsonSchemaTransform({ zodToJsonConfig })

const accessTexts = {
  public: 'Anyone.',
  any: 'Anyone signed in; what belongs to somebody else answers 404.',
  worker: 'Workers (U2).',
  staff: 'Staff (U0, U1).',
  admin: 'Admins (U0).',
  stp: 'STP, by the secret in the address.',
} satisfies Record<Access, string>

interface Route {
  url: string
  config?:
    | { access?: Access; idempotency?: 'required' | 'kept'; factor?: 'recent' | 'shift'; views?: ViewedKind }
    | undefined
}

const factorTexts = {
  recent: ' Staff must have used a second factor within 5 minutes.',
  shift: ' Staff must have used a second factor within 30 minutes.',
} as const

/** Describes who may call a route, whether it needs a key or a recent factor, and what its answer to staff shows. */
function describeAccess({ config }: Route): Record<string, unknown> {
  const access = config?.access ?? 'any'
  const open = access === 'public' || access === 'stp'
  const factor = config?.factor === undefined ? '' : factorTexts[config.factor]
  const key = config?.idempotency === undefined ? '' : ' Needs an `Idempotency-Key`.'
  return {
    description: `${accessTexts[access]}${key}${factor}`,
    security: open ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-access': access,
    ...(config?.views === undefined ? {} : { 'x-views': config.views }),
  }
}

const info = {
  title: 'Quincena',
  version: '1',
  description:
    'Money is in pesos with at most 2 decimals, rates are fractions, instants ISO 8601 in UTC, days YYYY-MM-DD. ' +
    'Errors are application/problem+json with a Spanish `detail` and a stable `code`. Calls that create, change, ' +
    'deactivate or reactivate staff need a second factor of the last 5 minutes too (403 `factor_required`).',
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'For programs: the token of `POST /auth/login` or `POST /auth/passkey-login`. It wins over a cookie.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'quincena-session',
    description:
      'For browsers: a sign-in with `session: "cookie"` sets it (as `__Secure-quincena-session` over HTTPS). Changes ' +
      'need `Sec-Fetch-Site: same-origin` or the own `Origin`. `Quincena-Session` may name the `session_id` that the ' +
      'caller means; another one is a 401.',
  },
} as const

const docsHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'",
}

/**
 * Serves `{BASE_PATH}/api/openapi.json`, generated from the routes' schemas, and `{BASE_PATH}/api/docs`, the same as a
 * page. Call it before the routes are registered.
 */
export async function registerOpenApi(app: App, deps: Deps) {
  const api = `${deps.env.base_path}/api`
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      components: {
        securitySchemes,
      },
    },
    transform(route) {
      const response = { ...Object(route.schema?.response), default: failure }
      const { schema, url } = describeSchema({ ...route, schema: { ...route.schema, response } })
      const inside = url.startsWith(`${api}/`) || ['/healthz', '/readyz', '/metrics'].includes(url)
      return { url, schema: { ...schema, ...describeAccess(route.route), hide: !inside } }
    },
  })
  const options = allow('public', { tags: ['process'] })
  app.get(`${api}/openapi.json`, options, async () => app.swagger())
  app.get(`${api}/docs`, options, async (_request, reply) =>
    reply
      .headers(docsHeaders)
      .type('text/html; charset=utf-8')
      .send(docsPage(app.swagger(), `${api}/openapi.json`)),
  )
}

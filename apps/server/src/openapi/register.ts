import swagger from '@fastify/swagger'
import { problem } from '@quincena/domain/page'
import type { FastifyContextConfig } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Access, type App, allow } from '../http/access.ts'
import { completeDocument } from './document.ts'
import { docsRoutes } from './page.ts'
import { nameSchemas, parametersIn } from './schemas.ts'

/** Documents a record of known keys as an object with these fields. */
function listKeys(jsonSchema: z.core.JSONSchema.BaseSchema) {
  const { propertyNames, additionalProperties: value, required } = jsonSchema
  if (typeof propertyNames !== 'object' || value === undefined || required === undefined) return
  jsonSchema.properties = Object.fromEntries((propertyNames.enum ?? []).map((key) => [String(key), value]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}

// Documents any JSON as such, and a codec as the value on the wire, not as the value that handlers work with.
const zodToJsonConfig = {
  override({
    zodSchema,
    jsonSchema,
  }: {
    zodSchema: z.core.$ZodTypes
    jsonSchema: z.core.JSONSchema.BaseSchema
  }) {
    const { def } = zodSchema._zod
    if (def.type === 'record') listKeys(jsonSchema)
    if (def.type === 'lazy') for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    if (def.type !== 'pipe' || !('reverseTransform' in def)) return
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    const { $schema: _, ...wire } = z.toJSONSchema(def.in, { io: 'input' })
    Object.assign(jsonSchema, wire)
  },
}

const describeSchema = createJsonSchemaTransform({ zodToJsonConfig })
const addComponents = createJsonSchemaTransformObject({ zodToJsonConfig })

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
  config?: Pick<FastifyContextConfig, 'access' | 'idempotency' | 'factor' | 'views' | 'tokenRule'> | undefined
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
  const scope = config?.tokenRule?.scope
  const token = scope === undefined ? '' : ` A token of the API needs the scope \`${scope}\`.`
  const key = config?.idempotency === undefined ? '' : ' Needs an `Idempotency-Key`.'
  return {
    description: `${accessTexts[access]}${key}${factor}${token}`,
    security: open ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-access': access,
    ...(config?.factor === undefined ? {} : { 'x-factor': config.factor }),
    ...(config?.idempotency === undefined ? {} : { 'x-idempotency': config.idempotency }),
    ...(scope === undefined ? {} : { 'x-scope': scope }),
    ...(config?.views === undefined ? {} : { 'x-views': config.views }),
  }
}

const info = {
  title: 'Quincena',
  version: '1',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
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
      'For programs: a token of the API (`POST /auth/api-tokens`), which works for the calls with `x-scope`, or the token of ' +
      '`POST /auth/login` or `POST /auth/passkey-login`. It wins over a cookie.',
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

/**
 * Serves `{BASE_PATH}/api/openapi.json`, made from the routes' schemas at the first request, and the page that shows it.
 * Call it before the routes are registered.
 */
export async function registerOpenApi(app: App, deps: Deps) {
  const api = `${deps.env.base_path}/api`
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: api, description: 'This server' }],
      components: { securitySchemes },
    },
    transform(route) {
      const response = { ...Object(route.schema?.response), default: problem }
      const { schema, url } = describeSchema({ ...route, schema: { ...route.schema, response } })
      const inside = url.startsWith(`${api}/`) || ['/healthz', '/readyz', '/metrics'].includes(url)
      return { url, schema: { ...schema, ...describeAccess(route.route), hide: !inside } }
    },
    transformObject: addComponents,
  })
  const parameters = new Set<unknown>()
  app.addHook('onRoute', ({ schema }) => {
    for (const one of [schema?.querystring, schema?.params].flatMap(parametersIn)) parameters.add(one)
  })
  let document: ReturnType<typeof completeDocument> | undefined
  async function readDocument() {
    await nameSchemas(parameters)
    document ??= completeDocument(app.swagger())
    return document
  }
  app.get(`${api}/openapi.json`, allow('public', { tags: ['process'] }), readDocument)
  docsRoutes(app, api)
}

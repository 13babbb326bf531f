import type { FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { AppError, notFound } from '../command/errors.ts'
import type { ApiCaller, App } from './access.ts'
import { answerForToken } from './token-answers.ts'
import { type OwnedKind, ruleName, type TokenRule, tokenRules } from './token-scopes.ts'

/**
 * The company of a record; null if it has none. Undefined if there is no such record, and for a user who is no worker.
 */
type FindCompany = (kind: OwnedKind, id: number) => Promise<{ company_id: number | null } | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a token of the API needs for the route; undefined: no token may call it. */
    tokenRule?: TokenRule
  }
}

const fields = z.record(z.string(), z.unknown()).catch({})
const namedId = z.coerce.number().int().positive()

/** Throws `token.scope_missing` (403) if the token that sends the request does not have the scope of the route. */
function requireScope({ routeOptions }: FastifyRequest, { scopes }: ApiCaller): void {
  const { tokenRule } = routeOptions.config
  if (tokenRule === undefined || !scopes.includes(tokenRule.scope))
    throw new AppError('token.scope_missing', 403)
}

/** Refuses what only a person may do (`token.human_only`, 403) if a token of the API sends the request. */
export function requireHuman({ signedIn }: FastifyRequest): void {
  if (signedIn?.api_token !== undefined) throw new AppError('token.human_only', 403)
}

/** Adds the filters of the token's company to a list; another company is 404, as a record of it. */
function filterList(request: FastifyRequest, { filter, fixed }: TokenRule, { company_id }: ApiCaller): void {
  const query = fields.parse(request.query)
  if (filter !== undefined && company_id !== null) {
    if (query[filter] !== undefined && query[filter] !== String(company_id)) throw notFound()
    query[filter] = String(company_id)
  }
  request.query = { ...query, ...fixed }
}

/** The records that a call names: their kinds and ids. */
function namedRecords(request: FastifyRequest, { names = [] }: TokenRule): [OwnedKind, number][] {
  return names.flatMap(({ kind, in: part, field }): [OwnedKind, number][] => {
    const value = fields.parse(request[part])[field] ?? undefined
    if (value === undefined) return []
    const id = namedId.safeParse(value)
    if (!id.success) throw notFound()
    return [[kind, id.data]]
  })
}

/**
 * Checks that a call stays within the token's company. Throws 404 for a record of another company and for a user who is
 * no worker, and `token.company_needed` (422) if a token of one company names no record of it.
 */
async function requireOwnCompany(
  request: FastifyRequest,
  { rule, token, findCompany }: { rule: TokenRule; token: ApiCaller; findCompany: FindCompany },
): Promise<void> {
  const named = namedRecords(request, rule)
  const { company_id } = token
  const isNamed = named.some(([kind]) => rule.needs === undefined || kind === rule.needs)
  if (company_id !== null && rule.filter === undefined && !isNamed)
    throw new AppError('token.company_needed', 422)
  for (const [kind, id] of named) {
    if (company_id === null && kind !== 'user') continue
    const record = await findCompany(kind, id)
    if (record === undefined || (company_id !== null && record.company_id !== company_id)) throw notFound()
  }
}

/** Fields of the body that only a person may send: `token.human_only` (403), at the field if the rule says what to do. */
function refuseHumanFields(request: FastifyRequest, { humanFields = {} }: TokenRule): void {
  const body = fields.parse(request.body)
  const sent = Object.entries(humanFields).filter(([field]) => body[field] !== undefined)
  const [first] = sent
  if (first === undefined) return
  const [field, detail] = first
  throw new AppError('token.human_only', 403, detail === true ? {} : { detail, texts: { [field]: [detail] } })
}

/** Why a route may not be open to tokens; undefined if it may. */
function ruleFault({ config }: RouteOptions): string | undefined {
  if (config?.access !== 'any' && config?.access !== 'staff') return 'is not for staff'
  return config.factor === 'recent' ? 'needs a second factor' : undefined
}

/**
 * Gives each route its rule for tokens, refuses tokens without its scope, and keeps requests of tokens within their
 * company before the route's own code runs, and their answers within their scopes. The server does not start if a rule
 * names no route, or one that only a person may call.
 */
export function guardTokens(app: App, { api, findCompany }: { api: string; findCompany: FindCompany }): void {
  const unused = new Set(Object.keys(tokenRules))
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const name = ruleName(method, route.url, api)
      const tokenRule = tokenRules[name]
      if (tokenRule === undefined) continue
      const fault = ruleFault(route)
      if (fault !== undefined) throw new Error(`tokens may not call ${name}: it ${fault}`)
      unused.delete(name)
      route.config = { ...route.config, tokenRule }
    }
  })
  app.addHook('onReady', async () => {
    if (unused.size > 0) throw new Error(`rules for tokens without a route: ${[...unused].join(', ')}`)
  })
  // After the rate limit, so that refused calls count too.
  app.addHook('preParsing', async (request) => {
    const token = request.signedIn?.api_token
    if (token !== undefined) requireScope(request, token)
  })
  app.addHook('preValidation', async (request) => {
    const token = request.signedIn?.api_token
    const { tokenRule } = request.routeOptions.config
    if (token !== undefined && tokenRule !== undefined) filterList(request, tokenRule, token)
  })
  app.addHook('preHandler', async (request) => {
    const token = request.signedIn?.api_token
    const { tokenRule: rule } = request.routeOptions.config
    if (token === undefined || rule === undefined) return
    refuseHumanFields(request, rule)
    await requireOwnCompany(request, { rule, token, findCompany })
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { tokenRule } = request.routeOptions.config
    const isOfToken = request.signedIn?.api_token !== undefined && tokenRule !== undefined
    return isOfToken && reply.statusCode < 300 ? answerForToken(tokenRule, payload) : payload
  })
}

import { type MessageCode, messages } from '@quincena/domain/messages'
import { z } from 'zod'
import { titles } from '../http/problem.ts'
import stored from './error-codes.json' with { type: 'json' }

const codesByStatus = z.record(z.string(), z.array(z.string()))
/** Codes of each call, which `scripts/error-codes.ts` finds in the code of its route. */
const listed = z.record(z.string(), codesByStatus).parse(stored)

/** What decides which codes the guards of a call add to its own. */
export interface Guarded {
  call: string
  access: string
  factor: string | undefined
  /** What a token of the API needs; undefined: no token may call it. */
  scope: string | undefined
  /** The call may carry an `Idempotency-Key`. */
  isKeyed: boolean
  hasBody: boolean
  isForm: boolean
  hasQuery: boolean
}

const isAtRoot = new Set(['GET /healthz', 'GET /readyz', 'GET /metrics'])

type Codes = Record<number, readonly MessageCode[]>

const ifSo = <Item>(isSo: boolean, items: readonly Item[]): readonly Item[] => (isSo ? items : [])

function refusals({ call, access, factor, scope }: Guarded): readonly MessageCode[] {
  return [
    ...ifSo<MessageCode>(access !== 'any', ['route.forbidden']),
    ...ifSo<MessageCode>(!call.startsWith('GET '), ['request.other_site']),
    ...ifSo<MessageCode>(factor !== undefined, ['factor_required']),
    ...(['password_temporary', 'factor_missing', 'token.scope_missing'] as const),
    ...ifSo<MessageCode>(scope?.endsWith(':write') === true, ['token.human_only']),
  ]
}

function faultsOfFields({ isKeyed, hasBody, isForm, hasQuery }: Guarded): readonly MessageCode[] {
  const hasFields = hasBody || hasQuery || isForm
  return [
    ...ifSo<MessageCode>(hasFields, ['request.invalid']),
    ...ifSo<MessageCode>(isForm, ['request.one_file']),
    // Also in a query that the call does not read.
    'request.bad_characters',
    ...ifSo<MessageCode>(isKeyed, ['idempotency_key_reused']),
  ]
}

/** Codes that the guards answer before the route's own code runs. */
function guardCodes(guarded: Guarded): Codes {
  const { call, access, scope, isKeyed, hasBody, isForm } = guarded
  const isSigned = access !== 'public' && access !== 'stp'
  const isSent = hasBody || isForm
  return {
    400: [
      'request.unreadable',
      // Also of a call that takes no key.
      ...ifSo<MessageCode>(isSigned, ['idempotency_key_invalid']),
      ...ifSo<MessageCode>(isKeyed, ['idempotency_key_required']),
    ],
    401: ifSo(isSigned, ['session.required']),
    403: ifSo(isSigned, refusals(guarded)),
    // A token of one company gets it also for filters and fields that name another one.
    404: ifSo(call.includes('{') || scope !== undefined, ['route.not_found']),
    409: ifSo(isKeyed, ['idempotency_in_progress']),
    413: ifSo(isSent, ['request.too_large']),
    415: ifSo(isSent, ['request.wrong_type']),
    421: ifSo(!isAtRoot.has(call), ['request.other_host']),
    422: [...faultsOfFields(guarded), ...ifSo<MessageCode>(scope !== undefined, ['token.company_needed'])],
    429: ['request.too_many'],
    500: ['server.error'],
    503: ['server.unavailable'],
  }
}

/** Codes that stand too far from where they are thrown for the script; tests answered them. */
const found: Record<string, Record<string, string[]>> = {
  'PUT /loan/limits': { 409: ['order_limits.changed'] },
  'PUT /stp/limits': { 409: ['order_limits.changed'] },
  'PUT /account-verifications/setting': { 409: ['account_verification.setting_changed'] },
  'POST /stp/incoming-payments/credits/{id}/undo': { 409: ['worker_balance.used'] },
  'POST /loan/payment/{id}/reverse': { 409: ['worker_balance.used'] },
  'POST /stp/webhooks/{secret}/order-state': { 413: ['request.too_large'] },
  'POST /stp/webhooks/{secret}/payment': { 413: ['request.too_large'] },
}

/** The stored codes of a call; a part of its path that the source computes is `*` there. */
function ownCodes(call: string): Record<string, string[]> {
  const pattern = (key: string) =>
    new RegExp(`^${key.replace(/[.{}/]/g, '\\$&').replaceAll('*', '[^/{}]+')}$`)
  const key =
    call in listed ? call : Object.keys(listed).find((one) => one.includes('*') && pattern(one).test(call))
  return key === undefined ? {} : (listed[key] ?? {})
}

const isRead = (call: string) => call.startsWith('GET ')
/** Commands name these for every caller; only keyed calls can answer them. */
const isOfKeys = (code: string) => code.startsWith('idempotency_')

/** Status -> the codes that a call can answer, each status with at least one. */
export function codesOf(guarded: Guarded): [status: number, codes: string[]][] {
  const codes = new Map<number, Set<string>>()
  const add = (status: number, more: readonly string[]) =>
    codes.set(status, new Set([...(codes.get(status) ?? []), ...more]))
  for (const [status, more] of Object.entries(guardCodes(guarded)))
    if (more.length > 0) add(Number(status), more)
  for (const [status, more] of Object.entries(found[guarded.call] ?? {})) add(Number(status), more)
  for (const [status, more] of Object.entries(ownCodes(guarded.call))) {
    const own = more.filter((code) => !isOfKeys(code) || (guarded.isKeyed && !isRead(guarded.call)))
    const isSignedOut = status === '401' && guarded.access === 'public'
    const known = isSignedOut ? own.filter((code) => code !== 'session.required') : own
    if (known.length > 0 && status !== '499') add(Number(status), known)
  }
  return [...codes].sort(([a], [b]) => a - b).map(([status, all]) => [status, [...all].sort()])
}

const textOf = (code: string) => Object.entries(messages).find(([one]) => one === code)?.[1] ?? ''

/** An answer with one of these codes, as OpenAPI describes it. */
export function problemAnswer(status: number, codes: readonly string[]) {
  const example = (code: string) => ({
    ...{ type: `urn:quincena:${code}`, title: titles[status] ?? 'Error', status, detail: textOf(code), code },
    request_id: '2f1c7b1e-6a0d-4c56-9d0b-0a4d5c2c7f11',
  })
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...([423, 429, 503].includes(status) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { type: 'string', enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.slice(0, 3).map((code) => [code, { value: example(code) }])),
      },
    },
  }
}

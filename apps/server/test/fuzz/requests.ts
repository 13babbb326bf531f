import fc from 'fast-check'
import type { Random } from '../../src/demo/random.ts'
import { accessCases } from '../access-cases.ts'
import type { Caller } from '../access-people.ts'
import { isForm, type Multipart, methods } from '../access-people.ts'
import type { World } from '../access-world.ts'
import { prepareCase } from '../case-requests.ts'
import type { TestContext } from '../context.ts'

const callers = ['guest', 'own', 'other', 'manager', 'admin'] as const satisfies readonly Caller[]
const routes = Object.keys(accessCases).filter((route) => route !== 'GET /events')
const atRoot = new Set(['/healthz', '/readyz', '/metrics'])

const oddTexts = [
  ...['', ' ', '0', '-1', '1e9', '9007199254740993', '99999999999999999999', 'null', 'true', '[]', '../x'],
  ...["'; drop table loan; --", '%00', '\u0000', '\ud800', '😀', 'ñ', 'a'.repeat(5000), '2026-02-31', 'NaN'],
  ...['2026-11-20', '0001-01-01', '9999-12-31', '{{x}}', '<script>', '646180110400000007', '0.005', '1,5'],
]
const json = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.constantFrom(0, -1, 1, 0.005, 2 ** 53, 1e308, -0, 10_000_000_000, true, null) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

interface Draw {
  random: Random
  /** A value of any JSON type. */
  value: () => unknown
}

/** Draws from one seed: the same seed gives the same requests. */
export function createDraw(random: Random, seed: number): Draw {
  const pool = fc.sample(json, { numRuns: 2000, seed })
  return { random, value: () => random.pick(pool) }
}

const queryNames = [
  ...['page', 'page_size', 'search', 'status', 'type', 'order', 'sort', 'from', 'to', 'user', 'company'],
  ...['ordering', 'date', 'day', 'state', 'kind', 'past_ms', 'limit', 'id', 'loan'],
]

function oddPath(path: string, { random, value }: Draw): string {
  const [plain = '', query = ''] = path.split('?')
  const parts = plain.split('/').map((part) => {
    const isId = /\d/.test(part)
    if (!isId || random.chance(0.6)) return part
    return random.chance(0.5) ? String(random.between(0, 39)) : encodeURIComponent(safeText(value()))
  })
  const params = new URLSearchParams(query)
  while (random.chance(0.4)) params.append(random.pick(queryNames), safeText(value()))
  const text = params.toString()
  return `${parts.join('/')}${text === '' ? '' : `?${text}`}`
}

/** A text that can be part of an address: `encodeURIComponent` throws for half a character. */
const safeText = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 300)

function oddBody(body: object | undefined, { random, value }: Draw): unknown {
  if (body === undefined) return random.chance(0.5) ? undefined : { any: value() }
  if (random.chance(0.1)) return value()
  const changed: Record<string, unknown> = { ...body }
  const names = Object.keys(changed)
  do {
    const name = names.length === 0 || random.chance(0.1) ? 'extra' : random.pick(names)
    if (random.chance(0.2)) delete changed[name]
    else changed[name] = value()
  } while (random.chance(0.4))
  return changed
}

function oddUpload(bytes: Buffer, { random, value }: Draw): Buffer {
  const at = random.between(0, bytes.length - 1)
  const cut = at + random.between(0, 39)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(safeText(value())), bytes.subarray(cut)])
}

function payloadOf(route: string, body: object | Multipart | undefined, draw: Draw) {
  if (body !== undefined && isForm(body)) {
    const { bytes, multipart } = body
    const isPlain = draw.random.chance(0.3)
    return { payload: isPlain ? bytes : oddUpload(bytes, draw), headers: { 'content-type': multipart } }
  }
  if (route.startsWith('GET')) return {}
  const odd = draw.random.chance(0.25) ? body : oddBody(body, draw)
  if (odd === undefined) return {}
  return { payload: JSON.stringify(odd), headers: { 'content-type': 'application/json' } }
}

/** One random request: a route's valid request with parts of it replaced, as any caller. */
export async function drawRequest(ctx: TestContext, world: World, draw: Draw) {
  const { random } = draw
  const route = random.pick(routes)
  const caller = random.pick(callers)
  const valid = await prepareCase(world, route, caller)
  const path = random.chance(0.5) ? valid.path : oddPath(valid.path, draw)
  const { payload, headers = {} } = payloadOf(route, valid.body, draw)
  const key = random.chance(0.9) ? `k${random.between(0, 999999999)}` : safeText(draw.value()).slice(0, 20)
  return {
    route,
    caller,
    options: {
      method: methods.parse(route.split(' ')[0]),
      url: atRoot.has(path) ? path : `${ctx.api}${path}`,
      headers: {
        ...world.callers[caller],
        ...(route.startsWith('GET') || /[^\x20-\x7e]/.test(key) ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      // The rate limits of an address are no part of this test.
      remoteAddress: `10.${random.between(0, 249)}.${random.between(0, 249)}.${random.between(0, 249)}`,
    },
  }
}

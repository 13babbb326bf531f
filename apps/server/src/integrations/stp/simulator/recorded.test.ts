import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSimulator } from '../simulator.ts'
import type { Simulator } from './options.ts'

const fields = z.record(z.string(), z.unknown())
const exchange = z.object({
  source: z.string(),
  method: z.string(),
  path: z.string(),
  request: z.union([z.string(), fields]),
  status: z.int(),
  response: z.unknown(),
})
type Exchange = z.infer<typeof exchange>

const file = join(import.meta.dirname, '../fixtures/recorded-exchanges.json')
const { exchanges } = z.object({ exchanges: z.array(exchange) }).parse(JSON.parse(readFileSync(file, 'utf8')))

/** How two shapes differ. Each recorded field must exist with the same type; null matches any type. */
function differences(recorded: unknown, ours: unknown, at = ''): string[] {
  if (recorded === null || ours === null) return []
  if (Array.isArray(recorded)) {
    if (!Array.isArray(ours)) return [`${at} is no list`]
    const endsInNull = (list: unknown[]) => list.at(-1) === null
    const end = endsInNull(recorded) === endsInNull(ours) ? [] : [`${at} ends otherwise`]
    return [...end, ...differences(recorded[0], ours[0], `${at}[0]`)]
  }
  if (typeof recorded !== 'object') {
    return typeof recorded === typeof ours ? [] : [`${at} is ${typeof ours}, not ${typeof recorded}`]
  }
  const theirs = fields.parse(recorded)
  const own = fields.catch({}).parse(ours)
  return Object.entries(theirs).flatMap(([name, value]) =>
    name in own ? differences(value, own[name], `${at}.${name}`) : [`${at}.${name} is missing`],
  )
}

/** The orders in the recorded answers, as the simulator stores them. */
const order = {
  cuentaBeneficiario: '072691004495711499',
  cuentaOrdenante: '646180157075068123',
  empresa: 'TAMIZI',
  institucionContraparte: '40072',
  institucionOperante: '90646',
  medioEntrega: '3',
  monto: '1.20',
  nombreBeneficiario: 'Ricardo Sanchez',
  nombreOrdenante: 'NOMBRE ORDENANTE',
  conceptoPago: 'Prueba',
  referenciaNumerica: '5273144',
  rfcCurpBeneficiario: 'ND',
  rfcCurpOrdenante: 'ND',
  tipoCuentaBeneficiario: '40',
  tipoCuentaOrdenante: '40',
  tipoPago: '1',
  prioridad: '1',
  topologia: 'V',
}
const instant = 1_587_197_044_940

function storedOrder(
  tipoOrden: 'E' | 'R',
  day: number,
  change: { key: string; estado?: string; settled?: boolean },
) {
  const settled = change.settled ?? true
  return {
    tipoOrden,
    estado: change.estado ?? 'LQ',
    fechaOperacion: day,
    tsCaptura: instant,
    tsLiquidacion: settled ? instant : null,
    tsDevolucion: settled ? instant + 4_524 : null,
    causaDevolucion: settled ? 1 : null,
    claveRastreoDevolucion: settled ? '19013550' : null,
    urlCEP: settled ? 'https://www.banxico.org.mx/cep/go?i=90646' : null,
    cuerpo: { ...order, claveRastreo: change.key },
  }
}

let simulator: Simulator
const today = 20_240_515

beforeAll(async () => {
  simulator = await startSimulator({ settle_ms: null, opening_balance: 1_000_000 })
  simulator.setClock('2024-05-15T16:00:00Z')
  const orders = [
    storedOrder('E', 20_200_420, { key: 'CR1564969083', estado: 'D' }),
    storedOrder('R', 20_200_420, { key: 'CR1564969083' }),
    storedOrder('R', 20_200_420, { key: 'CR1564969084' }),
    storedOrder('E', 20_220_418, { key: 'CUENCA463814035196', estado: 'CCO' }),
    storedOrder('E', 20_230_518, { key: 'CUENCA0000192923', estado: 'A', settled: false }),
    storedOrder('R', today, { key: 'TESTJSH5018035039', estado: 'TLQ' }),
    storedOrder('R', 20_230_517, { key: 'APZ450057199641', estado: 'TLQ' }),
    storedOrder('E', today, { key: 'PruebaJerry', estado: 'D' }),
    storedOrder('E', today, { key: 'PruebaJerry2', estado: 'D' }),
    storedOrder('R', today, { key: 'PruebaJerry', estado: 'CCO' }),
  ]
  await fetch(`${simulator.url}/admin/orders`, { method: 'POST', body: JSON.stringify({ orders }) })
  const closing = exchanges.find(({ method }) => method === 'DELETE')?.request
  const account = { nombre: 'A', apellidoPaterno: 'B', fechaNacimiento: '19800416', ...fields.parse(closing) }
  await send({ method: 'PUT', path: '/speiws/rest/cuentaModule/fisica', request: account })
})
afterAll(() => simulator.stop())

/** Sends a recorded request, with a firma in place of the removed one. */
async function send({ method, path, request }: Pick<Exchange, 'method' | 'path' | 'request'>) {
  const source = typeof request === 'string' ? request : JSON.stringify(request)
  const body = source.replace(/<base64>|BASE64/g, 'ZmlybWE=')
  const response = await fetch(`${simulator.url}${path}`, { method, body })
  return { status: response.status, text: await response.text() }
}

describe('recorded answers of STP', () => {
  const cases = exchanges.map((one) => ({ name: one.source.split('/').at(-1) ?? '', one }))
  it.each(cases)('$name', async ({ one }) => {
    const { status, text } = await send(one)
    expect(status).toBe(one.status)
    if (typeof one.response === 'string') return expect(text).toBe(one.response)
    const json: unknown = JSON.parse(text)
    if (/descripcionError|"estado":[268],/.test(JSON.stringify(one.response)))
      expect(json).toEqual(one.response)
    expect(differences(one.response, json)).toEqual([])
  })

  it('contains 21 exchanges', () => {
    expect(exchanges).toHaveLength(21)
  })

  it('differences finds a missing field and another type', () => {
    const recorded = { id: 1, lst: [{ monto: 1.2 }, null], texto: null }
    expect(differences(recorded, { id: '1', lst: [{ monto: 1.2 }], texto: 5 })).toEqual([
      '.id is string, not number',
      '.lst ends otherwise',
    ])
    expect(differences(recorded, { id: 1, texto: '' })).toEqual(['.lst is missing'])
  })
})

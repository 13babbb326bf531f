import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testClient, testKey, testOrder } from './fixtures/harness.ts'
import type { FaultInput } from './simulator/fault.ts'
import type { Simulator } from './simulator/options.ts'
import { startSimulator } from './simulator.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ public_key: testKey.publicKey, company: 'PRUEBA', settle_ms: null })
})
afterEach(() => {
  simulator.faults.clear()
  simulator.setClock(null)
})
afterAll(() => simulator.stop())

const countAtStp = (key: string) =>
  simulator.orders().filter((order) => order.cuerpo.claveRastreo === key).length

describe('registerOrder', () => {
  it('registers an order with its exact amount and its texts without accents', async () => {
    const order = testOrder({ amount: 91_680 })
    const result = await testClient(simulator.url).registerOrder(order)
    expect(result).toEqual({ outcome: 'registered', id: expect.any(Number) })
    const registered = simulator.orders().find((one) => one.cuerpo.claveRastreo === order.tracking_key)
    expect(registered?.cuerpo).toMatchObject({
      monto: '916.8',
      nombreBeneficiario: 'Maria Nunez',
      nombreOrdenante: 'Financiera de Prueba, S.A. de C.V.',
      conceptoPago: 'Envio de credito',
      empresa: 'PRUEBA',
      latitud: '19.4326',
    })
  })

  it('returns unknown for a repeated key, and STP has the first order', async () => {
    const client = testClient(simulator.url)
    const order = testOrder()
    const first = await client.registerOrder(order)
    const second = await client.registerOrder(order)
    expect(second).toMatchObject({ outcome: 'unknown', reason: 'result' })
    expect(second).toHaveProperty(
      'detail',
      expect.stringMatching(/^-1: La clave de rastreo \{PRUEBA\d+\}.* ya fue utilizada$/),
    )
    const found = await client.queryOrder({ tracking_key: order.tracking_key, operation_date: null })
    expect(found).toMatchObject({
      outcome: 'found',
      order: { id: first.outcome === 'registered' && first.id },
    })
    expect(countAtStp(order.tracking_key)).toBe(1)
  })

  it.each([
    [{ counterpart_institution: '90679' }, -9, 'La Institucion 90679 no es valida'],
    [{ counterpart_institution: '90642' }, -9, 'La Institucion 90642 no es valida'],
    [{ amount: 0 }, -20, 'El monto {0.0} no es válido'],
    [{ tracking_key: 'ABC123' }, -34, 'Clave rastreo invalida : ABC123'],
    [{ tracking_key: 'CON-GUION-1' }, -34, 'Clave rastreo invalida : CON-GUION-1'],
    [{ beneficiary_account: '07269100449571149' }, -23, 'Longitud_Clabe_Incorrecta'],
    [{ beneficiary_account: '072691004495711498' }, -21, 'Digito_Verificador_Invalido'],
    [
      { beneficiary_account: '012180015000000009' },
      -22,
      'La cuenta CLABE {012180015000000009} no coincide para la institucion operante {40072}',
    ],
    [{ beneficiary_account: '4152313141523131', account_type_beneficiary: 3 as const }, 4, 'Cuenta invalida'],
    [{ numeric_reference: 10_000_000 }, 2, 'Dato No Catalogado: referenciaNumerica 10000000'],
    [{ payment_concept: '¿¡' }, 0, 'El campo conceptoPago es obligatorio'],
    [{ operation_date: '2020-01-02' }, -16, 'Fecha_Operacion_Invalida'],
  ])('returns the refusal of %j', async (change, id, message) => {
    const result = await testClient(simulator.url).registerOrder(testOrder(change))
    expect(result).toMatchObject({ outcome: 'refused', id, message })
  })

  it('returns a refusal for an unknown company and for a missing, own or unknown account', async () => {
    const otherCompany = await testClient(simulator.url, { company: 'OTRA' }).registerOrder(testOrder())
    expect(otherCompany).toMatchObject({ outcome: 'refused', id: -6, remedy: 'fix_setup' })
    const noAccount = await testClient(simulator.url, { payer_account: '' }).registerOrder(testOrder())
    expect(noAccount).toMatchObject({ outcome: 'refused', id: -200 })
    const own = testOrder({ counterpart_institution: '90646', beneficiary_account: '646180110400000007' })
    expect(await testClient(simulator.url).registerOrder(own)).toMatchObject({ outcome: 'refused', id: -24 })
    const other = await startSimulator({ public_key: testKey.publicKey, payer_account: '646180157000000004' })
    expect(await testClient(other.url).registerOrder(testOrder())).toMatchObject({
      outcome: 'refused',
      id: -7,
    })
    await other.stop()
  })

  it('returns a refusal when another key signed the order', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const other = await startSimulator({ public_key: pem })
    const result = await testClient(other.url).registerOrder(testOrder())
    expect(result).toEqual({
      outcome: 'refused',
      id: 0,
      message: 'Error validando la firma',
      remedy: 'fix_setup',
    })
    await other.stop()
  })

  it('registers an order to a card with a day and an origin', async () => {
    const day = Temporal.Now.plainDateISO('America/Mexico_City').toString()
    const card = { account_type_beneficiary: 3 as const, beneficiary_account: '4152313131313137' }
    const order = testOrder({ ...card, operation_date: day, folio_origin: 'C-000123' })
    expect(await testClient(simulator.url).registerOrder(order)).toMatchObject({ outcome: 'registered' })
  })
})

describe('unknown results', () => {
  const register = { on: 'register' } as const
  const cases: [string, FaultInput, { reason: string; taken: number }][] = [
    ['answer lost before', { ...register, action: 'lose' }, { reason: 'network', taken: 0 }],
    ['answer lost after', { ...register, action: 'lose', when: 'after' }, { reason: 'network', taken: 1 }],
    [
      'answer too late',
      { ...register, action: 'delay', when: 'after', delay_ms: 600 },
      { reason: 'timeout', taken: 1 },
    ],
    [
      '503',
      { ...register, action: 'answer', status: 503, body: 'Service Unavailable' },
      { reason: 'status', taken: 0 },
    ],
    [
      '500 with a result',
      { ...register, action: 'answer', status: 500, body: '{"resultado":{"id":-20,"descripcionError":"x"}}' },
      { reason: 'status', taken: 0 },
    ],
    ['403 page', { ...register, action: 'forbidden' }, { reason: 'status', taken: 0 }],
    [
      'HTML as 200',
      { ...register, action: 'answer', status: 200, body: '<html>' },
      { reason: 'unreadable', taken: 0 },
    ],
    [
      'no result',
      { ...register, action: 'answer', status: 200, body: '{}' },
      { reason: 'unreadable', taken: 0 },
    ],
    ['a redirect', { ...register, action: 'answer', status: 302, body: '' }, { reason: 'status', taken: 0 }],
    [
      '-30',
      { ...register, action: 'refuse', id: -30, message: 'Enlace Financiero en modo consultas' },
      { reason: 'result', taken: 0 },
    ],
    [
      '0',
      { ...register, action: 'refuse', id: 0, message: 'No se recibió respuesta del servicio' },
      { reason: 'result', taken: 0 },
    ],
    [
      'id 5',
      { ...register, action: 'refuse', id: 5, message: 'Dato Duplicado' },
      { reason: 'result', taken: 0 },
    ],
  ]

  it.each(cases)(
    '%s: registerOrder returns unknown and queryOrder whether STP has the order',
    async (_name, fault, expected) => {
      simulator.faults.set([fault])
      const patient = testClient(simulator.url)
      const client = expected.reason === 'timeout' ? testClient(simulator.url, { timeout_ms: 300 }) : patient
      const order = testOrder()
      const result = await client.registerOrder(order)
      expect(result).toMatchObject({ outcome: 'unknown', reason: expected.reason })
      await expect.poll(() => countAtStp(order.tracking_key), { timeout: 5000 }).toBe(expected.taken)
      const query = await patient.queryOrder({ tracking_key: order.tracking_key, operation_date: null })
      expect(query.outcome).toBe(expected.taken === 1 ? 'found' : 'not_found')
    },
  )

  it('returns unknown when nothing listens and when the caller aborts', async () => {
    const unreachable = testClient('http://127.0.0.1:9')
    expect(await unreachable.registerOrder(testOrder())).toMatchObject({
      outcome: 'unknown',
      reason: 'network',
    })
    const aborted = await testClient(simulator.url).registerOrder(testOrder(), AbortSignal.abort())
    expect(aborted).toMatchObject({ outcome: 'unknown', reason: 'aborted' })
  })

  it('returns a refusal for a small positive id with an error text', async () => {
    simulator.faults.set([
      { on: 'register', action: 'refuse', id: 3, message: 'La cuenta No Pertenece a la Empresa' },
    ])
    const result = await testClient(simulator.url).registerOrder(testOrder())
    expect(result).toMatchObject({ outcome: 'refused', id: 3, remedy: 'fix_setup' })
  })
})

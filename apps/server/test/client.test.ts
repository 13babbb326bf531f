import { ApiError, createClient, dataOf, type QuincenaClient } from '@quincena/client'
import { formOf } from '@quincena/client/form'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { lastOrder, makeWorker, sendState, signIn, staffHeaders, whileSending } from './loans.ts'
import { signatureUrl } from './png.ts'
import { smallPdf } from './small-pdf.ts'

let ctx: TestContext
let base_url: string

beforeAll(async () => {
  ctx = await createTestContext()
  base_url = `${await ctx.app.listen({ port: 0, host: '127.0.0.1' })}${ctx.api}`
})

const tokenOf = ({ authorization = '' }: Record<string, string>) => authorization.replace('Bearer ', '')

async function accept(worker: QuincenaClient, id: number) {
  const path = { id }
  const { response } = await worker.POST('/contract/{id}', { params: { path }, parseAs: 'arrayBuffer' })
  const contract_sha256 = String(response.headers.get('etag')).replaceAll('"', '')
  const header = { 'Idempotency-Key': `accept-${id}` }
  const body = { signature: signatureUrl, latitude: 25.6866, longitude: -100.3161, contract_sha256 }
  return worker.POST('/loan/{id}/accept', { params: { path, header }, body })
}

test('the client takes a credit from the request to a payment', async () => {
  const person = await makeWorker(ctx)
  const worker = createClient({ base_url, token: tokenOf(await signIn(ctx, person)) })
  const staff = createClient({ base_url, token: tokenOf(await staffHeaders(ctx)) })

  const pdf = new File([new Uint8Array(smallPdf())], 'ine.pdf', { type: 'application/pdf' })
  const form = { filename: 'INE', user: String(person.id), file: '' }
  const document = await worker.POST('/documents/', {
    body: form,
    bodySerializer: (fields) => formOf({ ...fields, file: pdf }),
  })
  expect(dataOf(document).kind).toBe('INE')

  const requested = await worker.POST('/loan', { body: { type: 'credit', amount: 6000, period: 3 } })
  const { id } = dataOf(requested)
  const path = { id }
  dataOf(
    await staff.PATCH('/documents/{id}', {
      params: { path: { id: dataOf(document).id } },
      body: { review: 'accepted' },
    }),
  )
  dataOf(await staff.PATCH('/loan/{id}', { params: { path }, body: { status: 'APP' } }))
  const accepted = dataOf(await whileSending(ctx, () => accept(worker, id)))
  expect(accepted.order.order_state).toBe('sent')
  await sendState(ctx, await lastOrder(ctx, id), { estado: 'LQ' })
  await ctx.drain()

  const { amount_due, suggested_payment } = dataOf(await staff.GET('/loan/{id}', { params: { path } }))
  const pay = () =>
    staff.POST('/loan/payment', {
      params: { header: { 'Idempotency-Key': `payment-${id}` } },
      body: { loan_request: id, amount_paid: suggested_payment, previous_amount_due: amount_due },
    })
  const paid = dataOf(await pay())
  expect(paid.new_amount_due).toBeLessThan(amount_due)
  const again = await pay()
  expect(again.response.headers.get('idempotent-replay')).toBe('true')
  expect(dataOf(again).id).toBe(paid.id)
})

test('a problem is an error with its status and code', async () => {
  const client = createClient({ base_url })
  const answer = await client.POST('/auth/login', { body: { email: 'a@b.mx', password: 'x' } })
  expect(() => dataOf(answer)).toThrow(ApiError)
  expect(answer.error?.code).toBe('credentials_invalid')
})

test('repeats a request that was refused for now after Retry-After, with the same key', async () => {
  const keys: (string | null)[] = []
  const answers = [
    new Response('{}', { status: 503, headers: { 'retry-after': '0' } }),
    Response.json({ id: 1 }),
  ]
  const send: typeof fetch = async (input) => {
    keys.push(input instanceof Request ? input.headers.get('idempotency-key') : null)
    return answers[keys.length - 1] ?? Response.error()
  }
  const client = createClient({ base_url, fetch: send })
  const { response } = await client.POST('/loan', { body: { type: 'advance', amount: 500 } })
  expect(response.status).toBe(200)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

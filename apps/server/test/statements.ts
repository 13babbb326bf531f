import { randomUUID } from 'node:crypto'
import type { TestContext } from './context.ts'
import { makeActiveLoan } from './loans.ts'
import { smallPdf } from './small-pdf.ts'

type Headers = Record<string, string>

interface File {
  headers: Headers
  bytes: Buffer
  name: string
  fields?: Record<string, string>
}

/** Sends a multipart form with one file. */
export function sendForm(ctx: TestContext, url: string, { headers, bytes, name, fields = {} }: File) {
  const boundary = 'form-boundary'
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}` },
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(parts.join('') + head),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
}

/** Uploads a PDF as a voucher; returns its id. */
export async function uploadVoucher(ctx: TestContext, headers: Headers): Promise<string> {
  const file = { headers, bytes: smallPdf(), name: 'ficha.pdf' }
  return (await sendForm(ctx, '/loan/payment-vouchers', file)).json().voucher
}

/** Uploads a CSV statement of an account and runs its job; returns the finished statement. */
export async function uploadStatement(
  ctx: TestContext,
  { account, headers, csv }: { account: number; headers: Headers; csv: string },
) {
  const file = { headers, bytes: Buffer.from(csv), name: 'estado.csv' }
  const answer = await sendForm(ctx, `/treasury/bank-accounts/${account}/statements`, file)
  if (answer.statusCode !== 200) return answer.json()
  await ctx.drain(['take-statement'])
  const { id } = answer.json().statement
  return (await ctx.app.inject({ url: `${ctx.api}/treasury/bank-statements/${id}`, headers })).json()
}

interface Deposit {
  headers: Headers
  amount?: number
  reference?: string
  value_date?: string
  more?: object
}

/** Registers a payment of a new loan that reached the default bank account, with a voucher. */
export async function registerDeposit(
  ctx: TestContext,
  {
    headers,
    amount = 500,
    reference = `R${randomUUID().slice(0, 8)}`,
    value_date = '2026-11-20',
    more,
  }: Deposit,
) {
  const { loan } = await makeActiveLoan(ctx)
  const account = await ctx.deps.db
    .selectFrom('bank_account')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment` },
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: {
      ...{ loan_request: loan.id, amount_paid: amount, previous_amount_due: 11_001.61, channel: 'deposit' },
      ...{ value_date, reference, bank_account: account.id, voucher: await uploadVoucher(ctx, headers) },
      ...more,
    },
  })
  return { answer, loan, account: account.id, reference, payment: Number(answer.json().id) }
}

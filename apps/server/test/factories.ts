import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import { DOCUMENT_KINDS } from '@quincena/domain/documents/rules'
import { consentNames } from '@quincena/domain/legal/consent'
import { isoOf } from '../src/command/clock.ts'
import { listLegalDocuments } from '../src/people/legal/queries.ts'
import type { TestContext } from './context.ts'

let serial = 0
const next = () => {
  serial += 1
  return serial
}

/** Makes a BBVA CLABE with a valid check digit. */
export function makeClabe(number: number): string {
  const digits = `012180${String(number).padStart(11, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + ((Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Inserts a company: interest rate 0.18 a year, commission 150 pesos, without VAT unless `values` has a rate. */
export async function makeCompany(ctx: TestContext, values: Record<string, unknown> = {}) {
  const n = next()
  return ctx.deps.db
    .insertInto('company')
    .values({
      key: `E${n}`,
      name: `Empresa ${n}`,
      industry: 'Manufactura',
      email: `rh${n}@empresa.mx`,
      phone: '5512345678',
      interest_rate: 0.18,
      commission_cents: 15_000,
      ...((values.tax_rate ?? 0) === 0 && { tax_rate: 0, tax_exempt_reason: 'Empresa de prueba' }),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Gives a worker five accepted documents. */
export async function giveDocuments(ctx: TestContext, { id: user_id }: { id: number }) {
  const created_at = isoOf(ctx.clock.now)
  const file = { filename: 'x.pdf', size_bytes: 5, sha256: '0'.repeat(64), created_at }
  const rows = DOCUMENT_KINDS.map((kind) => {
    return {
      user_id,
      kind,
      ...file,
      storage_key: `documents/${randomUUID()}.pdf`,
      review: 'accepted' as const,
    }
  })
  for (const { storage_key } of rows)
    await ctx.deps.storage.put(storage_key, Buffer.from('%PDF-'), 'application/pdf')
  await ctx.deps.db.insertInto('document').values(rows).execute()
}

/** Inserts a worker with salary, valid CLABE and five accepted documents, but without consents. */
export async function makeNewcomer(ctx: TestContext, values: Record<string, unknown> = {}) {
  const n = next()
  const company_id = 'company_id' in values ? undefined : (await makeCompany(ctx)).id
  const worker = await ctx.deps.db
    .insertInto('app_user')
    .values({
      user_type: 'U2',
      email: `trabajador${n}@empresa.mx`,
      first_name: 'Ana',
      last_name: 'Ramírez Núñez',
      key: `T${n}`,
      company_id,
      biweekly_salary_cents: 800_000,
      phone: '5512345678',
      position: 'Operadora',
      address: 'Calle 1 número 2',
      city: 'Monterrey',
      state: 'Nuevo León',
      zip_code: '64000',
      neighborhood: 'Centro',
      gender: 'F',
      bank: '40012',
      debit_card_number: makeClabe(n),
      bank_account_number: String(n).padStart(11, '0'),
      has_all_documents: true,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (worker.has_all_documents) await giveDocuments(ctx, worker)
  return worker
}

/** Records that a worker accepts the current terms and privacy notice, at the context's clock. */
export async function giveConsents(ctx: TestContext, worker: { id: number }) {
  const today = businessDay(ctx.clock.now)
  const texts = await listLegalDocuments(
    ctx.deps.db,
    { today, lender: ctx.deps.brand.current().lender },
    consentNames,
  )
  const consents = consentNames.flatMap((document) =>
    texts
      .filter((text) => text.document === document)
      .map(({ version, sha256: text_sha256 }) => {
        return { user_id: worker.id, document, version, text_sha256, ip: '189.203.10.4' }
      }),
  )
  const given_at = isoOf(ctx.clock.now)
  await ctx.deps.db
    .insertInto('consent')
    .values(consents.map((row) => ({ ...row, given_at })))
    .execute()
}

/** Inserts a worker with salary, valid CLABE, complete documents and the current consents. */
export async function makeWorker(ctx: TestContext, values: Record<string, unknown> = {}) {
  const worker = await makeNewcomer(ctx, values)
  await giveConsents(ctx, worker)
  return worker
}

/** Inserts a manager (U1) or an admin (U0). */
export async function makeStaff(ctx: TestContext, user_type: 'U0' | 'U1' = 'U1') {
  const n = next()
  return ctx.deps.db
    .insertInto('app_user')
    .values({
      user_type,
      is_staff: true,
      email: `personal${n}@quincena.mx`,
      first_name: 'Gerardo',
      last_name: 'Soto',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Opens a session for a user and returns the request headers that carry it. It is never asked for a second factor. */
export async function signIn(ctx: TestContext, user: { id: number }) {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.deps.clock()
  await ctx.deps.db
    .insertInto('session')
    .values({
      user_id: user.id,
      token_hash: createHash('sha256').update(token).digest(),
      created_at: isoOf(now),
      last_seen_at: isoOf(now),
      factor_at: isoOf(now.add({ hours: 24 * 365 })),
      expires_at: isoOf(now.add({ hours: 24 * 365 })),
    })
    .execute()
  return { authorization: `Bearer ${token}` }
}

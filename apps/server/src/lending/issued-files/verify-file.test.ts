import { X509Certificate } from 'node:crypto'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { runWaitingJobs } from '../../../test/jobs.ts'
import { makeActiveLoan, payWhole } from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { contractOf, download, signContract, signedContractOf } from '../../../test/signed-contract.ts'
import { sha256 } from '../../crypto/cms.ts'
import { makeP12, openP12 } from '../../crypto/p12.ts'
import { issueConstancia } from '../contracts/commands/issue-constancia.ts'
import { sealContract } from '../contracts/commands/seal-contract.ts'
import { loadAuthority } from '../contracts/seal/constancias.ts'
import { loadSealer } from '../contracts/seal/sealer.ts'
import { postAccruals } from '../loans/commands/post-accruals.ts'
import { reversePayment } from '../payments/commands/reverse-payment.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const hashOf = (bytes: Uint8Array) => sha256(bytes).toString('hex')

const post = (payload: object, remoteAddress?: string) =>
  ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/contract/verify`,
    payload,
    ...(remoteAddress !== undefined && { remoteAddress }),
  })

async function verify(hash: string) {
  const answer = await post({ sha256: hash })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json()
}

const masked = (folio: string) => folio.replace(/\d+(?=\d\d)/, (digits) => '•'.repeat(digits.length))

/** A signed contract as the worker downloads it. */
async function finished() {
  const { loan, headers } = await signContract(ctx)
  await sealContract(ctx.deps, { loan_id: loan.id })
  const file = (await download(ctx, { loan_id: loan.id, headers })).rawPayload
  return { loan, headers, file }
}

/** Changes settings until the test ends. */
function set(settings: Partial<TestContext['deps']['env']>) {
  const { env } = ctx.deps
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, Reflect.get(env, name)]))
  Object.assign(env, settings)
  onTestFinished(() => void Object.assign(env, before))
}

test('a guest learns of a signed contract what the file says, with a masked folio', async () => {
  const { loan, file } = await finished()
  const { valid_from, valid_until } = await loadSealer(ctx.deps)
  const { name } = ctx.deps.brand.current().lender
  expect(await verify(hashOf(file))).toEqual({
    ...{ found: true, kind: 'signed_contract', state: 'valid', folio: masked(loan.folio) },
    ...{ signed_at: '2026-11-20T16:00:00.000Z', issued_at: null },
    seal: {
      ...{ subject: name, issuer: name, sealed_at: '2026-11-20T16:00:00Z' },
      valid_from: valid_from.toString({ fractionalSecondDigits: 3 }),
      valid_until: valid_until.toString({ fractionalSecondDigits: 3 }),
    },
    constancia: null,
  })
})

test('a file with one changed byte, and any other, is unknown', async () => {
  const { file } = await finished()
  const changed = Buffer.from(file)
  changed[500] = (changed[500] ?? 0) ^ 1
  expect(await verify(hashOf(changed))).toEqual({ found: false })
  expect(await verify('0'.repeat(64))).toEqual({ found: false })
})

test('a hash in capitals is the same; what is no hash is refused at its field', async () => {
  const { file } = await finished()
  expect((await verify(hashOf(file).toUpperCase())).found).toBe(true)
  for (const payload of [{}, { sha256: 'abc' }, { sha256: 'g'.repeat(64) }, { sha256: 7 }]) {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.sha256).toEqual([
      expect.stringMatching(/^La huella del archivo no es válida/),
    ])
  }
})

test('limits the requests of a hash from one address to 20 a minute', async () => {
  const statuses: number[] = []
  for (let request = 0; request < 22; request += 1)
    statuses.push((await post({ sha256: 'a'.repeat(64) }, '203.0.113.9')).statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await post({ sha256: 'b'.repeat(64) }, '203.0.113.9')).statusCode).toBe(200)
})

test('the constancia is the stand-in’s, unchecked without anchors, valid with its own, and invalid with another', async () => {
  const { loan, file } = await finished()
  await issueConstancia(ctx.deps, { loan_id: loan.id })
  const hash = hashOf(file)
  const issued = { issued_at: '2026-11-20T16:00:00.000Z', issuer: expect.stringMatching(/de prueba/) }
  expect((await verify(hash)).constancia).toEqual({ ...issued, state: 'stand_in' })

  // Not known as the stand-in's any more: as one of an authority.
  const { certificate_der } = await loadAuthority(ctx.deps)
  await ctx.deps.db.deleteFrom('setting').where('name', '=', 'constancia_p12').execute()
  expect((await verify(hash)).constancia).toEqual({ ...issued, state: 'unchecked' })
  set({ constancia_anchors: new X509Certificate(certificate_der).toString() })
  expect((await verify(hash)).constancia).toEqual({ ...issued, state: 'valid' })
  const other = await openP12(
    await makeP12({ name: 'Otra', purpose: 'time-stamp', now: new Date('2026-11-20T16:00:00Z') }),
  )
  set({ constancia_anchors: new X509Certificate(other.certificate_der).toString() })
  expect((await verify(hash)).constancia).toEqual({ state: 'not_valid' })
})

test('a stored constancia of another file is not valid, and a lost file is an error, not an answer', async () => {
  const [one, other] = [await finished(), await finished()]
  for (const { loan } of [one, other]) await issueConstancia(ctx.deps, { loan_id: loan.id })
  const [mine, its] = [await signedContractOf(ctx, one.loan.id), await signedContractOf(ctx, other.loan.id)]
  const foreign = await ctx.deps.storage.get(its.constancia_storage_key ?? '')
  await ctx.deps.storage.put(mine.constancia_storage_key ?? '', foreign, 'application/timestamp-reply')
  expect((await verify(hashOf(one.file))).constancia).toEqual({ state: 'not_valid' })
  await ctx.deps.storage.put(mine.signed_storage_key ?? '', other.file, 'application/pdf')
  expect((await post({ sha256: hashOf(one.file) })).statusCode).toBe(500)
})

test('an unsigned contract says that it has no seal, and nothing about a signature', async () => {
  const { loan } = await signContract(ctx)
  const { sha256: hash, loan_id, ...row } = await contractOf(ctx, loan.id)
  const unsigned = {
    ...{ found: true, kind: 'unsigned_contract', folio: masked(loan.folio) },
    ...{ signed_at: null, issued_at: row.created_at, seal: null, constancia: null },
  }
  expect(await verify(hash)).toEqual({ ...unsigned, state: 'not_sealed' })

  const { id: _, payload, ...rest } = row
  const earlier = { ...rest, payload: JSON.stringify(payload), payload_sha256: 'c'.repeat(64) }
  await ctx.deps.db
    .insertInto('contract')
    .values({ ...earlier, loan_id, sha256: 'd'.repeat(64) })
    .execute()
  expect((await verify('d'.repeat(64))).state).toBe('replaced')
  expect(await verify(hash)).toEqual({ ...unsigned, state: 'not_sealed' })
})

test('a no-debt letter is valid until its payment is reversed', async () => {
  const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  await payWhole(ctx, loan)
  await runWaitingJobs(ctx.deps, ['issue-no-debt-letter'])
  const letter = await ctx.deps.db
    .selectFrom('letter')
    .selectAll()
    .where('loan_id', '=', loan.id)
    .executeTakeFirstOrThrow()
  const hash = letter.sha256 ?? ''
  expect(await verify(hash)).toMatchObject({
    ...{ kind: 'no_debt_letter', state: 'valid', signed_at: null, issued_at: letter.created_at },
    ...{
      folio: expect.stringMatching(/^CNA-•+\d\d$/),
      seal: { subject: ctx.deps.brand.current().lender.name },
    },
  })
  const { id } = await ctx.deps.db
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const context = asAdmin(await makeStaff(ctx, 'U0'))
  await reversePayment(ctx.deps, context, { payment_id: id, reason: 'Era de otra persona' })
  expect((await verify(hash)).state).toBe('void')
})

test('an interest certificate is replaced by one of a later day', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  const context = asAdmin(await makeStaff(ctx, 'U0'))
  ctx.setNow('2026-12-10T18:00:00Z')
  await postAccruals(ctx.deps, '2026-12-10')
  await registerPayment(ctx, context, { loan, amount: 100_000 })
  /** The hash of the certificate that the worker gets on a day. */
  const requestOn = async (day: string) => {
    ctx.setNow(`${day}T18:00:00Z`)
    await postAccruals(ctx.deps, day)
    const headers = await signIn(ctx, worker)
    const url = `${ctx.api}/auth/user/${worker.id}/interest-certificate/2026`
    const answer = await ctx.app.inject({ url, headers })
    expect(answer.statusCode).toBe(200)
    return hashOf(answer.rawPayload)
  }
  const first = await requestOn('2026-12-31')
  expect(await verify(first)).toMatchObject({ kind: 'interest_certificate', state: 'valid' })
  const second = await requestOn('2027-01-02')
  expect((await verify(first)).state).toBe('replaced')
  expect((await verify(second)).state).toBe('valid')
})

test('the evidence page names the page that verifies the file, at the public address', async () => {
  set({ public_url: 'https://prestamos.example.mx/' })
  const { loan, headers } = await signContract(ctx)
  await sealContract(ctx.deps, { loan_id: loan.id })
  const named = (await download(ctx, { loan_id: loan.id, headers })).rawPayload
  expect(await pdfText(named, { pages: 2 })).toContain('https://prestamos.example.mx/quincena/verificar')
  ctx.deps.env.public_url = undefined
  const { file } = await finished()
  expect(await pdfText(file, { pages: 2 })).toContain('«Verificar un documento»')
})

import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import * as pkijs from 'pkijs'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { documentsOf, download, signContract, signedContractOf } from '../../../test/signed-contract.ts'
import { bufferOf, sha256 } from '../../crypto/cms.ts'
import { type KeyStore, makeP12, openP12 } from '../../crypto/p12.ts'
import type { Deps } from '../../deps.ts'
import { answerQuery } from '../../integrations/constancia/authority.ts'
import { checkConstancia } from '../../integrations/constancia/check.ts'
import { httpConstancias } from '../../integrations/constancia/http.ts'
import { makeQuery } from '../../integrations/constancia/query.ts'
import { startQueue } from '../../jobs/queue.ts'
import { issueConstancia } from './commands/issue-constancia.ts'
import { sealContract } from './commands/seal-contract.ts'
import { loadAuthority, standInFingerprint } from './seal/constancias.ts'

let ctx: TestContext
let authority: KeyStore
beforeAll(async () => {
  ctx = await createTestContext()
  authority = await loadAuthority(ctx.deps)
})

const hashOf = (bytes: Uint8Array) => sha256(bytes).toString('hex')

/** Makes a loan whose contract is sealed and has no constancia yet. */
async function sealed(type: 'credit' | 'advance' = 'credit') {
  const { loan, headers } = await signContract(ctx, type)
  await sealContract(ctx.deps, { loan_id: loan.id })
  return { loan_id: loan.id, folio: loan.folio, headers }
}

/** Runs the waiting jobs; returns the ids of their loans. */
async function runJobs(deps = ctx.deps): Promise<number[]> {
  const loans: number[] = []
  await deps.queue.drain('issue-constancia', async (data) => {
    loans.push(data.loan_id)
    await issueConstancia(deps, data)
  })
  return loans
}

const nothing = {
  constancia_storage_key: null,
  constancia_sha256: null,
  constancia_issued_at: null,
  constancia_policy: null,
  constancia_serial: null,
  constancia_issuer: null,
}

describe('issuing the constancia after the seal', () => {
  test('stores the constancia beside the signed file, for users who may read the contract', async () => {
    const { loan_id, folio, headers } = await sealed()
    expect(await signedContractOf(ctx, loan_id)).toMatchObject(nothing)
    expect(await runJobs()).toEqual([loan_id])

    const file = await download(ctx, { loan_id, headers })
    const answer = await download(ctx, { loan_id, headers }, 'constancia')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/timestamp-reply',
      'content-disposition': `attachment; filename="Constancia_${folio}.tsr"`,
    })
    const constancia = await checkConstancia(answer.rawPayload, { sha256: hashOf(file.rawPayload) })
    expect(constancia).toMatchObject({
      issued_at: '2026-11-20T16:00:00.000Z',
      policy: '2.999.151.1',
      issuer: 'Autoridad de sellos de tiempo de prueba (sin acreditación)',
      fingerprint: await standInFingerprint(ctx.deps.db),
    })
    expect(await signedContractOf(ctx, loan_id)).toMatchObject({
      constancia_sha256: hashOf(answer.rawPayload),
      constancia_issued_at: constancia.issued_at,
      constancia_policy: constancia.policy,
      constancia_serial: constancia.serial,
      constancia_issuer: constancia.issuer,
    })

    const kinds = async (who: Record<string, string>) =>
      (await documentsOf(ctx, { loan_id, headers: who })).results.map(({ kind }: { kind: string }) => kind)
    expect((await kinds(headers)).sort()).toEqual(['constancia', 'contract'])
    expect((await kinds(await signIn(ctx, await makeStaff(ctx)))).sort()).toEqual(['constancia', 'contract'])
    expect(await kinds(await signIn(ctx, await makeWorker(ctx)))).toEqual([])
  })

  test('issues it once when the job runs repeatedly and in parallel, and the database rejects a rewrite', async () => {
    const { loan_id, headers } = await sealed('advance')
    await Promise.all([1, 2, 3].map(() => issueConstancia(ctx.deps, { loan_id })))
    const { constancia_sha256 } = await signedContractOf(ctx, loan_id)
    await runJobs()
    expect((await signedContractOf(ctx, loan_id)).constancia_sha256).toBe(constancia_sha256)
    expect((await documentsOf(ctx, { loan_id, headers })).count).toBe(2)
    const rewrite = ctx.deps.db
      .updateTable('signed_contract')
      .set({ constancia_sha256: '0'.repeat(64) })
      .where('loan_id', '=', loan_id)
    await expect(rewrite.execute()).rejects.toThrow('a constancia is never rewritten')
  })

  test('cannot be reviewed by staff, and requests nothing before the seal', async () => {
    const { loan } = await signContract(ctx)
    await issueConstancia(ctx.deps, { loan_id: loan.id })
    expect(await signedContractOf(ctx, loan.id)).toMatchObject(nothing)
    const { loan_id, headers } = await sealed()
    await runJobs()
    const { results } = await documentsOf(ctx, { loan_id, headers })
    const { id } = results.find(({ kind }: { kind: string }) => kind === 'constancia')
    const review = await ctx.app.inject({
      method: 'PATCH',
      url: `${ctx.api}/documents/${id}`,
      headers: await signIn(ctx, await makeStaff(ctx)),
      payload: { review: 'accepted' },
    })
    expect(review.statusCode).toBe(404)
  })

  test('does nothing if no authority is configured', async () => {
    const deps = { ...ctx.deps, env: { ...ctx.deps.env, constancia: { ...none, stand_in: false } } }
    const { loan } = await signContract(ctx)
    await sealContract(deps, { loan_id: loan.id })
    expect(await runJobs(deps)).toEqual([])
    await issueConstancia(deps, { loan_id: loan.id })
    expect(await signedContractOf(ctx, loan.id)).toMatchObject(nothing)
  })
})

const none = { url: undefined, user: undefined, password: undefined }

type Answer = (query: Uint8Array, response: ServerResponse) => Promise<unknown> | unknown

const reply = (response: ServerResponse, bytes: Uint8Array, type = 'application/timestamp-reply') =>
  response.writeHead(200, { 'content-type': type }).end(bytes)

const granted = (query: Uint8Array, by = authority, now = ctx.clock.now) =>
  answerQuery({ authority: by, query, now })

/** The stand-in authority behind HTTP; each test sets its next answer. */
const psc = { answer: (() => undefined) as Answer, calls: [] as IncomingMessage['headers'][], url: '' }

const server = createServer(async (request, response) => {
  psc.calls.push({ ...request.headers, method: request.method })
  await psc.answer(await buffer(request), response)
})

function usingHttp(): Deps {
  const constancia = { url: psc.url, user: 'financiera', password: 'clave', stand_in: false }
  return { ...ctx.deps, env: { ...ctx.deps.env, constancia } }
}

const signedAt = new Date('2026-11-20T16:00:00Z')

/** Trusts the certificate of one authority. */
function withAnchors(deps: Deps, { certificate_der }: KeyStore): Deps {
  const constancia_anchors = new X509Certificate(certificate_der).toString()
  return { ...deps, env: { ...deps.env, constancia_anchors } }
}

const good: Answer = async (query, response) => reply(response, await granted(query))

/** An answer to a different query: another hash or another nonce. */
function misread(change: (query: pkijs.TimeStampReq) => void): Answer {
  return async (query, response) => {
    const request = pkijs.TimeStampReq.fromBER(bufferOf(query))
    change(request)
    reply(response, await granted(new Uint8Array(request.toSchema().toBER())))
  }
}

const failures: { what: string; answer: Answer; why: string }[] = [
  {
    what: '503',
    answer: (_, response) => response.writeHead(503).end('busy'),
    why: 'The authority answers HTTP 503',
  },
  {
    what: 'a page',
    answer: (_, response) => reply(response, Buffer.from('<html>'), 'text/html'),
    why: 'The authority answers text/html',
  },
  {
    what: 'no ASN.1',
    answer: (_, response) => reply(response, Buffer.from('no')),
    why: 'The answer is not one whole TimeStampResp',
  },
  {
    what: 'half an answer',
    answer: async (query, response) => reply(response, (await granted(query)).slice(0, 900)),
    why: 'The answer is not one whole TimeStampResp',
  },
  {
    what: 'a refusal',
    answer: (_, response) => {
      const status = new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.rejection })
      reply(response, new Uint8Array(new pkijs.TimeStampResp({ status }).toSchema().toBER()))
    },
    why: 'The authority refuses: status 2',
  },
  {
    what: 'the constancia of another hash',
    answer: misread((query) => {
      query.messageImprint.hashedMessage = makeQueryOf('other').messageImprint.hashedMessage
    }),
    why: 'The constancia is of another file',
  },
  {
    what: 'the answer to another query',
    answer: misread((query) => {
      query.nonce = makeQuery(hashOf(Buffer.from('other'))).nonce
    }),
    why: 'The answer is not to this query',
  },
  {
    what: 'an answer without the nonce',
    answer: misread((query) => {
      delete query.nonce
    }),
    why: 'The answer is not to this query',
  },
  {
    what: 'another time than now',
    answer: async (query, response) =>
      reply(response, await granted(query, authority, ctx.clock.now.subtract({ minutes: 11 }))),
    why: 'The time stamped is not now',
  },
  {
    what: 'a signature by a certificate that may not stamp time',
    answer: async (query, response) => {
      const seal = { name: 'Sello', purpose: 'seal' as const, now: new Date('2026-11-20T16:00:00Z') }
      reply(response, await granted(query, await openP12(await makeP12(seal))))
    },
    why: 'The certificate is not one for stamping time',
  },
  {
    what: 'a signature with a changed byte',
    answer: async (query, response) => {
      const bytes = await granted(query)
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      reply(response, bytes)
    },
    why: 'The signature is not good',
  },
  {
    what: 'a cut connection',
    answer: (_, response) => response.destroy(),
    why: 'The authority cannot be reached',
  },
]

const makeQueryOf = (text: string) =>
  pkijs.TimeStampReq.fromBER(bufferOf(makeQuery(hashOf(Buffer.from(text))).bytes))

async function countJobs(where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = 'issue-constancia' and ${where}`.execute(
    ctx.deps.db,
  )
  return rows[0]?.count ?? 0
}

const retriesDue = () => countJobs(sql`state = 'retry' and start_after <= now()`)
const unfinished = () => countJobs(sql`state in ('created', 'retry', 'active')`)

describe('an authority over HTTP (RFC 3161)', () => {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    psc.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`
  })
  beforeEach(() => {
    psc.calls = []
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('gets its user and password, and its constancia is stored', async () => {
    const { loan_id } = await sealed()
    psc.answer = good
    expect(await runJobs(usingHttp())).toEqual([loan_id])
    expect(psc.calls).toMatchObject([
      {
        method: 'POST',
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        authorization: `Basic ${Buffer.from('financiera:clave').toString('base64')}`,
      },
    ])
    expect(await signedContractOf(ctx, loan_id)).toMatchObject({ constancia_policy: '2.999.151.1' })
  })

  test.each(failures)(
    'that answers $what causes an error, and nothing is stored',
    async ({ answer, why }) => {
      const { loan_id, headers } = await sealed()
      await ctx.deps.queue.drain('issue-constancia', async () => undefined)
      psc.answer = answer
      await expect(issueConstancia(usingHttp(), { loan_id })).rejects.toThrow(why)
      expect(await signedContractOf(ctx, loan_id)).toMatchObject(nothing)
      expect((await documentsOf(ctx, { loan_id, headers })).count).toBe(1)
    },
  )

  test('whose signer does not lead to an anchor is refused, kept with the reason, and accepted with its own anchor', async () => {
    const other = await openP12(await makeP12({ name: 'Otra', purpose: 'time-stamp', now: signedAt }))
    psc.answer = good
    const { loan_id } = await sealed()
    const issue = (anchor: KeyStore) => issueConstancia(withAnchors(usingHttp(), anchor), { loan_id })
    for (const _ of [1, 2]) await expect(issue(other)).rejects.toThrow('does not lead to a trust anchor')
    expect(await signedContractOf(ctx, loan_id)).toMatchObject(nothing)
    const { signed_sha256 } = await signedContractOf(ctx, loan_id)
    const failures = () =>
      ctx.deps.db
        .selectFrom('constancia_failure')
        .selectAll()
        .where('sha256', '=', signed_sha256 ?? '')
        .execute()
    expect(await failures()).toMatchObject([
      { attempts: 2, reason: 'The certificate does not lead to a trust anchor' },
    ])
    await issue(authority)
    expect(await signedContractOf(ctx, loan_id)).toMatchObject({ constancia_policy: '2.999.151.1' })
    expect(await failures()).toEqual([])
    const { after } = await ctx.deps.db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'contract.constancia_issued')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ chain: 'checked' })
  })

  test('that does not answer causes an error after the time-out', async () => {
    psc.answer = () => undefined
    const provider = httpConstancias({ url: psc.url, timeout_ms: 200, clock: ctx.deps.clock })
    await expect(provider.issue(hashOf(Buffer.from('x')))).rejects.toThrow('does not answer in time')
    expect(psc.calls[0]).not.toHaveProperty('authorization')
  })

  test('that fails is called again by the job until it issues one', async () => {
    psc.answer = (_, response) => response.writeHead(502).end()
    // A queue of its own, so that its worker ends with the test.
    const queue = await startQueue(ctx.deps.env.database_url ?? '', ctx.deps.log, {
      names: ['issue-constancia'],
    })
    onTestFinished(() => queue.stop())
    await queue.work('issue-constancia', (data) => issueConstancia(usingHttp(), data))
    const { loan_id } = await sealed()
    await expect.poll(retriesDue, { timeout: 30_000, interval: 50 }).toBe(1)
    expect(psc.calls).toHaveLength(1)
    psc.answer = good
    // Another job wakes the worker at once; otherwise it polls for due jobs every 30 s.
    await ctx.deps.db
      .transaction()
      .execute((trx) => ctx.deps.queue.send(trx, 'issue-constancia', { loan_id }))
    const issued = async () => (await signedContractOf(ctx, loan_id)).constancia_issued_at
    await expect.poll(issued, { timeout: 20_000, interval: 50 }).toBe('2026-11-20T16:00:00.000Z')
    await expect.poll(unfinished, { timeout: 20_000, interval: 50 }).toBe(0)
  })
})

test('rejects a constancia with a changed bit, or reads the same facts', async () => {
  const hash = hashOf(Buffer.from('x'))
  const { bytes: query } = makeQuery(hash)
  const whole = await granted(query)
  const { bytes: _, ...facts } = await checkConstancia(whole, { sha256: hash })
  let refused = 0
  for (let at = 0; at < whole.length; at += 3) {
    const changed = Uint8Array.from(whole)
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
    const read = await checkConstancia(changed, { sha256: hash }).catch(() => undefined)
    if (read === undefined) refused += 1
    else expect({ at, ...read }).toMatchObject({ at, ...facts })
  }
  expect(refused).toBeGreaterThan((whole.length / 3) * 0.9)
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { makeP12 } from '../src/crypto/p12.ts'
import { freePort } from '../src/db/free-port.ts'
import { samplePdf } from '../src/demo/sample-pdf.ts'
import { judgeAlerts, largest, missingPromtool, type Scrape } from './alert-rules.ts'
import { expectPaidOnceEach, findUnfinished } from './books.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { completeSettings } from './complete-settings.ts'
import { createTestContext, type TestContext } from './context.ts'
import type { Life } from './lives.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { acceptByHttp, type Offer, offerByHttp } from './payout-by-http.ts'
import { startProgram } from './program.ts'
import { startTime } from './running-time.ts'
import { type Bucket, startBucket } from './s3.ts'
import { launchServer, type ServerProcess } from './server-process.ts'
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts'
import { startWire, type Wire } from './wire.ts'

const isNightly = inject('kills').count >= 10
const missing = isNightly ? missingPromtool() : []
if (missing.length > 0) process.stdout.write(`Outages are not tested: apt-get install ${missing.join(' ')}\n`)
const isRun = isNightly && missing.length === 0

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const METRICS_TOKEN = 'm'.repeat(32)
const patience = { timeout: 400_000, interval: 250 }
const names = ['a', 'b'] as const
type Name = (typeof names)[number]

let cluster: Cluster
let ctx: TestContext
let simulator: SimulatorProcess
let bucket: Bucket
let mails: MailServer
let wires: Record<'stp' | 'storage' | 'mail', Wire>
let ports: Record<Name, number>
let pass: ReturnType<typeof startTime>
const servers: Partial<Record<Name, ServerProcess>> = {}
const lives: Life[] = []

const settings = () => ({
  METRICS_TOKEN,
  STORAGE_URL: `s3://files?region=us-east-1&endpoint=${encodeURIComponent(`http://127.0.0.1:${wires.storage.port}`)}`,
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: `smtp://127.0.0.1:${wires.mail.port}`,
})
const stp_url = () => `http://127.0.0.1:${wires.stp.port}`

async function start(name: Name, more: Record<string, string> = {}) {
  await pass(0)
  const launched = launchServer(ctx, {
    port: ports[name],
    stp_url: stp_url(),
    settings: { ...settings(), ...more },
  })
  servers[name] = await launched.ready()
}

function serverOf(name: Name): ServerProcess {
  const server = servers[name]
  if (server === undefined) throw new Error(`Server ${name} does not run`)
  return server
}

async function metricsOf(name: Name): Promise<string | null> {
  const url = `http://127.0.0.1:${ports[name]}/metrics`
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return answer.status === 200 ? await answer.text() : null
  } catch {
    return null
  }
}

const scrape = async (): Promise<Scrape> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await metricsOf(name)])))

const figure = async (sample: string) => largest(await scrape(), sample)

const accepted = z.object({ order: z.object({ tracking_key: z.string() }) })
const statuses = (answers: { status: unknown }[]) => answers.map(({ status }) => status)

/** Repeats an acceptance with its key until it is paid out, and keeps it for the proof at the end. */
async function keep(offer: Offer, key: string, name: Name = 'a') {
  let body: unknown
  await expect
    .poll(async () => {
      const answer = await acceptByHttp(serverOf(name), offer, key)
      body = answer.body
      return answer.status
    }, patience)
    .toBe(200)
  const { loan_id, account } = offer
  const { tracking_key } = accepted.parse(body).order
  lives.push({ loan_id, account, tracking_key, amount: 10_000 })
}

/** Mails that wait for an attempt or were given up. What is not true any more when its turn comes is skipped. */
const unsentMails = () =>
  ctx.deps.db
    .selectFrom('notice_delivery')
    .select(['id', 'state', 'reason'])
    .where('channel', '=', 'mail')
    .where('state', 'not in', ['sent', 'skipped'])
    .execute()

/** Expects that what was begun is done once: payouts, contracts, mails, files and books. */
async function expectWhole() {
  await expect.poll(() => findUnfinished(ctx), patience).toEqual([])
  await expect.poll(unsentMails, patience).toEqual([])
  await expectPaidOnceEach(ctx, { lives, orders: await simulator.orders(), payments: 0 })
  expect(mails.taken.toSorted()).toEqual([...new Set(mails.taken)].toSorted())
  const rows = await ctx.deps.db
    .selectFrom('document')
    .select('storage_key')
    .where('kind', '=', 'contract')
    .execute()
  expect(rows.filter(({ storage_key }) => !bucket.objects.has(storage_key))).toEqual([])
}

const measuredAll: Record<string, unknown> = {}

/** Evaluates the shipped rules on an outage; what fired and what was measured is printed at the end. */
async function judge(
  name: string,
  { before, during, figures }: { before: Scrape; during: Scrape; figures: readonly string[] },
) {
  const after = await scrape()
  const { fires_after, at_end } = judgeAlerts({ before, during, after })
  measuredAll[name] = {
    figures: Object.fromEntries(
      figures.map((each) => [each, [before, during, after].map((scraped) => largest(scraped, each) ?? null)]),
    ),
    fires_after,
    at_end,
  }
  expect(at_end, name).toEqual([])
  return Object.keys(fires_after)
}

beforeAll(async () => {
  if (!isRun) return
  cluster = await startCluster()
  ctx = await createTestContext({ databases: cluster })
  simulator = await startSimulatorProcess(ctx, 200)
  bucket = await startBucket()
  mails = await startMailServer()
  wires = {
    stp: await startWire(Number(new URL(simulator.url).port)),
    storage: await startWire(Number(new URL(bucket.endpoint).port)),
    mail: await startWire(mails.port),
  }
  ports = { a: await freePort(), b: await freePort() }
  pass = startTime(ctx, simulator)
  for (const name of names) await start(name)
  await simulator.setWebhook(serverOf('b').api)
})

afterAll(async () => {
  if (!isRun) return
  process.stdout.write(`${JSON.stringify(measuredAll, null, 1)}\n`)
  for (const name of names) await servers[name]?.kill()
  await simulator.kill()
  for (const wire of Object.values(wires)) await wire.cut()
  bucket.close()
  mails.close()
  await ctx.close()
  await cluster.remove()
})

const limits = { timeout: 900_000 }

test.runIf(isRun)('STP away: orders wait in doubt and are paid once after it is back', limits, async () => {
  const offer = await offerByHttp(ctx, serverOf('a'))
  const before = await scrape()
  const key = randomUUID()
  await wires.stp.cut()
  expect(await acceptByHttp(serverOf('a'), offer, key)).toMatchObject({ status: 202 })
  await expect.poll(() => figure('quincena_transfers_open{status="unknown"}'), patience).toBe(1)
  await expect
    .poll(() => figure('quincena_service_failing_seconds{service="stp"}'), patience)
    .toBeGreaterThan(0)
  const during = await scrape()
  await wires.stp.mend()
  await keep(offer, key)
  await expectWhole()
  const figures = [
    'quincena_transfers_open{status="unknown"}',
    'quincena_service_failing_seconds{service="stp"}',
  ]
  expect(await judge('STP', { before, during, figures })).toEqual([
    'QuincenaServiceAway',
    'QuincenaTransferInDoubt',
  ])
})

/** Uploads a document of the offer's worker; returns the status. */
async function upload(offer: Offer): Promise<number> {
  const worker = await ctx.deps.db
    .selectFrom('loan')
    .select('user_id')
    .where('id', '=', offer.loan_id)
    .executeTakeFirstOrThrow()
  const form = new FormData()
  form.set('filename', 'INE')
  form.set('user', String(worker.user_id))
  form.set('file', new Blob([Buffer.from(await samplePdf('INE'))], { type: 'application/pdf' }), 'INE.pdf')
  const answer = await fetch(`${serverOf('a').api}/documents/`, {
    method: 'POST',
    headers: offer.headers,
    body: form,
  })
  await answer.body?.cancel()
  return answer.status
}

test.runIf(isRun)(
  'file storage away: loans are paid out, contracts are sealed after it is back',
  limits,
  async () => {
    const offer = await offerByHttp(ctx, serverOf('a'))
    const before = await scrape()
    const key = randomUUID()
    await wires.storage.cut()
    expect(statuses([await acceptByHttp(serverOf('a'), offer, key)])).toEqual([200])
    expect(await upload(offer)).toBe(503)
    await expect
      .poll(() => figure('quincena_service_failing_seconds{service="storage"}'), patience)
      .toBeGreaterThan(0)
    await expect.poll(() => figure('quincena_contracts_unsealed'), patience).toBe(1)
    await expect.poll(() => figure('quincena_contract_unsealed_oldest_seconds'), patience).toBeGreaterThan(0)
    const during = await scrape()
    await wires.storage.mend()
    expect(await upload(offer)).toBe(201)
    await keep(offer, key)
    await expectWhole()
    const figures = [
      'quincena_contracts_unsealed',
      'quincena_jobs{name="seal-contract",state="retrying"}',
      'quincena_service_failing_seconds{service="storage"}',
    ]
    expect(await judge('storage', { before, during, figures })).toEqual([
      'QuincenaContractUnsealed',
      'QuincenaServiceAway',
    ])
  },
)

test.runIf(isRun)('mail server away: mails wait and are sent once after it is back', limits, async () => {
  const before = await scrape()
  const sent = mails.taken.length
  await wires.mail.cut()
  // Several mails, so that each process tries some at once.
  const begun: [Offer, string][] = []
  for (const name of ['a', 'b', 'a', 'b'] as const) {
    const [offer, key] = [await offerByHttp(ctx, serverOf(name)), randomUUID()]
    expect(statuses([await acceptByHttp(serverOf(name), offer, key)])).toEqual([200])
    begun.push([offer, key])
  }
  await expect
    .poll(() => figure('quincena_notices_undelivered{state="failing"}'), patience)
    .toBeGreaterThan(0)
  await expect
    .poll(() => figure('quincena_service_failing_seconds{service="mail"}'), patience)
    .toBeGreaterThan(0)
  await expect.poll(() => figure('quincena_contracts_unsealed'), patience).toBe(0)
  const during = await scrape()
  expect(mails.taken).toHaveLength(sent)
  await wires.mail.mend()
  for (const [offer, key] of begun) await keep(offer, key)
  await expectWhole()
  expect(mails.taken.length).toBeGreaterThan(sent)
  const figures = [
    'quincena_notices_undelivered{state="failing"}',
    'quincena_service_failing_seconds{service="mail"}',
  ]
  expect(await judge('mail', { before, during, figures })).toEqual(['QuincenaMailAway'])
})

test.runIf(isRun)(
  'database away: calls answer 503, and the same calls succeed after it is back',
  limits,
  async () => {
    const offer = await offerByHttp(ctx, serverOf('a'))
    const before = await scrape()
    const key = randomUUID()
    await cluster.stop('immediate')
    expect(statuses([await acceptByHttp(serverOf('a'), offer, key)])).toEqual([503])
    await expect.poll(() => figure('quincena_database_up'), patience).toBe(0)
    const during = await scrape()
    expect(Object.values(during)).not.toContain(null)
    await cluster.start()
    await keep(offer, key)
    await expectWhole()
    await expect.poll(() => figure('quincena_database_up'), patience).toBe(1)
    const figures = ['quincena_database_up', 'quincena_payouts_paused']
    expect(await judge('database', { before, during, figures })).toEqual(['QuincenaDatabaseDown'])
  },
)

test.runIf(isRun)('one of two processes killed: the other finishes its work', limits, async () => {
  const [cut, queued] = [await offerByHttp(ctx, serverOf('a')), await offerByHttp(ctx, serverOf('a'))]
  const before = await scrape()
  const keys = [randomUUID(), randomUUID()] as const
  const calls = [acceptByHttp(serverOf('a'), cut, keys[0]), acceptByHttp(serverOf('b'), queued, keys[1])]
  await sleep(60)
  await serverOf('a').kill()
  await Promise.all(calls)
  const during = await scrape()
  expect(during.a).toBeNull()
  await keep(cut, keys[0], 'b')
  await keep(queued, keys[1], 'b')
  await expectWhole()
  await start('a')
  expect(await judge('process', { before, during, figures: [] })).toEqual(['QuincenaProcessDown'])
})

test.runIf(isRun)(
  'all processes ended: there are no figures, and both go on after their start',
  limits,
  async () => {
    const before = await scrape()
    for (const name of names) expect(await serverOf(name).end()).toBe(0)
    const during = await scrape()
    expect(during).toEqual({ a: null, b: null })
    for (const name of names) await start(name)
    await expectWhole()
    expect(await judge('all processes', { before, during, figures: [] })).toEqual([
      'QuincenaAllDown',
      'QuincenaProcessDown',
    ])
  },
)

test.runIf(isRun)(
  'certificate gone: nobody can accept, and what was signed is sealed after it is back',
  limits,
  async () => {
    const signed = await offerByHttp(ctx, serverOf('a'))
    const unsigned = await offerByHttp(ctx, serverOf('a'))
    const before = await scrape()
    const keys = [randomUUID(), randomUUID()] as const
    await wires.storage.cut()
    expect(statuses([await acceptByHttp(serverOf('a'), signed, keys[0])])).toEqual([200])
    await expect.poll(() => figure('quincena_contracts_unsealed'), patience).toBe(1)

    // A wrong passphrase: the process ends, and the other works on.
    expect(await serverOf('a').end()).toBe(0)
    const refused = startProgram([main], {
      ...completeSettings(ctx),
      ...settings(),
      PORT: String(ports.a),
      CONTRACT_P12_PASSPHRASE: 'nope',
    })
    expect(await refused.ended()).toBe(78)
    expect(refused.output()).toBe('CONTRACT_P12_PASSPHRASE: does not open CONTRACT_P12; correct it\n')

    // An expired certificate in all processes.
    expect(await serverOf('b').end()).toBe(0)
    const expired = await makeP12({ name: 'Préstamos', purpose: 'seal', now: new Date('2014-01-01') })
    const gone = { CONTRACT_P12: expired.p12, CONTRACT_P12_PASSPHRASE: expired.passphrase }
    for (const name of names) await start(name, gone)
    await wires.storage.mend()
    expect(statuses([await acceptByHttp(serverOf('a'), unsigned, keys[1])])).toEqual([503])
    await expect.poll(() => figure('quincena_certificate_usable'), patience).toBe(0)
    await sleep(5000)
    const during = await scrape()
    expect(largest(during, 'quincena_contracts_unsealed')).toBe(1)

    for (const name of names) {
      expect(await serverOf(name).end()).toBe(0)
      await start(name)
    }
    await keep(signed, keys[0])
    await keep(unsigned, keys[1])
    await expectWhole()
    const figures = [
      'quincena_certificate_usable',
      'quincena_certificate_days_left',
      'quincena_contracts_unsealed',
    ]
    expect(await judge('certificate', { before, during, figures })).toEqual([
      'QuincenaCertificateExpires',
      'QuincenaCertificateUnusable',
      'QuincenaContractUnsealed',
    ])
  },
)

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dataOf } from '@quincena/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../src/db/free-port.ts'
import { clabeOf } from '../src/demo/identity.ts'
import { machinePrograms, missingPackages } from './cluster-packages.ts'
import type { Daemon } from './daemons.ts'
import { startDebianPostgres, startPgbouncer } from './installation/databases.ts'
import { blocksOf, fillIn } from './installation/documents.ts'
import {
  filesOf,
  type Machine,
  prepareMachine,
  startUnit,
  unpack,
  writeSettings,
} from './installation/machine.ts'
import { type MailSink, startMailSink } from './installation/mail-sink.ts'
import { type Certificate, host, makeCertificate, type Nginx, startNginx } from './installation/nginx.ts'
import {
  acceptInvitation,
  addFactor,
  borrow,
  completeFile,
  confirmWorker,
  enterWorker,
  type Member,
} from './installation/people.ts'
import { type Bucket, startBucket } from './s3.ts'

const missing = inject('installs') ? missingPackages(machinePrograms) : []
if (missing.length > 0)
  process.stdout.write(`The installation is not tested: apt-get install ${missing.join(' ')}\n`)
const isRun = inject('installs') && missing.length === 0

const root = fileURLToPath(new URL('../../../', import.meta.url))
const secret = () => randomBytes(32).toString('hex')
const payer_account = clabeOf('646', '18012345678')
const metrics_token = secret()
const webhook_secret = secret()
const [first, second, worker_email] = ['uno@example.mx', 'dos@example.mx', 'maria@example.mx']

let machine: Machine
let archive: string
let unpacked: string[]
let superuser: URL
let mail: MailSink
let files: Bucket
let backups: Bucket
let nginx: Nginx
let stp: string
let tls: Certificate
let people: { first: Member; second: Member; worker: Member }
let loan_id: number
const addresses = { server: '', owner: '', pooler: '' }
const ports = { web: [0, 0] as [number, number], jobs: 0 }
const units: Daemon[] = []

/** Runs what a page says and expects that it succeeds; returns its output. */
async function succeed(running: ReturnType<Machine['run']>): Promise<string> {
  const { code, output } = await running
  expect(code, output).toBe(0)
  return output
}

/** The settings of the machine, as somebody would type them. */
function settings(): Record<string, string> {
  return {
    ...{ LENDER_NAME: 'Préstamos de Prueba SOFOM ENR', LENDER_ADDRESS: 'Av. Reforma 1, Ciudad de México' },
    ...{
      LENDER_PHONE: '5512345678',
      LENDER_EMAIL: 'hola@example.mx',
      LENDER_RECA: '1234-567-890123/01-00001-1125',
    },
    ...{ PUBLIC_URL: `https://${host}`, SMTP_URL: mail.url, MAIL_FROM: 'Prueba <hola@example.mx>' },
    ...{ CONTRACT_P12: join(machine.folder, 'etc/seal.p12'), CONTRACT_P12_PASSPHRASE: 'PASSPHRASE' },
    ...{ AUDIT_KEY: secret(), SECRET_KEY: secret(), METRICS_TOKEN: metrics_token },
    ...{ STP_URL: stp, STP_COMPANY: 'PRUEBA', STP_PAYER_ACCOUNT: payer_account },
    STP_PRIVATE_KEY: readFileSync(join(machine.folder, 'etc/stp.pem'), 'utf8').trim(),
    ...{ STP_PASSPHRASE: 'palabra', STP_WEBHOOK_SECRET: webhook_secret, STP_WEBHOOK_ALLOW: '127.0.0.1' },
    ...{ DATABASE_URL: addresses.pooler, DATABASE_DIRECT_URL: addresses.server },
    ...{ DATABASE_OWNER_URL: addresses.owner, DATA_DIR: join(machine.folder, 'var') },
    STORAGE_URL: `s3://files?region=us-east-1&endpoint=${files.endpoint}`,
    BACKUP_URL: `s3://backups/quincena?region=us-east-1&endpoint=${backups.endpoint}`,
    ...{ BACKUP_KEY: secret(), TRUST_PROXY: 'loopback' },
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

describe.runIf(isRun)('a fresh machine, by docs/operations', () => {
  beforeAll(async () => {
    machine = prepareMachine()
    mail = await startMailSink()
    files = await startBucket()
    backups = await startBucket()
  })
  afterAll(async () => {
    await nginx?.stop()
    await machine?.remove()
    for (const part of [mail, files, backups]) part?.close()
  })

  test('deploy.md, step 1: the archive is built, has its sum and is unpacked', async () => {
    const built = execFileSync(process.execPath, ['scripts/build-release.ts', '--dirty'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    archive = /^(?<path>.+\.tar\.gz): /m.exec(built)?.groups?.path ?? built
    const [commands = ''] = blocksOf('deploy', { heading: 'Install a release', language: '' })
    expect(await succeed(unpack(machine, archive, commands))).toContain(': OK')
    unpacked = filesOf(machine)
  })

  test('postgresql.md: Debian’s PostgreSQL gets both users, and PgBouncer stands before it', async () => {
    superuser = await startDebianPostgres(machine, secret())
    const printed = await succeed(
      machine.run(['npm', 'run', '-s', 'db:roles'], {
        cwd: machine.release,
        env: { DATABASE_ADMIN_URL: superuser.href },
      }),
    )
    addresses.server = /^DATABASE_URL=(?<url>\S+)$/m.exec(printed)?.groups?.url ?? printed
    addresses.owner = /^DATABASE_OWNER_URL=(?<url>\S+)$/m.exec(printed)?.groups?.url ?? printed
    addresses.pooler = (await startPgbouncer(machine, new URL(addresses.server))).href
  })

  test('stp-onboarding.md and stp-simulator.md: STP has the public key', async () => {
    const [commands = ''] = blocksOf('stp-onboarding', { heading: '2. Make the key', language: '' })
    const script = fillIn(commands, [
      ['-aes256', '-aes256 -pass pass:palabra'],
      ['-in stp.pem -pubout', '-in stp.pem -passin pass:palabra -pubout'],
    ])
    const etc = join(machine.folder, 'etc')
    await succeed(machine.run(['bash', '-ec', script], { cwd: etc }))
    // STP's calls come through the proxy, whose certificate no public authority signed here.
    tls = makeCertificate(etc)
    const port = await freePort()
    stp = `http://127.0.0.1:${port}`
    const options = { port, 'public-key': join(etc, 'stp-public.pem'), 'settle-ms': 500, company: 'PRUEBA' }
    const words = Object.entries({ ...options, 'payer-account': payer_account }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ])
    const simulator = machine.launch('stp', [
      ...['env', `NODE_EXTRA_CA_CERTS=${tls.certificate}`, process.execPath],
      ...[join(machine.release, 'server/simulator.js'), ...words],
    ])
    await expect.poll(() => simulator.log()).toContain(stp)
    // As STP does: bank days, and the cut of 18:00.
    const clock = { method: 'PUT', body: JSON.stringify({ mode: 'real' }) }
    expect((await fetch(`${stp}/admin/clock`, clock)).status).toBe(200)
  })

  test('deploy.md, step 3: the settings are filled in, and config:check has no fault and no warning', async () => {
    const blocks = blocksOf('deploy', { heading: 'Install a release', language: '' })
    const certificate = blocks.find((block) => block.includes('openssl')) ?? ''
    const etc = join(machine.folder, 'etc')
    await succeed(machine.run(['bash', '-ec', certificate], { cwd: etc }))
    // Another user without rights stands for `quincena`.
    chmodSync(join(etc, 'seal.p12'), 0o644)
    chmodSync(join(machine.folder, 'var'), 0o777)
    const key = 'AWS_ACCESS_KEY_ID=trial\nAWS_SECRET_ACCESS_KEY=trial\n'
    writeSettings(machine, settings(), key)
    const checked = await machine.operate('npm run -s config:check')
    expect(checked).toEqual({ code: 0, output: expect.stringContaining('warnings: 0.') })
  })

  test('deploy.md, steps 4 and 5: two processes for the apps and one for the jobs start, behind nginx', async () => {
    ports.web = [await freePort(), await freePort()]
    ports.jobs = await freePort()
    units.push(startUnit(machine, { unit: 'quincena-jobs.service', port: ports.jobs }))
    for (const port of ports.web) units.push(startUnit(machine, { unit: 'quincena-web@.service', port }))
    nginx = await startNginx(machine.folder, { ports: ports.web, tls })
    const logs = () => units.map((unit) => unit.log()).join('\n')
    for (const port of [ports.jobs, ...ports.web])
      await expect.poll(() => isReady(port), { timeout: 120_000, message: logs() }).toBe(true)

    const page = await nginx.fetch(`${nginx.url}/quincena/`)
    expect(page.headers.get('strict-transport-security')).toBeTruthy()
    expect((await nginx.fetch(`${nginx.url}/metrics`)).status).toBe(404)
    const plain = await fetch(nginx.plain_url, { redirect: 'manual', headers: { host } })
    expect(plain.status).toBe(301)
  })

  test('deploy.md, First administrator: two administrators accept their invitations', async () => {
    for (const email of [first, second])
      expect(await succeed(machine.operate(`npm run -s admin:create -- ${email}`))).toContain(email)
    const members = []
    for (const email of [first, second]) {
      const member = await acceptInvitation(nginx, mail, email)
      await addFactor(member)
      members.push(member)
    }
    const [one, two] = members
    if (one === undefined || two === undefined) expect.unreachable()
    people = { first: one, second: two, worker: one }
  })

  test('stp-onboarding.md, steps 3 to 5: a worker’s first loan is paid out', async () => {
    const webhook = `https://127.0.0.1:${new URL(nginx.url).port}/quincena/api/stp/webhooks/${webhook_secret}/order-state`
    const change = { method: 'PUT', body: JSON.stringify({ webhook }) }
    expect((await fetch(`${stp}/admin/settings`, change)).status).toBe(200)

    const { id } = await enterWorker(people.first, worker_email)
    people.worker = await acceptInvitation(nginx, mail, worker_email)
    expect(people.worker.id).toBe(id)
    await completeFile(people.worker)
    expect([...files.objects.keys()].filter((key) => key.startsWith('documents/'))).toHaveLength(5)
    expect(await confirmWorker(people.second, id)).toEqual({ documents: 5, confirmed: 1 })
    loan_id = await borrow(people.worker, people.second)

    const { client } = people.second
    const list = async () => dataOf(await client.GET('/stp')).results
    const order = async () => (await list()).find(({ loan }) => loan === loan_id)
    await expect.poll(order, { message: units[0]?.log() ?? '' }).toMatchObject({ state: 'LQ' })
    const orders = await (await fetch(`${stp}/admin/orders`)).json()
    expect(orders).toMatchObject({ orders: [{ estado: 'LQ', monto: 6000 }] })
    // STP's callback came through nginx, so nobody had to ask.
    const lines = units.flatMap((unit) => unit.log().split('\n'))
    expect(lines.find((line) => line.includes('/order-state'))).toContain('"status":200')
  })

  test('mail.md and storage-s3.md: the worker has a mail, and the sealed contract is in the bucket', async () => {
    await expect
      .poll(() =>
        mail.mails
          .filter(({ to }) => to === worker_email)
          .map(({ text }) => text)
          .join('\n'),
      )
      .toContain('6,000.00')
    const contract = () => [...files.objects].find(([key]) => key.includes('/signed-'))
    await expect.poll(() => contract()?.[1].subarray(0, 5).toString()).toBe('%PDF-')
    const file = join(machine.folder, 'contract.pdf')
    const [, bytes = Buffer.alloc(0)] = contract() ?? []
    writeFileSync(file, bytes)
    await succeed(machine.operate(`npm run -s contract:verify -- ${file}`))
  })

  test('backup-drill.md: a backup goes to its bucket, and the drill restores and compares it', async () => {
    await succeed(machine.operate('npm run -s backup'))
    expect([...backups.objects.keys()].some((key) => key.includes('manifest'))).toBe(true)
    const another = { DATABASE_ADMIN_URL: `${inject('databases').url}postgres` }
    const drilled = await succeed(machine.operate('npm run -s backup:drill', another))
    process.stdout.write(`${drilled.trim().split('\n').at(-1)}\n`)
  })

  test('admin-commands.md and monitoring.md: the checks pass, and the metrics name no problem', async () => {
    for (const command of ['ledger:verify', 'audit:verify'])
      await succeed(machine.operate(`npm run -s ${command}`))
    expect(await succeed(machine.operate('npm run -s admin -- jobs --failed'))).not.toMatch(/failed +[1-9]/)
    const metrics = async () => {
      const headers = { authorization: `Bearer ${metrics_token}` }
      return (await fetch(`http://127.0.0.1:${ports.web[0]}/metrics`, { headers })).text()
    }
    await expect.poll(metrics).toMatch(/^quincena_transfers_open\S* 0$/m)
    const figures = await metrics()
    expect(figures).toMatch(/^quincena_database_up 1$/m)
    expect(figures).toMatch(/^quincena_contracts_unsealed\S* 0$/m)
  })

  test('deploy.md, How a process starts and ends: a restart answers soon, and all end with 0', async () => {
    const [port] = ports.web
    const starts_ms: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const [ended] = units.splice(1, 1)
      const ending = ended?.stop()
      await sleep(100)
      // The second signal ends the delay.
      await Promise.all([ending, ended?.stop()])
      const began_ms = performance.now()
      units.splice(1, 0, startUnit(machine, { unit: 'quincena-web@.service', port }))
      await expect.poll(() => isReady(port), { interval: 10 }).toBe(true)
      starts_ms.push(Math.round(performance.now() - began_ms))
    }
    const [load = 0] = loadavg()
    process.stdout.write(`ready after ${starts_ms.join(', ')} ms, load ${load.toFixed(1)}\n`)
    await Promise.all(units.map((unit) => unit.stop()))
    expect(units.map((unit) => unit.exitCode())).toEqual(units.map(() => 0))
    expect(filesOf(machine)).toEqual(unpacked)
    expect(existsSync(join(machine.folder, 'var/files'))).toBe(false)
  })
})

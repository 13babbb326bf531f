import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeNewcomer, makeStaff, signIn } from '../../test/factories.ts'
import { takeMails } from '../../test/mails.ts'
import { startProgram } from '../../test/program.ts'

const program = fileURLToPath(new URL('./admin.ts', import.meta.url))

let ctx: TestContext
beforeEach(async () => {
  ctx = await createTestContext()
  catchUp()
})

/** The program has the system's clock: what it queued is due by it. */
function catchUp() {
  ctx.setNow(Temporal.Now.instant().toString())
}

/** Starts the program with the settings that it needs and no others. */
function start(args: string[], settings: Record<string, string> = {}) {
  const { env, secrets } = ctx.deps
  const stores = { DATABASE_URL: env.database_url ?? '', DATA_DIR: env.data_dir }
  const AUDIT_KEY = secrets.audit_keys.join(',')
  return startProgram([program, ...args], { ...stores, AUDIT_KEY, SUDO_USER: 'olga', ...settings })
}

async function admin(...args: string[]) {
  const started = start(args)
  const code = await started.ended()
  return { code, text: started.output().trim() }
}

interface Values {
  is_active?: boolean
  password_hash?: string | null
}

const update = () => ctx.deps.db.updateTable('app_user')

/** A person of the staff with a password, so that they could decide. */
async function makePerson(type: 'U0' | 'U1', values: Values = {}) {
  const user = await makeStaff(ctx, type)
  await update()
    .set({ password_hash: 'x', ...values })
    .where('id', '=', user.id)
    .execute()
  return user
}

async function giveFactor({ id: user_id }: { id: number }) {
  const now = ctx.clock.now.toString()
  const row = {
    user_id,
    sealed_secret: Buffer.from('x'),
    created_at: now,
    confirmed_at: now,
    last_step: null,
  }
  await ctx.deps.db.insertInto('two_factor').values(row).execute()
}

const hasFactor = async ({ id }: { id: number }) =>
  (await ctx.deps.db.selectFrom('two_factor').select('user_id').where('user_id', '=', id).execute()).length >
  0

async function openSessions({ id }: { id: number }) {
  const query = ctx.deps.db.selectFrom('session').select('id').where('ended_at', 'is', null)
  return (await query.where('user_id', '=', id).execute()).length
}

async function auditRows(...actions: string[]) {
  const query = ctx.deps.db.selectFrom('audit').select(['action', 'actor_id', 'user_agent', 'after'])
  return query.where('action', 'in', actions).orderBy('id').execute()
}

async function openApproval(action: string) {
  const query = ctx.deps.db.selectFrom('approval').select(['id', 'state', 'requested_by', 'deciders'])
  return query.where('action', '=', action).orderBy('id', 'desc').executeTakeFirstOrThrow()
}

async function call(headers: Record<string, string>, route: string, payload: object = {}) {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string]
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  const body = method === 'GET' ? {} : { payload }
  const answer = await ctx.app.inject({ method, url: `${ctx.api}${path}`, headers: keyed, ...body })
  return { status: answer.statusCode, body: answer.json() }
}

const paused = async () =>
  (
    await ctx.deps.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'payouts_paused')
      .executeTakeFirst()
  )?.value

const operator = /^línea de comandos \(olga, como \S+\)$/

test.each([
  { args: [], line: /^It needs a command: npm run -s admin -- help lists them\.$/ },
  { args: ['resume'], line: /^There is no command «resume»/ },
  { args: ['help', 'jobs'], line: /^There is no command «help»/ },
  { args: ['reset-factor'], line: /^reset-factor EMAIL: It takes one e-mail address, and nothing else\.$/ },
  { args: ['reset-factor', 'ana'], line: /^reset-factor EMAIL: «ana» is not an e-mail address\.$/ },
  { args: ['resend-invitation', 'a@b.mx', 'c@d.mx'], line: /^resend-invitation EMAIL: / },
  { args: ['pause-payouts'], line: /^pause-payouts REASON: It takes a reason of at most 500 characters\.$/ },
  { args: ['resume-payouts', 'x'.repeat(501)], line: /^resume-payouts REASON: / },
  { args: ['jobs', '--all'], line: /takes only --failed and --name NAME\.$/ },
  { args: ['retry-job', '12'], line: /^retry-job ID: «12» is not the id of a job\.$/ },
])('refuses $args with one line and exit code 64', async ({ args, line }) => {
  // Not even the settings are read.
  const started = start(args, { DATABASE_URL: 'nowhere', AUDIT_KEY: '' })
  expect(await started.ended()).toBe(64)
  expect(started.output().trim()).toMatch(line)
  expect(started.output().trim().split('\n')).toHaveLength(1)
})

test('lists the commands, and ends with 78 for missing settings', async () => {
  const help = await admin('help')
  expect(help.code).toBe(0)
  for (const name of ['reset-factor', 'pause-payouts', 'resume-payouts', 'jobs', 'retry-job', 'help'])
    expect(help.text).toContain(`\n  ${name}`)
  const started = start(['jobs'], { AUDIT_KEY: '', DATA_DIR: join(ctx.deps.env.data_dir, 'none') })
  expect(await started.ended()).toBe(78)
  expect(started.output()).toBe('AUDIT_KEY: is missing; set the one of the server\n')
})

test('names an unknown person, a person without a factor and a database of another version with exit code 1', async () => {
  await makePerson('U0')
  const manager = await makePerson('U1')
  expect(await admin('reset-factor', 'nadie@quincena.mx')).toEqual({
    code: 1,
    text: 'No active user has the e-mail address nadie@quincena.mx.',
  })
  expect(await admin('reset-factor', manager.email)).toEqual({
    code: 1,
    text: 'This person has no second factor.',
  })
  await sql`insert into kysely_migration values ('999_later.sql', 'x')`.execute(ctx.superuser)
  expect(await admin('jobs')).toEqual({
    code: 1,
    text: 'The database is of another version: use the program of the version that runs.',
  })
})

test('pauses payouts at once: switch, audit row with the operator, mail to every active admin', async () => {
  const [first, second] = [await makePerson('U0'), await makePerson('U0')]
  await makePerson('U0', { is_active: false })
  await makePerson('U1')
  const reason = 'STP paga dos veces'
  expect(await admin('pause-payouts', ...reason.split(' '))).toEqual({
    code: 0,
    text: 'All payouts are paused.',
  })
  expect(await paused()).toEqual({ paused: true, by: null, reason, is_command_line: true })
  const [row] = await auditRows('payouts.paused')
  expect(row).toMatchObject({
    actor_id: null,
    user_agent: expect.stringMatching(operator),
    after: { reason },
  })

  catchUp()
  await ctx.drain(['send-mail'])
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  const texts = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
  // Beside each mail stands its HTML.
  const mails = texts.filter((text) => text.includes('To: '))
  for (const { email } of [first, second]) {
    const [mail = ''] = mails.filter((text) => text.includes(`To: ${email}`))
    expect(mail).toContain('por línea de comandos (olga, como')
    expect(mail).toContain(`pausó los envíos de dinero. Motivo: ${reason}`)
  }
  expect(new Set(mails.map((text) => /To: (?<to>\S+)/.exec(text)?.groups?.to))).toEqual(
    new Set([first.email, second.email]),
  )

  expect((await admin('pause-payouts', 'otra', 'vez')).text).toBe(
    `Payouts were paused already (${reason}); nothing has changed.`,
  )
  expect(await auditRows('payouts.paused')).toHaveLength(1)
})

test('asks an admin to resume payouts, who decides it in the app', async () => {
  const person = await makePerson('U0')
  await admin('pause-payouts', 'STP no responde')
  const asked = await admin('resume-payouts', 'STP responde')
  const approval = await openApproval('payouts.resume')
  expect(asked).toEqual({
    code: 0,
    text: `Payouts stay paused: an administrator decides it in the app, in «Autorizaciones» (request ${approval.id}).`,
  })
  expect(approval).toMatchObject({ state: 'open', requested_by: null, deciders: 'admin' })
  expect(await paused()).toMatchObject({ paused: true })
  expect(await auditRows('approval.requested')).toMatchObject([
    { actor_id: null, user_agent: expect.stringMatching(operator) },
  ])
  const again = await admin('resume-payouts', 'STP responde')
  expect(again).toEqual({
    code: 1,
    text: 'It was asked before and waits for an administrator, in «Autorizaciones».',
  })
  catchUp()
  const subjects = (await takeMails(ctx))
    .filter(({ to }) => to === person.email)
    .map(({ subject }) => subject)
  expect(subjects).toEqual(['Envíos de dinero en pausa', 'Se pidió reanudar los envíos de dinero'])

  const headers = await signIn(ctx, person)
  const manager = await signIn(ctx, await makePerson('U1'))
  const listed = await call(headers, 'GET /approvals?mine=false&state=open')
  expect(listed.body.results).toMatchObject([
    {
      ...{ id: approval.id, requested_by: null, requester: 'Línea de comandos', deciders_count: 1 },
      lines: [
        { label: 'Motivo de la pausa', value: 'STP no responde' },
        { label: 'Motivo para reanudar', value: 'STP responde' },
      ],
    },
  ])
  expect((await call(headers, 'GET /approvals/summary')).body).toMatchObject({
    waiting: 1,
    setting_changes: [],
  })
  const path = `POST /approvals/${approval.id}/approve`
  expect((await call(manager, path)).body.code).toBe('approval.admin_only')
  expect((await call(headers, path)).status).toBe(200)
  expect(await paused()).toMatchObject({ paused: false, by: person.id, reason: 'STP responde' })
  expect(await auditRows('payouts.resumed')).toMatchObject([{ actor_id: person.id }])
  expect((await admin('resume-payouts', 'otra vez')).text).toBe(
    'Payouts are not paused; nothing has changed.',
  )
})

test('a later pause is not ended by an earlier request', async () => {
  const headers = await signIn(ctx, await makePerson('U0'))
  await admin('pause-payouts', 'una')
  await admin('resume-payouts', 'ya')
  const { id } = await openApproval('payouts.resume')
  const turn = (payload: object) =>
    ctx.app.inject({ method: 'PUT', url: `${ctx.api}/stp/payouts`, headers, payload })
  await turn({ paused: false })
  await turn({ paused: true, reason: 'otra' })
  const approved = await call(headers, `POST /approvals/${id}/approve`)
  expect([approved.status, approved.body.code]).toEqual([409, 'approval.subject_changed'])
  expect(await paused()).toMatchObject({ paused: true, reason: 'otra' })
})

test('resumes payouts at once where no admin could decide it', async () => {
  await makePerson('U0', { password_hash: null })
  await admin('pause-payouts', 'una prueba')
  expect((await admin('resume-payouts', 'listo')).text).toBe(
    'Payouts are resumed. No administrator could decide it, so it was done at once.',
  )
  expect(await paused()).toEqual({ paused: false, by: null, reason: 'listo', is_command_line: true })
})

test('removes the factors of a worker at once and ends the sessions', async () => {
  await makePerson('U0')
  const worker = await makeNewcomer(ctx)
  await giveFactor(worker)
  await signIn(ctx, worker)
  const { code, text } = await admin('reset-factor', worker.email.toUpperCase())
  expect([code, text]).toEqual([
    0,
    `The second factors of ${worker.email} are removed and the sessions have ended.`,
  ])
  expect([await hasFactor(worker), await openSessions(worker)]).toEqual([false, 0])
  expect(await auditRows('two_factor.reset')).toMatchObject([
    { actor_id: null, user_agent: expect.stringMatching(operator) },
  ])
})

test('asks another admin before it removes the factors of staff; they do not decide their own', async () => {
  const [lost, other] = [await makePerson('U0'), await makePerson('U0')]
  await giveFactor(lost)
  const [own, headers] = [await signIn(ctx, lost), await signIn(ctx, other)]
  const asked = await admin('reset-factor', lost.email)
  expect(asked.text).toMatch(/^Nothing has changed yet: another administrator decides it/)
  expect([await hasFactor(lost), await openSessions(lost)]).toEqual([true, 1])
  const { id } = await openApproval('factor.reset')
  expect((await call(headers, `GET /approvals/${id}`)).body).toMatchObject({ deciders_count: 1 })
  expect((await call(own, 'GET /approvals/summary')).body).toMatchObject({ waiting: 0 })
  for (const decision of ['approve', 'refuse']) {
    const refused = await call(own, `POST /approvals/${id}/${decision}`, { reason: 'no' })
    expect([refused.status, refused.body.code]).toEqual([403, 'approval.about_you'])
  }
  const change = ctx.deps.db
    .updateTable('approval')
    .set({ state: 'approved', decided_by: lost.id, decided_at: ctx.clock.now.toString(), result: '{}' })
    .where('id', '=', id)
  await expect(change.execute()).rejects.toThrow('approval_about_another')
  expect((await call(headers, `POST /approvals/${id}/approve`)).status).toBe(200)
  expect([await hasFactor(lost), await openSessions(lost)]).toEqual([false, 0])
  expect(await auditRows('approval.requested', 'two_factor.reset')).toMatchObject([
    { action: 'approval.requested', actor_id: null },
    { action: 'two_factor.reset', actor_id: other.id },
  ])
  catchUp()
  const mails = (await takeMails(ctx)).filter(({ to }) => to === other.email)
  expect(mails.map(({ subject }) => subject)).toContain('Se pidió restablecer la verificación en dos pasos')
})

test('removes the factors of the only admin at once, and ends an earlier request', async () => {
  const [only, second] = [await makePerson('U0'), await makePerson('U0')]
  await giveFactor(only)
  await admin('reset-factor', only.email)
  await update().set({ is_active: false }).where('id', '=', second.id).execute()
  const { code, text } = await admin('reset-factor', only.email)
  expect(code).toBe(0)
  expect(text).toContain('No other administrator could decide it, so it was done at once.')
  expect(await hasFactor(only)).toBe(false)
  expect(await openApproval('factor.reset')).toMatchObject({ state: 'stale' })
})

test('mails a new invitation to a person without a password', async () => {
  const person = await makePerson('U0')
  const invited = await makePerson('U1', { password_hash: null })
  expect((await admin('resend-invitation', person.email)).text).toMatch(/^This person has a password/)
  expect((await admin('resend-invitation', invited.email)).code).toBe(0)
  expect(await auditRows('user.invited')).toMatchObject([{ actor_id: null }])
  catchUp()
  await ctx.drain(['mail-link'])
  const mails = await takeMails(ctx)
  expect(mails.some(({ to, subject }) => to === person.email && subject === 'Se envió otra invitación')).toBe(
    true,
  )
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  const texts = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
  expect(texts.some((text) => text.includes(`To: ${invited.email}`) && text.includes('#token='))).toBe(true)
})

/** A job whose retries have ended; its error names what nobody but the person should read. */
async function makeFailedJob(address: string): Promise<string> {
  const mail = { to: address, subject: 'Hola', preheader: '', paragraphs: ['Tu enlace'], key: randomUUID() }
  await ctx.deps.db.transaction().execute((trx) => ctx.deps.queue.send(trx, 'send-mail', mail))
  const output = JSON.stringify({ message: `550 <${address}> of 5512345678,\x1bGODE561231HDFRRN04 refused` })
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'failed', completed_on = now(), retry_count = retry_limit, output = ${output}::jsonb
    where name = 'send-mail' and state = 'created' returning id`.execute(ctx.deps.db)
  return rows[0]?.id ?? ''
}

test('lists jobs with the reasons of failures without personal data, and lets failed ones run again', async () => {
  const id = await makeFailedJob('ana@empresa.mx')
  await makeFailedJob('luis@empresa.mx')
  const listed = await admin('jobs', '--failed')
  expect(listed.code).toBe(0)
  expect(listed.text).toMatch(/^NAME +STATE +JOBS +OLDEST\nsend-mail +failed +2 +20/)
  expect(listed.text).toMatch(new RegExp(`${id} +send-mail +failed +\\S+ +550 <…> of …, … refused$`, 'm'))
  expect(listed.text).not.toMatch(/ana@|5512345678|GODE/)
  expect((await admin('jobs', '--name', 'mail-link')).text).toBe('No jobs.')

  const unknown = randomUUID()
  expect(await admin('retry-job', unknown)).toEqual({ code: 1, text: `No failed job has the id ${unknown}.` })
  expect((await admin('retry-job', id)).text).toBe(
    'Jobs of send-mail that run again within half a minute: 1.',
  )
  expect((await admin('retry-job', id)).code).toBe(1)
  expect((await admin('retry-jobs', 'send-mail')).code).toBe(0)
  expect((await admin('retry-jobs', 'send-mail')).text).toBe('No job of the name send-mail has failed.')
  expect(await auditRows('job.retried')).toMatchObject([
    { actor_id: null, after: { job: 'send-mail', jobs: 1, id } },
    { actor_id: null, after: { job: 'send-mail', jobs: 1 } },
  ])
  const sent = (await takeMails(ctx)).map(({ to }) => to)
  expect(sent.toSorted()).toEqual(['ana@empresa.mx', 'luis@empresa.mx'])
})

test('a program that is killed in the middle leaves nothing behind', async () => {
  await makePerson('U0')
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  // A mail of the command waits for this lock: the switch and its audit row are written before.
  const holding = ctx.superuser.transaction().execute(async (trx) => {
    await sql`lock table notice_delivery in exclusive mode`.execute(trx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const started = start(['pause-payouts', 'una prueba'])
  const waits = sql<{ waits: boolean }>`select exists (select from pg_locks
    where not granted and relation = 'notice_delivery'::regclass) as waits`
  await expect
    .poll(async () => (await waits.execute(ctx.superuser)).rows[0]?.waits, { timeout: 60_000, interval: 50 })
    .toBe(true)
  await started.kill()
  release.resolve()
  await holding
  expect(await paused()).toBeUndefined()
  expect(await auditRows('payouts.paused')).toEqual([])
  expect((await admin('pause-payouts', 'una prueba')).text).toBe('All payouts are paused.')
})

import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  giveConsents,
  giveDocuments,
  makeClabe,
  makeCompany,
  makeStaff,
  makeWorker,
  signIn,
} from '../../../test/factories.ts'
import { acceptCall, findLoan, makeOffer, ordersOf, showContract, whileSending } from '../../../test/loans.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await createTestContext()
})

type Headers = Record<string, string>

async function makePerson(type: 'U0' | 'U1' = 'U1') {
  const user = await makeStaff(ctx, type)
  return { user, headers: await signIn(ctx, user) }
}

const call = (headers: Headers, route: `${'GET' | 'PATCH' | 'POST'} ${string}`, payload?: object) => {
  const [method, url] = route.split(' ') as ['GET' | 'PATCH' | 'POST', string]
  return ctx.app.inject({ method, url: `${ctx.api}${url}`, headers, ...(payload && { payload }) })
}

async function openRequests(headers: Headers, action = 'worker.confirm') {
  const list = await call(headers, `GET /approvals?mine=false&state=open&action=${action}`)
  return list.json().results as { id: number; lines: object[]; person: string | null }[]
}
const authorize = (headers: Headers, id = 0) => call(headers, `POST /approvals/${id}/approve`)
const change = (headers: Headers, id: number, patch: object) =>
  call(headers, `PATCH /auth/user/${id}/update`, patch)

async function workerForm() {
  const { id: company } = await makeCompany(ctx)
  return {
    ...{ user_type: 'U2', first_name: 'Inés', last_name: 'Rey', email: 'ines@empresa.mx', company },
    ...{ email_confirm: 'ines@empresa.mx', password: 'Nomina-Segura-26', phone: '5512345678', key: 'T9001' },
    ...{ rfc: 'RANA900514AB1', curp: 'RANA900514MNLMXN05', ine: '1234567890123', position: 'Cajera' },
    ...{ gender: 'F', birthday: '1990-05-14', biweekly_salary: 900_000, address: 'Calle 5 número 12' },
    ...{ neighborhood: 'Centro', city: 'Monterrey', state: 'Nuevo León', zip_code: '64460', bank: '40012' },
    ...{ bank_account_number: '00000090011', debit_card_number: makeClabe(90_011) },
  }
}

/** A worker created by a manager's call, who has complete documents and consents. */
async function createWorker(headers: Headers) {
  const answer = await call(headers, 'POST /auth/users', await workerForm())
  expect(answer.statusCode, answer.body).toBe(201)
  const id = Number(answer.json().id)
  // The worker replaced the typed password and confirmed the address.
  const own = { has_all_documents: true, must_change_password: false, must_confirm_email: false }
  await ctx.deps.db.updateTable('app_user').set(own).where('id', '=', id).execute()
  await giveDocuments(ctx, { id })
  await giveConsents(ctx, { id })
  return { id, headers: await signIn(ctx, { id }) }
}

test('the insider alone fails at the approval, with two sessions too; two people finish', async () => {
  const [insider, second] = [await makePerson(), await makePerson()]
  const worker = await createWorker(insider.headers)
  const body = { type: 'credit', amount: 30_000, period: 12 }

  const { id: asked } = (await call(insider.headers, 'POST /loan', { ...body, user: worker.id })).json()
  const onBehalf = await call(insider.headers, `PATCH /loan/${asked}`, { status: 'APP' })
  expect([onBehalf.statusCode, onBehalf.json().code]).toEqual([403, 'loan.own_request'])
  await call(insider.headers, `PATCH /loan/${asked}`, { status: 'REJ' })

  const { id } = (await call(worker.headers, 'POST /loan', body)).json()
  for (const headers of [insider.headers, await signIn(ctx, insider.user)]) {
    const alone = await call(headers, `PATCH /loan/${id}`, { status: 'APP' })
    expect([alone.statusCode, alone.json().code]).toEqual([403, 'loan.own_worker'])
  }
  const [waiting] = await openRequests(second.headers)
  expect((await authorize(insider.headers, waiting?.id)).json().code).toBe('approval.own')
  expect((await findLoan(ctx, id)).state).toBe('requested')

  expect((await call(second.headers, `PATCH /loan/${id}`, { status: 'APP' })).statusCode).toBe(200)
  const contract_sha256 = await showContract(ctx, { loan: { id }, worker })
  const offer = { ...(await findOffer(id)), contract_sha256, headers: worker.headers }
  const early = await acceptCall(ctx, offer)
  expect([early.statusCode, early.json().code]).toEqual([409, 'worker_unconfirmed'])
  expect(await ordersOf(ctx, id)).toEqual([])

  expect((await authorize(second.headers, waiting?.id)).statusCode).toBe(200)
  const sent = await whileSending(ctx, () => acceptCall(ctx, offer))
  expect(sent.statusCode, sent.body).toBe(200)
  expect(await ordersOf(ctx, id)).toHaveLength(1)
})

async function findOffer(id: number) {
  const loan = await ctx.deps.db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const worker = await ctx.deps.db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', loan.user_id)
    .executeTakeFirstOrThrow()
  return { loan, worker }
}

test('a new worker’s request to confirm shows company, salary, e-mail and account', async () => {
  const [manager, other] = [await makePerson(), await makePerson('U0')]
  await createWorker(manager.headers)
  const [request] = await openRequests(other.headers)
  expect(request).toMatchObject({
    person: 'Inés Rey',
    lines: [
      { label: 'Empresa', value: expect.stringContaining('Empresa') },
      { label: 'Sueldo quincenal', value: '$900,000.00' },
      { label: 'Correo', value: 'ines@empresa.mx' },
      { label: 'Cuenta', value: `Terminada en ${makeClabe(90_011).slice(-4)}` },
    ],
  })
})

test.each([
  [{ biweekly_salary: 50_000 }, { label: 'Sueldo quincenal', before: '$8,000.00', value: '$50,000.00' }],
  [{ email: 'otra@empresa.mx' }, { label: 'Correo', value: 'otra@empresa.mx' }],
])('after a staff change of %o the worker signs once another person confirmed it', async (patch, line) => {
  const [manager, other] = [await makePerson(), await makePerson()]
  const offer = await makeOffer(ctx)
  expect((await change(manager.headers, offer.worker.id, patch)).statusCode).toBe(200)
  // A changed e-mail address ends the sessions, and the worker confirms it.
  offer.headers = await signIn(ctx, offer.worker)
  const { id } = offer.worker
  await ctx.deps.db.updateTable('app_user').set({ must_confirm_email: false }).where('id', '=', id).execute()
  expect((await acceptCall(ctx, offer)).json().code).toBe('worker_unconfirmed')
  const readLoan = async () =>
    (await ctx.app.inject({ url: `${ctx.api}/loan/${offer.loan.id}`, headers: offer.headers })).json()
  expect((await readLoan()).worker_unconfirmed).toBe(true)
  const [request] = await openRequests(other.headers)
  expect(request?.lines).toEqual([expect.objectContaining(line)])
  expect((await authorize(other.headers, request?.id)).statusCode).toBe(200)
  expect(await readLoan()).not.toHaveProperty('worker_unconfirmed')
  const accepted = await whileSending(ctx, () => acceptCall(ctx, offer))
  expect(accepted.statusCode, accepted.body).toBe(200)
})

const readUser = async (headers: Headers, id: number) => (await call(headers, `GET /auth/user/${id}`)).json()

test('staff see who is unconfirmed, what another person has to confirm and the request to do it', async () => {
  const [manager, other] = [await makePerson(), await makePerson()]
  const [worker, { worker: quiet }] = [await createWorker(manager.headers), await makeOffer(ctx)]
  const marks = async (query = '') => {
    const list = (await call(other.headers, `GET /auth/users?user_type=U2${query}`)).json()
    const rows = list.results as { id: number; is_unconfirmed: boolean }[]
    return rows.map(({ id, is_unconfirmed }) => [id, is_unconfirmed])
  }
  expect((await marks()).toSorted()).toEqual(
    [
      [worker.id, true],
      [quiet.id, false],
    ].toSorted(),
  )
  expect(await marks('&is_unconfirmed=true')).toEqual([[worker.id, true]])
  expect(await marks('&is_unconfirmed=false')).toEqual([[quiet.id, false]])
  const [request] = await openRequests(other.headers)
  const change = { field: 'created', changed_by: manager.user.id, author: expect.any(String) }
  const approval = { id: request?.id, requested_by: manager.user.id }
  expect((await readUser(other.headers, worker.id)).unconfirmed_changes).toMatchObject([
    { ...change, approval },
  ])
  expect((await readUser(other.headers, quiet.id)).unconfirmed_changes).toEqual([])
  expect(await readUser(worker.headers, worker.id)).not.toHaveProperty('unconfirmed_changes')
  await authorize(other.headers, request?.id)
  expect(await marks('&is_unconfirmed=true')).toEqual([])
  expect((await readUser(other.headers, worker.id)).unconfirmed_changes).toEqual([])
})

test('a refused request confirms nothing; the request of a later change stands for the older one', async () => {
  const [manager, other, third] = [await makePerson(), await makePerson(), await makePerson('U0')]
  const { worker } = await makeOffer(ctx)
  await change(manager.headers, worker.id, { biweekly_salary: 9000 })
  const [request] = await openRequests(other.headers)
  await call(other.headers, `POST /approvals/${request?.id}/refuse`, { reason: 'No coincide con la nómina' })
  const approvals = async () =>
    (await readUser(third.headers, worker.id)).unconfirmed_changes.map(
      ({ approval }: { approval: { requested_by: number } | null }) => approval?.requested_by ?? null,
    )
  expect(await approvals()).toEqual([null])
  await change(other.headers, worker.id, { biweekly_salary: 8500 })
  expect(await approvals()).toEqual([other.user.id, other.user.id])
})

test('other fields, equal values, and what workers change themselves need no confirmation', async () => {
  const manager = await makePerson()
  const { worker, headers } = await makeOffer(ctx)
  await change(manager.headers, worker.id, { position: 'Jefa', biweekly_salary: 8000 })
  await change(headers, worker.id, { city: 'Saltillo' })
  expect(await ctx.deps.db.selectFrom('worker_change').selectAll().execute()).toEqual([])
})

test('an unconfirmed change keeps its worker from signing however long ago it was', async () => {
  const manager = await makePerson()
  const { worker } = await makeOffer(ctx)
  await change(manager.headers, worker.id, { biweekly_salary: 9000 })
  ctx.setNow(
    ctx.deps
      .clock()
      .add({ hours: 24 * 400 })
      .toString(),
  )
  const headers = await signIn(ctx, manager.user)
  expect((await readUser(headers, worker.id)).unconfirmed_changes).toMatchObject([{ field: 'salary' }])
  const later = await makeOffer(ctx, { worker, type: 'advance', amount_cents: 100_000 })
  expect((await acceptCall(ctx, later)).json().code).toBe('worker_unconfirmed')
})

test('a change of name, RFC or CURP is confirmed too, or one person would make a strange account match', async () => {
  const [manager, other] = [await makePerson(), await makePerson()]
  const { worker } = await makeOffer(ctx)
  const before = `${worker.first_name} ${worker.last_name}`
  const patch = { first_name: 'Rita', rfc: 'RIRA900514AB2', curp: 'RIRA900514MNLMXN08' }
  const answer = await change(manager.headers, worker.id, patch)
  expect(answer.statusCode, answer.body).toBe(200)
  const [request] = await openRequests(other.headers)
  expect(request?.lines).toEqual([
    { label: 'Nombre', before, value: `Rita ${worker.last_name}` },
    { label: 'RFC', before: '—', value: 'RIRA900514AB2' },
    { label: 'CURP', before: '—', value: '••••XN08' },
  ])
})

test('saving a worker without a change asks again for a refused confirmation, and only then', async () => {
  const [manager, other] = [await makePerson(), await makePerson()]
  const { worker } = await makeOffer(ctx)
  await change(manager.headers, worker.id, { biweekly_salary: 9000 })
  const [request] = await openRequests(other.headers)
  await change(manager.headers, worker.id, {})
  expect(await openRequests(other.headers)).toHaveLength(1)
  await call(other.headers, `POST /approvals/${request?.id}/refuse`, { reason: 'No la conozco' })
  expect((await change(manager.headers, worker.id, { biweekly_salary: 9000 })).statusCode).toBe(200)
  const [again] = await openRequests(other.headers)
  expect((await authorize(other.headers, again?.id)).statusCode).toBe(200)
  expect((await readUser(other.headers, worker.id)).unconfirmed_changes).toEqual([])
})

test('a worker whose data nobody confirmed becomes no staff', async () => {
  const [manager, admin] = [await makePerson(), await makePerson('U0')]
  const worker = await makeWorker(ctx)
  await change(manager.headers, worker.id, { email: 'mia@insider.mx' })
  const promoted = await change(admin.headers, worker.id, { user_type: 'U1' })
  expect([promoted.statusCode, promoted.json().code]).toEqual([409, 'user.type_unconfirmed'])
  const [request] = await openRequests(admin.headers)
  await authorize(admin.headers, request?.id)
  expect((await change(admin.headers, worker.id, { user_type: 'U1' })).statusCode).toBe(200)
})

test('the database keeps what was written, and refuses that its author confirms it', async () => {
  const { user, headers } = await makePerson()
  const { worker } = await makeOffer(ctx)
  await change(headers, worker.id, { biweekly_salary: 9000 })
  const update = (values: object) => ctx.deps.db.updateTable('worker_change').set(values).execute()
  const confirmed_at = ctx.deps.clock().toString()
  await expect(update({ confirmed_by: user.id, confirmed_at })).rejects.toThrow('worker_change_two_people')
  await expect(update({ after_text: '$1.00' })).rejects.toThrow('keeps what was written')
  await expect(ctx.deps.db.deleteFrom('worker_change').execute()).rejects.toThrow('keeps what was written')
})

test('a user who becomes a worker is confirmed as a whole, however the data changed before', async () => {
  const [admin, second] = [await makePerson('U0'), await makePerson()]
  const worker = await makeWorker(ctx)
  const promoted = { user_type: 'U1', biweekly_salary: 900_000, email: 'mia@insider.mx' }
  expect((await change(admin.headers, worker.id, promoted)).statusCode).toBe(200)
  const { bank, debit_card_number, bank_account_number } = worker
  const account = { bank, debit_card_number, bank_account_number }
  const back = await change(admin.headers, worker.id, { user_type: 'U2', ...account })
  expect(back.json()).toMatchObject({ user_type: 'U2', biweekly_salary: 900_000 })

  const written = ctx.deps.db.selectFrom('worker_change').select(['field', 'changed_by'])
  expect(await written.execute()).toEqual([{ field: 'created', changed_by: admin.user.id }])
  const [request] = await openRequests(second.headers)
  expect(request?.lines).toEqual(
    expect.arrayContaining([
      { label: 'Sueldo quincenal', value: '$900,000.00' },
      { label: 'Correo', value: 'mia@insider.mx' },
    ]),
  )
  const own = ctx.deps.db.selectFrom('app_user').select('must_confirm_email').where('id', '=', worker.id)
  expect(await own.execute()).toEqual([{ must_confirm_email: true }])
})

test('nobody withdraws a confirmation: its worker could not be confirmed any more', async () => {
  const [manager, second] = [await makePerson(), await makePerson()]
  const { worker, ...offer } = await makeOffer(ctx)
  await change(manager.headers, worker.id, { biweekly_salary: 9000 })
  const [request] = await openRequests(second.headers)
  const withdrawn = await call(manager.headers, `POST /approvals/${request?.id ?? 0}/withdraw`)
  expect([withdrawn.statusCode, withdrawn.json().code]).toEqual([409, 'approval.not_withdrawable'])
  expect((await authorize(second.headers, request?.id)).statusCode).toBe(200)
  const accepted = await whileSending(ctx, () => acceptCall(ctx, { worker, ...offer }))
  expect(accepted.statusCode, accepted.body).toBe(200)
})

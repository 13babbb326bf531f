import { expect } from '@playwright/test'
import { clabeOf, curpOf, type Person, rfcOf } from '../../apps/server/src/demo/identity.ts'
import { seeded } from '../../apps/server/src/demo/random.ts'
import { samplePdf } from '../../apps/server/src/demo/sample-pdf.ts'
import { call, signInByHttp, workerPassword } from './http.ts'
import { acceptInvitation } from './passwords.ts'
import { acceptTexts } from './texts.ts'

const random = seeded(Date.now() % 1_000_000_000)
const firstDay = Temporal.PlainDate.from('1970-01-01').add({ days: random.between(0, 9000) })
const firstAccount = random.between(10_000_000_000, 99_999_000_000)
let madeCount = 0

export const documentKinds = [
  'INE',
  'CURP',
  'COMPROBANTE_DE_DOMICILIO',
  'CIF',
  'CARATULA_DE_CUENTA_BANCARIA',
] as const

function makePerson(first_name: string): Person {
  madeCount += 1 // each worker has a different birthday and account
  const birthday = firstDay.add({ days: madeCount }).toString()
  const surname_1 = random.pick(['Ibarra', 'Quiroga', 'Zapata', 'Urrutia'])
  return { first_name, surname_1, surname_2: 'Prueba', gender: 'F', birthday, state_code: 'NL' }
}

function buildWorkerForm(person: Person, company: number | undefined) {
  const account = String(firstAccount + madeCount)
  return {
    user_type: 'U2',
    email: `prueba-${account}@demo.quincena.mx`,
    first_name: person.first_name,
    last_name: `${person.surname_1} ${person.surname_2}`,
    key: account.slice(-7),
    curp: curpOf(person),
    rfc: rfcOf(person),
    ine: `12${account}`,
    phone: account.slice(0, 10),
    position: 'Cajera',
    gender: 'F',
    birthday: person.birthday,
    biweekly_salary: 8500,
    company,
    address: 'Calle 5 número 12',
    neighborhood: 'Mitras Centro',
    city: 'Monterrey',
    state: 'Nuevo León',
    zip_code: '64460',
    bank: '40012',
    bank_account_number: account,
    debit_card_number: clabeOf('012', account),
  }
}

/** Form values of a new, unique worker. */
export const workerForm = (first_name: string) => buildWorkerForm(makePerson(first_name), undefined)

/** Sends one of the five documents. */
export async function sendDocument(
  worker: { token: string; id: number },
  kind: (typeof documentKinds)[number],
) {
  const form = new FormData()
  form.set('filename', kind)
  form.set('user', String(worker.id))
  const bytes = new Uint8Array(await samplePdf(kind))
  form.set('file', new Blob([bytes], { type: 'application/pdf' }), `${kind}.pdf`)
  const sent = await call('/documents/', { method: 'POST', token: worker.token, body: form })
  expect(sent.status).toBeLessThan(300)
}

/** The manager accepts the documents of a worker that wait for review. */
export async function acceptDocuments({ id }: { id: number }) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const { json } = await call(`/documents/?user__id=${id}&page_size=20`, { token })
  for (const { id: document, review } of json.results) {
    if (review === 'accepted') continue
    const accepted = { method: 'PATCH' as const, token, body: { review: 'accepted' } }
    expect((await call(`/documents/${document}`, accepted)).status).toBe(200)
  }
}

/** Gives the consents and marks the onboarding as seen. */
async function finishOnboarding({ token, id }: { token: string; id: number }) {
  await acceptTexts(token)
  const body = { is_onboarding_dismissed: true }
  await call(`/auth/user/${id}/update`, { method: 'PATCH', token, body })
}

/** Somebody of the staff, usually the admin, confirms what others wrote of workers, in forms and uploads. */
export async function confirmChanges(name: 'admin' | 'gerente' = 'admin') {
  const { token } = await signInByHttp(`${name}@demo.quincena.mx`)
  for (const action of ['worker.confirm', 'worker.confirm_upload']) {
    const { json } = await call(`/approvals?mine=false&state=open&action=${action}&page_size=200`, { token })
    for (const { id } of json.results) await call(`/approvals/${id}/approve`, { method: 'POST', token })
  }
}

/**
 * Creates a unique worker of Ana's company, who chooses a password by invitation (18 %, 8,500 pesos per quincena) with consents and onboarding done. With
 * `hasDocuments` the worker may request loans, and staff accepted the documents unless `areAccepted` is false; `isNew` leaves consents and onboarding open; `isConfirmed: false` leaves
 * to the test that a second person confirms what the manager wrote.
 */
export async function makeWorker(
  first_name: string,
  { hasDocuments = true, areAccepted = true, isNew = false, isConfirmed = true } = {},
) {
  const manager = await signInByHttp('gerente@demo.quincena.mx')
  const ana = await signInByHttp('ana@demo.quincena.mx')
  const form = buildWorkerForm(makePerson(first_name), ana.company?.id)
  const answer = await call('/auth/users', { method: 'POST', token: manager.token, body: form })
  expect(answer.status, answer.bytes.toString()).toBe(201)
  if (isConfirmed) await confirmChanges()
  await acceptInvitation(form.email, workerPassword)
  const worker = { ...(await signInByHttp(form.email)), email: form.email }
  if (!isNew) await finishOnboarding(worker)
  if (hasDocuments) for (const kind of documentKinds) await sendDocument(worker, kind)
  if (hasDocuments && areAccepted) await acceptDocuments(worker)
  return worker
}
